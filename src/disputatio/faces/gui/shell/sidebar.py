"""The left side: brand, new debate, search, projects, debates, state of the providers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from disputatio.app.actions.action import ASK, EMPTY_BIN, EXAMPLES, SETTINGS, Action
from disputatio.debate.wording import Words, figure, tr
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.buttons import IconButton, LinkButton, TextButton
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.fonts import CAPTION, font
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.labels import ElidedLabel
from disputatio.faces.gui.kit.layouts import BAR, SteadyArea, margins_from_the_side
from disputatio.faces.gui.library.debate_index import DebateItem, Group, under_way
from disputatio.faces.gui.window_actions import (
    PAGES,
    SIDEBAR,
    THEME,
    PageKind,
    PageName,
    ShowPage,
    WindowIntent,
    of_page,
)

NAV: Final = 34
"""Pixels of a row that leads to a page."""
RAIL: Final = 44
PAUSE: Final = 350
"""Milliseconds after the last key before texts are searched."""
SHOWN: Final = 60
"""Debates that the sidebar lists; the page of the debates has all of them."""


class SearchField(LineField):
    left = Signal()
    """Escape."""
    down = Signal()
    """To what was found."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(tr("Search debates and notes…"))
        self.setAccessibleName(tr("Search debates, notes and documents"))
        self.setClearButtonEnabled(True)
        lens = icons.icon("search", theme.current().outline, 16)
        self.addAction(lens, QLineEdit.ActionPosition.LeadingPosition).setText(tr("Search"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.left.emit()
        elif event.key() == Qt.Key.Key_Down:
            self.down.emit()
        else:
            super().keyPressEvent(event)


class NavRow(QPushButton):
    """A place that one can go to: its sign, its name, and at the right how much there is."""

    def __init__(self, page: PageKind) -> None:
        super().__init__(page.title)
        self._page, self.count = page, 0
        self.setProperty("nav", True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(of_page(page.name, page.title, page.keys).tip)
        self.setFixedHeight(NAV)
        self._draw()

    def show_count(self, count: int) -> None:
        """Say how much there is."""
        self.count = count
        self.setAccessibleName(f"{self._page.title}, {figure(count)}" if count else self._page.title)
        self.update()

    def mark(self, *, here: bool) -> None:
        """Say whether the person is there."""
        if here != bool(self.property("here")):
            self.setProperty("here", here)
            self.setAccessibleDescription(tr("You are here") if here else "")
            self.style().unpolish(self)
            self.style().polish(self)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        self.setIcon(icons.icon(self._page.icon, theme.current().muted, 17))
        self.setIconSize(QSize(17, 17))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.count:
            return
        painter = QPainter(self)
        painter.setFont(font(CAPTION))
        painter.setPen(QColor(theme.current().muted))
        room = self.rect().adjusted(10, 0, -10, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, figure(self.count))
        painter.end()


class Rail(QWidget):
    """What is left of the sidebar in a narrow window: the way to it."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(RAIL)
        self.button = IconButton("panel-left", SIDEBAR.hint)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 14, 4, 0)
        column.addWidget(self.button)
        column.addStretch(1)
        self.hide()


GROUPS: Final = Words({"Running": "Running", "Recent": "Recent", "Bin": "Bin"})


class Sidebar(QWidget):
    wanted = Signal(object)
    """What the window must do (actions.WindowIntent)."""
    opened = Signal(str)
    searched = Signal(str)
    """Search the texts for this."""
    menu_wanted = Signal(str, QPoint)
    discard_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(220)
        self.new = TextButton(ASK.title, icon="plus", kind="primary")
        self.new.setToolTip(ASK.hint)
        self.new.clicked.connect(lambda: self.wanted.emit(ASK.does))
        self.field = SearchField()
        self._words, self._read = "", False
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._search_texts)
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self._search_texts)
        self.groups = {name: Group(title, folded=name == "Bin") for name, title in GROUPS.items()}
        self.all = LinkButton("")
        self.all.clicked.connect(lambda: self.wanted.emit(ShowPage(page="debates", kind="search")))
        self.all.hide()
        self.empty = EmptyState(tr("No debates yet"), tr("Your first one will appear here."), compact=True)
        self.empty.add_button(EXAMPLES.does, EXAMPLES.title, icon="play")
        self.empty.chosen.connect(self.wanted)
        self.empty.hide()  # until it is known: nothing is said to be empty that has not been read
        self.above = QVBoxLayout()
        """What comes before all lists: debates that need the person."""
        self.state = ElidedLabel(tr("Opening…"), look="caption")
        self.theme_button = IconButton("moon", tr("Dark theme"))
        self._lay_out()
        self._wire_groups()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(*margins_from_the_side(14, 14, 14 - BAR, 10))
        column.setSpacing(10)
        above = QVBoxLayout()
        above.setContentsMargins(*margins_from_the_side(0, 0, BAR, 0))
        above.setSpacing(10)
        above.addLayout(self._brand())
        above.addWidget(self.new)
        above.addWidget(self.field)
        above.addLayout(self._pages())
        column.addLayout(above)
        column.addWidget(self._lists(), 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(*margins_from_the_side(0, 0, BAR, 0))
        foot.setSpacing(2)
        foot.addWidget(self.state, 1)
        self.theme_button.clicked.connect(lambda: self.wanted.emit(THEME.does))
        foot.addWidget(self.theme_button)
        column.addLayout(foot)

    def _brand(self) -> QHBoxLayout:
        row = QHBoxLayout()
        mark, name = QLabel(), QLabel(tr("Disputatio"))
        mark.setPixmap(icons.app_mark(24))
        name.setProperty("look", "title")
        row.addWidget(mark)
        row.addWidget(name)
        row.addStretch()
        row.addWidget(self._button("settings", SETTINGS))
        return row

    def _pages(self) -> QVBoxLayout:
        """Return a row for each page."""
        column = QVBoxLayout()
        column.setSpacing(0)
        self.rows: dict[PageName, NavRow] = {}
        for page in PAGES:
            row = self.rows[page.name] = NavRow(page)
            # The page of the debates lists them all; whoever searches is there already.
            wanted = ShowPage(page=page.name, kind="search" if page.name == "debates" else "")
            row.clicked.connect(lambda _checked=False, wanted=wanted: self.wanted.emit(wanted))
            column.addWidget(row)
        return column

    def _button(self, icon: str, action: Action[WindowIntent]) -> IconButton:
        button = IconButton(icon, action.hint)
        button.clicked.connect(lambda: self.wanted.emit(action.does))
        return button

    def _lists(self) -> QWidget:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(self.above)
        for group in self.groups.values():
            column.addWidget(group)
            if group.title == "Recent":
                column.addWidget(self.all)
        column.addWidget(self.empty)
        column.addStretch(1)
        scroll = SteadyArea()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        scroll.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        return scroll

    def _wire_groups(self) -> None:
        for group in self.groups.values():
            group.opened.connect(self.opened)
            group.menu_wanted.connect(self.menu_wanted)
            group.discard_wanted.connect(self.discard_wanted)
        empty = IconButton("trash", EMPTY_BIN.title, size=14)
        empty.clicked.connect(lambda: self.wanted.emit(EMPTY_BIN.does))
        self.groups["Bin"].head.insertWidget(1, empty)

    # ---- what is shown ---------------------------------------------------------------------------------------------
    def set_debates(self, items: Sequence[DebateItem], deleted: Sequence[DebateItem], current: str) -> None:
        self._read = True
        running = self.groups["Running"]
        places = {item.key: place for place, item in enumerate(running.model.items)}
        # what runs keeps its place, and what begins comes below: none is put under the pointer in place of another
        steady = sorted(filter(under_way, items), key=lambda item: places.get(item.key, len(places)))
        running.set_items(steady)
        self.groups["Recent"].set_items([item for item in items if not under_way(item)][:SHOWN])
        self.groups["Bin"].set_items(deleted)
        self._narrow(self._words)
        self.select(current)

    def put(self, item: DebateItem) -> None:
        """Show that one debate is different; it stays in its group."""
        for group in self.groups.values():
            if group.model.row_of(item.key) >= 0:
                group.model.put(item)

    def select(self, key: str) -> None:
        for group in self.groups.values():
            group.select(key)

    def show_counts(self, counts: Mapping[PageName, int]) -> None:
        """Say how much there is on the pages; debates beyond those that are listed here are a page away."""
        for name, count in counts.items():
            self.rows[name].show_count(count)
        total = counts.get("debates", 0)
        self.all.set_words(tr("All {total} debates").format(total=figure(total)))
        self.all.setVisible(total > SHOWN)

    def show_page(self, name: str) -> None:
        """Mark the page that the person is on, "" for none. Who has gone where a search led sees all debates again."""
        for page, row in self.rows.items():
            row.mark(here=page == name)
        self._narrow(self.field.text() if name == "debates" else "")

    def set_state(self, words: str) -> None:
        self.state.setText(words)

    def show_closed(self) -> None:
        """Say that what there is cannot be read, which is not the same as nothing."""
        self.set_state(tr("Not open"))
        self._read = False
        self.empty.hide()

    def show_theme(self, dark: bool) -> None:
        self.theme_button.set_icon("sun" if dark else "moon")
        self.theme_button.set_label(tr("Light theme") if dark else tr("Dark theme"))

    def search(self, words: str = "") -> None:
        """Give the keyboard to the search, perhaps with words that are searched for at once."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if words:
            self.field.setText(words)
            self._search_texts()
        self.field.selectAll()

    # ---- search ----------------------------------------------------------------------------------------------------
    def _search(self, text: str) -> None:
        self._narrow(text)
        self._pause.start() if text.strip() else self._pause.stop()

    def _narrow(self, words: str) -> None:
        """List the debates whose titles have these words, all of them without."""
        self._words = words
        for group in self.groups.values():
            group.search(words)
        any_shown = any(group.filter.rowCount() for group in self.groups.values())
        self.empty.setVisible(self._read and not any_shown and not words.strip())

    def _search_texts(self) -> None:
        self._pause.stop()
        if text := self.field.text().strip():
            self.searched.emit(text)
