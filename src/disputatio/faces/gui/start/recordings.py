"""The row of the start screen that offers recorded debates: what a first start can be without any key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from disputatio.app.actions.action import EXAMPLES
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.layouts import FlowLayout

if TYPE_CHECKING:
    from disputatio.app.examples import Example


class RecordingsRow(QWidget):
    chosen = Signal(str)
    """The name of the example that is to be played."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = QLabel(f"{EXAMPLES.title}: no model is asked, and nothing is paid.")
        title.setProperty("look", "muted")
        title.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(title)
        self._row = FlowLayout(spacing=8)
        column.addLayout(self._row)
        self.buttons: dict[str, TextButton] = {}
        self.hide()

    def offer(self, examples: Sequence[Example]) -> None:
        """Show a button for each."""
        for each in examples:
            button = TextButton(each.title, icon="play")
            button.setToolTip(f"{each.about} {each.answered}")
            button.setAccessibleName(f"{EXAMPLES.title}: {each.title}")
            button.clicked.connect(lambda _checked=False, name=each.name: self.chosen.emit(name))
            self.buttons[each.name] = button
            self._row.addWidget(button)
        self.setVisible(bool(self.buttons))

    def begin(self) -> None:
        """Put the caret on the first of them."""
        for button in list(self.buttons.values())[:1]:
            button.setFocus(Qt.FocusReason.OtherFocusReason)
