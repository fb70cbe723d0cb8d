"""What participants look things up with: the repository of their debate, at its commit (engine.tooling.Tools)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping

from disputatio.app.repository_reading import RepositoryReading
from disputatio.debate.context import Context
from disputatio.debate.values import Json
from disputatio.repository.reading import RepositoryTools

REPOSITORIES = 4
"""Repositories that stay open between two calls."""


class PinnedTools:
    """Opens the repository of a debate when something in it is looked up, and keeps it for the next call."""

    def __init__(self, reading: RepositoryReading) -> None:
        self._reading = reading
        self._open: OrderedDict[tuple[str, str], RepositoryTools] = OrderedDict()

    async def run(self, context: Context, name: str, arguments: dict[str, Json], released: Collection[str] = ()) -> str:
        """engine.tooling.Tools. Raises the errors of the repository. Debates on one commit share it open; what one of
        them released is no secret to that one alone."""
        tool = _named((await self._opened(context)).releasing(released))[name]
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
