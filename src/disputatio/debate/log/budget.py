"""What a debate has spent, and whether that is too much. Integers only: sums are alike in every order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter

from disputatio.debate.log.events import TurnCompleted, TurnCut, TurnFailed
from disputatio.debate.values import OptionValue, value

SMALL = 100_000
"""Micro-dollars below which an amount is told in hundredths of a cent."""


@value
class Spent:
    """`cost` in micro-dollars over the calls whose price is known; `unpriced` counts the calls whose price is not."""

    cost: int = 0
    tokens: int = 0
    turns: int = 0
    unpriced: int = 0

    def plus(self, event: TurnCompleted | TurnFailed | TurnCut, turns: int) -> Spent:
        return Spent(
            cost=self.cost + (event.cost or 0),
            tokens=self.tokens + event.usage.total,
            turns=self.turns + turns,
            unpriced=self.unpriced + (event.cost is None),
        )


def _dollars(micro: float) -> str:
    """Small caps are told apart from none: two decimals of a tenth of a cent would be $0.00."""
    return f"${micro / 1_000_000:.{4 if micro < SMALL else 2}f}"


_CAPS: tuple[tuple[str, Callable[[Spent], int], Callable[[float], str], str], ...] = (
    ("max_cost", attrgetter("cost"), _dollars, ""),
    ("max_tokens", attrgetter("tokens"), "{:,.0f}".format, " tokens"),
    ("max_turns", attrgetter("turns"), "{:.0f}".format, " turns"),
)


def over_budget(spent: Spent, options: Mapping[str, OptionValue]) -> str:
    """Which cap is reached, in one sentence; "" while none is. The cap on wall time is the runner's: no clock here."""
    for name, used_of, words, unit in _CAPS:
        cap = options.get(name)
        if isinstance(cap, (int, float)) and 0 < cap <= (used := used_of(spent)):  # 0 is no cap, as in the settings
            return f"the budget is spent ({words(used)} of {words(cap)}{unit}; option {name})"
    return ""
