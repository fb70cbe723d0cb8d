"""Find in the transcript: a field, how many messages hold it, forwards and backwards."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QWidget

from disputatio.faces.gui.kit.buttons import IconButton
from disputatio.faces.gui.transcript.view import Transcript


class FindBar(QFrame):
    """Hidden until `open`; Escape closes it and takes the marks away."""

    def __init__(self, transcript: Transcript, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self._transcript = transcript
        self.field = QLineEdit()
        self.field.setPlaceholderText("Find in this debate…")
        self.field.setAccessibleName("Find in this debate")
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self.next)
        self.count = QLabel()
        self.count.setProperty("look", "muted")
        back, on, close = (
            IconButton("chevron-up", "Previous place (Shift+F3)"),
            IconButton("chevron-down", "Next place (F3)"),
            IconButton("close", "Close the search"),
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 6, 6)
        row.addWidget(self.field, 1)
        row.addWidget(self.count)
        for button, work in ((back, self.previous), (on, self.next), (close, self.close_search)):
            button.clicked.connect(work)
            row.addWidget(button)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.close_search)
        self.hide()

    def open(self) -> None:
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._search(self.field.text())

    def close_search(self) -> None:
        self._transcript.search.stop()
        self.hide()
        self._transcript.setFocus(Qt.FocusReason.OtherFocusReason)

    def next(self) -> None:
        self._transcript.search.next()

    def previous(self) -> None:
        self._transcript.search.previous()

    def _search(self, text: str) -> None:
        found = self._transcript.search.start(text)
        words = f"in {found:,} message{'' if found == 1 else 's'}" if found else "not found"
        self.count.setText(words if text else "")
