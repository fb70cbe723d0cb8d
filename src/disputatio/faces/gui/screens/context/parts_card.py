"""The sections of a context, each with the share of the whole that it takes, and what was left out of it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from disputatio.faces.gui import theme
from disputatio.faces.gui.fonts import CAPTION, SMALL, font
from disputatio.faces.gui.screens.context.told import Part

_PAD: Final = 7


class PartRow(QWidget):
    """A section: Enter or a click opens its text."""

    opened = Signal(str)

    def __init__(self, part: Part, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._part = part
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{part.title}: {part.size}. {part.cut}".strip())
        self.setToolTip(part.cut or "Read it")
        self.setFixedHeight(self.sizeHint().height())

    def sizeHint(self) -> QSize:
        return QSize(160, 2 * _PAD + 26 + (18 if self._part.cut else 0))

    def paintEvent(self, event: QPaintEvent) -> None:
        part, look = self._part, theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus() or self.underMouse():
            painter.setPen(QPen(QColor(look.accent), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.raised))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        line = QRectF(4, _PAD, self.width() - 8, 18)
        size = part.size
        wide = QFontMetricsF(font(CAPTION)).horizontalAdvance(size)
        painter.setFont(font(CAPTION))
        painter.setPen(QColor(look.muted))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, size)
        self._words(painter, line.adjusted(0, 0, -wide - 8, 0), part.title, SMALL, look.text)
        bar = QRectF(4, _PAD + 20, self.width() - 8, 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.border))
        painter.drawRoundedRect(bar, 2, 2)
        bar.setWidth(max(4.0, bar.width() * part.share))
        painter.setBrush(QColor(look.ok if part.verified else look.accent))
        painter.drawRoundedRect(bar, 2, 2)
        if part.cut:
            self._words(painter, QRectF(4, _PAD + 27, self.width() - 8, 16), part.cut, CAPTION, look.caution)
        painter.end()

    def _words(self, painter: QPainter, box: QRectF, text: str, points: float, colour: str) -> None:
        face = font(points)
        painter.setFont(face)
        painter.setPen(QColor(colour))
        shown = QFontMetricsF(face).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.opened.emit(self._part.name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.opened.emit(self._part.name)
        else:
            super().keyPressEvent(event)
