"""The rules of honest debate in words, and how they stand in a debate (SPEC FORMAT.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from disputatio.debate.values import value

if TYPE_CHECKING:
    from disputatio.debate.consensus import Measure
    from disputatio.debate.state import Debate


@value
class Rule:
    title: str
    meaning: str


RULES: Final = {
    "sealed": Rule(
        title="Sealed first answers",
        meaning="Everybody answers before reading anybody: what all said by themselves is no echo.",
    ),
    "hidden": Rule(
        title="Hidden confidence",
        meaning="How sure the others are is hidden from participants, never from you.",
    ),
    "flips": Rule(
        title="Flip gate",
        meaning="Whoever changes position says which evidence or argument did it; giving in counts as no agreement.",
    ),
}
"""By the option that switches it."""


def lines(debate: Debate, measure: Measure) -> list[str]:
    """The rules that the debate's format has: on or off, with their figure."""
    found = []
    for name, rule in RULES.items():
        on = debate.options.get(name)
        if isinstance(on, bool):
            figure = _figure(name, debate, measure) if on else ""
            found.append(f"{rule.title}: {'on' if on else 'off'}{f', {figure}' if figure else ''}")
    return found


def _figure(name: str, debate: Debate, measure: Measure) -> str:
    if name == "sealed":
        count = sum(path.startswith("sealed[") and "/" not in path for path in debate.replies)
        return f"{count} written" if count else "none written yet"
    if name == "flips" and measure.agreed:
        return f"{measure.earned} of {measure.agreed} agreed points earned, {measure.capitulated} given in"
    return ""
