"""What a changed option is called in a transcript."""

from __future__ import annotations

from disputatio.debate.ids import EXTENSION
from disputatio.debate.values import OptionValue
from disputatio.debate.views.money import MICRO


def changed(name: str, value: OptionValue) -> str:
    """One short sentence; money is in dollars."""
    if name.startswith(EXTENSION):
        return f"Extended by {value} round{'' if value == 1 else 's'}"
    called = "the budget" if name == "max_cost" else name.replace("_", " ")
    return f"{called} is now {shown(name, value)}"


def shown(name: str, value: OptionValue) -> str:
    """The value of an option as a person reads it."""
    if value is None:
        return "without a cap"
    if isinstance(value, bool):
        return "on" if value else "off"
    if name == "max_cost" and isinstance(value, (int, float)):
        return f"${value / MICRO:.2f}"
    return str(value)
