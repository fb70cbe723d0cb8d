"""Figures: what a view may end with besides turns, by name, and the numbers that two of them tell.

The rules know which figures there are, and the log says by name which of them a call was shown. What a figure says is
written in `prompting.sections` at the moment of asking; none of those words stands in the log or decides anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isfinite

from disputatio.debate.format import Block, Format
from disputatio.debate.log.turns import Past
from disputatio.debate.payload import words
from disputatio.debate.policies.exits import positions_of
from disputatio.debate.values import value

FIGURES = {
    "topic": "Who takes part, and the aspects to be debated",
    "points": "Every point with its id, status and author",
    "standings": "How much is agreed, and what is agreed",
    "disputes": "What is still open, with the reason given",
    "statistics": "How many hold which position, without names; median and quartiles where positions are numbers",
    "ranking": "The mean rank of each answer over the rankings given, best first",
    "claim": "The claim that an enclosing block is about",
    "ledger": "Where each participant stands",
    "claims": "Every claim with its id, status and sides",
    "participants": "The id, name and role of everybody, for those who keep records",
    "reflections": "The reflections so far, the most important first",
    "view": "The board with the exchange of this round: what is read before a reply",
    "standing-view": "The board without the recent exchange: what is read before a first take on an aspect",
    "room-view": "The claim of a crux room, what led to it, where both sides stand, earlier cards",
    "closing-view": "Where each one stands on each aspect, all claims, cards, rounds and observations",
    "memories": "What the seat is reminded of: from earlier in this debate, and from others where its persona was",
    "evidence": "The citations of what was said since the seat spoke last, as they were checked against the source",
}
"""Every figure that a format may refer to, with what it shows. Names are API: formats and old debates carry them."""


def shown_in(format: Format) -> dict[str, str]:
    """The figures that the participants and services of a format are shown, with what each shows."""
    named = {reference.split()[1] for reference in _views(format.body) if reference.startswith("figure ")}
    return {name: about for name, about in FIGURES.items() if name in named}


def _views(block: Block) -> Iterator[str]:
    yield from block.sees
    for child in block.do:
        yield from _views(child)


@value
class Spread:
    """How numbers are spread. `low` and `high` are the medians of the lower and the upper half."""

    count: int
    median: float
    low: float
    high: float
    least: float
    most: float


@value
class Answers:
    """All positions, without names: how many hold which, the spread where all of them are numbers, and the reasons
    given."""

    held: tuple[tuple[str, int], ...] = ()
    spread: Spread | None = None
    reasons: tuple[str, ...] = ()


def answers_of(past: Past) -> Answers:
    """What the last answers of all seats come to; the position that most hold stands first."""
    positions = sorted(positions_of(past).values())
    reasons = {reason for turn in past.of("answer") for reason in words(turn.data.get("because"))}
    return Answers(
        held=tuple(Counter(positions).most_common()), spread=_spread(positions), reasons=tuple(sorted(reasons))
    )


def mean_ranks(past: Past) -> dict[str, float]:
    """The mean rank of each answer over the rankings given, best first."""
    places: dict[str, list[int]] = {}
    for turn in past.of("ranking"):
        order = turn.data.get("order")
        for place, item in enumerate(order if isinstance(order, list) else (), 1):
            places.setdefault(str(item), []).append(place)
    means = {item: sum(found) / len(found) for item, found in places.items()}
    return dict(sorted(means.items(), key=lambda each: (each[1], each[0])))


def _spread(positions: Sequence[str]) -> Spread | None:
    numbers = sorted(_numbers(positions))
    if not numbers or len(numbers) < len(positions):
        return None
    half = len(numbers) // 2 or 1
    return Spread(
        count=len(numbers),
        median=_median(numbers),
        low=_median(numbers[:half]),
        high=_median(numbers[-half:]),
        least=numbers[0],
        most=numbers[-1],
    )


def _numbers(positions: Sequence[str]) -> list[float]:
    found = []
    for position in positions:
        try:
            found.append(float(position.replace(",", "").rstrip("%")))
        except ValueError:
            continue
    return [number for number in found if isfinite(number)]


def _median(numbers: Sequence[float]) -> float:
    middle = len(numbers) // 2
    return numbers[middle] if len(numbers) % 2 else (numbers[middle - 1] + numbers[middle]) / 2
