import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import DARK, LIGHT


def _gallery() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gallery", Path(__file__).with_name("gallery.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GALLERY = _gallery()
STATES = ("debate", "streaming", "trouble", "first", "find", "zoom")


@pytest.fixture(params=STATES)
def window(request, qtbot):
    made = GALLERY.Gallery(request.param)
    qtbot.addWidget(made)
    made.resize(1480, 920)
    made.show()
    settle()
    return made


def settle() -> None:
    for _ in range(5):
        QApplication.processEvents()


def test_everything_that_takes_the_focus_has_a_name(window):
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            text = widget.text() if isinstance(widget, QAbstractButton | QLabel) else ""
            if widget.objectName() == "qt_scrollarea_viewport" or type(widget).__name__ in ("QSplitter", "QScrollArea"):
                continue
            assert widget.accessibleName() or text, f"{widget!r} has no name"


def test_the_theme_reaches_everything(window, qapp):
    light = window.grab().toImage()
    theme.apply(qapp, DARK)
    settle()
    dark = window.grab().toImage()
    theme.apply(qapp, LIGHT)
    settle()
    bright = sum(dark.pixelColor(x, y).lightness() > 200 for x in range(0, 1480, 7) for y in range(0, 920, 7))
    assert bright < 0.06 * (1480 // 7) * (920 // 7), "large bright areas are left in the dark theme"
    back = window.grab().toImage()
    same = sum(back.pixel(x, y) == light.pixel(x, y) for x in range(0, 1480, 7) for y in range(0, 920, 7))
    assert same > 0.97 * (1480 // 7) * (920 // 7)


@pytest.mark.parametrize("size", [(1000, 700), (1480, 920)])
def test_no_button_is_cut(window, size):
    window.resize(*size)
    settle()
    for button in window.findChildren(QAbstractButton):
        if button.isVisible() and button.text():
            assert button.width() >= button.minimumSizeHint().width(), f"{button.text()!r} is cut"
