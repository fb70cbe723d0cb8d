"""The gauge of consensus, and the line of its scores over the rounds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from disputatio.debate.values import value
from disputatio.debate.views.score import Score, band
from disputatio.debate.views.words import percent
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import mix
from disputatio.faces.gui.kit.fonts import CAPTION, FIGURE, SMALL, font
from disputatio.faces.gui.kit.layouts import from_the_side, point_from_the_side
from disputatio.faces.gui.kit.screen_reader import speak_as

_START, _SPAN = 190, 200
"""Degrees, as QPainter counts them: from the lower left over the top to the lower right."""
HIGH, LOW = 166, 142
"""Pixels of height with a line below the arc, and without one."""
_AROUND = 12
"""Pixels between the arc of the score and that of its interval."""


class ConsensusGauge(QProgressBar):
    """An arc over figure and word. A progress bar underneath, so that a screen reader finds role and value."""

    opened = Signal()
    """Clicked, or Enter: a person wants to see where the figure comes from."""

    def __init__(self) -> None:
        super().__init__()
        self._score, self._updating = Score(), False
        self._traffic = False
        self.setRange(0, 100)
        self.setTextVisible(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_score(self._score)

    def set_traffic(self, traffic: bool) -> None:
        """Use red, yellow and green by band, instead of one hue; the words stay."""
        self._traffic = traffic
        self.update()

    def score(self) -> Score:
        return self._score

    def set_score(self, score: Score, *, updating: bool = False) -> None:
        """Show a score. `updating`: the debate goes on, and the score will be another one."""
        self._score, self._updating = score, updating
        self.setValue(0 if score.score is None else percent(score.score))
        words = "\n".join(score.lines)
        self.setAccessibleName(
            tr("Agreement") if score.score is not None else tr("Agreement, {text}").format(text=self.text())
        )
        self.setAccessibleDescription(words)
        self.setToolTip(words)
        self.updateGeometry()
        self.update()

    def text(self) -> str:
        score = self._score.score
        if score is None:
            apart = tr("not measured: nobody reads another") if self._score.apart else self._score.unmeasured
            return tr("not measured: a rehearsal") if self._score.rehearsed else apart
        return tr("{score}%, {band}").format(score=percent(score), band=band(score))

    def sizeHint(self) -> QSize:
        return QSize(260, HIGH if self.last_line()[0] else LOW)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.opened.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.opened.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = self._radius()
        centre = QPointF(self.width() / 2, 22 + radius)
        arc = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
        self._paint_arc(painter, arc)
        self._paint_words(painter, centre)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.current().accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 10, 10)
        painter.end()

    def _paint_arc(self, painter: QPainter, arc: QRectF) -> None:
        look, reading = theme.current(), self._score
        _stroke(painter, arc, QColor(look.border), 0.0, 1.0)
        if reading.score:
            hue = self.hue(reading.score)
            earned = reading.score
            if reading.earned is not None and reading.coverage:
                earned = min(reading.score, reading.earned / reading.coverage)
            if earned < reading.score:  # agreed, and not earned: a soft ground with lines over it
                _stroke(painter, arc, QColor(mix(hue, look.surface, 0.28)), earned, reading.score, flat=True)
                _stroke(painter, arc, QBrush(QColor(hue), Qt.BrushStyle.BDiagPattern), earned, reading.score, flat=True)
            if earned > 0:
                _stroke(painter, arc, QColor(hue), 0.0, earned, flat=True)
        if reading.interval is not None:
            self._paint_interval(painter, arc, *reading.interval)
        if self._score.ends:
            self._paint_threshold(painter, arc)

    def _paint_interval(self, painter: QPainter, arc: QRectF, low: float, high: float) -> None:
        """Paint how far the true share may lie from the score, as a thin arc around the other."""
        around = arc.adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)
        painter.setPen(QPen(QColor(theme.current().muted), 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawArc(around, round((_START - _SPAN * low) * 16), round(-_SPAN * (high - low) * 16))
        for end in (low, high):
            self._paint_notch(painter, arc, end, _AROUND - 3, _AROUND + 3)

    def hue(self, score: float) -> str:
        """Return the colour of a score."""
        look = theme.current()
        if not self._traffic:
            return look.synthesis
        bands = ((0.4, look.error), (self._score.threshold, look.caution))
        return next((hue for below, hue in bands if score < below), look.ok)

    def _paint_threshold(self, painter: QPainter, arc: QRectF) -> None:
        """Paint a notch through the arc where consensus begins."""
        painter.setPen(QPen(QColor(theme.current().text), 2))
        self._paint_notch(painter, arc, max(0.0, min(1.0, self._score.threshold)), -8, 8)

    def _paint_notch(self, painter: QPainter, arc: QRectF, share: float, inner: float, outer: float) -> None:
        """Paint a line across the arc, from and to so many pixels off its middle."""
        painter.save()
        painter.translate(arc.center())
        painter.rotate(-(_START - _SPAN * share))
        radius = arc.width() / 2
        painter.drawLine(QPointF(radius + inner, 0), QPointF(radius + outer, 0))
        painter.restore()

    def _paint_words(self, painter: QPainter, centre: QPointF) -> None:
        look, reading = theme.current(), self._score
        measured = reading.score is not None
        figure = tr("{score}%").format(score=percent(reading.score)) if reading.score is not None else "—"
        _line(painter, centre, -50, 46, figure, look.text if measured else look.muted, FIGURE, QFont.Weight.Bold)
        if self._updating and (measured or reading.awaited):
            under = tr("measuring again…") if measured else tr("measuring…")
        elif reading.score is None:
            under = tr("not measured yet") if reading.awaited else tr("not measured")
        else:
            under = band(reading.score)
            dated = reading.round and not reading.over  # at the end, more was judged than in the last round
            whole = f"{under} {tr('after {round}').format(round=reading.when)}" if dated else under
            if QFontMetricsF(font(SMALL, QFont.Weight.Medium)).horizontalAdvance(whole) <= self._inside():
                under = whole  # else it would run over the arc; the tip tells the round
        _line(painter, centre, -4, 20, under, look.muted, SMALL, QFont.Weight.Medium)
        last, tone = self.last_line()
        self._paint_last(painter, centre, last, tone)

    def _inside(self) -> float:
        """Return the pixels between the ends of the arc."""
        return 2 * self._radius() - 26

    def _radius(self) -> float:
        return min(self.width() / 2 - 22, 92.0)

    def _paint_last(self, painter: QPainter, centre: QPointF, words: str, colour: str) -> None:
        """Paint what stands below the arc, on two lines where there is no room for it on one."""
        painter.setFont(font(max(SMALL, CAPTION), QFont.Weight.DemiBold))
        painter.setPen(QColor(colour))
        high = QFontMetricsF(painter.font()).height()
        fits = QFontMetricsF(painter.font()).horizontalAdvance(words) <= self.width()
        box = QRectF(0, centre.y() + (38 - high / 2 if fits else 24), self.width(), high if fits else 2 * high)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words)

    def last_line(self) -> tuple[str, str]:
        """Return what stands below the arc while the debate goes on, and its colour. Warnings stand in whole sentences
        below the gauge."""
        look, reading = theme.current(), self._score
        if reading.score is None or reading.over:
            return "", look.muted
        counts = tr("{agreed} agreed · {contested} contested").format(
            agreed=reading.agreed, contested=reading.contested
        )
        if reading.change:
            sign = "▲" if reading.change > 0 else "▼"
            return f"{sign} {abs(reading.change)} · {counts}", look.synthesis
        return counts, look.synthesis


def _stroke(
    painter: QPainter, arc: QRectF, ink: QBrush | QColor, begin: float, end: float, *, flat: bool = False
) -> None:
    cap = Qt.PenCapStyle.FlatCap if flat else Qt.PenCapStyle.RoundCap
    painter.setPen(QPen(QBrush(ink), 13, Qt.PenStyle.SolidLine, cap))
    painter.drawArc(arc, round((_START - _SPAN * begin) * 16), round(-_SPAN * (end - begin) * 16))


def _line(
    painter: QPainter,
    centre: QPointF,
    top: float,
    high: float,
    words: str,
    colour: str,
    size: float,
    weight: QFont.Weight,
) -> None:
    painter.setFont(font(max(size, CAPTION), weight))
    painter.setPen(QColor(colour))
    painter.drawText(QRectF(centre.x() - 130, centre.y() + top, 260, high), Qt.AlignmentFlag.AlignCenter, words)


APART: Final = 4
"""Pixels between two points of the line; of more rounds than that only some are drawn."""
ASIDE: Final = 8
"""Pixels between two labels, at least."""
ASIDE_AXIS: Final = 28
"""Pixels beside the line, for the figures of its axis."""
TOLD: Final = 12
"""Rounds that are told in words: the first one, and the last ones."""


@value
class ScoreAt:
    """A point of the line: a short label ("R2") and the score, 0..1."""

    label: str
    score: float


def label_places(count: int, width: float, wide: float) -> list[int]:
    """Return which of the points have a label, the last one first: evenly from there, and the first one if there is
    room. `width` of the line, `wide` the widest label, in pixels."""
    apart = width / (count - 1) if count > 1 else width
    every = max(1, ceil((wide + ASIDE) / max(apart, 1e-6)))
    found = list(range(count - 1, -1, -every))
    if found and found[-1] * apart >= wide + ASIDE:
        found.append(0)
    return found


class Sparkline(QWidget):
    """Hidden by whoever shows it until there are two points; drawn all the same with one."""

    def __init__(self) -> None:
        super().__init__()
        self._points: tuple[ScoreAt, ...] = ()
        self._threshold = 0.85
        speak_as(self, QAccessible.Role.Chart)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_points(())

    def set_points(self, points: Sequence[ScoreAt], threshold: float = 0.85) -> None:
        self._points, self._threshold = tuple(points), threshold
        told = [
            tr("{point_label} {score} percent").format(point_label=point.label, score=percent(point.score))
            for point in self._points
        ]
        said = ", ".join(told if len(told) <= TOLD else [told[0], "…", *told[1 - TOLD :]])
        self.setAccessibleName(tr("Agreement over the rounds"))
        self.setAccessibleDescription(said or tr("Nothing has been measured yet."))
        self.setToolTip(said)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(260, 108)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 108)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plot = from_the_side(QRectF(ASIDE_AXIS, 8, self.width() - 42, self.height() - 30), QRectF(self.rect()))
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
            place = from_the_side(QRectF(0, y - 8, ASIDE_AXIS - 6, 16), QRectF(self.rect()))
            painter.drawText(
                place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(round(share * 100))
            )
        y = plot.bottom() - plot.height() * self._threshold
        painter.setPen(QPen(QColor(look.outline), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))

    def _paint_labels(self, painter: QPainter, plot: QRectF) -> list[QPointF]:
        """Paint labels where the points are; those that would overlap are left out."""
        count = len(self._points)
        painter.setPen(QColor(theme.current().muted))
        places = []
        for number, point in enumerate(self._points):
            x = plot.left() + (plot.width() * number / (count - 1) if count > 1 else plot.width() / 2)
            place = QPointF(x, plot.bottom() - plot.height() * max(0.0, min(1.0, point.score)))
            places.append(point_from_the_side(place, plot))
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
