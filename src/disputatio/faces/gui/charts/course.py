"""Agreement over the rounds: a bar for each, earned agreement solid, the rest of it hatched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen

from disputatio.debate.views.charts import agreement_lines, round_named, round_told
from disputatio.debate.views.score import Score
from disputatio.debate.views.words import percent
from disputatio.debate.wording import figure, tr
from disputatio.faces.gui.charts.chart import Chart
from disputatio.faces.gui.charts.gauge import label_places
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import mix
from disputatio.faces.gui.kit.fonts import CAPTION, font
from disputatio.faces.gui.kit.layouts import from_the_side

WIDEST: Final = 52.0
"""Pixels of a bar."""
APART: Final = 6.0
"""Pixels between the names of two bars, at the least."""
FOOT: Final = 1.9
HEAD: Final = 1.7
"""Lines of text below and above the bars."""
LEGEND: Final = (tr("Earned"), tr("Not earned"))


class AgreementChart(Chart):
    def __init__(self) -> None:
        self._scores: tuple[Score, ...] = ()
        super().__init__(tr("Agreement over the rounds"))

    def show_scores(self, scores: Sequence[Score]) -> None:
        self._scores = tuple(scores)

    def sizeHint(self) -> QSize:
        return QSize(360, 240)

    def minimumSizeHint(self) -> QSize:
        return QSize(220, 200)

    def lines(self) -> Sequence[str]:
        return agreement_lines(self._scores)

    def parts(self) -> Sequence[tuple[str, str]]:
        return [(str(one.round), line) for one, line in zip(self._scores, self.lines(), strict=True)]

    # ---- places ----------------------------------------------------------------------------------------------------
    def _plot(self, box: QRectF) -> QRectF:
        line, left = QFontMetricsF(font(CAPTION)).height(), self._aside()
        return from_the_side(box.adjusted(left, line * (HEAD + 1.4), -6, -line * FOOT), box)

    def _aside(self) -> float:
        """Return the pixels beside the bars, for the figures of the axis."""
        return QFontMetricsF(font(CAPTION)).horizontalAdvance(figure(1, ".0%")) + 8

    def _slots(self, plot: QRectF) -> list[QRectF]:
        wide = plot.width() / max(1, len(self._scores))
        return [
            from_the_side(QRectF(plot.left() + wide * at, plot.top(), wide, plot.height()), plot)
            for at in range(len(self._scores))
        ]

    def boxes(self, box: QRectF) -> Sequence[QRectF]:
        line = QFontMetricsF(font(CAPTION)).height()
        return [slot.adjusted(1, -line * HEAD, -1, line * FOOT) for slot in self._slots(self._plot(box))]

    # ---- drawing ---------------------------------------------------------------------------------------------------
    def draw(self, painter: QPainter, box: QRectF) -> None:
        plot = self._plot(box)
        painter.setFont(font(CAPTION))
        self._draw_legend(painter, box)
        self._draw_grid(painter, box, plot)
        slots = self._slots(plot)
        measure = QFontMetricsF(painter.font())
        words = [tr("{score}%").format(score=percent(one.score or 0)) for one in self._scores]
        named = self._names(measure, slots)
        wide = max((measure.horizontalAdvance(each) for each in (*words, *named)), default=0.0)
        told = set(label_places(len(slots), max(1.0, plot.width() * (1 - 1 / max(1, len(slots)))), wide))
        for at, (one, slot) in enumerate(zip(self._scores, slots, strict=True)):
            top = self._draw_bar(painter, slot, one)
            if at in told:
                across = measure.horizontalAdvance(words[at]) + 6
                behind = QRectF(slot.center().x() - across / 2, top - measure.height() * 1.25, across, measure.height())
                painter.fillRect(behind, QColor(theme.current().surface))  # the threshold may pass there
                painter.setPen(QColor(theme.current().text))
                over = QRectF(slot.center().x() - 60, top - measure.height() * 1.3, 120, measure.height() * 1.2)
                painter.drawText(over, Qt.AlignmentFlag.AlignCenter, words[at])
                painter.setPen(QColor(theme.current().muted))
                under = QRectF(slot.left(), plot.bottom() + 3, slot.width(), measure.height() * 1.4)
                painter.drawText(under, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, named[at])

    def _names(self, measure: QFontMetricsF, slots: Sequence[QRectF]) -> list[str]:
        """Return what stands below the bars: in full where all of it has room, in short otherwise."""
        full = [round_told(one) for one in self._scores]
        room = min((slot.width() for slot in slots), default=0.0) - APART
        fits = all(measure.horizontalAdvance(each) <= room for each in full)
        return full if fits else [round_named(one) for one in self._scores]

    def _draw_legend(self, painter: QPainter, box: QRectF) -> None:
        look, measure = theme.current(), QFontMetricsF(painter.font())
        high, x = measure.height(), box.left() + 2
        for word in LEGEND:
            mark = QRectF(x, box.top() + 3, high * 0.75, high * 0.75)
            self._fill(painter, from_the_side(mark, box), solid=word == LEGEND[0])
            painter.setPen(QColor(look.muted))
            said = QRectF(mark.right() + 6, box.top(), measure.horizontalAdvance(word) + 2, high)
            painter.drawText(from_the_side(said, box), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, word)
            x = said.right() + 14

    def _draw_grid(self, painter: QPainter, box: QRectF, plot: QRectF) -> None:
        look, right = theme.current(), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = plot.bottom() - plot.height() * share
            painter.setPen(QPen(QColor(look.border), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            if share in (0.0, 0.5, 1.0):
                painter.setPen(QColor(look.muted))
                place = QRectF(box.left(), y - 10, self._aside() - 8, 20)
                painter.drawText(from_the_side(place, box), right, figure(share, ".0%"))
        if self._scores and self._scores[-1].ends:
            y = plot.bottom() - plot.height() * self._scores[-1].threshold
            painter.setPen(QPen(QColor(look.text), 1.2, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))

    def _draw_bar(self, painter: QPainter, slot: QRectF, one: Score) -> float:
        """Paint a bar; return its upper edge."""
        score, earned = one.score or 0.0, one.earned or 0.0
        if one.coverage:
            earned = min(score, earned / one.coverage)
        wide = min(WIDEST, slot.width() * 0.62)
        bar = QRectF(slot.center().x() - wide / 2, 0, wide, 0)
        for low, high, solid in ((earned, score, False), (0.0, earned, True)):
            bar.setTop(slot.bottom() - slot.height() * high)
            bar.setBottom(slot.bottom() - slot.height() * low)
            if bar.height() > 0.5:
                self._fill(painter, bar, solid=solid)
        return slot.bottom() - slot.height() * score

    def _fill(self, painter: QPainter, box: QRectF, *, solid: bool) -> None:
        look = theme.current()
        painter.setPen(QPen(QColor(look.synthesis), 1))
        painter.setBrush(QColor(look.synthesis if solid else mix(look.synthesis, look.surface, 0.16)))
        painter.drawRect(box)
        if not solid:
            painter.setBrush(QBrush(QColor(look.synthesis), Qt.BrushStyle.BDiagPattern))
            painter.drawRect(box)
