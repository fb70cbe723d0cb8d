"""The board of a debate as its inspectors show it. Pure, and made in a thread: it may take longer than a frame."""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.debate.additions import awaits_room
from disputatio.debate.board import board_of
from disputatio.debate.claims import Claims, sides_of
from disputatio.debate.cruxes import Card
from disputatio.debate.ids import index_of, inside
from disputatio.debate.points import points_of
from disputatio.debate.policies import At
from disputatio.debate.reflections import Reflection
from disputatio.debate.rounds import Part, RoundRecord
from disputatio.debate.seats import Seat
from disputatio.debate.state import Debate
from disputatio.debate.turns import Past, Turn
from disputatio.faces.gui.models.board import (
    BoardItems,
    CardItem,
    Participant,
    PartItem,
    RecordItem,
    ReflectionItem,
    RoomItem,
    Side,
)
from disputatio.faces.gui.presenters import identities
from disputatio.faces.gui.presenters.board_claims import aspect_items, claim_items
from disputatio.faces.gui.presenters.board_places import ROOM, Course, course, when
from disputatio.faces.gui.presenters.board_standings import shifts_by_message, standing_items


def items_of(debate: Debate, past: Past) -> BoardItems:
    """`past` is all that was said so far."""
    board = board_of(debate, past)
    turns = list(past)
    seen = course(participants(debate.seats), turns)
    rooms = rooms_under_way(debate, turns, board.claims, seen)
    running = {room.claim: room.key for room in rooms}
    refusals = {id: refusal(id, board.claims, debate, past, running) for id in board.claims}
    points = frozenset(points_of(past))
    claims = claim_items(board.claims, board.ledger, seen, refusals, running, points)
    return BoardItems(
        participants=tuple(seen.people.values()),
        aspects=aspect_items(board.aspects, claims, board.ledger, seen),
        claims=claims,
        standings=standing_items(board.ledger, seen),
        cards=tuple(_card(card, board.claims, seen) for card in reversed(board.cards)),
        rooms=rooms,
        records=tuple(_record(record, seen) for record in reversed(board.records)),
        reflections=tuple(_reflection(each, place, seen) for place, each in _newest(board.reflections)),
        shifts=shifts_by_message(board.ledger, seen),
        derived=board.derived,
    )


def participants(seats: Mapping[str, Seat]) -> dict[str, Participant]:
    """Who sits at the table, by seat."""
    found = {}
    for place, seat in enumerate(seats.values()):
        who = identities.of_seat(seat, place)
        if seat.taken:
            found[seat.id] = Participant(seat=seat.id, name=who.name, glyph=who.glyph, colour=who.colour)
    return found


def refusal(id: str, claims: Claims, debate: Debate, past: Past, running: Mapping[str, str]) -> str:
    """Why a claim cannot be sent into a crux room; "" where it can."""
    claim = claims[id]
    if id in running or claim.status == "in crux room":
        return "It is in a crux room already: wait for its card."
    if len(sides_of(claim, At(debate=debate, path="", past=past))) < 2:
        return "It has no two sides that are at the table."
    return room_awaited(debate.status) if not debate.over and awaits_room(debate, id) else ""


def room_awaited(status: str) -> str:
    """When a crux room opens that a person asked for."""
    if status == "debating":
        return "It is on its way: the room opens when the turn under way is over."
    return "It is on its way: the room opens when the debate goes on." + " Press Continue." * (status == "paused")


# ---- crux rooms ------------------------------------------------------------------------------------------------------
def rooms_under_way(debate: Debate, turns: list[Turn], claims: Claims, seen: Course) -> tuple[RoomItem, ...]:
    """Rooms in which something was said and of which no card came, while the debate is still there."""
    said: dict[str, list[str]] = {}
    for turn in turns:
        if turn.heard.startswith(ROOM):
            said.setdefault(turn.heard.removeprefix(ROOM), []).append(turn.path)
        elif turn.gives == "card":
            said = {room: paths for room, paths in said.items() if not inside(turn.path, room)}
        elif turn.message and turn.heard == "all" and turn.by != "person":
            said = {}  # the debate has gone on: what is left of rooms has ended without a card
    if debate.over:
        return ()
    return tuple(_room(room, paths, claims, seen) for room, paths in said.items())


def _room(room: str, paths: list[str], claims: Claims, seen: Course) -> RoomItem:
    id = index_of(room)
    claim = claims.get(id)
    sides = claim.sides if claim else ()
    return RoomItem(
        key=room,
        claim=id,
        text=claim.text if claim else id,
        sides=tuple(seen.people[side] for side in sides if side in seen.people),
        messages=tuple(seen.place(path) for path in paths),
    )


def _card(card: Card, claims: Claims, seen: Course) -> CardItem:
    claim = claims.get(card.claim)
    order = claim.sides if claim else ()
    seats = [seat for seat in dict.fromkeys((*order, *card.best, *card.minds)) if seat in {*card.best, *card.minds}]
    return CardItem(
        key=card.path,
        claim=card.claim,
        text=claim.text if claim else card.claim,
        crux=card.crux,
        statement=card.statement,
        sides=tuple(
            Side(who=_who(seat, seen), best=card.best.get(seat, ""), mind=card.minds.get(seat, "")) for seat in seats
        ),
        resolved=card.resolved,
        how=card.how,
        rules=card.rules,
        label=when(card.path),
    )


def _who(seat: str, seen: Course) -> Participant:
    """A model may have named anything."""
    return seen.people.get(seat) or Participant(seat=seat, name=seat, glyph="circle", colour="slate")


# ---- records and reflections -----------------------------------------------------------------------------------------
def _record(record: RoundRecord, seen: Course) -> RecordItem:
    return RecordItem(
        key=record.path,
        title=record.aspect or when(record.path),
        summary=record.summary,
        parts=tuple(_part(part, seen) for part in record.parts),
        disagreements=record.disagreements,
        shifts=record.shifts,
        rules=record.rules,
    )


def _part(part: Part, seen: Course) -> PartItem:
    return PartItem(
        who=_who(part.seat, seen),
        position=part.position,
        argument=part.argument,
        evidence=part.evidence,
        engaged=", ".join(seen.name(seat) for seat in part.engaged),
    )


def _newest(found: tuple[Reflection, ...]) -> list[tuple[int, Reflection]]:
    """The newest first, each with a number that it keeps."""
    return list(enumerate(found))[::-1]


def _reflection(found: Reflection, place: int, seen: Course) -> ReflectionItem:
    return ReflectionItem(
        key=f"{found.path}#{place}",
        text=found.text,
        kind=found.kind,
        importance=found.importance,
        about=tuple(seen.name(seat) for seat in found.about),
        sources=tuple(seen.place(path) for path in found.sources if path in seen.order),
        loose=tuple(text for text in found.sources if text not in seen.order),
        label=when(found.path),
        rules=found.rules,
    )
