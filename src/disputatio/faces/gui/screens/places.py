"""Where the person is: the start screen, a debate, or a page. One of them fills the middle of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from disputatio.faces.gui.actions import PageName, Thing
from disputatio.faces.gui.screens.open_debates import OpenDebates

if TYPE_CHECKING:
    from disputatio.app.application import Application
    from disputatio.app.configuration import ContextChoice
    from disputatio.faces.gui.models.wanted import Wanted
    from disputatio.faces.gui.screens.debate.pane import DebatePane
    from disputatio.faces.gui.screens.making import Makers
    from disputatio.faces.gui.screens.pages import Page
    from disputatio.faces.gui.screens.start.screen import StartScreen

SETTLE = 100
"""Milliseconds in which a pane that was just opened finds its size, before it scrolls to a turn."""


class Places(QObject):
    """Debates stay in `debates`, pages are made when first wanted."""

    moved = Signal(str)
    """The person is somewhere else: the id of the debate, "" elsewhere."""
    page_made = Signal(object)

    def __init__(self, start: StartScreen, parent: QWidget) -> None:
        super().__init__(parent)
        self.stack = QStackedWidget()
        self.stack.setMinimumWidth(420)
        self.start = start
        self.stack.addWidget(start)
        self.debates = OpenDebates(self.stack, self)
        self.debates.shown.connect(self.moved)
        self.pages: dict[PageName, Page] = {}
        self._app: Application | None = None
        self._makers: Makers | None = None

    def adopt(self, app: Application, makers: Makers) -> None:
        self._app, self._makers = app, makers

    def show_start(self) -> None:
        self._show(self.start)
        self.start.composer.text.setFocus()

    def ask(self, context: ContextChoice | None = None) -> None:
        """The start screen, perhaps with a context."""
        self.show_start()
        self.start.begin(context)

    def show_only(self, widget: QWidget) -> None:
        """Something that there is no way back from."""
        self.stack.addWidget(widget)
        self._show(widget)

    async def open(self, id: str, *, hide_cost: bool, turn: str = "") -> None:
        """Show a debate, perhaps at the turn of that path. Raises NotFound."""
        if self._app is None or self._makers is None:
            return
        await self.debates.open(self._app, self._makers, id, hide_cost=hide_cost)
        if turn:
            QTimer.singleShot(SETTLE, lambda: self.go_to(turn))

    def go_to(self, path: str) -> None:
        """A turn of the debate that is shown."""
        if (pane := self.debates.pane()) is not None:
            pane.go_to(path)

    async def leave(self, id: str) -> None:
        """A debate is gone."""
        if self.debates.current == id:
            self.show_start()
        if self._app is not None:
            await self.debates.close(self._app, id)

    def show_page(self, name: PageName, kind: Thing = "", id: str = "") -> None:
        """A page (see `screens.pages`), perhaps at one of its things."""
        if self._makers is None:
            return
        if name not in self.pages:
            page = self.pages[name] = self._makers.page(name)
            self.stack.addWidget(page)
            self.page_made.emit(page)
        self._show(self.pages[name])
        self.pages[name].go(kind, id)

    def show_source(self, wanted: Wanted) -> None:
        """A file at its lines, or a commit."""
        self.show_page("source")
        if (page := self.pages.get("source")) is not None:
            page.show_source(wanted)

    def settings_changed(self) -> None:
        """Keys or addresses may be different."""
        for page in self.pages.values():
            page.settings_changed()

    async def finish(self) -> None:
        """Save what was typed last: the application is about to be closed."""
        for page in self.pages.values():
            await page.finish()

    def _show(self, widget: QWidget) -> None:
        self.debates.leave()
        self.stack.setCurrentWidget(widget)
        self.moved.emit("")

    def regions(self) -> list[QWidget]:
        """Where the keyboard can go in the middle, in order."""
        pane: DebatePane | None = self.debates.pane()
        if pane is not None:
            return [pane.header.more, pane.transcript, pane.speaking.composer.text]
        for page in self.pages.values():
            if self.stack.currentWidget() is page:
                return [page.focus()]
        return [self.start.composer.text]
