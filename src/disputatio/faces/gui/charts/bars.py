"""A chart of bars, one below the other: what each stands for on the left, what it comes to in words on the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from disputatio.debate.values import value
from disputatio.faces.gui.charts.chart import Chart
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.fonts import CAPTION, SMALL, font
from disputatio.faces.gui.kit.labels import isolated
from disputatio.faces.gui.kit.layouts import from_the_side

MOST: Final = 16
"""Bars that are drawn; the words have all."""
BAR: Final = 10.0
GAP: Final = 14.0


@value
class Bar:
    """`part`: how long it is, from 0 to 1; `mark`: where a line stands across it, None for none."""

    key: str
    name: str
    told: str
    part: float
    mark: float | None = None


class BarChart(Chart):
    """Fill `bars`, then have it drawn anew."""

    def __init__(self, name: str) -> None:
        self.bars: tuple[Bar, ...] = ()
        super().__init__(name)

    def lines(self) -> Sequence[str]:
        return [f"{one.name}: {one.told}" for one in self.bars]

    def parts(self) -> Sequence[tuple[str, str]]:
        return list(zip((one.key for one in self.bars[:MOST]), self.lines(), strict=False))

    def _line(self) -> float:
        return QFontMetricsF(font(SMALL)).height()

    def sizeHint(self) -> QSize:
        rows = max(1, min(MOST, len(self.bars)))
        return QSize(360, round(rows * (self._line() + BAR + 4 + GAP)))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def boxes(self, box: QRectF) -> Sequence[QRectF]:
        high = self._line() + BAR + 4 + GAP
        return [QRectF(box.left(), box.top() + high * at, box.width(), high - 4) for at in range(len(self.bars[:MOST]))]

    def draw(self, painter: QPainter, box: QRectF) -> None:
        for one, row in zip(self.bars, self.boxes(box), strict=False):
            self._draw_words(painter, one, row)
            self._draw_bar(painter, one, row)

    def _draw_words(self, painter: QPainter, one: Bar, row: QRectF) -> None:
        look = theme.current()
        painter.setFont(font(CAPTION))
        small = QFontMetricsF(painter.font())
        told = small.elidedText(one.told, Qt.TextElideMode.ElideRight, row.width() * 0.6)
        room = row.width() - small.horizontalAdvance(told) - 16
        base = row.top() + 4 + QFontMetricsF(font(SMALL)).ascent()
        painter.setPen(QColor(look.muted))
        wide = small.horizontalAdvance(told)
        end = from_the_side(QRectF(row.right() - 4 - wide, row.top(), wide, 0), row)
        painter.drawText(QPointF(end.left(), base), isolated(told))
        painter.setFont(font(SMALL, QFont.Weight.DemiBold))
        painter.setPen(QColor(look.text))
        name = QFontMetricsF(painter.font()).elidedText(one.name, Qt.TextElideMode.ElideMiddle, room)
        name = isolated(name)
        wide = QFontMetricsF(painter.font()).horizontalAdvance(name)
        left = from_the_side(QRectF(row.left() + 4, row.top(), wide, 0), row).left()
        painter.drawText(QPointF(left, base), isolated(name))

    def _draw_bar(self, painter: QPainter, one: Bar, row: QRectF) -> None:
        look = theme.current()
        track = QRectF(row.left() + 4, row.top() + 6 + self._line(), row.width() - 8, BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.raised))
        painter.drawRoundedRect(track, BAR / 2, BAR / 2)
        if one.part:
            bar = QRectF(track.left(), track.top(), max(BAR, track.width() * one.part), BAR)
            painter.setBrush(QColor(look.fill))
            painter.drawRoundedRect(from_the_side(bar, track), BAR / 2, BAR / 2)
        if one.mark is not None:
            line = QRectF(track.left() + (track.width() - 2) * one.mark, track.top() - 3, 2, BAR + 6)
            painter.setBrush(QColor(look.text))
            painter.drawRect(from_the_side(line, track))
