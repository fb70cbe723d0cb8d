"""The head of a debate: title, who debates about what, how it stands, and what can be done now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QStackedLayout, QVBoxLayout, QWidget

from disputatio.faces.gui import icons, theme
from disputatio.faces.gui.widgets.buttons import IconButton, TextButton
from disputatio.faces.gui.widgets.chips import Chip
from disputatio.faces.gui.widgets.elided_label import ElidedLabel

SPACING: Final = 6
TITLE_WIDTH: Final = 200
"""Pixels that the title has before anything else that only tells something."""

BUTTONS: Final = (
    ("pause", "pause", "Pause after this turn (Ctrl+.)"),
    ("stop-now", "stop-now", "Stop now and keep what was said (Esc)"),
)
MENU: Final = (
    ("retry", "Retry the failed turn", "retry"),
    ("extend", "Extend by a round", "plus"),
    ("synthesise", "Make a synthesis", "scale"),
    ("end", "End the debate", "stop"),
    ("", "", ""),
    ("save-note", "Save as note…", "note"),
    ("copy-final", "Copy the final text", "copy"),
    ("export-markdown", "Export as Markdown…", "export"),
    ("export-json", "Export as JSON…", "export"),
    ("", "", ""),
    ("fork", "Fork this debate", "fork"),
    ("branch", "Branch and proposed changes", "commit"),
    ("models", "Change models…", "swap"),
    ("find", "Find in this debate…", "search"),
    ("bin", "Move to the bin", "trash"),
)


class Title(QWidget):
    """A line that becomes a field when it is clicked, or with F2."""

    renamed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = ElidedLabel(look="title")
        self.label.setCursor(Qt.CursorShape.IBeamCursor)
        self.label.installEventFilter(self)
        self.field = QLineEdit()
        self.field.setAccessibleName("Title of the debate")
        self.field.setMaxLength(300)
        self.field.returnPressed.connect(self._take)
        self.field.installEventFilter(self)
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self.label)
        self._stack.addWidget(self.field)
        self.setFixedHeight(34)

    def set_title(self, title: str) -> None:
        self.label.setText(title)
        self.label.setAccessibleName(f"Title: {title}")

    def edit(self) -> None:
        self.field.setText(self.label.text())
        self._stack.setCurrentWidget(self.field)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if watched is self.label and isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            self.edit()
        if watched is self.field and event.type() == QEvent.Type.FocusOut:
            self._stack.setCurrentWidget(self.label)
        return False

    def _take(self) -> None:
        title = self.field.text().strip()
        self._stack.setCurrentWidget(self.label)
        if title and title != self.label.text():
            self.set_title(title)
            self.renamed.emit(title)


class DebateHeader(QWidget):
    """`wanted` names what a person wants: the names of BUTTONS and MENU, "continue", "inspectors"."""

    wanted = Signal(str)
    renamed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._why: dict[str, str] = {}
        self.title = Title()
        self.title.renamed.connect(self.renamed)
        self.subtitle = ElidedLabel(look="muted")
        self.status = ElidedLabel(look="caption")
        self.round, self.cost = Chip(), Chip()
        self.main = TextButton("Continue", icon="play", kind="primary")
        self.main.setToolTip("Continue (Ctrl+Enter)")
        self.main.clicked.connect(lambda: self.wanted.emit("continue"))
        self.buttons = {name: self._button(name, icon, label) for name, icon, label in BUTTONS}
        self.more = IconButton("more", "More about this debate")
        self.more.clicked.connect(self._open_menu)
        self.panel = IconButton("panel-right", "Show or hide the inspectors (F9)")
        self.panel.clicked.connect(lambda: self.wanted.emit("inspectors"))
        self._lay_out()

    def _button(self, name: str, icon: str, label: str) -> IconButton:
        button = IconButton(icon, label)
        button.clicked.connect(lambda: self.wanted.emit(name))
        return button

    def _lay_out(self) -> None:
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(24, 10, 14, 8)
        row.setSpacing(SPACING)
        titles = QVBoxLayout()
        titles.setSpacing(0)
        titles.addWidget(self.title)
        titles.addWidget(self.subtitle)
        titles.addWidget(self.status)
        row.addLayout(titles, 1)
        row.addSpacing(8)
        for widget in (self.round, self.cost, self.main, *self.buttons.values(), self.more, self.panel):
            row.addWidget(widget)

    def set_state(self, sentence: str, round_: str, cost: str) -> None:
        self.status.setText(sentence)
        self.status.setAccessibleName(f"State: {sentence}")
        for chip, text in ((self.round, round_), (self.cost, cost)):
            chip.setText(text)
        self._fit()

    def set_controls(self, why: Mapping[str, str], *, failed: bool) -> None:
        """What cannot be done now, and why not; everything else can. `failed`: going on asks once more."""
        self._why = dict(why)
        self.main.setText("Retry" if failed else "Continue")
        self.main.setVisible(not why.get("continue"))
        for name, button in self.buttons.items():
            button.setVisible(not why.get(name))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where the title would be cut to a few letters the chips give way, cost first: the inspectors tell both."""
        margins = self._row.contentsMargins()
        controls = [each for each in (self.main, *self.buttons.values(), self.more, self.panel) if not each.isHidden()]
        taken = sum(each.sizeHint().width() + SPACING for each in controls)
        room = self.width() - margins.left() - margins.right() - 2 * SPACING - taken - TITLE_WIDTH
        for chip in (self.round, self.cost):
            needed = chip.sizeHint().width() + SPACING
            chip.setVisible(bool(chip.text()) and needed <= room)
            room -= needed

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        for name, label, icon in MENU:
            if not name:
                menu.addSeparator()
                continue
            refusal = self._why.get(name, "")
            tone = theme.current().disabled if refusal else theme.current().muted
            action = menu.addAction(icons.icon(icon, tone, 16), label)
            action.setEnabled(not refusal)
            action.setToolTip(refusal or label)
            action.triggered.connect(lambda _checked=False, which=name: self.wanted.emit(which))
        menu.popup(self.more.mapToGlobal(QPoint(self.more.width() - menu.sizeHint().width(), self.more.height() + 4)))
