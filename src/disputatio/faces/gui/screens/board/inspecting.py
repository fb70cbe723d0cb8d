"""What the inspectors of the board have in common: one board for all of them, and shown only when it is another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from disputatio.debate.views.board_view import BoardItems
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.screens.debate.board_feed import BoardFeed
from disputatio.faces.gui.screens.debate.inspecting import InspectorView
from disputatio.faces.gui.widgets.ledger_parts import tab_in_order

if TYPE_CHECKING:
    from disputatio.faces.gui.screens.debate.live import LiveDebate


class BoardInspector(InspectorView):
    """Override `show_board`, and `absent` for what is said while the board has nothing for this inspector."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.feed: BoardFeed | None = None
        self._bridge = bridge
        self._shown: BoardItems | None = None

    def absent(self, items: BoardItems) -> tuple[str, str]:
        """A title and when it will be different; ("", "") where there is something to show."""
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
            return "The board is being read …", ""
        return self.absent(self.feed.items)

    def show_live(self, live: LiveDebate) -> None:
        if self.feed is not None and self.feed.items is not self._shown:
            self._shown = self.feed.items
            self.show_board(self.feed.items)
            tab_in_order(self.column)
