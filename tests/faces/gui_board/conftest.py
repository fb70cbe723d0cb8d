"""The window over a real application in a temporary home, with a debate whose models say what fills a board."""

import asyncio
import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from disputatio.app.application import Application
from disputatio.faces.gui.board.feed import BoardFeed
from disputatio.faces.gui.debate.pane import DebatePane
from disputatio.faces.gui.shell.window import Window
from disputatio.testing.scripted import ScriptedProvider

sys.path.insert(0, str(Path(__file__).parent))

from scripted_board import config, says

PATIENCE = 120.0


@dataclass
class Shown:
    """A window with its application."""

    window: Window
    app: Application
    crashes: list[BaseException]
    all_shown: Callable[[DebatePane], bool]

    @property
    def pane(self) -> DebatePane:
        found = self.window.debates.pane()
        assert found is not None, "no debate is shown"
        return found

    @property
    def feed(self) -> BoardFeed:
        """The board of the debate that is shown."""
        return BoardFeed.of(self.pane.live, self.window.bridge)

    def inspector(self, name: str) -> Any:
        panel = self.window.aside.panel
        assert panel is not None, "the application is not open"
        panel.open(name)
        return panel.view(name)

    async def until(self, true: Callable[[], object], what: str = "") -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                assert not self.crashes, self.crashes
                await asyncio.sleep(0.01)

    async def debate(self) -> None:
        """Hold the scripted debate to its end, and show it."""
        self.app.registry.add(ScriptedProvider(says))
        chosen = config()
        chosen = replace(chosen, options={**chosen.options, "auto_continue": True})
        session = await self.app.open_and_run(await self.app.preview(chosen))
        await session.wait_for_rest()
        await self._show(session.id)
        await self.app.sessions.release(session.id)

    async def first_round(self) -> None:
        """Start the scripted debate in the window; it pauses after each round."""
        self.app.registry.add(ScriptedProvider(says))
        await self._show(await self.app.start(await self.app.preview(config())), begun=True)

    async def _show(self, id: str, begun: bool = False) -> None:
        self.window.open_debate(id, begun=begun)
        await self.until(lambda: self.window.debates.current == id)
        await self.rested()

    async def rested(self) -> None:
        """Wait until the debate rests, all of it is shown, and its board is made and shown on the cards."""
        feed = self.feed
        await self.until(lambda: feed.ready and not feed.busy and self.all_shown(self.pane))


@pytest.fixture
def opened(started: Callable[..., Any], all_shown: Callable[[DebatePane], bool]) -> Callable[..., Any]:
    """`async with opened() as gui:` a window as a start makes it, without its process."""

    @asynccontextmanager
    async def window() -> AsyncIterator[Shown]:
        async with started(size=(1480, 920)) as parts:
            yield Shown(*parts, all_shown)

    return window
