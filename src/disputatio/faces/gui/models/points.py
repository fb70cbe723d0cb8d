"""The points of a debate, as the card "Points" lists them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final, Literal

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from disputatio.debate.values import value
from disputatio.faces.gui.glyphs import Glyph

Status = Literal["agreed", "contested", "open", "conceded", "withdrawn", "fact"]

STATUS: Final[dict[Status, tuple[str, str, str]]] = {
    "agreed": ("✓", "agreed", "ok"),
    "contested": ("✕", "contested", "error"),
    "open": ("?", "open", "caution"),
    "conceded": ("↷", "conceded", "caution"),
    "withdrawn": ("–", "withdrawn", "plain"),
    "fact": ("■", "known fact", "plain"),
}
"""Sign, word and tone: the state is never told by colour alone."""

Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    ITEM = Qt.ItemDataRole.UserRole + 1
    KEY = Qt.ItemDataRole.UserRole + 2


@value
class Author:
    """Who takes a stand on a point."""

    name: str
    glyph: Glyph
    colour: str


@value
class PointItem:
    """One point. `note` says more, e.g. who conceded and in which round."""

    key: str
    text: str
    status: Status = "open"
    authors: tuple[Author, ...] = ()
    note: str = ""
    changed: bool = False

    @property
    def spoken(self) -> str:
        names = " and ".join(author.name for author in self.authors)
        return ", ".join(part for part in (self.text, STATUS[self.status][1], names, self.note) if part)


class PointListModel(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: list[PointItem] = []

    def set_items(self, items: Sequence[PointItem]) -> None:
        """Replace all; points that stay keep their row, so that selection and scrolling stay."""
        known = len(self._items)
        if [item.key for item in items[:known]] != [item.key for item in self._items]:
            self.beginResetModel()
            self._items = list(items)
            self.endResetModel()
            return
        for row, item in enumerate(items[:known]):
            if self._items[row] != item:
                self._items[row] = item
                self.dataChanged.emit(self.index(row), self.index(row))
        if len(items) > known:
            self.beginInsertRows(QModelIndex(), known, len(items) - 1)
            self._items.extend(items[known:])
            self.endInsertRows()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        item = self._items[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return item.text
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return item.spoken
            case Role.ITEM:
                return item
            case Role.KEY:
                return item.key
        return None
