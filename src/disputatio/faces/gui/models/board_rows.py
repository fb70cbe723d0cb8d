"""Rows of the lists of the board and of the memory: a text, a state, who is concerned."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from disputatio.debate.values import value
from disputatio.faces.gui.models.board import Participant
from disputatio.faces.gui.models.tones import Tone

Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    ITEM = Qt.ItemDataRole.UserRole + 1
    KEY = Qt.ItemDataRole.UserRole + 2


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


class RowModel(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.items: list[RowItem] = []

    def set_items(self, items: Sequence[RowItem]) -> None:
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
