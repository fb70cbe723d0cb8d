"""Figures: what a view may end with besides turns, by name, and the numbers that two of them tell.

The rules know which figures there are, and the log says by name which of them a call was shown. What a figure says is
written in `prompting.sections` at the moment of asking; none of those words stands in the log or decides anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from disputatio.debate.format import Block, Format
from disputatio.debate.policies.answers import Answer, answers
from disputatio.debate.policy import At
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.values import value
from disputatio.debate.wording import figure, plural

FIGURES = {
    "topic": "Who takes part, and the aspects to be debated",
    "points": "Every point with its id, status and author",
    "unaddressed": "Every point that nobody has judged, but for decisions and guesses",
    "standings": "How much is agreed, and what is agreed",
    "disputes": "What is still open, with the reason given",
    "statistics": "How many hold which position, without names; median and quartiles where answers are numbers",
    "ranking": "The mean rank of each answer, best first, and each ranking with its reasons, by the names or letters "
    "that are seen",
    "analysis": "The last consensus analysis: who holds the same, what they share, where they differ, by the names or "
    "letters that are seen",
    "options": "The options of a vote, whole: all but the voter's own, in an order of its own",
    "vote": "What the last vote comes to, by the rule of the debate and by the others",
    "claim": "The claim that an enclosing block is about",
    "questions": "Every question that was asked, whole, with its id, and whether it is answered or open",
    "attacks": "Every published attack, whole, with its id, and whether it is closed or open",
    "patches": "What each defender published last of what is voted on, whole",
    "flaws": "Every flaw that critics named, with its id, whether it still stands, where and what shows it",
    "scores": "What reviewers gave each proposal, by criterion",
    "rubric": "The criteria by which work is scored",
    "clarified": "Every question about the task with the sentence that answers it, and what the answers left unclear",
    "ledger": "Where each participant stands",
    "claims": "Every claim with its id, status and sides",
    "participants": "The id, name and role of everybody, for those who keep records",
    "reflections": "The reflections so far, the most important first",
    "view": "The board with the exchange of this round: what is read before a reply",
    "standing-view": "The board without the recent exchange: what is read before a first take on an aspect",
    "room-view": "The claim of a crux room, what led to it, where both sides stand, earlier cards",
    "closing-view": "Where each one stands on each aspect, all claims, cards, rounds and observations",
    "memories": "What the seat is reminded of: from earlier in this debate, and from others where its persona was",
    "lessons": "What programs that failed in earlier debates teach, each with where it comes from",
    "attempts": "Every attempt of a turn with a failing program, with an id, and what its author made of it",
    "runs": "What came of running the program of each proposal and each defence, and which tests failed",
    "evidence": "The citations of what was said since the seat spoke last, as they were checked against the source",
}
"""Every figure that a format may refer to, with what it shows. Names are API: formats and old debates carry them."""


def shown_in(format: Format) -> dict[str, str]:
    """Return the figures that the participants and services of a format are shown, with what each shows."""
    named = {reference.split()[1] for reference in _views(format.body) if reference.startswith("figure ")}
    return {name: about for name, about in FIGURES.items() if name in named}


def _views(block: Block) -> Iterator[str]:
    yield from block.sees
    for child in block.do:
        yield from _views(child)


@value
class Spread:
    """How typed values of one unit are spread. `low` and `high` are the medians of the lower and the upper
    half: the quartiles."""

    count: int
    unit: str
    median: float
    low: float
    high: float
    least: float
    most: float

    @property
    def line(self) -> str:
        """In words, with the unit."""
        median, low, high, least, most = (
            f"{figure(found, '.10g')}{self.unit and ' '}{self.unit}"
            for found in (self.median, self.low, self.high, self.least, self.most)
        )
        return plural(
            "{count} estimate: median {median}, quartiles {low} and {high}, range {least} to {most}",
            "{count} estimates: median {median}, quartiles {low} and {high}, range {least} to {most}",
            self.count,
        ).format(median=median, low=low, high=high, least=least, most=most)


@value
class Statistics:
    """All positions, without names: how many hold which, the most common first; the spread where all of them are
    values; and the reasons given, each once, with the number of those who give it."""

    held: tuple[tuple[str, int], ...] = ()
    spread: Spread | None = None
    reasons: tuple[tuple[str, int], ...] = ()


def statistics_of(at: At) -> Statistics:
    """Return what the last answers of all seats come to."""
    found = answers(at, at.past)
    given = found.given
    held = [(min(given[seat].position for seat in group), len(group)) for group in found.groups]
    return Statistics(
        held=tuple(sorted(held, key=lambda each: (-each[1], each[0]))),
        spread=spread_of(given.values()),
        reasons=_reasons(given.values()),
    )


def spread_of(given: Collection[Answer]) -> Spread | None:
    """Return how the values of some answers are spread; None unless all of them are values of one unit."""
    numbers = sorted(one.number for one in given if one.number is not None)
    if not numbers or len(numbers) < len(given) or len({one.unit for one in given}) > 1:
        return None
    half = len(numbers) // 2 or 1
    return Spread(
        count=len(numbers),
        unit=next(one.unit for one in given),
        median=median(numbers),
        low=median(numbers[:half]),
        high=median(numbers[-half:]),
        least=numbers[0],
        most=numbers[-1],
    )


def _reasons(given: Iterable[Answer]) -> tuple[tuple[str, int], ...]:
    """Return each reason once. Reasons that are equal but for case and marks are one, in the words that come first in
    the alphabet."""
    worded: dict[str, list[str]] = {}
    for one in given:
        for same, reason in {bare_words(reason): reason for reason in one.because}.items():
            worded.setdefault(same, []).append(reason)
    found = ((min(reasons), len(reasons)) for reasons in worded.values())
    return tuple(sorted(found, key=lambda each: (-each[1], each[0])))


def median(numbers: Sequence[float]) -> float:
    """Return the middle of sorted numbers."""
    middle = len(numbers) // 2
    return numbers[middle] if len(numbers) % 2 else (numbers[middle - 1] + numbers[middle]) / 2
