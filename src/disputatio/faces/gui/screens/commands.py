"""Carrying out what is wanted by name, whoever asks: keyboard, palette, sidebar, or a debate."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from disputatio.faces.gui.actions import ACTIONS, INSPECTOR, PAGE, Action, install, of_inspector, of_page
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.dialogs.palette import Entry
from disputatio.faces.gui.screens.aside import Aside
from disputatio.faces.gui.screens.listing import Listing
from disputatio.faces.gui.screens.overlays import Overlays
from disputatio.faces.gui.screens.pages import PAGES
from disputatio.faces.gui.screens.places import Places
from disputatio.faces.gui.screens.regions import cycle
from disputatio.faces.gui.screens.sidebar import Sidebar


class Commands(QObject):
    debate_wanted = Signal(str)
    """The id of a debate that was chosen in the palette."""

    def __init__(
        self, sidebar: Sidebar, places: Places, aside: Aside, overlays: Overlays, listing: Listing, bridge: Bridge
    ) -> None:
        super().__init__(places)
        self._sidebar, self._places, self._aside = sidebar, places, aside
        self._overlays, self._listing = overlays, listing
        self.actions: list[Action] = []
        self._works: dict[str, Callable[[], object]] = {
            "new": places.ask,
            "open-repository": self._open_repository,
            "palette": self._palette,
            "search": sidebar.search,
            "settings": overlays.settings,
            "inspectors": aside.toggle,
            "region": lambda: self._cycle(1),
            "region-before": lambda: self._cycle(-1),
            "help": overlays.help,
            "shortcuts": lambda: overlays.shortcuts(self.actions),
            "empty-bin": lambda: bridge.start(listing.empty_bin()),
        }

    def install(self, window: QWidget, own: Mapping[str, Callable[[], object]]) -> None:
        """Keyboard shortcuts in `window`; `own` is what the window itself does, by name."""
        self._works.update(own)
        self._window = window
        self._offer([*ACTIONS, *(of_page(kind.name, kind.title, kind.keys) for kind in PAGES)])

    def offer_inspectors(self) -> None:
        """Once they are there."""
        if (panel := self._aside.panel) is not None:
            self._offer([of_inspector(place, each.name, each.title) for place, each in enumerate(panel.kinds.values())])

    def _offer(self, actions: Sequence[Action]) -> None:
        install(self._window, actions, self.act)
        self.actions += actions

    def knows(self, name: str) -> bool:
        """Whether it is done here, not by the debate that is shown."""
        return name in self._works

    def act(self, name: str) -> None:
        """An action of the table, of a page, of an inspector, or of the debate that is shown."""
        if name in self._works:
            self._works[name]()
        elif name.startswith(PAGE):
            self._places.show_page(name.removeprefix(PAGE))
        elif name.startswith(INSPECTOR):
            self._aside.open(name.removeprefix(INSPECTOR))
        elif (pane := self._places.debates.pane()) is not None and not pane.why_not().get(name):
            pane.act(name)

    def _open_repository(self) -> None:
        self._places.ask()
        self._places.start.context.open_repository()

    def _palette(self) -> None:
        found = [
            Entry(title=each.title, hint=each.shortcut, work=partial(self.act, each.name)) for each in self.actions
        ]
        for id, title in self._listing.titles():
            found.append(Entry(title=title, hint="debate", work=partial(self.debate_wanted.emit, id)))
        self._overlays.palette(found)

    def _cycle(self, step: int) -> None:
        panel = [self._aside.panel.focus()] if self._aside.panel is not None and self._aside.shown else []
        cycle([self._sidebar.field, *self._places.regions(), *panel], step)
