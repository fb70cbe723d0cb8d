"""The left side of the library: workspace, search, and where to go."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.rows import Row, RowList
from disputatio.faces.gui.library import contents
from disputatio.faces.gui.library.parts import SearchField, column, label, pop_up, row
from disputatio.faces.gui.library.subject import New, Press
from disputatio.library.workspace import DEFAULT, Project, Workspace

SHELVES: Final = (
    *(Row(key=f"{name}:", title=kind.plural, icon=kind.icon) for name, kind in reversed(contents.SHELVES.items())),
    Row(key="bin:", title="Bin", icon="trash"),
)


class Navigator(QWidget):
    workspace_changed = Signal(str)
    wanted = Signal(object)
    """What was pressed (subject.Wanted)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = QComboBox()
        self.workspace.setAccessibleName("Workspace")
        self.workspace.activated.connect(lambda row: self.workspace_changed.emit(self.workspace.itemData(row)))
        self.more = IconButton("more", "New, rename or delete a workspace")
        self.more.clicked.connect(self._open_menu)
        self.field = SearchField("Search the library")
        self.list = RowList("Places of the library")
        self.new = TextButton("New project", icon="plus")
        self.new.clicked.connect(lambda: self.wanted.emit(New(kind="project")))
        place = row((self.workspace, 1), self.more, spacing=4)
        items = (label("Library", "title"), place, self.field, (self.list, 1), self.new)
        column(*items, of=self, margins=(16, 18, 12, 12), spacing=10)

    def show_places(self, workspaces: Sequence[Workspace], current: str, projects: Sequence[Project]) -> None:
        self.workspace.clear()
        for each in workspaces:
            self.workspace.addItem(each.name, each.id)
        self.workspace.setCurrentIndex(max(0, self.workspace.findData(current)))
        rows = [contents.row(each, 0) for each in projects]
        self.list.show_rows([*SHELVES, "Projects", *rows] if rows else SHELVES)

    def _open_menu(self) -> None:
        own = self.workspace.currentData() != DEFAULT
        entries = (
            ("New workspace…", "plus", True, partial(self.wanted.emit, New(kind="workspace"))),
            ("Rename this workspace…", "edit", True, partial(self.wanted.emit, Press.RENAME_WORKSPACE)),
            ("Delete this workspace", "trash", own, partial(self.wanted.emit, Press.DELETE_WORKSPACE)),
        )
        pop_up(entries, self.more.mapToGlobal(self.more.rect().bottomLeft()), self)
