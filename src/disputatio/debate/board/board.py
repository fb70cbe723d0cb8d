"""The board: the shared state of a debate, a pure fold over its log (SPEC BOARD.1).

Written by nobody: the question, the aspects, where each one stands, the claims, round records, reflections and crux
cards follow from what was said. Participants never see it; they see what is written from it (`prompting.sections`).

Where no clerk keeps the ledger, it has what participants declared in fields, and no more (`derived`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from disputatio.debate.board.records import Reflection, RoundRecord, reflections_of, rounds_of
from disputatio.debate.board.standings import entries_of, keeps_ledger, ledger_of
from disputatio.debate.format import Block
from disputatio.debate.ids import ancestors, index_of, inside, join, without_index
from disputatio.debate.log.state import Debate, block_at
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.iterations import aspects
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import epistemic_score
from disputatio.debate.statements.cards import ROOM, Card, cards_of
from disputatio.debate.statements.claims import Claims, claims_of, release
from disputatio.debate.statements.ledger import Entry, Ledger
from disputatio.debate.values import value


@value
class Room:
    """`messages`: what was said in it, oldest first. `card`: the turn that gave its card, "" while there is none."""

    path: str
    claim: str
    messages: tuple[str, ...] = ()
    card: str = ""
    under_way: bool = False


@value
class Board:
    """`entries`: what each message changed, by its path. `derived`: no clerk keeps the ledger. `rooms`: the crux
    rooms, also those that are under way. `stir`: the epistemic score since the last reflections."""

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
    rooms = rooms_of(debate, past)
    return Board(
        question=debate.question,
        aspects=tuple(aspects(At(debate=debate, path="", past=past))) if debate.options.get("aspects") else (),
        ledger=ledger_of(past),
        claims=_claims(past, rooms),
        entries=entries_of(past),
        records=rounds_of(past),
        reflections=reflections_of(past),
        cards=cards_of(past),
        rooms=rooms,
        derived=not keeps_ledger(past),
        stir=epistemic_score(past),
    )


def _claims(past: Past, rooms: tuple[Room, ...]) -> Claims:
    """Return the claims; one whose room has ended without a card, and after which nothing was said yet, is active."""
    busy = {room.path for room in rooms if room.under_way}
    claims = claims_of(past)
    ended = {
        id: release(claim) for id, claim in claims.items() if claim.status == "in crux room" and claim.room not in busy
    }
    return {**claims, **ended} if ended else claims


# ---- crux rooms, including running ones -------------------------------------------------------------------------
Said = tuple[dict[str, tuple[str, ...]], dict[str, str]]
"""What was said in each room, and the turn that gave its card; by the paths of the rooms."""

_NONE: Said = ({}, {})


def rooms_of(debate: Debate, past: Past) -> tuple[Room, ...]:
    """Return all rooms in which something was said, oldest first."""
    said, cards = past.fold("rooms", _with_turn, _NONE)
    return tuple(
        Room(
            path=path,
            claim=index_of(path),
            messages=messages,
            card=cards.get(path, ""),
            under_way=not debate.over and path not in cards and not _finished(debate, path),
        )
        for path, messages in said.items()
    )


def _with_turn(rooms: Said, turn: Turn) -> Said:
    said, cards = rooms
    if turn.heard.startswith(ROOM):
        if not turn.message:
            return rooms
        room = turn.heard.removeprefix(ROOM)
        return {**said, room: (*said.get(room, ()), turn.path)}, cards
    found = next((path for path in said if inside(turn.path, path)), "") if turn.gives == "card" else ""
    return (said, {**cards, found: turn.path}) if found else rooms


def _finished(debate: Debate, room: str) -> bool:
    """Return whether nothing is to come in a room any more: it, or what it stands in, was left, or all its steps are
    done."""
    if any(path in debate.left for path in ancestors(room)):
        return True
    block = block_at(debate, without_index(room))
    return block is not None and _done_at(debate, block, room)


def _done(debate: Debate, block: Block, path: str) -> bool:
    if path in debate.left:
        return True
    always = not (block.when or block.ask or block.each)
    groups = debate.entered.get(path, (("",),) if always else None)
    if groups is None or block.repeat:
        return False
    return all(_done_at(debate, block, f"{path}[{item}]" if item else path) for group in groups for item in group)


def _done_at(debate: Debate, block: Block, path: str) -> bool:
    if block.ask and path not in debate.replies and path not in debate.abstained:
        return False
    return all(_done(debate, child, join(path, child.name)) for child in block.do)
