"""Stability: how far positions still move and differ (SPEC CONSENSUS.3). It says nothing of how far people agree or how
sure they are, and is blended with neither.

    drift        the share of participants who changed position between two rounds of answers
    entropy      of the positions of a round: 0 where all hold one, 1 where each holds one of their own (Shannon's
                 entropy over the logarithm of how many answer)
    correlation  of rankings: the mean of Kendall's tau-b over all pairs of voters, on what both have ranked; from -1,
                 where they are the reverse of one another, to 1, where they are the same

Positions in words of their own are not compared by rule: other words may say the same. A round counts where all answers
are typed values, or where a record of agreement has put everybody into a group; a step between two rounds also where
nobody changed a word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, groupby, pairwise
from math import log, sqrt

from disputatio.debate.format import ANSWERING
from disputatio.debate.log.turns import Turn
from disputatio.debate.policies.answers import Answer, Answers, answer_of, answers, in_shared_unit
from disputatio.debate.policies.ballots import poll_of
from disputatio.debate.policies.estimates import Spread, spread_of
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.entries import adopters
from disputatio.debate.statements.votes import Ballot
from disputatio.debate.values import value


@value
class Stability:
    """`drift`: from each round of answers to the next, `moved`: the same as how many of how many; `entropy`: of each
    round, as far as they can be compared, and none where somebody adopted another answer since; `correlation`: of the
    rankings, None where no two voters ranked the same two answers; `shared`: how many answers a pair of rankings has in
    common, least and most. `spread`: all answers of the last round are figures of one unit, of which median and
    quartiles say more than the entropy. `figures`: those that each gave, one after another, where they changed."""

    drift: tuple[float, ...] = ()
    moved: tuple[tuple[int, int], ...] = ()
    entropy: tuple[float, ...] = ()
    correlation: float | None = None
    shared: tuple[int, int] = (0, 0)
    spread: Spread | None = None
    figures: tuple[tuple[str, tuple[float, ...]], ...] = ()


def stability_of(at: At) -> Stability:
    rounds, poll = _rounds(at), poll_of(at)
    moved = tuple(_moved(before, after) for before, after in pairwise(rounds) if _compared(before, after))
    spread = spread_of(rounds[-1].given.values()) if rounds else None
    return Stability(
        drift=tuple(count / of for count, of in moved),
        moved=moved,
        spread=spread,
        figures=tuple(_figures(rounds)) if spread else (),
        entropy=() if adopters(registry_of(at.past)) else tuple(_entropy(one) for one in rounds if _comparable(one)),
        correlation=correlation(poll.vote.counted) if poll else None,
        shared=_shared(poll.vote.counted) if poll else (0, 0),
    )


def _rounds(at: At) -> list[Answers]:
    """Return what was held after everybody's first answer, after everybody's second one, and so on. Whoever answered
    less often than others holds what they answered last. Groups of the last record of agreement are those of the last
    round alone."""
    given: dict[str, list[Turn]] = {}
    for turn in at.past:
        if turn.gives in ANSWERING and at.present(turn.seat):
            given.setdefault(turn.seat, []).append(turn)
    most = max(map(len, given.values()), default=0)
    found = [Answers(given=_held(given, number)) for number in range(most)]
    return [*found[:-1], answers(at, at.past)] if len(given) > 1 else []


def _held(given: Mapping[str, list[Turn]], number: int) -> dict[str, Answer]:
    return in_shared_unit({seat: answer_of(turns[min(number, len(turns) - 1)]) for seat, turns in given.items()})


def _comparable(found: Answers) -> bool:
    return all(one.kind for one in found.given.values()) or found.given.keys() <= set().union(*found.clusters)


def _compared(before: Answers, after: Answers) -> bool:
    return all(one.kind for found in (before, after) for one in found.given.values()) or after.kept_since(before)


def _moved(before: Answers, after: Answers) -> tuple[int, int]:
    """Return how many changed position, and of how many."""
    moved = sum(
        not one.equals(before.given[seat], after.tolerance) for seat, one in after.given.items() if seat in before.given
    )
    return moved, len(after.given)


def _figures(rounds: list[Answers]) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield the figures of each who changed theirs, each as long as it stood."""
    for seat in rounds[-1].given:
        given = [one.number for found in rounds if (one := found.given.get(seat)) and one.number is not None]
        stood = tuple(number for number, _ in groupby(given))
        if len(stood) > 1:
            yield seat, stood


def _entropy(found: Answers) -> float:
    many = len(found.given)
    return sum(len(group) / many * log(many / len(group)) for group in found.groups) / log(many)  # never -0.0


def correlation(ballots: tuple[Ballot, ...]) -> float | None:
    """Return the mean of Kendall's tau-b over all pairs of voters; None where there is none that can be compared."""
    found = [tau for one, other in combinations(ballots, 2) if (tau := _tau(_places(one), _places(other))) is not None]
    return sum(found) / len(found) if found else None


def _shared(ballots: tuple[Ballot, ...]) -> tuple[int, int]:
    """Return how many options two ballots that can be compared have in common, least and most."""
    ranked = [_places(ballot) for ballot in ballots]
    found = [len(one.keys() & other.keys()) for one, other in combinations(ranked, 2) if _tau(one, other) is not None]
    return (min(found), max(found)) if found else (0, 0)


def _places(ballot: Ballot) -> dict[str, int]:
    return {option: place for place, group in enumerate(ballot.ranking) for option in group}


def _tau(one: Mapping[str, int], other: Mapping[str, int]) -> float | None:
    """Return Kendall's tau-b (1945) of two rankings, on the options that stand in both."""
    shared = [option for option in one if option in other]
    signs = [(_sign(one[a] - one[b]), _sign(other[a] - other[b])) for a, b in combinations(shared, 2)]
    untied = sqrt(sum(a != 0 for a, _ in signs) * sum(b != 0 for _, b in signs))
    return sum(a * b for a, b in signs) / untied if untied else None


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
