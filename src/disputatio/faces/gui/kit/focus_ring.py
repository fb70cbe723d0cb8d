"""A ring around what has the keyboard where the thing itself shows none: lists, pages that scroll, messages, cards."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QFocusFrame,
    QPlainTextEdit,
    QScrollArea,
    QTextEdit,
    QWidget,
)

from disputatio.faces.gui.kit import theme

MODIFIERS: Final = frozenset((Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr))
ROUND: Final = 8
RINGED: Final = "ringed"
"""The property of a widget of another kind that wants the ring."""


class _Hand(QObject):
    """Notices whether a person uses the pointer or the keys, by what their windows are told."""

    keys = Signal()
    """A key was pressed after the pointer had been used."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.points = False

    def watch(self, widget: QWidget) -> None:
        if (window := widget.window().windowHandle()) is not None:
            window.installEventFilter(self)  # Qt counts one filter once, however often it is installed

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress:
            self.points = True
        elif self.points and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            self.points = event.key() in MODIFIERS
            if not self.points:
                self.keys.emit()
        return False


class FocusRing(QFocusFrame):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hide()  # else it is shown with the window, around nothing
        self._hand = _Hand(self)
        self._hand.keys.connect(lambda: self.follow(QApplication.focusWidget()))

    def follow(self, widget: QWidget | None) -> None:
        """Stand around what has got the keyboard. Who points knows where they are, and sees none, also where what they
        have clicked takes the keyboard elsewhere."""
        if widget is not None:
            self._hand.watch(widget)
        by_keys = not self._hand.points and QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton
        wanted = _around(widget) if widget is not None and by_keys and _bare(widget) else None
        if wanted is not self.widget():
            self.setWidget(wanted)  # type: ignore[arg-type]  # None lets go of it
            self.clearMask()  # that of a page that fills its parent leaves nothing to paint

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.mask().isEmpty():
            self.clearMask()  # Qt keeps the rim outside the widget alone, which its parent may cut off
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.current().accent), 2))
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(3, 3, -3, -3), ROUND, ROUND
        )  # a widget may fill its parent
        painter.end()


def _bare(widget: QWidget) -> bool:
    if isinstance(widget, (QTextEdit, QPlainTextEdit)):
        return widget.isReadOnly()
    return isinstance(widget, (QAbstractItemView, QAbstractScrollArea)) or bool(widget.property(RINGED))


def _around(widget: QWidget) -> QWidget:
    """Return the part of a large picture that is in sight."""
    viewport = widget.parentWidget()
    area = viewport.parentWidget() if viewport is not None else None
    return area if isinstance(area, QScrollArea) and area.widget() is widget else widget
