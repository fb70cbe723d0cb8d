"""Where the window stood, brought back onto a screen that is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QByteArray, QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow

FIRST: Final = (1280, 820)
FRAME: Final = QSize(2, 32)
"""Pixels that a title and borders take at least."""
SEEN: Final = 100
"""Pixels of the window, in both directions, that must be on a screen."""


def save(window: QMainWindow) -> str:
    return bytes(window.saveGeometry().toBase64().data()).decode()


def restore(window: QMainWindow, saved: str) -> None:
    """Nonsense counts as nothing saved."""
    window.resize(within_screen(*FIRST))
    if saved:
        window.restoreGeometry(QByteArray.fromBase64(saved.encode("ascii", "ignore")))
    screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    frame = window.frameGeometry()
    if screens and not on_screen(frame, screens):
        space = QGuiApplication.primaryScreen().availableGeometry()
        window.resize(min(window.width(), space.width()), min(window.height(), space.height()))
        window.move(space.center() - window.rect().center())


def within_screen(width: int, height: int) -> QSize:
    """A least size, or that of the screen where this is smaller: with large text, what lies outside is out of reach."""
    screen = QGuiApplication.primaryScreen()
    room = screen.availableSize() - FRAME if screen is not None else QSize(width, height)
    return QSize(min(width, room.width()), min(height, room.height()))


def on_screen(frame: QRect, screens: Sequence[QRect]) -> bool:
    """Whether enough of a window can be seen to be taken hold of."""
    shown = [frame.intersected(screen) for screen in screens]
    return any(part.width() >= SEEN and part.height() >= SEEN for part in shown)
