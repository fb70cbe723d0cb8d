"""Reading repositories at a commit: files by name, authors, history, likely secrets, the tools of participants.

Everything is read from one commit, off the event loop, and nothing of the repository is changed or run.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence

from disputatio.debate.context import Context
from disputatio.debate.values import Json
from disputatio.repository import past
from disputatio.repository.blame import Blame, blame
from disputatio.repository.entries import Commit, Entry
from disputatio.repository.errors import FileMissing
from disputatio.repository.languages import foreign
from disputatio.repository.past import FileHistory
from disputatio.repository.source_tree import SourceTree, open_tree, paths_named
from disputatio.repository.threads import Stopped, check, in_thread, never
from disputatio.repository.tools import RepositoryTools
from disputatio.secrets.detection import HeldBack, Screening


# ---- likely secrets at a commit ---------------------------------------------------------------------------------
def secrets_held_back(
    tree: SourceTree, files: Sequence[str] = (), stopped: Stopped = never, *, everything: bool = False
) -> tuple[HeldBack, ...]:
    """Of some files, or of all but what others wrote (`vendor` and the like, which only `everything` includes), each
    secret once, where it stands first.
    Takes about a second for each megabyte. Blocks. Raises `FileMissing` for a file that is named and not there."""
    screening = Screening()
    for entry in _entries(tree, files, stopped, everything):
        check(stopped)
        try:
            file = tree.read(entry)
        except FileMissing:
            if files:
                raise
            continue
        screening.note(screening.find(file.text, entry.path) if file.kind == "text" else ())
    return tuple(sorted(screening.held_back, key=lambda each: (each.path, each.line)))


def _entries(tree: SourceTree, files: Sequence[str], stopped: Stopped, everything: bool) -> Iterator[Entry]:
    if files:
        yield from (tree.entry(name.removeprefix("./")) for name in files)
        return
    for entry in tree.files(stopped):
        if entry.kind == "file" and (everything or not foreign(entry.path)):
            yield entry


OPEN = 6
"""Trees that stay open between two questions about them."""


class RepositoryReading:
    """Its methods raise the errors of `repository.errors`. Paths are those of a repository, or of a folder in it;
    commits default to what HEAD names now."""

    def __init__(self) -> None:
        self._trees: OrderedDict[tuple[str, str], SourceTree] = OrderedDict()

    async def tree(self, path: str, commit: str = "") -> SourceTree:
        """Return the repository at a path, at a commit."""
        found = await in_thread(lambda stopped: open_tree(path or ".", commit or None))
        key = (str(found.root), found.pin)
        tree = self._trees.setdefault(key, found)
        tree.branch = found.branch or tree.branch
        self._trees.move_to_end(key)
        while len(self._trees) > OPEN:
            self._trees.popitem(last=False)
        return tree

    def close(self) -> None:
        """Let go of every tree that is open."""
        self._trees.clear()

    async def find_paths(self, path: str, commit: str, words: str, limit: int = 20) -> tuple[str, ...]:
        """Return the files of a commit whose path has every word, the likeliest first. Needs no index."""
        tree = await self.tree(path, commit)
        return await in_thread(lambda stopped: paths_named(tree, words, limit, stopped))

    async def blame(self, path: str, commit: str, file: str) -> tuple[Blame, ...]:
        """Return who wrote the lines of a file."""
        tree = await self.tree(path, commit)
        return await in_thread(lambda stopped: blame(tree, file, stopped=stopped))

    async def history(self, path: str, commit: str = "", file: str = "", limit: int = 30) -> FileHistory:
        """Return the commits before and at a commit, newest first; of one file or folder where it is named."""
        tree = await self.tree(path, commit)
        if file:
            return await in_thread(lambda stopped: past.history(tree, file, limit, stopped))
        found: tuple[Commit, ...] = await in_thread(lambda stopped: tree.history(limit + 1, stopped))
        return FileHistory(commits=found[:limit], whole=len(found) <= limit)

    async def tools(self, path: str, commit: str = "") -> RepositoryTools:
        """Return the read-only tools of participants, on one commit."""
        return RepositoryTools(await self.tree(path, commit))

    async def held_back(
        self, path: str, commit: str = "", files: Sequence[str] = (), *, everything: bool = False
    ) -> tuple[HeldBack, ...]:
        """Return the likely secrets of a commit, by the ids to release them. Cancelling the task stops it."""
        tree = await self.tree(path, commit)
        return await in_thread(lambda stopped: secrets_held_back(tree, files, stopped, everything=everything))


# ---- the tools that participants look things up with ------------------------------------------------------------
REPOSITORIES = 4
"""Repositories that stay open between two calls."""


class PinnedTools:
    """Opens the repository of a debate when something in it is looked up, and keeps it for the next call."""

    def __init__(self, reading: RepositoryReading) -> None:
        self._reading = reading
        self._open: OrderedDict[tuple[str, str], RepositoryTools] = OrderedDict()

    async def run(self, context: Context, name: str, arguments: dict[str, Json], released: Collection[str] = ()) -> str:
        """engine.tools.Tools. Raises the errors of the repository. Debates on one commit share it open; what one of
        them released is no secret to that one alone."""
        tool = _named((await self._opened(context)).with_released(released))[name]
        return await tool(**arguments)

    async def _opened(self, context: Context) -> RepositoryTools:
        key = (context.ref, context.pin)
        found = self._open.get(key)
        if found is None:
            found = self._open[key] = await self._reading.tools(*key)
        self._open.move_to_end(key)
        while len(self._open) > REPOSITORIES:
            self._open.popitem(last=False)
        return found


def _named(tools: RepositoryTools) -> Mapping[str, Callable[..., Awaitable[str]]]:
    """By the names that `prompting.tools` gives them; their parameters are those that stand there."""
    return {
        "read_file": tools.read_file,
        "search_code": tools.search_code,
        "list_files": tools.list_files,
        "git_blame": tools.git_blame,
        "git_history": tools.git_history,
        "git_diff": tools.git_diff,
    }
