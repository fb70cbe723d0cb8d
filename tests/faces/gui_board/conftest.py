"""The window over a real application in a temporary home, with a debate whose models say what fills a board."""

import asyncio
import os
import shutil

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from disputatio.app.application import Application
from disputatio.app.bootstrap import assemble
from disputatio.app.paths import Paths
from disputatio.app.settings import Settings
from disputatio.faces.gui.board.feed import BoardFeed
from disputatio.faces.gui.debate.pane import DebatePane
from disputatio.faces.gui.shell.window import Window
from disputatio.secrets.keyring import Masking
from disputatio.testing.scripted import ScriptedProvider

sys.path.insert(0, str(Path(__file__).parent))

from scripted_board import config, says

PATIENCE = 120.0


async def hold(app: Application) -> str:
    """Hold the scripted debate to its end, and return its id."""
    app.registry.add(ScriptedProvider(says))
    chosen = config()
    chosen = replace(chosen, options={**chosen.options, "auto_continue": True})
    session = await app.open_and_run(await app.preview(chosen))
    await session.wait_for_rest()
    await app.sessions.release(session.id)
    return session.id


@dataclass
class Shown:
    """A window with its application."""

    window: Window
    app: Application
    crashes: list[BaseException]
    all_shown: Callable[[DebatePane], bool]
    over: str = ""
    """The scripted debate, where it was held before the window was opened."""

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
        """Show the scripted debate, which is over."""
        if self.over:
            self.app.registry.add(ScriptedProvider(says))
        await self._show(self.over or await hold(self.app))

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


@pytest.fixture(scope="session")
def held(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A data folder with the scripted debate, and its id. It is held once: that takes as long as all that a test does
    with it."""
    folder = tmp_path_factory.mktemp("held")

    async def once() -> str:
        environment = {**os.environ, "DISPUTATIO_HOME": str(folder)}
        paths = Paths.from_environment(environment)
        paths.create()
        app = await assemble(environment, Masking(), Settings.load(paths.settings_file))
        try:
            return await hold(app)
        finally:
            await app.close()

    return folder, asyncio.run(once())


@pytest.fixture
def over(opened: Callable[..., Any], held: tuple[Path, str], home: Path) -> Callable[..., Any]:
    """The same as `opened`, over a data folder in which the scripted debate was held: `gui.debate()` shows it."""
    shutil.copytree(held[0], home, dirs_exist_ok=True)

    @asynccontextmanager
    async def window() -> AsyncIterator[Shown]:
        async with opened() as gui:
            gui.over = held[1]
            yield gui

    return window
