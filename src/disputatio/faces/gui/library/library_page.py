"""The library page: workspaces and projects on the left, what belongs to the chosen one on the right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import assert_never, cast

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from disputatio.app.application import Application
from disputatio.app.starting.configuration import ContextChoice
from disputatio.debate.context import ContextKind
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.inputs import FileDrop
from disputatio.faces.gui.kit.layouts import FLUSH, row
from disputatio.faces.gui.kit.notices import Toast
from disputatio.faces.gui.kit.page_contract import Page
from disputatio.faces.gui.library.contents import Contents, Imports, Place, PlaceList, Written
from disputatio.faces.gui.library.library_errands import LibraryErrands
from disputatio.faces.gui.library.notes import SheetEditor
from disputatio.faces.gui.library.parts import pop_up, separator
from disputatio.faces.gui.library.stage import LibraryNavigation, Navigator, Stage
from disputatio.faces.gui.library.subject import New, Press, Wanted
from disputatio.faces.library_kinds import NAMED


class LibraryPage(Page):
    """List, create, edit, search and delete what debates can take as context."""

    changed = Signal()
    """Something in the library is different."""

    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._errands = LibraryErrands(app, bridge, self)
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
            wanted.connect(self.carry_out)
        for rows in (self.navigator.list, *(section.list for section in sections)):
            self._follow(rows)
        self.writing.left.connect(self.going.back)
        self.writing.delete_wanted.connect(self._delete)
        self.writing.debate_wanted.connect(self.debate_opened)
        self.writing.export_wanted.connect(self._errands.choose_place)
        self.writing.saved.connect(self._saved)
        self._errands.changed.connect(self.refresh)
        self._errands.changed.connect(self.changed)
        self._errands.said.connect(lambda said, undo: self.toast.say(said, undo=undo))
        self._errands.refused.connect(self.stage.fault.explain)
        self._errands.begun.connect(self.going.write)
        self._errands.made.connect(self._made)
        self._errands.imported.connect(self._imported)
        self.toast.undone.connect(lambda id: self._errands.start(self._errands.restore(id)))

    def _follow(self, rows: PlaceList) -> None:
        rows.opened.connect(lambda key: self._open(rows.place(key)))
        rows.delete_wanted.connect(lambda key: self._delete(rows.place(key)))
        rows.rename_wanted.connect(lambda key: self._rename(rows.place(key)))
        rows.menu_wanted.connect(lambda key, at: self._menu(rows.place(key), at))

    # ---- going places ----------------------------------------------------------------------------------------------
    def go(self, kind: str, id: str) -> None:
        """Show a project, a note or a document; ("", "") where the person was."""
        self.going.go(Place(kind=kind, id=id)) if kind else self.refresh()

    def focus(self) -> QWidget:
        return self.navigator.list

    async def finish(self) -> None:
        """Save what was typed last: before the application is closed."""
        await self.writing.finish()

    def refresh(self) -> None:
        """Read what is shown anew."""
        self.going.refresh()

    # ---- rows ------------------------------------------------------------------------------------------------------
    def _open(self, place: Place) -> None:
        match place.kind:
            case "debate":
                self.debate_opened.emit(place.id)
            case "task" if place.within:
                self.project.turn_to(tr("Tasks"))
                self.going.go(Place(kind="project", id=place.within))
            case "task":
                self._errands.start(self._errands.edit(place))
            case "workspace":
                self.going.enter_workspace(place.id)
            case "removed":
                return
            case _:
                self.going.go(place)

    def _rename(self, place: Place) -> None:
        if place.kind in NAMED:
            self._errands.start(self._errands.edit(place, name_only=True))

    def _delete(self, place: Place) -> None:
        if not place.id or place.kind not in NAMED:
            return
        if place == self.writing.place:
            self.writing.forget()
        self.going.trail.leave(place)
        self._errands.start(self._errands.delete(place))

    def _restore(self, place: Place) -> None:
        self._errands.start(self._errands.restore(place.id))

    def _export(self, place: Place) -> None:
        self._errands.start(self._errands.export(place))

    def _finish(self, task: Place) -> None:
        self._errands.start(self._errands.finish_task(task.id))

    def _menu(self, place: Place, at: QPoint) -> None:
        """Offer what can be done with a row."""
        offered = {
            "open": (tr("Open"), "eye", self._open),
            "finish": (tr("Done, or open again"), "check", self._finish),
            "debate": (tr("Debate this"), "chat", self._ask),
            "restore": (tr("Restore"), "retry", self._restore),
            "rename": (tr("Rename…"), "edit", self._rename),
            "export": (tr("Export…"), "export", self._export),
            "delete": (tr("Delete"), "trash", self._delete),
        }
        kind = NAMED.get(place.kind)
        names = kind.menu if kind else ("restore",) if place.kind == "removed" else ("open",)
        entries = [offered[name] for name in names]
        if place.id:
            pop_up([(words, icon, True, partial(work, place)) for words, icon, work in entries], at, self)

    # ---- buttons ---------------------------------------------------------------------------------------------------
    def carry_out(self, what: Wanted) -> None:
        """Do what a button asks for."""
        match what:
            case New():
                self._errands.start(self._errands.create(what.kind, self.going.shown))
            case Press.BACK:
                self.going.back()
            case Press.DEBATE:
                self._ask(self.going.trail.place)
            case Press.EDIT:
                self._errands.start(self._errands.edit(self.going.trail.place))
            case Press.DELETE:
                self._delete(self.going.trail.place)
            case Press.IMPORT:
                name = self._imports_as()
                self._errands.choose_files(name, partial(self._import, name))
            case Press.RESTORE:
                removed = self.shelves["bin"].section.list
                if removed.key():
                    self._restore(removed.place(removed.key()))
            case Press.EMPTY_BIN:
                self._errands.start(self._errands.empty_bin())
            case Press.RENAME_WORKSPACE:
                self._rename(self._workspace)
            case Press.DELETE_WORKSPACE:
                self._delete(self._workspace)
            case _:
                assert_never(what)

    @property
    def _workspace(self) -> Place:
        return Place(kind="workspace", id=self.going.shown.workspace)

    def _ask(self, about: Place) -> None:
        """Begin a debate about a project or an assignment."""
        if about.kind in self.stage.subjects:
            self.question_wanted.emit(ContextChoice(kind=cast(ContextKind, about.kind), ref=about.id))

    # ---- something new ---------------------------------------------------------------------------------------------
    def _made(self, place: Place) -> None:
        """Show a new project or workspace at once."""
        if place.kind in ("workspace", "project"):
            self._open(place)

    def _saved(self, item: Written) -> None:
        self.changed.emit()
        self.going.note_written(item)

    def import_files(self, paths: Sequence[Path]) -> None:
        """Import files that were dropped, as notes where notes are shown, else as documents of what is shown."""
        self._import(self._imports_as(), paths)

    def _import(self, name: str, paths: Sequence[Path]) -> None:
        self._errands.start(self._errands.import_files(paths, self.going.shown, name))

    def _imports_as(self) -> str:
        """Return what kind of thing a text is made here."""
        kind = self.going.trail.kind
        shelf = self.stage.subjects[kind].section().name if kind in self.stage.subjects else kind
        return "note" if shelf.casefold() in ("notes", "note") else "document"

    def _imported(self, done: Imports) -> None:
        if done.sentence:
            self.toast.say(done.sentence)
            self.changed.emit()
        if done.texts:
            shelf = NAMED[done.name].plural
            for subject in self.stage.subjects.values():
                subject.turn_to(shelf)
            here = self.going.trail.kind in self.stage.subjects
            self.going.go(self.going.trail.place if here else Place(kind=shelf.lower()))
        self.stage.fault.say("\n".join(done.faults))

    # ---- keyboard --------------------------------------------------------------------------------------------------
    def _new_here(self) -> None:
        kind = self.going.trail.kind
        if kind in self.stage.subjects:
            ways = (way.does for way in self.stage.subjects[kind].section().ways)
            self.carry_out(next((does for does in ways if isinstance(does, New)), Press.DEBATE))
        else:
            self.carry_out(New(kind="document" if kind in ("documents", "document") else "note"))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.stage.writes:
            self.navigator.list.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.writing.flush()
