"""The head of a branch: where one is, and what can be done with the branch as a whole."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.elided_label import ElidedLabel

NARROW: Final = 860
"""Pixels of width below which the buttons have no words."""


class BranchBar(QWidget):
    wanted = Signal(str)
    """ "leave", "commit", "keep", "delete"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.leave = TextButton("Back to the debate", icon="arrow-left", kind="quiet")
        self.leave.setToolTip("Back to the debate (Esc)")
        self.commit = TextButton("Commit what is missing", icon="commit")
        self.commit.setToolTip("Texts after each round, notes, the changes that the final text proposes")
        self.keep = TextButton("Keep it up to date", icon="check")
        self.keep.setToolTip("Commit by itself after every round, from now on")
        self.delete = TextButton("Delete…", icon="trash", kind="danger")
        self.delete.setToolTip("Take the branch away; the debate stays")
        self.title, self.subtitle = ElidedLabel(look="title"), ElidedLabel(look="caption")
        titles = QVBoxLayout()
        titles.setSpacing(0)
        titles.addWidget(self.title)
        titles.addWidget(self.subtitle)
        self._labels = {
            self.leave: "Back to the debate",
            self.commit: "Commit what is missing",
            self.keep: "Keep it up to date",
            self.delete: "Delete…",
        }
        for button, label in self._labels.items():
            button.setAccessibleName(label)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 10, 14, 8)
        row.setSpacing(6)
        row.addWidget(self.leave)
        row.addSpacing(6)
        row.addLayout(titles, 1)
        for name, button in (("commit", self.commit), ("keep", self.keep), ("delete", self.delete)):
            button.clicked.connect(lambda _checked=False, which=name: self.wanted.emit(which))
            row.addWidget(button)
        self.leave.clicked.connect(lambda: self.wanted.emit("leave"))

    def show_branch(self, name: str, subtitle: str, *, there: bool, kept: bool) -> None:
        """`there`: the branch has commits; `kept`: it is kept up to date by itself."""
        self.title.setText(name)
        self.title.setAccessibleName(name)
        self.subtitle.setText(subtitle)
        self.delete.setVisible(there)
        self.keep.setVisible(not kept)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room the buttons keep their icons, names and tool tips."""
        super().resizeEvent(event)
        for button, label in self._labels.items():
            button.setText(label if self.width() >= NARROW else "")
