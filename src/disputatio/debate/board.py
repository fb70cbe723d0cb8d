"""The board: the shared state of a debate, a pure fold over its log (SPEC BOARD.1).

Written by nobody: the question, the aspects, where each one stands, the claims, round records, reflections and crux
cards follow from what was said. Participants never see it; they see views that are assembled from it (`assembly`).

A format that keeps no ledger still has one: what its points, answers and assessments say about each participant. Such
a ledger is marked as made by rule.
"""

from __future__ import annotations

from dataclasses import field, replace

from disputatio.debate.claims import Claims, claims_of
from disputatio.debate.cruxes import Card, cards_of
from disputatio.debate.iterations import aspects
from disputatio.debate.ledger import (
    Concession,
    Confidence,
    Entry,
    Ledger,
    OnAspect,
    Relation,
    Shift,
    Standing,
    entries_of,
    ledger_of,
)
from disputatio.debate.points import Point, points_of
from disputatio.debate.policies import At
from disputatio.debate.reading import share, speaker_of, word
from disputatio.debate.reflections import Reflection, epistemic_score, reflections_of
from disputatio.debate.rounds import RoundRecord, rounds_of
from disputatio.debate.state import Debate
from disputatio.debate.turns import Past, Turn
from disputatio.debate.values import value

LONGEST_STANCE = 240
"""Characters of a stance that is taken from the beginning of a message."""


@value
class Board:
    """`entries`: what each message changed, by its path. `derived`: the ledger was made from points and answers, since
    the format keeps none. `stir`: the epistemic score since the last reflections."""

    question: str = ""
    aspects: tuple[str, ...] = ()
    ledger: Ledger = field(default_factory=dict)
    claims: Claims = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    records: tuple[RoundRecord, ...] = ()
    reflections: tuple[Reflection, ...] = ()
    cards: tuple[Card, ...] = ()
    derived: bool = False
    stir: int = 0


def board_of(debate: Debate, past: Past) -> Board:
    """`past` is all that was said so far (`Planner.walk(debate).past`)."""
    kept = ledger_of(past)
    return Board(
        question=debate.question,
        aspects=tuple(aspects(At(debate, "", past))) if debate.options.get("aspects") else (),
        ledger=kept or derived(debate, past),
        claims=claims_of(past),
        entries=entries_of(past),
        records=rounds_of(past),
        reflections=reflections_of(past),
        cards=cards_of(past),
        derived=not kept,
        stir=epistemic_score(past),
    )


def derived(debate: Debate, past: Past) -> Ledger:
    """Where each participant stands, by what points, answers and assessments say. In the order of the cast."""
    found = {seat: Standing(seat=seat, rules=True) for seat in debate.seats}
    for turn in past:
        if turn.message and turn.seat in found and turn.heard == "all" and turn.gives != "card":
            found[turn.seat] = _said(found[turn.seat], turn)
    for point in points_of(past).values():
        _judged(found, point)
    return {seat: standing for seat, standing in found.items() if standing.updated}


def _said(standing: Standing, turn: Turn) -> Standing:
    stance = word(turn.data.get("position")) or word(turn.data.get("decision")) or _opening(turn.text)
    level = share(turn.data.get("confidence"))
    sure = (Confidence(path=turn.path, level=level),) if level is not None else ()
    return replace(
        standing,
        stance=stance or standing.stance,
        since=turn.path if stance and stance != standing.stance else standing.since,
        confidences=(*standing.confidences, *sure),
        updated=turn.path,
    )


def _opening(text: str) -> str:
    """The first line of prose of a message."""
    lines = (line.strip(" #*->_\t") for line in text.splitlines())
    first = next((line for line in lines if len(line.split()) > 2), "")
    return first if len(first) <= LONGEST_STANCE else first[:LONGEST_STANCE].rsplit(" ", 1)[0] + " …"


def _judged(found: Ledger, point: Point) -> None:
    """What a point says about its author and about who judged it last."""
    author, judge = point.author, speaker_of(point.since)
    if author in found:
        found[author] = _as_author(found[author], point, judge)
    if judge in found and judge != author:
        found[judge] = _as_judge(found[judge], point)


def _as_author(standing: Standing, point: Point, judge: str) -> Standing:
    if point.status == "withdrawn":
        gone = Concession(text=point.text, path=point.since)
        return replace(standing, concessions=(*standing.concessions, gone))
    if not point.open and not point.verified:
        return standing
    whole = standing.aspects.get("") or OnAspect(position=standing.stance, since=standing.since)
    challenged = (point.text,) if point.open and judge != point.author else ()
    whole = replace(
        whole,
        evidence=tuple(dict.fromkeys((*whole.evidence, *point.verified))),
        unanswered=(*whole.unanswered, *challenged),
    )
    return replace(standing, aspects={**standing.aspects, "": whole})


def _as_judge(standing: Standing, point: Point) -> Standing:
    relation = Relation(seat=point.author, on=point.text, strength="strong" if point.open else "mild", path=point.since)
    if point.open:
        return replace(standing, disagreements=(*standing.disagreements, relation))
    if not point.settled:
        return standing
    came_round = point.status == "resolved"
    shift = Shift(
        path=point.since,
        before=f"contested: {point.text}",
        after=f"agreed: {point.text}",
        cause=point.reason,
        because=point.verified,
        flip=point.flip or "spontaneous",
    )
    return replace(
        standing,
        agreements=(*standing.agreements, relation),
        shifts=(*standing.shifts, shift) if came_round else standing.shifts,
        concessions=(*standing.concessions, Concession(text=point.text, path=point.since))
        if came_round
        else standing.concessions,
    )
