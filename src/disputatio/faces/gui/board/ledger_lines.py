"""What participants say of a claim in lines, each with the names of those who say it: where so many debate that a
column for each would leave no room for the claim."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from disputatio.debate.values import value
from disputatio.debate.views.labels import HOLDS, Tone
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.statements import AspectCell, AspectItem, Cell, ClaimItem
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.fonts import CAPTION, font
from disputatio.faces.gui.kit.labels import isolated, tone_colours
from disputatio.faces.gui.kit.layouts import from_the_side

BETWEEN: Final = 6
"""Pixels between what is said and the names."""
LEAST: Final = 60
"""Pixels that names have at least; longer ones are broken."""
_WRAP: Final = Qt.TextFlag.TextWordWrap


@value
class Said:
    """What those with these names say alike."""

    sign: str
    word: str
    tone: Tone
    names: tuple[str, ...]

    @property
    def spoken(self) -> str:
        return f"{self.word}: {', '.join(self.names)}"


def parts_of(cell: Cell | AspectCell) -> tuple[str, str, Tone]:
    """Return sign, word and tone of what one participant says."""
    if isinstance(cell, Cell):
        return HOLDS[cell.hold].parts
    if cell.unanswered:
        return "?", tr("open"), "caution"
    if cell.position:
        return "●", tr("a view"), "plain"
    return ("…", tr("spoke"), "plain") if cell.evidence else ("–", tr("silent"), "plain")


def said_of(item: AspectItem | ClaimItem, people: Sequence[Participant]) -> tuple[Said, ...]:
    """Return what is said of a claim or an aspect, in the order of who says it first; last those of whom nothing is
    recorded."""
    found: dict[tuple[str, str, Tone], list[str]] = {}
    cells: Sequence[Cell | AspectCell] = item.cells
    for who, cell in zip(people, cells, strict=False):
        found.setdefault(parts_of(cell), []).append(who.name)
    silent = {parts_of(Cell()), parts_of(AspectCell())}
    order = sorted(found, key=lambda parts: parts in silent)
    return tuple(Said(sign=parts[0], word=parts[1], tone=parts[2], names=tuple(found[parts])) for parts in order)


def height(said: Sequence[Said], wide: float) -> int:
    """Return the pixels that the lines take."""
    return ceil(sum(_measured(each, wide)[1] for each in said))


def paint_lines(painter: QPainter, box: QRectF, said: Sequence[Said]) -> None:
    """Paint the lines one below another, from the top of a box."""
    look, top = theme.current(), box.top()
    for each in said:
        label, high = _measured(each, box.width())
        painter.setFont(font(CAPTION, QFont.Weight.DemiBold))
        painter.setPen(QColor(tone_colours(each.tone)[0] if each.tone != "plain" else look.text))
        place = QRectF(box.left(), top, label, high)
        painter.drawText(from_the_side(place, box), Qt.AlignmentFlag.AlignLeft, isolated(_label(each)))
        painter.setFont(font(CAPTION))
        painter.setPen(QColor(look.muted))
        left = box.left() + label + BETWEEN
        names = QRectF(left, top, box.right() - left, high)
        painter.drawText(from_the_side(names, box), _WRAP, isolated(", ".join(each.names)))
        top += high


def _label(said: Said) -> str:
    return f"{said.sign} {said.word}"


def _measured(said: Said, wide: float) -> tuple[float, float]:
    """Return the pixels of width that sign and word take, and those of height with the names beside them."""
    label = ceil(QFontMetricsF(font(CAPTION, QFont.Weight.DemiBold)).horizontalAdvance(_label(said))) + 1
    room = QRectF(0, 0, max(LEAST, wide - label - BETWEEN), 10_000)
    names = QFontMetricsF(font(CAPTION)).boundingRect(room, _WRAP, ", ".join(said.names))
    return label, ceil(names.height()) + 1
