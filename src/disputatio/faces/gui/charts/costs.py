"""What each model cost: a bar for each, the dearest first; of tokens where nothing was paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from disputatio.debate.views.charts import ModelCost
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.charts.chart import Chart
from disputatio.faces.gui.kit import phrases, theme
from disputatio.faces.gui.kit.fonts import CAPTION, SMALL, font
from disputatio.faces.gui.kit.labels import isolated
from disputatio.faces.gui.kit.layouts import from_the_side

MOST: Final = 16
"""Models that have a bar; the words have all."""
BAR: Final = 10.0
GAP: Final = 14.0


class CostChart(Chart):
    def __init__(self) -> None:
        self._costs: tuple[ModelCost, ...] = ()
        self._money = False
        self._hidden = False
        super().__init__(tr("Cost by model"))

    def show_costs(self, costs: Sequence[ModelCost], *, hide_cost: bool) -> None:
        self._hidden, self._money = hide_cost, not hide_cost and any(one.cost for one in costs)
        self._costs = tuple(sorted(costs, key=self._amount, reverse=True))

    def _amount(self, one: ModelCost) -> int:
        return one.cost if self._money else one.prompt + one.completion

    def _told(self, one: ModelCost) -> str:
        tokens = plural("{count} token", "{count} tokens", one.prompt + one.completion)
        return (
            plural("{count} turn, {tokens}", "{count} turns, {tokens}", one.turns).format(tokens=tokens)
            if self._hidden
            else one.line.partition(": ")[2]
        )

    def lines(self) -> Sequence[str]:
        return [f"{phrases.model(one.model)}: {self._told(one)}" for one in self._costs]

    def parts(self) -> Sequence[tuple[str, str]]:
        return list(zip((one.model for one in self._costs[:MOST]), self.lines(), strict=False))

    def _line(self) -> float:
        return QFontMetricsF(font(SMALL)).height()

    def sizeHint(self) -> QSize:
        rows = max(1, min(MOST, len(self._costs)))
        return QSize(360, round(rows * (self._line() + BAR + 4 + GAP)))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def boxes(self, box: QRectF) -> Sequence[QRectF]:
        high = self._line() + BAR + 4 + GAP
        return [
            QRectF(box.left(), box.top() + high * at, box.width(), high - 4) for at in range(len(self._costs[:MOST]))
        ]

    def draw(self, painter: QPainter, box: QRectF) -> None:
        look, most = theme.current(), max(map(self._amount, self._costs), default=0)
        for one, row in zip(self._costs, self.boxes(box), strict=False):
            name, told = phrases.model(one.model), self._told(one)
            painter.setFont(font(CAPTION))
            small = QFontMetricsF(painter.font())
            told = small.elidedText(told, Qt.TextElideMode.ElideRight, row.width() * 0.6)
            room = row.width() - small.horizontalAdvance(told) - 16
            base = row.top() + 4 + QFontMetricsF(font(SMALL)).ascent()
            painter.setPen(QColor(look.muted))
            wide = small.horizontalAdvance(told)
            end = from_the_side(QRectF(row.right() - 4 - wide, row.top(), wide, 0), row)
            painter.drawText(QPointF(end.left(), base), isolated(told))
            painter.setFont(font(SMALL, QFont.Weight.DemiBold))
            painter.setPen(QColor(look.text))
            name = QFontMetricsF(painter.font()).elidedText(name, Qt.TextElideMode.ElideMiddle, room)
            name = isolated(name)
            wide = QFontMetricsF(painter.font()).horizontalAdvance(name)
            painter.drawText(
                QPointF(from_the_side(QRectF(row.left() + 4, row.top(), wide, 0), row).left(), base), isolated(name)
            )
            track = QRectF(row.left() + 4, row.top() + 6 + self._line(), row.width() - 8, BAR)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.raised))
            painter.drawRoundedRect(track, BAR / 2, BAR / 2)
            if amount := self._amount(one):
                bar = QRectF(track.left(), track.top(), max(BAR, track.width() * amount / most), BAR)
                painter.setBrush(QColor(look.fill))
                painter.drawRoundedRect(from_the_side(bar, track), BAR / 2, BAR / 2)
