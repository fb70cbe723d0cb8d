"""Reading repositories at a commit: files by name, authors, history, likely secrets, the tools of participants.

Everything is read from one commit, off the event loop, and nothing of the repository is changed or run.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from disputatio.app.held import held
from disputatio.repository import past
from disputatio.repository.blame import Blame, blame
from disputatio.repository.entries import Commit
from disputatio.repository.measuring import paths_named
from disputatio.repository.past import FileHistory
from disputatio.repository.reading import RepositoryTools
from disputatio.repository.source_tree import SourceTree, open_tree
from disputatio.repository.threads import in_thread
from disputatio.secrets.screening import HeldBack

OPEN = 6
"""Trees that stay open between two questions about them."""


class RepositoryReading:
    """Raises the errors of `repository.errors`. Paths are those of a repository, or of a folder in it; commits default
    to what HEAD names now."""

    def __init__(self) -> None:
        self._trees: OrderedDict[tuple[str, str], SourceTree] = OrderedDict()

    async def tree(self, path: str, commit: str = "") -> SourceTree:
        """The repository at a path, at a commit."""
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

    async def named(self, path: str, commit: str, words: str, limit: int = 20) -> tuple[str, ...]:
        """The files of a commit whose path has every word, the likeliest first. Needs no index."""
        tree = await self.tree(path, commit)
        return await in_thread(lambda stopped: paths_named(tree, words, limit, stopped))

    async def blame(self, path: str, commit: str, file: str, first: int = 1, last: int = 0) -> tuple[Blame, ...]:
        """Who wrote lines `first` to `last` (0: the end) of a file."""
        tree = await self.tree(path, commit)
        return await in_thread(lambda stopped: blame(tree, file, first, last, stopped))

    async def history(self, path: str, commit: str = "", file: str = "", limit: int = 30) -> FileHistory:
        """The commits before and at a commit, newest first; of one file or folder where it is named."""
        tree = await self.tree(path, commit)
        if file:
            return await in_thread(lambda stopped: past.history(tree, file, limit, stopped))
        found: tuple[Commit, ...] = await in_thread(lambda stopped: tree.history(limit + 1, stopped))
        return FileHistory(commits=found[:limit], whole=len(found) <= limit)

    async def tools(self, path: str, commit: str = "") -> RepositoryTools:
        """The read-only tools of participants, on one commit."""
        return RepositoryTools(await self.tree(path, commit))

    async def held(self, path: str, commit: str = "", files: Sequence[str] = ()) -> tuple[HeldBack, ...]:
        """The likely secrets of a commit, by the ids to release them. Cancelling the task stops it."""
        tree = await self.tree(path, commit)
        return await in_thread(lambda stopped: held(tree, files, stopped))
