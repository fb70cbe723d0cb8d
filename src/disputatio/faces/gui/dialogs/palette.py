"""The command palette: actions, debates and projects by a few letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from disputatio.debate.values import value
from disputatio.faces.gui.widgets.hinted_rows import HINT, HintedRows

WORK = Qt.ItemDataRole.UserRole
MOST = 60


@value
class Entry:
    """`hint` stands at the end of the line: a shortcut, or what kind of thing it is."""

    title: str
    hint: str
    work: Callable[[], object]


def fits(text: str, title: str) -> bool:
    """Every word somewhere, or its letters in order."""
    low = title.casefold()
    if all(word in low for word in text.casefold().split()):
        return True
    letters = iter(low)
    return all(letter in letters for letter in text.casefold().replace(" ", ""))


class Palette(QDialog):
    def __init__(self, entries: Sequence[Entry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries = entries
        self.setWindowTitle("Commands and debates")
        self.setModal(True)
        self.resize(560, 420)
        self.field = QLineEdit()
        self.field.setPlaceholderText("What do you want to do?")
        self.field.setAccessibleName("Search commands and debates")
        self.field.textChanged.connect(self._fill)
        self.field.returnPressed.connect(self._take)
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName("Commands and debates")
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setItemDelegate(HintedRows(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._run)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.addWidget(self.field)
        column.addWidget(self.list)
        self._fill("")

    def _fill(self, text: str) -> None:
        self.list.clear()
        found = [entry for entry in self._entries if fits(text, entry.title)]
        found.sort(key=lambda entry: not entry.title.casefold().startswith(text.casefold()))
        for entry in found[:MOST]:
            row = QListWidgetItem(entry.title)
            row.setData(WORK, entry.work)
            row.setData(HINT, entry.hint)
            row.setData(
                Qt.ItemDataRole.AccessibleTextRole, f"{entry.title}, {entry.hint}" if entry.hint else entry.title
            )
            self.list.addItem(row)
        self.list.setCurrentRow(0)

    def _take(self) -> None:
        if (row := self.list.currentItem()) is not None:
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
