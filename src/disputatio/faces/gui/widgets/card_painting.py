"""How the header and the footer of a message are drawn."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from disputatio.debate.values import value
from disputatio.faces.gui import theme
from disputatio.faces.gui.fonts import CAPTION, HEADING, SMALL, font
from disputatio.faces.gui.models.messages import Badge, MessageItem
from disputatio.faces.gui.widgets.avatars import paint_avatar, paint_glyph
from disputatio.faces.gui.widgets.cards import MARGIN
from disputatio.faces.gui.widgets.chips import Tone, chip_width, paint_chip, tone_colours

PAD: Final = 24.0
"""Pixels between the edge of a card and its text, at zoom 1; MARGIN of them belong to the shadow."""

_STATES: Final[dict[str, tuple[str, Tone]]] = {
    "partial": ("broken off", "caution"),
    "failed": ("failed", "error"),
    "waiting": ("waiting", "caution"),
}


@value
class Parts:
    """What is drawn. `beat` counts redraws while a message streams: the dot pulses with it, without a timer."""

    item: MessageItem
    zoom: float
    beat: int = 0
    right: bool = True


def head_height(item: MessageItem, zoom: float) -> float:
    return (2.0 if item.state == "note" else 54.0) * zoom


def foot_height(item: MessageItem, zoom: float) -> float:
    if item.state == "note":
        return 0.0
    return (36.0 if item.footer or item.badges else 14.0) * zoom


def paint_head(painter: QPainter, box: QRectF, parts: Parts) -> None:
    item, zoom = parts.item, parts.zoom
    if item.state == "note":
        centre = QPointF(box.left() + 10 * zoom, box.top() + 10.5 * zoom)
        paint_glyph(painter, centre, 11 * zoom, item.glyph, item.colour)
        return
    line = QRectF(box.left() + (PAD - MARGIN) * zoom, box.top() + 11 * zoom, 0, 28 * zoom)
    line.setRight(box.right() - (PAD - MARGIN) * zoom)
    paint_avatar(painter, QRectF(line.left(), line.top(), 28 * zoom, 28 * zoom), item.glyph, item.colour)
    right = _paint_right(painter, line, parts) if parts.right else line.right() - 150 * zoom
    _paint_who(painter, QRectF(line.left() + 38 * zoom, line.top(), right - line.left() - 50 * zoom, 28 * zoom), parts)


def _paint_right(painter: QPainter, line: QRectF, parts: Parts) -> float:
    """Round and time, or the pulse of a message that is being written. Returns where it begins."""
    item, zoom, look = parts.item, parts.zoom, theme.current()
    streaming = item.state == "streaming"
    words = [item.time or "writing"] if streaming else [f"Round {item.round}" if item.round else "", item.time]
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
        painter.drawEllipse(QPointF(left + 3 * zoom, line.center().y() + 0.5), 4 * zoom, 4 * zoom)
    return left


def _paint_who(painter: QPainter, line: QRectF, parts: Parts) -> None:
    """Author, chips, and the model in what room is left."""
    item, zoom, look = parts.item, parts.zoom, theme.current()
    at = _paint_words(painter, line, item.author, font(HEADING * zoom, QFont.Weight.DemiBold), look.text)
    tones = theme.identity(item.colour, look)
    chips = [(item.chip, tones.text, tones.tint)] if item.chip else []
    if item.state in _STATES:
        word, tone = _STATES[item.state]
        chips.append((word, *tone_colours(tone)))
    wanted = sum(chip_width(text, zoom) + 8 * zoom for text, _, _ in chips)
    room = QRectF(at + 9 * zoom, line.top(), line.right() - at - 9 * zoom - wanted, line.height())
    if item.model and room.width() > 40 * zoom:
        at = _paint_words(painter, room, item.model, font(SMALL * zoom), look.muted)
    for text, colour, ground in chips:
        width = chip_width(text, zoom)
        if at + 9 * zoom + width > line.right():
            return
        chip = QRectF(at + 9 * zoom, line.center().y() - 10 * zoom, width, 20 * zoom)
        paint_chip(painter, chip, text, colour, ground, zoom)
        at = chip.right()


def _paint_words(painter: QPainter, room: QRectF, text: str, face: QFont, colour: str) -> float:
    """As much of `text` as there is room for. Returns where it ends."""
    measure = QFontMetricsF(face)
    shown = measure.elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, room.width()))
    painter.setFont(face)
    painter.setPen(QColor(colour))
    painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
    return room.left() + measure.horizontalAdvance(shown)


def _foot(box: QRectF, zoom: float) -> QRectF:
    line = QRectF(box.left() + (PAD - MARGIN) * zoom, box.bottom() - 30 * zoom, 0, 20 * zoom)
    line.setRight(box.right() - (PAD - MARGIN) * zoom)
    return line


def placed_badges(box: QRectF, parts: Parts) -> list[tuple[Badge, QRectF]]:
    """The badges that there is room for, and where they stand."""
    item, zoom = parts.item, parts.zoom
    if item.state == "note":
        return []
    line = _foot(box, zoom)
    width = QFontMetricsF(font(CAPTION * zoom)).horizontalAdvance(item.footer)
    at, placed = line.left(), []
    for badge in item.badges:
        room = chip_width(badge.text, zoom)
        if at + room > line.right() - width - 10 * zoom:
            break
        placed.append((badge, QRectF(at, line.top(), room, line.height())))
        at += room + 6 * zoom
    return placed


def paint_foot(painter: QPainter, box: QRectF, parts: Parts) -> None:
    """Badges at the left, figures at the right."""
    item, zoom = parts.item, parts.zoom
    if item.state == "note" or not (item.footer or item.badges):
        return
    painter.setFont(font(CAPTION * zoom))
    painter.setPen(QColor(theme.current().muted))
    flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(_foot(box, zoom), flags, item.footer)
    for badge, room in placed_badges(box, parts):
        paint_chip(painter, room, badge.text, *tone_colours(badge.tone), zoom)
