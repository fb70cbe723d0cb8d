"""The versions of code: the score of each, joined to the one that it follows, and the tests that it passed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from disputatio.debate.views.code_versions import Version
from disputatio.debate.wording import as_written, tr
from disputatio.faces.gui.charts.chart import Chart
from disputatio.faces.gui.charts.gauge import label_places
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.fonts import CAPTION, font
from disputatio.faces.gui.kit.layouts import from_the_side, point_from_the_side

DOT: Final = 4.5
"""Pixels of radius."""
LEGEND: Final = (tr("Score"), tr("Tests passed"))
STEPS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


class VersionChart(Chart):
    def __init__(self) -> None:
        self._versions: tuple[Version, ...] = ()
        super().__init__(tr("Code versions"))

    def show_versions(self, versions: Sequence[Version]) -> None:
        self._versions = tuple(versions)

    def sizeHint(self) -> QSize:
        return QSize(300, 170)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 150)

    def lines(self) -> Sequence[str]:
        return [one.line for one in self._versions]

    def parts(self) -> Sequence[tuple[str, str]]:
        return [(str(one.number), one.line) for one in self._versions]

    # ---- places ----------------------------------------------------------------------------------------------------
    @property
    def _lowest(self) -> float:
        """The step of the scale that is below every figure, so that what differs little can be told apart."""
        figures = [each for one in self._versions for each in (one.score, one.pass_rate) if each is not None]
        least = min(figures, default=0.0)
        return max((step for step in STEPS[:-2] if step <= least), default=0.0)

    def _plot(self, box: QRectF) -> QRectF:
        line = QFontMetricsF(font(CAPTION)).height()
        return from_the_side(box.adjusted(self._aside(), line * 1.9, -10, -line * 1.5), box)

    def _aside(self) -> float:
        """Return the pixels beside the plot, for the figures of the axis."""
        return QFontMetricsF(font(CAPTION)).horizontalAdvance("0.75") + 10

    def _x(self, plot: QRectF, at: int) -> float:
        count = len(self._versions)
        x = plot.center().x() if count < 2 else plot.left() + 10 + (plot.width() - 20) * at / (count - 1)
        return point_from_the_side(QPointF(x, plot.top()), plot).x()

    def _y(self, plot: QRectF, share: float) -> float:
        low = self._lowest
        return plot.bottom() - plot.height() * (share - low) / (1 - low)

    def boxes(self, box: QRectF) -> Sequence[QRectF]:
        plot, count = self._plot(box), max(1, len(self._versions))
        wide = plot.width() / count
        return [
            QRectF(self._x(plot, at) - wide / 2, plot.top() - 4, wide, box.bottom() - plot.top() + 2)
            for at in range(len(self._versions))
        ]

    # ---- drawing ---------------------------------------------------------------------------------------------------
    def draw(self, painter: QPainter, box: QRectF) -> None:
        look, plot = theme.current(), self._plot(box)
        painter.setFont(font(CAPTION))
        self._draw_legend(painter, box)
        self._draw_grid(painter, box, plot)
        tests = QPen(QColor(look.muted), 1.4, Qt.PenStyle.DashLine)
        self._draw_line(painter, plot, tests, lambda one: one.pass_rate)
        self._draw_line(painter, plot, QPen(QColor(look.synthesis), 2.2), lambda one: one.score)
        for at, one in enumerate(self._versions):
            if one.score is not None:
                painter.setPen(QPen(QColor(look.synthesis), 2))
                last = at == len(self._versions) - 1
                painter.setBrush(QColor(look.synthesis if last else look.surface))
                painter.drawEllipse(QPointF(self._x(plot, at), self._y(plot, one.score)), DOT, DOT)
            elif one.pass_rate is None:
                self._draw_unmeasured(painter, QPointF(self._x(plot, at), plot.bottom()))

    def _draw_line(self, painter: QPainter, plot: QRectF, pen: QPen, figure: Callable[[Version], float | None]) -> None:
        """Join each version to the one that it follows, where both were measured."""
        painter.setPen(pen)
        for at, one in enumerate(self._versions):
            here = figure(one)
            before = figure(self._versions[one.follows - 1]) if one.follows else None
            if here is not None and before is not None:
                painter.drawLine(
                    QPointF(self._x(plot, one.follows - 1), self._y(plot, before)),
                    QPointF(self._x(plot, at), self._y(plot, here)),
                )
            elif here is not None and pen.style() is Qt.PenStyle.DashLine:
                painter.drawPoint(QPointF(self._x(plot, at), self._y(plot, here)))

    def _draw_unmeasured(self, painter: QPainter, place: QPointF) -> None:
        """Nothing was measured, which is not 0: a small cross on the line below."""
        painter.setPen(QPen(QColor(theme.current().muted), 1.4))
        for one, other in (((-3, -3), (3, 3)), ((-3, 3), (3, -3))):
            painter.drawLine(place + QPointF(*one), place + QPointF(*other))

    def _draw_legend(self, painter: QPainter, box: QRectF) -> None:
        look, measure = theme.current(), QFontMetricsF(painter.font())
        x, middle = box.left() + 2, box.top() + measure.height() / 2
        for word in LEGEND:
            score = word == LEGEND[0]
            style = Qt.PenStyle.SolidLine if score else Qt.PenStyle.DashLine
            painter.setPen(QPen(QColor(look.synthesis if score else look.muted), 2.2 if score else 1.4, style))
            line = from_the_side(QRectF(x, middle, 16, 0), box)
            painter.drawLine(line.topLeft(), line.topRight())
            painter.setPen(QColor(look.muted))
            said = QRectF(x + 22, box.top(), measure.horizontalAdvance(word) + 2, measure.height())
            painter.drawText(from_the_side(said, box), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, word)
            x = said.right() + 14

    def _draw_grid(self, painter: QPainter, box: QRectF, plot: QRectF) -> None:
        look, right = theme.current(), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for share in STEPS:
            if share < self._lowest:
                continue
            y = self._y(plot, share)
            painter.setPen(QPen(QColor(look.border), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(QColor(look.muted))
            place = from_the_side(QRectF(box.left(), y - 10, self._aside() - 8, 20), box)
            painter.drawText(place, right, as_written(f"{share:g}"))
        measure = QFontMetricsF(painter.font())
        count = len(self._versions)
        for at in label_places(count, max(1.0, plot.width() - 20), measure.horizontalAdvance("v000")):
            under = QRectF(self._x(plot, at) - 30, plot.bottom() + 3, 60, measure.height() * 1.3)
            painter.drawText(under, Qt.AlignmentFlag.AlignCenter, self._versions[at].name)
