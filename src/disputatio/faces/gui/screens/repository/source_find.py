"""Find in a source: a field above it, forwards and backwards, round its ends."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QPlainTextEdit, QWidget

from disputatio.faces.gui.widgets.buttons import IconButton
from disputatio.faces.gui.widgets.keys import install_keys


class SourceFind(QFrame):
    """Hidden until `open`; Escape closes it."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self._pane: QPlainTextEdit | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText("Find in this file…")
        self.field.setAccessibleName("Find in this file")
        self.field.textChanged.connect(lambda: self.go(again=True))
        self.field.returnPressed.connect(self.go)
        self._said = QLabel()
        self._said.setProperty("look", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 6, 6)
        row.addWidget(self.field, 1)
        row.addWidget(self._said)
        for icon, label, work in (
            ("chevron-up", "Previous place (Shift+Enter)", lambda: self.go(backwards=True)),
            ("chevron-down", "Next place (Enter, F3)", self.go),
            ("close", "Close the search", self.close_search),
        ):
            button = IconButton(icon, label)
            button.clicked.connect(lambda _checked=False, do=work: do())
            row.addWidget(button)
        install_keys(self, {"Escape": self.close_search, "Shift+Return": lambda: self.go(backwards=True)})
        self.hide()

    def open(self, pane: QPlainTextEdit) -> None:
        self._pane = pane
        self.show()
        if chosen := pane.textCursor().selectedText():
            self.field.setText(chosen.split("\u2029")[0])
        self.field.setFocus()
        self.field.selectAll()

    def close_search(self) -> None:
        self.hide()
        self.closed.emit()

    def go(self, *, backwards: bool = False, again: bool = False) -> None:
        """To the next place; `again` begins where the last one begins."""
        needle, pane = self.field.text(), self._pane
        if pane is None or not needle:
            self._said.setText("")
            return
        cursor = pane.textCursor()
        if again:
            cursor.setPosition(cursor.selectionStart())
        flags = QTextDocument.FindFlag.FindBackward if backwards else QTextDocument.FindFlag(0)
        found = pane.document().find(needle, cursor, flags)
        if found.isNull():  # round the end
            end = QTextCursor.MoveOperation.End if backwards else QTextCursor.MoveOperation.Start
            cursor.movePosition(end)
            found = pane.document().find(needle, cursor, flags)
        self._said.setText("not found" if found.isNull() else f"line {found.blockNumber() + 1}")
        if not found.isNull():
            pane.setTextCursor(found)
            pane.centerCursor()
