"""The window over a real application in a temporary home, on the loop of the window."""

import asyncio
import os
import traceback

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from disputatio.app.assets import resource
from disputatio.app.paths import Paths
from disputatio.app.settings import Settings
from disputatio.debate.state import Debate
from disputatio.faces.gui import icons, theme
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.desk import Desk
from disputatio.faces.gui.event_loop import EventLoop
from disputatio.faces.gui.later import Making
from disputatio.faces.gui.screens.debate.pane import DebatePane
from disputatio.faces.gui.screens.start.choosing import QUICK
from disputatio.faces.gui.tokens import LIGHT
from disputatio.faces.gui.window import Window
from disputatio.prompting.request import Request
from disputatio.secrets.masking import Masking
from disputatio.testing.scripted import ScriptedProvider

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
        if "faces/gui_screens" in item.path.as_posix():
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))


def said(request: Request) -> str:
    """What the scripted models say: one point is disputed in the first round."""
    if request.brief.task == "synthesis":
        return "## Decision\nKeep it in SQLite.\n\n## Minority report\nNone."
    if request.brief.gives != "assessment":
        return "1. One file is easy to back up.\n2. One writer is enough for one person."
    if request.brief.path.startswith("round[1]"):
        return "### Agree\n- P1 — it is one file.\n\n### Disagree\n- P2 — a second window writes too.\n"
    return "### Agree\n- P1 — it is one file.\n- P2 — the lease settles it.\n"


@dataclass
class Opened:
    """A window with its application."""

    window: Window
    desk: Desk
    crashes: list[BaseException]

    @property
    def start(self) -> Any:
        return self.window.start_screen

    @property
    def pane(self) -> DebatePane:
        found = self.window.debates.pane()
        assert found is not None, "no debate is shown"
        return found

    @property
    def overview(self) -> Any:
        """The first inspector."""
        panel = self.window.aside.panel
        assert panel is not None, "the application is not open"
        return panel.view("overview")

    @property
    def debate(self) -> Debate:
        return self.pane.live.debate

    async def until(self, true: Callable[[], object], what: str = "") -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                assert not self.crashes, "".join(
                    "".join(traceback.format_exception(each)[-6:]) for each in self.crashes
                )
                await asyncio.sleep(0.01)

    async def rehearse(self, question: str, model: str = QUICK) -> None:
        """Choose the rehearsal, type a question, send it, and wait for the pane."""
        await self.until(lambda: self.start.preparing.prepared is not None)
        self.start.rehearse()
        self.start.seating.choices = self.start.choices.__class__(
            models=dict.fromkeys(self.start.choices.models, model),
            services={"clerk": QUICK if model.startswith("rehearsal") else "", "synthesis": model},
        )
        self.start.composer.set_draft(question)
        self.start.composer.submit()
        await self.until(lambda: self.window.debates.pane() is not None)

    async def converse(self, question: str, *first: Any) -> ScriptedProvider:
        """A debate of two scripted models that agree in the second round. `first` happens before anything is said."""
        pending = list(first)
        provider = ScriptedProvider(lambda request: pending.pop(0) if pending else said(request))
        self.desk.app.registry._others["scripted"] = provider
        await self.rehearse(question, "scripted:one")
        return provider

    async def rested(self) -> None:
        await self.until(lambda: self.debate.status != "debating" and not self.pane.live.streaming)
        await self.until(lambda: len(self.pane.live.history) == len(self.pane.live.session.hub.records))


@pytest.fixture
def opened() -> Callable[..., Any]:
    """`async with opened() as gui:` a window as a start makes it, without its process."""
    return _window


@asynccontextmanager
async def _window(environment: dict[str, str] | None = None) -> AsyncIterator[Opened]:
    own = {"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"], **(environment or {})}
    paths = Paths.from_environment(own)
    await asyncio.to_thread(paths.create)
    settings = await asyncio.to_thread(Settings.load, paths.settings_file)
    bridge, crashes = Bridge(), []
    bridge.crashed.connect(crashes.append)
    made = Window(bridge, settings)
    made.show()
    desk = await Desk.open(own, Masking(), settings)
    await made.adopt(desk, Making(desk, bridge, made))
    try:
        yield Opened(made, desk, crashes)
        assert not crashes, crashes
    finally:
        made.hide()
        made.debates.stop()
        await bridge.close()
        await desk.close()
        made.deleteLater()
