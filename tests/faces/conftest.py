"""What all tests of the window share: a loop that Qt and asyncio run on, and a window over a real application."""

import asyncio
import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial

import pytest
from pygments.lexers import get_lexer_by_name
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from disputatio.app.application import Application
from disputatio.app.bootstrap import assemble
from disputatio.app.paths import Paths, resource
from disputatio.app.settings import Settings
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.debate.pane import DebatePane
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.colours import LIGHT
from disputatio.faces.gui.kit.question import Confirm
from disputatio.faces.gui.shell.event_loop import EventLoop
from disputatio.faces.gui.shell.factory import ScreenFactory
from disputatio.faces.gui.shell.window import Window
from disputatio.secrets.keyring import Masking


async def until(holds: Callable[[], object]) -> None:
    """Wait until something has come about."""
    for _ in range(6000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come about")


def question(over: QWidget) -> Confirm | None:
    """The question that a person is asked over a widget, if there is one."""
    return next((each for each in over.findChildren(Confirm) if each.isVisible()), None)


@pytest.fixture
def qtbot(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> QtBot:
    """Waits as patiently as `until`: the five seconds it waits by itself are too few on a busy machine."""
    monkeypatch.setattr(qtbot, "waitUntil", partial(qtbot.waitUntil, timeout=60_000))
    return qtbot


@pytest.fixture
def lexers() -> None:
    """Loaded once, as the first block of code that is shown does."""
    for language in ("diff", "python"):
        get_lexer_by_name(language)


Started = tuple[Window, Application, list[BaseException]]
"""A window, what it works on, and the faults of the program that it met: the last is looked at when it is closed."""


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, bool]]]:
    """What a screen reader is told of its own accord, and whether that cuts off what it is saying."""
    told: list[tuple[str, bool]] = []

    def hear(event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            told.append((event.message(), event.politeness() == QAccessible.AnnouncementPoliteness.Assertive))

    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    QAccessible.setActive(True)
    yield told
    QAccessible.setActive(False)


@pytest.fixture
def loop(qapp: QApplication) -> Iterator[EventLoop]:
    """The loop of the window: an `async def test_…` that asks for it runs there."""
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


@pytest.fixture
def started() -> Callable[..., AbstractAsyncContextManager[Started]]:
    """`async with started(environment, size) as (window, app, crashes):` a window as a start makes it, without its
    process, in the data folder of the test. `size` in pixels; without one it has the size it opens with."""
    return _window


@asynccontextmanager
async def _window(
    environment: Mapping[str, str] | None = None, size: tuple[int, int] | None = None
) -> AsyncIterator[Started]:
    own = {"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"], **(environment or {})}
    paths = Paths.from_environment(own)
    await asyncio.to_thread(paths.create)
    settings = await asyncio.to_thread(Settings.load, paths.settings_file)
    bridge, crashes = Bridge(), []
    bridge.crashed.connect(crashes.append)
    made = Window(bridge, settings)
    if size is not None:
        made.resize(*size)
    made.show()
    app = await assemble(own, Masking(), settings)
    await made.adopt(app, ScreenFactory(app, bridge, made))
    try:
        yield made, app, crashes
        assert not crashes, crashes
    finally:
        made.hide()
        made.debates.stop()
        await bridge.close()
        await app.close()
        made.deleteLater()


@pytest.fixture
def all_shown() -> Callable[[DebatePane], bool]:
    """Whether a debate rests and its pane shows all of it. What was decided holds at once; it is written then, told
    after that, and shown by slices: until the last of them, head, cards and controls are those of before."""

    def shown(pane: DebatePane) -> bool:
        live, runner = pane.live, pane.live.session.runner
        rests = live.debate.status != "debating" and (runner is None or runner._settled.is_set())
        told = len(live.history) == len(live.session.hub.records) and not live._feed._waiting
        taken_in = live.caught_up and not (live._waiting or live._changed or live._news)
        return rests and told and taken_in and not live.streaming and not pane.feed._stale

    return shown


@pytest.fixture
def read() -> Callable[[QWidget], str]:
    """What a person reads in a widget: the words of all labels that are shown in it."""

    def words(widget: QWidget) -> str:
        labels = (label for label in widget.findChildren(QLabel) if label.isVisibleTo(widget))
        return " ".join(label.text() for label in labels if label.text())

    return words


@pytest.fixture
def buttons() -> Callable[[QWidget], dict[str, QAbstractButton]]:
    """The buttons that are shown in a widget, by what stands on them."""

    def shown(widget: QWidget) -> dict[str, QAbstractButton]:
        found = widget.findChildren(QAbstractButton)
        return {button.text(): button for button in found if button.isVisibleTo(widget)}

    return shown


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What the platform without a screen cannot do is no fault of the window."""
    for item in items:
        if "faces/gui" in item.path.as_posix():
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))
