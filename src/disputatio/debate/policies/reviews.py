"""What reviewers give proposals: scores from 0 to 1 on each criterion (SPEC PHASE.1, review). Pure, over what is
published."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import mean

from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, share, word
from disputatio.debate.values import Json, value


@value
class ProposalScore:
    """`path`: the turn that gives the proposal; `seat`: its author. `criteria`: the mean score on each criterion, over
    those who scored it, in the order in which they came up; `score`: the mean of those. `reviewers`: who scored it."""

    path: str
    seat: str
    criteria: Mapping[str, float]
    score: float
    reviewers: tuple[str, ...]


def scores_of(past: Past) -> tuple[ProposalScore, ...]:
    """Return the scores of every proposal that somebody scored, in the order in which the proposals were made. Of a
    reviewer the last score on a criterion counts."""
    given: dict[str, dict[tuple[str, str], float]] = {}
    for turn in past.of("review"):
        for item in items(turn.data.get("items")):
            _take(given, turn, item)
    written = (turn for turn in past.of("artifact") if turn.path in given)
    return tuple(_scored(turn, given[turn.path]) for turn in written)


def _take(given: dict[str, dict[tuple[str, str], float]], turn: Turn, item: dict[str, Json]) -> None:
    of, criterion, score = word(item.get("turn")), word(item.get("text")), share(item.get("score"))
    if of and criterion and score is not None:
        given.setdefault(of, {})[turn.seat, criterion] = score


def _scored(turn: Turn, given: Mapping[tuple[str, str], float]) -> ProposalScore:
    named: dict[str, list[float]] = {}
    for (_, criterion), score in given.items():
        named.setdefault(criterion, []).append(score)
    criteria = {criterion: mean(scores) for criterion, scores in named.items()}
    return ProposalScore(
        path=turn.path,
        seat=turn.seat,
        criteria=criteria,
        score=mean(criteria.values()),
        reviewers=tuple(dict.fromkeys(seat for seat, _ in given)),
    )
