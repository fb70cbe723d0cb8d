"""The page of personas over a real application in a temporary home, on the loop of the window."""

import asyncio
import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from disputatio.app.assets import resource
from disputatio.faces.gui import icons, theme
from disputatio.faces.gui.event_loop import EventLoop
from disputatio.faces.gui.tokens import LIGHT


@pytest.fixture
def loop(qapp: QApplication) -> Iterator[EventLoop]:
    qapp.setQuitOnLastWindowClosed(False)
    if theme.current() is not LIGHT or qapp.styleSheet() == "":
        theme.apply(qapp, LIGHT)
    for path in resource("icons").glob("*.svg"):
        icons.pixmap(path.stem, "#000000", 1, 1.0)  # read once, as the window does before it opens the library
    icons.app_icon()
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
        if "faces/gui_personas" in item.path.as_posix():
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))
