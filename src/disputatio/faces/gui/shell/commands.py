"""Carrying out what is wanted of the window, whoever asks: keyboard, palette, sidebar, or a debate."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, Protocol, assert_never

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from disputatio.app.actions.action import Action, Task
from disputatio.debate.wording import tr
from disputatio.faces.gui.shell.overlays import Entry, Overlays
from disputatio.faces.gui.shell.router import Places
from disputatio.faces.gui.shell.sidebar import Sidebar
from disputatio.faces.gui.shell.sidebar_feed import SidebarFeed
from disputatio.faces.gui.shell.window_layout import Aside
from disputatio.faces.gui.window_actions import (
    PAGES,
    WINDOW,
    Do,
    ShowDebate,
    ShowInspector,
    ShowPage,
    ShowSettings,
    ShowStart,
    ShowView,
    WindowIntent,
    install,
    of_inspector,
    of_page,
    shortcut,
)

NONE_OPEN: Final = tr("No debate is open. Open one first.")
NO_OTHER: Final = tr("There is no other debate.")
ONE: Final = tr("Only one debate is shown.")


# ---- moving between the regions of the window -------------------------------------------------------------------
def cycle(regions: Sequence[QWidget], step: int) -> None:
    """Move to the region after, or before, the one that has the focus."""
    focus = QApplication.focusWidget()
    here = next((n for n, each in enumerate(regions) if focus and (each is focus or each.isAncestorOf(focus))), -1)
    regions[(here + step) % len(regions)].setFocus(Qt.FocusReason.ShortcutFocusReason)


class Own(Protocol):
    """What the window itself does."""

    def toggle_theme(self) -> None: ...

    def toggle_full_screen(self) -> None: ...

    def toggle_sidebar(self) -> None: ...

    def import_debate(self) -> None: ...

    def empty_bin(self) -> None: ...

    def open_debate(self, id: str, turn: str = "", words: str = "", *, side: int | None = None) -> None: ...

    def close(self) -> bool: ...

    def say(self, words: str) -> None: ...


class Commands(QObject):
    def __init__(
        self, sidebar: Sidebar, places: Places, aside: Aside, overlays: Overlays, listing: SidebarFeed
    ) -> None:
        super().__init__(places)
        self._sidebar, self._places, self._aside = sidebar, places, aside
        self._overlays, self._listing = overlays, listing
        self.actions: list[Action[Any]] = []

    def install(self, window: QWidget, own: Own) -> None:
        """Install keyboard shortcuts in `window`."""
        self._window, self._own = window, own
        self.offer([*WINDOW, *(of_page(kind.name, kind.title, kind.keys) for kind in PAGES)])

    def offer_inspectors(self) -> None:
        """Offer the inspectors, once they are there."""
        if (panel := self._aside.panel) is not None:
            self.offer([of_inspector(place, each.name, each.title) for place, each in enumerate(panel.kinds.values())])

    def offer(self, actions: Sequence[Action[Any]]) -> None:
        """Offer actions by shortcuts, in the palette and in the list of keys."""
        install(self._window, actions, self.act)
        self.actions += actions

    def act(self, action: Action[Any]) -> None:
        """Do an action of the window, or of the debate that is shown, or say why it cannot be done now."""
        if isinstance(action.does, WindowIntent):
            self.carry_out(action.does)
        elif (pane := self._places.debates.pane()) is None:
            self._own.say(NONE_OPEN)
        elif why := pane.why_not().get(action.id):
            self._own.say(why)
        else:
            pane.act(action)

    def carry_out(self, intent: WindowIntent) -> None:
        match intent:
            case Task():
                self._work(intent)
            case Do():
                self._do(intent)
            case ShowStart():
                self._places.show_start()
            case ShowDebate():
                self._own.open_debate(intent.id, intent.turn, intent.words)
            case ShowPage():
                self._places.show_page(intent.page, intent.kind, intent.id)
            case ShowSettings():
                self._overlays.settings(intent.page)
            case ShowInspector():
                self._aside.show(intent)
            case _:
                assert_never(intent)

    def _work(self, task: Task) -> None:
        match task:
            case Task.ASK:
                self._places.ask()
            case Task.EXAMPLES:
                self._places.ask()
                self._places.start.recordings.begin()
            case Task.OPEN_REPOSITORY:
                self._places.ask()
                self._places.start.context.open_repository()
            case Task.IMPORT:
                self._own.import_debate()
            case Task.SEARCH:
                self._search()
            case Task.SETTINGS:
                self._overlays.settings()
            case Task.HELP:
                self._overlays.help()
            case Task.EMPTY_BIN:
                self._own.empty_bin()
            case _:
                assert_never(task)

    def _do(self, what: Do) -> None:
        match what:
            case Do.PALETTE:
                self._palette()
            case Do.THEME:
                self._own.toggle_theme()
            case Do.SIDEBAR:
                self._own.toggle_sidebar()
            case Do.INSPECTORS:
                self._aside.toggle()
            case Do.BESIDE:
                self._choose_beside()
            case Do.ALONE | Do.OTHER_ALONE:
                self._show_alone(other=what is Do.OTHER_ALONE)
            case Do.NEXT_REGION | Do.REGION_BEFORE:
                self._cycle(1 if what is Do.NEXT_REGION else -1)
            case Do.FULL_SCREEN:
                self._own.toggle_full_screen()
            case Do.SHORTCUTS:
                self._overlays.shortcuts(self.actions)
            case Do.PROVIDERS:
                self._overlays.settings(tr("Providers"))
            case Do.QUIT:
                self._own.close()
            case _:
                assert_never(what)

    def _possible(self, action: Action[Any]) -> bool:
        """Return whether an action does anything where the person is."""
        pane = self._places.debates.pane()
        if action.does is Do.PALETTE or (pane is None and (action.on == "debate" or action.does is Do.INSPECTORS)):
            return False
        if action.does is Do.ALONE:
            return len(self._places.debates.sides) > 1
        if isinstance(action.does, ShowView):
            return pane is not None and pane.view != action.does.view and not pane.why_not().get(action.id)
        return isinstance(action.does, WindowIntent) or (pane is not None and not pane.why_not().get(action.id))

    def _palette(self) -> None:
        found = [
            Entry(title=each.label, hint=shortcut(each), work=partial(self.act, each))
            for each in self.actions
            if self._possible(each)
        ]
        for id, title in self._listing.titles():
            found.append(Entry(title=title, hint=tr("debate"), work=partial(self._own.open_debate, id)))
        self._overlays.palette(found, self._search)

    def _search(self, words: str = "") -> None:
        """Give the keyboard to the search, which the sidebar has, perhaps with words to search for at once."""
        if self._sidebar.isHidden():
            self._own.toggle_sidebar()
        self._sidebar.search(words)

    def _choose_beside(self) -> None:
        """Ask which debate is to stand beside the one that is shown."""
        debates = self._places.debates
        if not debates.current:
            self._own.say(NONE_OPEN)
            return
        others = [
            Entry(title=title, hint="", work=partial(self._own.open_debate, id, side=1))
            for id, title in self._listing.titles()
            if id not in debates.sides
        ]
        self._overlays.palette(others) if others else self._own.say(NO_OTHER)

    def _show_alone(self, *, other: bool) -> None:
        """Show one of two debates by itself: the one that the person steers, or the `other`."""
        debates = self._places.debates
        if len(debates.sides) > 1:
            debates.show_alone(next(each for each in debates.sides if (each != debates.current) is other))
        else:
            self._own.say(ONE)

    def _cycle(self, step: int) -> None:
        panel = [self._aside.panel.focus()] if self._aside.panel is not None and self._aside.shown else []
        search = [] if self._sidebar.isHidden() else [self._sidebar.field]
        cycle([*search, *self._places.regions(), *panel], step)
