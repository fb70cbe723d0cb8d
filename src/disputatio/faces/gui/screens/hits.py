"""What the search found in texts: debates, turns, notes, documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from disputatio.faces.gui import icons, theme
from disputatio.faces.gui.actions import Place, ShowDebate, ShowPage
from disputatio.faces.gui.widgets.empty_state import EmptyState

if TYPE_CHECKING:
    from disputatio.storage.search import Hit

KINDS: Final = {
    "debate": ("Question", "chat"),
    "note": ("Note", "note"),
    "document": ("Document", "book"),
    "turn": ("Turn", "quote"),
}
"""In the order that they are listed in: what a person kept goes before the many turns that say the same."""
LEAST: Final = 190
"""Pixels of the list, however long the lists above it are."""
TARGET = Qt.ItemDataRole.UserRole


class Hits(QWidget):
    opened = Signal(object)
    """Where what was found is (actions.Place)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget()
        self.list.setAccessibleName("Found in texts")
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setWordWrap(True)
        self.list.setSpacing(2)
        self.list.setMinimumHeight(LEAST)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(self._open)
        self.list.itemClicked.connect(self._open)
        self._empty = EmptyState("Nothing found", compact=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._empty, 0, Qt.AlignmentFlag.AlignTop)
        column.addWidget(self.list, 1)

    def show_hits(self, text: str, found: Mapping[str, Sequence[Hit]]) -> None:
        self.list.clear()
        look = theme.current()
        for kind, hits in sorted(found.items(), key=lambda each: _place(each[0])):
            word, icon = KINDS.get(kind, (kind.capitalize(), "search"))
            for hit in hits:
                row = QListWidgetItem(icons.icon(icon, look.muted, 16), f"{hit.title or word}\n{hit.snippet}")
                row.setData(TARGET, place_of(hit))
                row.setToolTip(f"{word}: {hit.snippet}")
                row.setData(Qt.ItemDataRole.AccessibleTextRole, f"{word}: {hit.title}: {hit.snippet}")
                self.list.addItem(row)
        self._empty.set_text(f"No text holds “{text}”", "Other words may find it.")
        self._empty.setVisible(not self.list.count())
        self.list.setVisible(bool(self.list.count()))

    def _open(self, row: QListWidgetItem) -> None:
        self.opened.emit(row.data(TARGET))


def place_of(hit: Hit) -> Place:
    """Where the window shows what was found. The id of a turn begins with that of its debate."""
    match hit.kind:
        case "note" | "document" as kind:
            return ShowPage(page="library", kind=kind, id=hit.id)
        case "debate":
            return ShowDebate(id=hit.id)
        case _:
            turn = hit.id.partition("/")[2] if hit.id.startswith(hit.parent) else ""
            return ShowDebate(id=hit.parent, turn=turn)


def _place(kind: str) -> int:
    return list(KINDS).index(kind) if kind in KINDS else len(KINDS)
