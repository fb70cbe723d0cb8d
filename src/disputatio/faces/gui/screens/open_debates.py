"""The debates that are open in this window: each with its session and its pane, several running at once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from disputatio.faces.gui.screens.making import Makers

if TYPE_CHECKING:
    from disputatio.app.application import Application
    from disputatio.faces.gui.screens.debate.live import LiveDebate
    from disputatio.faces.gui.screens.debate.pane import DebatePane

KEPT = 8
"""Panes of debates at rest that stay open; the one unseen longest is closed."""


BREATH = 0.005
"""Seconds between making a pane and showing it, for what the window is late with."""


class OpenDebates(QObject):
    """Panes live in `stack`. A debate that runs goes on while another one is shown."""

    shown = Signal(str)
    made = Signal(str)
    """A debate was opened: it has a pane now."""
    closed = Signal(str)
    """A debate was let go of."""
    changed = Signal(str)
    """State of an open debate is different: its id."""
    rested = Signal(str, str, bool)
    """Id, status, whether it waits for a person."""
    wanted = Signal(str, object)
    """Id of a debate, and what it wants (debate_actions.OfWindow)."""
    link = Signal(str)

    def __init__(self, stack: QStackedWidget, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stack = stack
        self._opening: set[str] = set()
        self.panes: dict[str, DebatePane] = {}
        self.current = ""

    def live(self, id: str) -> LiveDebate | None:
        pane = self.panes.get(id)
        return pane.live if pane else None

    def pane(self) -> DebatePane | None:
        """The one that is shown."""
        return self.panes.get(self.current)

    async def open(self, app: Application, makers: Makers, id: str, *, hide_cost: bool) -> None:
        """Show a debate; it is opened first if need be. Raises NotFound."""
        if id not in self.panes and id not in self._opening:
            self._opening.add(id)
            try:
                entry = await app.catalogue.get(id)
                session = await app.sessions.acquire(id)
                self._add(makers.pane(session, entry.title or entry.topic, hide_cost))
                await asyncio.sleep(BREATH)
            finally:
                self._opening.discard(id)
        if id in self.panes:
            self._show(id)
            await self._tidy(app)

    def _add(self, pane: DebatePane) -> None:
        live, id = pane.live, pane.live.id
        pane.wanted.connect(lambda intent: self.wanted.emit(id, intent))
        pane.link.connect(self.link)
        live.state_changed.connect(lambda: self.changed.emit(id))
        live.rested.connect(lambda status, waiting: self.rested.emit(id, status, waiting))
        self.panes[id] = pane
        self._stack.addWidget(pane)
        self.made.emit(id)

    def _show(self, id: str) -> None:
        self.leave()
        self.current = id
        self.panes[id] = self.panes.pop(id)  # the newest is last
        self.panes[id].live.set_seen(True)
        self._stack.setCurrentWidget(self.panes[id])
        self.shown.emit(id)

    def leave(self) -> None:
        """Something else is shown now."""
        if (pane := self.pane()) is not None:
            pane.live.set_seen(False)
        self.current = ""

    async def close(self, app: Application, id: str) -> None:
        pane = self.panes.pop(id, None)
        if pane is None:
            return
        if self.current == id:
            self.current = ""
        pane.live.stop()
        self._stack.removeWidget(pane)
        pane.deleteLater()
        pane.live.deleteLater()
        await app.sessions.release(id)
        self.closed.emit(id)

    async def _tidy(self, app: Application) -> None:
        for id, pane in list(self.panes.items())[:-KEPT]:
            if pane.live.debate.status != "debating":
                await self.close(app, id)

    def stop(self) -> None:
        """The window is closing: nothing is shown any more."""
        for pane in self.panes.values():
            pane.live.stop()
