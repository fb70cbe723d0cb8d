"""What a person wants to see of a source, as one value that back and forward return to; and reading it: files, their
history and their authors at a commit, each in a thread.

A repository is read from its object database at the commit that was asked for, never from its work tree.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

from disputatio.app.repositories.repositories import Repositories
from disputatio.app.repositories.sources import PinnedSources
from disputatio.debate.citations.recognition import KnownSources, file_places
from disputatio.debate.context import Context
from disputatio.debate.personas import CORPUS
from disputatio.debate.values import value
from disputatio.debate.views.citations import Item, place
from disputatio.debate.views.labels import VERDICTS, Tone
from disputatio.debate.wording import plural, tr
from disputatio.engine.errors import NotFound
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.sources.code_pane import LARGEST as LONG
from disputatio.faces.gui.sources.code_pane import Run, coloured_lines, visible_lines
from disputatio.faces.gui.sources.diff import Diff, read_diff
from disputatio.faces.gui.window_actions import Place, ShowDebate, ShowStart
from disputatio.repository import past
from disputatio.repository.blame import Blame
from disputatio.repository.entries import TextKind
from disputatio.repository.git_library import commit_of, readable
from disputatio.repository.past import FileHistory
from disputatio.repository.source_tree import MAX_BYTES, SourceTree
from disputatio.repository.threads import Stopped, in_thread
from disputatio.secrets.detection import find
from disputatio.storage.library_store import LibraryStore

Shows = Literal["file", "commit", "text", "diff"]


@value
class CitationOrigin:
    """The citation that led here: who made it, and what came of the check."""

    who: str
    item: Item

    @property
    def tone(self) -> Tone:
        return VERDICTS[self.item.status].tone

    @property
    def verdict(self) -> str:
        return VERDICTS[self.item.status].meaning


@value
class Passage:
    """`ref` is the repository, `pin` its commit, `name` what people call it. `path` is a file of it, a commit
    ("commit"; `below` keeps to one file of it), the title of a text that the debate knows ("text", with `context`), or
    that of the changes `diff` ("diff"). Lines count from 1. `origin` is where the person came from."""

    ref: str
    pin: str
    name: str
    path: str
    shows: Shows = "file"
    first: int = 0
    last: int = 0
    below: str = ""
    cited: CitationOrigin | None = None
    context: Context | None = None
    diff: str = ""
    origin: Place = ShowStart()

    @property
    def place(self) -> str:
        """Return the place as people write it."""
        return place(self.path, self.first, self.last)


def of_citation(item: Item, who: str, context: Context, debate: str) -> Passage:
    """Return the source of a citation: where its words stand, else the lines that it names."""
    first, last = (item.first, item.last) if item.first else _named(item)
    shows: Shows = "commit" if item.kind == "commit" else "text" if item.kind == "title" else "file"
    read = any(section.name == CORPUS and section.title == item.path for section in context.sections)
    if shows == "file" and (read or context.kind != "repository"):
        shows = "text"
    return Passage(
        ref=context.ref if context.kind == "repository" else "",
        pin=item.pin or context.pin,
        name=context.title,
        path=item.path or item.citation,
        shows=shows,
        first=first,
        last=last,
        cited=CitationOrigin(who=who, item=item),
        context=context,
        origin=ShowDebate(id=debate),
    )


def of_changes(diff: str, title: str, context: Context, debate: str) -> Passage:
    """Return changes that were proposed in a debate, as a source to read."""
    return Passage(
        ref=context.ref,
        pin=context.pin,
        name=context.title,
        path=title,
        shows="diff",
        diff=diff,
        origin=ShowDebate(id=debate),
    )


def _named(item: Item) -> tuple[int, int]:
    """Return the lines that a citation names itself, where its words stand nowhere; 0 for none."""
    found = file_places(item.citation, KnownSources(files=lambda path: path == item.path))
    return next(((min(one.first, one.last), max(one.first, one.last)) for one in found if one.first), (0, 0))


T = TypeVar("T")
LIKELY = 8
"""Files that are offered where one is not there."""
LARGEST = 8_000_000
"""Bytes of a file that are shown; nobody reads more."""


@value
class SourceText:
    """A file as it is shown. `note` says what was left out; `lines` are empty unless `kind` is "text" or "symlink".
    `parts`: too long to be coloured at once."""

    path: str
    kind: TextKind
    lines: tuple[str, ...] = ()
    note: str = ""
    size: int = 0
    parts: bool = False


@value
class CommitText:
    """A commit: its full id, who made it and when, its message, and what it changed in `files` (`more`: in others, too,
    that are not shown). `cut` says why nothing can be told."""

    id: str
    author: str
    date: str
    message: str
    diff: Diff
    files: int
    more: bool = False
    cut: str = ""


class SourceReader:
    """Raises the errors of `repository.errors`, and NotFound for a text that no debate knows any more."""

    def __init__(self, repositories: Repositories, library: LibraryStore) -> None:
        self._files = repositories.reading
        self._texts = PinnedSources(library)

    async def _at(self, ref: str, pin: str, work: Callable[[SourceTree, Stopped], T]) -> T:
        tree = await self._files.tree(ref, pin)
        return await in_thread(lambda stopped: work(tree, stopped))

    async def file(self, ref: str, pin: str, path: str, beside: Context | None = None) -> SourceText:
        """Read a file. `beside`: of the files that were dropped onto its question, one of that name is meant first."""
        if beside is not None and (dropped := await self._dropped(beside, path)) is not None:
            return dropped
        return await self._at(ref, pin, lambda tree, stopped: _file(tree, path))

    async def likely(self, ref: str, pin: str, path: str) -> tuple[str, ...]:
        """Return the files that may be meant by a path that is not there: those of its name."""
        return await self._files.find_paths(ref, pin, path.rpartition("/")[2], LIKELY)

    async def text(self, context: Context, title: str) -> SourceText:
        """Read a document, a note, a dropped file or a section that the debate knows by a title."""
        sources = await self._texts.of_context(context)
        found = sources.files.get(title.lower()) or next(iter(sources.texts.get(title.casefold(), ())), None)
        if found is None:
            raise NotFound(
                tr("The text “{title}” is no longer here.").format(title=title),
                tr("It was deleted or has a different title now."),
            )
        return await asyncio.to_thread(_shown, title, found.text.plain)

    async def _dropped(self, context: Context, path: str) -> SourceText | None:
        if not any(section.name == "files" and section.title == "Files" for section in context.sections):
            return None
        sources = await self._texts.of_context(context)
        found = sources.files.get(path.lower()) or sources.files.get(path.rpartition("/")[2].lower())
        return await asyncio.to_thread(_shown, path, found.text.plain) if found is not None else None

    async def colours(self, path: str, lines: Sequence[str], first: int = 0) -> tuple[tuple[Run, ...], ...]:
        """Return runs of colour of the lines from `first` (counted from 0) on; those before it only tell where they
        are."""
        return (await in_thread(lambda stopped: coloured_lines(path, lines, stopped)))[first:]

    async def changes(self, diff: str) -> Diff:
        """Read changes that were proposed."""
        return await asyncio.to_thread(read_diff, diff)

    async def blame(self, ref: str, pin: str, path: str) -> tuple[Blame, ...]:
        return await self._files.blame(ref, pin, path)

    async def history(self, ref: str, pin: str, path: str, limit: int = 100) -> FileHistory:
        return await self._files.history(ref, pin, path, limit)

    async def commit(self, ref: str, pin: str, id: str, path: str = "") -> CommitText:
        """Read what a commit of the history says and changed, in all files or below a path."""
        return await self._at(ref, pin, lambda tree, stopped: _commit(tree, id, path, stopped))


def _file(tree: SourceTree, path: str) -> SourceText:
    file = tree.read(path, LARGEST)
    if file.kind not in ("text", "symlink"):
        return SourceText(path=path, kind=file.kind, size=file.size)
    made = _shown(path, file.text)
    odd = file.encoding if file.encoding not in ("", "utf-8") else ""
    ends = "CRLF" if file.crlf else ""
    held = find(file.text, path) if file.size <= MAX_BYTES else ()
    where = ", ".join(str(each.line) for each in held[:5])
    secret = tr("line {where}: likely secret, shown to no model").format(where=where) if held else ""
    note = _joined(odd, ends, made.note, secret)
    return SourceText(path=path, kind=file.kind, lines=made.lines, note=note, size=file.size, parts=made.parts)


def _shown(path: str, text: str) -> SourceText:
    lines, cut = visible_lines(text)
    note = plural("{cut} very long line cut", "{cut} very long lines cut", cut).format(cut=cut) if cut else ""
    return SourceText(path=path, kind="text", lines=tuple(lines), note=note, size=len(text), parts=len(text) > LONG)


def _joined(*notes: str) -> str:
    return ", ".join(note for note in notes if note)


def _commit(tree: SourceTree, id: str, path: str, stopped: Stopped) -> CommitText:
    full, message = tree.message(id)
    with readable(tree.root, id):
        made = tree.repository[full]
        known = [str(parent) for parent in made.parent_ids if parent in tree.repository]  # type: ignore[attr-defined]
        commit = commit_of(made)  # type: ignore[arg-type]
        lost = bool(made.parent_ids) and not known  # type: ignore[attr-defined]
    changed = () if lost else past.difference(tree, known[0] if known else None, full, path, stopped)
    return CommitText(
        id=full,
        author=commit.author,
        date=commit.date[:10],
        message=message.strip(),
        diff=read_diff("\n\n".join([message.strip(), *(each.text for each in changed)])),
        files=len(changed),
        more=len(changed) >= past.DIFF_FILES,
        cut=tr("the commit before it is not on this computer") if lost else "",
    )


def state_of(shown: SourceText) -> tuple[str, str]:
    """Return a title and a sentence; ("", "") for a text that can be read."""
    size = phrases.size(shown.size)
    match shown.kind:
        case "text":
            if shown.lines and any(shown.lines):
                return "", ""
            return tr("An empty file"), tr("The file exists at this commit, but it is empty.")
        case "symlink":
            target = "\n".join(shown.lines)
            return tr("A symbolic link"), tr(
                "It points to {target}. Links are never followed: open that path instead."
            ).format(target=target)
        case "submodule":
            return (
                tr("A submodule"),
                tr(
                    "This is another repository at its own commit. Disputatio does not read it here; open it "
                    "separately."
                ),
            )
        case "large-file pointer":
            return tr("Kept in Git LFS"), tr(
                "The repository has only a pointer; the contents are in large file storage."
            )
        case "binary":
            return tr("Not a text file"), tr("A binary file of {size}. There are no lines to show.").format(size=size)
        case _:
            return tr("Too large to show"), tr("{size}; the limit is {largest}.").format(
                size=size, largest=phrases.size(LARGEST)
            )
