"""A copy of a repository by its address: what happens, how far it is, stopping it, what went wrong."""

from __future__ import annotations

import threading

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QLineEdit, QProgressBar, QVBoxLayout, QWidget

from disputatio.app.repositories.repositories import Repositories
from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.repository.cloning import CloneProgress

WORDS = (
    "When you press Clone, a bare copy is fetched from there into the data folder of this application. Nothing of it "
    "is checked out or run, and nothing of yours is sent. Public addresses only: a repository that asks for a login is "
    "cloned with git and opened as a folder."
)


class CloneDialog(QDialog):
    cloned = Signal(str)
    """The folder of the copy."""

    def __init__(self, repositories: Repositories, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Clone a repository")
        self.setMinimumWidth(540)
        self._repositories, self._bridge = repositories, bridge
        self._stop = threading.Event()
        self.field, self.bar, self.said = QLineEdit(), QProgressBar(), _line("caption")
        self.field.setPlaceholderText("https://github.com/owner/name")
        self.field.setAccessibleName("Address of the repository")
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName("Progress of the copy")
        self.go, self.stay = TextButton("Clone", icon="import", kind="primary"), TextButton("Cancel")
        self.go.setEnabled(False)
        self.go.setDefault(True)
        self.stay.setAutoDefault(False)
        self.field.textChanged.connect(lambda text: self.go.setEnabled(bool(text.strip())))
        self.go.clicked.connect(self._begin)
        self.stay.clicked.connect(self.reject)
        self.finished.connect(lambda _code: self._stop.set())
        self._lay_out()

    def _lay_out(self) -> None:
        about = _line("muted")
        about.setText(WORDS)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self.stay)
        row.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        for widget in (about, self.field, self.bar, self.said):
            column.addWidget(widget)
        column.addStretch()
        column.addLayout(row)
        self.bar.hide()
        self.said.hide()
        self.field.setFocus()

    def _begin(self) -> None:
        for widget in (self.field, self.go):
            widget.setEnabled(False)
        self.bar.setRange(0, 0)
        self.bar.show()
        self._say("caption", "Asking the server…")
        self._bridge.start(self._clone(self.field.text()), self._refuse)

    async def _clone(self, address: str) -> None:
        path = await self._repositories.clone(address, self._progressed, self._stop.is_set)
        if not self._stop.is_set():
            self.cloned.emit(path)
            self.accept()

    def _progressed(self, fetched: CloneProgress) -> None:
        if self._stop.is_set():
            return
        self.bar.setRange(0, fetched.total)
        self.bar.setValue(fetched.objects)
        of = f"{fetched.objects:,} of {phrases.count(fetched.total, 'object')}"
        self._say("caption", f"{of}, {phrases.size(fetched.bytes)}")

    def _refuse(self, error: DisputatioError) -> None:
        if self._stop.is_set():
            return  # the person left, and what was fetched is gone
        self.bar.hide()
        self._say("error", error.user_message)
        for widget in (self.field, self.go):
            widget.setEnabled(True)
        self.field.setFocus()

    def _say(self, look: str, text: str) -> None:
        if self.said.property("look") != look:
            self.said.setProperty("look", look)
            self.said.style().unpolish(self.said)
            self.said.style().polish(self.said)
        self.said.setText(text)
        self.said.show()
        self.adjustSize()


def _line(look: str) -> QLabel:
    label = QLabel()
    label.setProperty("look", look)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
