"""What all answers come to, without names (SPEC FORMAT.2): how many hold which; of figures the median, the quartiles
and the range, unit by unit; and the reasons, in clusters.

A cluster is a statement of the ledger, which has matched what several say already: it counts as long as its author
holds it, in however early a round it was given. Reasons of answers that the ledger does not cover yet are told as they
stand, each once. Nothing is guessed at prose.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from disputatio.debate.format import ANSWERING
from disputatio.debate.log.turns import Past
from disputatio.debate.policies.answers import Answer, answer_of, answers, last_answers
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import value
from disputatio.debate.wording import figure, plural, tr

MOST_CLUSTERS = 12
"""Clusters of reasons that are told: those that most people hold or dispute come first."""
LEAST = 3
"""Spaces between the words of a receipt by which a reason is known again: fewer stand almost anywhere."""
_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_THOUSANDS = re.compile(r"(?<=\d)[,\u00a0\u202f’'](?=\d{3}(?!\d))")


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
        return plural("{count} estimate: {measures}", "{count} estimates: {measures}", self.count).format(
            measures=self.measures
        )

    @property
    def measures(self) -> str:
        """Median, quartiles and range, in words, with the unit."""
        median, low, high, least, most = (
            self.written(found) for found in (self.median, self.low, self.high, self.least, self.most)
        )
        return tr("median {median}, quartiles {low} and {high}, range {least} to {most}").format(
            median=median, low=low, high=high, least=least, most=most
        )

    def written(self, number: float) -> str:
        """Write a value with its unit. What has none may be a year, so that its thousands stay together."""
        return f"{figure(number, ',.10g')} {self.unit}" if self.unit else figure(number, ".10g")


@value
class Cluster:
    """A reason, and how many hold it and dispute it. `why`: what the last of those says against it."""

    text: str
    held: int = 1
    disputed: int = 0
    why: str = ""


@value
class Statistics:
    """All positions, without names: how many hold which, the most common first; how the figures among them are spread,
    unit by unit; the `clusters` of reasons, and those of answers that are not on record yet, each once, with the number
    of those who give it."""

    held: tuple[tuple[str, int], ...] = ()
    worded: tuple[tuple[str, int], ...] = ()
    spreads: tuple[Spread, ...] = ()
    clusters: tuple[Cluster, ...] = ()
    reasons: tuple[tuple[str, int], ...] = ()

    @property
    def spread(self) -> Spread | None:
        """The spread of all answers; None unless all of them are figures of one unit."""
        return self.spreads[0] if len(self.spreads) == 1 and not self.worded else None


def statistics_of(at: At) -> Statistics:
    """Return what the last answers of all seats come to."""
    found = answers(at, at.past)
    given, registry = found.given, registry_of(at.past)
    held = [(min(given[seat].position for seat in group), len(group)) for group in found.groups]
    worded = [
        (min(given[seat].position for seat in group), len(group))
        for group in found.groups
        if any(given[seat].number is None for seat in group)
    ]
    shown = _shown(at, given)
    fresh = [one for one in given.values() if one.path in registry.missed]
    return Statistics(
        held=_most_common(held),
        worded=_most_common(worded),
        spreads=spreads_of(given.values()),
        clusters=tuple(cluster for _, cluster in shown),
        reasons=tuple(_reasons(fresh, [one for one, _ in shown])),
    )


def _most_common(held: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(held, key=lambda each: (-each[1], each[0])))


def spread_of(given: Collection[Answer]) -> Spread | None:
    """Return how the values of some answers are spread; None unless all of them are values of one unit."""
    found = spreads_of(given)
    return found[0] if len(found) == 1 and found[0].count == len(given) else None


def spreads_of(given: Iterable[Answer]) -> tuple[Spread, ...]:
    """Return how the figures among some answers are spread: unit by unit, that of most first."""
    units = dict[str, list[Answer]]()
    for one in given:
        if one.number is not None:
            units.setdefault(one.measure, []).append(one)
    return tuple(sorted(map(_spread, units.values()), key=lambda one: -one.count))


def _spread(given: Sequence[Answer]) -> Spread:
    numbers = sorted(one.number for one in given if one.number is not None)
    half = len(numbers) // 2 or 1
    written = [one.unit for one in given]
    return Spread(
        count=len(numbers),
        unit=max((one.unit for one in given), key=lambda unit: (bool(unit), written.count(unit), unit)),
        median=median(numbers),
        low=median(numbers[:half]),
        high=median(numbers[-half:]),
        least=numbers[0],
        most=numbers[-1],
    )


def median(numbers: Sequence[float]) -> float:
    """Return the middle of sorted numbers."""
    middle = len(numbers) // 2
    return numbers[middle] if len(numbers) % 2 else (numbers[middle - 1] + numbers[middle]) / 2


# ---- reasons ---------------------------------------------------------------------------------------------------------
def estimate_statements(past: Past, question: str = "") -> set[str]:
    """Return the statements that are the estimate of their author: the first one with the figure that they gave in that
    turn, and each that has it and no other figure than those of the answer and of the question."""
    given = {turn.path: answer_of(turn) for turn in past if turn.gives in ANSWERING}
    found, asked = dict[str, set[str]](), _figures(question)
    for one in registry_of(past).statements.values():
        answer, figures = given.get(one.path), _figures(one.wordings[0].text)
        if answer is None or answer.number is None or _spelled(answer.number) not in figures:
            continue
        typed = {_spelled(each) for each in (answer.number, answer.low, answer.high) if each is not None}
        if one.author not in found or figures <= typed | asked:
            found.setdefault(one.author, set()).add(one.id)
    return set[str]().union(*found.values())


def given_since(past: Past, question: str = "") -> dict[str, Answer]:
    """Return the last answer of the author of each such statement, by its id, where its value or its range is another
    than in the turn that worded the statement."""
    given, last = {turn.path: answer_of(turn) for turn in past if turn.gives in ANSWERING}, last_answers(past)
    found, statements = dict[str, Answer](), registry_of(past).statements
    for id in estimate_statements(past, question):
        one = statements[id]
        then, now = given.get(one.wordings[-1].path), last[one.author]
        if then is not None and (then.number, then.low, then.high) != (now.number, now.low, now.high):
            found[id] = now
    return found


def _figures(text: str) -> set[str]:
    return {_spelled(float(found)) for found in _FIGURE.findall(_THOUSANDS.sub("", text))}


def _spelled(number: float) -> str:
    return f"{number:.10g}"


def _shown(at: At, given: Collection[str]) -> list[tuple[Statement, Cluster]]:
    """Return the reasons on record, those of most people first. Whoever is named in one would be known by it."""
    names = [seat.name.casefold() for seat in at.debate.seats.values() if seat.name]
    own, registry = estimate_statements(at.past, at.debate.question), registry_of(at.past)
    last = {turn.seat: turn.path for turn in at.past if turn.gives in ANSWERING and turn.path not in registry.missed}
    found = [
        (one, _cluster(one, given))
        for one in registry.statements.values()
        if one.author in given and one.id not in own and one.status not in ("withdrawn", "settled")
        if one.judgements or _carries(one, last.get(one.author, ""))
    ]
    unnamed = [each for each in found if not any(name in f"{each[1].text} {each[1].why}".casefold() for name in names)]
    return sorted(unnamed, key=lambda each: -(each[1].held + each[1].disputed))[:MOST_CLUSTERS]


def _carries(one: Statement, answer: str) -> bool:
    """Return whether a reason carries this answer of its author: who revises lists all that they still hold."""
    return any((step.path, step.seat) == (answer, one.author) for step in one.history)


def _cluster(one: Statement, given: Collection[str]) -> Cluster:
    """Return a reason with what others make of it as it is worded now."""
    said = [made for seat, made in one.judgements.items() if seat in given and not one.overtaken(made)]
    against = [made for made in said if made.verdict == "disagrees"]
    return Cluster(
        text=one.text,
        held=1 + sum(made.verdict == "agrees" for made in said),
        disputed=len(against),
        why=next((made.reason for made in reversed(against) if made.reason), ""),
    )


def _reasons(given: Iterable[Answer], shown: Collection[Statement]) -> Iterator[tuple[str, int]]:
    """Yield each reason once that is not `shown` as one on record. Reasons that are equal but for case and marks are
    one, in the words that come first in the alphabet."""
    worded: dict[str, list[str]] = {}
    for one in given:
        for same, reason in {bare_words(reason): reason for reason in one.because}.items():
            if not any(_recorded(same, one.seat, each) for each in shown):
                worded.setdefault(same, []).append(reason)
    yield from _most_common((min(reasons), len(reasons)) for reasons in worded.values())


def _recorded(reason: str, seat: str, one: Statement) -> bool:
    """Return whether a statement has these words, or a receipt of what this seat says of it that holds them or stands
    in them."""
    if reason in (bare_words(each.text) for each in one.wordings):
        return True
    receipts = (bare_words(step.words) for step in one.history if step.seat == seat)
    long = [words for words in receipts if words.count(" ") >= LEAST]
    return any(f" {words} " in f" {reason} " or f" {reason} " in f" {words} " for words in long)
