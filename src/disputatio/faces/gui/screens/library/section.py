"""A list of one kind of thing, with what can be done, and what to do while there is nothing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from disputatio.debate.values import value
from disputatio.faces.gui.screens.library.rows import Row, RowList
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.empty_state import EmptyState


@value
class Does:
    """A button: what it is called and what it asks for."""

    name: str
    label: str
    icon: str
    kind: str = ""


@value
class Nothing:
    """What stands where there are no rows: a line, a sentence, and one way on ("" for none)."""

    title: str
    words: str
    icon: str
    name: str = ""
    label: str = ""


class Section(QWidget):
    """`wanted` carries the name of a button."""

    wanted = Signal(str)

    def __init__(self, name: str, does: Sequence[Does], nothing: Nothing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.list = RowList(name)
        self.count = QLabel()
        self.count.setProperty("look", "muted")
        self.buttons: dict[str, TextButton] = {}
        self._head = QWidget()
        head = QHBoxLayout(self._head)
        head.setContentsMargins(4, 4, 4, 4)
        head.setSpacing(8)
        head.addWidget(self.count)
        head.addStretch()
        for each in does:
            button = self.buttons[each.name] = TextButton(each.label, icon=each.icon, kind=each.kind)
            button.clicked.connect(lambda _checked=False, what=each.name: self.wanted.emit(what))
            head.addWidget(button)
        self.empty = EmptyState(nothing.title, nothing.words, icon=nothing.icon)
        if nothing.name:
            self.empty.add_button(nothing.name, nothing.label, icon="plus", primary=True)
        self.empty.chosen.connect(self.wanted)
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
