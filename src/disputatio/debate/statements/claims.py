"""The docket: every claim with what has become of it (SPEC LEDGER.2). A pure fold over the past.

A new disagreement opens a claim or joins the one that says the same (`sameness`, never across a negation). Where a
format keeps points and no ledger, its disputed points are its claims. A round, here, is the innermost pass of a loop,
or the aspect, in which a message stands: ``aspect[cost]/miniround[2]``.

A person can settle a claim or leave it open, and the claim says so; a side that disputes it anew opens it again.

What is said in a room stays in it: only its card changes the claim. A room of which no card comes has failed, and
leaves the claim active.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import Literal, get_args

from disputatio.debate.ids import ASPECT, index_of, inside, parent, segments
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import identifier, items, message_at, speaker_of, word, words
from disputatio.debate.policy import At
from disputatio.debate.sameness import opposed, same
from disputatio.debate.statements import cards
from disputatio.debate.statements.cards import ROOM, Card, Rooms
from disputatio.debate.statements.ledger import public, spoken
from disputatio.debate.statements.points import Point, points_of
from disputatio.debate.values import Json, value

# ---- claims (SPEC LEDGER.2) -------------------------------------------------------------------------------------
ClaimStatus = Literal["active", "in crux room", "resolved", "abandoned"]
LinkKind = Literal["supports", "attacks", "answers"]
LINKS: tuple[LinkKind, ...] = get_args(LinkKind)


@value
class Link:
    """An edge of the argument graph: the claim that has it supports, attacks or answers `to`, a claim's id or a
    citation. `by`: the seat that drew it; `path`: in which message."""

    kind: LinkKind
    to: str
    by: str = ""
    path: str = ""


@value
class Claim:
    """`sides`: the two who disagree, the one who holds it first. `messages`: where it was taken up, oldest first; the
    first one is its source. `streak`: in how many rounds it was contested without a break, up to the present one.
    `room`: the crux room that it is or was in; `card`: the card that came of it. `resolution`: how it was resolved.
    `ruling`: the turn in which a person ruled on it, where that still holds."""

    id: str
    text: str = ""
    sides: tuple[str, ...] = ()
    status: ClaimStatus = "active"
    messages: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    streak: int = 0
    room: str = ""
    card: str = ""
    resolution: str = ""
    ruling: str = ""

    @property
    def open(self) -> bool:
        return self.status in ("active", "in crux room")


Claims = dict[str, Claim]


def sides_of(claim: Claim, at: At) -> list[str]:
    """The sides that are seats of this debate and taken: a model may have named anything."""
    return [side for side in claim.sides if side in at.debate.seats and at.present(side)]


RULED: dict[str, tuple[ClaimStatus, str]] = {
    "accepted": ("resolved", "accepted"),
    "rejected": ("resolved", "rejected"),
    "open": ("active", "left open"),
}
"""What a person's ruling makes of a claim, and in which word its resolution says so."""
ABANDONED = 2
"""Whole rounds without either side after which a claim is abandoned."""


@value
class _Docket:
    """`round` and `rounds`: the present round, and how many there were with it. `touched`: in which of them each claim
    was last taken up by a side. `rooms`: what goes on in crux rooms. `points`: the last cards on
    claims that are points. `speakers`: who has said anything."""

    claims: Claims = field(default_factory=dict)
    round: str | None = None
    rounds: int = 0
    touched: dict[str, int] = field(default_factory=dict)
    rooms: Rooms = field(default_factory=Rooms)
    points: dict[str, Card] = field(default_factory=dict)
    speakers: frozenset[str] = frozenset()

    def put(self, claim: Claim, touched: bool = False) -> _Docket:
        now = {**self.touched, claim.id: self.rounds} if touched else self.touched
        return replace(self, claims={**self.claims, claim.id: claim}, touched=now)


_EMPTY = _Docket()


def claims_of(past: Past) -> Claims:
    """All claims so far, by id, in the order in which they were opened."""
    docket = past.fold("docket", _with_turn, _EMPTY)
    disputed = [point for point in points_of(past).values() if point.disputed or point.open]
    if not disputed:
        return docket.claims
    return {**{point.id: _in_rooms(_from_point(point), docket) for point in disputed}, **docket.claims}


def _with_turn(docket: _Docket, turn: Turn) -> _Docket:
    rooms = cards.with_turn(docket.rooms, turn)
    if public(turn, "card"):
        return _closed(docket, rooms)
    docket = docket if rooms is docket.rooms else replace(docket, rooms=rooms)
    if public(turn, "ruling") and "claim" in turn.data:
        return _ruled(docket, turn)
    if turn.heard.startswith(ROOM):
        return _in_room(docket, turn.heard.removeprefix(ROOM))
    docket = _left(docket, turn) if docket.rooms.talks and turn.heard == "all" else docket
    if docket.points and public(turn, "assessment"):
        docket = _disputed_anew(docket, turn)
    if spoken(turn):
        return _said(docket, turn)
    return _recorded(docket, turn) if public(turn, "ledger") else docket


# ---- rounds ----------------------------------------------------------------------------------------------------------
def round_at(path: str) -> str:
    """The round that a turn is in: up to the innermost pass or aspect; "" outside of any."""
    parts = path.split("/")
    while parts and not _counts(parts[-1]):
        parts.pop()
    return "/".join(parts)


def _counts(segment: str) -> bool:
    [(name, index)] = segments(segment) or (("", ""),)
    return index.isdecimal() or (name == ASPECT and bool(index))


def _said(docket: _Docket, turn: Turn) -> _Docket:
    if turn.seat not in docket.speakers:
        docket = replace(docket, speakers=docket.speakers | {turn.seat})
    round = round_at(turn.path)
    return docket if round == docket.round else _entered(docket, round)


def _entered(docket: _Docket, round: str) -> _Docket:
    """A message of another round: what nobody has contested in the last one is contested no more without a break, and
    what nobody returned to for two whole rounds is abandoned."""
    claims = {id: _rested(claim, docket.rounds - docket.touched[id]) for id, claim in docket.claims.items()}
    return replace(docket, round=round, rounds=docket.rounds + 1, claims=claims)


def _rested(claim: Claim, rounds: int) -> Claim:
    if claim.status == "active" and rounds >= ABANDONED:
        return replace(claim, status="abandoned", streak=0)
    return replace(claim, streak=0) if rounds and claim.streak else claim


# ---- records ---------------------------------------------------------------------------------------------------------
def _recorded(docket: _Docket, turn: Turn) -> _Docket:
    """A record that is about no message of a participant is passed over."""
    about = message_at(turn.path)
    author = speaker_of(about)
    for item in items(turn.data.get("claims")) if author in docket.speakers else ():
        docket = _taken_up(docket, item, about, author, gives_way=_gives_way(turn.data))
    return docket


def _gives_way(data: dict[str, Json]) -> bool:
    """Whether the author of a message conceded something in it, moved, or agreed with somebody."""
    return any(any(True for _ in items(data.get(key))) for key in ("concessions", "shifts", "agreements"))


def _taken_up(docket: _Docket, item: dict[str, Json], about: str, author: str, *, gives_way: bool) -> _Docket:
    """What nobody has disputed so far is settled by nobody; and who holds a claim settles it by giving it up, not by
    saying that it is settled."""
    known = _known(docket.claims, item)
    over = word(item.get("status")) == "resolved"
    claim = known or (None if over else _new(docket.claims, item, author))
    if claim is None:
        return docket
    over = over and (gives_way or author != claim.sides[0])
    claim = claim if claim.open else _resumed(claim, item, author)
    sides = claim.sides if len(claim.sides) > 1 else tuple(dict.fromkeys((*claim.sides, author)))
    claim = replace(
        claim,
        messages=tuple(dict.fromkeys((*claim.messages, about))),
        links=tuple(dict.fromkeys((*claim.links, *_links(item, author, about, docket.claims)))),
    )
    if author not in sides:  # a third voice bears on it, and neither reopens nor settles it
        return docket.put(claim, touched=known is None)
    if over:
        how = word(item.get("resolution")) or claim.resolution
        return docket.put(replace(claim, status="resolved", resolution=how, streak=0, ruling=""), touched=True)
    return docket.put(_contested(replace(claim, sides=sides), docket), touched=True)


def _contested(claim: Claim, docket: _Docket) -> Claim:
    """Disputed by one of its sides. What was resolved or abandoned and is disputed anew lives again."""
    again = docket.touched.get(claim.id) == docket.rounds and claim.streak > 0
    streak = claim.streak if again else claim.streak + 1
    if claim.status == "in crux room":
        return replace(claim, streak=streak)
    return replace(claim, streak=streak, status="active", resolution="", ruling="")


def _resumed(claim: Claim, item: dict[str, Json], author: str) -> Claim:
    """What was over may be disputed anew between others than before."""
    sides = _sides(item)
    return replace(claim, sides=sides) if len(sides) > 1 and author in sides else claim


def _known(claims: Claims, item: dict[str, Json]) -> Claim | None:
    """The claim that is meant: by its id, unless the words say the contrary; else the one that says the same."""
    by_id, text = claims.get(identifier(item.get("id"))), word(item.get("text"))
    if by_id is not None and not opposed(by_id.text, text):
        return by_id
    return next((claim for claim in claims.values() if text and same(claim.text, text)), None)


def _new(claims: Claims, item: dict[str, Json], author: str) -> Claim | None:
    """A claim of its own. An id that is missing, or that the contrary of it has, becomes another."""
    text, sides = word(item.get("text")), _sides(item)
    if not text:
        return None
    id = identifier(item.get("id"))
    id = f"C{len(claims) + 1}" if not id else f"{id}-{len(claims) + 1}" if id in claims else id
    return Claim(id=id, text=text, sides=sides if len(sides) > 1 else tuple(dict.fromkeys((*sides, author))))


def _sides(item: dict[str, Json]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words(item.get("sides"))))[:2]


def _links(item: dict[str, Json], author: str, path: str, claims: Claims) -> Iterator[Link]:
    """Links to claims by their ids; what is no claim's id is a citation."""
    for kind in LINKS:
        for to in words(item.get(kind)):
            yield Link(kind=kind, to=identifier(to) if identifier(to) in claims else to, by=author, path=path)


# ---- a person's word -------------------------------------------------------------------------------------------------
def _ruled(docket: _Docket, turn: Turn) -> _Docket:
    claim = docket.claims.get(identifier(turn.data.get("claim")))
    status, said = RULED.get(word(turn.data.get("status")), (None, ""))
    if claim is None or status is None:
        return docket
    why = word(turn.data.get("why"))
    how = f"{said} by the person{f': {why}' if why else ''}"
    return docket.put(replace(claim, status=status, resolution=how, ruling=turn.path, streak=0), touched=True)


# ---- crux rooms ------------------------------------------------------------------------------------------------------
def _in_room(docket: _Docket, room: str) -> _Docket:
    claim = docket.claims.get(index_of(room))
    if claim is None or (claim.room == room and claim.status == "in crux room"):
        return docket
    return docket.put(replace(claim, status="in crux room", room=room))


def _closed(docket: _Docket, rooms: Rooms) -> _Docket:
    """The card returns to the board: resolved, or active as before. Both sides have just been at it."""
    card, docket = rooms.cards[-1], replace(docket, rooms=rooms)
    claim = docket.claims.get(card.claim)
    if claim is None:
        return replace(docket, points={**docket.points, card.claim: card})
    status: ClaimStatus = "resolved" if card.resolved else "active"
    closed = replace(claim, status=status, card=card.path, streak=0, resolution=card.how, ruling="")
    return docket.put(closed, touched=True)


def _left(docket: _Docket, turn: Turn) -> _Docket:
    """The debate has gone on outside of a room: what has no card will have none."""
    gone = {room for room in docket.rooms.talks if not inside(turn.path, room)}
    talks = {room: talk for room, talk in docket.rooms.talks.items() if room not in gone}
    docket = replace(docket, rooms=replace(docket.rooms, talks=talks))
    for claim in docket.claims.values():
        if claim.status == "in crux room" and claim.room in gone:
            docket = docket.put(released(claim), touched=True)
    return docket


def _disputed_anew(docket: _Docket, turn: Turn) -> _Docket:
    """A point that is disputed after its card lives again."""
    named = {word(item.get("point")) for key in ("disagree", "unverifiable") for item in items(turn.data.get(key))}
    return replace(docket, points={id: card for id, card in docket.points.items() if id not in named})


def released(claim: Claim) -> Claim:
    """A claim whose room failed."""
    return replace(claim, status="active", streak=0)


# ---- points ----------------------------------------------------------------------------------------------------------
def _from_point(point: Point) -> Claim:
    """A disputed point: its author against who disputed it last."""
    rests = tuple(Link(kind="supports", to=citation, by=point.author, path=point.path) for citation in point.verified)
    over = point.settled or point.status == "withdrawn"
    return Claim(
        id=point.id,
        text=point.text,
        sides=tuple(dict.fromkeys(side for side in (point.author, point.disputed) if side)),
        status="resolved" if over else "abandoned" if point.status == "set aside" else "active",
        messages=tuple(dict.fromkeys((point.path, point.since))),
        links=rests,
        resolution=point.reason if over else "",
    )


def _in_rooms(claim: Claim, docket: _Docket) -> Claim:
    """A claim that is a point, with what crux rooms have made of it."""
    room = next((path for path in docket.rooms.talks if index_of(path) == claim.id), "")
    if room:
        return replace(claim, status="in crux room", room=room)
    card = docket.points.get(claim.id)
    if card is None:
        return claim
    claim = replace(claim, room=parent(card.path), card=card.path)
    return replace(claim, status="resolved", resolution=card.how) if card.resolved and claim.open else claim
