"""Charts of bars, one below the other: what each stands for above it, what it comes to in words below it. What each
model cost, and how right each was in debates before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from disputatio.debate.values import value
from disputatio.debate.views.charts import ModelCost
from disputatio.debate.views.track_records import Recorded
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.charts.chart import Chart
from disputatio.faces.gui.kit import phrases, theme
from disputatio.faces.gui.kit.fonts import CAPTION, SMALL, font
from disputatio.faces.gui.kit.labels import isolated
from disputatio.faces.gui.kit.layouts import from_the_side

MOST: Final = 16
"""Bars that are drawn; the words have all."""
BAR: Final = 10.0
GAP: Final = 14.0
ABOVE: Final = 9.0
"""Pixels of a row before its words, and between them and the bar."""


@value
class Bar:
    """`part`: how long it is, from 0 to 1; `mark`: where a line stands across it, None for none."""

    key: str
    name: str
    told: str
    part: float
    mark: float | None = None


class BarChart(Chart):
    """Fill `bars`, then have it drawn anew. `key`: what bars and lines stand for, where that is not plain."""

    def __init__(self, name: str, key: str = "") -> None:
        self.bars: tuple[Bar, ...] = ()
        self._key = key
        super().__init__(name)

    def lines(self) -> Sequence[str]:
        return [f"{one.name}: {one.told}" for one in self.bars]

    def parts(self) -> Sequence[tuple[str, str]]:
        return list(zip((one.key for one in self.bars[:MOST]), self.lines(), strict=False))

    def _line(self) -> float:
        return QFontMetricsF(font(SMALL)).height()

    def _row(self) -> float:
        return self._line() + ABOVE + BAR + 4 + QFontMetricsF(font(CAPTION)).height()

    def _above(self) -> float:
        """Return the pixels of the key above the bars."""
        return QFontMetricsF(font(CAPTION)).height() + 6 if self._key else 0.0

    def sizeHint(self) -> QSize:
        rows = max(1, min(MOST, len(self.bars)))
        return QSize(360, round(self._above() + rows * (self._row() + GAP)))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def boxes(self, box: QRectF) -> Sequence[QRectF]:
        high, top = self._row() + GAP, box.top() + self._above()
        return [QRectF(box.left(), top + high * at, box.width(), high - 4) for at in range(len(self.bars[:MOST]))]

    def draw(self, painter: QPainter, box: QRectF) -> None:
        look, bold = theme.current(), font(SMALL, QFont.Weight.DemiBold)
        self._draw_words(painter, self._key, box, 0, font(CAPTION), look.muted)
        for one, row in zip(self.bars, self.boxes(box), strict=False):
            self._draw_words(painter, one.name, row, 3, bold, look.text)
            self._draw_bar(painter, one, row)
            self._draw_words(painter, one.told, row, self._line() + ABOVE + BAR + 4, font(CAPTION), look.muted)

    def _draw_words(self, painter: QPainter, words: str, row: QRectF, down: float, face: QFont, tone: str) -> None:
        measure = QFontMetricsF(face)
        words = isolated(measure.elidedText(words, Qt.TextElideMode.ElideRight, row.width() - 8))
        wide = measure.horizontalAdvance(words)
        left = from_the_side(QRectF(row.left() + 4, row.top(), wide, 0), row).left()
        painter.setFont(face)
        painter.setPen(QColor(tone))
        painter.drawText(QPointF(left, row.top() + down + measure.ascent()), words)

    def _draw_bar(self, painter: QPainter, one: Bar, row: QRectF) -> None:
        look = theme.current()
        track = QRectF(row.left() + 4, row.top() + ABOVE + self._line(), row.width() - 8, BAR)
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


class CostChart(BarChart):
    """What each model cost, the dearest first; its tokens where nothing was paid."""

    def __init__(self) -> None:
        super().__init__(tr("Cost by model"))

    def show_costs(self, costs: Sequence[ModelCost], *, hide_cost: bool) -> None:
        money = not hide_cost and any(one.cost for one in costs)
        amounts = {one: one.cost if money else one.prompt + one.completion for one in costs}
        most = max(amounts.values(), default=0) or 1
        self.bars = tuple(
            Bar(key=one.model, name=phrases.model(one.model), told=_told(one, hide_cost), part=amount / most)
            for one, amount in sorted(amounts.items(), key=lambda each: each[1], reverse=True)
        )


def _told(one: ModelCost, hide_cost: bool) -> str:
    tokens = plural("{count} token", "{count} tokens", one.prompt + one.completion)
    return (
        plural("{count} turn, {tokens}", "{count} turns, {tokens}", one.turns).format(tokens=tokens)
        if hide_cost
        else one.line.partition(": ")[2]
    )


class CalibrationChart(BarChart):
    """How right each model at the table was in debates before: a bar for what turned out to be right, and a line across
    it where the model had put itself."""

    def __init__(self) -> None:
        super().__init__(tr("Track record of the models"), tr("Bar: how often it was right. Line: how sure it was."))

    def show_records(self, records: Sequence[Recorded]) -> None:
        self.bars = tuple(
            Bar(
                key=one.model,
                name=phrases.model(one.model),
                told=one.brief,
                part=one.track.right,
                mark=one.track.sure,
            )
            for one in records
        )
