"""The repository page: those opened on the left; commit, languages, index, search and debates of one on the right."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QStackedWidget, QWidget

from disputatio.app.code_search import CodeHit
from disputatio.app.configuration import ContextChoice
from disputatio.app.indexing import IndexProgress
from disputatio.app.repositories import RepositoryStatus
from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.models.wanted import Wanted
from disputatio.faces.gui.screens.pages import Page
from disputatio.faces.gui.screens.repository.overview import RepositoryView
from disputatio.faces.gui.screens.repository.runs import Runs
from disputatio.faces.gui.screens.repository.shelf import Shelf
from disputatio.faces.gui.screens.settings.confirm import Confirm
from disputatio.faces.gui.widgets.empty_state import EmptyState
from disputatio.faces.gui.widgets.file_drop import FileDrop

if TYPE_CHECKING:
    from disputatio.faces.gui.desk import Desk

NAME = "repository"
FOUND = 40
"""Places that a search lists."""
NONE = (
    "No repository is open yet",
    "Open a local git repository: a folder with a work tree, or a bare one. Debates about it cite its lines, and every "
    "citation is checked. It is read at one commit; nothing in it is changed or run.",
)


class RepositoryPage(Page):
    def __init__(self, desk: Desk, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self._bridge = desk, bridge
        self._repositories = desk.app.repositories
        self._current = ""
        self._status: RepositoryStatus | None = None
        self._runs = Runs(desk, bridge, self)
        self._step = 0
        self._asked = 0
        self.shelf, self.view = Shelf(), RepositoryView()
        self.nothing = EmptyState(*NONE, icon="repository")
        self.nothing.add_button("open", "Open a repository…", icon="plus", primary=True)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.nothing)
        self.stack.addWidget(self.view)
        FileDrop(self, self._dropped)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        line = QFrame()
        line.setObjectName("separator")
        line.setFixedWidth(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.shelf)
        row.addWidget(line)
        row.addWidget(self.stack, 1)

    def _connect(self) -> None:
        for source in (self.shelf.wanted, self.nothing.chosen, self.view.wanted, self.view.index.wanted):
            source.connect(self.act)
        self.shelf.list.opened.connect(self.show_repository)
        self.shelf.list.delete_wanted.connect(lambda path: self._bridge.start(self._forget(path)))
        self.view.search.searched.connect(lambda text: self._bridge.start(self._search(text), self._no_results))
        self.view.search.opened.connect(self._open_hit)
        self.view.list.opened.connect(self.debate_opened)
        self._runs.progressed.connect(self._progressed)
        self._runs.ended.connect(self._run_ended)
        self.keys = {
            (Qt.Key.Key_O, True): partial(self.act, "open"),
            (Qt.Key.Key_F, True): self._focus_search,
        }

    # ---- going places ----------------------------------------------------------------------------------------------
    def go(self, kind: str, id: str) -> None:
        if kind == "open":
            self.show_repository(id)
        else:
            self._bridge.start(self._show_shelf(self._step), self._refuse)

    def focus(self) -> QWidget:
        return self.shelf.list

    def act(self, name: str) -> None:
        """By name: what the views want."""
        match name:
            case "open":
                self._choose()
            case "debate":
                self.question_wanted.emit(ContextChoice(kind="repository", ref=self._current))
            case "refresh":
                self.show_repository(self._current)
            case "forget":
                self._bridge.start(self._forget(self._current))
            case "index" | "embed" | "summarise" | "read" | "stop":
                self._runs.act(name, self._current)

    def _choose(self) -> None:
        chooser = QFileDialog(self.window(), "Open a repository")
        chooser.setFileMode(QFileDialog.FileMode.Directory)
        chooser.setOption(QFileDialog.Option.ShowDirsOnly)
        chooser.fileSelected.connect(self.show_repository)
        chooser.open()

    def _dropped(self, paths: Sequence[Path]) -> None:
        self.show_repository(str(paths[0]))

    def show_repository(self, path: str) -> None:
        """Open the repository at a path, or above it."""
        self._step += 1
        self._bridge.start(self._open(path, self._step), self._refuse)

    async def _open(self, path: str, step: int) -> None:
        status = await self._repositories.open(path)
        await asyncio.to_thread(self._desk.settings.opened_repository, status.path)
        if step == self._step:
            self._current = status.path
            self.view.search.clear()
            await self._show(status)
        await self._show_shelf(self._step)

    async def _show(self, status: RepositoryStatus) -> None:
        now = self._desk.now()
        self._status = status
        self.view.show_status(status, now)
        self.view.index.show_progress(self._runs.progress(status.path))
        entries = await self._desk.debates()
        about = [each for each in entries if each.context_kind == "repository" and each.context_ref == status.path]
        self.view.show_debates(about, now)
        self.stack.setCurrentWidget(self.view)

    async def _show_shelf(self, step: int) -> None:
        found = await self._repositories.opened()
        self.shelf.show_repositories(found, self._current)
        if step != self._step:
            return  # another was asked for meanwhile: what came of that is shown
        if not self._current and found:
            self.show_repository(found[0].path)
        elif not found:
            self._nothing(*NONE)

    def _nothing(self, title: str, words: str) -> None:
        self.nothing.set_text(title, words)
        self.stack.setCurrentWidget(self.nothing)

    def _refuse(self, error: DisputatioError) -> None:
        """What cannot be opened, why, and what to do."""
        self._nothing(error.what, error.remedy)
        self.shelf.list.select("")
        self._current = ""

    # ---- index and memory ------------------------------------------------------------------------------------------
    def _progressed(self, path: str, progress: IndexProgress) -> None:
        if path == self._current:
            self.view.index.show_progress(progress)

    def _run_ended(self, path: str, said: str) -> None:
        self._bridge.start(self._show_again(path, said), self._refuse)

    async def _show_again(self, path: str, said: str) -> None:
        if path == self._current:
            await self._show(await self._repositories.status(path))
            self.view.index.say(said)
        await self._show_shelf(self._step)

    async def _forget(self, path: str) -> None:
        if not path:
            return
        words = f"{path}\nIts index, vectors and summaries are erased. The repository and its debates stay as they are."
        dialog = Confirm("Forget this repository?", words, "Forget", "Keep", self.window())
        if await answer(dialog):
            await self._repositories.forget(path)
            self._current = "" if path == self._current else self._current
            await self._show_shelf(self._step)

    # ---- search ----------------------------------------------------------------------------------------------------
    def _focus_search(self) -> None:
        if self.view.search.isVisibleTo(self):
            self.view.search.field.setFocus()

    async def _search(self, text: str) -> None:
        self._asked += 1
        asked, path = self._asked, self._current
        found = await self._repositories.search(path, text, FOUND)
        if asked == self._asked and path == self._current:
            self.view.search.show_results(found)

    def _no_results(self, error: DisputatioError) -> None:
        self.view.search.show_results(None, error.user_message)

    def _open_hit(self, hit: CodeHit) -> None:
        status = self._status
        assert status is not None, "a search is of a repository that is shown"
        self.source_wanted.emit(
            Wanted(
                ref=status.path,
                pin=status.commit,
                name=status.name,
                path=hit.path,
                first=hit.first,
                last=hit.last,
                origin=NAME,
            )
        )
