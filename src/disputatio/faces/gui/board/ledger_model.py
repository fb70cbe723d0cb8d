"""The ledger as a tree: aspects with their claims, and one column for each participant."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from html import escape

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from disputatio.debate.views.participants import Participant
from disputatio.debate.views.statements import AspectCell, AspectItem, Cell, ClaimItem
from disputatio.debate.wording import tr
from disputatio.faces.gui.board.ledger_lines import said_of

Index = QModelIndex | QPersistentModelIndex

_TOP = 0
"""Internal id of an aspect; that of a claim is the row of its aspect plus one."""


class Role(IntEnum):
    ITEM = Qt.ItemDataRole.UserRole + 1
    """AspectItem or ClaimItem, in every column."""
    CELL = Qt.ItemDataRole.UserRole + 2
    """Cell or AspectCell of a participant's column; None in the first."""
    KEY = Qt.ItemDataRole.UserRole + 3


class LedgerModel(QAbstractItemModel):
    """Without aspects the claims stand at the top."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.people: tuple[Participant, ...] = ()
        self.gathered = False
        """Whether what participants say stands below the claims, and not in columns of their own."""
        self.aspects: tuple[AspectItem, ...] = ()

    @property
    def flat(self) -> bool:
        """Whether there is nothing but claims about the whole question."""
        return len(self.aspects) == 1 and not self.aspects[0].name

    def silent(self, column: int) -> bool:
        """Whether no row records anything of the participant of a column."""
        claims = (claim.cells[column - 1] for aspect in self.aspects for claim in aspect.claims)
        above = () if self.flat else (aspect.cells[column - 1] for aspect in self.aspects)
        return all(cell.hold == "silent" for cell in claims) and not any(cell.position or cell.path for cell in above)

    def show(self, people: Sequence[Participant], aspects: Sequence[AspectItem]) -> bool:
        """Show these; True where rows are others than before, False where only their contents changed."""
        if tuple(people) == self.people and _keys(aspects) == _keys(self.aspects):
            self.aspects = tuple(aspects)
            self._tell()
            return False
        self.beginResetModel()
        self.people, self.aspects = tuple(people), tuple(aspects)
        self.endResetModel()
        return True

    def _tell(self) -> None:
        for row in range(self.rowCount()):
            top = self.index(row, 0)
            for parent, last in ((QModelIndex(), row), (top, self.rowCount(top) - 1)):
                if last >= 0:
                    first = row if not parent.isValid() else 0
                    self.dataChanged.emit(
                        self.index(first, 0, parent), self.index(last, self.columnCount() - 1, parent)
                    )

    def find(self, key: str) -> QModelIndex:
        """Return where a claim or an aspect stands; an invalid index where it does not."""
        for row in range(self.rowCount()):
            top = self.index(row, 0)
            if top.data(Role.KEY) == key:
                return top
            for below in range(self.rowCount(top)):
                if self.index(below, 0, top).data(Role.KEY) == key:
                    return self.index(below, 0, top)
        return QModelIndex()

    # ---- the model of Qt ---------------------------------------------------------------------------------------------
    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if not 0 <= row < self.rowCount(parent) or not 0 <= column < self.columnCount():
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else _TOP)

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        inside = index.internalId() if index.isValid() else _TOP
        return self.createIndex(inside - 1, 0, _TOP) if inside != _TOP else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self.aspects[0].claims) if self.flat else len(self.aspects)
        if self.flat or parent.internalId() != _TOP or parent.column():
            return 0
        return len(self.aspects[parent.row()].claims)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1 + len(self.people)

    def _item(self, index: Index) -> AspectItem | ClaimItem:
        if self.flat:
            return self.aspects[0].claims[index.row()]
        inside = index.internalId()
        return self.aspects[index.row()] if inside == _TOP else self.aspects[inside - 1].claims[index.row()]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        item, column = self._item(index), index.column()
        cell = item.cells[column - 1] if 0 < column <= len(item.cells) else None
        match role:
            case Role.ITEM:
                return item
            case Role.CELL:
                return cell
            case Role.KEY:
                return item.key if isinstance(item, ClaimItem) else f"aspect:{item.name}"
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(item, cell, column)
            case Qt.ItemDataRole.ToolTipRole if cell is not None:
                return f"<p>{escape(self._spoken(item, cell, column))}</p>"
            case Qt.ItemDataRole.ToolTipRole:  # what is cut there is whole here
                return "".join(f"<p>{escape(each)}</p>" for each in (_words(item), *self._said(item)))
        return None

    def _spoken(self, item: AspectItem | ClaimItem, cell: Cell | AspectCell | None, column: int) -> str:
        if cell is None:
            return ". ".join((item.spoken if isinstance(item, ClaimItem) else item.title, *self._said(item)))
        name = self.people[column - 1].name
        if isinstance(cell, Cell):
            return f"{name}: {cell.spoken}"
        return f"{name}: {cell.position or tr('no position yet')}"

    def _said(self, item: AspectItem | ClaimItem) -> list[str]:
        """Return what stands below a claim or an aspect, in words."""
        return [each.spoken for each in said_of(item, self.people)] if self.gathered else []

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        name = tr("Claim") if not section else self.people[section - 1].name
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return name
            case Qt.ItemDataRole.ToolTipRole:
                return f"<p>{escape(name)}</p>"
        return None


def _words(item: AspectItem | ClaimItem) -> str:
    return item.text if isinstance(item, ClaimItem) else item.title


def _keys(aspects: Sequence[AspectItem]) -> list[tuple[str, tuple[str, ...]]]:
    return [(aspect.name, tuple(claim.key for claim in aspect.claims)) for aspect in aspects]
