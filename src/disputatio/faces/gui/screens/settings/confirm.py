"""A question before something that cannot be taken back by a click. Enter never says yes."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.faces.gui.screens.settings.fields import caption
from disputatio.faces.gui.widgets.buttons import TextButton


class Confirm(QDialog):
    """Await it with `bridge.answer`. `kind` is that of the button that says yes: "danger" where something is lost."""

    def __init__(
        self, title: str, words: str, go: str, stay: str, parent: QWidget | None = None, *, kind: str = "danger"
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(460)
        head = QLabel(title)
        head.setProperty("look", "title")
        head.setWordWrap(True)
        self.stay, self.go = TextButton(stay), TextButton(go, kind=kind)
        self.stay.setDefault(True)
        self.go.setAutoDefault(False)
        self.stay.clicked.connect(self.reject)
        self.go.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self.go)
        row.addWidget(self.stay)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 16)
        column.setSpacing(12)
        column.addWidget(head)
        column.addWidget(caption(words, "muted"))
        column.addStretch()
        column.addLayout(row)
        self.stay.setFocus()
