"""The right side of the library: what one place shows, and how the person goes from place to place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QStackedWidget, QWidget

from disputatio.faces.gui.library.changes import Errands
from disputatio.faces.gui.library.contents import HOME, Contents, Place, PlaceContents
from disputatio.faces.gui.library.navigator import Navigator
from disputatio.faces.gui.library.parts import FLUSH, Fault, column
from disputatio.faces.gui.library.sheet import SheetEditor, Written
from disputatio.faces.gui.library.subject import Section, Shelf, SubjectView
from disputatio.faces.library_kinds import NAMED, of

# ---- Where the person is in the library, and where they came from.
STEPS: Final = 20


class Trail:
    """What is being written is no place to come back to: one goes back to where it was opened."""

    def __init__(self) -> None:
        self.place = HOME
        self._before: list[Place] = []

    @property
    def kind(self) -> str:
        return self.place[0]

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
        """A place is gone."""
        if self.place == place:
            self._before = [each for each in self._before if each != place]
            self.back()

    def restart(self) -> None:
        """Another workspace: its places are others."""
        self._before = []
        self.place = HOME


# ---- The right side of the library: one of its views, and what went wrong above it.


class Stage(QWidget):
    def __init__(self, writing: SheetEditor) -> None:
        super().__init__()
        self.writing = writing
        self.shelves = {name.lower(): Shelf(name) for name in ("Notes", "Documents", "Bin", "Search")}
        self.subjects = {name: SubjectView(kind) for name, kind in NAMED.items() if kind.tabs}
        self.fault = Fault((20, 14, 20, 0))
        self.stack = QStackedWidget()
        for view in (*self.shelves.values(), *self.subjects.values(), self.writing):
            self.stack.addWidget(view)
        column(self.fault, (self.stack, 1), of=self, margins=FLUSH, spacing=0)

    def sections(self) -> Sequence[Section]:
        subjects = [section for view in self.subjects.values() for section in view.sections.values()]
        return [*(shelf.section for shelf in self.shelves.values()), *subjects]

    def show_place(self, shown: PlaceContents) -> str:
        """Show what was read; returns the row of the navigator that stands for it."""
        kind, id = shown.place
        if kind in self.shelves:
            self.shelves[kind].section.show_rows(shown.rows, f"Found for “{id}”" if kind == "search" else "")
            self.stack.setCurrentWidget(self.shelves[kind])
        elif shown.subject is not None and shown.project is not None:
            view = self.subjects[of(shown.subject).name]
            view.show_subject(shown.subject, shown.project.name)
            view.show_rows(shown.rows)
            self.stack.setCurrentWidget(view)
            return f"project:{shown.project.id}"
        elif shown.written is not None:
            self.show_writing()
        return f"{kind}:"

    def show_writing(self) -> None:
        self.stack.setCurrentWidget(self.writing)

    @property
    def writes(self) -> bool:
        return self.stack.currentWidget() is self.writing


# ---- Going from place to place in the library: what is shown is read anew each time, and who came later is shown.
class LibraryNavigation(QObject):
    def __init__(self, reading: Contents, errands: Errands, navigator: Navigator, stage: Stage) -> None:
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

    def go(self, kind: str, id: str = "", *, remember: bool = True) -> None:
        """What went wrong before is no longer said."""
        self._writing.flush()
        self.trail.go((kind, id), remember=remember)
        self._stage.fault.say("")
        self.refresh()

    def back(self) -> None:
        """To where the person came from; from a search, back to the library."""
        self._navigator.field.empty()
        self.go(*self.trail.back(), remember=False)

    def search(self, text: str) -> None:
        if text:
            self.go("search", text, remember=self.trail.kind != "search")
        elif self.trail.kind == "search":
            self.back()

    def enter_workspace(self, id: str) -> None:
        self.shown = PlaceContents(place=HOME, workspace=id)
        self.trail.restart()
        self.go(*HOME, remember=False)

    def write(self, item: Written) -> None:
        """Something new, which has no id yet."""
        self.trail.go((of(item).name, ""))
        self._steps += 1
        self._errands.start(self._write(item))

    def written(self, item: Written) -> None:
        """It was stored. A list that was read meanwhile does not show it yet."""
        if not self.trail.writes:
            self.refresh()
        elif not self.trail.place[1] and self._writing.item is item:
            self.trail.go((self.trail.kind, item.id))

    async def _show(self) -> None:
        self._steps += 1
        step = self._steps
        key = self._writing.key if self._stage.writes else ""
        shown = await self._reading.read(self.trail.place, self.shown.workspace, being_written=key)
        owners = await self._reading.owners() if shown.written else []
        if step != self._steps:
            return
        self.shown = shown
        if shown.written is not None:
            self._writing.open(shown.written, owners)
        self._navigator.show_places(shown.workspaces, shown.workspace, shown.projects)
        self._navigator.list.select(self._stage.show_place(shown))

    async def _write(self, item: Written) -> None:
        self._writing.open(item, await self._reading.owners())
        self._stage.show_writing()
