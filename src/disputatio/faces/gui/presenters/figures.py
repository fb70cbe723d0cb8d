"""Line and run card of a debate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from disputatio.debate.views.words import total
from disputatio.faces.gui.presenters import words
from disputatio.faces.gui.widgets.run_card import RunFigures
from disputatio.faces.gui.widgets.sparkline import ScoreAt

if TYPE_CHECKING:
    from disputatio.debate.budget import Spent
    from disputatio.debate.state import Debate
    from disputatio.debate.values import OptionValue
    from disputatio.debate.views.progress import Progress, Score


def line(scores: Iterable[Score]) -> list[ScoreAt]:
    return [ScoreAt(label=f"R{found.round}", score=found.score) for found in scores if found.score is not None]


def run(debate: Debate, number: int, progress: Progress, seconds: float, *, hide_cost: bool) -> RunFigures:
    """`number` is the round that is shown."""
    rounds = f"{number} of {progress.rounds}" if progress.rounds else str(number or "")
    share = budget_share(debate.spent, debate.options)
    if hide_cost:
        return RunFigures(round=rounds, time=words.duration(seconds), spent=None)
    cap = debate.options.get("max_cost")
    cost = total(debate.spent.cost, debate.spent.unpriced)
    if isinstance(cap, int) and not isinstance(cap, bool):
        cost += f" of {words.money(cap)}"
    return RunFigures(
        round=rounds,
        tokens=f"{debate.spent.tokens:,}",
        cost=cost,
        time=words.duration(seconds),
        spent=share,
    )


def budget_share(spent: Spent, options: Mapping[str, OptionValue]) -> float | None:
    """The largest share of a cap that is used; None without caps."""
    shares = []
    for name, used in (("max_cost", spent.cost), ("max_tokens", spent.tokens), ("max_turns", spent.turns)):
        cap = options.get(name)
        if isinstance(cap, (int, float)) and not isinstance(cap, bool) and cap > 0:
            shares.append(used / cap)
    return max(shares, default=None)
