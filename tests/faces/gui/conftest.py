"""The window's pieces are tested without a screen, dressed in the light theme, and leave no window behind."""

import gc
import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import LIGHT


@pytest.fixture(autouse=True)
def _dressed(qapp: QApplication) -> None:
    qapp.setQuitOnLastWindowClosed(False)
    if theme.current() is not LIGHT or qapp.styleSheet() == "":
        theme.apply(qapp, LIGHT)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """After all fixtures are gone, no top-level widget may be left."""
    yield
    app = QApplication.instance()
    if not isinstance(app, QApplication) or "faces/gui" not in item.path.as_posix():
        return
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if _left(app):  # a test of another folder may have left something that only waits to be collected
        gc.collect()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not _left(app), f"windows left behind: {_left(app)}"


def _left(app: QApplication) -> list[str]:
    return [repr(widget) for widget in app.topLevelWidgets() if widget.parent() is None and not _own(widget)]


def _own(widget: object) -> bool:
    """Qt keeps a few hidden helpers of its own alive."""
    return type(widget).__name__ in {"QTipLabel", "QComboBoxPrivateContainer"}
