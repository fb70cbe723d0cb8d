"""Gauge, line and run card of a debate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from disputatio.debate.views.money import total
from disputatio.faces.gui.presenters import words
from disputatio.faces.gui.presenters.steps import steps
from disputatio.faces.gui.widgets.gauge import GaugeReading
from disputatio.faces.gui.widgets.run_card import RunFigures
from disputatio.faces.gui.widgets.sparkline import ScoreAt

if TYPE_CHECKING:
    from disputatio.debate.budget import Spent
    from disputatio.debate.consensus import Measure
    from disputatio.debate.state import Debate
    from disputatio.debate.values import OptionValue
    from disputatio.debate.views.progress import Progress


def reading(debate: Debate, progress: Progress, *, updating: bool, warning: str) -> GaugeReading:
    found, options = progress.measure, debate.options
    claims = not progress.points and all(step.gives != "points" for step in steps(debate.format.body))
    if not found.measured:
        return GaugeReading(updating=updating, threshold=threshold(options), warning=warning, claims=claims)
    earlier = [each for _, each in progress.history[:-1] if each.measured]
    total = found.agreed + found.open + found.unaddressed
    return GaugeReading(
        score=found.score,
        agreed=found.agreed,
        contested=found.open,
        unassessed=found.unaddressed,
        interval=found.interval if total < 10 else None,
        earned=found.earned_share,
        capitulated=found.capitulated / found.agreed if found.agreed else 0.0,
        threshold=threshold(options),
        change=found.score - earlier[-1].score if earlier else None,
        round=progress.history[-1][0] if progress.history else 0,
        updating=updating,
        warning=warning,
        claims=claims,
        carded=progress.carded,
        pending=progress.pending,
    )


def threshold(options: Mapping[str, OptionValue]) -> float:
    """The share of agreed points that counts as consensus."""
    percent = options.get("threshold")
    return percent / 100 if isinstance(percent, int) and not isinstance(percent, bool) else 0.85


def line(history: tuple[tuple[int, Measure], ...]) -> list[ScoreAt]:
    return [ScoreAt(label=f"R{number}", score=found.score) for number, found in history if found.measured]


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
