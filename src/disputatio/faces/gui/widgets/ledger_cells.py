"""How the cells of the ledger's tree are drawn: sign and word, never colour alone."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from disputatio.debate.views.labels import HOLDS
from disputatio.debate.views.statements import AspectCell, AspectItem, Cell, ClaimItem
from disputatio.faces.gui import theme
from disputatio.faces.gui.fonts import BODY, CAPTION, SMALL, font
from disputatio.faces.gui.models.board_tree import Role
from disputatio.faces.gui.widgets.chips import chip_width, paint_chip, tone_colours

CELL: Final = 54
"""Pixels of a participant's column."""
LINES: Final = 5
INDENT: Final = 8
LONGEST: Final = 400
"""Characters of a text that are measured."""
LEGIBLE: Final = 44
"""Pixels below which a shortened word says nothing."""
_WRAP: Final = Qt.TextFlag.TextWordWrap
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_CENTRE: Final = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter


def _face() -> QFont:
    return font(SMALL, QFont.Weight.Medium)


@lru_cache(maxsize=4096)
def shortened(text: str, width: int, lines: int = LINES) -> tuple[str, float]:
    """As much of a text as goes into so many lines, and the height of that in pixels."""
    measure, box = QFontMetricsF(_face()), QRectF(0, 0, max(40, width), 10_000)
    tallest = lines * measure.lineSpacing() + 4

    def height(shown: str) -> float:
        return measure.boundingRect(box, _WRAP, shown).height()

    if len(text) <= LONGEST and (high := height(text)) <= tallest:
        return text, high
    low, top = 0, min(len(text), LONGEST)
    while low < top:
        middle = (low + top + 1) // 2
        low, top = (middle, top) if height(f"{text[:middle]} …") <= tallest else (low, middle - 1)
    shown = f"{text[:low].rsplit(' ', 1)[0]} …"
    return shown, height(shown)


class LedgerDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        if index.column():
            return QSize(CELL, 46)
        view = self.parent()
        assert isinstance(view, QTreeView), "the delegate belongs to its tree"
        item = index.data(Role.ITEM)
        if isinstance(item, AspectItem):
            return QSize(CELL, 46)
        indent = 0 if not view.rootIsDecorated() else INDENT * (2 if index.parent().isValid() else 1)
        return QSize(CELL, max(64, round(shortened(item.text, view.columnWidth(0) - indent - 10)[1]) + 36))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        item, cell = index.data(Role.ITEM), index.data(Role.CELL)
        box, state = QRectF(option.rect), option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_ground(painter, box, state, aspect=isinstance(item, AspectItem))
        if not index.column():
            _paint_item(painter, box, item)
        elif isinstance(cell, Cell):
            sign, word, tone = HOLDS[cell.hold].parts
            colour = tone_colours(tone)[0] if cell.hold != "holds" else theme.current().text
            said, _, what = word.partition(" to ")  # "said to hold": too long for one line
            _paint_cell(painter, box, sign, f"{said} to" if what else word, what or cell.short, colour)
        elif isinstance(cell, AspectCell):
            _paint_aspect_cell(painter, box, cell)
        painter.restore()


def _paint_ground(painter: QPainter, box: QRectF, state: QStyle.StateFlag, *, aspect: bool) -> None:
    look = theme.current()
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(box, QColor(look.selection))
    elif aspect or state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(box, QColor(look.raised))
    painter.setPen(QPen(QColor(look.border), 1))
    painter.drawLine(box.bottomLeft(), box.bottomRight())
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(QColor(look.accent), 1.5))
        painter.drawRect(box.adjusted(1, 1, -1.5, -1.5))


def _paint_item(painter: QPainter, box: QRectF, item: AspectItem | ClaimItem) -> None:
    look = theme.current()
    if isinstance(item, AspectItem):
        painter.setFont(font(SMALL, QFont.Weight.DemiBold))
        painter.setPen(QColor(look.text))
        title = QFontMetricsF(painter.font()).elidedText(item.title, Qt.TextElideMode.ElideRight, box.width() - 10)
        painter.drawText(box.adjusted(6, 5, -4, -21), _LEFT, title)
        painter.setFont(font(CAPTION))
        painter.setPen(QColor(look.muted))
        count = len(item.claims)
        words = f"{count} claim{'' if count == 1 else 's'}" if count else "no claims"
        painter.drawText(box.adjusted(6, 23, -4, -5), _LEFT, words)
        return
    painter.setFont(_face())
    painter.setPen(QColor(look.text))
    room = box.adjusted(6, 6, -4, -28)
    painter.drawText(room, _WRAP, shortened(item.text, round(room.width()))[0])
    sign, word, tone = item.label.parts
    words = f"{sign} {word}"
    width = min(chip_width(words), box.width() - 8)
    paint_chip(painter, QRectF(box.left() + 5, box.bottom() - 25, width, 19), words, *tone_colours(tone))
    painter.setFont(font(CAPTION))
    painter.setPen(QColor(look.muted))
    left = box.left() + 5 + width + 6
    measure, raised = QFontMetricsF(painter.font()), item.since.removeprefix(item.aspect).removeprefix(", ")
    since = measure.elidedText(raised, Qt.TextElideMode.ElideRight, max(0.0, box.right() - left - 4))
    if since != raised and measure.horizontalAdvance(since) < LEGIBLE:
        return
    painter.drawText(QRectF(left, box.bottom() - 25, box.right() - left, 19), _LEFT, since)


def _paint_cell(painter: QPainter, box: QRectF, sign: str, word: str, since: str, colour: str) -> None:
    middle = box.center().y() - (7 if since else 0)
    painter.setPen(QColor(colour))
    painter.setFont(font(BODY, QFont.Weight.Bold))
    painter.drawText(QRectF(box.left(), middle - 18, box.width(), 18), _CENTRE, sign)
    painter.setFont(font(CAPTION, QFont.Weight.DemiBold))
    painter.drawText(QRectF(box.left(), middle - 1, box.width(), 15), _CENTRE, word)
    if since:
        face = font(CAPTION - 0.5)
        painter.setFont(face)
        painter.setPen(QColor(theme.current().muted))
        shown = QFontMetricsF(face).elidedText(since, Qt.TextElideMode.ElideRight, box.width() - 4)
        painter.drawText(QRectF(box.left(), middle + 14, box.width(), 14), _CENTRE, shown)


def _paint_aspect_cell(painter: QPainter, box: QRectF, cell: AspectCell) -> None:
    look = theme.current()
    if not (cell.position or cell.evidence or cell.unanswered):
        _paint_cell(painter, box, "–", "silent", "", look.muted)
        return
    sign, word = ("●", "says") if cell.position else ("…", "spoke")
    if cell.unanswered:
        _paint_cell(painter, box, f"? {len(cell.unanswered)}", "open", "", tone_colours("caution")[0])
    else:
        _paint_cell(painter, box, sign, word, "", look.text)
