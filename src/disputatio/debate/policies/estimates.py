"""What all answers come to, without names (SPEC FORMAT.2): how many hold which; of figures the median, the quartiles
and the range, unit by unit; and the reasons, in clusters.

A cluster is a statement of the ledger, which has matched what several say already: it counts as long as its author
holds it, in however early a round it was given. What nobody judged is a reason only where it bears on something, or
its author lists it: neither a condition nor what would change a mind is one. Reasons of answers that the ledger does
not cover yet are told as they stand, each once. Nothing is guessed at prose.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice, zip_longest

from disputatio.debate.format import ANSWERING
from disputatio.debate.log.turns import Past
from disputatio.debate.policies.answers import Answer, answer_of, answers, last_answers
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import value
from disputatio.debate.wording import figure, plural, tr

MOST_CLUSTERS, MOST_NEW = 12, 6
"""Clusters of reasons that are told: so many of the last answers first, since nobody could reply to them, then those
that most people hold or dispute."""
QUARTERED = 4
"""Estimates of which the quartiles say more than the range does."""
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
        return plural("{count} estimate, {measures}", "{count} estimates, {measures}", self.count).format(
            measures=self.measures
        )

    @property
    def measures(self) -> str:
        """Median, quartiles and range, in words, with the unit: the quartiles of a few would be their range."""
        median, low, high, least, most = (
            self.written(found) for found in (self.median, self.low, self.high, self.least, self.most)
        )
        few = tr("median {median}, range {least} to {most}")
        told = tr("median {median}, quartiles {low} and {high}, range {least} to {most}")
        return (few if self.count < QUARTERED else told).format(
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
    unit by unit; the `clusters` of reasons, with how many `more` there are; `waiting`: there are later answers, and
    what they make of these is not on record yet. `reasons`: the new ones of those answers, each once, with the number
    of those who give it."""

    held: tuple[tuple[str, int], ...] = ()
    worded: tuple[tuple[str, int], ...] = ()
    spreads: tuple[Spread, ...] = ()
    clusters: tuple[Cluster, ...] = ()
    more: int = 0
    waiting: bool = False
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
    known = _known(at, given)
    shown = _shown(known, _recorded_answers(at.past))
    fresh = [one for one in given.values() if one.path in registry.missed]
    return Statistics(
        held=_most_common(held),
        worded=_most_common(worded),
        spreads=spreads_of(given.values()),
        clusters=tuple(cluster for _, cluster in shown),
        more=len(known) - len(shown),
        waiting=bool(fresh),
        reasons=tuple(_reasons(fresh, [one for one, _ in known], _recorded_answers(at.past))),
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
    found, asked = dict[str, set[str]](), figures_of(question)
    for one in registry_of(past).statements.values():
        answer, figures = given.get(one.path), figures_of(one.wordings[0].text)
        if answer is None or answer.number is None or _spelled(answer.number) not in figures:
            continue
        if one.author not in found or only_words(figures, answer, asked):
            found.setdefault(one.author, set()).add(one.id)
    return set[str]().union(*found.values())


def only_words(figures: Collection[str], answer: Answer, asked: Collection[str] = ()) -> bool:
    """Return whether a text with these figures has that of a typed answer, and none but those of its range and those
    that were `asked` about."""
    typed = {_spelled(each) for each in (answer.number, answer.low, answer.high) if each is not None}
    return answer.number is not None and _spelled(answer.number) in figures and typed.union(asked).issuperset(figures)


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


def figures_of(text: str) -> set[str]:
    """Return the figures in a text, each spelled in one way."""
    return {_spelled(float(found)) for found in _FIGURE.findall(_THOUSANDS.sub("", text))}


def _spelled(number: float) -> str:
    return f"{number:.10g}"


def _known(at: At, given: Collection[str]) -> list[tuple[Statement, Cluster]]:
    """Return the reasons on record, oldest first. Whoever is named in one would be known by it."""
    names = [seat.name.casefold() for seat in at.debate.seats.values() if seat.name]
    own, registry = estimate_statements(at.past, at.debate.question), registry_of(at.past)
    last = {one.seat: one for one in _recorded_answers(at.past)}
    found = [
        (one, _cluster(one, given))
        for one in registry.statements.values()
        if one.author in given and one.id not in own and one.status not in ("withdrawn", "settled")
        if one.judgements or _carries(one, last.get(one.author))
    ]
    return [each for each in found if not any(name in f"{each[1].text} {each[1].why}".casefold() for name in names)]


def _shown(known: Sequence[tuple[Statement, Cluster]], recorded: Iterable[Answer]) -> list[tuple[Statement, Cluster]]:
    """Return the reasons that are told: some of the last answers on record, of each author in turn, then those of most
    people, each the newest first."""
    last = {one.path for one in {one.seat: one for one in recorded}.values()}
    newest = list(known)
    newest.reverse()
    ranked = sorted(newest, key=lambda each: -(each[1].held + each[1].disputed))
    by_author = dict[str, list[tuple[Statement, Cluster]]]()
    for each in ranked:
        if each[0].path in last:
            by_author.setdefault(each[0].author, []).append(each)
    in_turn = (each for row in zip_longest(*by_author.values()) for each in row if each is not None)
    new = [*islice(in_turn, MOST_NEW)]
    return [*new, *(each for each in ranked if each not in new)][:MOST_CLUSTERS]


def _recorded_answers(past: Past) -> list[Answer]:
    """Return the answers that the ledger covers, oldest first."""
    missed = registry_of(past).missed
    return [answer_of(turn) for turn in past if turn.gives in ANSWERING and turn.path not in missed]


def _carries(one: Statement, answer: Answer | None) -> bool:
    """Return whether a statement is a reason that carries this answer of its author: who revises lists all that they
    still hold, and what is stated besides is said for or against something."""
    if answer is None or not any((step.path, step.seat) == (answer.path, one.author) for step in one.history):
        return False
    return bool(one.links) or any(_recorded(bare_words(reason), one.author, one) for reason in answer.because)


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


def _reasons(
    given: Iterable[Answer], known: Collection[Statement], recorded: Iterable[Answer]
) -> Iterator[tuple[str, int]]:
    """Yield each reason once that is not on record: neither as one that is `known`, nor by an earlier answer of its
    author which gives it in the same words. Reasons that are equal but for case and marks are one, in the words that
    come first in the alphabet."""
    before = {(one.seat, bare_words(reason)) for one in recorded for reason in one.because}
    worded: dict[str, list[str]] = {}
    for one in given:
        for same, reason in {bare_words(reason): reason for reason in one.because}.items():
            if (one.seat, same) not in before and not any(_recorded(same, one.seat, each) for each in known):
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
