"""A list of texts that wrap, each painted with a chip and a note below it: claims, reflections, insights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QListView, QSizePolicy, QStyledItemDelegate, QStyleOptionViewItem

from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.avatars import paint_glyph
from disputatio.faces.gui.kit.fonts import CAPTION, SMALL, font
from disputatio.faces.gui.kit.labels import chip_width, isolated, paint_chip, tone_colours
from disputatio.faces.gui.kit.layouts import from_the_side, left_to_page
from disputatio.faces.gui.kit.lists import ItemModel, Role, RowItem, paint_ground

LINES: Final = 4
"""Lines of a text that are shown; whoever chooses it sees all of it."""
LONGEST: Final = 400
"""Characters of a text that are measured."""
BATCH: Final = 50
"""Rows that are measured at a time."""

_WRAP: Final = Qt.TextFlag.TextWordWrap
_FOOT: Final = 26


def text_face() -> QFont:
    return font(SMALL, QFont.Weight.Medium)


@lru_cache(maxsize=4096)
def text_in_lines(text: str, width: int, lines: int) -> tuple[str, float]:
    """Return as much of a text as goes into so many lines, and the height of that in pixels."""
    measure, box = QFontMetricsF(text_face()), QRectF(0, 0, max(40, width), 10_000)
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


class RowDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        view = self.parent()
        assert isinstance(view, QListView), "the delegate belongs to its list"
        width = max(120, view.viewport().width())
        return QSize(width, round(text_in_lines(index.data(Role.ITEM).text, width - 16, LINES)[1]) + _FOOT + 14)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        item, look, state = index.data(Role.ITEM), theme.current(), option.state
        box = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.row():
            painter.setPen(QPen(QColor(look.border), 1))
            painter.drawLine(box.topLeft(), box.topRight())
        paint_ground(painter, box.adjusted(0, 1, 0, -1), state)
        painter.setFont(text_face())
        painter.setPen(QColor(look.text))
        room = box.adjusted(8, 7, -8, -_FOOT)
        painter.drawText(room, _WRAP, isolated(text_in_lines(item.text, round(box.width()) - 16, LINES)[0]))
        _paint_foot(painter, QRectF(box.left() + 8, box.bottom() - _FOOT - 2, box.width() - 16, 20), item)
        painter.restore()


def _paint_foot(painter: QPainter, line: QRectF, item: RowItem) -> None:
    width = chip_width(item.chip) if item.chip else 0.0
    if item.chip:
        place = from_the_side(QRectF(line.left(), line.top(), width, 20), line)
        paint_chip(painter, place, item.chip, *tone_colours(item.tone))
    at = line.right() - 7
    for who in reversed(item.people[:6]):
        place = from_the_side(QRectF(at, line.center().y(), 0, 0), line)
        paint_glyph(painter, place.topLeft(), 11, who.glyph, who.colour)
        at -= 16
    left = line.left() + (width + 8 if width else 0)
    room = from_the_side(QRectF(left, line.top(), max(0.0, at - left), 20), line)
    face = font(CAPTION)
    painter.setFont(face)
    painter.setPen(QColor(theme.current().muted))
    note = QFontMetricsF(face).elidedText(item.note, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, isolated(note))


class RowsView(QListView):
    """As high as its rows, up to `tallest` pixels; 0 takes the room that it is given."""

    chosen = Signal(str)
    """The key of the row that is current now."""
    opened = Signal(str)
    """The key of a row on which Enter was pressed, or that was clicked twice."""

    def __init__(self, name: str, *, tallest: int = 0) -> None:
        super().__init__()
        self._tallest = tallest
        self.rows = ItemModel(self, cut=True)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setModel(self.rows)
        self.setItemDelegate(RowDelegate(self))
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(BATCH)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if tallest:
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.activated.connect(lambda index: self.opened.emit(index.data(Role.KEY)))
        self.selectionModel().currentChanged.connect(self._tell)

    def show_rows(self, items: Sequence[RowItem]) -> None:
        """Show rows. The one that was current stays so; else the first one is."""
        key = self.key()
        self.rows.set_items(items)
        if items and self.key() != (key or None):
            self.choose(key if self.rows.row_of(key) >= 0 else items[0].key)
        self.fit()

    def key(self) -> str:
        """Return the key of the row that is current, "" without one."""
        return self.currentIndex().data(Role.KEY) or ""

    def choose(self, key: str) -> None:
        if (row := self.rows.row_of(key)) >= 0:
            self.setCurrentIndex(self.rows.index(row))

    def fit(self) -> None:
        if not self._tallest:
            return
        high = 2
        for row in range(self.rows.rowCount()):
            high += self.sizeHintForIndex(self.rows.index(row)).height()
            if high >= self._tallest:
                break
        self.setFixedHeight(min(self._tallest, high))

    def _tell(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(index.data(Role.KEY))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not left_to_page(self, event):
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()
            self.fit()
