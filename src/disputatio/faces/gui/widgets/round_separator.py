"""The line between two rounds."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from disputatio.faces.gui import theme
from disputatio.faces.gui.widgets.chips import chip_width, paint_chip

SEPARATOR: Final = 38.0
"""Pixels it takes above the first message of a round, at zoom 1."""


def paint_separator(painter: QPainter, box: QRectF, words: str, zoom: float) -> None:
    look = theme.current()
    middle, width = box.top() + box.height() * 0.42, chip_width(words, zoom)
    chip = QRectF(box.center().x() - width / 2, middle - 10 * zoom, width, 20 * zoom)
    painter.setPen(QPen(QColor(look.border), 1))
    painter.drawLine(QPointF(box.left() + 4, middle), QPointF(chip.left() - 10, middle))
    painter.drawLine(QPointF(chip.right() + 10, middle), QPointF(box.right() - 4, middle))
    paint_chip(painter, chip, words, look.muted, look.raised, zoom)
