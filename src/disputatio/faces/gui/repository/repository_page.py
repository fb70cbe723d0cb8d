"""The repository page: those opened on the left; commit, languages, index, search and debates of one on the right."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QLabel, QStackedWidget, QWidget

from disputatio.app import erasures
from disputatio.app.repositories.indexer import IndexProgress
from disputatio.app.repositories.status import RepositoryStatus
from disputatio.app.starting.configuration import ContextChoice
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.inputs import FileDrop, ask_folder
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.kit.lists import RowList
from disputatio.faces.gui.kit.page_contract import Page
from disputatio.faces.gui.kit.question import Confirm
from disputatio.faces.gui.repository import repository_rows
from disputatio.faces.gui.repository.discussion import Discussion
from disputatio.faces.gui.repository.index_card import IndexPress
from disputatio.faces.gui.repository.repository_search import RepositorySearch
from disputatio.faces.gui.repository.repository_sheet import RepositorySheet
from disputatio.faces.gui.repository.runs import BEGUN, CloneDialog, Runs
from disputatio.faces.gui.sources.source_reader import Passage, Shows
from disputatio.faces.gui.window_actions import PageName, ShowPage
from disputatio.repository.errors import RepositoryError

if TYPE_CHECKING:
    from disputatio.app.application import Application


WIDTH = 250


class Shelf(QWidget):
    """The repositories that were opened, and how to get more."""

    open_wanted = Signal()
    clone_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(WIDTH)
        title = QLabel(tr("Repositories"))
        title.setProperty("look", "title")
        self.open = TextButton(tr("Open a repository…"), icon="plus")
        self.open.clicked.connect(self.open_wanted)
        self.clone = TextButton(tr("Clone by its address…"), icon="import")
        self.clone.setToolTip(tr("Fetches a bare copy into the data folder once you confirm"))
        self.clone.clicked.connect(self.clone_wanted)
        self.list = RowList(tr("Repositories you opened"))
        hint = caption(tr("You can also drop a folder here."))
        layouts.column(
            title, self.open, self.clone, (self.list, 1), hint, of=self, margins=(16, 18, 12, 12), spacing=10
        )

    def show_repositories(self, found: Sequence[RepositoryStatus], current: str, busy: Collection[str] = ()) -> None:
        """Show them; those that came since stand above the others, which stay where they are: nothing moves away
        under the pointer."""
        places = {row.key: place for place, row in enumerate(self.list.rows())}
        for button in (self.open, self.clone):
            button.setVisible(bool(found))
        ordered = sorted(found, key=lambda each: places.get(each.path, -1))
        self.list.show_rows([repository_rows.shelf_row(each, each.path in busy) for each in ordered])
        self.list.select(current)


NAME: PageName = "repository"
COMMITS = 30
"""The newest ones that are listed."""
PATIENCE = 250
"""Milliseconds until it is said that a repository is being read."""
NONE = (
    tr("No repository is open yet"),
    tr(
        "Open a local git repository: a folder with a work tree, or a bare one. Debates about it cite its lines, and "
        "every "
        "citation is checked. It is read at one commit; nothing in it is changed or run."
    ),
)


class RepositoryPage(Page):
    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._app, self._bridge = app, bridge
        self._repositories = app.repositories
        self.current = ""
        self.status: RepositoryStatus | None = None
        self._runs = Runs(app, bridge, self)
        self._step = 0
        self.shelf = Shelf()
        self.nothing = EmptyState(*NONE, icon="repository")
        self.opening = self.nothing.add_button("open", tr("Open a repository…"), icon="plus", primary=True)
        self.opening.clicked.connect(self.choose)
        self.cloning = self.nothing.add_button("clone", tr("Clone by its address…"), icon="import")
        self.cloning.clicked.connect(self.clone)
        self.stack = QStackedWidget()
        self.reading = EmptyState(tr("Reading the repository…"), icon="repository")
        for view in (self.nothing, self.reading):
            self.stack.addWidget(view)
        self._wait = QTimer(self, singleShot=True, interval=PATIENCE)
        self._wait.timeout.connect(lambda: self.stack.setCurrentWidget(self.reading))
        FileDrop(self, self._dropped)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        line = QFrame()
        line.setObjectName("separator")
        line.setFixedWidth(1)
        layouts.row(self.shelf, line, (self.stack, 1), of=self, margins=layouts.FLUSH, spacing=0)

    def _connect(self) -> None:
        self.shelf.open_wanted.connect(self.choose)
        self.shelf.clone_wanted.connect(self.clone)
        self.shelf.list.opened.connect(self.show_repository)
        self.shelf.list.delete_wanted.connect(lambda path: self._bridge.start(self._forget(path)))
        self._runs.progressed.connect(self._progressed)
        self._runs.ended.connect(self._run_ended)
        self.keys = {
            (Qt.Key.Key_O, True): self.choose,
            (Qt.Key.Key_F, True): self._focus_search,
        }

    @cached_property
    def view(self) -> RepositorySheet:
        """Make the view a moment after the page: both at once would hold up the window."""
        made = RepositorySheet()
        self.stack.addWidget(made)
        made.debate_wanted.connect(self._debate)
        made.refresh_wanted.connect(lambda: self.show_repository(self.current))
        made.forget_wanted.connect(lambda: self._bridge.start(self._forget(self.current)))
        made.index.wanted.connect(self._run)
        made.search.opened.connect(self._open_place)
        made.past.list.opened.connect(self._open_commit)
        made.list.opened.connect(self.debate_opened)
        made.github.settings_wanted.connect(self.settings_wanted)
        return made

    @cached_property
    def _searching(self) -> RepositorySearch:
        return RepositorySearch(self._app, self._bridge, self.view.search, self)

    @cached_property
    def _discussion(self) -> Discussion:
        made = Discussion(self._app, self._bridge, self.view.github, self)
        made.debate_wanted.connect(self._debate)
        return made

    # ---- going places ----------------------------------------------------------------------------------------------
    def go(self, kind: str, id: str) -> None:
        if kind == "open":
            self.show_repository(id)
        else:
            self._bridge.start(self._look_again(self._step), self._refuse)

    def focus(self) -> QWidget:
        return self.shelf.list if self.shelf.list.count() else self.opening

    def _run(self, what: IndexPress) -> None:
        match what:
            case IndexPress.INDEX:
                self._runs.index(self.current)
            case IndexPress.EMBED:
                self._runs.embed(self.current)
            case IndexPress.SUMMARISE:
                self._runs.summarise(self.current)
            case IndexPress.READ:
                self._runs.read(self.current)
            case IndexPress.STOP:
                self._runs.stop(self.current)
            case IndexPress.SETTINGS:
                self.settings_wanted.emit(tr("Providers"))
            case _:
                assert_never(what)

    def _debate(self, issue: int = 0) -> None:
        self.question_wanted.emit(ContextChoice(kind="repository", ref=self.current, issue=issue))

    def settings_changed(self) -> None:
        """Ask GitHub again: there may be a token now, or none any more."""
        if self.status is not None and self.status.path == self.current:
            self._discussion.follow(self.status.origin)

    def choose(self) -> None:
        """Ask for a folder, and open the repository there."""
        ask_folder(self, tr("Open a repository"), lambda path: self.show_repository(str(path)))

    def clone(self) -> None:
        """Ask for an address, and show the copy."""
        dialog = CloneDialog(self._repositories, self._bridge, self.window())
        dialog.cloned.connect(self.show_repository)
        dialog.open()

    def _dropped(self, paths: Sequence[Path]) -> None:
        self.show_repository(str(paths[0]))

    def show_repository(self, path: str) -> None:
        """Open the repository at a path, or above it."""
        self._step += 1
        step = self._step
        if path != self.current:
            self.reading.set_text(tr("Reading the repository…"), path)
            self._wait.start()
        self._bridge.start(self._open(path, step), lambda error: self._refuse(error) if step == self._step else None)

    async def _open(self, path: str, step: int) -> None:
        await asyncio.sleep(0)  # the page is painted first
        view, status = self.view, await self._opened(path)
        if step == self._step:
            if status.path != self.current:
                view.verticalScrollBar().setValue(0)
            self.current = status.path
            await self._show(status)
        await self._show_shelf(self._step)

    async def _look_again(self, step: int) -> None:
        """Show the current one as it is now, unless it was forgotten meanwhile."""
        current = self.current
        if current and current in {each.path for each in await self._repositories.all()}:
            status = await self._repositories.status(current)
            if step == self._step:
                await self._show(status)
        elif current == self.current:
            self.current = ""
        await self._show_shelf(step)

    async def _opened(self, path: str) -> RepositoryStatus:
        """Open a repository; one that was known and cannot be read any more tells why."""
        try:
            status = await self._repositories.open(path)
        except RepositoryError:
            return await self._repositories.status(path)
        await asyncio.to_thread(self._app.settings.opened_repository, status.path)
        return status

    async def _show(self, status: RepositoryStatus) -> None:
        self._wait.stop()
        now = self._app.clock.now()
        self.status = status
        self.view.show_status(status, now)
        self._searching.follow(status)
        self.view.index.show_progress(self._runs.progress(status.path))
        entries = await self._app.catalogue.all()
        if status is not self.status:
            return  # another was asked for meanwhile
        about = [each for each in entries if each.context_kind == "repository" and each.context_ref == status.path]
        self.view.show_debates(about, now)
        self.stack.setCurrentWidget(self.view)
        self._discussion.follow(status.origin)
        if status.commit:
            past = await self._repositories.reading.history(status.path, status.commit, limit=COMMITS)
            if status is self.status:
                self.view.show_past(past)

    async def _show_shelf(self, step: int) -> None:
        found = await self._repositories.all()
        self.shelf.show_repositories(found, self.current, self._runs.busy())
        for button in (self.opening, self.cloning):
            button.setVisible(not found)  # from the first one on, the shelf offers the same
        if step != self._step:
            return  # another was asked for meanwhile: what came of that is shown
        if not self.current and found:
            self.show_repository(found[0].path)
        elif not found:
            self._nothing(*NONE)

    def _nothing(self, title: str, words: str) -> None:
        self._wait.stop()
        self.nothing.set_text(title, words)
        self.stack.setCurrentWidget(self.nothing)

    def _refuse(self, error: DisputatioError) -> None:
        """Say what cannot be opened, why, and what to do."""
        self._nothing(error.what, error.remedy)
        self.shelf.list.select("")
        self.current = ""

    # ---- index and memory ------------------------------------------------------------------------------------------
    def _progressed(self, path: str, progress: IndexProgress) -> None:
        if progress is BEGUN:
            self._bridge.start(self._show_shelf(self._step), self._refuse)
        if path == self.current:
            self.view.index.show_progress(progress)

    def _run_ended(self, path: str, said: str, settings: bool) -> None:
        self._bridge.start(self._show_again(path, said, settings), self._refuse)

    async def _show_again(self, path: str, said: str, settings: bool) -> None:
        if path == self.current:
            status = await self._repositories.status(path)
            if path == self.current:
                await self._show(status)
                self.view.index.say(said, settings=settings)
        await self._show_shelf(self._step)

    async def _forget(self, path: str) -> None:
        if not path:
            return
        erasure = await erasures.of_repository(self._app, path)
        if await answer(Confirm.of(erasure, tr("Keep it"), self.window())):
            await self._app.forget_repository(path)
            self.current = "" if path == self.current else self.current
            await self._show_shelf(self._step)

    # ---- search ----------------------------------------------------------------------------------------------------
    def _focus_search(self) -> None:
        if self.view.search.isVisibleTo(self):
            self.view.search.field.setFocus()

    def _open_place(self, path: str, first: int, last: int) -> None:
        self._show_source(path, "file", first, last)

    def _open_commit(self, id: str) -> None:
        self._show_source(id, "commit")

    def _show_source(self, path: str, shows: Shows, first: int = 0, last: int = 0) -> None:
        status = self.status
        assert status is not None, "a search is of a repository that is shown"
        wanted = Passage(
            ref=status.path,
            pin=status.commit,
            name=status.name,
            path=path,
            shows=shows,
            first=first,
            last=last,
            origin=ShowPage(page=NAME),
        )
        self.source_wanted.emit(wanted)
