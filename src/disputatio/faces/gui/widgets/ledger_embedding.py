"""How memories are found, and how far embedding has come."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from disputatio.faces.gui.models.board_memory import MemoryState
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.ledger_parts import text_label


class EmbeddingBar(QFrame):
    chosen = Signal(str)
    """ "embed", "stop" or "drop-unused"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("notice", True)
        self._words, self._detail = text_label("", "strong"), text_label("", "caption")
        self._trouble = text_label("", "caution")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName("Embedding")
        self.buttons = {
            name: TextButton(label, icon=icon)
            for name, label, icon in (
                ("embed", "Embed what waits", "play"),
                ("stop", "Stop embedding", "stop"),
                ("drop-unused", "Forget unused vectors", "trash"),
            )
        }
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(5)
        for widget in (self._words, self._detail, self.bar, self._trouble):
            column.addWidget(widget)
        row = QHBoxLayout()
        for name, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, which=name: self.chosen.emit(which))
            row.addWidget(button)
        row.addStretch()
        column.addLayout(row)
        self.show_state(MemoryState(words="Reading how memories are found …"))

    def show_state(self, state: MemoryState) -> None:
        running = state.share is not None
        self._words.setText(state.words)
        self._detail.setText(state.detail)
        self._detail.setVisible(bool(state.detail))
        self._trouble.setText(state.trouble)
        self._trouble.setVisible(bool(state.trouble))
        self.bar.setVisible(running)
        self.bar.setValue(round(100 * (state.share or 0.0)))
        self.buttons["embed"].setVisible(state.ready and bool(state.waiting) and not running)
        self.buttons["stop"].setVisible(running)
        self.buttons["drop-unused"].setVisible(bool(state.unused) and not running)
        self.buttons["drop-unused"].setToolTip(f"{state.unused:,} vectors of models that are not in use any more.")
