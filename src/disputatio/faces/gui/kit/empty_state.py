"""What stands where there is nothing yet: a picture, a sentence and one way on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.buttons import TextButton, YieldingButton
from disputatio.faces.gui.kit.layouts import FlowLayout

COLUMN = 460
"""Pixels of a sentence: longer lines are hard to read."""


class EmptyState(QWidget):
    """A picture, a line, a sentence and buttons. Compact ones fit into a card."""

    chosen = Signal(object)
    """What the button wants that was pressed."""

    def __init__(
        self,
        title: str,
        words: str = "",
        *,
        icon: str = "",
        compact: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon, self._compact = icon, compact
        self._picture, self.title, self.words = QLabel(), QLabel(title), QLabel(words)
        self.title.setProperty("look", "muted" if compact else "title")
        self.words.setProperty("look", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 6) if compact else column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(6 if compact else 10)
        if not compact:
            column.addStretch()
        for label in (self._picture, self.title, self.words):
            label.setAlignment(Qt.AlignmentFlag.AlignLeft if compact else Qt.AlignmentFlag.AlignHCenter)
            label.setWordWrap(label is not self._picture)
            label.setTextFormat(Qt.TextFormat.PlainText)
            column.addLayout(self._bounded(label)) if label is self.words and not compact else column.addWidget(label)
        self._row = FlowLayout(spacing=8, centred=not compact)
        column.addLayout(self._row)
        if not compact:
            column.addStretch()
        self._picture.setVisible(bool(icon))
        self.words.setVisible(bool(words))
        self._draw()

    @staticmethod
    def _bounded(words: QLabel) -> QHBoxLayout:
        """Put the words in the middle, no wider than one reads well."""
        words.setMaximumWidth(COLUMN)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(words, COLUMN)
        row.addStretch(1)
        return row

    def set_text(self, title: str, words: str = "") -> None:
        self.title.setText(title)
        self.words.setText(words)
        self.words.setVisible(bool(words))

    def set_icon(self, icon: str) -> None:
        self._icon = icon
        self._picture.setVisible(bool(icon))
        self._draw()

    def add_button(self, wanted: object, label: str, *, icon: str = "", primary: bool = False) -> TextButton:
        """Add a button; `wanted` is what `chosen` says when it is pressed."""
        button = (YieldingButton if self._compact else TextButton)(label, icon=icon, kind="primary" if primary else "")
        if self._compact:
            button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        button.clicked.connect(lambda: self.chosen.emit(wanted))
        self._row.addWidget(button)
        return button

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        if self._icon:
            size = 20 if self._compact else 40
            self._picture.setPixmap(icons.pixmap(self._icon, theme.current().muted, size, self.devicePixelRatioF()))
