"""The left side: brand, new debate, search, projects, debates, state of the providers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from disputatio.app.actions.action import ASK, EMPTY_BIN, EXAMPLES, SETTINGS, Action
from disputatio.faces.gui.actions import PAGES, THEME, Place, ShowDebate, ShowPage, WindowIntent, of_page
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.labels import ElidedLabel
from disputatio.faces.gui.kit.notices import EmptyState
from disputatio.faces.gui.library.debate_index import DebateItem, Group, under_way

if TYPE_CHECKING:
    from disputatio.storage.search import Hit


# ---- results of the text search ---------------------------------------------------------------------------------
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
        self._empty.set_text(f"No text contains “{text}”", "Try other words.")
        self._empty.setVisible(not self.list.count())
        self.list.setVisible(bool(self.list.count()))

    def _open(self, row: QListWidgetItem) -> None:
        self.opened.emit(row.data(TARGET))


def place_of(hit: Hit) -> Place:
    """Return where the window shows what was found. The id of a turn begins with that of its debate."""
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


WIDTH: Final = 268
PAUSE: Final = 350
"""Milliseconds after the last key before texts are searched."""
SHOWN_PROJECTS: Final = 5
FOUND: Final = 50
"""What is found takes the free height, beside an empty stretch of 1."""


class SearchField(QLineEdit):
    left = Signal()
    """Escape."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText("Search debates and notes…")
        self.setAccessibleName("Search debates, notes and documents")
        self.setClearButtonEnabled(True)
        self.addAction(icons.icon("search", theme.current().outline, 16), QLineEdit.ActionPosition.LeadingPosition)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.left.emit()
            return
        super().keyPressEvent(event)


class Sidebar(QWidget):
    wanted = Signal(object)
    """What the window must do (actions.WindowIntent)."""
    opened = Signal(str)
    searched = Signal(str)
    """Search the texts for this."""
    menu_wanted = Signal(str, QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(220)
        self.new = TextButton(ASK.title, icon="plus", kind="primary")
        self.new.setToolTip(ASK.hint)
        self.new.clicked.connect(lambda: self.wanted.emit(ASK.does))
        self.field = SearchField()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._search_texts)
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self._search_texts)
        self.groups = {name: Group(name, folded=name == "Bin") for name in ("Running", "Recent", "Bin")}
        self.hits = Hits()
        self.hits.opened.connect(self.wanted)
        self.empty = EmptyState("No debates yet", "Your first one will appear here.", compact=True)
        self.empty.add_button(EXAMPLES.does, EXAMPLES.title, icon="play")
        self.empty.chosen.connect(self.wanted)
        self.empty.hide()  # until it is known: nothing is said to be empty that has not been read
        self.above = QVBoxLayout()
        """What comes before all lists: debates that need the person."""
        self.projects = QVBoxLayout()
        self.projects.setSpacing(0)
        self.state = ElidedLabel("Opening…", look="caption")
        self.theme_button = IconButton("moon", "Dark theme")
        self._lay_out()
        self._wire_groups()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 12, 10)
        column.setSpacing(10)
        column.addLayout(self._brand())
        column.addLayout(self._pages())
        column.addWidget(self.new)
        column.addWidget(self.field)
        column.addWidget(self._lists(), 1)
        foot = QHBoxLayout()
        foot.setSpacing(2)
        foot.addWidget(self.state, 1)
        self.theme_button.clicked.connect(lambda: self.wanted.emit(THEME.does))
        foot.addWidget(self.theme_button)
        column.addLayout(foot)

    def _brand(self) -> QHBoxLayout:
        row = QHBoxLayout()
        mark, name = QLabel(), QLabel("Disputatio")
        mark.setPixmap(icons.app_mark(24))
        name.setProperty("look", "title")
        row.addWidget(mark)
        row.addWidget(name)
        row.addStretch()
        row.addWidget(self._button("settings", SETTINGS))
        return row

    def _pages(self) -> QHBoxLayout:
        """Return a row with a button for each page; beside the name there would be no room for them."""
        row = QHBoxLayout()
        row.setSpacing(4)
        for page in PAGES:
            row.addWidget(self._button(page.icon, of_page(page.name, page.title, page.keys)))
        row.addStretch()
        return row

    def _button(self, icon: str, action: Action[WindowIntent]) -> IconButton:
        button = IconButton(icon, action.hint)
        button.clicked.connect(lambda: self.wanted.emit(action.does))
        return button

    def _lists(self) -> QWidget:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(6)
        column.addLayout(self.above)
        column.addLayout(self.projects)
        for group in self.groups.values():
            column.addWidget(group)
        column.addWidget(self.empty)
        column.addWidget(self.hits, FOUND)
        column.addStretch(1)
        self.hits.hide()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        scroll.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        return scroll

    def _wire_groups(self) -> None:
        for group in self.groups.values():
            group.opened.connect(self.opened)
            group.menu_wanted.connect(self.menu_wanted)
        empty = IconButton("trash", EMPTY_BIN.title, size=14)
        empty.clicked.connect(lambda: self.wanted.emit(EMPTY_BIN.does))
        self.groups["Bin"].head.insertWidget(1, empty)

    # ---- what is shown ---------------------------------------------------------------------------------------------
    def set_debates(self, items: Sequence[DebateItem], deleted: Sequence[DebateItem], current: str) -> None:
        self.groups["Running"].set_items([item for item in items if under_way(item)])
        self.groups["Recent"].set_items([item for item in items if not under_way(item)])
        self.groups["Bin"].set_items(deleted)
        self._search(self.field.text(), typed=False)
        self.select(current)

    def put(self, item: DebateItem) -> None:
        """Show that one debate is different; it stays in its group."""
        for group in self.groups.values():
            if group.model.row_of(item.key) >= 0:
                group.model.put(item)

    def select(self, key: str) -> None:
        for group in self.groups.values():
            group.select(key)

    def set_projects(self, counts: Mapping[str, tuple[str, int]]) -> None:
        """Show the projects: id -> name and number of debates."""
        while (row := self.projects.takeAt(0)) is not None:
            if (widget := row.widget()) is not None:
                widget.deleteLater()
        if not counts:
            return
        title = QLabel("Projects")
        title.setProperty("look", "section")
        self.projects.addWidget(title)
        for id, (name, number) in list(counts.items())[:SHOWN_PROJECTS]:
            button = TextButton(f"{name}  ·  {number}" if number else name, icon="folder", kind="quiet")
            button.setStyleSheet("text-align: left")
            button.setAccessibleName(f"Project {name}, {number} debates")
            place = ShowPage(page="library", kind="project", id=id)
            button.clicked.connect(lambda _checked=False, place=place: self.wanted.emit(place))
            self.projects.addWidget(button)

    def set_state(self, words: str) -> None:
        self.state.setText(words)

    def show_closed(self) -> None:
        """Say that what there is cannot be read, which is not the same as nothing."""
        self.set_state("Not open")
        self.empty.hide()

    def show_theme(self, dark: bool) -> None:
        self.theme_button.set_icon("sun" if dark else "moon")
        self.theme_button.set_label("Light theme" if dark else "Dark theme")

    def show_hits(self, text: str, found: Mapping[str, Sequence[Hit]]) -> None:
        if text == self.field.text().strip():
            self.hits.show_hits(text, found)
            self.hits.show()

    def search(self) -> None:
        """Give the keyboard to the search."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    # ---- search ----------------------------------------------------------------------------------------------------
    def _search(self, text: str, *, typed: bool = True) -> None:
        for group in self.groups.values():
            group.search(text)
        any_shown = any(group.filter.rowCount() for group in self.groups.values())
        self.empty.setVisible(not any_shown and not text.strip())
        if not text.strip():
            self._pause.stop()
            self.hits.hide()
        elif typed:
            self._pause.start()

    def _search_texts(self) -> None:
        self._pause.stop()
        if text := self.field.text().strip():
            self.searched.emit(text)
