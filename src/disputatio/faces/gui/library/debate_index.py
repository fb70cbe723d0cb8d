"""The library of debates: its rows, and the Qt list model that holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QSortFilterProxyModel,
    Qt,
)

from disputatio.debate.values import value
from disputatio.debate.views.words import STATES, DebateState, percent, state_of
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.lists import Index, ItemModel, Role

if TYPE_CHECKING:
    from disputatio.storage.catalogue import DebateEntry


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
    def text(self) -> str:
        return self.title

    @property
    def spoken(self) -> str:
        """Return the row as a screen reader says it."""
        score = "not measured" if self.score is None else f"{percent(self.score)} percent agreed"
        return ", ".join(part for part in (self.title, self.subtitle, STATES[self.state], score) if part)


class DebateListModel(ItemModel):
    """Debates, newest first as given."""

    def put(self, item: DebateItem) -> None:
        """Change the debate of that key, or put a new one on top."""
        row = self.row_of(item.key)
        if row < 0:
            self.beginInsertRows(QModelIndex(), 0, 0)
            self.items.insert(0, item)
            self.endInsertRows()
        elif self.items[row] != item:
            self.items[row] = item
            self.dataChanged.emit(self.index(row), self.index(row))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        spoken = role == Qt.ItemDataRole.ToolTipRole
        return super().data(index, Qt.ItemDataRole.AccessibleTextRole if spoken else role)


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
    """Return the row of a debate. `live` is the status sentence of one that is open here, `score` what was measured of
    it. `interrupted`: nobody runs it, although it is in the middle."""
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
