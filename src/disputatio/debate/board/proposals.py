"""What is said of proposals: flaws that critics find in them (SPEC PHASE.1, critique), and scores from 0 to 1 on each
criterion that reviewers give them (review). Pure folds over what is published.

A flaw is called by its place among all that were found: F1, F2 … One that still stands in a later version is declared
by its id, or named in the same words but for case and marks; one that a critic names no more in their next critique is
gone. Nobody guesses whether two are alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from statistics import mean
from typing import Literal

from disputatio.debate.ids import index_of
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, share, word
from disputatio.debate.persistent import EMPTY, PersistentMap
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.values import Json, value

FlawStatus = Literal["stands", "gone"]


@value
class Flaw:
    """`turn` named it first; `again`: the turns that say that it still stands; `by`: who named it last. `proposal`: the
    turn that gives what it is a flaw of, "" where nobody said so. `gone`: the later critique by the same seat that
    names it no more, "" while it stands."""

    id: str
    text: str
    turn: Turn
    by: str
    severity: str = ""
    evidence: str = ""
    proposal: str = ""
    again: tuple[str, ...] = ()
    gone: str = ""

    @property
    def status(self) -> FlawStatus:
        return "gone" if self.gone else "stands"


Flaws = PersistentMap[Flaw]


def flaws_of(past: Past) -> Flaws:
    """Return all flaws by id, in the order in which they were named."""
    return past.fold("flaws", _with_turn, EMPTY)


def _with_turn(found: Flaws, turn: Turn) -> Flaws:
    if turn.gives != "flaws" or turn.heard != "all":
        return found
    named: set[str] = set()
    for item in items(turn.data.get("items")):
        if text := word(item.get("text")):
            id = _known(found, text, item, named)
            named.add(id or f"F{len(found) + 1}")
            found = _again(found, id, turn) if id else _first(found, turn, text, item)
    for id, one in found.items():
        if one.by == turn.seat and one.status == "stands" and id not in named:
            found = found.set(id, replace(one, gone=turn.path))
    return found


def _known(found: Flaws, text: str, item: dict[str, Json], named: set[str]) -> str:
    """Return the flaw that a critic means; "" for a new one. What is said of two proposals in the same words is a flaw
    of each: of those with these words it is that of the same author, else one that was not `named` in this turn."""
    author = index_of(word(item.get("turn")))

    def fits(id: str) -> bool:
        return not author or index_of(found[id].proposal) in ("", author)

    if (declared := word(item.get("repeats"))) in found and (declared not in named or fits(declared)):
        return declared
    same = [id for id, one in found.items() if bare_words(one.text) == bare_words(text)]
    of_author = (id for id in same if fits(id))
    return next(of_author, next((id for id in same if id not in named), ""))


def _again(found: Flaws, id: str, turn: Turn) -> Flaws:
    one = found[id]
    return found.set(id, replace(one, again=(*one.again, turn.path), by=turn.seat, gone=""))


def _first(found: Flaws, turn: Turn, text: str, item: dict[str, Json]) -> Flaws:
    id = f"F{len(found) + 1}"
    severity, evidence, proposal = (word(item.get(name)) for name in ("severity", "evidence", "turn"))
    flaw = Flaw(id=id, text=text, turn=turn, by=turn.seat, severity=severity, evidence=evidence, proposal=proposal)
    return found.set(id, flaw)


# ---- what reviewers give them ---------------------------------------------------------------------------------------
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
