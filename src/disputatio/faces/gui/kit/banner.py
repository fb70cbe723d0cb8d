"""A strip between transcript and composer: what holds the debate, what the end brought, what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.layouts import FlowLayout

ICONS: Final = {"caution": "warning", "error": "error", "ok": "check", "muted": "info"}

Button = tuple[object, str, str]
"""What it wants, its label, its icon."""
DISMISS: Final[Button] = (None, "Close", "close")
"""The button that only takes the strip away; never the one that is to be pressed."""
WIDEST: Final = 860
"""Pixels; as wide as the messages above it."""


class Banner(QFrame):
    chosen = Signal(object)
    """What the button wants that was pressed."""
    dismissed = Signal()
    """The strip was taken away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setMaximumWidth(WIDEST)
        self._shown: tuple[str, str, tuple[Button, ...]] = ("", "", ())
        self._icon, self._text = QLabel(), QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._text, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 12, 10)
        column.setSpacing(8)
        column.addLayout(line)
        self._row = FlowLayout()
        column.addLayout(self._row)
        self._buttons: list[TextButton] = []
        self.hide()

    def say(self, tone: str, text: str, buttons: Sequence[Button] = ()) -> None:
        """Show a text; `tone` names a colour of the theme, and the first of `buttons` is the obvious one."""
        wanted = (tone, text, tuple(buttons))
        if wanted == self._shown and not self.isHidden():
            return
        self._shown = wanted
        self._text.setText(text)
        self._text.setAccessibleName(text)
        self._draw()
        for old in self._buttons:
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons = [self._button(button, place == 0) for place, button in enumerate(buttons)]
        self.show()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._shown[0]:
            self._draw()

    def _draw(self) -> None:
        tone = self._shown[0]
        self._icon.setPixmap(icons.pixmap(ICONS.get(tone, "info"), getattr(theme.current(), tone), 18))

    def quiet(self) -> None:
        self._shown = ("", "", ())
        self.hide()

    def _button(self, button: Button, first: bool) -> TextButton:
        what, label, icon = button
        made = TextButton(label, icon=icon, kind="primary" if first and button != DISMISS else "")
        made.setAutoDefault(False)
        made.clicked.connect(self.dismiss if button == DISMISS else lambda: self.chosen.emit(what))
        self._row.addWidget(made)
        return made

    def dismiss(self) -> None:
        self.quiet()
        self.dismissed.emit()
