"""What the citations of a debate are checked against: the repository at its pin, the documents and notes of a project,
the files dropped onto the question, and the sections of the context themselves (engine.performer.Sources).

This is the last step of a citation's way, which `debate.citations` tells from the beginning."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from disputatio.debate.citations.alignment import Effort
from disputatio.debate.citations.attribution import recognise
from disputatio.debate.citations.evidence import Finding, Item, at_commit, item_of, record
from disputatio.debate.citations.notations import begun
from disputatio.debate.citations.quotations import Text
from disputatio.debate.citations.recognition import Citation, KnownSources
from disputatio.debate.citations.verification import Source, check
from disputatio.debate.context import GLIMPSES, Context, Section
from disputatio.debate.personas import CORPUS, place_at
from disputatio.debate.values import Json
from disputatio.library.workspace import Document, Note
from disputatio.repository.source_tree import open_tree
from disputatio.repository.sources import RepositorySources
from disputatio.repository.threads import in_thread
from disputatio.secrets.detection import Screening, without_secrets
from disputatio.storage.library_store import LibraryStore

REPOSITORIES = 4
"""Repositories that stay open between two turns."""

_FILE = re.compile(r"^### (?P<name>\S[^\n]{0,300})$", re.M)
_NUMBER = re.compile(r"^\d+\| ?", re.M)
_HEADING = re.compile(r"^## (?P<title>\S[^\n]{0,200})$", re.M)


@dataclass(frozen=True, slots=True)
class DebateSources:
    """All that can be cited in one debate, at one moment. `texts` are documents, notes and sections by title, in
    capitals or not; several may have the same title. `files` are those dropped onto the question, by name."""

    context: Context
    repository: RepositorySources | None = None
    files: dict[str, Source] = field(default_factory=dict)
    texts: dict[str, tuple[Source, ...]] = field(default_factory=dict)

    def record(self, text: str, of: str) -> dict[str, Json]:
        """Check the citations of a turn. Blocks."""
        effort, cited = Effort(), recognise(text, self._known())
        items = [self._item(citation, effort) for citation in cited]
        named = frozenset(item.path for item in items if item.where and item.status != "ambiguous")
        again = (
            self._item(replace(citation, path=path), effort)
            if item.status == "ambiguous" and (path := self._meant(citation, named))
            else item
            for citation, item in zip(cited, items, strict=True)
        )
        return record(list(again), of)

    def plain_texts(self) -> list[tuple[str, str]]:
        """Return files, documents, notes and sections, each with its title."""
        texts = [source for sources in self.texts.values() for source in sources]
        return [(source.name, source.text.plain) for source in (*self.files.values(), *texts)]

    def _meant(self, citation: Citation, named: Collection[str]) -> str:
        """Of files of the same name the one that the turn names elsewhere, "" where that does not tell."""
        sources = self._sources(citation) if citation.kind in ("lines", "quote") else None
        fitting = [source.name for source in sources or () if source.name in named]
        known = len(fitting) == 1 and self.repository is not None and self.repository.knows(fitting[0])
        return fitting[0] if known else ""

    def _known(self) -> KnownSources:
        titles = tuple(sources[0].name for sources in self.texts.values())
        if self.repository is None:
            return KnownSources(files=lambda path: bool(self._dropped(path)), titles=titles)
        repository = self.repository
        return KnownSources(
            files=lambda path: bool(self._dropped(path)) or repository.knows(path),
            commits=repository.knows_commit,
            titles=titles,
            home=repository.home,
        )

    def _dropped(self, path: str) -> tuple[Source, ...]:
        """The file of that name, else those whose path ends with it: the files of an example keep their folders."""
        name = path.lower()
        if (exact := self.files.get(name)) is not None:
            return (exact,)
        fitting = tuple(source for known, source in self.files.items() if known.endswith(f"/{name}"))
        one = begun(name, self.files)
        return fitting or ((self.files[one],) if one else ())

    def _item(self, citation: Citation, effort: Effort) -> Item:
        sources = self._sources(citation)
        if sources is None:
            return item_of(citation, Finding(status="external", path=citation.path, differs=_OUTSIDE), "")
        found = check(citation, sources, effort)
        if citation.kind == "title" and found.status in ("misquoted", "ambiguous"):
            found = _best(citation, sources, effort) or found
        if citation.at:
            return self._then(citation, found)
        found = self._placed(citation, found)
        return item_of(citation, found, self.context.pin if citation.kind != "title" else "")

    def _then(self, citation: Citation, found: Finding) -> Item:
        """Of a file at a commit of the past, where it stands at that commit."""
        pin = self.repository.commit(citation.at) if self.repository else ""
        where = at_commit(citation.at, found.where) if found.where else ""
        differs = f"at commit {citation.at}, {found.differs}" if found.differs and pin else found.differs
        return item_of(citation, replace(found, where=where, differs=differs), pin)

    def _placed(self, citation: Citation, found: Finding) -> Finding:
        """Of passages of a corpus, where they stand in their file: their lines are not those of the file, so lines
        alone prove nothing."""
        for section in self.context.sections if found.first else ():
            if section.name == CORPUS and section.title == found.path:
                if not citation.quote:
                    return Finding(status="missing", path=found.path, differs=_UNNUMBERED)
                stands = place_at(section.text, found.first)
                return replace(found, where=f"{found.path}, {stands}" if stands else found.where)
        return found

    def _sources(self, citation: Citation) -> Sequence[Source] | None:
        """What a citation can mean; None where this debate has nothing of that kind."""
        match citation.kind:
            case "address":
                return None
            case "title":
                return self.texts.get(citation.path.casefold(), ())
            case "commit":
                return self.repository.commits(citation.path) if self.repository else None
        if citation.at:
            return self.repository.files_at(citation.at, citation.path) if self.repository else None
        if dropped := self._dropped(citation.path) or self._dropped(citation.path.rpartition("/")[2]):
            return dropped
        if (titled := self.texts.get(citation.path.casefold())) is not None:
            return titled
        return self.repository.files(citation.path) if self.repository else None


_UNNUMBERED = "its passages have no line numbers: quote it, with its page or section"
_OUTSIDE = "this debate has no source of that kind to check it against"


def _best(citation: Citation, sources: Sequence[Source], effort: Effort) -> Finding | None:
    """A text may be known twice: as it was shown when the debate began, and as it stands now. Either will do."""
    found = [check(citation, (source,), effort) for source in sources]
    return next((one for status in ("verified", "near") for one in found if one.status == status), None)


class PinnedSources:
    """Opens what a debate is about when a turn is to be checked, and keeps it for the next one."""

    def __init__(self, library: LibraryStore) -> None:
        self.library = library
        self._repositories: OrderedDict[tuple[str, str, frozenset[str]], RepositorySources] = OrderedDict()
        self._opening = asyncio.Lock()

    async def check(self, context: Context, text: str, of: str, released: Collection[str] = ()) -> dict[str, Json]:
        """engine.performer.Sources. Raises the errors of the repository."""
        sources = await self._opened(context, Screening(released))
        return await asyncio.to_thread(sources.record, text, of)

    async def of_debate(self, context: Context, released: Collection[str]) -> DebateSources:
        """The sources of a context, for participants. Raises the errors of the repository."""
        return await self._opened(context, Screening(released))

    async def of_context(self, context: Context) -> DebateSources:
        """The sources of a context, for a person. Raises the errors of the repository."""
        return await self._opened(context, None)

    async def _opened(self, context: Context, screening: Screening | None) -> DebateSources:
        """`screening`: what a check says goes to models, so their secrets are held back of documents and notes, too."""
        released = screening.released if screening else frozenset[str]()
        repository = await self._repository(context, released) if context.kind == "repository" else None
        written = await self._written(context)
        files, texts = await asyncio.to_thread(_shown, context, written, screening)
        return DebateSources(context=context, repository=repository, files=files, texts=texts)

    async def _repository(self, context: Context, released: frozenset[str]) -> RepositorySources:
        key = (context.ref, context.pin, released)
        async with self._opening:
            if key not in self._repositories:
                path, pin = context.ref, context.pin or None
                self._repositories[key] = await in_thread(
                    lambda stopped: RepositorySources(open_tree(path, pin), released)
                )
            self._repositories.move_to_end(key)
            while len(self._repositories) > REPOSITORIES:
                self._repositories.popitem(last=False)
            return self._repositories[key]

    async def _written(self, context: Context) -> list[tuple[str, str]]:
        """Return documents and notes as they stand now: title and text."""
        if context.kind == "project":
            documents = await self.library.all(Document, project=context.ref)
            notes = await self.library.all(Note, project=context.ref)
            return [*((one.title, one.text) for one in documents), *((one.title, one.body) for one in notes)]
        if context.kind == "assignment":
            documents = await self.library.all(Document, assignment=context.ref)
            return [(one.title, one.text) for one in documents]
        return []


def _shown(
    context: Context, written: Iterable[tuple[str, str]], screening: Screening | None = None
) -> tuple[dict[str, Source], dict[str, tuple[Source, ...]]]:
    """Dropped files by name; texts by title: first as they were shown to the participants, then as they stand now
    (`screening`: without secrets)."""
    files: dict[str, Source] = {}
    texts: dict[str, tuple[Source, ...]] = {}

    def add(title: str, text: str) -> None:
        key = title.strip().casefold()
        texts[key] = (*texts.get(key, ()), Source(name=title.strip(), text=Text(text)))

    for section in context.sections:
        if section.title == "Files" and section.name == "files":
            files |= {source.name.lower(): source for source in _dropped(section)}
        elif section.name in ("documents", "notes"):
            for title, text in _parts(_HEADING, section.text):
                add(title, text)
        elif section.name not in ("tree", "files", GLIMPSES) and section.text.strip():
            add(section.title or section.name, section.text)
    for title, text in written:
        add(title, text if screening is None else _screened(text, screening.released))
    return files, texts


@lru_cache(maxsize=64)
def _screened(text: str, released: frozenset[str]) -> str:
    """Remembered, because the same documents are compared with every turn."""
    return without_secrets(text, released=released)


def _dropped(section: Section) -> Iterable[Source]:
    """The files of a section as `app.starting.contexts` writes it."""
    for name, body in _parts(_FILE, section.text):
        whole = f"{name}:" not in section.cut.replace("likely secrets", "")
        yield Source(name=name, text=Text(_NUMBER.sub("", body)), whole=whole)


def _parts(heading: re.Pattern[str], text: str) -> Iterable[tuple[str, str]]:
    """(heading, what stands below it) of a section."""
    marks = list(heading.finditer(text))
    for at, mark in enumerate(marks):
        end = marks[at + 1].start() if at + 1 < len(marks) else len(text)
        yield mark[1], text[mark.end() + 1 : end].strip("\n")
