"""Cards: the painted ground of a message, and the titled frame of the inspector."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.faces.gui import theme

RADIUS: Final = 13.0
_TINTED: Final = 76.0
"""Pixels over which the debater's tint fades out at the top of a card."""


def paint_card(painter: QPainter, box: QRectF, colour: str, *, focused: bool = False) -> None:
    """Shadow (light theme), ground, tint and stripe of a message card; the shadow needs 3 pixels around `box`."""
    look = theme.current()
    if not look.dark:
        painter.setPen(Qt.PenStyle.NoPen)
        for spread, alpha in ((3, 5), (2, 7), (1, 9)):
            painter.setBrush(QColor(15, 23, 42, alpha))
            painter.drawRoundedRect(box.adjusted(1 - spread, 1, spread - 1, spread), RADIUS + 1, RADIUS + 1)
    inner = box.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(QColor(look.border), 1))
    painter.setBrush(QColor(look.surface))
    painter.drawRoundedRect(inner, RADIUS, RADIUS)
    _paint_identity(painter, inner, colour)
    if focused:
        painter.setPen(QPen(QColor(look.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(inner.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)


def _paint_identity(painter: QPainter, box: QRectF, colour: str) -> None:
    look = theme.current()
    accent = QColor(theme.identity(colour, look).accent)
    shape = QPainterPath()
    shape.addRoundedRect(box, RADIUS, RADIUS)
    painter.save()
    painter.setClipPath(shape)
    fade = QLinearGradient(box.topLeft(), QPointF(box.left(), box.top() + _TINTED))
    for place, alpha in ((0.0, 32 if look.dark else 22), (1.0, 0)):
        tint = QColor(accent)
        tint.setAlpha(alpha)
        fade.setColorAt(place, tint)
    painter.fillRect(QRectF(box.left(), box.top(), box.width(), _TINTED), fade)
    painter.fillRect(QRectF(box.left(), box.top(), 4, box.height()), accent)
    painter.restore()


class TitledCard(QFrame):
    """A frame with a small title; widgets go into `body`, small controls beside the title into `corner`."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setAccessibleName(title)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(8)
        head = QHBoxLayout()
        self._title = QLabel(title)
        self._title.setProperty("look", "section")
        head.addWidget(self._title)
        head.addStretch()
        self.corner = QHBoxLayout()
        self.corner.setSpacing(4)
        head.addLayout(self.corner)
        column.addLayout(head)
        self.body = QVBoxLayout()
        self.body.setSpacing(8)
        column.addLayout(self.body)

    def set_title(self, title: str) -> None:
        self._title.setText(title)
        self.setAccessibleName(title)
