"""Where the person is: the start screen, an open debate, or a page. One of them fills the middle of the window."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.focus import entry
from disputatio.faces.gui.shell.event_loop import EventLoop
from disputatio.faces.gui.shell.middle import Middle
from disputatio.faces.gui.window_actions import PageName, Place, ShowDebate, ShowPage, ShowStart, Thing

if TYPE_CHECKING:
    from disputatio.app.application import Application
    from disputatio.app.starting.configuration import ContextChoice
    from disputatio.faces.gui.board.result_page import ResultPage
    from disputatio.faces.gui.debate.live import LiveDebate
    from disputatio.faces.gui.debate.pane import DebatePane
    from disputatio.faces.gui.kit.page_contract import Page
    from disputatio.faces.gui.shell.makers import Makers
    from disputatio.faces.gui.sources.source_reader import Passage
    from disputatio.faces.gui.start.start_screen import StartScreen


# ---- the debates that are open in this window -------------------------------------------------------------------
KEPT = 8
"""Panes of debates at rest that stay open; the one unseen longest is closed."""


BREATH = 0.002
"""Seconds between making a pane, putting it in its place and showing it, for what the window is late with."""


def _collection_pause() -> AbstractContextManager[None]:
    """Let nothing be looked through meanwhile: what a debate is opened from stays."""
    loop = asyncio.get_running_loop()
    return loop.collection_pause() if isinstance(loop, EventLoop) else nullcontext()


class OpenDebates(QObject):
    """One is shown, or two side by side; the person steers the `current` one, in which the keyboard was last. A debate
    that runs goes on while another one is shown."""

    shown = Signal(str)
    paired = Signal(bool)
    """Two are shown now, or one alone."""
    made = Signal(str)
    """A debate was opened: it has a pane now."""
    loaded = Signal(str)
    """Everything of a debate that was opened has arrived."""
    closed = Signal(str)
    """A debate was let go of."""
    changed = Signal(str)
    """State of an open debate is different: its id."""
    rested = Signal(str, str, bool)
    """Id, status, whether it waits for a person."""
    turned = Signal(str)
    """Another view fills the pane of a debate: its id."""
    wanted = Signal(str, object)
    """Id of a debate, and what it wants (debate.debate_actions.OfWindow)."""
    link = Signal(str)

    def __init__(self, middle: Middle, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._middle = middle
        self._opening: set[str] = set()
        self.sides: tuple[str, ...] = ()
        """The debates that are shown, in the order in which they stand."""
        self.followed = False
        """Whether the keyboard is in the current one already: it went there first."""
        self._parted: tuple[str, ...] = ()
        """Two that stood side by side until a page was shown."""
        self.panes: dict[str, DebatePane] = {}
        self.current = ""
        self.sought = ""
        """The debate that the person asked for last; "" if it was something else. What takes long to open is shown only
        if nothing else was asked for meanwhile."""

    def live(self, id: str) -> LiveDebate | None:
        pane = self.panes.get(id)
        return pane.live if pane else None

    def pane(self) -> DebatePane | None:
        """Return the pane that is shown."""
        return self.panes.get(self.current)

    def busy(self) -> bool:
        """Return whether a model speaks in one of them, or will."""
        return any(not pane.live.session.needs_person for pane in self.panes.values())

    async def open(
        self,
        app: Application,
        makers: Makers,
        id: str,
        *,
        hide_cost: bool,
        begun: bool = False,
        side: int | None = None,
        within: bool = False,
    ) -> None:
        """Show a debate that is sought; it is opened first if need be. One that nobody drives in the middle of it
        rests, unless it has just `begun`. `side`: of two, where it is to stand; None for the current one's place.
        `within`: a turn of it is sought. Raises NotFound."""
        if id not in self.panes and id not in self._opening:
            self._opening.add(id)
            try:
                with _collection_pause():
                    await self._make(app, makers, id, hide_cost=hide_cost, begun=begun, side=side, within=within)
            finally:
                self._opening.discard(id)
            self.loaded.emit(id)
        elif id in self.panes:
            self._show_sought(id, side)
        await self._tidy(app)

    async def _make(
        self,
        app: Application,
        makers: Makers,
        id: str,
        *,
        hide_cost: bool,
        begun: bool,
        side: int | None,
        within: bool,
    ) -> None:
        """Open a debate and show it, until all of it is there."""
        entry = await app.catalogue.get(id)
        if not begun:
            await app.sessions.rest(entry)
        session = await app.sessions.acquire(id, early=True)
        pane = makers.pane(session, entry.title or entry.topic, hide_cost)
        self._follow(pane)
        if not within:
            pane.begin()
        for work in (self._add, partial(self._show_sought, side=side)):
            await asyncio.sleep(BREATH)
            if self.panes.get(id) is not pane:
                return  # it was closed meanwhile
            work(id)
        while not (pane.transcript.readable or pane.live.stopped):  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(BREATH)
        await pane.live.go_through()
        while not (pane.live.caught_up or pane.live.stopped):  # noqa: ASYNC110  who closes it tells nobody here
            await asyncio.sleep(BREATH)

    def _follow(self, pane: DebatePane) -> None:
        live, id = pane.live, pane.live.id
        pane.wanted.connect(lambda intent: self.wanted.emit(id, intent))
        pane.link.connect(self.link)
        pane.turned.connect(lambda: self.turned.emit(id))
        live.state_changed.connect(lambda: self.changed.emit(id))
        live.rested.connect(lambda status, waiting: self.rested.emit(id, status, waiting))
        self.panes[id] = pane

    def _add(self, id: str) -> None:
        self._middle.stack.addWidget(self.panes[id])
        self.made.emit(id)

    def _in_place(self, id: str) -> bool:
        pane = self.panes.get(id)
        return pane is not None and any(each.indexOf(pane) >= 0 for each in (self._middle.stack, self._middle.second))

    def _show_sought(self, id: str, side: int | None) -> None:
        if self.sought != id:
            self.panes[id].live.set_seen(id in self.sides)
            return
        if not self._in_place(id):
            return  # it is shown once it is in its place
        if not self.sides and id in self._parted and all(map(self._in_place, self._parted)):
            self._place(self._parted)
        elif id not in self.sides:
            self._place(self._with(id, side))
        self.panes[id] = self.panes.pop(id)  # the newest is last
        self.turn_to(id)

    def _with(self, id: str, side: int | None) -> tuple[str, ...]:
        """Return what is shown once this debate is, too."""
        if side is not None and len(self.sides) == 1:
            return (*self.sides, id)
        at = self.sides.index(self.current) if side is None and self.current in self.sides else side or 0
        return (*self.sides[:at], id, *self.sides[at + 1 :])

    def _place(self, sides: tuple[str, ...]) -> None:
        before, self.sides, self._parted = self.sides, sides, ()
        for id, pane in self.panes.items():
            pane.live.set_seen(id in sides)
        self._middle.show_sides([self.panes[id] for id in sides])
        if (len(before) > 1) != (len(sides) > 1):
            self.paired.emit(len(sides) > 1)

    def turn_to(self, id: str) -> None:
        """Let the person steer this one of the debates that are shown."""
        self.current = id
        for each in self.sides:
            self.panes[each].stand(paired=len(self.sides) > 1, current=each == id)
        self._middle.steer(self.panes[id])
        self.shown.emit(id)

    def follow(self, widget: QWidget | None) -> None:
        """The keyboard is elsewhere: of two debates, the person steers the one that it is in."""
        if len(self.sides) < 2 or widget is None:
            return
        for id in self.sides:
            if id != self.current and self.panes[id].isAncestorOf(widget):
                self.followed = True
                self.turn_to(id)
                self.followed = False

    def show_alone(self, id: str) -> None:
        """Show one of two by itself; the other one stays open."""
        if id in self.sides and len(self.sides) > 1:
            self._place((id,))
            self.turn_to(id)

    def leave(self) -> None:
        """Take note that something else is shown now."""
        for each in self.sides:
            self.panes[each].live.set_seen(False)
        paired = len(self.sides) > 1
        self._parted = self.sides if paired else ()
        self.sides, self.current = (), ""
        if paired:
            self.paired.emit(False)

    async def close(self, app: Application, id: str) -> None:
        pane = self.panes.pop(id, None)
        if pane is None:
            return
        if id in self.sides:
            self.sides, self.current = (), ""
        pane.live.stop()
        for stack in (self._middle.stack, self._middle.second):
            if stack.indexOf(pane) >= 0:
                stack.removeWidget(pane)
        pane.deleteLater()
        pane.live.deleteLater()
        await app.sessions.release(id)
        self.closed.emit(id)

    async def _tidy(self, app: Application) -> None:
        for id, pane in list(self.panes.items())[:-KEPT]:
            if pane.live.debate.status != "debating" and id not in self.sides:
                await self.close(app, id)

    def stop(self) -> None:
        """Stop showing debates: the window is closing."""
        for pane in self.panes.values():
            pane.live.stop()


SETTLE = 100
"""Milliseconds in which a pane that was just opened finds its size, before it scrolls to a turn."""


class Places(QObject):
    """Debates stay in `debates`, pages are made when first wanted."""

    moved = Signal(str)
    """The person is somewhere else: the id of the debate, "" elsewhere."""
    page_made = Signal(object)

    def __init__(self, start: StartScreen, middle: Middle, parent: QWidget) -> None:
        super().__init__(parent)
        self.middle = middle
        self.stack = self.middle.stack
        self.start = start
        self.stack.addWidget(start)
        self.debates = OpenDebates(self.middle, self)
        self.debates.shown.connect(self.moved)
        self.pages: dict[PageName, Page] = {}
        self._app: Application | None = None
        self._makers: Makers | None = None

    def adopt(self, app: Application, makers: Makers) -> None:
        self._app, self._makers = app, makers

    def show_start(self) -> None:
        self._show(self.start)
        self.start.composer.text.setFocus()
        layouts.bring_into_sight(self.start.composer.text)  # also where it had the keyboard, and was scrolled away

    def ask(self, context: ContextChoice | None = None) -> None:
        """Show the start screen, perhaps with a context."""
        self.show_start()
        self.start.begin(context)

    def show_only(self, widget: QWidget) -> None:
        """Show something that there is no way back from."""
        self.stack.addWidget(widget)
        self._show(widget)

    async def open(
        self,
        id: str,
        *,
        hide_cost: bool,
        turn: str = "",
        words: str = "",
        begun: bool = False,
        side: int | None = None,
    ) -> None:
        """Show a debate, perhaps at the turn of that path, and at words in it; `begun`: just now; `side`: of two, where
        it is to stand. Raises NotFound."""
        if self._app is None or self._makers is None:
            return
        try:
            await self.debates.open(
                self._app, self._makers, id, hide_cost=hide_cost, begun=begun, side=side, within=bool(turn)
            )
        except DisputatioError:
            if (live := self.debates.live(id)) is not None and not live.session.ready:
                await self.leave(id)  # its end was shown already
            raise
        if turn and self.debates.current == id:
            QTimer.singleShot(SETTLE, lambda: self.go_to(turn, words) if self.debates.current == id else None)

    def go_to(self, path: str, words: str = "") -> None:
        """Go to a turn of the debate that is shown, and to words in it."""
        if (pane := self.debates.pane()) is not None:
            pane.go_to(path, words)

    async def leave(self, id: str) -> None:
        """A debate is gone."""
        if other := next((each for each in self.debates.sides if each != id and id in self.debates.sides), ""):
            self.debates.show_alone(other)
        elif self.debates.current == id:
            self.show_start()
        if self._app is not None:
            await self.debates.close(self._app, id)

    def show_page(self, name: PageName, kind: Thing = "", id: str = "") -> None:
        """Show a page (see `kit.page_contract`), perhaps at one of its things."""
        if self._makers is None:
            return
        if name not in self.pages:
            page = self.pages[name] = self._makers.page(name)
            self.stack.addWidget(page)
            self.page_made.emit(page)
        self._show(self.pages[name])
        self.pages[name].go(kind, id)

    def place(self) -> Place:
        """Return where the person is."""
        if self.debates.current:
            return ShowDebate(id=self.debates.current)
        name = self.page()
        return ShowPage(page=name) if name else ShowStart()

    def page(self) -> PageName | None:
        """Return the name of the page that is shown."""
        return next((name for name, page in self.pages.items() if self.stack.currentWidget() is page), None)

    def show_source(self, wanted: Passage) -> None:
        """Show a file at its lines, or a commit."""
        self.show_page("source")
        if (page := self.pages.get("source")) is not None:
            page.show_source(wanted)

    def settings_changed(self) -> None:
        """Tell the pages that keys or addresses may be different."""
        for page in self.pages.values():
            page.settings_changed()

    async def finish(self) -> None:
        """Save what was typed last: the application is about to be closed."""
        for page in self.pages.values():
            await page.finish()

    def _show(self, widget: QWidget) -> None:
        here = self.middle.window().focusWidget()
        left = here is not None and self.middle.isAncestorOf(here) and not widget.isAncestorOf(here)
        self.debates.sought = ""
        self.debates.leave()
        self.middle.show_alone(widget)
        self.moved.emit("")
        if left:  # else Qt gives the keyboard to anything
            self.home().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def kept_clear(self) -> list[QWidget]:
        """Return what nothing may float over: where the person types, and what is said above that."""
        shown: list[DebatePane] = [self.debates.panes[each] for each in self.debates.sides]
        found: list[QWidget] = []
        for pane in shown:
            results = pane.view == "result"
            found += [cast("ResultPage", pane.page("result")).bar] if results else [pane.speaking, pane.banner]
        return found or [self.start.composer]

    def home(self) -> QWidget:
        """Return where the keyboard goes in the middle if a person is nowhere else."""
        pane = self.debates.pane()
        return pane.focus() if pane is not None else self.regions()[0]

    def regions(self) -> list[QWidget]:
        """Return where the keyboard can go in the middle, in order."""
        if self.debates.sides:
            return [each for id in self.debates.sides for each in self.debates.panes[id].regions()]
        for page in self.pages.values():
            if self.stack.currentWidget() is page:
                return [entry(page.focus())]
        return self.start.regions()
