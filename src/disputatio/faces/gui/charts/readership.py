"""Who has read whom: participants as their format seats them, an arrow from whoever was read to whoever read it, the
board in the middle where they were shown what it says, and a ring around whoever is being asked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QLabel

from disputatio.debate.views.charts import Hearing, Tie
from disputatio.debate.wording import tr
from disputatio.faces.gui.charts.chart import Chart
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.avatars import paint_avatar
from disputatio.faces.gui.kit.colours import mix
from disputatio.faces.gui.kit.fonts import CAPTION, font
from disputatio.faces.gui.kit.layouts import point_from_the_side

DISC, SMALLER = 34.0, 26.0
"""Pixels of a participant, and of one in a crowd where there is little room."""
RING: Final = 5.0
TIP: Final = 7.0
"""Pixels of the head of an arrow."""
ASIDE: Final = 0.10
"""How far an arrow bends to its left, as a share of its length: there and back are two arrows."""
AROUND: Final = 0.34
"""The same where two are all there is, so that both arrows pass around the board between them."""
CROWD: Final = 8
"""Seats of one circle beyond which their names stand around it, since there is no room under each."""
BESIDE, WIDER = 0.26, 0.31
"""The share of the width that names have at each side of such a circle; the second where there is little room."""
ROUND: Final = 2.0
"""How many times as wide as high a circle may be drawn."""
ROOMY: Final = 330
"""Pixels of width below which there is."""
BOARD: Final = tr("board")
NAME: Final = 96
"""Pixels of a name from which on there is room for two lines of it."""
MANY: Final = 20
"""Arrows beyond which only those of one seat can be followed, and the others are faint."""
FAINT, CLEAR = 0.16, 0.8
"""How much of its ink an arrow has."""
HINT: Final = tr("Point at somebody, or choose with the arrow keys, to see whom they read and who read them.")


class ReadershipChart(Chart):
    about_changed = Signal()
    """Another seat is pointed at or chosen, or none."""

    def __init__(self) -> None:
        self._hearing = Hearing()
        self._pointed = ""
        super().__init__(tr("Who has read whom"))

    def show_hearing(self, hearing: Hearing) -> None:
        self._hearing = hearing

    def changed(self) -> None:
        super().changed()
        self.about_changed.emit()

    @property
    def about(self) -> str:
        """The seat that is pointed at, else the one that was chosen; "" without either."""
        people = self._hearing.people
        if self._pointed in {who.seat for who in people}:
            return self._pointed
        return people[self.at].seat if 0 <= self.at < len(people) else ""

    def told(self) -> str:
        """Say in words whom the seat in question has read, and who read it; without one, how all of them do."""
        if self.about:
            return self._hearing.brief_of(self.about)
        return " ".join(filter(None, (self._hearing.topology, HINT)))

    def tellable(self) -> Sequence[str]:
        """Return everything that may be told."""
        return [*(self._hearing.brief_of(who.seat) for who in self._hearing.people), self.told()]

    # ---- pointer -------------------------------------------------------------------------------------------------
    def choose(self, at: int) -> None:
        super().choose(at)
        self.about_changed.emit()

    def _point_at(self, seat: str) -> None:
        if seat != self._pointed:
            self._pointed = seat
            self.update()
            self.about_changed.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        under = self._under(event.position())
        self._point_at(self._hearing.people[under].seat if under >= 0 else "")
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at("")
        super().leaveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose a seat; a click beside all of them, or on the one that is chosen, lets go of it."""
        under = self._under(event.position())
        if under >= 0 and under != self.at:
            super().mouseReleaseEvent(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.at = -1
            self.setAccessibleName(self.name)
            self.update()
            self.about_changed.emit()

    def sizeHint(self) -> QSize:
        return QSize(360, 260)

    def minimumSizeHint(self) -> QSize:
        return QSize(220, 220)

    def lines(self) -> Sequence[str]:
        return self._hearing.lines

    def parts(self) -> Sequence[tuple[str, str]]:
        return [(who.seat, self._hearing.told_of(who.seat)) for who in self._hearing.people]

    # ---- places ----------------------------------------------------------------------------------------------------
    def _places(self, box: QRectF) -> dict[str, QPointF]:
        """Return the middle of each disc."""
        return {seat: point_from_the_side(place, box) for seat, place in self._from_the_left(box).items()}

    def _from_the_left(self, box: QRectF) -> dict[str, QPointF]:
        tiers, measure = self._hearing.tiers, QFontMetricsF(font(CAPTION))
        longest = max((measure.horizontalAdvance(who.name) for who in self._hearing.people), default=0.0)
        line = measure.height() * (1.4 if self._crowded or longest <= NAME else 2.4)
        room = box.adjusted(self._disc + 26, self._disc / 2 + RING + 4, -self._disc - 26, -self._disc / 2 - line - RING)
        if len(tiers) > 1:
            return self._rows(room)
        if self._crowded:
            wide = box.width() * self._beside
            room = box.adjusted(wide, self._disc / 2 + RING + line, -wide, -self._disc / 2 - line - RING)
        seats = tiers[0] if tiers else ()
        if self._round and not self._crowded:  # the upper half has its names above
            room.setTop(room.top() + line - 4)
        if len(seats) == 2:
            return {
                seat: QPointF(room.left() + room.width() * (0.12 + 0.76 * at), room.center().y())
                for at, seat in enumerate(seats)
            }
        high = room.height() / 2
        wide = min(room.width() / 2, ROUND * high)
        turn = 2 * math.pi / max(1, len(seats))
        return {
            seat: QPointF(
                room.center().x() + wide * math.sin(turn * at), room.center().y() - high * math.cos(turn * at)
            )
            for at, seat in enumerate(seats)
        }

    @property
    def _disc(self) -> float:
        return SMALLER if self._crowded and self.width() < ROOMY else DISC

    @property
    def _beside(self) -> float:
        return WIDER if self.width() < ROOMY else BESIDE

    @property
    def _crowded(self) -> bool:
        return self._round and len(self._hearing.tiers[0]) > CROWD

    @property
    def _round(self) -> bool:
        """Whether they sit in a circle."""
        return len(self._hearing.tiers) == 1 and len(self._hearing.tiers[0]) > 2

    def _rows(self, room: QRectF) -> dict[str, QPointF]:
        tiers = self._hearing.tiers
        flat = all(len(tier) == 1 for tier in tiers)  # a chain is read along
        found = dict[str, QPointF]()
        for number, tier in enumerate(tiers):
            along = number / (len(tiers) - 1)
            for at, seat in enumerate(tier):
                across = (at + 0.5) / len(tier)
                x, y = (along, 0.5) if flat else (across, along)
                found[seat] = QPointF(room.left() + room.width() * x, room.top() + room.height() * y)
        return found

    def boxes(self, box: QRectF) -> Sequence[QRectF]:
        half, places = self._disc / 2 + RING, self._places(box)
        line = QFontMetricsF(font(CAPTION)).height() * 1.4
        found = [places[who.seat] for who in self._hearing.people]
        under = 0.0 if self._crowded else line
        return [
            QRectF(place.x() - half, place.y() - half - (under if above else 0), 2 * half, 2 * half + under)
            for place, above in ((place, under and self._above(place, places.values())) for place in found)
        ]

    # ---- drawing ---------------------------------------------------------------------------------------------------
    def draw(self, painter: QPainter, box: QRectF) -> None:
        places = self._places(box)
        read = {seat for seat, figures in self._hearing.figures if figures and seat in places}
        for tie in sorted(self._hearing.ties, key=lambda tie: not self._faint(tie)):  # what is meant lies on top
            self._draw_tie(painter, places, tie)
        if read:
            self._draw_board(painter, _middle(places.values()), [places[seat] for seat in places if seat in read])
        wide = box.width() * self._beside - self._disc / 2 - RING if self._crowded else self._widest(places)
        for who in self._hearing.people:
            above = self._above(places[who.seat], places.values())
            self._draw_person(painter, places[who.seat], who.seat, wide, box, above=above)

    def _above(self, place: QPointF, all: Iterable[QPointF]) -> bool:
        """Whether the name of a seat stands above it: arrows come to the upper half of a circle from below."""
        middle = _middle(all).y() - self._disc / 2
        return self._round and place.y() < (min(one.y() for one in all) + 1 if self._crowded else middle)

    def _widest(self, places: Mapping[str, QPointF]) -> float:
        """Return the pixels that a name has."""
        at = sorted((place.y() // self._disc, place.x()) for place in places.values())
        near = [two[1] - one[1] for one, two in pairwise(at) if one[0] == two[0]]
        return max(70.0, min([*near, 240.0]) - 12)

    def _draw_person(
        self, painter: QPainter, place: QPointF, seat: str, wide: float, box: QRectF, *, above: bool
    ) -> None:
        look = theme.current()
        who = next(one for one in self._hearing.people if one.seat == seat)
        disc = QRectF(place.x() - self._disc / 2, place.y() - self._disc / 2, self._disc, self._disc)
        if seat in self._hearing.speaking:
            painter.setPen(QPen(QColor(theme.identity(who.colour, look).accent), 2.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(disc.adjusted(-RING, -RING, RING, RING))
        paint_avatar(painter, disc, who.glyph, who.colour)
        painter.setFont(font(CAPTION))
        words = tr("{who} · speaking").format(who=who.name) if seat in self._hearing.speaking else who.name
        if self._crowded and abs(place.x() - box.center().x()) > 1:
            self._name_beside(painter, disc, words, box)
        else:  # above and below a full circle there is room for more
            self._name_under(painter, disc, words, 2 * wide if self._crowded else wide, box, above=above)

    def _name_beside(self, painter: QPainter, disc: QRectF, words: str, box: QRectF) -> None:
        """Name a seat of a full circle, to the edge: only the outermost ones have no more than their share."""
        measure, right = QFontMetricsF(painter.font()), disc.center().x() > box.center().x()
        wide = (box.right() - disc.right() if right else disc.left() - box.left()) - RING
        left = disc.right() + RING if right else disc.left() - RING - wide
        side = Qt.AlignmentFlag.AlignLeft if right else Qt.AlignmentFlag.AlignRight
        flags = int(side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)
        high = max(disc.height(), 2.1 * measure.height())
        beside = QRectF(left, disc.center().y() - high / 2, wide, high)
        shown = measure.elidedText(words, Qt.TextElideMode.ElideRight, wide)
        wrapped = flags | int(Qt.TextFlag.TextWordWrap)
        if shown != words and beside.contains(measure.boundingRect(beside, wrapped, words)):
            shown, flags = words, wrapped
        painter.setPen(QColor(theme.current().text))
        painter.drawText(beside, flags, shown)

    def _name_under(
        self, painter: QPainter, disc: QRectF, words: str, wide: float, box: QRectF, *, above: bool
    ) -> None:
        """Name a seat below its disc, or above it, in two lines where one is too short."""
        measure, look = QFontMetricsF(painter.font()), theme.current()
        at = disc.center().x()
        wide = min(wide, 2 * min(at - box.left(), box.right() - at))  # no further than the edge
        under = QRectF(disc.center().x() - wide / 2, disc.bottom() + RING, wide, measure.height() * 1.4)
        shown = measure.elidedText(words, Qt.TextElideMode.ElideRight, wide)
        flags = int(Qt.AlignmentFlag.AlignCenter)
        two = QRectF(under.left(), under.top(), wide, measure.height() * 2.2)
        wrapped = flags | int(Qt.TextFlag.TextWordWrap)
        if shown != words and not self._crowded and two.contains(measure.boundingRect(two, wrapped, words)):
            shown, under, flags = words, two, wrapped
        if above:
            under.moveBottom(disc.top() - RING)
        behind = measure.boundingRect(under, flags, shown).adjusted(-3, 0, 3, 0)
        painter.fillRect(behind, QColor(look.surface))  # an arrow may pass there
        painter.setPen(QColor(look.text))
        painter.drawText(under, flags, shown)

    def _faint(self, tie: Tie) -> bool:
        """Return whether an arrow gives way to those of the seat in question, or to nothing in a crowd of them."""
        return self.about not in (tie.reader, tie.speaker) if self.about else len(self._hearing.ties) > MANY

    def _ink(self, tie: Tie) -> QColor:
        """Return the colour of an arrow: one that leads to the seat in question has that of the seat."""
        look = theme.current()
        if tie.reader == self.about:
            who = next(one for one in self._hearing.people if one.seat == tie.reader)
            return QColor(theme.identity(who.colour, look).accent)
        return QColor(mix(look.muted, look.surface, FAINT if self._faint(tie) else CLEAR))

    def _draw_tie(self, painter: QPainter, places: Mapping[str, QPointF], tie: Tie) -> None:
        start, end = places[tie.speaker], places[tie.reader]
        along = end - start
        length = math.hypot(along.x(), along.y()) or 1.0
        unit, left = along / length, QPointF(along.y(), -along.x()) / length
        bend = (start + end) / 2 + left * length * (AROUND if len(places) == 2 else ASIDE)
        start, end = _towards(start, bend, self._disc / 2 + RING), _towards(end, bend, self._disc / 2 + RING + 1)
        unit = _towards(bend, end, 1.0) - bend
        colour = self._ink(tie)
        painter.setPen(QPen(colour, 1.0 + min(2.2, math.log2(1 + tie.turns) / 2)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        path = QPainterPath(start)
        path.quadTo(bend, end - unit * TIP * 0.7)
        painter.drawPath(path)
        side = QPointF(-unit.y(), unit.x()) * TIP * 0.5
        back = end - unit * TIP
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([end, back + side, back - side]))

    def _draw_board(self, painter: QPainter, middle: QPointF, readers: Sequence[QPointF]) -> None:
        look = theme.current()
        painter.setFont(font(CAPTION))
        measure = QFontMetricsF(painter.font())
        wide, high = measure.horizontalAdvance(BOARD) + 22, measure.height() * 1.6
        painter.setPen(QPen(QColor(look.synthesis), 1.2, Qt.PenStyle.DashLine))
        for place in readers:
            painter.drawLine(middle, _towards(place, middle, self._disc / 2 + RING))
        painter.setPen(QPen(QColor(look.synthesis), 1.2))
        painter.setBrush(QColor(look.surface))
        box = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
        painter.drawRoundedRect(box, 7, 7)
        painter.setPen(QColor(look.synthesis))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, BOARD)


class Told(QLabel):
    """What a chart of who has read whom says of the seat in question. It is as high as the longest of what it may have
    to say, so that the chart above keeps its place when another seat is pointed at."""

    def __init__(self, chart: ReadershipChart) -> None:
        super().__init__()
        self._chart = chart
        self.setProperty("look", "caption")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        chart.about_changed.connect(self._say)

    def _say(self) -> None:
        self.setVisible(bool(self._chart.lines()))
        self.setText(self._chart.told())
        self.updateGeometry()

    def heightForWidth(self, width: int) -> int:
        room, flag = QRect(0, 0, max(40, width), 10_000), Qt.TextFlag.TextWordWrap
        highs = [self.fontMetrics().boundingRect(room, flag, each).height() for each in self._chart.tellable()]
        return max(highs, default=0) + 2


def _towards(start: QPointF, end: QPointF, pixels: float) -> QPointF:
    along = end - start
    return start + along * (pixels / (math.hypot(along.x(), along.y()) or 1.0))


def _middle(places: Iterable[QPointF]) -> QPointF:
    found = list(places)
    return QPointF(sum(one.x() for one in found) / len(found), sum(one.y() for one in found) / len(found))
