"""The head of a source: where the person is, back and forward, and what can be done with the file."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from disputatio.faces.gui.widgets.buttons import IconButton, TextButton
from disputatio.faces.gui.widgets.chips import Chip
from disputatio.faces.gui.widgets.elided_label import ElidedLabel

BUTTONS: Final = (
    ("open-file", "file", "The file as this commit left it"),
    ("copy", "copy", "Copy path and line (Ctrl+Shift+C)"),
    ("find", "search", "Find in this file (Ctrl+F)"),
    ("blame", "user", "Who wrote each line (Ctrl+Shift+A)"),
    ("history", "clock", "History of the file (Ctrl+H)"),
)
CHECKED: Final = ("blame", "history")
NARROW: Final = 860
"""Pixels of width below which the chip of the commit and the words of the way back are left out."""


class SourceBar(QWidget):
    wanted = Signal(str)
    """The names of BUTTONS, "leave", "back", "forward"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.leave = TextButton("Back", icon="arrow-left", kind="quiet")
        self.leave.setToolTip("Back to where you came from (Esc)")
        self.leave.setAccessibleName("Back")
        self.leave.clicked.connect(lambda: self.wanted.emit("leave"))
        self.back = self._button("back", "chevron-left", "The source before (Alt+Left)")
        self.forward = self._button("forward", "chevron-right", "The source after (Alt+Right)")
        self.title, self.subtitle = ElidedLabel(look="title", middle=True), ElidedLabel(look="caption")
        self.commit = Chip()
        self.buttons = {name: self._button(name, icon, label) for name, icon, label in BUTTONS}
        for name in CHECKED:
            self.buttons[name].setCheckable(True)
        titles = QVBoxLayout()
        titles.setSpacing(0)
        titles.addWidget(self.title)
        titles.addWidget(self.subtitle)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 10, 14, 8)
        row.setSpacing(6)
        row.addWidget(self.leave)
        row.addWidget(self.back)
        row.addWidget(self.forward)
        row.addSpacing(6)
        row.addLayout(titles, 1)
        row.addWidget(self.commit)
        for button in self.buttons.values():
            row.addWidget(button)

    def _button(self, name: str, icon: str, label: str) -> IconButton:
        button = IconButton(icon, label)
        button.clicked.connect(lambda: self.wanted.emit(name))
        return button

    def show_place(self, title: str, subtitle: str, commit: str) -> None:
        self.title.setText(title)
        self.title.setAccessibleName(title)
        self.subtitle.setText(subtitle)
        self.commit.setText(f"commit {commit[:10]}")
        self.commit.setToolTip(commit)
        self.commit.setVisible(bool(commit) and self.width() >= NARROW)

    def show_origin(self, label: str) -> None:
        """Where the way back leads."""
        self.leave.setAccessibleName(label)
        self.leave.setText(label if self.width() >= NARROW else "")

    def show_steps(self, back: bool, forward: bool) -> None:
        self.back.setEnabled(back)
        self.forward.setEnabled(forward)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room the path gets it: the commit stays in its tool tip and in the citation."""
        super().resizeEvent(event)
        self.commit.setVisible(bool(self.commit.toolTip()) and self.width() >= NARROW)
        self.show_origin(self.leave.accessibleName())
