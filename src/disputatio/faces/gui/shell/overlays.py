"""What is shown over the window: the palette of commands, the shortcuts, the settings, the question before a link."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
)

from disputatio.app.actions.action import Action
from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.lists import HINT, HintedRows
from disputatio.faces.gui.window_actions import ELSEWHERE, shortcut

if TYPE_CHECKING:
    from disputatio.faces.gui.settings.settings_dialog import SettingsDialog
    from disputatio.faces.gui.shell.makers import Makers


# ---- asking before a link is opened -----------------------------------------------------------------------------
class LinkDialog(QDialog):
    def __init__(self, address: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._address = address
        self.setWindowTitle(tr("Open this link?"))
        self.resize(520, 200)
        words = QLabel(tr("This address comes from a participant in the debate. It opens in your browser:"))
        words.setWordWrap(True)
        shown = QPlainTextEdit(address)
        shown.setReadOnly(True)
        shown.setAccessibleName(tr("Address"))
        row = QHBoxLayout()
        row.addStretch()
        for label, icon, kind, work in (
            (tr("Open in the browser"), "external", "primary", self._open),
            (tr("Copy"), "copy", "", self._copy),
            (tr("Stay here"), "", "", self.reject),
        ):
            button = TextButton(label, icon=icon, kind=kind)
            button.clicked.connect(work)
            row.addWidget(button)
        layouts.column(words, shown, row, of=self, margins=(20, 18, 20, 16))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._address)
        self.accept()

    def _open(self) -> None:
        QDesktopServices.openUrl(QUrl(self._address))
        self.accept()


WORK = Qt.ItemDataRole.UserRole
MOST = 60


@value
class Entry:
    """`hint` stands at the end of the line: a shortcut, or what kind of thing it is."""

    title: str
    hint: str
    work: Callable[[], object]


def fits(text: str, title: str) -> bool:
    """Whether a title has every word somewhere, or its letters in order."""
    low = title.casefold()
    if all(word in low for word in text.casefold().split()):
        return True
    letters = iter(low)
    return all(letter in letters for letter in text.casefold().replace(" ", ""))


class Palette(QDialog):
    """`search` looks for what was typed in all texts; it is offered last. Without it, what fits nothing is said so."""

    def __init__(
        self, entries: Sequence[Entry], search: Callable[[str], object] | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._entries, self._search = entries, search
        self.setWindowTitle(tr("Commands and debates"))
        self.setModal(True)
        self.resize(560, 420)
        self.field = LineField()
        self.field.setPlaceholderText(tr("What do you want to do?"))
        self.field.setAccessibleName(tr("Search commands and debates"))
        self.field.textChanged.connect(self._fill)
        self.field.returnPressed.connect(self._take)
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Commands and debates"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setItemDelegate(HintedRows(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._run)
        layouts.column(self.field, self.list, of=self, margins=(12, 12, 12, 12))
        self._fill("")

    def _fill(self, text: str) -> None:
        self.list.clear()
        found = [entry for entry in self._entries if fits(text, entry.title)]
        found.sort(key=lambda entry: not entry.title.casefold().startswith(text.casefold()))
        for entry in found[:MOST]:
            self._add(entry)
        if self._search is not None and text.strip():
            title = tr("Search all texts for “{text}”").format(text=text.strip())
            self._add(Entry(title=title, hint="", work=partial(self._search, text.strip())))
        if not self.list.count():
            self._add(Entry(title=tr("Nothing is called “{text}”").format(text=text.strip()), hint="", work=bool))
            self.list.item(0).setFlags(Qt.ItemFlag.NoItemFlags)
        self.list.setCurrentRow(0)

    def _add(self, entry: Entry) -> None:
        row = QListWidgetItem(entry.title)
        row.setData(WORK, entry.work)
        row.setData(HINT, entry.hint)
        row.setData(Qt.ItemDataRole.AccessibleTextRole, f"{entry.title}, {entry.hint}" if entry.hint else entry.title)
        self.list.addItem(row)

    def _take(self) -> None:
        row = self.list.currentItem()
        if row is not None and row.flags():
            self._run(row)

    def _run(self, row: QListWidgetItem) -> None:
        self.accept()
        row.data(WORK)()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows move in the list while one types."""
        if watched is self.field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
            if step and self.list.count():
                self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
            return bool(step)
        return False


# ---- All shortcuts on one page.
class ShortcutsDialog(QDialog):
    def __init__(self, actions: Sequence[Action[object]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        rows = [(each.group, each.title, shortcut(each)) for each in actions if each.keys]
        groups: dict[str, list[tuple[str, str]]] = {}
        for group, title, keys in (*rows, *ELSEWHERE):
            groups.setdefault(group, []).append((title, keys))
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(20, 16, 20, 16)
        grid.setVerticalSpacing(7)
        grid.setColumnStretch(0, 1)
        for group, found in groups.items():
            head = QLabel(group)
            head.setProperty("look", "section")
            grid.addWidget(head, grid.rowCount(), 0, 1, 2)
            for title, keys in found:
                row = grid.rowCount()
                shown = QLabel(keys)
                shown.setProperty("look", "chip")
                grid.addWidget(QLabel(title), row, 0)
                grid.addWidget(shown, row, 1, Qt.AlignmentFlag.AlignRight)
        grid.setRowStretch(grid.rowCount(), 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setAccessibleName(tr("Keyboard shortcuts"))
        scroll.setWidget(inside)
        bar = scroll.verticalScrollBar().sizeHint().width()
        self.resize(max(520, inside.sizeHint().width() + bar), 560)  # no shortcut is further to the right
        layouts.column(scroll, of=self, margins=layouts.FLUSH)


# ---- what is shown over the window ------------------------------------------------------------------------------
class Overlays(QObject):
    appearance_changed = Signal()
    settings_closed = Signal()
    """Keys or addresses may be different."""
    restored = Signal(str)
    """A backup took the place of the data: start again."""
    erasing = Signal()
    """Everything is to be deleted."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._makers: Makers | None = None
        self.preferences: SettingsDialog | None = None

    def adopt(self, makers: Makers) -> None:
        self._makers = makers

    def ask_link(self, address: str) -> None:
        self._open(LinkDialog(address, self._window))

    def palette(self, entries: Sequence[Entry], search: Callable[[str], object] | None = None) -> None:
        self._open(Palette(entries, search, self._window))

    def shortcuts(self, actions: Sequence[Action[object]]) -> None:
        self._show(ShortcutsDialog(actions, self._window))

    def help(self) -> None:
        if self._makers is not None:
            self._show(self._makers.help())

    def settings(self, page: str = "") -> None:
        """Open the settings, at a page if one is named."""
        if self._makers is None:
            return
        if self.preferences is None:
            made = self.preferences = self._makers.settings()
            made.appearance_changed.connect(self.appearance_changed)
            made.finished.connect(self.settings_closed)
            made.restored.connect(self.restored)
            made.erasing.connect(self.erasing)
        if page:
            self.preferences.open_at(page)
        self.preferences.show()
        self.preferences.raise_()
        self.preferences.activateWindow()

    def _open(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _show(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()
