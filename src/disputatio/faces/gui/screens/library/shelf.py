"""A titled list on the right: all notes, all documents, the bin, what a search found."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from disputatio.faces.gui.screens.library.section import Does, Nothing, Section


class Shelf(QWidget):
    def __init__(self, title: str, section: str, does: Sequence[Does], nothing: Nothing) -> None:
        super().__init__()
        self.title = QLabel(title)
        self.title.setProperty("look", "title")
        self.section = Section(section, does, nothing)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 12)
        column.setSpacing(4)
        column.addWidget(self.title)
        column.addWidget(self.section, 1)
