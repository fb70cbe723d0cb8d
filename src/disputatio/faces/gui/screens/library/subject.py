"""A project or an assignment: what it is, and what belongs to it, each kind under its tab."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QTabWidget, QVBoxLayout, QWidget

from disputatio.faces.gui.screens.library.rows import Row
from disputatio.faces.gui.screens.library.section import Does, New, Nothing, Press, Section
from disputatio.faces.gui.widgets.buttons import IconButton, TextButton
from disputatio.faces.gui.widgets.chips import Chip
from disputatio.faces.gui.widgets.elided_label import ElidedLabel
from disputatio.library.assignment import Assignment
from disputatio.library.project import Project

NEW_TASK: Final = Does(does=New(kind="task"), label="New task", icon="plus")
NEW_ASSIGNMENT: Final = Does(does=New(kind="assignment"), label="New assignment", icon="plus")
NEW_DOCUMENT: Final = Does(does=New(kind="document"), label="New document", icon="plus")
NEW_NOTE: Final = Does(does=New(kind="note"), label="New note", icon="plus")
IMPORT: Final = Does(does=Press.IMPORT, label="Import…", icon="import")
DEBATE: Final = Does(does=Press.DEBATE, label="New debate", icon="plus")

NOTHING: Final = {
    "Tasks": Nothing(
        title="No tasks",
        words="The ten most pressing ones are shown to debates about this project.",
        icon="task",
        does=New(kind="task"),
        label="New task",
    ),
    "Assignments": Nothing(
        title="No assignments",
        words="A piece of work with its tasks and documents; a debate can be about one.",
        icon="task",
        does=New(kind="assignment"),
        label="New assignment",
    ),
    "Documents": Nothing(
        title="No documents",
        words="Debates may cite them. Drop .txt or .md files here, or write one.",
        icon="book",
        does=Press.IMPORT,
        label="Import files…",
    ),
    "Notes": Nothing(
        title="No notes",
        words="What you write, and what you keep of a debate.",
        icon="note",
        does=New(kind="note"),
        label="New note",
    ),
    "Debates": Nothing(
        title="No debates about this yet",
        words="A debate about it takes goals, tasks, documents and notes as known.",
        icon="chat",
        does=Press.DEBATE,
        label="Debate this",
    ),
}
DOES: Final[dict[str, tuple[Does, ...]]] = {
    "Tasks": (NEW_TASK,),
    "Assignments": (NEW_ASSIGNMENT,),
    "Documents": (IMPORT, NEW_DOCUMENT),
    "Notes": (NEW_NOTE,),
    "Debates": (DEBATE,),
}
ASIDE: Final = 14
"""Pixels at each side of the words of a tab, with room (the style sheet has 12)."""
OF_PROJECT: Final = ("Tasks", "Assignments", "Documents", "Notes", "Debates")
OF_ASSIGNMENT: Final = ("Tasks", "Documents", "Debates")


class SubjectView(QWidget):
    wanted = Signal(object)
    """What was pressed (section.Wanted)."""

    def __init__(self, tabs: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ElidedLabel(look="title")
        self.chip = Chip()
        self.about, self.goals_head, self.goals = QLabel(), QLabel("Goals"), QLabel()
        self.goals_head.setProperty("look", "section")
        self.back = TextButton("‹ Back", kind="quiet")
        self.back.setToolTip("Back to the project (Escape)")
        self.back.clicked.connect(lambda: self.wanted.emit(Press.BACK))
        self.debate = TextButton("Debate this", icon="chat", kind="primary")
        self.edit = TextButton("Edit", icon="edit")
        self.delete = IconButton("trash", "Delete", tone="error")
        for button, what in ((self.debate, Press.DEBATE), (self.edit, Press.EDIT), (self.delete, Press.DELETE)):
            button.clicked.connect(lambda _checked=False, what=what: self.wanted.emit(what))
        self.sections = {name: Section(name, DOES[name], NOTHING[name]) for name in tabs}
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName("What belongs to it")
        self.tabs.tabBar().setDrawBase(False)
        for name, section in self.sections.items():
            self.tabs.addTab(section, name)
            section.wanted.connect(self.wanted)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(10)
        for widget in (self.back, self.title, self.chip, self.debate, self.edit, self.delete):
            head.addWidget(widget, 1 if widget is self.title else 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 12)
        column.setSpacing(8)
        column.addLayout(head)
        for label in (self.about, self.goals_head, self.goals):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        self.about.setProperty("look", "muted")
        column.addWidget(self.tabs, 1)

    def show_subject(self, subject: Project | Assignment, project: str = "") -> None:
        """`project` is the name of an assignment's."""
        kind = "project" if isinstance(subject, Project) else "assignment"
        self.title.setText(subject.name)
        self.title.setAccessibleName(f"{kind.capitalize()} {subject.name}")
        self.chip.setText(subject.status)
        self.back.setVisible(kind == "assignment")
        self.delete.set_label(f"Delete the {kind} {subject.name}")
        if isinstance(subject, Project):
            self._words(subject.description, subject.goals)
        else:
            place = f"Assignment of {project}, {subject.priority} priority."
            self._words(f"{place}\n{subject.description}".strip(), ())

    def _words(self, about: str, goals: Sequence[str]) -> None:
        short = about if len(about) <= 600 else about[:600].rstrip() + " …"
        self.about.setText(short)
        self.about.setVisible(bool(about))
        self.goals.setText("\n".join(f"•  {goal}" for goal in goals))
        for label in (self.goals_head, self.goals):
            label.setVisible(bool(goals))

    def show_rows(self, rows: Mapping[str, Sequence[Row]]) -> None:
        for number, (name, section) in enumerate(self.sections.items()):
            found = rows.get(name, ())
            section.show_rows(found)
            self.tabs.setTabText(number, f"{name}  {len(found)}" if found else name)
        self._fit_tabs()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_tabs()

    def _fit_tabs(self) -> None:
        """Tabs stand closer where there is no room for all of them."""
        bar = self.tabs.tabBar()
        wanted = sum(
            bar.fontMetrics().horizontalAdvance(bar.tabText(number)) + 2 * ASIDE for number in range(bar.count())
        )
        if (close := wanted > self.tabs.width()) != bool(bar.property("close")):
            bar.setProperty("close", close)
            bar.style().unpolish(bar)
            bar.style().polish(bar)
            bar.updateGeometry()

    def section(self) -> Section:
        """The one that is shown."""
        found = self.tabs.currentWidget()
        assert isinstance(found, Section)
        return found

    def turn_to(self, name: str) -> None:
        if name in self.sections:
            self.tabs.setCurrentWidget(self.sections[name])
