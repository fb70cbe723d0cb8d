"""The score over the rounds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from disputatio.debate.shares import percent
from disputatio.debate.values import value
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.fonts import CAPTION, font

APART: Final = 4
"""Pixels between two points of the line; of more rounds than that only some are drawn."""
ASIDE: Final = 8
"""Pixels between two labels, at least."""
TOLD: Final = 12
"""Rounds that are told in words: the first one, and the last ones."""


@value
class ScoreAt:
    """A point of the line: a short label ("R2") and the score, 0..1."""

    label: str
    score: float


def label_places(count: int, width: float, wide: float) -> list[int]:
    """Which of the points have a label, the last one first: evenly from there, and the first one if there is room.
    `width` of the line, `wide` the widest label, in pixels."""
    apart = width / (count - 1) if count > 1 else width
    every = max(1, ceil((wide + ASIDE) / max(apart, 1e-6)))
    found = list(range(count - 1, -1, -every))
    if found and found[-1] * apart >= wide + ASIDE:
        found.append(0)
    return found


class Sparkline(QWidget):
    """Hidden by whoever shows it until there are two points; drawn all the same with one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._points: tuple[ScoreAt, ...] = ()
        self._threshold = 0.85
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_points(())

    def set_points(self, points: Sequence[ScoreAt], threshold: float = 0.85) -> None:
        self._points, self._threshold = tuple(points), threshold
        told = [f"{point.label} {percent(point.score)} percent" for point in self._points]
        said = ", ".join(told if len(told) <= TOLD else [told[0], "…", *told[1 - TOLD :]])
        self.setAccessibleName("Consensus over the rounds")
        self.setAccessibleDescription(said or "Nothing has been measured yet.")
        self.setToolTip(said)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(260, 108)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 108)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plot = QRectF(28, 8, self.width() - 42, self.height() - 30)
        self._paint_grid(painter, plot)
        places = self._paint_labels(painter, plot)
        if places:
            step = max(1, round(len(places) * APART / max(1.0, plot.width())))
            self._paint_line(painter, plot, [*places[-1::-step]][::-1])
        painter.end()

    def _paint_grid(self, painter: QPainter, plot: QRectF) -> None:
        look = theme.current()
        painter.setFont(font(CAPTION - 0.75))
        for share in (0.0, 0.5, 1.0):
            y = plot.bottom() - plot.height() * share
            painter.setPen(QPen(QColor(look.border), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(QColor(look.muted))
            place = QRectF(0, y - 8, plot.left() - 6, 16)
            painter.drawText(
                place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(round(share * 100))
            )
        y = plot.bottom() - plot.height() * self._threshold
        painter.setPen(QPen(QColor(look.outline), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))

    def _paint_labels(self, painter: QPainter, plot: QRectF) -> list[QPointF]:
        """Where the points are; labels are left out where they would overlap."""
        count = len(self._points)
        painter.setPen(QColor(theme.current().muted))
        places = []
        for number, point in enumerate(self._points):
            x = plot.left() + (plot.width() * number / (count - 1) if count > 1 else plot.width() / 2)
            places.append(QPointF(x, plot.bottom() - plot.height() * max(0.0, min(1.0, point.score))))
        metrics = QFontMetricsF(painter.font())
        wide = max((metrics.horizontalAdvance(point.label) for point in self._points), default=0.0)
        for number in label_places(count, plot.width(), wide):
            label = QRectF(places[number].x() - 24, plot.bottom() + 5, 48, 15)
            painter.drawText(label, Qt.AlignmentFlag.AlignCenter, self._points[number].label)
        return places

    def _paint_line(self, painter: QPainter, plot: QRectF, places: list[QPointF]) -> None:
        look = theme.current()
        line = QPainterPath(places[0])
        for before, after in pairwise(places):
            middle = (before.x() + after.x()) / 2
            line.cubicTo(QPointF(middle, before.y()), QPointF(middle, after.y()), after)
        below = QPainterPath(line)
        below.lineTo(places[-1].x(), plot.bottom())
        below.lineTo(places[0].x(), plot.bottom())
        fade = QLinearGradient(0, plot.top(), 0, plot.bottom())
        for stop, alpha in ((0.0, 60), (1.0, 0)):
            tint = QColor(look.synthesis)
            tint.setAlpha(alpha)
            fade.setColorAt(stop, tint)
        painter.fillPath(below, fade)
        painter.setPen(QPen(QColor(look.synthesis), 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(line)
        painter.setBrush(QColor(look.surface))
        for number, place in enumerate(places):
            size = 4.0 if number == len(places) - 1 else 2.4
            painter.drawEllipse(place, size, size)
