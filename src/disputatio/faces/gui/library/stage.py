"""The two sides of the library, and how the person goes from place to place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from disputatio.debate.wording import tr
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.focus import entry
from disputatio.faces.gui.kit.inputs import DropDown
from disputatio.faces.gui.kit.labels import Fault
from disputatio.faces.gui.kit.layouts import FLUSH, column, row
from disputatio.faces.gui.library import contents
from disputatio.faces.gui.library.contents import HOME, Contents, Place, PlaceContents, PlaceList, PlaceRow, Written
from disputatio.faces.gui.library.library_errands import LibraryErrands
from disputatio.faces.gui.library.naming import HEADINGS
from disputatio.faces.gui.library.notes import SheetEditor
from disputatio.faces.gui.library.parts import SearchField, label, pop_up
from disputatio.faces.gui.library.subject import New, Press, Section, Shelf, SubjectView
from disputatio.faces.library_kinds import NAMED, of
from disputatio.library.workspace import DEFAULT, Project, Workspace

STEPS: Final = 20


class Trail:
    """Where the person is in the library, and where they came from. What is being written is no place to come back to:
    one goes back to where it was opened."""

    def __init__(self) -> None:
        self.place = HOME
        self._before: list[Place] = []

    @property
    def kind(self) -> str:
        return self.place.kind

    @property
    def writes(self) -> bool:
        return self.kind in NAMED and NAMED[self.kind].written

    def go(self, place: Place, *, remember: bool = True) -> None:
        if remember and place != self.place and not self.writes:
            self._before = [*self._before[1 - STEPS :], self.place]
        self.place = place

    def back(self) -> Place:
        self.place = self._before.pop() if self._before else HOME
        return self.place

    def leave(self, place: Place) -> None:
        """Go back where the person came from, if they are at a place that is gone."""
        if self.place == place:
            self._before = [each for each in self._before if each != place]
            self.back()

    def restart(self) -> None:
        """Forget where the person was: another workspace has other places."""
        self._before = []
        self.place = HOME


def _shelf_row(name: str, title: str, icon: str) -> PlaceRow:
    place = Place(kind=name)
    return PlaceRow(key=place.key, place=place, title=title, icon=icon)


SHELVES: Final = (
    *(_shelf_row(name, HEADINGS[kind.plural], kind.icon) for name, kind in reversed(contents.SHELVES.items())),
    _shelf_row("bin", HEADINGS["Bin"], "trash"),
)


class Navigator(QWidget):
    """The left side: workspace, search, and where to go."""

    workspace_changed = Signal(str)
    wanted = Signal(object)
    """What was pressed (subject.Wanted)."""

    def __init__(self) -> None:
        super().__init__()
        self.workspace = DropDown()
        self.workspace.setAccessibleName(tr("Workspace"))
        self.workspace.activated.connect(lambda row: self.workspace_changed.emit(self.workspace.itemData(row)))
        self.more = IconButton("more", tr("New, rename or delete a workspace"))
        self.more.clicked.connect(self._open_menu)
        self.field = SearchField(tr("Search the library"))
        self.list = PlaceList(tr("Places of the library"))
        self.new = TextButton(tr("New project"), icon="plus")
        self.new.clicked.connect(lambda: self.wanted.emit(New(kind="project")))
        place = row((self.workspace, 1), self.more, spacing=4)
        items = (label(tr("Library"), "title"), place, self.field, (self.list, 1), self.new)
        column(*items, of=self, margins=(16, 18, 12, 12), spacing=10)

    def show_places(self, workspaces: Sequence[Workspace], current: str, projects: Sequence[Project]) -> None:
        self.workspace.clear()
        for each in workspaces:
            self.workspace.addItem(each.name, each.id)
        self.workspace.setCurrentIndex(max(0, self.workspace.findData(current)))
        rows = [contents.row(each, 0) for each in projects]
        self.list.show_rows([*SHELVES, tr("Projects"), *rows] if rows else SHELVES)

    def _open_menu(self) -> None:
        own = self.workspace.currentData() != DEFAULT
        entries = (
            (tr("New workspace…"), "plus", True, partial(self.wanted.emit, New(kind="workspace"))),
            (tr("Rename this workspace…"), "edit", True, partial(self.wanted.emit, Press.RENAME_WORKSPACE)),
            (tr("Delete this workspace"), "trash", own, partial(self.wanted.emit, Press.DELETE_WORKSPACE)),
        )
        pop_up(entries, self.more.mapToGlobal(self.more.rect().bottomLeft()), self)


class Stage(QWidget):
    """The right side: one of its views, and what went wrong above it."""

    def __init__(self, writing: SheetEditor) -> None:
        super().__init__()
        self.writing = writing
        self.shelves = {name.lower(): Shelf(name) for name in ("Notes", "Documents", "Bin", "Search")}
        self.subjects = {name: SubjectView(kind) for name, kind in NAMED.items() if kind.tabs}
        self.fault = Fault((20, 14, 20, 0))
        self.stack = QStackedWidget()
        self.stack.addWidget(QWidget())  # until it was read, nobody says that there is nothing
        for view in (*self.shelves.values(), *self.subjects.values(), self.writing):
            self.stack.addWidget(view)
        column(self.fault, (self.stack, 1), of=self, margins=FLUSH, spacing=0)

    def sections(self) -> Sequence[Section]:
        subjects = [section for view in self.subjects.values() for section in view.sections.values()]
        return [*(shelf.section for shelf in self.shelves.values()), *subjects]

    def show_place(self, shown: PlaceContents) -> str:
        """Show what was read, and return the key of the row of the navigator that stands for it."""
        kind = shown.place.kind
        if kind in self.shelves:
            self.shelves[kind].section.show_rows(
                shown.rows, tr("Results for “{place_id}”").format(place_id=shown.place.id) if kind == "search" else ""
            )
            self.stack.setCurrentWidget(self.shelves[kind])
        elif shown.subject is not None and shown.project is not None:
            view = self.subjects[of(shown.subject).name]
            view.show_subject(shown.subject, shown.project.name)
            view.show_rows(shown.rows)
            self.stack.setCurrentWidget(view)
            return Place(kind="project", id=shown.project.id).key
        elif shown.written is not None:
            self.show_writing()
        return Place(kind=kind).key

    def show_writing(self) -> None:
        self.stack.setCurrentWidget(self.writing)

    @property
    def writes(self) -> bool:
        return self.stack.currentWidget() is self.writing

    def take_keyboard(self, left: Place | None) -> None:
        """Give the keyboard to the list that is shown, at what the person comes back from."""
        section = next((each for each in self.sections() if each.isVisible()), None)
        if section is not None:
            entry(section.list if section.list.isVisible() else section.empty).setFocus(Qt.FocusReason.OtherFocusReason)
            section.list.select(left.key if left is not None else "")


class LibraryNavigation(QObject):
    """Goes from place to place: what is shown is read anew each time, and what was asked for last is shown."""

    def __init__(self, reading: Contents, errands: LibraryErrands, navigator: Navigator, stage: Stage) -> None:
        super().__init__(stage)
        self._reading, self._errands = reading, errands
        self._navigator, self._stage = navigator, stage
        self._writing: SheetEditor = stage.writing
        self._steps = 0
        self.trail = Trail()
        self.shown = PlaceContents(place=HOME)

    def refresh(self) -> None:
        """Read what is shown anew."""
        self._errands.start(self._show())

    def go(self, place: Place, *, remember: bool = True) -> None:
        """Show a place. What went wrong before is no longer said."""
        self._writing.flush()
        self.trail.go(place, remember=remember)
        self._stage.fault.say("")
        self.refresh()

    def back(self) -> None:
        """Go to where the person came from; from a search, back to the library."""
        self._navigator.field.empty()
        self.go(self.trail.back(), remember=False)

    def search(self, text: str) -> None:
        if text:
            self.go(Place(kind="search", id=text), remember=self.trail.kind != "search")
        elif self.trail.kind == "search":
            self.back()

    def enter_workspace(self, id: str) -> None:
        self.shown = PlaceContents(place=HOME, workspace=id)
        self.trail.restart()
        self.go(HOME, remember=False)

    def write(self, item: Written) -> None:
        """Write something new, which has no id yet."""
        self.trail.go(Place(kind=of(item).name))
        self._steps += 1
        self._errands.start(self._write(item))

    def note_written(self, item: Written) -> None:
        """Take note that something was stored: a list that was read meanwhile does not show it yet."""
        if not self.trail.writes:
            self.refresh()
        elif not self.trail.place.id and self._writing.item is item:
            self.trail.go(Place(kind=self.trail.kind, id=item.id))

    async def _show(self) -> None:
        self._steps += 1
        step = self._steps
        written = self._writing.place if self._stage.writes else None
        shown = await self._reading.read(self.trail.place, self.shown.workspace, being_written=written)
        owners = await self._reading.owners() if shown.written else []
        if step != self._steps:
            return
        here, self.shown = self._stage.window().focusWidget(), shown
        if shown.written is not None:
            self._writing.open(shown.written, owners)
        self._navigator.show_places(shown.workspaces, shown.workspace, shown.projects)
        self._navigator.list.select(self._stage.show_place(shown))
        if here is not None and self._writing.isAncestorOf(here) and not self._stage.writes:
            self._stage.take_keyboard(written)

    async def _write(self, item: Written) -> None:
        self._writing.open(item, await self._reading.owners())
        self._stage.show_writing()
