"""A project or an assignment: what it is, and what belongs to it, each kind under its tab."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Final, Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QStackedWidget, QTabWidget, QVBoxLayout, QWidget

from disputatio.debate.values import value
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.labels import Chip, ElidedLabel
from disputatio.faces.gui.kit.rows import Row, RowList
from disputatio.library.assignment import Assignment
from disputatio.library.project import Project

# ---- A list of one kind of thing, with what can be done, and what to do while there is nothing.
NewKind = Literal["note", "document", "task", "assignment", "project", "workspace"]


@value
class New:
    """Something new in the place that is shown."""

    kind: NewKind


class Press(Enum):
    """What else the buttons of the library ask for: of what is shown, of the bin, of its workspace."""

    BACK = auto()
    EDIT = auto()
    DELETE = auto()
    DEBATE = auto()
    IMPORT = auto()
    RESTORE = auto()
    EMPTY_BIN = auto()
    RENAME_WORKSPACE = auto()
    DELETE_WORKSPACE = auto()


Wanted = New | Press


@value
class SectionActions:
    """A button: what it asks for and what it is called."""

    does: Wanted
    label: str
    icon: str
    kind: str = ""


@value
class EmptySection:
    """What stands where there are no rows: a line, a sentence, and one way on, if there is any."""

    title: str
    words: str
    icon: str
    does: Wanted | None = None
    label: str = ""


class Section(QWidget):
    wanted = Signal(object)
    """What was pressed (Wanted)."""

    def __init__(
        self, name: str, does: Sequence[SectionActions], nothing: EmptySection, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.name = name
        self.list = RowList(name)
        self.count = QLabel()
        self.count.setProperty("look", "muted")
        self._head = QWidget()
        head = QHBoxLayout(self._head)
        head.setContentsMargins(4, 4, 4, 4)
        head.setSpacing(8)
        head.addWidget(self.count)
        head.addStretch()
        for each in does:
            button = TextButton(each.label, icon=each.icon, kind=each.kind)
            button.clicked.connect(lambda _checked=False, what=each.does: self.wanted.emit(what))
            head.addWidget(button)
        self.empty = EmptyState(nothing.title, nothing.words, icon=nothing.icon)
        if nothing.does is not None:
            self.empty.add_button(nothing.label, nothing.label, icon="plus", primary=True)
        self.empty.chosen.connect(lambda: self.wanted.emit(nothing.does))
        self._stack = QStackedWidget()
        card = QFrame()
        card.setProperty("card", True)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(6, 6, 6, 6)
        inside.addWidget(self.list)
        self._stack.addWidget(card)
        self._stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._head)
        column.addWidget(self._stack, 1)
        self.show_rows(())

    @property
    def is_empty(self) -> bool:
        return not self.list.rows()

    def show_rows(self, rows: Sequence[Row | str], said: str = "") -> None:
        """`said` stands above them, how many there are if it is ""."""
        self.list.show_rows(rows)
        number = len(self.list.rows())
        self.count.setText(said or f"{number:,} {self.name.lower() if number != 1 else self.name.lower().rstrip('s')}")
        self._head.setVisible(number > 0)
        self._stack.setCurrentIndex(0 if number else 1)


# ---- A titled list on the right: all notes, all documents, the bin, what a search found.
class Shelf(QWidget):
    def __init__(self, title: str, section: str, does: Sequence[SectionActions], nothing: EmptySection) -> None:
        super().__init__()
        self.title = QLabel(title)
        self.title.setProperty("look", "title")
        self.section = Section(section, does, nothing)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 12)
        column.setSpacing(4)
        column.addWidget(self.title)
        column.addWidget(self.section, 1)


NEW_TASK: Final = SectionActions(does=New(kind="task"), label="New task", icon="plus")
NEW_ASSIGNMENT: Final = SectionActions(does=New(kind="assignment"), label="New assignment", icon="plus")
NEW_DOCUMENT: Final = SectionActions(does=New(kind="document"), label="New document", icon="plus")
NEW_NOTE: Final = SectionActions(does=New(kind="note"), label="New note", icon="plus")
IMPORT: Final = SectionActions(does=Press.IMPORT, label="Import…", icon="import")
DEBATE: Final = SectionActions(does=Press.DEBATE, label="New debate", icon="plus")

NOTHING: Final = {
    "Tasks": EmptySection(
        title="No tasks",
        words="The ten most pressing ones are shown to debates about this project.",
        icon="task",
        does=New(kind="task"),
        label="New task",
    ),
    "Assignments": EmptySection(
        title="No assignments",
        words="A piece of work with its tasks and documents; a debate can be about one.",
        icon="task",
        does=New(kind="assignment"),
        label="New assignment",
    ),
    "Documents": EmptySection(
        title="No documents",
        words="Debates may cite them. Drop .txt or .md files here, or write one.",
        icon="book",
        does=Press.IMPORT,
        label="Import files…",
    ),
    "Notes": EmptySection(
        title="No notes",
        words="What you write, and what you keep of a debate.",
        icon="note",
        does=New(kind="note"),
        label="New note",
    ),
    "Debates": EmptySection(
        title="No debates about this yet",
        words="A debate about it takes goals, tasks, documents and notes as known.",
        icon="chat",
        does=Press.DEBATE,
        label="Debate this",
    ),
}
DOES: Final[dict[str, tuple[SectionActions, ...]]] = {
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
    """What was pressed (subject.Wanted)."""

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
