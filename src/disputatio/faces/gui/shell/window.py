"""The window: it puts the screens together, passes on what they want, and tells what happens behind another one."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import shiboken6
from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QSplitter, QSystemTrayIcon, QWidget

from disputatio.app.settings import Settings, declarations
from disputatio.app.starting.configuration import ContextChoice
from disputatio.app.starting.drafts import Drafts
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.debate.tool_question import ToolQuestions
from disputatio.faces.gui.kit import focus, icons, layouts, theme
from disputatio.faces.gui.kit.code_colours import colourist
from disputatio.faces.gui.kit.composer import QUESTION, DraftKeeper
from disputatio.faces.gui.kit.focus import FocusRing
from disputatio.faces.gui.kit.notices import Toast
from disputatio.faces.gui.kit.page_contract import Page
from disputatio.faces.gui.kit.screen_reader import announce
from disputatio.faces.gui.kit.whole_texts import show_whole
from disputatio.faces.gui.shell import window_layout
from disputatio.faces.gui.shell.commands import Commands
from disputatio.faces.gui.shell.makers import Makers
from disputatio.faces.gui.shell.middle import Middle
from disputatio.faces.gui.shell.needs import NeedsGroup, NeedsWatch, rejected_in
from disputatio.faces.gui.shell.overlays import Overlays
from disputatio.faces.gui.shell.router import Places
from disputatio.faces.gui.shell.sidebar import Rail, Sidebar
from disputatio.faces.gui.shell.sidebar_feed import SidebarFeed
from disputatio.faces.gui.shell.trouble import Mending, Trouble
from disputatio.faces.gui.shell.window_layout import SIZES, Appearance, Aside, PlaceKeeper
from disputatio.faces.gui.start.model_shelf import ModelShelf
from disputatio.faces.gui.start.start_screen import StartScreen
from disputatio.faces.gui.window_actions import WHOLE, Place, ShowPage, WindowIntent

if TYPE_CHECKING:
    from disputatio.app.application import Application
    from disputatio.app.debates.needs import Need
    from disputatio.faces.gui.debate.debate_actions import OfWindow
    from disputatio.faces.gui.library.library_errands import DebateImport
    from disputatio.faces.gui.shell.debate_errands import DebateErrands


# ---- notifications while another window is in front -------------------------------------------------------------
WORDS = {
    "consensus": tr("reached consensus"),
    "impasse": tr("ended without agreement"),
    "max_rounds": tr("has used up its rounds"),
    "completed": tr("is complete"),
    "error": tr("needs you: a turn failed"),
    "paused": tr("is paused"),
    "gate": tr("waits for your approval"),
}


class Notifier:
    """Uses the desktop's own notifications where there are any; the tray icon is there only while one is shown."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._tray: QSystemTrayIcon | None = None
        self._open: Callable[[], object] = lambda: None

    def _come(self) -> None:
        """The person clicked the notification: show what it was about."""
        self._window.raise_()
        self._window.activateWindow()
        self._open()

    def tell(self, title: str, status: str, *, waiting: bool, open: Callable[[], object] = lambda: None) -> None:
        self._open = open
        said = tr("waits for you") if waiting else WORDS.get(status, "")
        if not said:
            return
        announce(self._window, f"{title} {said}", urgent=waiting or status in ("error", "gate"))
        if self._window.isActiveWindow():
            return
        QApplication.alert(self._window)
        if QSystemTrayIcon.isSystemTrayAvailable():
            if self._tray is None:
                self._tray = QSystemTrayIcon(icons.app_icon(), self._window)
                self._tray.messageClicked.connect(self._come)
            self._tray.show()
            self._tray.showMessage(tr("Disputatio"), f"{title} {said}", icons.app_icon())


SMALLEST: Final = (720, 440)
NARROW: Final = 880
"""Pixels of width below which the sidebar is a drawer."""


class Window(QMainWindow):
    closing = Signal()
    """The person closed it."""
    restored = Signal(str)
    """A backup took the place of the data: start again."""
    erasing = Signal()
    """Close, delete everything, start again."""
    mending = Signal()
    """The data cannot be opened: a backup is to take their place."""

    def __init__(self, bridge: Bridge, settings: Settings) -> None:
        super().__init__()
        self.setWindowTitle(tr("Disputatio"))
        self.setWindowIcon(icons.app_icon())
        self.setMinimumSize(layouts.within_screen(*SMALLEST))
        self.bridge = bridge
        self._before = window_layout.parse(settings.get(declarations.WINDOW_LAYOUT))
        self.app: Application | None = None
        self.errands: DebateErrands | None = None
        self.importing: DebateImport | None = None
        self.drafting: DraftKeeper | None = None
        self._came_from: Place | None = None
        self.shelf = ModelShelf(bridge, self)
        self.sidebar, middle = Sidebar(), Middle()
        self.splitter = self._split(middle)  # first: Qt dresses all of a screen again for each thing that it stands in
        self.start_screen = StartScreen(bridge, self.shelf)
        self.places = Places(self.start_screen, middle, self)
        self.debates = self.places.debates
        self.aside = Aside(self.splitter, self._before)
        self.overlays = Overlays(self)
        self.appearance = Appearance(settings, self.sidebar, self.debates, self.aside)
        self.keeper = PlaceKeeper(settings, bridge, self.layout_state, self)
        self.listing = SidebarFeed(self.sidebar, self.debates, bridge, self)
        self.notifier = Notifier(self)
        self.needs = NeedsGroup()
        self.sidebar.above.addWidget(self.needs)
        self.needing = NeedsWatch(self.needs, bridge, self)
        self.tool_questions = ToolQuestions(bridge, self)
        self.toast = Toast(self, self.places.kept_clear)
        self.commands = Commands(self.sidebar, self.places, self.aside, self.overlays, self.listing)
        self.commands.install(self, self)
        if not sys.platform.startswith("win"):  # there Qt has it
            menu = QShortcut(QKeySequence("Shift+F10"), self, context=Qt.ShortcutContext.ApplicationShortcut)
            menu.activated.connect(lambda: layouts.ask_menu(QApplication.focusWidget()))
        whole = QShortcut(QKeySequence("Shift+F1"), self, context=Qt.ShortcutContext.ApplicationShortcut)
        whole.activated.connect(lambda: show_whole(QApplication.focusWidget()))
        self.ring = FocusRing(self)
        self._connect()
        layouts.restore_place(self, settings.get(declarations.WINDOW_GEOMETRY))
        self.sidebar.show_theme(theme.current().dark)
        self.places.show_start()

    def _split(self, middle: Middle) -> QSplitter:
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        for widget in (self.sidebar, middle):
            split.addWidget(widget)
        self.rail = Rail()
        self.rail.button.clicked.connect(self.toggle_sidebar)
        split.setSizes(list(SIZES[:2]))
        split.setStretchFactor(1, 1)
        whole = QWidget()
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(split, 1)
        self.setCentralWidget(whole)
        return split

    def _connect(self) -> None:
        self.sidebar.wanted.connect(self.commands.carry_out)
        self.sidebar.wanted.connect(lambda _: self._chosen())
        self.sidebar.opened.connect(lambda _: self._chosen())
        self.sidebar.opened.connect(lambda id: self.open_debate(id))
        self.sidebar.searched.connect(self._search)
        self.sidebar.field.left.connect(self._leave_search)
        self.sidebar.field.down.connect(self._enter_search)
        self.sidebar.menu_wanted.connect(self._menu)
        self.sidebar.discard_wanted.connect(self._discard)
        self.needs.opened.connect(self._answer_need)
        self.needing.changed.connect(self._show_time_left)
        self.needing.changed.connect(lambda found: self.listing.note_needed(frozenset(n.debate for n, _ in found)))
        self.needing.arrived.connect(self._need_arrived)
        self.start_screen.started.connect(self._begun)
        self.start_screen.settings_wanted.connect(self.overlays.settings)
        self.places.moved.connect(self._moved)
        self.debates.made.connect(self._debate_made)
        self.places.page_made.connect(self._page_made)
        self.debates.rested.connect(self._rested)
        self.debates.turned.connect(self._turned)
        self.debates.paired.connect(self._paired)
        self.places.moved.connect(lambda _: self.keeper.moved())
        self.places.middle.dropped.connect(lambda id, side: self.open_debate(id, side=side))
        self.debates.wanted.connect(self._wanted)
        self.debates.link.connect(self.overlays.ask_link)
        self.aside.turn_opened.connect(lambda place: self.places.go_to(place.path, place.words))
        self.aside.wanted.connect(lambda intent: self._wanted(self.debates.current, intent))
        self.overlays.appearance_changed.connect(self.appearance.apply)
        self.overlays.settings_closed.connect(self.providers_changed)
        self.overlays.restored.connect(self.restored)
        self.overlays.erasing.connect(self.erasing)
        self.toast.undone.connect(self._undo)
        self.bridge.explained.connect(self.explain)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._scheme_changed)
        application = QApplication.instance()
        assert isinstance(application, QApplication), "a window has one"
        application.focusChanged.connect(self._focus_moved)

    def focusNextPrevChild(self, next: bool) -> bool:
        return focus.move_or_stay(self, self.places.middle, self.places.home, forward=next)

    def _focus_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        layouts.bring_into_sight(now)
        if not shiboken6.isValid(self.ring):
            self.ring = FocusRing(self)  # Qt puts it beside what it stands around, and it went with that
        self.ring.follow(now)
        self.debates.follow(now)

    # ---- the application is open -----------------------------------------------------------------------------------
    async def adopt(self, app: Application, makers: Makers) -> None:
        """Make everything usable that needs the application: it is open."""
        self.app = app
        self.places.adopt(app, makers)
        self.overlays.adopt(makers)
        self.aside.adopt(makers.inspectors())
        self.commands.offer(makers.actions())
        self.commands.offer_inspectors()
        self.shelf.adopt(app)
        self.shelf.changed.connect(self.listing.show_state)
        self.errands = makers.errands(self.shelf)
        self.errands.said.connect(lambda words, undo: self.toast.say(words, undo=undo))
        self.errands.opened.connect(lambda id: self.open_debate(id))
        self.errands.beside_wanted.connect(lambda id: self.open_debate(id, side=1))
        self.errands.left.connect(lambda id: self.bridge.start(self.places.leave(id)))
        self.errands.listed.connect(self.listing.refresh)
        self.errands.source_wanted.connect(self.places.show_source)
        self.errands.page_wanted.connect(self.commands.carry_out)
        self.importing = makers.import_page()
        self.importing.taken.connect(self._imported)
        drafts = Drafts(app.paths.data)
        await asyncio.to_thread(drafts.load)
        self.drafting = DraftKeeper(drafts, self.bridge, self)
        self.drafting.follow(QUESTION, self.start_screen.composer)
        await self.listing.adopt(app)
        self.needing.adopt(app)
        self.tool_questions.adopt(app)
        await self.start_screen.adopt(app, makers)
        colourist().warm()

    def show_trouble(self, error: DisputatioError) -> None:
        """Say why the application cannot be opened."""
        page = Trouble(error)
        works = {
            Mending.AGAIN: lambda: self.restored.emit(""),
            Mending.RESTORE: self.mending.emit,
            Mending.QUIT: self.close,
        }
        page.chosen.connect(lambda what: works[what]())
        self.places.show_only(page)
        self.sidebar.show_closed()

    def called(self, words: Sequence[str]) -> None:
        """Come to the front, and take what the program was given when it was started again."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        folders = [word for word in words if not word.startswith("-") and os.path.isdir(word)]
        if folders:
            self.new_debate(ContextChoice(kind="repository", ref=str(Path(folders[0]).resolve())))

    # ---- where the person is ---------------------------------------------------------------------------------------
    def new_debate(self, context: ContextChoice | None = None) -> None:
        self.places.ask(context)

    def open_debate(
        self, id: str, turn: str = "", words: str = "", *, begun: bool = False, side: int | None = None
    ) -> None:
        """Show a debate, perhaps at the turn of that path, and at words in it; `begun`: the person started it now.
        `side`: of two that stand beside each other, where; None for the place of the one that is shown."""
        if self.app is not None:
            self.debates.sought = id  # now: what is clicked before the work begins counts as later
            self.bridge.start(self._open(id, turn, words, begun=begun, side=side))

    def _begun(self, id: str) -> None:
        """Show the debate that was started, unless the person has gone somewhere else meanwhile."""
        if self.places.stack.currentWidget() is self.start_screen and not self.debates.sought:
            self.open_debate(id, begun=True)
        else:
            self.bridge.start(self._open(id, "", "", begun=True))
            self.say(tr("Your debate has begun. It is in the sidebar."))

    async def _open(self, id: str, turn: str, words: str, *, begun: bool, side: int | None = None) -> None:
        hidden = self.appearance.hides_cost
        await self.places.open(id, hide_cost=hidden, turn=turn, words=words, begun=begun, side=side)
        self.listing.refresh()

    def _answer_need(self, id: str) -> None:
        """Show a debate where it waits for the person."""
        if self.app is not None:
            self.debates.sought = id
            self.bridge.start(self._open_at_need(id))

    async def _open_at_need(self, id: str) -> None:
        await self._open(id, "", "", begun=False)
        if (pane := self.debates.pane()) is not None and self.debates.current == id:
            pane.decide()

    def _show_time_left(self, found: Sequence[tuple[Need, float | None]]) -> None:
        writes = {need.debate for need, _ in found if need.kind == "write"}
        for id, pane in self.debates.panes.items():
            pane.approvals.offer_write(wanted=id in writes, hide_cost=pane.hide_cost)
            if self.app is not None and id not in writes:
                pane.tell_of_branch(self.app.branches.trouble.get(id, ""))
        for need, seconds in found:
            if need.kind == "gate" and need.debate in self.debates.panes:
                pane = self.debates.panes[need.debate]
                pane.approvals.card.set_left(rejected_in(seconds))

    async def _write_branch(self, id: str, *, agreed: bool) -> None:
        """Write the branch of a debate, or let it do without one. Raises the errors of the repository."""
        assert self.app is not None, "a debate is open"
        if agreed:
            await self.app.needs.write(id)
        else:
            await self.app.needs.refuse_write(id)
        self.needing.refresh()

    def _need_arrived(self, need: Need) -> None:
        """Tell of what waits in a debate that is not open here; an open one tells of itself."""
        if need.debate not in self.debates.panes:
            status = {"failure": "error", "limit": "paused"}.get(need.kind, "gate")
            shown = partial(self._answer_need, need.debate)
            self.notifier.tell(need.title, status, waiting=need.kind == "turn", open=shown)

    def _search(self, text: str) -> None:
        """Show what the texts of all debates hold; Escape leads back to where the person was."""
        if self.app is not None:
            here = self.places.place()
            if here != ShowPage(page="debates"):
                self._came_from = here
            self.places.show_page("debates", "search", text)

    def _enter_search(self) -> None:
        """Go on to what was found, and to nothing else that may be shown."""
        if self.places.page() == "debates":
            self.places.home().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _leave_search(self) -> None:
        if self.places.page() == "debates" and self._came_from is not None:
            self.commands.carry_out(self._came_from)
        self._came_from = None

    def _moved(self, id: str) -> None:
        pane = self.debates.panes.get(id)
        paired = len(self.debates.sides) > 1
        whole = pane is not None and (not self.aside.shown if paired else pane.view in WHOLE)
        self.aside.follow(pane.live if pane else None, whole=whole)
        self.sidebar.select(id)
        self.sidebar.show_page(self.places.page() or "")
        if pane is None:
            self.setWindowTitle(tr("Disputatio"))
            return
        self.listing.note_seen(id)
        if not self.debates.followed:
            pane.focus().setFocus()
        self.setWindowTitle(tr("{text} – Disputatio").format(text=pane.header.title.label.text()))

    def _turned(self, id: str) -> None:
        """Result and phases have the whole width; beside the transcript stand the inspectors."""
        if id == self.debates.current and len(self.debates.sides) < 2:
            self.aside.cover(self.debates.panes[id].view in WHOLE)

    def _paired(self, paired: bool) -> None:
        """Two debates have the whole width until an inspector is wanted."""
        pane = self.debates.pane()
        self.aside.cover(paired or (pane is not None and pane.view in WHOLE))

    def _debate_made(self, id: str) -> None:
        if self.drafting is not None:
            self.drafting.follow(id, self.debates.panes[id].speaking.composer)
        approvals = self.debates.panes[id].approvals
        approvals.answered.connect(self.needing.refresh)
        approvals.write_answered.connect(lambda agreed: self.bridge.start(self._write_branch(id, agreed=agreed)))
        self.needing.refresh()

    def _page_made(self, page: Page) -> None:
        page.debate_opened.connect(lambda id: self.open_debate(id))
        page.question_wanted.connect(self.new_debate)
        page.source_wanted.connect(self.places.show_source)
        page.settings_wanted.connect(self.overlays.settings)
        page.left.connect(self.commands.carry_out)
        page.menu_wanted.connect(self._menu)

    def explain(self, error: DisputatioError) -> None:
        """Show an error that belongs to no place of its own."""
        self.say(error.user_message)

    def say(self, words: str) -> None:
        self.toast.say(words)

    # ---- what debates want -----------------------------------------------------------------------------------------
    def _wanted(self, id: str, intent: OfWindow) -> None:
        pane = self.debates.panes.get(id)
        if isinstance(intent, WindowIntent):
            if id in self.debates.sides and id != self.debates.current:
                self.debates.turn_to(id)  # of two, this one is meant
            self.commands.carry_out(intent)
        elif pane is not None and self.errands is not None:
            self.errands.run(pane, intent)

    def _rested(self, id: str, status: str, waiting: bool) -> None:
        pane = self.debates.panes.get(id)
        if pane is not None:
            debate = pane.live.debate
            status = "gate" if debate.reason in ("gate", "consent") else status
            status = "completed" if debate.over and pane.live.rehearsed else status
            title, shown = pane.header.title.label.text(), partial(self._answer_need, id)
            self.notifier.tell(title, status, waiting=waiting, open=shown)
        self.listing.refresh()
        self.needing.refresh()

    def _menu(self, id: str, place: QPoint) -> None:
        if self.errands is not None:
            beside = bool(self.debates.sides) and id not in self.debates.sides
            self.errands.menu(id, place, deleted=self.listing.is_deleted(id), beside=beside)

    def _discard(self, id: str) -> None:
        if self.errands is not None and not self.listing.is_deleted(id):
            self.errands.discard(id)

    def _undo(self, id: str) -> None:
        """Take a debate out of the bin again."""
        if self.errands is not None:
            self.bridge.start(self.errands.restore(id))

    def import_debate(self) -> None:
        if self.importing is not None:
            self.importing.choose()

    def empty_bin(self) -> None:
        if self.errands is not None:
            self.bridge.start(self.errands.empty_bin())

    def _imported(self, id: str, said: str) -> None:
        self.toast.say(said)
        self.open_debate(id)

    # ---- settings ----------------------------------------------------------------------------------------------------
    def toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _scheme_changed(self, scheme: Qt.ColorScheme) -> None:
        self.appearance.follow(scheme)

    def toggle_theme(self) -> None:
        if self.app is not None:
            self.bridge.start(self.appearance.toggle())

    def providers_changed(self) -> None:
        """Ask again what there is: keys or addresses may be different."""
        self.shelf.refresh()
        self.start_screen.refresh_keys()
        self.places.settings_changed()
        self.listing.show_state()
        self.listing.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Read the library again when the person comes back, from a terminal perhaps."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.listing.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        before, now = event.oldSize().width(), event.size().width()
        self.aside.follow_width(before, now)
        if before <= 0 or (before < NARROW) != (now < NARROW):
            self.sidebar.setVisible(now >= NARROW)
            self.rail.setVisible(now < NARROW)

    def toggle_sidebar(self) -> None:
        """Show or hide the sidebar; in a narrow window it takes the place of the inspectors."""
        self.sidebar.setVisible(self.sidebar.isHidden())
        self.rail.setVisible(self.sidebar.isHidden() or self.width() < NARROW)
        if not self.sidebar.isHidden():
            self.sidebar.new.setFocus()
            if self.width() < NARROW and self.aside.shown:
                self.aside.toggle()

    def _chosen(self) -> None:
        """Something of the sidebar was chosen: where it is a drawer, it makes room for it."""
        if self.width() < NARROW:
            self.sidebar.hide()

    # ---- opening and closing ---------------------------------------------------------------------------------------
    def layout_state(self) -> str:
        """Return what the next start needs to look the same."""
        sides = self.debates.sides if len(self.debates.sides) > 1 else ()
        return self.aside.layout(self.debates.current, sides).text()

    async def finish(self) -> None:
        """Save what was typed last: the application is about to be closed."""
        await self.places.finish()
        if self.drafting is not None:
            await self.drafting.finish()

    def show_last(self) -> None:
        """Show the debate that was shown when the window was closed, or both that were."""
        before = self._before
        if before.sides and all(self.listing.is_known(id) for id in before.sides):
            self.bridge.start(self._show_both(before.sides, before.debate))
        elif before.debate and self.listing.is_known(before.debate):
            self.open_debate(before.debate)

    async def _show_both(self, sides: tuple[str, ...], current: str) -> None:
        for place, id in enumerate(sides):
            self.debates.sought = id
            await self._open(id, "", "", begun=False, side=place or None)
        if self.debates.sides == sides and current in sides:
            self.debates.turn_to(current)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask where debates are running; those of other processes are not touched."""
        event.ignore()
        running = self.app.sessions.running_debates() if self.app is not None else []
        if running and self.errands is not None:
            self.bridge.start(self._close(self.errands, running))
        else:
            self.closing.emit()

    async def _close(self, errands: DebateErrands, running: Sequence[str]) -> None:
        if await errands.leave(running):
            self.closing.emit()
