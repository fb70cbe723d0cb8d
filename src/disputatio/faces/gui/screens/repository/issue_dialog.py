"""One issue or pull request of GitHub in full. What people wrote there is data: nothing of it is loaded or run."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.screens.repository import presenting
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.elided_label import ElidedLabel
from disputatio.faces.gui.widgets.empty_state import EmptyState
from disputatio.faces.gui.widgets.preview import Preview
from disputatio.repository.github import Issue


class IssueDialog(QDialog):
    debate_wanted = Signal(int)
    """A debate is to be told this one in full: its number."""

    def __init__(self, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"#{number} on GitHub")
        self.resize(780, 640)
        self.title, self.said = ElidedLabel(f"#{number}", look="title"), QLabel("Asking GitHub…")
        self.said.setProperty("look", "caption")
        self.said.setWordWrap(True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.text, self.state = Preview("What was written"), EmptyState("Asking GitHub…", icon="chat")
        self.text.hide()
        self.debate = TextButton("Debate this…", icon="chat", kind="primary")
        self.debate.setToolTip("Begin a debate that is told all of this")
        self.debate.setEnabled(False)
        self.debate.clicked.connect(lambda: self._debate(number))
        close = TextButton("Close")
        close.clicked.connect(self.reject)
        close.setDefault(True)
        self.debate.setAutoDefault(False)
        row = QHBoxLayout()
        row.addWidget(self.said, 1)
        row.addWidget(close)
        row.addWidget(self.debate)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.addWidget(self.title)
        column.addWidget(self.state, 1)
        column.addWidget(self.text, 1)
        column.addLayout(row)

    def show_issue(self, found: Issue) -> None:
        self.title.setText(f"#{found.thread.number} {found.thread.title}")
        self.said.setText(presenting.issue_words(found))
        self.state.hide()
        self.text.show()
        self.text.show_text(presenting.issue_text(found))
        self.debate.setEnabled(True)
        self.text.body.setFocus()

    def refuse(self, error: DisputatioError) -> None:
        self.said.setText("")
        self.state.set_text(error.what, error.remedy)

    def _debate(self, number: int) -> None:
        self.debate_wanted.emit(number)
        self.accept()
