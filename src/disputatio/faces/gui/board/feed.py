"""The board of one debate as the window follows it: made in a thread, at most one at a time, once for all who look."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from disputatio.debate.views.board_view import BoardItems, board_items
from disputatio.debate.views.result import Result, result_of
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.debate.inspector import InspectorView

if TYPE_CHECKING:
    from disputatio.faces.gui.debate.live import LiveDebate


SETTLE = 0.2
"""Seconds in which what was said just now is shown before a thread takes turns with the window for the board."""


class BoardFeed(QObject):
    """Belongs to the debate that it follows. What happens while a board is being made is in the next one."""

    changed = Signal(object)
    """Another board was made (BoardItems)."""

    def __init__(self, live: LiveDebate, bridge: Bridge) -> None:
        super().__init__(live)
        self.items, self.result = BoardItems(), Result()
        self.ready = False
        """Whether a board was made yet."""
        self._live, self._bridge = live, bridge
        self._seen: tuple[object, ...] = ()
        self.busy = self._again = False
        live.state_changed.connect(self.look)
        live.loaded.connect(self.look)
        self.look()

    @classmethod
    def of(cls, live: LiveDebate, bridge: Bridge) -> BoardFeed:
        """Return the one of this debate."""
        return next((child for child in live.children() if isinstance(child, BoardFeed)), None) or cls(live, bridge)

    def look(self) -> None:
        """Make the board anew if something was said since; not while the debate is still being shown for the first
        time: the thread would take turns with the window."""
        if not self._live.caught_up:
            return
        if self.busy:
            self._again = True
            return
        self.busy = True
        self._bridge.start(self._make())

    async def _make(self) -> None:
        try:
            self._again = True
            while self._again:
                self._again = False
                await asyncio.sleep(SETTLE)
                if not self._live.stopped:
                    await self._once()
        finally:
            self.busy = False

    async def _once(self) -> None:
        debate, past = self._live.debate, self._live.session.past()
        seen = (past, debate.seats, debate.splices, debate.status)
        if self.ready and seen == self._seen:
            return
        async with self._live.apart:
            items, result = await asyncio.to_thread(lambda: (board_items(debate, past), result_of(debate, past)))
        if self._live.stopped:
            return
        self._seen = seen
        if not self.ready or (items, result) != (self.items, self.result):
            self.items, self.result, self.ready = items, result, True
            self.changed.emit(items)


class BoardInspector(InspectorView):
    """Override `show_board`, and `absent` for what is said while the board has nothing for this inspector."""

    def __init__(self, bridge: Bridge) -> None:
        super().__init__()
        self.feed: BoardFeed | None = None
        self._bridge = bridge
        self._shown: BoardItems | None = None

    def absent(self, items: BoardItems) -> tuple[str, str]:
        """Return a title and when it will be different; ("", "") where there is something to show."""
        raise NotImplementedError

    def show_board(self, items: BoardItems) -> None:
        raise NotImplementedError

    def follow(self, live: LiveDebate | None) -> None:
        if self.feed is not None and self.live is not live:
            self.feed.changed.disconnect(self.refresh)
            self.feed = None
        if live is not None and self.feed is None:
            self.feed = BoardFeed.of(live, self._bridge)
            self.feed.changed.connect(self.refresh)
        super().follow(live)

    def nothing(self, live: LiveDebate) -> tuple[str, str]:
        if self.feed is None or not self.feed.ready:
            return tr("Reading the board …"), ""
        return self.absent(self.feed.items)

    def show_live(self, live: LiveDebate) -> None:
        if self.feed is not None and self.feed.items is not self._shown:
            self._shown = self.feed.items
            self.show_board(self.feed.items)
