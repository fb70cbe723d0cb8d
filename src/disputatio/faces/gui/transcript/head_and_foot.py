"""The head and the foot of a message, painted: who speaks, state, round and time; badges and figures."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
)

from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.avatars import paint_avatar, paint_glyph
from disputatio.faces.gui.kit.cards import MARGIN
from disputatio.faces.gui.kit.fonts import CAPTION, HEADING, SMALL, font
from disputatio.faces.gui.kit.labels import Tone, chip_width, paint_chip, tone_colours
from disputatio.faces.gui.kit.layouts import from_the_side, point_from_the_side
from disputatio.faces.gui.transcript.message_items import Badge, MessageItem

PAD: Final = 24.0
"""Pixels between the edge of a card and its text, at zoom 1; MARGIN of them belong to the shadow."""
BETWEEN: Final = " · "
"""Stands between the figures at the foot."""
STATE_WORDS: Final[dict[str, tuple[str, Tone]]] = {
    "partial": (tr("interrupted"), "caution"),
    "failed": (tr("failed"), "error"),
    "waiting": (tr("waiting"), "caution"),
}


@value
class Parts:
    """What is drawn. `beat` counts redraws while a message streams: the dot pulses with it, without a timer."""

    item: MessageItem
    zoom: float
    beat: int = 0
    right: bool = True


_HEADS: Final = {"note": 2.0, "question": 40.0}


def head_height(item: MessageItem, zoom: float) -> float:
    return _HEADS.get(item.state, 54.0) * zoom


def foot_height(item: MessageItem, zoom: float) -> float:
    if item.state == "note":
        return 0.0
    return (36.0 if item.footer or item.badges else 14.0) * zoom


def paint_head(painter: QPainter, box: QRectF, parts: Parts) -> None:
    item, zoom = parts.item, parts.zoom
    if item.state == "note":
        centre = point_from_the_side(QPointF(box.left() + 10 * zoom, box.top() + 10.5 * zoom), box)
        paint_glyph(painter, centre, 11 * zoom, item.glyph, item.colour)
        return
    line = _head(box, zoom)
    if item.state == "question":
        _paint_question(painter, line, parts)
        return
    disc = from_the_side(QRectF(line.left(), line.top(), 28 * zoom, 28 * zoom), line)
    paint_avatar(painter, disc, item.glyph, item.colour)
    if parts.right:
        _paint_right(painter, line, parts)
    _paint_who(painter, line, parts)


def _head(box: QRectF, zoom: float) -> QRectF:
    line = QRectF(box.left() + (PAD - MARGIN) * zoom, box.top() + 11 * zoom, 0, 28 * zoom)
    line.setRight(box.right() - (PAD - MARGIN) * zoom)
    return line


def cut_at(place: QPointF, box: QRectF, parts: Parts) -> str:
    """Return all that a head says of who speaks, where the pointer is on it and there is no room for all of it; ""
    otherwise."""
    item, line = parts.item, _head(box, parts.zoom)
    if item.state in ("note", "question") or not line.contains(place):
        return ""
    who, chips = _placed_who(line, parts)
    whole = [item.author, *filter(None, [item.model]), *(text for text, _, _ in _chips(item))]
    shown = [text for text, room, face in who if QFontMetricsF(face).horizontalAdvance(text) <= room.width()]
    return "" if [*shown, *(text for text, *_ in chips)] == whole else BETWEEN.join(whole)


def _paint_question(painter: QPainter, line: QRectF, parts: Parts) -> None:
    """Paint that this is the question, and who asked it when."""
    look, face = theme.current(), font(CAPTION * parts.zoom, QFont.Weight.DemiBold)
    painter.setFont(face)
    painter.setPen(QColor(look.muted))
    painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, parts.item.author)
    if parts.right:
        painter.setFont(font(CAPTION * parts.zoom))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, parts.item.time)


def _right(parts: Parts) -> tuple[str, float]:
    """Return round and time, or that a message is being written, and how wide that is."""
    item = parts.item
    if item.state == "streaming":
        words = [item.time or tr("writing")]
    else:
        words = [tr("Round {round}").format(round=item.round) if item.round else "", item.time]
    text = "  ·  ".join(word for word in words if word)
    wide = QFontMetricsF(font(SMALL * parts.zoom)).horizontalAdvance(text)
    return text, wide + (14 * parts.zoom if item.state == "streaming" else 0.0)


def _paint_right(painter: QPainter, line: QRectF, parts: Parts) -> None:
    """Paint round and time, or the pulse of a message that is being written."""
    item, zoom, look = parts.item, parts.zoom, theme.current()
    text, wide = _right(parts)
    painter.setFont(font(SMALL * zoom))
    painter.setPen(QColor(look.muted))
    painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
    if item.state == "streaming":
        dot = QColor(theme.identity(item.colour, look).accent)
        dot.setAlphaF(0.65 + 0.35 * math.sin(parts.beat / 4))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(dot)
        spot = point_from_the_side(QPointF(line.right() - wide + 3 * zoom, line.center().y() + 0.5), line)
        painter.drawEllipse(spot, 4 * zoom, 4 * zoom)


Chip = tuple[str, str, str]
"""Its words, the colour of these, and its ground."""


def _chips(item: MessageItem) -> list[Chip]:
    tones = theme.identity(item.colour, theme.current())
    chips = [(item.chip, tones.text, tones.tint)] if item.chip else []
    if item.state in STATE_WORDS:
        word, tone = STATE_WORDS[item.state]
        chips.append((word, *tone_colours(tone)))
    return chips


def _placed_who(
    line: QRectF, parts: Parts
) -> tuple[list[tuple[str, QRectF, QFont]], list[tuple[str, str, str, QRectF]]]:
    """Return author and model, with the room that each has, and the chips that there is room for, with their places:
    the state before the kind; the model gets what room is left."""
    item, zoom = parts.item, parts.zoom
    end = (line.right() - _right(parts)[1] if parts.right else line.right() - 150 * zoom) - 12 * zoom
    face, chips = font(HEADING * zoom, QFont.Weight.DemiBold), _chips(item)
    at = line.left() + 38 * zoom
    who = [(item.author, QRectF(at, line.top(), end - at, line.height()), face)]
    at += min(end - at, QFontMetricsF(face).horizontalAdvance(item.author))
    gap = 9 * zoom
    wides = [gap + chip_width(text, zoom) for text, _, _ in chips]
    if len(chips) > 1 and at + sum(wides) > end:
        del chips[0], wides[0]
    room = QRectF(at + gap, line.top(), end - at - gap - sum(wides), line.height())
    if item.model and room.width() > 40 * zoom:
        who.append((item.model, room, font(SMALL * zoom)))
        at = room.left() + min(room.width(), QFontMetricsF(who[-1][2]).horizontalAdvance(item.model))
    placed: list[tuple[str, str, str, QRectF]] = []
    for chip, wide in zip(chips, wides, strict=True):
        if at + wide > end + 0.5:  # sums of fractions
            break
        placed.append((*chip, QRectF(at + gap, line.center().y() - 10 * zoom, wide - gap, 20 * zoom)))
        at += wide
    return who, placed


def _paint_who(painter: QPainter, line: QRectF, parts: Parts) -> None:
    """Paint author, model and chips."""
    look = theme.current()
    who, chips = _placed_who(line, parts)
    for (text, room, face), colour in zip(who, (look.text, look.muted), strict=False):
        shown = QFontMetricsF(face).elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, room.width()))
        painter.setFont(face)
        painter.setPen(QColor(colour))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(from_the_side(room, line), left, shown)
    for text, colour, ground, place in chips:
        paint_chip(painter, from_the_side(place, line), text, colour, ground, parts.zoom)


def _foot(box: QRectF, zoom: float) -> QRectF:
    line = QRectF(box.left() + (PAD - MARGIN) * zoom, box.bottom() - 30 * zoom, 0, 20 * zoom)
    line.setRight(box.right() - (PAD - MARGIN) * zoom)
    return line


def placed_badges(box: QRectF, parts: Parts) -> list[tuple[Badge, QRectF]]:
    """Return the badges that there is room for, and where they stand."""
    item, zoom = parts.item, parts.zoom
    if item.state == "note":
        return []
    line = _foot(box, zoom)
    at, placed = line.left(), []
    for badge in item.badges:
        room = chip_width(badge.text, zoom)
        if at + room > line.right():
            break
        placed.append((badge, from_the_side(QRectF(at, line.top(), room, line.height()), line)))
        at += room + 6 * zoom
    return placed


def _fitting(figures: str, measure: QFontMetricsF, room: float) -> str:
    """Return the first figures, as many as there is room for."""
    parts = figures.split(BETWEEN)
    while parts and measure.horizontalAdvance(BETWEEN.join(parts)) > room:
        parts.pop()
    return BETWEEN.join(parts)


def paint_foot(painter: QPainter, box: QRectF, parts: Parts) -> None:
    """Paint badges where one begins to read, figures where one ends: as many as there is room for."""
    item, zoom = parts.item, parts.zoom
    if item.state == "note" or not (item.footer or item.badges):
        return
    painter.setFont(font(CAPTION * zoom))
    painter.setPen(QColor(theme.current().muted))
    placed, line = placed_badges(box, parts), _foot(box, zoom)
    flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    taken = sum(room.width() + 6 * zoom for _, room in placed) + 4 * zoom if placed else 0.0
    painter.drawText(line, flags, _fitting(item.footer, QFontMetricsF(painter.font()), line.width() - taken))
    for badge, room in placed:
        paint_chip(painter, room, badge.text, *tone_colours(badge.tone), zoom)
