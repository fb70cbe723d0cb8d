"""The cap that holds a debate, and the order that raises it."""

from __future__ import annotations

from typing import Final

from disputatio.debate.budget import over_budget
from disputatio.debate.commands import SetOption
from disputatio.debate.state import Debate
from disputatio.faces.gui.presenters import words

CAPS: Final = ("max_cost", "max_tokens", "max_turns", "max_minutes")


def raising(debate: Debate) -> SetOption | None:
    """Twice the cap that was reached, or as often twice as it takes to be above what is spent; None where no cap holds
    the debate. Minutes are counted by the runner: there it is twice the cap."""
    if debate.status != "paused" or debate.reason != "budget":
        return None
    name = next((each for each in CAPS if f"option {each}" in debate.why), "")
    cap = debate.options.get(name)
    if isinstance(cap, bool) or not isinstance(cap, (int, float)) or cap <= 0:
        return None
    if name != "max_minutes" and not over_budget(debate.spent, {name: cap}):
        return None  # somebody raised it since
    cap *= 2
    while over_budget(debate.spent, {name: cap}):
        cap *= 2
    return SetOption(name=name, value=cap)


def said(order: SetOption) -> str:
    """ "$10.00", "200,000 tokens": the cap that an order sets."""
    cap = order.value if isinstance(order.value, (int, float)) else 0
    if order.name == "max_cost":
        return words.money(round(cap))
    return f"{cap:,.0f} {order.name.removeprefix('max_')}"
