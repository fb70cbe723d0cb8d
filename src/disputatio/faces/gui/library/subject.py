"""A project or an assignment: what it is, and what belongs to it, each kind under its tab."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QStackedWidget, QTabWidget, QWidget

from disputatio.debate.values import value
from disputatio.debate.wording import figure, inside, plural, tr
from disputatio.faces.gui.kit.buttons import IconButton, TextButton, YieldingButton
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.labels import Chip, ElidedLabel
from disputatio.faces.gui.kit.layouts import column, row
from disputatio.faces.gui.kit.lists import Row
from disputatio.faces.gui.library.contents import MOST, PlaceList
from disputatio.faces.gui.library.naming import HEADINGS, NEW, NONE_YET, NOUNS, NUMBERED, STANDINGS, WORTH, begun
from disputatio.faces.gui.library.parts import label
from disputatio.faces.library_kinds import KINDS, Kind
from disputatio.library.workspace import Assignment, Project


@value
class New:
    """Something new in the place that is shown: the name of its kind."""

    kind: str


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
class Way:
    """A button: what it asks for, what it is called, how it looks."""

    does: Wanted
    label: str
    icon: str = "plus"
    kind: str = ""


@value
class Listed:
    """A list: what its rows are called, its buttons, and what stands in it while it is empty: a line, a sentence, an
    icon, and the ways on, the one that is meant for most first."""

    name: str
    ways: tuple[Way, ...] = ()
    nothing: str
    words: str
    icon: str
    ways_on: tuple[Way, ...] = ()


def _listed(kind: Kind) -> Listed:
    new = Way(does=New(kind=kind.name), label=NEW[kind.name])
    return Listed(
        name=kind.plural,
        ways=(Way(does=Press.IMPORT, label=tr("Import…"), icon="import"), new) if kind.files else (new,),
        nothing=NONE_YET[kind.name],
        words=WORTH.get(kind.name, kind.none),
        icon=kind.icon,
        ways_on=(new, Way(does=Press.IMPORT, label=tr("Import files…"), icon="import")) if kind.files else (new,),
    )


LISTS: Final = {kind.plural: _listed(kind) for kind in KINDS if kind.none} | {
    "Debates": Listed(
        name="Debates",
        ways=(Way(does=Press.DEBATE, label=tr("New debate")),),
        nothing=tr("No debates about this yet"),
        words=tr("A debate about it starts with its goals, tasks, documents and notes."),
        icon="chat",
        ways_on=(Way(does=Press.DEBATE, label=tr("Debate this")),),
    ),
    "Bin": Listed(
        name="Deletions",
        ways=(
            Way(does=Press.RESTORE, label=tr("Restore"), icon="retry"),
            Way(does=Press.EMPTY_BIN, label=tr("Empty the bin…"), icon="trash", kind="danger"),
        ),
        nothing=tr("The library's bin is empty"),
        words=tr("What you delete here stays until you empty it. Deleted debates are in the bin below your debates."),
        icon="trash",
    ),
    "Search": Listed(
        name="Places",
        nothing=tr("Nothing found"),
        words=tr("Every word must occur. Try fewer words."),
        icon="search",
    ),
}


class Section(QWidget):
    """A list of one kind of thing, with what can be done, and what to do while there is nothing."""

    wanted = Signal(object)
    """What was pressed (Wanted)."""

    def __init__(self, listed: Listed, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name, self.ways = listed.name, listed.ways
        self.list = PlaceList(HEADINGS[listed.name])
        self.count = label(look="muted")
        buttons = [YieldingButton(way.label, icon=way.icon, kind=way.kind) for way in listed.ways]
        for yielding in buttons:
            yielding.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._head = QWidget()
        row(self.count, None, *buttons, of=self._head, margins=(4, 4, 4, 4), spacing=8)
        self.empty = EmptyState(listed.nothing, listed.words, icon=listed.icon)
        ways_on = [
            self.empty.add_button(way.does, way.label, icon=way.icon, primary=way is listed.ways_on[0])
            for way in listed.ways_on
        ]
        for way, button in zip((*listed.ways, *listed.ways_on), (*buttons, *ways_on), strict=True):
            button.clicked.connect(lambda _checked=False, what=way.does: self.wanted.emit(what))
        self._stack = QStackedWidget()
        card = QFrame()
        card.setProperty("card", True)
        column(self.list, of=card, margins=(6, 6, 6, 6))
        self._stack.addWidget(card)
        self._stack.addWidget(self.empty)
        column(self._head, (self._stack, 1), of=self, margins=(0, 6, 0, 0), spacing=6)
        self.show_rows(())

    def show_rows(self, rows: Sequence[Row | str], said: str = "") -> None:
        """Show rows, and `said` above them: how many there are if it is ""."""
        self.list.show_rows(rows)
        number = len(self.list.rows())
        told = (
            plural(*NUMBERED[self.name.lower().removesuffix("s")], number)
            if number < MOST
            else tr("The newest {number} {name}; search finds the others").format(
                number=figure(number), name=inside(HEADINGS[self.name])
            )
        )
        self.count.setText(said or told)
        self._head.setVisible(number > 0)
        self._stack.setCurrentIndex(0 if number else 1)


class Shelf(QWidget):
    """A titled list on the right: all notes, all documents, the bin, what a search found."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.section = Section(LISTS[title])
        column(label(HEADINGS[title], "title"), (self.section, 1), of=self, margins=(20, 18, 20, 12), spacing=4)


ASIDE: Final = 14
"""Pixels at each side of the words of a tab, with room (the style sheet has 12)."""


class SubjectView(QWidget):
    """A project or an assignment, and the lists of what belongs to it."""

    wanted = Signal(object)
    """What was pressed (Wanted)."""

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self._kind = kind
        self.title = ElidedLabel(look="title")
        self.chip = Chip()
        self.about, self.goals_head, self.goals = label(look="muted"), label(tr("Goals"), "section"), QLabel()
        self.back = TextButton(tr("‹ Back"), kind="quiet")
        self.back.setToolTip(tr("Back to the project (Escape)"))
        if kind.value is not Assignment:
            self.back.hide()
        self.debate = TextButton(tr("Debate this"), icon="chat", kind="primary")
        self.edit = TextButton(tr("Edit"), icon="edit")
        self.delete = IconButton("trash", tr("Delete"), tone="error")
        pressed = {self.back: Press.BACK, self.debate: Press.DEBATE, self.edit: Press.EDIT, self.delete: Press.DELETE}
        for button, what in pressed.items():
            button.clicked.connect(lambda _checked=False, what=what: self.wanted.emit(what))
        self.sections = {tab: Section(LISTS[tab]) for tab in kind.tabs}
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(tr("Contents"))
        self.tabs.tabBar().setDrawBase(False)
        for name, section in self.sections.items():
            self.tabs.addTab(section, HEADINGS[name])
            section.wanted.connect(self.wanted)
        words = (self.about, self.goals_head, self.goals)
        for each in words:
            each.setWordWrap(True)
            each.setTextFormat(Qt.TextFormat.PlainText)
            each.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        head = row(self.back, (self.title, 1), self.chip, self.debate, self.edit, self.delete, spacing=10)
        column(head, *words, (self.tabs, 1), of=self, margins=(20, 18, 20, 12), spacing=8)

    def show_subject(self, subject: Project | Assignment, project: str = "") -> None:
        """Show a project, or an assignment of the project of that name."""
        self.title.setText(subject.name)
        self.title.setAccessibleName(f"{begun(self._kind.name)} {subject.name}")
        self.chip.setText(STANDINGS.get(subject.status, subject.status))
        kind = NOUNS[self._kind.name]
        self.delete.set_label(tr("Delete the {kind} {subject}").format(kind=kind, subject=subject.name))
        if isinstance(subject, Project):
            self._words(subject.description, subject.goals)
        else:
            place = tr("Assignment of {project}, {priority} priority.").format(
                project=project, priority=subject.priority
            )
            self._words(f"{place}\n{subject.description}".strip(), ())

    def _words(self, about: str, goals: Sequence[str]) -> None:
        short = about if len(about) <= 600 else about[:600].rstrip() + " …"
        self.about.setText(short)
        self.about.setVisible(bool(about))
        self.goals.setText("\n".join(f"•  {goal}" for goal in goals))
        for each in (self.goals_head, self.goals):
            each.setVisible(bool(goals))

    def show_rows(self, rows: Mapping[str, Sequence[Row]]) -> None:
        for number, (name, section) in enumerate(self.sections.items()):
            found = rows.get(name, ())
            section.show_rows(found)
            self.tabs.setTabText(number, f"{HEADINGS[name]}  {len(found)}" if found else HEADINGS[name])
        self._fit_tabs()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_tabs()

    def _fit_tabs(self) -> None:
        """Let the tabs stand closer where there is no room for all of them."""
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
        """Return the list that is shown."""
        found = self.tabs.currentWidget()
        assert isinstance(found, Section)
        return found

    def turn_to(self, name: str) -> None:
        if name in self.sections:
            self.tabs.setCurrentWidget(self.sections[name])
