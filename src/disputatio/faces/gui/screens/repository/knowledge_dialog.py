"""What is known of a repository as a whole, to be read: the summary of a model, or the map of a program."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from disputatio.app.repository_memory import Knowledge
from disputatio.faces.gui.fonts import SMALL, font
from disputatio.faces.gui.screens.repository import presenting
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.preview import Preview


class KnowledgeDialog(QDialog):
    def __init__(self, known: Knowledge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("What is known of the repository")
        self.resize(760, 620)
        said = QLabel(" ".join(part for part in (presenting.memory_words(known.state), known.cut) if part))
        said.setProperty("look", "caption")
        said.setWordWrap(True)
        said.setTextFormat(Qt.TextFormat.PlainText)
        self.text = _text(known)
        if known.state.kind == "made":
            said.setContentsMargins(13, 0, 0, 0)  # as far in as the text above it, which has no frame
        close = TextButton("Close")
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addWidget(said, 1)
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.addWidget(self.text, 1)
        column.addLayout(row)


def _text(known: Knowledge) -> QWidget:
    """What a model wrote is Markdown, what a program extracted are lines."""
    if known.state.kind == "made":
        written = Preview("Memory of the repository")
        written.show_text(known.text)
        return written
    lines = QPlainTextEdit(known.text or "Nothing is known yet. Index the repository first.")
    lines.setAccessibleName("Map of the repository")
    lines.setReadOnly(True)
    lines.setFont(font(SMALL, mono=True))
    return lines
