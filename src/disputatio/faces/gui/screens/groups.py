"""The library of debates in the sidebar: running, recent, bin; each group a list under its heading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QListView, QSizePolicy, QVBoxLayout, QWidget

from disputatio.faces.gui.models.debates import DebateFilter, DebateItem, DebateListModel, Role
from disputatio.faces.gui.widgets.buttons import IconButton
from disputatio.faces.gui.widgets.debate_list import HIGH, DebateDelegate

UNDER_WAY: Final = ("running", "waiting")


class GroupView(QListView):
    """As high as its rows: the sidebar scrolls, not the list."""

    def sizeHint(self) -> QSize:
        return QSize(180, self.model().rowCount() * HIGH + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())


class Group(QWidget):
    opened = Signal(str)
    menu_wanted = Signal(str, QPoint)

    def __init__(self, title: str, *, folded: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.model = DebateListModel(self)
        self.filter = DebateFilter(self.model, self)
        self.label = QLabel(title)
        self.label.setProperty("look", "section")
        self.fold = IconButton("chevron-down", f"Fold {title}", size=14)
        self.view: GroupView = self._make_view()
        self.fold.clicked.connect(lambda: self.set_folded(self.view.isVisibleTo(self)))
        head = QHBoxLayout()
        head.setContentsMargins(2, 4, 0, 0)
        head.addWidget(self.label, 1)
        self.head = head
        head.addWidget(self.fold)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self.view)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.set_folded(folded)
        self._fit()

    def _make_view(self) -> GroupView:
        view = GroupView()
        view.setAccessibleName(f"Debates: {self.title}")
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setModel(self.filter)
        view.setItemDelegate(DebateDelegate(view))
        view.setUniformItemSizes(True)
        view.setMouseTracking(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.clicked.connect(self._open)
        view.activated.connect(self._open)
        view.customContextMenuRequested.connect(self._ask_menu)
        return view

    def set_folded(self, folded: bool) -> None:
        self.view.setVisible(not folded)
        self.fold.set_icon("chevron-right" if folded else "chevron-down")
        self.fold.set_label(f"{'Unfold' if folded else 'Fold'} {self.title}")

    def set_items(self, items: Sequence[DebateItem]) -> None:
        self.model.set_items(items)
        self._fit()

    def search(self, text: str) -> None:
        self.filter.search(text)
        self._fit()

    def select(self, key: str) -> bool:
        """Mark a debate as the one that is shown; nothing is emitted."""
        row = self.model.row_of(key)
        if row < 0:
            self.view.clearSelection()
            return False
        self.view.setCurrentIndex(self.filter.mapFromSource(self.model.index(row)))
        return True

    def _fit(self) -> None:
        rows = self.filter.rowCount()
        self.label.setText(f"{self.title} · {rows}" if rows else self.title)
        self.setVisible(rows > 0)
        self.view.updateGeometry()

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(index.data(Role.KEY))

    def _ask_menu(self, place: QPoint) -> None:
        index = self.view.indexAt(place)
        if index.isValid():
            self.menu_wanted.emit(index.data(Role.KEY), self.view.viewport().mapToGlobal(place))


def under_way(item: DebateItem) -> bool:
    return item.state in UNDER_WAY
