"""The window over a real application in a temporary home, with a debate whose models say what fills a board."""

import asyncio
import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from disputatio.app.assets import resource
from disputatio.app.paths import Paths
from disputatio.app.settings import Settings
from disputatio.faces.gui import icons, theme
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.desk import Desk
from disputatio.faces.gui.event_loop import EventLoop
from disputatio.faces.gui.later import Making
from disputatio.faces.gui.screens.debate.pane import DebatePane
from disputatio.faces.gui.tokens import LIGHT
from disputatio.faces.gui.window import Window
from disputatio.secrets.masking import Masking
from disputatio.testing.scripted import ScriptedProvider

sys.path.insert(0, str(Path(__file__).parent))

from scripted_board import config, says

PATIENCE = 30.0


@pytest.fixture
def loop(qapp: QApplication) -> Iterator[EventLoop]:
    qapp.setQuitOnLastWindowClosed(False)
    if theme.current() is not LIGHT or qapp.styleSheet() == "":
        theme.apply(qapp, LIGHT)
    for path in resource("icons").glob("*.svg"):
        icons.pixmap(path.stem, "#000000", 1, 1.0)  # read once, as the first paint does
    icons.app_icon()
    icons.app_mark(24)
    made = EventLoop(qapp)
    asyncio.set_event_loop(made)
    yield made
    for task in asyncio.all_tasks(made):
        task.cancel()
    made.run_until_complete(asyncio.sleep(0))
    made.close()
    asyncio.set_event_loop(None)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What the platform without a screen cannot do is no fault of the window."""
    for item in items:
        if "faces/gui_board" in item.path.as_posix():
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))


@dataclass
class Shown:
    """A window with its application."""

    window: Window
    desk: Desk
    crashes: list[BaseException]

    @property
    def pane(self) -> DebatePane:
        found = self.window.debates.pane()
        assert found is not None, "no debate is shown"
        return found

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

    async def debate(self, passes: int = 9) -> None:
        """Start the scripted debate, show it, and let it run through so many pauses."""
        self.desk.app.registry._others["scripted"] = ScriptedProvider(says)
        id = await self.desk.start(await self.desk.preview(config()))
        self.window.open_debate(id)
        await self.until(lambda: self.window.debates.current == id)
        await self.rested()
        for _ in range(passes):
            if self.pane.live.debate.over:
                return
            self.pane.act("continue")
            await self.until(lambda: self.pane.live.debate.status != "paused")
            await self.rested()

    async def rested(self) -> None:
        live = self.pane.live
        await self.until(lambda: live.debate.status != "debating" and not live.streaming)
        await self.until(lambda: len(live.history) == len(live.session.hub.records))
        feed = self.pane._feed
        assert feed is not None
        await self.until(lambda: feed.ready and not feed._busy)


@pytest.fixture
def opened() -> Callable[..., Any]:
    """`async with opened() as gui:` a window as a start makes it, without its process."""
    return _window


@asynccontextmanager
async def _window() -> AsyncIterator[Shown]:
    own = {"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"]}
    paths = Paths.from_environment(own)
    await asyncio.to_thread(paths.create)
    settings = await asyncio.to_thread(Settings.load, paths.settings_file)
    bridge, crashes = Bridge(), []
    bridge.crashed.connect(crashes.append)
    made = Window(bridge, settings)
    made.resize(1480, 920)
    made.show()
    desk = await Desk.open(own, Masking(), settings)
    await made.adopt(desk, Making(desk, bridge, made))
    try:
        yield Shown(made, desk, crashes)
        assert not crashes, crashes
    finally:
        made.hide()
        made.debates.stop()
        await bridge.close()
        await desk.close()
        made.deleteLater()
