"""Who speaks: a disc in the debater's colour with the debater's shape in it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from disputatio.debate.views.labels import Glyph
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.glyphs import outline
from disputatio.faces.gui.kit.labels import tip


def paint_avatar(painter: QPainter, box: QRectF, glyph: Glyph, colour: str) -> None:
    """`colour` is a key or "#RRGGBB"."""
    tones = theme.identity(colour, theme.current())
    ground = QLinearGradient(box.topLeft(), box.bottomRight())
    ground.setColorAt(0, QColor(tones.fill).lighter(116))
    ground.setColorAt(1, QColor(tones.fill))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawEllipse(box)
    size = box.width() * (0.56 if glyph == "rings" else 0.46)
    inner = QRectF(0, 0, size, size)
    inner.moveCenter(box.center())
    painter.setBrush(QColor("#FFFFFF"))
    painter.drawPath(outline(glyph, inner))


def paint_glyph(painter: QPainter, centre: QPointF, size: float, glyph: Glyph, colour: str) -> None:
    """The bare shape, in the debater's accent."""
    box = QRectF(0, 0, size, size)
    box.moveCenter(centre)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.identity(colour, theme.current()).accent))
    painter.drawPath(outline(glyph, box))


class Avatar(QWidget):
    """The same as a widget of its own, for forms and lists of seats."""

    def __init__(self, name: str, glyph: Glyph, colour: str, *, size: int = 28, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._glyph, self._colour, self._size = glyph, colour, size
        self.setAccessibleName(name)
        self.setToolTip(tip(name))
        self.setFixedSize(size, size)

    def set_identity(self, name: str, glyph: Glyph, colour: str) -> None:
        self._glyph, self._colour = glyph, colour
        self.setAccessibleName(name)
        self.setToolTip(tip(name))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._size, self._size)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_avatar(painter, QRectF(self.rect()), self._glyph, self._colour)
        painter.end()
