"""Writing Markdown, and seeing it as a message would look."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSplitter, QVBoxLayout, QWidget

from disputatio.faces.gui.fonts import BODY, font
from disputatio.faces.gui.widgets.preview import Preview

SETTLE = 250
"""Milliseconds without typing until the preview follows."""


class MarkdownEditor(QWidget):
    """Text on one side, what it looks like on the other. Where there is little room, one of the two."""

    changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.edit = QPlainTextEdit()
        self.edit.setAccessibleName(name)
        self.edit.setPlaceholderText("Write Markdown…")
        self.edit.setFont(font(BODY, mono=True))
        self.edit.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.edit.setTabChangesFocus(True)
        self.edit.textChanged.connect(self._typed)
        self.preview = Preview(f"{name}, as it looks")
        self._shell = QFrame()
        self._shell.setProperty("card", True)
        shell = QVBoxLayout(self._shell)
        shell.setContentsMargins(2, 2, 2, 2)
        shell.addWidget(self.preview)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(8)
        split.setStyleSheet("QSplitter::handle { background: transparent; }")
        split.setChildrenCollapsible(False)
        split.addWidget(self.edit)
        split.addWidget(self._shell)
        split.setSizes([500, 500])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(split)
        self._timer = QTimer(self, singleShot=True, interval=SETTLE)
        self._timer.timeout.connect(self.render_now)

    def text(self) -> str:
        return self.edit.toPlainText()

    def set_text(self, text: str) -> None:
        """Nothing is emitted."""
        self.edit.blockSignals(True)
        self.edit.setPlainText(text)
        self.edit.blockSignals(False)
        self.render_now()

    def set_parts(self, *, edit: bool, preview: bool) -> None:
        """Which of the two is shown."""
        self.edit.setVisible(edit)
        self._shell.setVisible(preview)
        if preview:
            self.render_now()

    def render_now(self) -> None:
        if not self._shell.isHidden():
            self.preview.show_text(self.text())

    def _typed(self) -> None:
        self._timer.start()
        self.changed.emit()
