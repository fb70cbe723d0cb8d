"""The strip above a debate that is played from a recording: what is played, and how fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QWidget,
)

from disputatio.debate.wording import tr
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.providers.replay import AT_ONCE

if TYPE_CHECKING:
    from disputatio.app.examples import Example

SPEEDS: Final = (
    (1.0, "1×", tr("Play at reading speed")),
    (4.0, "4×", tr("Play four times as fast")),
    (AT_ONCE, tr("At once"), tr("Wait for nothing")),
)
"""Times reading speed, what stands on the button, and what it does. Pausing is what it is in every debate."""
WAY_ON: Final = tr("It is over. To go on with models of your own, fork it at one of its turns and change the models.")


class PlayingStrip(QFrame):
    sped = Signal(float)
    """How many times as fast as one reads the person wants it."""

    def __init__(self, speed: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self._about, self._over = "", False
        self.words = QLabel()
        self.words.setProperty("look", "caption")
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 10, 8)
        row.addWidget(self.words, 1)
        self.buttons: dict[float, TextButton] = {}
        for times, label, words in SPEEDS:
            button = TextButton(label)
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.setChecked(times == speed)
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.clicked.connect(lambda _checked=False, times=times: self.sped.emit(times))
            self.buttons[times] = button
            row.addWidget(button)
        self._say()

    def introduce(self, example: Example | None) -> None:
        """Say what is played; None where the example does not ship any more."""
        self._about = f"{example.answered} {example.took}" if example else tr("Recorded debate.")
        self._say()

    def end(self, *, over: bool) -> None:
        """Take the speeds away once the debate is over, and say how to go on."""
        self._over = over
        for button in self.buttons.values():
            button.setVisible(not over)
        self._say()

    def _say(self) -> None:
        self.words.setText(f"{self._about} {WAY_ON}" if self._over else self._about)
        self.words.setAccessibleName(self.words.text())
