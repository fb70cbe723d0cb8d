"""The left side of the library: workspace, search, and where to go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QMenu, QVBoxLayout, QWidget

from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.rows import Row, RowList
from disputatio.faces.gui.library import library_rows
from disputatio.faces.gui.library.subject import New, Press
from disputatio.library.project import Project
from disputatio.library.workspace import DEFAULT, Workspace

SETTLE: Final = 200
"""Milliseconds without typing until it searches."""
SHELVES: Final = (
    Row(key="notes:", title="Notes", icon="note"),
    Row(key="documents:", title="Documents", icon="book"),
    Row(key="bin:", title="Bin", icon="trash"),
)


class Navigator(QWidget):
    searched = Signal(str)
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
        self.field = QLineEdit()
        self.field.setPlaceholderText("Search the library…")
        self.field.setAccessibleName("Search the library")
        self.field.setClearButtonEnabled(True)
        self._lens = self.field.addAction(self._lens_icon(), QLineEdit.ActionPosition.LeadingPosition)
        self._timer = QTimer(self, singleShot=True, interval=SETTLE)
        self._timer.timeout.connect(lambda: self.searched.emit(self.field.text().strip()))
        self.field.textChanged.connect(lambda _text: self._timer.start())
        self.list = RowList("Places of the library")
        self.new = TextButton("New project", icon="plus")
        self.new.clicked.connect(lambda: self.wanted.emit(New(kind="project")))
        self._lay_out()

    def search(self) -> None:
        """The keyboard goes to the search."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def _lay_out(self) -> None:
        title = QLabel("Library")
        title.setProperty("look", "title")
        place = QHBoxLayout()
        place.setSpacing(4)
        place.addWidget(self.workspace, 1)
        place.addWidget(self.more)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 18, 12, 12)
        column.setSpacing(10)
        column.addWidget(title)
        column.addLayout(place)
        column.addWidget(self.field)
        column.addWidget(self.list, 1)
        column.addWidget(self.new)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._lens.setIcon(self._lens_icon())

    def _lens_icon(self) -> QIcon:
        return icons.icon("search", theme.current().muted, 16)

    def show_places(self, workspaces: Sequence[Workspace], current: str, projects: Sequence[Project]) -> None:
        self.workspace.clear()
        for each in workspaces:
            self.workspace.addItem(each.name, each.id)
        self.workspace.setCurrentIndex(max(0, self.workspace.findData(current)))
        rows = [library_rows.project(each) for each in projects]
        self.list.show_rows([*SHELVES, "Projects", *rows] if rows else SHELVES)

    def select(self, key: str) -> None:
        """Show where the person is; nothing is emitted."""
        self.list.select(key)

    def clear_search(self) -> None:
        self.field.blockSignals(True)
        self.field.clear()
        self.field.blockSignals(False)
        self._timer.stop()

    def _open_menu(self) -> None:
        menu = QMenu(self)
        colour = theme.current().muted
        own = self.workspace.currentData() != DEFAULT
        for what, label, icon, able in (
            (New(kind="workspace"), "New workspace…", "plus", True),
            (Press.RENAME_WORKSPACE, "Rename this workspace…", "edit", True),
            (Press.DELETE_WORKSPACE, "Delete this workspace", "trash", own),
        ):
            action = menu.addAction(icons.icon(icon, colour, 16), label)
            action.setEnabled(able)
            action.triggered.connect(lambda _checked=False, what=what: self.wanted.emit(what))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))


# ---- What can be done with a row of the library, as a menu.
ENTRIES: Final = {
    "open": ("Open", "eye"),
    "finish": ("Done, or open again", "check"),
    "debate": ("Debate this", "chat"),
    "restore": ("Restore", "retry"),
    "rename": ("Rename…", "edit"),
    "delete": ("Delete", "trash"),
}
KINDS: Final = {
    "task": ("open", "finish", "rename", "delete"),
    "assignment": ("open", "debate", "rename", "delete"),
    "project": ("open", "debate", "rename", "delete"),
    "document": ("open", "rename", "delete"),
    "note": ("open", "rename", "delete"),
    "removed": ("restore",),
    "debate": ("open",),
}


def pop_up(kind: str, place: QPoint, do: Callable[[str], object], parent: QWidget) -> None:
    """`do` gets the name of what was chosen."""
    menu = QMenu(parent)
    for name in KINDS.get(kind, ("open",)):
        label, icon = ENTRIES[name]
        action = menu.addAction(icons.icon(icon, theme.current().muted, 16), label)
        action.triggered.connect(lambda _checked=False, which=name: do(which))
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(place)
