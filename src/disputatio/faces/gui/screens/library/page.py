"""The library page: workspaces and projects on the left, what belongs to the chosen one on the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QMenu, QWidget

from disputatio.app.application import Application
from disputatio.app.configuration import ContextChoice
from disputatio.debate.errors import DisputatioError
from disputatio.engine.errors import NotFound
from disputatio.faces.gui import icons, theme
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.screens.library import subject
from disputatio.faces.gui.screens.library.contents import Contents
from disputatio.faces.gui.screens.library.errands import Errands
from disputatio.faces.gui.screens.library.navigator import Navigator
from disputatio.faces.gui.screens.library.rows import RowList
from disputatio.faces.gui.screens.library.stage import Stage
from disputatio.faces.gui.screens.library.writing import Writing, Written
from disputatio.faces.gui.screens.pages import Page
from disputatio.faces.gui.widgets.toast import Toast
from disputatio.library.assignment import Assignment
from disputatio.library.document import Document
from disputatio.library.note import Note
from disputatio.library.project import Project
from disputatio.library.task import Task
from disputatio.library.workspace import DEFAULT, Workspace

FILES: Final = "Texts (*.txt *.md *.markdown *.text)"
WRITTEN: Final = ("note", "document")
TABS: Final = {"task": "Tasks", "assignment": "Assignments", "document": "Documents", "note": "Notes"}


class LibraryPage(Page):
    """List, create, edit, search and delete what debates can take as context."""

    changed = Signal()
    """Something in the library is different."""

    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._app, self._bridge = app, bridge
        self._contents = Contents(app)
        self._errands = Errands(app, bridge, self)
        self._workspace = DEFAULT
        self._place = ("notes", "")
        self._before: list[tuple[str, str]] = []
        self._steps = 0
        self._project: Project | None = None
        self._assignment: Assignment | None = None
        self.navigator = Navigator()
        self.writing = Writing(app, bridge)
        self.stage = Stage(self.writing)
        self.project, self.assignment, self.shelves = self.stage.project, self.stage.assignment, self.stage.shelves
        self.toast = Toast(self.stage)
        self.setAcceptDrops(True)
        self._keys: dict[tuple[Qt.Key, bool], Callable[[], object]] = {
            (Qt.Key.Key_N, True): self._new_here,
            (Qt.Key.Key_F, True): self._find,
            (Qt.Key.Key_S, True): self.writing.flush,
            (Qt.Key.Key_Escape, False): self.go_back,
        }
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        line = QFrame()
        line.setObjectName("separator")
        line.setFixedWidth(1)
        self.navigator.setFixedWidth(250)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.navigator)
        row.addWidget(line)
        row.addWidget(self.stage, 1)

    def _connect(self) -> None:
        self._connect_rows(self.navigator.list)
        self.navigator.searched.connect(self._searched)
        self.navigator.workspace_changed.connect(self._enter_workspace)
        self.navigator.wanted.connect(self._wanted)
        for wanted in self.stage.wanted():
            wanted.connect(self._wanted)
        for section in self.stage.sections():
            self._connect_rows(section.list)
        self.writing.left.connect(self.go_back)
        self.writing.delete_wanted.connect(self._delete)
        self.writing.debate_wanted.connect(self.debate_opened)
        self.writing.saved.connect(self._saved)
        self._errands.changed.connect(self.refresh)
        self._errands.changed.connect(self.changed)
        self._errands.said.connect(lambda words, undo: self.toast.say(words, undo=undo))
        self._errands.refused.connect(self._explain)
        self.toast.undone.connect(lambda id: self._errands.start(self._errands.restore(id)))

    def _connect_rows(self, rows: RowList) -> None:
        rows.opened.connect(self._open)
        rows.delete_wanted.connect(self._delete)
        rows.rename_wanted.connect(self._rename)
        rows.menu_wanted.connect(self._menu)

    # ---- going places ----------------------------------------------------------------------------------------------
    def refresh(self) -> None:
        """Read what is shown anew."""
        self._errands.start(self._show(*self._place))

    def go(self, kind: str, id: str) -> None:
        """A project, a note or a document; ("", "") where the person was."""
        self._go(kind, id) if kind else self.refresh()

    def focus(self) -> QWidget:
        return self.navigator.list

    def show_project(self, id: str) -> None:
        self._go("project", id)

    def show_note(self, id: str) -> None:
        """A note, or a document with that id."""
        self._go("note", id)

    async def finish(self) -> None:
        """Save what was typed last: before the application is closed."""
        if (saving := self.writing.flush()) is not None:
            await saving

    def go_back(self) -> None:
        """To where the person came from; from a search, back to the library."""
        self.navigator.clear_search()
        place = self._before.pop() if self._before else ("notes", "")
        self._go(*place, remember=False)

    def _go(self, kind: str, id: str = "", *, remember: bool = True) -> None:
        self.writing.flush()
        if remember and (kind, id) != self._place and self._place[0] not in WRITTEN:
            self._before = [*self._before[-19:], self._place]
        self._place = (kind, id)
        self._explain(None)
        self._errands.start(self._show(kind, id))

    async def _show(self, kind: str, id: str) -> None:
        """Read, then show; who came later is shown."""
        self._steps += 1
        step = self._steps
        if kind == "project":
            await self._read_project(id)
        elif kind == "assignment":
            await self._read_assignment(id)
        elif kind in WRITTEN and id:
            await self._read_written(kind, id)
        workspaces = await self._contents.workspaces()
        if self._workspace not in {each.id for each in workspaces}:
            self._workspace = DEFAULT
        rows = await self._rows(kind, id)
        projects = await self._contents.projects(self._workspace)
        if step == self._steps:
            self.navigator.show_places(workspaces, self._workspace, projects)
            self._present(kind, id, rows)

    async def _rows(self, kind: str, id: str) -> object:
        match kind:
            case "notes":
                return await self._contents.notes(self._workspace)
            case "documents":
                return await self._contents.documents(self._workspace)
            case "bin":
                return await self._contents.bin()
            case "search":
                return await self._contents.search(id)
            case "project":
                return await self._contents.of_project(id)
            case "assignment":
                assert self._assignment is not None, "read before its rows"
                return await self._contents.of_assignment(self._assignment)
        return None

    def _present(self, kind: str, id: str, rows: object) -> None:
        selected = f"{kind}:{id}" if kind == "project" else f"{kind}:"
        if kind in self.shelves:
            self.stage.show_shelf(kind, rows, f"Found for “{id}”" if kind == "search" else "")
        elif kind == "project" and self._project is not None:
            self.stage.show_project(self._project, rows)
        elif kind == "assignment" and self._assignment is not None:
            self.stage.show_assignment(self._assignment, self._project.name if self._project else "", rows)
            selected = f"project:{self._assignment.project}"
        self.navigator.select(selected)

    async def _read_project(self, id: str) -> None:
        self._project = await self._app.library.get(Project, id)
        self._workspace = self._project.workspace

    async def _read_assignment(self, id: str) -> None:
        self._assignment = await self._app.library.get(Assignment, id)
        await self._read_project(self._assignment.project)

    async def _read_written(self, kind: str, id: str) -> None:
        if self.writing.key == f"{kind}:{id}" and self.stage.writes:
            return
        item: Written
        try:
            item = await (self._app.library.get(Note, id) if kind == "note" else self._app.library.get(Document, id))
        except NotFound:
            if kind != "note":
                raise
            item = await self._app.library.get(Document, id)
        await self._write(item)

    async def _write(self, item: Written) -> None:
        self.writing.open(item, await self._app.library.all(Project))
        self.stage.show_writing()

    def _searched(self, text: str) -> None:
        if text:
            self._go("search", text, remember=self._place[0] != "search")
        elif self._place[0] == "search":
            self.go_back()

    def _enter_workspace(self, id: str) -> None:
        self._workspace = id
        self._before = []
        self._go("notes", remember=False)

    # ---- rows ------------------------------------------------------------------------------------------------------
    def _open(self, key: str) -> None:
        kind, id, parent = (*key.split(":"), "", "")[:3]
        match kind:
            case "debate":
                self.debate_opened.emit(id)
            case "task" if parent:
                self.project.turn_to("Tasks")
                self._go("project", parent)
            case "task":
                self._errands.start(self._errands.edit("task", id))
            case "workspace":
                self._enter_workspace(id)
            case "removed":
                return
            case _:
                self._go(kind, id)

    def _rename(self, key: str) -> None:
        kind, id = key.split(":")[:2]
        if kind in (*TABS, "project", "workspace"):
            self._errands.start(self._errands.edit(kind, id, name_only=True))

    def _delete(self, key: str) -> None:
        kind, id = (*key.split(":"), "")[:2]
        if not id or kind not in (*TABS, "project", "workspace"):
            return
        if key == self.writing.key:
            self.writing.forget()
        if self._place == (kind, id):
            self._before = [place for place in self._before if place != (kind, id)]
            self._place = self._before.pop() if self._before else ("notes", "")
        self._errands.start(self._errands.delete(kind, id))

    def _menu(self, key: str, place: QPoint) -> None:
        kind, id = (*key.split(":"), "")[:2]
        entries: list[tuple[str, str, Callable[[], object]]] = [("Open", "eye", lambda: self._open(key))]
        if kind == "task":
            done = self._errands.finish_task
            entries.append(("Done, or open again", "check", lambda: self._errands.start(done(id))))
        if kind in ("project", "assignment"):
            entries.append(("Debate this", "chat", lambda: self._ask(kind, id)))
        if kind == "removed":
            entries = [("Restore", "retry", lambda: self._errands.start(self._errands.restore(id)))]
        elif kind in (*TABS, "project"):
            entries.append(("Rename…", "edit", lambda: self._rename(key)))
            entries.append(("Delete", "trash", lambda: self._delete(key)))
        menu = QMenu(self)
        for label, icon, work in entries if id else ():
            menu.addAction(icons.icon(icon, theme.current().muted, 16), label, work)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    # ---- buttons ---------------------------------------------------------------------------------------------------
    def _wanted(self, name: str) -> None:
        kind, id = self._place
        match name:
            case "back":
                self.go_back()
            case "debate":
                self._ask(kind, id)
            case "edit":
                self._errands.start(self._errands.edit(kind, id))
            case "delete":
                self._delete(f"{kind}:{id}")
            case "import":
                self._choose_files()
            case "restore":
                self._restore(self.shelves["bin"].section.list.key())
            case "empty-bin":
                self._errands.start(self._errands.empty_bin())
            case "edit-workspace":
                self._rename(f"workspace:{self._workspace}")
            case "delete-workspace":
                self._delete(f"workspace:{self._workspace}")
            case _:
                self._errands.start(self._create(name.removeprefix("new-")))

    def _restore(self, key: str) -> None:
        if key:
            self._errands.start(self._errands.restore(key.partition(":")[2]))

    def _ask(self, kind: str, id: str) -> None:
        if kind == "project":
            self.question_wanted.emit(ContextChoice(kind="project", ref=id))
        elif kind == "assignment":
            self.question_wanted.emit(ContextChoice(kind="assignment", ref=id))

    async def _create(self, kind: str) -> None:
        """In the place that is shown."""
        project, assignment = self._owners()
        if kind == "note":
            await self._begin(Note(title="", body="", workspace=self._workspace, project=project))
        elif kind == "document":
            owned = Document(title="", text="", workspace=self._workspace, project=project, assignment=assignment)
            await self._begin(owned)
        elif kind == "task":
            await self._errands.create(Task(title="", project=project))
        elif kind == "assignment":
            await self._errands.create(Assignment(name="", project=project))
        elif kind == "project":
            made = await self._errands.create(Project(name="", workspace=self._workspace))
            if made is not None:
                self._go("project", made.id)
        elif kind == "workspace":
            made = await self._errands.create(Workspace(name=""))
            if made is not None:
                self._enter_workspace(made.id)

    async def _begin(self, item: Written) -> None:
        """Something new to write on; it is stored with its first letters."""
        if self._place[0] not in WRITTEN:
            self._before.append(self._place)
        self._place = ("note" if isinstance(item, Note) else "document", "")
        self._steps += 1
        await self._write(item)

    def _saved(self, item: Written) -> None:
        """A list that was read meanwhile does not show it yet."""
        self.changed.emit()
        if self._place[0] not in WRITTEN:
            self.refresh()
        elif not self._place[1] and self.writing.item is item:
            self._place = (self._place[0], item.id)

    def _owners(self) -> tuple[str, str]:
        """The project and the assignment that are shown, as ids."""
        kind, id = self._place
        if kind == "assignment" and self._assignment is not None:
            return self._assignment.project, id
        return (id if kind == "project" else ""), ""

    # ---- files -----------------------------------------------------------------------------------------------------
    def _choose_files(self) -> None:
        chooser = QFileDialog(self.window(), "Import texts as documents", "", FILES)
        chooser.setFileMode(QFileDialog.FileMode.ExistingFiles)
        chooser.filesSelected.connect(lambda names: self.import_files([Path(name) for name in names]))
        chooser.finished.connect(chooser.deleteLater)
        chooser.open()

    def import_files(self, paths: Sequence[Path]) -> None:
        """As documents of what is shown."""
        self._errands.start(self._import(list(paths)))

    async def _import(self, paths: list[Path]) -> None:
        project, assignment = self._owners()
        made, faults = await self._contents.import_files(paths, self._workspace, project, assignment)
        if made:
            count = "1 document" if len(made) == 1 else f"{len(made)} documents"
            self.toast.say(f"{count} imported")
            self.changed.emit()
            self.project.turn_to("Documents")
            self.assignment.turn_to("Documents")
            place = self._place if self._place[0] in ("project", "assignment") else ("documents", "")
            self._go(*place)
        self.stage.say_fault("\n".join(faults))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.import_files(paths)

    # ---- keyboard --------------------------------------------------------------------------------------------------
    def event(self, event: QEvent) -> bool:
        """Its keys go before those of the window while the person is here."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._work(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if (work := self._work(event)) is not None:
            work()
        else:
            super().keyPressEvent(event)

    def _work(self, event: QKeyEvent) -> Callable[[], object] | None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if held not in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier):
            return None
        return self._keys.get((Qt.Key(event.key()), held == Qt.KeyboardModifier.ControlModifier))

    def _new_here(self) -> None:
        kind = self._place[0]
        if kind in ("project", "assignment"):
            view = self.project if kind == "project" else self.assignment
            named = {each.name: each for each in subject.DOES[view.section().name]}
            self._wanted(next((name for name in named if name.startswith("new-")), "debate"))
        else:
            self._wanted({"documents": "new-document", "document": "new-document"}.get(kind, "new-note"))

    def _find(self) -> None:
        self.navigator.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.navigator.field.selectAll()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.stage.writes:
            self.navigator.list.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.writing.flush()

    def _explain(self, error: DisputatioError | None) -> None:
        self.stage.say_fault(error.user_message if error else "")
