"""A part of a persona's contract: what it is, what there is room for, the text."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from disputatio.library.persona import LIMITS, TITLES

HINTS: Final = {
    "name": "What they are called in the debate",
    "about": "Who they are, in a sentence",
    "holds": "Their convictions on what matters here, as concrete as you can",
    "cares_for": "What decides for them when everything cannot be had",
    "would_change": "Which evidence or reason would move them, and which would not",
    "voice": "How they speak: length, tone, what they ask again and again",
}
LINES: Final = {"holds": 5, "cares_for": 4, "would_change": 4, "voice": 2}
"""Lines of the fields that have several, while little stands in them; the others have one."""
MOST_LINES: Final = 14


class GrowingText(QPlainTextEdit):
    """As high as its text, within bounds. Tab leaves it."""

    def __init__(self, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._least = lines
        self.setTabChangesFocus(True)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """The layout of a plain text counts its height in lines."""
        lines = min(MOST_LINES, max(self._least, math.ceil(self.document().size().height())))
        margins = self.contentsMargins()
        frame = margins.top() + margins.bottom() + 2 * round(self.document().documentMargin()) + 2
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + frame)


class ContractField(QWidget):
    changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name, self._limit = name, LIMITS[name]
        self.edit: QLineEdit | QPlainTextEdit
        if name in LINES:
            self.edit = GrowingText(LINES[name])
            self.edit.textChanged.connect(self._typed)
        else:
            self.edit = QLineEdit()
            self.edit.textChanged.connect(lambda _text: self._typed())
        self.edit.setPlaceholderText(HINTS[name])
        self.edit.setAccessibleName(TITLES[name])
        title = QLabel(TITLES[name])
        title.setProperty("look", "section")
        title.setBuddy(self.edit)
        self.room = QLabel()
        head = QHBoxLayout()
        head.addWidget(title)
        head.addStretch()
        head.addWidget(self.room)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        column.addLayout(head)
        column.addWidget(self.edit)
        self._count()

    @property
    def text(self) -> str:
        raw = self.edit.text() if isinstance(self.edit, QLineEdit) else self.edit.toPlainText()
        return raw.strip() if self.name in LINES else " ".join(raw.split())

    @property
    def fits(self) -> bool:
        return len(self.text) <= self._limit

    def show_text(self, text: str) -> None:
        """Nothing is said of it."""
        self.edit.blockSignals(True)
        if isinstance(self.edit, QLineEdit):
            self.edit.setText(text)
            self.edit.setCursorPosition(0)
        else:
            self.edit.setPlainText(text)
        self.edit.blockSignals(False)
        self._count()

    def set_writable(self, writable: bool) -> None:
        self.edit.setReadOnly(not writable)
        self.edit.setPlaceholderText(HINTS[self.name] if writable else "")
        self.room.setVisible(writable)

    def _typed(self) -> None:
        self._count()
        self.changed.emit()

    def _count(self) -> None:
        """What there is room for is said once it gets narrow."""
        size = len(self.text)
        self.room.setText(f"{size:,} of {self._limit:,}" if size > self._limit * 0.7 else "")
        self.room.setProperty("look", "error" if size > self._limit else "caption")
        self.room.style().unpolish(self.room)
        self.room.style().polish(self.room)
