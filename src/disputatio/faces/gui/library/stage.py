"""The right side of the library: what one place shows, how the person goes from place to place, and how new things
come into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, Final, assert_never

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QFileDialog, QLabel, QStackedWidget, QVBoxLayout, QWidget

from disputatio.app.application import Application
from disputatio.debate.values import value
from disputatio.engine.errors import NotFound
from disputatio.faces.gui.library import subject
from disputatio.faces.gui.library.changes import Errands
from disputatio.faces.gui.library.contents import Contents
from disputatio.faces.gui.library.navigator import Navigator
from disputatio.faces.gui.library.sheet import SheetEditor, Written
from disputatio.faces.gui.library.subject import (
    EmptySection,
    NewKind,
    Press,
    Section,
    SectionActions,
    Shelf,
    SubjectView,
)
from disputatio.library.assignment import Assignment
from disputatio.library.document import Document
from disputatio.library.note import Note
from disputatio.library.project import Project
from disputatio.library.task import Task
from disputatio.library.workspace import DEFAULT, Workspace

# ---- Where the person is in the library, and where they came from. A place is a kind and an id: ("project", "p1").
Place = tuple[str, str]

HOME: Final[Place] = ("notes", "")
WRITTEN: Final = ("note", "document")
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
        return self.place[0] in WRITTEN

    def go(self, place: Place, *, remember: bool = True) -> None:
        if remember and place != self.place and not self.writes:
            self._before = [*self._before[1 - STEPS :], self.place]
        self.place = place

    def begin(self, kind: str) -> None:
        """Something new to write on, which has no id yet."""
        self.go((kind, ""))

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


@value
class PlaceContents:
    """`rows` are those of the place: a list, or one for each tab; `workspace` is the one that it belongs to."""

    place: Place
    workspace: str = DEFAULT
    workspaces: tuple[Workspace, ...] = ()
    projects: tuple[Project, ...] = ()
    project: Project | None = None
    assignment: Assignment | None = None
    written: Written | None = None
    rows: Any = field(default=None)


class PlaceReader:
    """Raises NotFound, StorageHeld."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._contents = Contents(app)

    async def read(self, place: Place, workspace: str, *, being_written: str = "") -> PlaceContents:
        """`being_written` is the key of what is on the sheet: it is not read over what was typed."""
        kind, id = place
        assignment = await self._app.library.get(Assignment, id) if kind == "assignment" else None
        owner = assignment.project if assignment else id if kind == "project" else ""
        project = await self._app.library.get(Project, owner) if owner else None
        written = await self._written(kind, id) if kind in WRITTEN and id and being_written != f"{kind}:{id}" else None
        workspaces = await self._contents.workspaces()
        workspace = project.workspace if project else workspace
        if workspace not in {each.id for each in workspaces}:
            workspace = DEFAULT
        return PlaceContents(
            place=place,
            workspace=workspace,
            workspaces=tuple(workspaces),
            projects=tuple(await self._contents.projects(workspace)),
            project=project,
            assignment=assignment,
            written=written,
            rows=await self._rows(place, workspace, assignment),
        )

    async def _rows(self, place: Place, workspace: str, assignment: Assignment | None) -> Any:
        kind, id = place
        match kind:
            case "notes":
                return await self._contents.notes(workspace)
            case "documents":
                return await self._contents.documents(workspace)
            case "bin":
                return await self._contents.bin()
            case "search":
                return await self._contents.search(id)
            case "project":
                return await self._contents.of_project(id)
        return await self._contents.of_assignment(assignment) if assignment else None

    async def _written(self, kind: str, id: str) -> Written:
        """Who has only an id may mean either: what is no note is a document."""
        if kind == "note":
            try:
                return await self._app.library.get(Note, id)
            except NotFound:
                pass
        return await self._app.library.get(Document, id)

    async def owners(self) -> list[Project]:
        """The projects that a note can belong to."""
        return await self._app.library.all(Project)


# ---- The right side of the library: one of its views, and what went wrong above it.
RESTORE: Final = SectionActions(does=Press.RESTORE, label="Restore", icon="retry")
EMPTY_BIN: Final = SectionActions(does=Press.EMPTY_BIN, label="Empty the bin…", icon="trash", kind="danger")
NO_BIN: Final = EmptySection(
    title="Nothing of the library is in the bin",
    words="What you delete here stays until you empty the bin. Deleted debates are in the bin below your debates.",
    icon="trash",
)
NO_HITS: Final = EmptySection(
    title="Nothing found", words="Every word has to occur. Fewer words find more.", icon="search"
)


class Stage(QWidget):
    def __init__(self, writing: SheetEditor) -> None:
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

    def show_place(self, shown: PlaceContents) -> str:
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


# ---- New things in the place that is shown: by a form, on a sheet, or from files.
FILES: Final = "Texts (*.txt *.md *.markdown *.text)"


class LibraryAdditions(QObject):
    begun = Signal(object)
    """Something new to write on (Note, Document); it is stored with its first letters."""
    made = Signal(str, str)
    """A project or a workspace that is to be shown: kind and id."""
    imported = Signal(int, list)
    """How many files became documents, and what kept the others from it."""

    def __init__(self, app: Application, errands: Errands, over: QWidget) -> None:
        super().__init__(over)
        self._contents, self._errands, self._over = Contents(app), errands, over

    async def create(self, kind: NewKind, shown: PlaceContents) -> None:
        """Raises StorageHeld."""
        workspace, project, assignment = _owners(shown)
        match kind:
            case "note":
                self.begun.emit(Note(title="", body="", workspace=workspace, project=project))
            case "document":
                owned = Document(title="", text="", workspace=workspace, project=project, assignment=assignment)
                self.begun.emit(owned)
            case "task":
                await self._errands.create(Task(title="", project=project))
            case "assignment":
                await self._errands.create(Assignment(name="", project=project))
            case "project":
                made = await self._errands.create(Project(name="", workspace=workspace))
                if made is not None:
                    self.made.emit("project", made.id)
            case "workspace":
                made = await self._errands.create(Workspace(name=""))
                if made is not None:
                    self.made.emit("workspace", made.id)
            case _:
                assert_never(kind)

    def choose_files(self, take: Callable[[Sequence[Path]], object]) -> None:
        chooser = QFileDialog(self._over.window(), "Import texts as documents", "", FILES)
        chooser.setFileMode(QFileDialog.FileMode.ExistingFiles)
        chooser.filesSelected.connect(lambda names: take([Path(name) for name in names]))
        chooser.finished.connect(chooser.deleteLater)
        chooser.open()

    async def import_files(self, paths: Sequence[Path], shown: PlaceContents) -> None:
        """As documents of what is shown."""
        workspace, project, assignment = _owners(shown)
        made, faults = await self._contents.import_files(list(paths), workspace, project, assignment)
        self.imported.emit(len(made), faults)


def _owners(shown: PlaceContents) -> tuple[str, str, str]:
    """The workspace, the project and the assignment that something new belongs to, as ids."""
    project = shown.project.id if shown.project else ""
    return shown.workspace, project, shown.assignment.id if shown.assignment else ""


# ---- Going from place to place in the library: what is shown is read anew each time, and who came later is shown.
class LibraryNavigation(QObject):
    left = Signal()
    """The person goes elsewhere; what went wrong before is no longer said."""

    def __init__(self, reading: PlaceReader, errands: Errands, navigator: Navigator, stage: Stage) -> None:
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
        self._writing.flush()
        self.trail.go((kind, id), remember=remember)
        self.left.emit()
        self.refresh()

    def back(self) -> None:
        """To where the person came from; from a search, back to the library."""
        self._navigator.clear_search()
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
        """Something new."""
        self.trail.begin("note" if isinstance(item, Note) else "document")
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
        self._navigator.select(self._stage.show_place(shown))

    async def _write(self, item: Written) -> None:
        self._writing.open(item, await self._reading.owners())
        self._stage.show_writing()
