"""The citations of a debate, as the inspector "Evidence" lists them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from disputatio.debate.evidence import Status
from disputatio.debate.values import value
from disputatio.faces.gui.glyphs import Glyph
from disputatio.faces.gui.models.evidence import SIGNS

Index = QModelIndex | QPersistentModelIndex
ITEM = int(Qt.ItemDataRole.UserRole) + 1


@value
class CitationItem:
    """One citation: `path` is that of the turn, `number` its place among the citations of the turn."""

    path: str
    number: int
    seat: str
    name: str
    glyph: Glyph
    colour: str
    round: int
    status: Status
    citation: str
    note: str = ""

    @property
    def spoken(self) -> str:
        """What a screen reader says."""
        place = f"{self.name}, round {self.round}" if self.round else self.name
        return f"{self.citation}: {SIGNS[self.status][1]}. {place}. {self.note}".strip()


@value
class ShareItem:
    """What a participant cited: how many of `total` that could be checked are verified."""

    seat: str
    name: str
    glyph: Glyph
    colour: str
    verified: int
    total: int
    external: int

    @property
    def words(self) -> str:
        if not self.total:
            return "nothing that can be checked"
        return f"{self.verified} of {self.total} verified"


class CitationModel(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.items: tuple[CitationItem, ...] = ()

    def set_items(self, items: Sequence[CitationItem]) -> None:
        if tuple(items) != self.items:
            self.beginResetModel()
            self.items = tuple(items)
            self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        item = self.items[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return item.spoken
            case Qt.ItemDataRole.ToolTipRole:
                return "Enter or a click opens the source"
        return item if role == ITEM else None
