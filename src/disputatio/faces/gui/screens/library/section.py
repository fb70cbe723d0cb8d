"""A list of one kind of thing, with what can be done, and what to do while there is nothing."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from disputatio.debate.values import value
from disputatio.faces.gui.screens.library.rows import Row, RowList
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.empty_state import EmptyState

NewKind = Literal["note", "document", "task", "assignment", "project", "workspace"]


@value
class New:
    """Something new in the place that is shown."""

    kind: NewKind


class Press(Enum):
    """What else the buttons of the library ask for: of what is shown, of the bin, of its workspace."""

    BACK = auto()
    EDIT = auto()
    DELETE = auto()
    DEBATE = auto()
    IMPORT = auto()
    RESTORE = auto()
    EMPTY_BIN = auto()
    RENAME_WORKSPACE = auto()
    DELETE_WORKSPACE = auto()


Wanted = New | Press


@value
class Does:
    """A button: what it asks for and what it is called."""

    does: Wanted
    label: str
    icon: str
    kind: str = ""


@value
class Nothing:
    """What stands where there are no rows: a line, a sentence, and one way on, if there is any."""

    title: str
    words: str
    icon: str
    does: Wanted | None = None
    label: str = ""


class Section(QWidget):
    wanted = Signal(object)
    """What was pressed (Wanted)."""

    def __init__(self, name: str, does: Sequence[Does], nothing: Nothing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.list = RowList(name)
        self.count = QLabel()
        self.count.setProperty("look", "muted")
        self._head = QWidget()
        head = QHBoxLayout(self._head)
        head.setContentsMargins(4, 4, 4, 4)
        head.setSpacing(8)
        head.addWidget(self.count)
        head.addStretch()
        for each in does:
            button = TextButton(each.label, icon=each.icon, kind=each.kind)
            button.clicked.connect(lambda _checked=False, what=each.does: self.wanted.emit(what))
            head.addWidget(button)
        self.empty = EmptyState(nothing.title, nothing.words, icon=nothing.icon)
        if nothing.does is not None:
            self.empty.add_button(nothing.label, nothing.label, icon="plus", primary=True)
        self.empty.chosen.connect(lambda: self.wanted.emit(nothing.does))
        self._stack = QStackedWidget()
        card = QFrame()
        card.setProperty("card", True)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(6, 6, 6, 6)
        inside.addWidget(self.list)
        self._stack.addWidget(card)
        self._stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._head)
        column.addWidget(self._stack, 1)
        self.show_rows(())

    @property
    def is_empty(self) -> bool:
        return not self.list.rows()

    def show_rows(self, rows: Sequence[Row | str], said: str = "") -> None:
        """`said` stands above them, how many there are if it is ""."""
        self.list.show_rows(rows)
        number = len(self.list.rows())
        self.count.setText(said or f"{number:,} {self.name.lower() if number != 1 else self.name.lower().rstrip('s')}")
        self._head.setVisible(number > 0)
        self._stack.setCurrentIndex(0 if number else 1)
