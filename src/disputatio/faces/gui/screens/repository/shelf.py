"""The left side of the repository page: those that were opened, and opening another."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from disputatio.app.repository_status import RepositoryStatus
from disputatio.faces.gui.screens.library.rows import RowList
from disputatio.faces.gui.screens.repository import presenting
from disputatio.faces.gui.widgets.buttons import TextButton

WIDTH = 250


class Shelf(QWidget):
    wanted = Signal(str)
    """ "open" or "clone"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(WIDTH)
        title = QLabel("Repositories")
        title.setProperty("look", "title")
        self.open = TextButton("Open a repository…", icon="plus")
        self.open.setToolTip("A folder can also be dropped here")
        self.open.clicked.connect(lambda: self.wanted.emit("open"))
        self.clone = TextButton("Clone by its address…", icon="import")
        self.clone.setToolTip("A bare copy in the data folder, fetched when you say so")
        self.clone.clicked.connect(lambda: self.wanted.emit("clone"))
        self.list = RowList("Repositories that were opened")
        hint = QLabel("Opened by folder or by dropping one here. Nothing in them is changed or run.")
        hint.setProperty("look", "caption")
        hint.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 18, 12, 12)
        column.setSpacing(10)
        column.addWidget(title)
        column.addWidget(self.open)
        column.addWidget(self.clone)
        column.addWidget(self.list, 1)
        column.addWidget(hint)

    def show_repositories(self, found: Sequence[RepositoryStatus], current: str, busy: Collection[str] = ()) -> None:
        """Those that came since stand above the others, which stay where they are: nothing moves away under the
        pointer."""
        places = {row.key: place for place, row in enumerate(self.list.rows())}
        ordered = sorted(found, key=lambda each: places.get(each.path, -1))
        self.list.show_rows([presenting.shelf_row(each, each.path in busy) for each in ordered])
        self.list.select(current)
