"""What the person's word, and a crux room, make of a statement. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce

from disputatio.debate import payload
from disputatio.debate.ids import index_of, inside, parent
from disputatio.debate.log.turns import Turn
from disputatio.debate.statements import cards
from disputatio.debate.statements.cards import ROOM, Card, Said
from disputatio.debate.statements.history import Deed, HistoryStep
from disputatio.debate.statements.ledger import public
from disputatio.debate.statements.moves import Move
from disputatio.debate.statements.objections import with_objection_met
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.statements.registry import (
    Registry,
    with_deed,
    with_judgement,
    with_move,
    with_part,
    with_statement,
)
from disputatio.debate.statements.statement import Judgement, Statement, Wording
from disputatio.debate.values import Json

RULINGS: dict[str, str] = {
    "accepted": "accepted by the person",
    "rejected": "rejected by the person",
    "set aside": "set aside by the person",
    "open": "left open by the person",
    "agreed": "accepted by the person",
    "contested": "left open by the person",
}
"""What a person's ruling says of a statement; the last two are words of earlier versions."""
_LEFT_OPEN = ("open", "contested")


# ---- a person's word -------------------------------------------------------------------------------------------------
def with_ruling(registry: Registry, turn: Turn) -> Registry:
    """Record what the person decides about a statement; a ruling on nothing that is known changes nothing."""
    id = payload.word(turn.data.get("point")) or payload.identifier(turn.data.get("claim"))
    one, status = registry.statements.get(id), payload.word(turn.data.get("status"))
    if one is None or status not in RULINGS:
        return registry
    why = payload.word(turn.data.get("why"))
    said = f"{RULINGS[status]}{f': {why}' if why else ''}"
    after = replace(
        one,
        ruled="open" if status in _LEFT_OPEN else status,
        ruling=turn.path,
        why=why,
        resolution=said,
        history=(*one.history, HistoryStep(path=turn.path, seat="person", deed="ruled", words=why)),
        touched=registry.rounds,
        streak=0,
        flip="",
        abandoned=False,
        withdrawn=False,
        closed=False,
    )
    return registry.put(after)


# ---- crux rooms ------------------------------------------------------------------------------------------------------
def with_rooms(registry: Registry, turn: Turn) -> Registry:
    """Record what a turn means for crux rooms: one is opened, goes on, ends in a card, or was left without one."""
    rooms = cards.with_turn(registry.rooms, turn)
    if public(turn, "card"):
        closed = _closed(replace(registry, rooms=rooms), rooms.cards[-1])
        return reduce(_said, rooms.cards[-1].about, closed)
    if rooms is not registry.rooms:
        registry = replace(registry, rooms=rooms)
    if turn.heard.startswith(ROOM):
        return _in_room(registry, turn.heard.removeprefix(ROOM))
    return _left(registry, turn) if rooms.talks and turn.heard == "all" else registry


def _in_room(registry: Registry, room: str) -> Registry:
    one = registry.statements.get(index_of(room))
    if one is None or (one.talking and one.room == room):
        return registry
    return registry.put(replace(one, room=room, seated=one.sides, talking=True))


def _closed(registry: Registry, card: Card) -> Registry:
    """The card returns to the board: what both sides accept is a new wording of the claim where it settles it; else the
    dispute goes on as before, and what they accept is a statement of its own."""
    one = registry.statements.get(card.claim)
    if one is None:
        return registry
    after = replace(
        one,
        card=card.path,
        room=one.room or parent(card.path),
        seated=one.seated or one.sides,
        talking=False,
        streak=0,
        touched=registry.rounds,
        abandoned=False,
        history=(
            *one.history,
            HistoryStep(path=card.path, seat="", deed="met", words=(card.how or one.text) if card.resolved else ""),
        ),
    )
    if card.resolved:
        settled = _met(after, card)
        return reduce(with_move, _moves(after, settled, card), registry.put(settled))
    return _shared(registry.put(after), card) if card.how else registry.put(after)


def _said(registry: Registry, said: Said) -> Registry:
    """Record what a side of a room did there with another statement than the claim: of their own, that they keep it or
    withdraw it; of somebody else's, that they accept it or a part of it, or keep what they hold of it."""
    one = registry.statements.get(said.id)
    if one is None or said.id == registry.rooms.cards[-1].claim:
        return registry
    if one.author != said.seat:
        return _judged(registry, one, said)
    deed = _OWN.get(said.does)
    if deed is None:
        return registry
    item: dict[str, Json] = {"quote": said.words, "because": said.because}
    return with_objection_met(with_deed(registry, one, deed, item, said.path), one.id)


def _judged(registry: Registry, one: Statement, said: Said) -> Registry:
    """Record what a side of a room did there with a statement of somebody else. Of a part, the reason is what they have
    against the rest."""
    made = Judgement(seat=said.seat, verdict="agrees", path=said.path, words=said.words, reason=said.because)
    known = one.judgements.get(said.seat)
    if said.does == "accepts":
        return with_judgement(registry, one.id, made, because=said.because)
    if said.does == "keeps" and known is not None and not known.weighs and not one.overtaken(known):
        reason = said.because or known.reason
        return with_judgement(
            registry, one.id, replace(known, path=said.path, words=said.words, reason=reason), because=""
        )
    if said.does != "partly":
        return registry
    registry = with_part(registry, one, said.seat, said.path, said.words)
    against = replace(made, verdict="disagrees", words=said.because, part=True)
    return with_judgement(registry, one.id, against, because="") if said.because else registry


_OWN: dict[str, Deed] = {"keeps": "kept", "withdraws": "withdrew"}


def _shared(registry: Registry, card: Card) -> Registry:
    """Record a statement that both sides of a room accept although the claim stays open. Who joined it accepts it."""
    item: dict[str, Json] = {"text": card.how, "quote": card.how}
    same = (one for one in registry.statements.values() if bare_words(one.text) == bare_words(card.how))
    if (one := next(same, None)) is None:
        registry, id = with_statement(registry, card.author, card.path, item)
        one = registry.statements[id]
    for seat in registry.statements[card.claim].seated:
        if seat != one.author:
            made = Judgement(seat=seat, verdict="agrees", path=card.path, words=card.how, reason=card.how)
            registry = with_judgement(registry, one.id, made, because=card.how)
    return registry


def _met(one: Statement, card: Card) -> Statement:
    """Return a dispute that a room has resolved between those who sat in it. Who did not holds what they held, of the
    wording that they had read."""
    text = card.how or one.text
    worded = one.wordings if text == one.text else (*one.wordings, Wording(text=text, path=card.path, words=text))
    made = Judgement(seat="", verdict="agrees", path=card.path, wording=len(worded) - 1, words=text, reason=text)
    apart = {seat: each for seat, each in one.judgements.items() if seat not in one.seated}
    held = {seat: each for seat, each in apart.items() if each.verdict != "agrees" or worded == one.wordings}
    return replace(
        one,
        wordings=worded,
        judgements={**held, **{seat: replace(made, seat=seat) for seat in one.seated if seat != one.author}},
        flip="argument",
        ruled="",
        withdrawn=False,
        closed=False,
        resolution=card.how,
    )


def _moves(one: Statement, after: Statement, card: Card) -> Iterator[Move]:
    """Yield who has moved by what settles a claim: where it is worded anew, who gave up something in the room, else its
    author; where it is not, those who disputed it as it stands. The receipt, and the reason, are of what they gave up;
    else they declared that they accept it."""
    gave = [seat for seat in one.seated if any(each.seat == seat for each in card.given)]
    reworded = gave or [one.author]
    movers = reworded if after.text != one.text else [seat for seat in after.judgements if _disputed(one, seat)]
    for seat in movers:
        given = [each for each in card.given if each.seat == seat]
        reasoned = next((each for each in given if each.because), given[0] if given else None)
        revised = seat == one.author
        because = reasoned.because if reasoned else ""
        yield Move(
            path=reasoned.path if reasoned else card.path,
            seat=seat,
            statement=one.id,
            kind="revised" if revised else "conceded",
            before=one.text if revised or seat not in one.judgements else one.judgements[seat].reason,
            after=after.text,
            words=reasoned.words if reasoned else after.text,
            because=because,
            flip="argument" if because else "",
        )


def _disputed(one: Statement, seat: str) -> bool:
    """Return whether somebody who sat in its room disputed a statement as it stands."""
    made = one.judgements.get(seat)
    return seat in one.seated and made is not None and one.disputed_as_it_stands(made)


def _left(registry: Registry, turn: Turn) -> Registry:
    """The debate has gone on outside of a room: what has no card will have none."""
    gone = [room for room in registry.rooms.talks if not inside(turn.path, room)]
    if not gone:
        return registry
    talks = {room: talk for room, talk in registry.rooms.talks.items() if room not in gone}
    registry = replace(registry, rooms=replace(registry.rooms, talks=talks))
    for room in gone:
        one = registry.statements.get(index_of(room))
        if one is not None and one.talking and one.room == room:
            registry = registry.put(replace(one, talking=False, streak=0, touched=registry.rounds))
    return registry
