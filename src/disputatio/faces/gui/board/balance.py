"""Two columns that end at about the same height: the last cards of the second may stand below the first."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget


class Balance:
    """`cards` are those of the second column, in order, that may stand in either."""

    def __init__(self, first: QVBoxLayout, second: QVBoxLayout) -> None:
        self._first, self._second = first, second
        self.cards: list[QWidget] = []
        self._moved = 0

    def begin(self) -> None:
        """Both are made anew."""
        self.cards, self._moved = [], 0

    def add(self, card: QWidget) -> None:
        self._second.addWidget(card)
        self.cards.append(card)

    def settle(self, first: int, second: int) -> None:
        """Let as many cards stand below the first column as shorten the longer one; `first`, `second`: the pixels of
        width of each."""
        place = {True: (self._first, first), False: (self._second, second)}
        moved = self.cards[len(self.cards) - self._moved :]
        high = {of: _total(layout, wide) for of, (layout, wide) in place.items()}
        gap = self._first.spacing()
        for card in moved:  # as if all of them stood in the second
            high[True] -= self._height(card, first) + gap
            high[False] += self._height(card, second) + gap
        number = 0
        for card in reversed(self.cards):
            left = high[True] + self._height(card, first) + gap
            right = high[False] - self._height(card, second) - gap
            if max(left, right) >= max(high.values()):
                break
            high, number = {True: left, False: right}, number + 1
        self._move(number)

    def restore(self) -> None:
        """Let all of them stand in the second column."""
        self._move(0)

    def _move(self, number: int) -> None:
        if number == self._moved:
            return
        self._moved = number
        for at, card in enumerate(self.cards):
            layout = self._second if at < len(self.cards) - number else self._first
            for each in (self._first, self._second):
                each.removeWidget(card)
            layout.addWidget(card)

    def _height(self, card: QWidget, wide: int) -> int:
        items = (layout.itemAt(layout.indexOf(card)) for layout in (self._first, self._second))
        item = next(each for each in items if each is not None)
        return item.heightForWidth(wide) if item.hasHeightForWidth() else item.sizeHint().height()


def _total(layout: QVBoxLayout, wide: int) -> int:
    return layout.totalHeightForWidth(wide) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
