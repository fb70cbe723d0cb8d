"""How one participant's stance went: confidence over the rounds, and each change of position with its class."""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from disputatio.debate.values import value
from disputatio.debate.views.places import Place
from disputatio.debate.views.stances import LevelAt, MarkAt, TimelineItem
from disputatio.debate.wording import figure, tr
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.fonts import CAPTION, font
from disputatio.faces.gui.kit.labels import chip_width, paint_chip, tone_colours
from disputatio.faces.gui.kit.layouts import from_the_side, runs_from_the_right, step_along
from disputatio.faces.gui.kit.screen_reader import speak_as

LANE: Final = 22.0
"""Pixels of a line of marks."""
LANES: Final = 3
PLOT: Final = 46.0
AXIS: Final = 18.0
LEFT: Final = 30.0
REACH: Final = 9.0
"""Pixels around a place that belong to it."""


@value
class Stop:
    """Something on the line that can be gone to: a mark, or a stated confidence. `box` is where it stands, `words` what
    stands there."""

    box: QRectF
    place: Place
    spoken: str
    mark: MarkAt | None = None
    level: LevelAt | None = None
    lane: int = 0
    words: str = ""


class Timeline(QWidget):
    """Left and Right go through what is on it, Enter opens the message; the pointer does the same."""

    opened = Signal(object)
    """The message to show (Place)."""
    resting = Signal(object)
    """The mark (MarkAt) that is pointed at or focused; None when there is none."""

    def __init__(self, name: str, colour: str) -> None:
        super().__init__()
        self._name, self._colour = name, colour
        self._item = TimelineItem()
        self._stops: list[Stop] = []
        self._at = -1
        self._hover = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        speak_as(self, QAccessible.Role.Chart)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("{name}'s stance over time").format(name=name))

    def show_item(self, item: TimelineItem) -> None:
        self._item = item
        self._at = min(self._at, len(item.marks) + len(item.levels) - 1)
        said = [mark.move.line for mark in item.marks]
        said += [
            tr("{level_label}: {level} sure").format(level_label=level.label, level=figure(level.level, ".0%"))
            for level in item.levels
        ]
        self.setAccessibleDescription(" ".join(said) or tr("No change of position so far."))
        self._place()
        self.updateGeometry()
        self.update()

    def stops(self) -> list[Stop]:
        """Return what can be gone to, as one reads along."""
        return list(self._stops)

    def sizeHint(self) -> QSize:
        return QSize(240, round(self._lanes() * LANE + PLOT + AXIS + 6))

    def minimumSizeHint(self) -> QSize:
        return QSize(140, self.sizeHint().height())

    # ---- places ------------------------------------------------------------------------------------------------------
    def _lanes(self) -> int:
        return 1 + max((stop.lane for stop in self._stops if stop.mark), default=0) if self._item.marks else 0

    def _plot(self) -> QRectF:
        plot = QRectF(LEFT, self._lanes() * LANE + 4, max(10.0, self.width() - LEFT - 10), PLOT)
        return from_the_side(plot, QRectF(self.rect()))

    def _along(self, at: float) -> float:
        """Return how far from the side on which the language begins."""
        last = max(1, len(self._item.stages) - 1)
        width = max(10.0, self.width() - LEFT - 10)
        return LEFT + (width * at / last if len(self._item.stages) > 1 else width / 2)

    def _x(self, at: float) -> float:
        return self.width() - self._along(at) if runs_from_the_right() else self._along(at)

    def _y(self, level: float, plot: QRectF) -> float:
        return plot.bottom() - plot.height() * level

    def _place(self) -> None:
        """Place marks in as few lanes as they need. One that has no room for its word has its sign alone, beside the
        last in its lane at the nearest; its word is in its tip, and is spoken."""
        stops: list[Stop] = []
        ends, whole = [float("-inf")] * LANES, QRectF(self.rect())
        for mark in sorted(self._item.marks, key=lambda mark: mark.at):
            x = self._along(mark.at)
            for words in (mark.move.label.marked, mark.move.label.sign):
                width = chip_width(words)
                left = max(0.0, min(x - 9, self.width() - width - 1))
                lane = next((number for number, end in enumerate(ends) if end + 4 <= left), -1)
                if lane >= 0:
                    break
            else:
                lane = min(range(LANES), key=ends.__getitem__)
                left = max(0.0, min(ends[lane] + 4, self.width() - width - 1))
            ends[lane] = left + width
            box = from_the_side(QRectF(left, lane * LANE + 1, width, 18), whole)
            stops.append(Stop(box=box, place=mark.move.place, spoken=mark.move.line, mark=mark, lane=lane, words=words))
        self._stops = stops
        plot = self._plot()
        for level in self._item.levels:
            place = QPointF(self._x(level.at), self._y(level.level, plot))
            box = QRectF(place.x() - REACH, place.y() - REACH, 2 * REACH, 2 * REACH)
            spoken = tr("{level_label}: {level} sure").format(level_label=level.label, level=figure(level.level, ".0%"))
            stops.append(Stop(box=box, place=Place(path=level.path, label=level.label), spoken=spoken, level=level))
        stops.sort(key=lambda stop: (self._order(stop), stop.mark is None))

    def _order(self, stop: Stop) -> float:
        return stop.mark.at if stop.mark else stop.level.at if stop.level else 0.0

    # ---- drawing -----------------------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plot = self._plot()
        self._paint_axis(painter, plot)
        self._paint_levels(painter, plot)
        marks = [(number, stop, stop.mark) for number, stop in enumerate(self._stops) if stop.mark is not None]
        for number, stop, mark in marks:
            self._paint_line(painter, plot, stop, mark, here=number in (self._at_focus(), self._hover))
        for _, stop, mark in marks:  # over all lines
            paint_chip(painter, stop.box, stop.words, *tone_colours(mark.move.label.tone))
        if (at := self._at_focus()) >= 0:
            painter.setPen(QPen(QColor(theme.current().accent), 1.6))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self._stops[at].box.adjusted(-1, -1, 1, 1), 9, 9)
        elif self.hasFocus():
            painter.setPen(QPen(QColor(theme.current().accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()

    def _at_focus(self) -> int:
        return self._at if self.hasFocus() and 0 <= self._at < len(self._stops) else -1

    def _paint_axis(self, painter: QPainter, plot: QRectF) -> None:
        look, face, whole = theme.current(), font(CAPTION - 0.75), QRectF(self.rect())
        painter.setFont(face)
        room = QFontMetricsF(face).horizontalAdvance(figure(1, ".0%")) + 1  # in German a blank stands in it
        for share in (0.0, 0.5, 1.0):
            y = self._y(share, plot)
            painter.setPen(QPen(QColor(look.border), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(QColor(look.muted))
            box = from_the_side(QRectF(0, y - 8, room, 16), whole)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, figure(share, ".0%"))
        measure, end = QFontMetricsF(face), float("-inf")
        for number, stage in enumerate(self._item.stages):
            if (x := self._along(number)) <= end:
                continue
            width = measure.horizontalAdvance(stage)
            left = max(LEFT - 8, min(x - width / 2, self.width() - width))
            if left > end + 6:
                under = from_the_side(QRectF(left, plot.bottom() + 14, width, 0), whole)
                painter.drawText(under.topLeft(), stage)
                end = left + width

    def _paint_levels(self, painter: QPainter, plot: QRectF) -> None:
        look = theme.current()
        accent = QColor(theme.identity(self._colour, look).accent)
        places = [QPointF(self._x(each.at), self._y(each.level, plot)) for each in self._item.levels]
        painter.setPen(QPen(accent, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for before, after in pairwise(places):
            painter.drawLine(before, after)
        painter.setBrush(QColor(look.surface))
        for place in places:
            painter.drawEllipse(place, 3, 3)
        if not places:
            painter.setPen(QColor(look.muted))
            painter.setFont(font(CAPTION))
            painter.drawText(plot, Qt.AlignmentFlag.AlignCenter, tr("no confidence stated"))

    def _paint_line(self, painter: QPainter, plot: QRectF, stop: Stop, mark: MarkAt, *, here: bool) -> None:
        colour, _ = tone_colours(mark.move.label.tone)
        style = Qt.PenStyle.SolidLine if here else Qt.PenStyle.DashLine
        painter.setPen(QPen(QColor(colour), 1.4 if here else 1, style))
        x = self._x(mark.at)
        painter.drawLine(QPointF(x, stop.box.bottom()), QPointF(x, plot.bottom()))

    # ---- pointer and keys --------------------------------------------------------------------------------------------
    def _under(self, place: QPointF) -> int:
        return next((number for number, stop in enumerate(self._stops) if stop.box.contains(place)), -1)

    def _rest(self) -> None:
        number = self._hover if self._hover >= 0 else self._at_focus()
        self.resting.emit(self._stops[number].mark if number >= 0 else None)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self._under(event.position())
        if found != self._hover:
            self._hover = found
            self.setCursor(Qt.CursorShape.PointingHandCursor if found >= 0 else Qt.CursorShape.ArrowCursor)
            self._rest()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover = -1
        self._rest()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and (found := self._under(event.position())) >= 0:
            self._at = found
            self.opened.emit(self._stops[found].place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = step_along(event)
        if self._stops and step:
            self._at = max(0, min(len(self._stops) - 1, self._at + step))
            self._rest()
            self._say()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and 0 <= self._at < len(self._stops):
            self.opened.emit(self._stops[self._at].place)
        else:
            super().keyPressEvent(event)

    def _say(self) -> None:
        self.setAccessibleName(
            tr("{name}'s stance over time: {spoken}").format(name=self._name, spoken=self._stops[self._at].spoken)
        )

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._at < 0 and self._stops:
            self._at = 0
        self._rest()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._rest()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = self._under(QPointF(event.pos()))
            if found >= 0:
                stop = self._stops[found]
                meaning = stop.mark.move.label.meaning if stop.mark else ""
                words = f"<p>{escape(stop.spoken)}</p>" + (f"<p><i>{escape(meaning)}</i></p>" if meaning else "")
                QToolTip.showText(event.globalPos(), words, self)
                return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self._place()
            self.updateGeometry()
