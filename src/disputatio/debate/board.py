"""The board: the shared state of a debate, a pure fold over its log (SPEC BOARD.1).

Written by nobody: the question, the aspects, where each one stands, the claims, round records, reflections and crux
cards follow from what was said. Participants never see it; they see what is written from it (`prompting.sections`).

A format that keeps no ledger still has one: what its points, answers and assessments say about each participant
(`derived`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from disputatio.debate.claims import Claims
from disputatio.debate.cruxes import Card, cards_of
from disputatio.debate.derived import derived_ledger
from disputatio.debate.docket import claims_of, released
from disputatio.debate.iterations import aspects
from disputatio.debate.ledger import Entry, Ledger
from disputatio.debate.minutes import entries_of, epistemic_score, ledger_of
from disputatio.debate.policies import At
from disputatio.debate.reflections import Reflection, reflections_of
from disputatio.debate.rounds import RoundRecord, rounds_of
from disputatio.debate.settlements import answered, open_again, restated
from disputatio.debate.state import Debate
from disputatio.debate.turns import Past
from disputatio.debate.values import value
from disputatio.debate.views.rooms import Room, rooms_of


@value
class Board:
    """`entries`: what each message changed, by its path. `derived`: the ledger was made from points and answers, since
    the format keeps none. `rooms`: the crux rooms, also those that are under way. `stir`: the epistemic score since
    the last reflections."""

    question: str = ""
    aspects: tuple[str, ...] = ()
    ledger: Ledger = field(default_factory=dict)
    claims: Claims = field(default_factory=dict)
    entries: Mapping[str, Entry] = field(default_factory=dict)
    records: tuple[RoundRecord, ...] = ()
    reflections: tuple[Reflection, ...] = ()
    cards: tuple[Card, ...] = ()
    rooms: tuple[Room, ...] = ()
    derived: bool = False
    stir: int = 0


def board_of(debate: Debate, past: Past) -> Board:
    """`past` is all that was said so far (`Planner.walk(debate).past`)."""
    kept, rooms, entries = ledger_of(past), rooms_of(debate, past), entries_of(past)
    return Board(
        question=debate.question,
        aspects=tuple(aspects(At(debate=debate, path="", past=past))) if debate.options.get("aspects") else (),
        ledger=answered(restated(kept, entries)) or derived_ledger(debate, past),
        claims=open_again(kept, _claims(past, rooms)),
        entries=entries,
        records=rounds_of(past),
        reflections=reflections_of(past),
        cards=cards_of(past),
        rooms=rooms,
        derived=not kept,
        stir=epistemic_score(past),
    )


def _claims(past: Past, rooms: tuple[Room, ...]) -> Claims:
    """The claims; one whose room has ended without a card, and after which nothing was said yet, is active."""
    busy = {room.path for room in rooms if room.under_way}
    claims = claims_of(past)
    ended = {
        id: released(claim) for id, claim in claims.items() if claim.status == "in crux room" and claim.room not in busy
    }
    return {**claims, **ended} if ended else claims
