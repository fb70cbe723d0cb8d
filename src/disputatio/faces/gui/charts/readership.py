"""Who has read whom: participants as their format seats them, an arrow from whoever was read to whoever read it, the
board in the middle where they were shown what it says, and a ring around whoever is being asked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from disputatio.debate.views.charts import Hearing, Tie
from disputatio.debate.wording import tr
from disputatio.faces.gui.charts.chart import Chart
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.avatars import paint_avatar
from disputatio.faces.gui.kit.colours import mix
from disputatio.faces.gui.kit.fonts import CAPTION, font
from disputatio.faces.gui.kit.layouts import point_from_the_side

DISC: Final = 34.0
RING: Final = 5.0
TIP: Final = 7.0
"""Pixels of the head of an arrow."""
ASIDE: Final = 0.10
"""How far an arrow bends to its left, as a share of its length: there and back are two arrows."""
AROUND: Final = 0.34
"""The same where two are all there is, so that both arrows pass around the board between them."""
CROWD: Final = 8
"""Seats of one circle beyond which their names stand around it, since there is no room under each."""
BESIDE: Final = 0.26
"""The share of the width that names have at each side of such a circle."""
BOARD: Final = tr("board")


class ReadershipChart(Chart):
    def __init__(self) -> None:
        self._hearing = Hearing()
        super().__init__(tr("Who has read whom"))

    def show_hearing(self, hearing: Hearing) -> None:
        self._hearing = hearing

    def sizeHint(self) -> QSize:
        return QSize(360, 260)

    def minimumSizeHint(self) -> QSize:
        return QSize(220, 220)

    def lines(self) -> Sequence[str]:
        return self._hearing.lines

    def parts(self) -> Sequence[tuple[str, str]]:
        return [(who.seat, self._said(who.name)) for who in self._hearing.people]

    def _said(self, name: str) -> str:
        return " ".join(line.strip() for line in self.lines() if line.strip().startswith(f"{name} "))

    # ---- places ----------------------------------------------------------------------------------------------------
    def _places(self, box: QRectF) -> dict[str, QPointF]:
        """Return the middle of each disc."""
        return {seat: point_from_the_side(place, box) for seat, place in self._from_the_left(box).items()}

    def _from_the_left(self, box: QRectF) -> dict[str, QPointF]:
        tiers = self._hearing.tiers
        line = QFontMetricsF(font(CAPTION)).height() * 1.4
        room = box.adjusted(DISC + 26, DISC / 2 + RING + 4, -DISC - 26, -DISC / 2 - line - RING)
        if len(tiers) > 1:
            return self._rows(room)
        if self._crowded:
            wide = box.width() * BESIDE
            room = box.adjusted(wide, DISC / 2 + RING + line, -wide, -DISC / 2 - line - RING)
        seats = tiers[0] if tiers else ()
        if len(seats) == 2:
            return {
                seat: QPointF(room.left() + room.width() * (0.12 + 0.76 * at), room.center().y())
                for at, seat in enumerate(seats)
            }
        wide, high = room.width() / 2, room.height() / 2
        turn = 2 * math.pi / max(1, len(seats))
        return {
            seat: QPointF(
                room.center().x() + wide * math.sin(turn * at), room.center().y() - high * math.cos(turn * at)
            )
            for at, seat in enumerate(seats)
        }

    @property
    def _crowded(self) -> bool:
        return len(self._hearing.tiers) == 1 and len(self._hearing.tiers[0]) > CROWD

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
        half, places = DISC / 2 + RING, self._places(box)
        line = QFontMetricsF(font(CAPTION)).height() * 1.4
        found = [places[who.seat] for who in self._hearing.people]
        under = 0.0 if self._crowded else line
        return [QRectF(place.x() - half, place.y() - half, 2 * half, 2 * half + under) for place in found]

    # ---- drawing ---------------------------------------------------------------------------------------------------
    def draw(self, painter: QPainter, box: QRectF) -> None:
        places = self._places(box)
        chosen = self._hearing.people[self.at].seat if 0 <= self.at < len(self._hearing.people) else ""
        read = {seat for seat, figures in self._hearing.figures if figures and seat in places}
        for tie in self._hearing.ties:
            self._draw_tie(painter, places, tie, dim=bool(chosen) and chosen not in (tie.reader, tie.speaker))
        if read:
            self._draw_board(painter, _middle(places.values()), [places[seat] for seat in places if seat in read])
        wide = box.width() * BESIDE - DISC / 2 - RING if self._crowded else self._widest(places)
        for who in self._hearing.people:
            self._draw_person(painter, places[who.seat], who.seat, wide, box)

    def _widest(self, places: Mapping[str, QPointF]) -> float:
        """Return the pixels that a name has."""
        at = sorted((place.y() // DISC, place.x()) for place in places.values())
        near = [two[1] - one[1] for one, two in pairwise(at) if one[0] == two[0]]
        return max(70.0, min([*near, 240.0]) - 12)

    def _draw_person(self, painter: QPainter, place: QPointF, seat: str, wide: float, box: QRectF) -> None:
        look = theme.current()
        who = next(one for one in self._hearing.people if one.seat == seat)
        disc = QRectF(place.x() - DISC / 2, place.y() - DISC / 2, DISC, DISC)
        if seat in self._hearing.speaking:
            painter.setPen(QPen(QColor(theme.identity(who.colour, look).accent), 2.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(disc.adjusted(-RING, -RING, RING, RING))
        paint_avatar(painter, disc, who.glyph, who.colour)
        painter.setFont(font(CAPTION))
        measure = QFontMetricsF(painter.font())
        words = tr("{who} · speaking").format(who=who.name) if seat in self._hearing.speaking else who.name
        aside = place.x() - box.center().x()
        if self._crowded and abs(aside) > 1:  # to the edge: only the outermost seats have no more than their share
            wide = (box.right() - disc.right() if aside > 0 else disc.left() - box.left()) - RING
        named, words = words, measure.elidedText(words, Qt.TextElideMode.ElideRight, wide)
        under = QRectF(place.x() - wide / 2, disc.bottom() + RING, wide, measure.height() * 1.4)
        if self._crowded and abs(aside) <= 1:  # above and below the circle there is room for more
            words, wide = named, 2 * wide
            words = measure.elidedText(words, Qt.TextElideMode.ElideRight, wide)
            under.setRect(place.x() - wide / 2, under.top(), wide, under.height())
        if self._crowded and abs(aside) > 1:
            left = disc.right() + RING if aside > 0 else disc.left() - RING - wide
            side = Qt.AlignmentFlag.AlignLeft if aside > 0 else Qt.AlignmentFlag.AlignRight
            side |= Qt.AlignmentFlag.AlignAbsolute
            side |= Qt.AlignmentFlag.AlignVCenter
            beside = QRectF(left, disc.top(), wide, DISC)
            broken = measure.boundingRect(beside, side | Qt.TextFlag.TextWordWrap, named)
            if words != named and beside.contains(broken):
                words, side = named, side | Qt.TextFlag.TextWordWrap
            painter.setPen(QColor(look.text))
            painter.drawText(beside, side, words)
            return
        if self._crowded and place.y() < under.height() * 3:
            under.moveBottom(disc.top() - RING)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.surface))  # an arrow may pass behind the name
        width = measure.horizontalAdvance(words) + 6
        painter.drawRect(QRectF(place.x() - width / 2, under.top(), width, under.height()))
        painter.setPen(QColor(look.text))
        painter.drawText(under, Qt.AlignmentFlag.AlignCenter, words)

    def _draw_tie(self, painter: QPainter, places: Mapping[str, QPointF], tie: Tie, *, dim: bool) -> None:
        look = theme.current()
        start, end = places[tie.speaker], places[tie.reader]
        along = end - start
        length = math.hypot(along.x(), along.y()) or 1.0
        unit, left = along / length, QPointF(along.y(), -along.x()) / length
        bend = (start + end) / 2 + left * length * (AROUND if len(places) == 2 else ASIDE)
        start, end = _towards(start, bend, DISC / 2 + RING), _towards(end, bend, DISC / 2 + RING + 1)
        unit = _towards(bend, end, 1.0) - bend
        colour = QColor(mix(look.muted, look.surface, 0.25 if dim else 0.8))
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
            painter.drawLine(middle, _towards(place, middle, DISC / 2 + RING))
        painter.setPen(QPen(QColor(look.synthesis), 1.2))
        painter.setBrush(QColor(look.surface))
        box = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
        painter.drawRoundedRect(box, 7, 7)
        painter.setPen(QColor(look.synthesis))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, BOARD)


def _towards(start: QPointF, end: QPointF, pixels: float) -> QPointF:
    along = end - start
    return start + along * (pixels / (math.hypot(along.x(), along.y()) or 1.0))


def _middle(places: Iterable[QPointF]) -> QPointF:
    found = list(places)
    return QPointF(sum(one.x() for one in found) / len(found), sum(one.y() for one in found) / len(found))
