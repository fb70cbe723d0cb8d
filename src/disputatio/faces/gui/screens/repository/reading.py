"""What the source screens read: files, their history and their authors at a commit, each in a thread.

A repository is read from its object database at the commit that was asked for, never from its work tree.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

from disputatio.app.repositories import Repositories
from disputatio.app.sources import PinnedSources
from disputatio.debate.context import Context
from disputatio.debate.values import value
from disputatio.engine.errors import NotFound
from disputatio.faces.gui.widgets.source_colours import Run, coloured_lines, displayed
from disputatio.repository import past
from disputatio.repository.blame import Blame
from disputatio.repository.entries import TextKind
from disputatio.repository.past import FileHistory
from disputatio.repository.source_tree import MAX_BYTES, SourceTree, readable
from disputatio.repository.threads import Stopped, in_thread
from disputatio.secrets.detection import find
from disputatio.storage.library_store import LibraryStore

T = TypeVar("T")
LARGEST = 8_000_000
"""Bytes of a file that are shown; nobody reads more."""


@value
class Shown:
    """A file as it is shown. `note` says what was left out; `lines` are empty unless `kind` is "text" or "symlink"."""

    path: str
    kind: TextKind
    lines: tuple[str, ...] = ()
    note: str = ""
    size: int = 0


@value
class CommitShown:
    """A commit: its full id, who made it and when, its message, and what it changed."""

    id: str
    message: str
    diff: str
    files: int


class Reading:
    """Raises the errors of `repository.errors`, and NotFound for a text that no debate knows any more."""

    def __init__(self, repositories: Repositories, library: LibraryStore) -> None:
        self._repositories = repositories
        self._texts = PinnedSources(library)

    async def _at(self, ref: str, pin: str, work: Callable[[SourceTree, Stopped], T]) -> T:
        tree = await self._repositories.tree(ref, pin)
        return await in_thread(lambda stopped: work(tree, stopped))

    async def file(self, ref: str, pin: str, path: str, beside: Context | None = None) -> Shown:
        """`beside`: of the files that were dropped onto its question, one of that name is meant first."""
        if beside is not None and (dropped := await self._dropped(beside, path)) is not None:
            return dropped
        return await self._at(ref, pin, lambda tree, stopped: _file(tree, path))

    async def paths(self, ref: str, pin: str) -> tuple[str, ...]:
        """Every path of the tree."""
        return await self._at(ref, pin, lambda tree, stopped: tuple(each.path for each in tree.files(stopped)))

    async def text(self, context: Context, title: str) -> Shown:
        """A document, a note, a dropped file or a section that the debate knows by a title."""
        desk = await self._texts.desk(context)
        found = desk.files.get(title.lower()) or next(iter(desk.texts.get(title.casefold(), ())), None)
        if found is None:
            raise NotFound(f"There is no text “{title}” any more.", "It was deleted, or has another title now.")
        return await asyncio.to_thread(_shown, title, found.text.plain)

    async def _dropped(self, context: Context, path: str) -> Shown | None:
        if not any(section.name == "files" and section.title == "Files" for section in context.sections):
            return None
        desk = await self._texts.desk(context)
        found = desk.files.get(path.lower()) or desk.files.get(path.rpartition("/")[2].lower())
        return await asyncio.to_thread(_shown, path, found.text.plain) if found is not None else None

    async def colours(self, path: str, lines: Sequence[str]) -> tuple[tuple[Run, ...], ...]:
        return await in_thread(lambda stopped: coloured_lines(path, lines, stopped))

    async def blame(self, ref: str, pin: str, path: str) -> tuple[Blame, ...]:
        return await self._repositories.blame(ref, pin, path)

    async def history(self, ref: str, pin: str, path: str, limit: int = 100) -> FileHistory:
        return await self._repositories.history(ref, pin, path, limit)

    async def commit(self, ref: str, pin: str, id: str, path: str = "") -> CommitShown:
        """What a commit of the history says and changed, in all files or below a path."""
        return await self._at(ref, pin, lambda tree, stopped: _commit(tree, id, path, stopped))


def _file(tree: SourceTree, path: str) -> Shown:
    file = tree.read(path, LARGEST)
    if file.kind not in ("text", "symlink"):
        return Shown(path=path, kind=file.kind, size=file.size)
    made = _shown(path, file.text)
    odd = file.encoding if file.encoding not in ("", "utf-8") else ""
    held = find(file.text, path) if file.size <= MAX_BYTES else ()
    where = ", ".join(str(each.line) for each in held[:5])
    secret = f"line {where}: likely secret, shown to no model" if held else ""
    return Shown(path=path, kind=file.kind, lines=made.lines, note=_joined(odd, made.note, secret), size=file.size)


def _shown(path: str, text: str) -> Shown:
    lines, cut = displayed(text)
    note = f"{cut} very long line{'' if cut == 1 else 's'} cut" if cut else ""
    return Shown(path=path, kind="text", lines=tuple(lines), note=note, size=len(text))


def _joined(*notes: str) -> str:
    return ", ".join(note for note in notes if note)


def _commit(tree: SourceTree, id: str, path: str, stopped: Stopped) -> CommitShown:
    full, message = tree.message(id)
    before = _parent(tree, full)
    changed = past.difference(tree, before, full, path, stopped) if before else ()
    return CommitShown(
        id=full, message=message.strip(), diff="\n".join(each.text for each in changed), files=len(changed)
    )


def _parent(tree: SourceTree, id: str) -> str:
    """The first parent of a commit; "" for one that has none on this computer."""
    with readable(tree.root, id):
        parents = tree.repository[id].parent_ids  # type: ignore[attr-defined]
        return str(parents[0]) if parents and parents[0] in tree.repository else ""
