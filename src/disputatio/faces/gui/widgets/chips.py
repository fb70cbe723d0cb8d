"""Chips: a word or two on a tinted pill."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from disputatio.debate.views.labels import Tone as Tone
from disputatio.faces.gui import theme
from disputatio.faces.gui.contrast import mix, readable
from disputatio.faces.gui.fonts import CAPTION, font

PADDING: Final = 9.0


def chip_font(zoom: float = 1.0) -> QFont:
    return font(CAPTION * zoom, QFont.Weight.DemiBold)


@lru_cache(maxsize=1024)
def chip_width(text: str, zoom: float = 1.0) -> float:
    """Pixels that a chip with that text takes."""
    return QFontMetricsF(chip_font(zoom)).horizontalAdvance(text) + 2 * PADDING * zoom


def tone_colours(tone: Tone) -> tuple[str, str]:
    """Text and ground of a tone in the theme in force."""
    look = theme.current()
    if tone == "plain":
        return look.muted, look.raised
    base = {"ok": look.ok, "caution": look.caution, "error": look.error}[tone]
    ground = mix(base, look.surface, 0.16 if look.dark else 0.1)
    return readable(base, ground), ground


def paint_chip(painter: QPainter, box: QRectF, text: str, colour: str, ground: str, zoom: float = 1.0) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    painter.setPen(QColor(colour))
    painter.setFont(chip_font(zoom))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


class Chip(QLabel):
    """A chip as a label; its text is what a screen reader says."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setProperty("look", "chip")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setTextFormat(Qt.TextFormat.PlainText)
