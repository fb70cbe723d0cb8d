"""The tree of claims with one column for each participant: sign and word, and since when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QTreeView,
    QWidget,
)

from disputatio.debate.views.participants import Participant
from disputatio.debate.views.statements import AspectItem, ClaimItem
from disputatio.faces.gui import theme
from disputatio.faces.gui.fonts import CAPTION, font
from disputatio.faces.gui.models.board_tree import LedgerModel, Role
from disputatio.faces.gui.widgets.avatars import paint_glyph
from disputatio.faces.gui.widgets.ledger_cells import CELL, INDENT, LedgerDelegate

TALLEST: Final = 900
MANY: Final = 60
"""Rows from which on the tree scrolls by rows: by pixels, Qt measures every row before it shows the first, which takes
0.5 ms for each."""
NARROWEST: Final = 94
"""Pixels of the column of claims; narrower inspectors scroll sideways."""

_CENTRE: Final = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter


class LedgerHeader(QHeaderView):
    """Each participant's shape above the name, as far as there is room for it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.people: tuple[Participant, ...] = ()
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(40)
        self.setFixedHeight(40)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        look, box = theme.current(), QRectF(rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(box, QColor(look.surface))
        painter.setPen(QPen(QColor(look.border), 1))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        face = font(CAPTION, QFont.Weight.DemiBold)
        painter.setFont(face)
        painter.setPen(QColor(look.muted))
        if not logicalIndex:
            painter.drawText(
                box.adjusted(8, 0, 0, -4), Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, "Claim"
            )
        elif logicalIndex <= len(self.people):
            who = self.people[logicalIndex - 1]
            name = QFontMetricsF(face).elidedText(who.name, Qt.TextElideMode.ElideRight, box.width() - 4)
            painter.drawText(box.adjusted(2, 18, -2, -2), _CENTRE, name)
            paint_glyph(painter, QPointF(box.center().x(), box.top() + 11), 12, who.glyph, who.colour)
        painter.restore()


class LedgerTree(QTreeView):
    """As high as its rows, up to a limit. The arrow keys go through rows and columns."""

    chosen = Signal(object)
    """AspectItem or ClaimItem of the row that is current now; None without one."""
    opened = Signal(str)
    """The path of a message: Enter or a double click on what a participant says."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ledger = LedgerModel(self)
        self._closed: set[str] = set()
        self._filling = False
        self.setAccessibleName("Ledger: claims by participant")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setModel(self.ledger)
        self.setItemDelegate(LedgerDelegate(self))
        self._header = LedgerHeader(self)
        self.setHeader(self._header)
        self._header.setStretchLastSection(False)
        self.setIndentation(INDENT)
        self.setMouseTracking(True)
        self.setUniformRowHeights(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.activated.connect(self._open)
        self.collapsed.connect(lambda index: self._folded(index, folded=True))
        self.expanded.connect(lambda index: self._folded(index, folded=False))
        self.selectionModel().currentChanged.connect(lambda index: self.chosen.emit(index.data(Role.ITEM)))

    def show_ledger(self, people: Sequence[Participant], aspects: Sequence[AspectItem]) -> None:
        key = self.currentIndex().data(Role.KEY) or ""
        column = max(0, self.currentIndex().column())
        self._header.people = tuple(people)
        self._filling = True
        if self.ledger.show(people, aspects):
            self._unfold()
            if key and (found := self.ledger.find(key)).isValid():
                self.setCurrentIndex(found.siblingAtColumn(column))
        else:
            self.chosen.emit(self.currentIndex().data(Role.ITEM))
        self._filling = False
        self.fit()

    def _unfold(self) -> None:
        modes = QAbstractItemView.ScrollMode
        rows = sum(1 + len(aspect.claims) for aspect in self.ledger.aspects)
        self.setVerticalScrollMode(modes.ScrollPerItem if rows > MANY else modes.ScrollPerPixel)
        self.setRootIsDecorated(not self.ledger.flat)
        for row in range(self.ledger.rowCount()):
            index = self.ledger.index(row, 0)
            if index.data(Role.KEY) not in self._closed:
                self.expand(index)

    def chosen_item(self) -> AspectItem | ClaimItem | None:
        """Of the row that is current."""
        found = self.currentIndex().data(Role.ITEM)
        return found if isinstance(found, (AspectItem, ClaimItem)) else None

    def choose(self, key: str) -> None:
        if (found := self.ledger.find(key)).isValid():
            self.setCurrentIndex(found)

    def fit(self) -> None:
        """Columns for the width that there is, and a height for the rows."""
        if self._filling:
            return
        others = CELL * len(self.ledger.people)
        self._header.resizeSection(0, max(NARROWEST, self.viewport().width() - others))
        for column in range(1, 1 + len(self.ledger.people)):
            self._header.resizeSection(column, CELL)
        high, index = self._header.height() + 4, self.model().index(0, 0)
        while index.isValid() and high < TALLEST:
            high += self.sizeHintForIndex(index).height()
            index = self.indexBelow(index)
        if self._header.length() > self.viewport().width():
            high += self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(min(TALLEST, high))

    def _folded(self, index: QModelIndex, *, folded: bool) -> None:
        (self._closed.add if folded else self._closed.discard)(index.data(Role.KEY))
        self.fit()

    def _open(self, index: QModelIndex) -> None:
        cell, item = index.data(Role.CELL), index.data(Role.ITEM)
        path = cell.path if cell is not None else ""
        if not path and isinstance(item, ClaimItem) and item.messages:
            path = item.messages[0].path
        if path:
            self.opened.emit(path)

    def drawBranches(self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        """The ground of an aspect begins at the edge, below the arrow that folds it."""
        if isinstance(index.data(Role.ITEM), AspectItem):
            painter.fillRect(rect, QColor(theme.current().raised))
        super().drawBranches(painter, rect, index)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()
            self.fit()
