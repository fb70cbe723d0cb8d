"""A ring around what has the keyboard where the thing itself shows none: lists, pages that scroll, messages, cards."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QFocusFrame,
    QPlainTextEdit,
    QScrollArea,
    QTextEdit,
    QWidget,
)

from disputatio.faces.gui.kit import theme

ROUND: Final = 8
RINGED: Final = "ringed"
"""The property of a widget of another kind that wants the ring."""


class FocusRing(QFocusFrame):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hide()  # else it is shown with the window, around nothing

    def follow(self, widget: QWidget | None) -> None:
        """Stand around what has got the keyboard. Who clicks knows where they are, and sees none."""
        by_keys = QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton
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
