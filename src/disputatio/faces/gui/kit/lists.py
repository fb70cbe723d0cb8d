"""One Qt model for every list of items: points, citations, and the rows of the board and of the memory."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Protocol

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from disputatio.debate.values import value
from disputatio.debate.views.labels import Tone
from disputatio.debate.views.participants import Participant

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
        """-1 for a key that is not there."""
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
