"""The library page: workspaces and projects on the left, what belongs to the chosen one on the right."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, assert_never

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from disputatio.app.application import Application
from disputatio.app.starting.configuration import ContextChoice
from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.inputs import FileDrop
from disputatio.faces.gui.kit.page import Page
from disputatio.faces.gui.kit.rows import RowList
from disputatio.faces.gui.kit.toast import Toast
from disputatio.faces.gui.library import navigator, subject
from disputatio.faces.gui.library.changes import Errands
from disputatio.faces.gui.library.navigator import Navigator
from disputatio.faces.gui.library.sheet import SheetEditor, Written
from disputatio.faces.gui.library.stage import LibraryAdditions, LibraryNavigation, Place, PlaceReader, Stage
from disputatio.faces.gui.library.subject import New, Press, Wanted

TABS: Final = {"task": "Tasks", "assignment": "Assignments", "document": "Documents", "note": "Notes"}
NAMED: Final = (*TABS, "project", "workspace")
"""Kinds of rows that have a name and can be deleted."""


class LibraryPage(Page):
    """List, create, edit, search and delete what debates can take as context."""

    changed = Signal()
    """Something in the library is different."""

    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._errands = Errands(app, bridge, self)
        self._creating = LibraryAdditions(app, self._errands, self)
        self.navigator = Navigator()
        self.writing = SheetEditor(app, bridge)
        self.stage = Stage(self.writing)
        self.project, self.assignment, self.shelves = self.stage.project, self.stage.assignment, self.stage.shelves
        self.toast = Toast(self.stage)
        self.going = LibraryNavigation(PlaceReader(app), self._errands, self.navigator, self.stage)
        FileDrop(self, self.import_files)
        self.keys = {
            (Qt.Key.Key_N, True): self._new_here,
            (Qt.Key.Key_F, True): self.navigator.search,
            (Qt.Key.Key_S, True): self.writing.flush,
            (Qt.Key.Key_Escape, False): self.going.back,
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
        self.navigator.searched.connect(self.going.search)
        self.navigator.workspace_changed.connect(self.going.enter_workspace)
        self.navigator.wanted.connect(self._wanted)
        for wanted in self.stage.wanted():
            wanted.connect(self._wanted)
        for section in self.stage.sections():
            self._connect_rows(section.list)
        self.writing.left.connect(self.going.back)
        self.writing.delete_wanted.connect(self._delete)
        self.writing.debate_wanted.connect(self.debate_opened)
        self.writing.saved.connect(self._saved)
        self._errands.changed.connect(self.refresh)
        self._errands.changed.connect(self.changed)
        self._errands.said.connect(lambda said, undo: self.toast.say(said, undo=undo))
        self._errands.refused.connect(self._explain)
        self._creating.begun.connect(self.going.write)
        self.going.left.connect(lambda: self._explain(None))
        self._creating.made.connect(self._made)
        self._creating.imported.connect(self._imported)
        self.toast.undone.connect(lambda id: self._errands.start(self._errands.restore(id)))

    def _connect_rows(self, rows: RowList) -> None:
        rows.opened.connect(self._open)
        rows.delete_wanted.connect(self._delete)
        rows.rename_wanted.connect(self._rename)
        rows.menu_wanted.connect(self._menu)

    # ---- going places ----------------------------------------------------------------------------------------------
    def go(self, kind: str, id: str) -> None:
        """A project, a note or a document; ("", "") where the person was."""
        self.going.go(kind, id) if kind else self.refresh()

    def focus(self) -> QWidget:
        return self.navigator.list

    async def finish(self) -> None:
        """Save what was typed last: before the application is closed."""
        if (saving := self.writing.flush()) is not None:
            await saving

    def refresh(self) -> None:
        """Read what is shown anew."""
        self.going.refresh()

    # ---- rows ------------------------------------------------------------------------------------------------------
    def _open(self, key: str) -> None:
        kind, id, parent = (*key.split(":"), "", "")[:3]
        match kind:
            case "debate":
                self.debate_opened.emit(id)
            case "task" if parent:
                self.project.turn_to("Tasks")
                self.going.go("project", parent)
            case "task":
                self._errands.start(self._errands.edit("task", id))
            case "workspace":
                self.going.enter_workspace(id)
            case "removed":
                return
            case _:
                self.going.go(kind, id)

    def _rename(self, key: str) -> None:
        kind, id = key.split(":")[:2]
        if kind in NAMED:
            self._errands.start(self._errands.edit(kind, id, name_only=True))

    def _delete(self, key: str) -> None:
        kind, id = (*key.split(":"), "")[:2]
        if not id or kind not in NAMED:
            return
        if key == self.writing.key:
            self.writing.forget()
        self.going.trail.leave((kind, id))
        self._errands.start(self._errands.delete(kind, id))

    def _menu(self, key: str, place: QPoint) -> None:
        kind, id = (*key.split(":"), "")[:2]
        if id:
            navigator.pop_up(kind, place, lambda what: self._do(what, key), self)

    def _do(self, what: str, key: str) -> None:
        """What was chosen for a row."""
        kind, id = key.split(":")[:2]
        match what:
            case "open":
                self._open(key)
            case "rename":
                self._rename(key)
            case "delete":
                self._delete(key)
            case "debate":
                self._ask((kind, id))
            case "finish":
                self._errands.start(self._errands.finish_task(id))
            case "restore":
                self._errands.start(self._errands.restore(id))

    # ---- buttons ---------------------------------------------------------------------------------------------------
    def _wanted(self, what: Wanted) -> None:
        match what:
            case New():
                self._errands.start(self._creating.create(what.kind, self.going.shown))
            case Press.BACK:
                self.going.back()
            case Press.DEBATE:
                self._ask(self.going.trail.place)
            case Press.EDIT:
                self._errands.start(self._errands.edit(*self.going.trail.place))
            case Press.DELETE:
                self._delete(":".join(self.going.trail.place))
            case Press.IMPORT:
                self._creating.choose_files(self.import_files)
            case Press.RESTORE:
                if chosen := self.shelves["bin"].section.list.key():
                    self._do("restore", chosen)
            case Press.EMPTY_BIN:
                self._errands.start(self._errands.empty_bin())
            case Press.RENAME_WORKSPACE:
                self._rename(f"workspace:{self.going.shown.workspace}")
            case Press.DELETE_WORKSPACE:
                self._delete(f"workspace:{self.going.shown.workspace}")
            case _:
                assert_never(what)

    def _ask(self, place: Place) -> None:
        kind, id = place
        if kind == "project":
            self.question_wanted.emit(ContextChoice(kind="project", ref=id))
        elif kind == "assignment":
            self.question_wanted.emit(ContextChoice(kind="assignment", ref=id))

    # ---- something new ---------------------------------------------------------------------------------------------
    def _made(self, kind: str, id: str) -> None:
        self.going.enter_workspace(id) if kind == "workspace" else self.going.go(kind, id)

    def _saved(self, item: Written) -> None:
        self.changed.emit()
        self.going.written(item)

    def import_files(self, paths: Sequence[Path]) -> None:
        """As documents of what is shown."""
        self._errands.start(self._creating.import_files(paths, self.going.shown))

    def _imported(self, count: int, faults: list[str]) -> None:
        if count:
            self.toast.say(f"{phrases.count(count, 'document')} imported")
            self.changed.emit()
            self.project.turn_to("Documents")
            self.assignment.turn_to("Documents")
            self.going.go(
                *(self.going.trail.place if self.going.trail.kind in ("project", "assignment") else ("documents", ""))
            )
        self.stage.say_fault("\n".join(faults))

    # ---- keyboard --------------------------------------------------------------------------------------------------
    def _new_here(self) -> None:
        kind = self.going.trail.kind
        if kind in ("project", "assignment"):
            view = self.project if kind == "project" else self.assignment
            buttons = (each.does for each in subject.DOES[view.section().name])
            self._wanted(next((does for does in buttons if isinstance(does, New)), Press.DEBATE))
        else:
            self._wanted(New(kind="document" if kind in ("documents", "document") else "note"))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.stage.writes:
            self.navigator.list.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.writing.flush()

    def _explain(self, error: DisputatioError | None) -> None:
        self.stage.say_fault(error.user_message if error else "")
