"""One Qt model for every list of items: points, citations, and the rows of the board and of the memory. And rows with a
hint at their right end: a shortcut, a price, or what kind of thing it is."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Final, Protocol

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from disputatio.debate.values import value
from disputatio.debate.views.labels import Tone
from disputatio.debate.views.participants import Participant
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.fonts import SMALL, font

Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    ITEM = Qt.ItemDataRole.UserRole + 1
    KEY = Qt.ItemDataRole.UserRole + 2


class Item(Protocol):
    """`key` never changes; `text` is what it shows, `spoken` what a screen reader says ("" for the same)."""

    @property
    def key(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def spoken(self) -> str: ...


@value
class RowItem:
    """`chip` is a sign and a word, `note` says more, `spoken` is what a screen reader says."""

    key: str
    text: str
    chip: str = ""
    tone: Tone = "plain"
    note: str = ""
    people: tuple[Participant, ...] = ()
    spoken: str = ""


class ItemModel(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.items: list[Any] = []

    def set_items(self, items: Sequence[Item]) -> None:
        """Replace all; rows that stay keep their place, so that selection and scrolling stay."""
        known = len(self.items)
        if [item.key for item in items[:known]] != [item.key for item in self.items]:
            self.beginResetModel()
            self.items = list(items)
            self.endResetModel()
            return
        for row, item in enumerate(items[:known]):
            if self.items[row] != item:
                self.items[row] = item
                self.dataChanged.emit(self.index(row), self.index(row))
        if len(items) > known:
            self.beginInsertRows(QModelIndex(), known, len(items) - 1)
            self.items.extend(items[known:])
            self.endInsertRows()

    def row_of(self, key: str) -> int:
        """Return the row of a key, or -1 for one that is not there."""
        return next((row for row, item in enumerate(self.items) if item.key == key), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        item = self.items[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return item.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return item.spoken or item.text
            case Role.ITEM:
                return item
            case Role.KEY:
                return item.key
        return None


# ---- rows with a hint at their right end ----------------------------------------------------------------------------
HINT: Final = Qt.ItemDataRole.UserRole + 1
HIGH: Final = 34
INSET: Final = 10


class HintedRows(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, HIGH)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        self.initStyleOption(option, index)
        look, hint = theme.current(), str(index.data(HINT) or "")
        box: QRect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.selection))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 7, 7)
        painter.setFont(font(SMALL))
        painter.setPen(QColor(look.muted))
        inside = box.adjusted(INSET, 0, -INSET, 0)
        painter.drawText(inside, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, hint)
        room = inside.width() - (painter.fontMetrics().horizontalAdvance(hint) + 2 * INSET if hint else 0)
        heading = not index.flags() & Qt.ItemFlag.ItemIsEnabled
        painter.setFont(font(SMALL, QFont.Weight.DemiBold) if heading else font())
        painter.setPen(QColor(look.muted if heading else look.text))
        shown = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room)
        painter.drawText(inside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
        painter.restore()
