"""A strip between transcript and composer: what holds the debate, what the end brought, what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.faces.gui import icons, theme
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.flow_layout import FlowLayout

ICONS: Final = {"caution": "warning", "error": "error", "ok": "check", "muted": "info"}

DISMISS: Final = "dismiss"
"""The button that only takes the strip away; never the one that is to be pressed."""
WIDEST: Final = 860
"""Pixels; as wide as the messages above it."""


class Banner(QFrame):
    chosen = Signal(str)
    """The name of a button."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setMaximumWidth(WIDEST)
        self._shown: tuple[str, str, tuple[tuple[str, str, str], ...]] = ("", "", ())
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

    def say(self, tone: str, text: str, buttons: Sequence[tuple[str, str, str]] = ()) -> None:
        """`tone` names a colour of the theme; `buttons` are (name, label, icon), the first one the obvious one."""
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
        self._buttons = [
            self._button(name, label, icon, place == 0) for place, (name, label, icon) in enumerate(buttons)
        ]
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

    def _button(self, name: str, label: str, icon: str, first: bool) -> TextButton:
        button = TextButton(label, icon=icon, kind="primary" if first and name != DISMISS else "")
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self.chosen.emit(name))
        self._row.addWidget(button)
        return button
