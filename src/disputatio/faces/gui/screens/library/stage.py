"""The right side of the library: one of its views, and what went wrong above it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from disputatio.faces.gui.screens.library import subject
from disputatio.faces.gui.screens.library.reading import Shown
from disputatio.faces.gui.screens.library.section import Does, Nothing, Press, Section
from disputatio.faces.gui.screens.library.shelf import Shelf
from disputatio.faces.gui.screens.library.subject import SubjectView
from disputatio.faces.gui.screens.library.writing import Writing

RESTORE: Final = Does(does=Press.RESTORE, label="Restore", icon="retry")
EMPTY_BIN: Final = Does(does=Press.EMPTY_BIN, label="Empty the bin…", icon="trash", kind="danger")
NO_BIN: Final = Nothing(title="The bin is empty", words="What you delete stays here until you empty it.", icon="trash")
NO_HITS: Final = Nothing(title="Nothing found", words="Every word has to occur. Fewer words find more.", icon="search")


class Stage(QWidget):
    def __init__(self, writing: Writing) -> None:
        super().__init__()
        self.writing = writing
        self.project, self.assignment = SubjectView(subject.OF_PROJECT), SubjectView(subject.OF_ASSIGNMENT)
        self.shelves = {
            "notes": Shelf("Notes", "Notes", (subject.NEW_NOTE,), subject.NOTHING["Notes"]),
            "documents": Shelf("Documents", "Documents", subject.DOES["Documents"], subject.NOTHING["Documents"]),
            "bin": Shelf("Bin", "Deletions", (RESTORE, EMPTY_BIN), NO_BIN),
            "search": Shelf("Search", "Places", (), NO_HITS),
        }
        self.fault = QLabel()
        self.fault.setProperty("look", "error")
        self.fault.setWordWrap(True)
        self.fault.setTextFormat(Qt.TextFormat.PlainText)
        self.fault.setContentsMargins(20, 14, 20, 0)
        self.fault.hide()
        self.stack = QStackedWidget()
        for view in (*self.shelves.values(), self.project, self.assignment, self.writing):
            self.stack.addWidget(view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.fault)
        column.addWidget(self.stack, 1)

    def sections(self) -> Sequence[Section]:
        shelves = [shelf.section for shelf in self.shelves.values()]
        return [*shelves, *self.project.sections.values(), *self.assignment.sections.values()]

    def wanted(self) -> Sequence[SignalInstance]:
        """What people press on the views."""
        return [*(shelf.section.wanted for shelf in self.shelves.values()), self.project.wanted, self.assignment.wanted]

    def show_place(self, shown: Shown) -> str:
        """Show what was read; returns the row of the navigator that stands for it."""
        kind, id = shown.place
        if kind in self.shelves:
            self.shelves[kind].section.show_rows(shown.rows, f"Found for “{id}”" if kind == "search" else "")
            self.stack.setCurrentWidget(self.shelves[kind])
        elif shown.assignment is not None and shown.project is not None:
            self.assignment.show_subject(shown.assignment, shown.project.name)
            self.assignment.show_rows(shown.rows)
            self.stack.setCurrentWidget(self.assignment)
            return f"project:{shown.project.id}"
        elif shown.project is not None:
            self.project.show_subject(shown.project)
            self.project.show_rows(shown.rows)
            self.stack.setCurrentWidget(self.project)
            return f"project:{id}"
        elif shown.written is not None:
            self.show_writing()
        return f"{kind}:"

    def show_writing(self) -> None:
        self.stack.setCurrentWidget(self.writing)

    @property
    def writes(self) -> bool:
        return self.stack.currentWidget() is self.writing

    def say_fault(self, words: str) -> None:
        """What went wrong; "" takes it away."""
        self.fault.setText(words)
        self.fault.setVisible(bool(words))
