"""The library page: workspaces and projects on the left, what belongs to the chosen one on the right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final, assert_never, cast

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from disputatio.app.application import Application
from disputatio.app.starting.configuration import ContextChoice
from disputatio.debate.context import ContextKind
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.inputs import FileDrop
from disputatio.faces.gui.kit.page import Page
from disputatio.faces.gui.kit.toast import Toast
from disputatio.faces.gui.library.changes import Errands
from disputatio.faces.gui.library.contents import Contents, Place
from disputatio.faces.gui.library.navigator import Navigator
from disputatio.faces.gui.library.parts import FLUSH, pop_up, row, separator
from disputatio.faces.gui.library.sheet import SheetEditor, Written
from disputatio.faces.gui.library.stage import LibraryNavigation, Stage
from disputatio.faces.gui.library.subject import New, Press, Wanted
from disputatio.faces.library_kinds import NAMED

ENTRIES: Final = {
    "open": ("Open", "eye"),
    "finish": ("Done, or open again", "check"),
    "debate": ("Debate this", "chat"),
    "restore": ("Restore", "retry"),
    "rename": ("Rename…", "edit"),
    "delete": ("Delete", "trash"),
}
"""What can be done with a row, as a menu: words and icon."""


class LibraryPage(Page):
    """List, create, edit, search and delete what debates can take as context."""

    changed = Signal()
    """Something in the library is different."""

    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._errands = Errands(app, bridge, self)
        self.navigator = Navigator()
        self.writing = SheetEditor(app, bridge)
        self.stage = Stage(self.writing)
        self.shelves = self.stage.shelves
        self.project, self.assignment = (self.stage.subjects[kind] for kind in ("project", "assignment"))
        self.toast = Toast(self.stage)
        self.going = LibraryNavigation(Contents(app), self._errands, self.navigator, self.stage)
        FileDrop(self, self.import_files)
        self.keys = {
            (Qt.Key.Key_N, True): self._new_here,
            (Qt.Key.Key_F, True): self.navigator.field.take_keyboard,
            (Qt.Key.Key_S, True): self.writing.flush,
            (Qt.Key.Key_Escape, False): self.going.back,
        }
        self.navigator.setFixedWidth(250)
        row(self.navigator, separator(), (self.stage, 1), of=self, margins=FLUSH, spacing=0)
        self._connect()

    def _connect(self) -> None:
        self.navigator.field.searched.connect(self.going.search)
        self.navigator.workspace_changed.connect(self.going.enter_workspace)
        sections = self.stage.sections()
        asking = [self.navigator.wanted, *(section.wanted for section in sections)]
        for wanted in (*asking, *(view.wanted for view in self.stage.subjects.values())):
            wanted.connect(self._wanted)
        for rows in (self.navigator.list, *(section.list for section in sections)):
            rows.opened.connect(self._open)
            rows.delete_wanted.connect(self._delete)
            rows.rename_wanted.connect(self._rename)
            rows.menu_wanted.connect(self._menu)
        self.writing.left.connect(self.going.back)
        self.writing.delete_wanted.connect(self._delete)
        self.writing.debate_wanted.connect(self.debate_opened)
        self.writing.saved.connect(self._saved)
        self._errands.changed.connect(self.refresh)
        self._errands.changed.connect(self.changed)
        self._errands.said.connect(lambda said, undo: self.toast.say(said, undo=undo))
        self._errands.refused.connect(self.stage.fault.explain)
        self._errands.begun.connect(self.going.write)
        self._errands.made.connect(self._made)
        self._errands.imported.connect(self._imported)
        self.toast.undone.connect(lambda id: self._errands.start(self._errands.restore(id)))

    # ---- going places ----------------------------------------------------------------------------------------------
    def go(self, kind: str, id: str) -> None:
        """A project, a note or a document; ("", "") where the person was."""
        self.going.go(kind, id) if kind else self.refresh()

    def focus(self) -> QWidget:
        return self.navigator.list

    async def finish(self) -> None:
        """Save what was typed last: before the application is closed."""
        await self.writing.finish()

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
        doable = NAMED[kind].menu if kind in NAMED else ("restore",) if kind == "removed" else ("open",)
        if id:
            pop_up([(*ENTRIES[what], True, partial(self._do, what, key)) for what in doable], place, self)

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
                self._errands.start(self._errands.create(what.kind, self.going.shown))
            case Press.BACK:
                self.going.back()
            case Press.DEBATE:
                self._ask(self.going.trail.place)
            case Press.EDIT:
                self._errands.start(self._errands.edit(*self.going.trail.place))
            case Press.DELETE:
                self._delete(":".join(self.going.trail.place))
            case Press.IMPORT:
                self._errands.choose_files(self.import_files)
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
        if kind in self.stage.subjects:
            self.question_wanted.emit(ContextChoice(kind=cast(ContextKind, kind), ref=id))

    # ---- something new ---------------------------------------------------------------------------------------------
    def _made(self, kind: str, id: str) -> None:
        """A project or a workspace is shown at once."""
        if kind == "workspace":
            self.going.enter_workspace(id)
        elif kind == "project":
            self.going.go(kind, id)

    def _saved(self, item: Written) -> None:
        self.changed.emit()
        self.going.written(item)

    def import_files(self, paths: Sequence[Path]) -> None:
        """As documents of what is shown."""
        self._errands.start(self._errands.import_files(paths, self.going.shown))

    def _imported(self, count: int, faults: list[str]) -> None:
        if count:
            self.toast.say(f"{phrases.count(count, 'document')} imported")
            self.changed.emit()
            for subject in self.stage.subjects.values():
                subject.turn_to("Documents")
            self.going.go(
                *(self.going.trail.place if self.going.trail.kind in self.stage.subjects else ("documents", ""))
            )
        self.stage.fault.say("\n".join(faults))

    # ---- keyboard --------------------------------------------------------------------------------------------------
    def _new_here(self) -> None:
        kind = self.going.trail.kind
        if kind in self.stage.subjects:
            ways = (way.does for way in self.stage.subjects[kind].section().ways)
            self._wanted(next((does for does in ways if isinstance(does, New)), Press.DEBATE))
        else:
            self._wanted(New(kind="document" if kind in ("documents", "document") else "note"))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.stage.writes:
            self.navigator.list.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.writing.flush()
