"""The messages that are widgets now, and the cards that wait to show another one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtWidgets import QWidget

from disputatio.faces.gui.widgets.message_card import MessageCard


class CardPool:
    """`live`: the cards by the keys of their messages. Cards are made when none waits."""

    def __init__(self, make: Callable[[], MessageCard]) -> None:
        self.live: dict[str, MessageCard] = {}
        self._waiting: list[MessageCard] = []
        self._make = make

    def take(self, key: str, width: int) -> MessageCard:
        """A card for a message, of a width in pixels; it does not show it yet."""
        card = self._waiting.pop() if self._waiting else self._make()
        card.resize(width, card.height())
        self.live[key] = card
        return card

    def give_back(self, card: MessageCard) -> None:
        """A card that is not live any more waits for another message."""
        card.let_go()
        self._waiting.append(card)

    def order(self, row_of: Callable[[str], int]) -> None:
        """Tab key and screen readers go through the messages in their order, not in that of the pool."""
        cards = [self.live[key] for key in sorted(self.live, key=row_of)]
        for one, two in pairwise(cards):
            QWidget.setTabOrder(one.body, two.body)
        for card in cards:
            card.raise_()
