"""The library of debates: its rows, and the Qt list model that holds them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from disputatio.debate.shares import percent
from disputatio.debate.values import value
from disputatio.debate.views.words import STATES, DebateState, state_of
from disputatio.faces.gui.kit import phrases

if TYPE_CHECKING:
    from disputatio.storage.catalogue import DebateEntry


Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    ITEM = Qt.ItemDataRole.UserRole + 1
    KEY = Qt.ItemDataRole.UserRole + 2


@value
class DebateItem:
    """One debate of the library. `score` is 0..1, or None where nothing was measured."""

    key: str
    title: str
    subtitle: str = ""
    score: float | None = None
    state: DebateState = "done"
    unread: bool = False
    words: str = ""

    @property
    def spoken(self) -> str:
        """The row as a screen reader says it."""
        score = "not measured" if self.score is None else f"{percent(self.score)} percent agreed"
        return ", ".join(part for part in (self.title, self.subtitle, STATES[self.state], score) if part)


class DebateListModel(QAbstractListModel):
    """Debates, newest first as given."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: list[DebateItem] = []

    def set_items(self, items: Sequence[DebateItem]) -> None:
        """Replace all. The same keys in the same order only update what changed, so that the selection stays."""
        if [item.key for item in items] == [item.key for item in self._items]:
            for row, item in enumerate(items):
                self._put(row, item)
            return
        self.beginResetModel()
        self._items = list(items)
        self.endResetModel()

    def put(self, item: DebateItem) -> None:
        """Change the debate of that key, or put a new one on top."""
        row = self.row_of(item.key)
        if row >= 0:
            self._put(row, item)
            return
        self.beginInsertRows(QModelIndex(), 0, 0)
        self._items.insert(0, item)
        self.endInsertRows()

    def remove(self, key: str) -> None:
        row = self.row_of(key)
        if row >= 0:
            self.beginRemoveRows(QModelIndex(), row, row)
            del self._items[row]
            self.endRemoveRows()

    def row_of(self, key: str) -> int:
        """-1 where there is none."""
        return next((row for row, item in enumerate(self._items) if item.key == key), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        item = self._items[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return item.title
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return item.spoken
            case Role.ITEM:
                return item
            case Role.KEY:
                return item.key
        return None

    def _put(self, row: int, item: DebateItem) -> None:
        if self._items[row] != item:
            self._items[row] = item
            self.dataChanged.emit(self.index(row), self.index(row))


class DebateFilter(QSortFilterProxyModel):
    """Shows the debates whose title, subtitle or `words` hold every word of the search."""

    def __init__(self, source: DebateListModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self.setSourceModel(source)

    def search(self, text: str) -> None:
        self._words = tuple(text.casefold().split())
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        item = self.sourceModel().index(source_row, 0, source_parent).data(Role.ITEM)
        text = f"{item.title}\n{item.subtitle}\n{item.words}".casefold()
        return all(word in text for word in self._words)


# ---- Rows of the library of debates.
TITLE: Final = 300
INTERRUPTED: Final = "Interrupted: open it to go on"


def item(
    entry: DebateEntry,
    now: float,
    *,
    live: str = "",
    score: float | None = None,
    waiting: bool = False,
    unread: bool = False,
    interrupted: bool = False,
) -> DebateItem:
    """`live` is the status sentence of a debate that is open here, `score` what was measured of it. `interrupted`:
    nobody runs it, although it is in the middle."""
    measured = entry.score if score is None else score
    state = state_of(entry.status, str(entry.outcome.get("outcome", "")), interrupted=interrupted)
    return DebateItem(
        key=entry.id,
        title=" ".join((entry.title or entry.topic).split())[:TITLE],
        subtitle=live or f"{_state(state, entry, measured)} · {phrases.day(entry.updated_at, now)}",
        score=measured,
        state="waiting" if waiting else state,
        unread=unread,
        words=f"{entry.topic} {entry.context_title}",
    )


def _state(state: DebateState, entry: DebateEntry, score: float | None) -> str:
    rounds = phrases.count(entry.rounds, "round") if entry.rounds and state in ("done", "impasse", "stopped") else ""
    said = STATES[state].capitalize()
    if state == "done" and score is not None:
        said = f"{percent(score)}% agreed"
    elif state == "paused":
        said = phrases.paused(entry.why)
    elif state == "interrupted":
        said = INTERRUPTED
    return f"{said} · {rounds}" if rounds else said
