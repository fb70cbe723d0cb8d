"""Who speaks: a disc in the debater's colour with the debater's shape in it.

The shapes are painted, so that no font has to have them. The two debaters' colours look alike to people without green
cones: the shape carries the identity, colour only helps.
"""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from disputatio.debate.views.labels import Glyph
from disputatio.debate.views.participants import Participant
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.labels import tip


# ---- the shapes -----------------------------------------------------------------------------------------------------
def outline(glyph: Glyph, box: QRectF) -> QPainterPath:
    """Return the shape inside `box`, to be filled."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    radius = min(box.width(), box.height()) / 2
    centre = box.center()
    match glyph:
        case "circle":
            path.addEllipse(centre, radius * 0.86, radius * 0.86)
        case "square":
            side = radius * 1.56
            path.addRoundedRect(QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side), 1.5, 1.5)
        case "rings":
            for shift in (-0.38, 0.38):
                middle = QPointF(centre.x() + shift * radius, centre.y())
                path.addEllipse(middle, radius * 0.62, radius * 0.62)
        case "pen" | "cross":
            path.addPolygon(_drawn(glyph, centre, radius))
            path.closeSubpath()
        case _:
            path.addPolygon(_polygon(glyph, centre, radius))
            path.closeSubpath()
    return path


_CORNERS: Final[dict[str, tuple[int, float, float]]] = {
    # glyph: corners, radius of the inner corners (1 = none), shift down as a share of the radius
    "diamond": (4, 1.0, 0.0),
    "triangle": (3, 1.0, 0.18),
    "pentagon": (5, 1.0, 0.05),
    "star": (5, 0.46, 0.05),
}


def _polygon(glyph: str, centre: QPointF, radius: float) -> QPolygonF:
    corners, inner, shift = _CORNERS[glyph]
    reach = [1.0] if inner == 1.0 else [1.0, inner]
    total = corners * len(reach)
    points = []
    for number in range(total):
        angle = -math.pi / 2 + 2 * math.pi * number / total
        length = radius * reach[number % len(reach)]
        points.append(
            QPointF(centre.x() + length * math.cos(angle), centre.y() + shift * radius + length * math.sin(angle))
        )
    return QPolygonF(points)


_DRAWN: Final = {
    "pen": ((-0.9, 0.9), (-0.72, 0.22), (0.42, -0.92), (0.92, -0.42), (-0.22, 0.72)),
    "cross": (
        *((0.92, 0.34), (0.34, 0.34), (0.34, 0.92), (-0.34, 0.92), (-0.34, 0.34), (-0.92, 0.34)),
        *((-0.92, -0.34), (-0.34, -0.34), (-0.34, -0.92), (0.34, -0.92), (0.34, -0.34), (0.92, -0.34)),
    ),
}
"""Corners of the shapes that are no regular polygons, as shares of the radius."""


def _drawn(glyph: str, centre: QPointF, radius: float) -> QPolygonF:
    return QPolygonF([QPointF(centre.x() + x * radius, centre.y() + y * radius) for x, y in _DRAWN[glyph]])


def paint_avatar(painter: QPainter, box: QRectF, glyph: Glyph, colour: str) -> None:
    """Paint the disc with its shape; `colour` is a key or "#RRGGBB"."""
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
    """Paint the bare shape, in the debater's accent."""
    box = QRectF(0, 0, size, size)
    box.moveCenter(centre)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.identity(colour, theme.current()).accent))
    painter.drawPath(outline(glyph, box))


class Avatar(QWidget):
    """The same as a widget of its own, for forms and lists of seats."""

    def __init__(self, name: str, glyph: Glyph, colour: str, *, size: int = 28) -> None:
        super().__init__()
        self._glyph, self._colour, self._size = glyph, colour, size
        self.setAccessibleName(name)
        self.setToolTip(tip(name))
        self.setFixedSize(size, size)

    def sizeHint(self) -> QSize:
        return QSize(self._size, self._size)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_avatar(painter, QRectF(self.rect()), self._glyph, self._colour)
        painter.end()


# ---- small signs before a line -----------------------------------------------------------------------------------
SIGN: Final = 14
LAYERS: Final = (
    "",
    "Earned",
    "Not earned",
    "Contested",
    "Assumptions",
    "Accepted in part",
    "Neutral judgement only",
    "No judgement",
)


class Sign(QWidget):
    """A small sign before a line: the shape of a participant, a layer of the gauge, or an icon."""

    def __init__(self, who: Participant | None = None, *, layer: str = "", icon: str = "") -> None:
        super().__init__()
        if layer not in LAYERS:
            raise ValueError(f"{layer!r} is no layer; they are named in English here: {LAYERS}")
        self._who, self._layer, self._icon = who, layer, icon
        self.setFixedSize(SIGN, SIGN + 4)

    def sizeHint(self) -> QSize:
        return QSize(SIGN, SIGN + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._who is not None:
            glyph: Glyph = self._who.glyph
            paint_glyph(painter, QPointF(SIGN / 2, self.height() / 2), 12, glyph, self._who.colour)
        elif self._icon:
            painter.drawPixmap(0, 2, icons.pixmap(self._icon, look.synthesis, SIGN, self.devicePixelRatioF()))
        else:
            self._paint_layer(painter, QRectF(1, 3, SIGN - 2, SIGN - 2))
        painter.end()

    def _paint_layer(self, painter: QPainter, box: QRectF) -> None:
        look = theme.current()
        match self._layer:
            case "Earned":
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(look.synthesis))
                painter.drawRoundedRect(box, 3, 3)
            case "Not earned":
                painter.setPen(QPen(QColor(look.synthesis), 1))
                painter.setBrush(QBrush(QColor(look.synthesis), Qt.BrushStyle.BDiagPattern))
                painter.drawRoundedRect(box, 3, 3)
            case "Assumptions":
                painter.setPen(QPen(QColor(look.caution), 1.8, Qt.PenStyle.DotLine))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(box.adjusted(1, 1, -1, -1))
            case _:
                painter.setPen(QPen(QColor(look.error if self._layer == "Contested" else look.outline), 1.4))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box, 3, 3)
                if self._layer == "Neutral judgement only":
                    painter.setBrush(QColor(look.outline))
                    painter.drawEllipse(box.center(), 1.2, 1.2)
