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
    line = QRectF(box.left() + (PAD - MARGIN) * zoom, box.top() + 11 * zoom, 0, 28 * zoom)
    line.setRight(box.right() - (PAD - MARGIN) * zoom)
    if item.state == "question":
        _paint_question(painter, line, parts)
        return
    disc = from_the_side(QRectF(line.left(), line.top(), 28 * zoom, 28 * zoom), line)
    paint_avatar(painter, disc, item.glyph, item.colour)
    right = _paint_right(painter, line, parts) if parts.right else line.right() - 150 * zoom
    room = QRectF(line.left() + 38 * zoom, line.top(), right - line.left() - 50 * zoom, 28 * zoom)
    _paint_who(painter, room, line, parts)


def _paint_question(painter: QPainter, line: QRectF, parts: Parts) -> None:
    """Paint that this is the question, and who asked it when."""
    look, face = theme.current(), font(CAPTION * parts.zoom, QFont.Weight.DemiBold)
    painter.setFont(face)
    painter.setPen(QColor(look.muted))
    painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, parts.item.author)
    if parts.right:
        painter.setFont(font(CAPTION * parts.zoom))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, parts.item.time)


def _paint_right(painter: QPainter, line: QRectF, parts: Parts) -> float:
    """Paint round and time, or the pulse of a message that is being written. Returns where it begins."""
    item, zoom, look = parts.item, parts.zoom, theme.current()
    streaming = item.state == "streaming"
    words = (
        [item.time or tr("writing")]
        if streaming
        else [tr("Round {round}").format(round=item.round) if item.round else "", item.time]
    )
    text = "  ·  ".join(word for word in words if word)
    face = font(SMALL * zoom)
    width = QFontMetricsF(face).horizontalAdvance(text)
    painter.setFont(face)
    painter.setPen(QColor(look.muted))
    painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
    left = line.right() - width
    if streaming:
        dot = QColor(theme.identity(item.colour, look).accent)
        dot.setAlphaF(0.65 + 0.35 * math.sin(parts.beat / 4))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(dot)
        left -= 14 * zoom
        spot = point_from_the_side(QPointF(left + 3 * zoom, line.center().y() + 0.5), line)
        painter.drawEllipse(spot, 4 * zoom, 4 * zoom)
    return left


def _paint_who(painter: QPainter, line: QRectF, whole: QRectF, parts: Parts) -> None:
    """Paint author, chips, and the model in what room is left. `whole` is the line that all of it stands in."""
    item, zoom, look = parts.item, parts.zoom, theme.current()
    at = _paint_words(painter, line, whole, item.author, font(HEADING * zoom, QFont.Weight.DemiBold), look.text)
    tones = theme.identity(item.colour, look)
    chips = [(item.chip, tones.text, tones.tint)] if item.chip else []
    if item.state in STATE_WORDS:
        word, tone = STATE_WORDS[item.state]
        chips.append((word, *tone_colours(tone)))
    wanted = sum(chip_width(text, zoom) + 8 * zoom for text, _, _ in chips)
    room = QRectF(at + 9 * zoom, line.top(), line.right() - at - 9 * zoom - wanted, line.height())
    if item.model and room.width() > 40 * zoom:
        at = _paint_words(painter, room, whole, item.model, font(SMALL * zoom), look.muted)
    for text, colour, ground in chips:
        width = chip_width(text, zoom)
        if at + 9 * zoom + width > line.right():
            return
        chip = QRectF(at + 9 * zoom, line.center().y() - 10 * zoom, width, 20 * zoom)
        paint_chip(painter, from_the_side(chip, whole), text, colour, ground, zoom)
        at = chip.right()


def _paint_words(painter: QPainter, room: QRectF, whole: QRectF, text: str, face: QFont, colour: str) -> float:
    """Paint as much of `text` as there is room for. Returns where it ends, counted from the left."""
    measure = QFontMetricsF(face)
    shown = measure.elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, room.width()))
    painter.setFont(face)
    painter.setPen(QColor(colour))
    left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(from_the_side(room, whole), left, shown)
    return room.left() + measure.horizontalAdvance(shown)


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
