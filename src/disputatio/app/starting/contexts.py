"""Loading what a debate may take as known: a project, an assignment, a repository, files dropped onto the question."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from disputatio.app.repositories.github import GitHubDesk
from disputatio.app.repositories.repositories import Repositories
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.context import Context, Section
from disputatio.debate.errors import ConfigError
from disputatio.debate.wording import english, plural, tr
from disputatio.library.context import of_assignment, of_project
from disputatio.library.workspace import Assignment, Document, Note, Project, Task
from disputatio.repository.entries import beginning
from disputatio.secrets.detection import Screening, redact, safe_cut
from disputatio.storage.insights import InsightStore
from disputatio.storage.library_store import LibraryStore
from disputatio.storage.own_files import read_ordinary

FILES_CHARACTERS = 16_000
LONGEST_FILE = 1_000_000
"""Bytes of a dropped file that are looked at."""


class Contexts:
    def __init__(
        self,
        library: LibraryStore,
        insights: InsightStore,
        repositories: Repositories,
        github: GitHubDesk,
    ) -> None:
        self.library, self.insights, self._repositories = library, insights, repositories
        self._github = github

    async def load(self, config: DebateConfig, *, ask: bool = True, screening: Screening | None = None) -> Context:
        """`ask`: an embedding model may be asked. `screening` knows what the person released, and learns what was held
        back. Raises NotFound, Refused, ConfigError and the errors of the repository."""
        screening = screening or Screening()
        context = await self._chosen(config.context, config.question, ask, screening)
        if not config.files:
            return context
        files = await asyncio.to_thread(_file_section, config.files, screening)
        return replace(context, sections=(*context.sections, files))

    async def _chosen(self, choice: ContextChoice, question: str, ask: bool, screening: Screening) -> Context:
        match choice.kind:
            case "repository":
                context = await self._repositories.context(
                    choice.ref, choice.commit, question, ask=ask, screening=screening
                )
                return await self._discussed(context, choice.issue, screening)
            case "project":
                return await self._project(await self.library.by_name(Project, choice.ref), screening)
            case "assignment":
                return await self._assignment(await self.library.by_name(Assignment, choice.ref), screening)
            case _:
                return Context()

    async def _discussed(self, context: Context, issue: int, screening: Screening) -> Context:
        """Return the context with what is open on GitHub. Raises Refused where an issue is wanted that cannot be asked
        for."""
        origin = await self._repositories.origin(context.ref)
        return replace(context, sections=(*context.sections, *await self._github.sections(origin, issue, screening)))

    async def _project(self, project: Project, screening: Screening) -> Context:
        context = of_project(
            project,
            tasks=await self.library.all(Task, project=project.id),
            documents=await self.library.all(Document, project=project.id),
            notes=await self.library.all(Note, project=project.id),
            insights=await self.insights.about("project", project.id),
            kept=safe_cut,
        )
        return await asyncio.to_thread(_without_secrets, context, screening)

    async def _assignment(self, assignment: Assignment, screening: Screening) -> Context:
        context = of_assignment(
            assignment,
            tasks=await self.library.all(Task, project=assignment.project),
            documents=await self.library.all(Document, assignment=assignment.id),
            insights=await self.insights.about("assignment", assignment.id),
            kept=safe_cut,
        )
        return await asyncio.to_thread(_without_secrets, context, screening)


def _without_secrets(context: Context, screening: Screening) -> Context:
    """Likely secrets in notes, documents and descriptions are held back, and that is said."""
    return replace(context, sections=tuple(_held_back(section, screening) for section in context.sections))


def _held_back(section: Section, screening: Screening) -> Section:
    findings = screening.find(section.text)
    screening.note(findings, section.title)
    if not findings:
        return section
    cut = "; ".join(filter(None, (section.cut, _held_count(len(findings)))))
    return replace(section, text=redact(section.text, findings), cut=cut)


def _file_section(files: Iterable[str], screening: Screening) -> Section:
    """Return the files that were dropped onto the question, as numbered text; likely secrets are held back, what was
    cut is listed."""
    parts: list[str] = []
    cut: list[str] = []
    left = FILES_CHARACTERS
    for name in files:
        path = _path(name)
        text = _text(path)
        findings = screening.find(text, path.name)
        screening.note(findings)
        if findings:
            cut.append(f"{path.name}: {_held_count(len(findings))}")
        kept = redact(text, findings)
        if not (whole := len(kept) <= left):
            of = f"{len(kept):,}" if len(text) < LONGEST_FILE else f"more than {LONGEST_FILE:,}"
            kept = beginning(kept, left)
            cut.append(f"{path.name}: {len(kept):,} of {of} characters")
        numbered = "\n".join(f"{number}| {line}" for number, line in enumerate(kept.splitlines(), 1))
        parts.append(f"### {path.name}\n{numbered}")
        left = left - len(kept) if whole else 0
    return Section(name="files", title="Files", text="\n\n".join(parts), cut="; ".join(cut))


@english()
def _held_count(count: int) -> str:
    return f"{plural('{count} likely secret', '{count} likely secrets', count)} held back"


def _path(name: str) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise ConfigError(
            tr("{name} cannot be read: there is no such user.").format(name=name), "Check the path.", field="files"
        ) from error


def _text(path: Path) -> str:
    """Return the beginning of an ordinary text file; anything else (folders, pipes, devices, links in a circle) is
    refused."""
    try:
        text = read_ordinary(path, LONGEST_FILE).decode("utf-8", "replace")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it cannot be opened"
        raise ConfigError(
            tr("{path} cannot be read: {why}.").format(path=path, why=why), "Check the path.", field="files"
        ) from error
    if "\0" in text:
        raise ConfigError(
            tr("{path} is not a text file.").format(path=path.name), "Leave it out, or add its text.", field="files"
        )
    return text
