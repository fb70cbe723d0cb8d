"""What a debate has spent, and whether that is too much. Integers only: sums are alike in every order."""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.debate.events import TurnCompleted, TurnCut, TurnFailed
from disputatio.debate.values import OptionValue, value


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


def over_budget(spent: Spent, options: Mapping[str, OptionValue]) -> str:
    """Which cap is reached, in one sentence; "" while none is. The cap on wall time is the runner's: no clock here."""
    caps = (
        ("max_cost", spent.cost, "${:.2f} of ${:.2f}", 1_000_000),
        ("max_tokens", spent.tokens, "{:,.0f} of {:,.0f} tokens", 1),
        ("max_turns", spent.turns, "{:.0f} of {:.0f} turns", 1),
    )
    for name, used, words, unit in caps:
        cap = options.get(name)
        if isinstance(cap, (int, float)) and 0 < cap <= used:  # 0 is no cap, as in the settings
            return f"the budget is spent ({words.format(used / unit, cap / unit)}; option {name})"
    return ""
