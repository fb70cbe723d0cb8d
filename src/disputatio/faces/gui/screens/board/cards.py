"""The inspector of crux rooms: those under way, and the cards that came of them."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from disputatio.debate.views.board_view import BoardItems
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.screens.board.inspecting import BoardInspector
from disputatio.faces.gui.widgets.crux_card import CruxCard, RoomCard
from disputatio.faces.gui.widgets.ledger_parts import clear


class CardsInspector(BoardInspector):
    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        self.rooms: dict[str, RoomCard] = {}
        self.cards: dict[str, CruxCard] = {}
        self._rooms, self._cards = QVBoxLayout(), QVBoxLayout()
        for layout in (self._rooms, self._cards):
            layout.setSpacing(12)
            self.column.addLayout(layout)
        self.column.addStretch()

    def absent(self, items: BoardItems) -> tuple[str, str]:
        if items.cards or items.rooms:
            return "", ""
        return (
            "No crux card yet",
            "A claim that two sides contest again and again goes into a crux room, and a card comes out: what it hangs "
            "on, and what would change each mind. You can open a room from any claim.",
        )

    def focus(self) -> QWidget:
        first = next(iter((*self.rooms.values(), *self.cards.values())), None)
        return (first.nextInFocusChain() or self) if first is not None else self

    def show_board(self, items: BoardItems) -> None:
        if list(self.rooms) != [room.key for room in items.rooms]:
            clear(self._rooms)
            self.rooms = {room.key: RoomCard(room) for room in items.rooms}
            for room in self.rooms.values():
                room.opened.connect(self.turn_opened)
                self._rooms.addWidget(room)
        if list(self.cards) != [card.key for card in items.cards]:
            clear(self._cards)
            self.cards = {card.key: CruxCard(card) for card in items.cards}
            for card in self.cards.values():
                card.opened.connect(self.turn_opened)
                card.claim_wanted.connect(self._go_to_claim)
                self._cards.addWidget(card)
        for item in items.rooms:
            self.rooms[item.key].show_item(item)
        for each in items.cards:
            self.cards[each.key].show_item(each)

    def _go_to_claim(self, key: str) -> None:
        """The message that the claim was made in."""
        if self.feed is not None:
            for claim in self.feed.items.claims:
                if claim.key == key and claim.messages:
                    self.turn_opened.emit(claim.messages[0].path)
