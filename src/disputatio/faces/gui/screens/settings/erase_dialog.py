"""The question before everything is deleted: what goes, what stays, and a word to type. Enter never says yes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.elided_label import caption

WORD: Final = "delete everything"


class EraseDialog(QDialog):
    """Await it with `bridge.answer`."""

    def __init__(self, place: str, goes: Sequence[str], stays: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Delete everything?")
        self.setMinimumWidth(560)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 16)
        column.setSpacing(10)
        head = QLabel("Delete everything?")
        head.setProperty("look", "title")
        column.addWidget(head)
        column.addWidget(
            caption(f"What Disputatio keeps in {place} is deleted for good. It cannot be undone.", "error")
        )
        for title, lines in (("Deleted", goes), ("Kept", stays)):
            section = QLabel(title)
            section.setProperty("look", "section")
            column.addWidget(section)
            column.addWidget(caption("\n".join(f"•  {line}" for line in lines), "muted"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(WORD)
        self.field.setAccessibleName(f"Type “{WORD}” to confirm")
        self.field.textChanged.connect(self._typed)
        asked = QLabel(f"Type “{WORD}” to confirm:")
        asked.setBuddy(self.field)
        column.addSpacing(4)
        column.addWidget(asked)
        column.addWidget(self.field)
        self.stay = TextButton("Keep everything")
        self.go = TextButton("Delete everything", icon="trash", kind="danger")
        self.stay.setDefault(True)
        self.go.setAutoDefault(False)
        self.go.setEnabled(False)
        self.stay.clicked.connect(self.reject)
        self.go.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self.go)
        row.addWidget(self.stay)
        column.addSpacing(4)
        column.addLayout(row)
        self.field.setFocus()

    def _typed(self, text: str) -> None:
        self.go.setEnabled(" ".join(text.casefold().split()) == WORD)
