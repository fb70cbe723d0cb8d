"""What would leave the computer and to whom, and what would be written to a repository. Enter never approves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.cards import TitledCard

if TYPE_CHECKING:
    from disputatio.app.privacy.sendings import Asked

ARMED: Final = 400
"""Milliseconds before a click counts: a card that appears under the pointer is not accepted by accident."""


class ConsentCard(TitledCard):
    approved = Signal()
    declined = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Do you agree to this?", parent)
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.body.addWidget(self._text)
        self.approve = TextButton("Agree and start", icon="send", kind="primary")
        self.decline = TextButton("Not now")
        row = QHBoxLayout()
        for button, signal in ((self.approve, self.approved), (self.decline, self.declined)):
            button.setAutoDefault(False)
            button.clicked.connect(signal)
            row.addWidget(button)
        row.addStretch()
        self.body.addLayout(row)
        self._arm = QTimer(self, singleShot=True, interval=ARMED)
        self._arm.timeout.connect(lambda: self.approve.setEnabled(True))
        self.hide()

    def ask(self, asked: Sequence[Asked]) -> None:
        lines = [each.sentence for each in asked]
        if any(each.once for each in asked):
            lines.append("It leaves this computer with every turn that is asked there. You are asked once for each.")
        self._text.setText("\n".join(lines))
        self._text.setAccessibleName(self._text.text())
        self.approve.setEnabled(False)
        self._arm.start()
        self.show()
        self._text.setFocus()
