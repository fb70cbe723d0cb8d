"""Claims: contested statements with two sides and a life of their own (SPEC LEDGER.2). A pure fold over the past.

    active        disputed, and the sides still return to it
    in crux room  its two sides exchange on it in a room of their own
    resolved      both accept a common statement, or one side took it back or came round
    abandoned     neither side returned to it for two whole rounds; it is active again when one does

A new disagreement opens a claim or joins the one that says the same (`sameness`, never across a negation). Claims
support, attack and answer one another and rest on evidence: the links are the argument graph. Where a format keeps
points and no ledger, its contested points are its claims.

A round, here, is the block in which a message stands: ``aspect[cost]/miniround[2]``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import Literal

from disputatio.debate.ids import index, index_of, parent
from disputatio.debate.ledger import ledger_of
from disputatio.debate.points import Point, points_of
from disputatio.debate.policies import At, Reason, policy
from disputatio.debate.reading import items, message_at, speaker_of, word, words
from disputatio.debate.sameness import same
from disputatio.debate.turns import Past, Turn
from disputatio.debate.values import Json, value

ClaimStatus = Literal["active", "in crux room", "resolved", "abandoned"]
LinkKind = Literal["supports", "attacks", "answers"]
_KINDS: tuple[LinkKind, ...] = ("supports", "attacks", "answers")

ABANDONED = 2
"""Whole rounds without either side after which a claim is abandoned."""

COMMITTED = 0.8
"""Confidence from which a side is committed (SPEC CRUX.1)."""


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
    first one is its source. `streak`: in how many consecutive rounds up to the last it was contested. `room`: the crux
    room that it is or was in; `card`: the card that came of it. `resolution`: how it was resolved."""

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

    @property
    def open(self) -> bool:
        return self.status in ("active", "in crux room")


Claims = dict[str, Claim]


@value
class _Board:
    """`rounds`: the rounds so far, oldest first; `touched`: in which of them each claim was last taken up by a side."""

    claims: Claims = field(default_factory=dict)
    rounds: tuple[str, ...] = ()
    touched: dict[str, int] = field(default_factory=dict)


_EMPTY = _Board()


def claims_of(past: Past) -> Claims:
    """All claims so far, by id, in the order in which they were opened."""
    from_points = {point.id: _from_point(point) for point in points_of(past).values() if _was_disputed(point)}
    return {**from_points, **past.fold("claims", _with_turn, _EMPTY).claims}


def _with_turn(board: _Board, turn: Turn) -> _Board:
    if turn.gives == "ledger":
        return _recorded(board, turn)
    if turn.gives == "card":
        return _closed(board, turn)
    if turn.heard.startswith("room:"):
        return _in_room(board, turn)
    return _entered(board, parent(turn.path)) if turn.message and turn.by != "person" else board


# ---- rounds ----------------------------------------------------------------------------------------------------------
def _entered(board: _Board, round: str) -> _Board:
    """A message of another round: what nobody returned to for two whole rounds is abandoned."""
    if board.rounds and board.rounds[-1] == round:
        return board
    now = len(board.rounds)
    stale = {
        id: replace(claim, status="abandoned")
        for id, claim in board.claims.items()
        if claim.status == "active" and now - board.touched.get(id, now) > ABANDONED
    }
    return replace(board, rounds=(*board.rounds, round), claims={**board.claims, **stale} if stale else board.claims)


# ---- records ---------------------------------------------------------------------------------------------------------
def _recorded(board: _Board, turn: Turn) -> _Board:
    about = message_at(turn.path)
    author = speaker_of(about)
    for item in items(turn.data.get("claims")):
        board = _taken_up(board, item, about, author)
    return board


def _taken_up(board: _Board, item: dict[str, Json], about: str, author: str) -> _Board:
    claim = _known(board.claims, item) or _new(item, author)
    if claim is None:
        return board
    side = not claim.sides or author in claim.sides or len(claim.sides) < 2
    now = max(0, len(board.rounds) - 1)
    if word(item.get("status")) == "resolved":
        claim = replace(claim, status="resolved", resolution=word(item.get("resolution")) or claim.resolution)
    elif side:
        claim = _contested(claim, author, now, board.touched.get(claim.id, now - 2))
    claim = replace(
        claim,
        messages=tuple(dict.fromkeys((*claim.messages, about))),
        links=tuple(dict.fromkeys((*claim.links, *_links(item, author, about, board.claims)))),
    )
    touched = {**board.touched, claim.id: now} if side else board.touched
    return replace(board, claims={**board.claims, claim.id: claim}, touched=touched)


def _contested(claim: Claim, author: str, now: int, before: int) -> Claim:
    """Disputed once more by one of its sides. What was resolved and is disputed anew lives again."""
    sides = claim.sides if author in claim.sides or len(claim.sides) > 1 else (*claim.sides, author)
    streak = max(1, claim.streak) if now == before else claim.streak + 1 if now == before + 1 else 1
    room = claim.status == "in crux room"
    return replace(claim, sides=sides, streak=streak, status=claim.status if room else "active", resolution="")


def _known(claims: Claims, item: dict[str, Json]) -> Claim | None:
    """The claim that is meant: by its id, else the one that says the same."""
    by_id = claims.get(index(word(item.get("id"))))
    text = word(item.get("text"))
    return by_id or next((claim for claim in claims.values() if text and same(claim.text, text)), None)


def _new(item: dict[str, Json], author: str) -> Claim | None:
    id, text = index(word(item.get("id"))), word(item.get("text"))
    if not id or not text:
        return None
    sides = tuple(dict.fromkeys(words(item.get("sides"))))[:2]
    return Claim(id=id, text=text, sides=sides if len(sides) > 1 else tuple(dict.fromkeys((*sides, author))))


def _links(item: dict[str, Json], author: str, path: str, claims: Claims) -> Iterator[Link]:
    """Links to claims by their ids; what is no claim's id is a citation."""
    for kind in _KINDS:
        for to in words(item.get(kind)):
            yield Link(kind=kind, to=index(to) if index(to) in claims else to, by=author, path=path)


# ---- crux rooms ------------------------------------------------------------------------------------------------------
def _in_room(board: _Board, turn: Turn) -> _Board:
    room = turn.heard.partition(":")[2]
    claim = board.claims.get(index_of(room))
    if claim is None or claim.room == room:
        return board
    entered = replace(claim, status="in crux room", room=room)
    return replace(board, claims={**board.claims, claim.id: entered})


def _closed(board: _Board, turn: Turn) -> _Board:
    """The card returns to the board: resolved, or active as before."""
    claim = board.claims.get(index(word(turn.data.get("claim"))))
    if claim is None:
        return board
    settled = turn.data.get("resolved") is True
    after = replace(
        claim,
        status="resolved" if settled else "active",
        card=turn.path,
        streak=0,
        resolution=(word(turn.data.get("how")) or word(turn.data.get("statement"))) if settled else "",
    )
    touched = {**board.touched, claim.id: max(0, len(board.rounds) - 1)}
    return replace(board, claims={**board.claims, claim.id: after}, touched=touched)


# ---- points ----------------------------------------------------------------------------------------------------------
def _was_disputed(point: Point) -> bool:
    return point.status in ("contested", "resolved", "unverifiable") or point.judged == "contested"


def _from_point(point: Point) -> Claim:
    """A disputed point: its author against who judged it last."""
    judge = speaker_of(point.since)
    rests = tuple(Link(kind="supports", to=citation, by=point.author, path=point.path) for citation in point.verified)
    over = point.settled or point.status == "withdrawn"
    return Claim(
        id=point.id,
        text=point.text,
        sides=tuple(dict.fromkeys(side for side in (point.author, judge) if side)),
        status="resolved" if over else "abandoned" if point.status == "set aside" else "active",
        messages=tuple(dict.fromkeys((point.path, point.since))),
        links=rests,
        resolution=point.reason if over else "",
    )


# ---- policies --------------------------------------------------------------------------------------------------------
@policy("each", needs="ledger")
def ripe_claims(at: At, exchanges: int = 2) -> list[str]:
    """Claims that two committed sides have contested in so many consecutive exchanges, and that no room has had (SPEC
    CRUX.1)."""
    ledger = ledger_of(at.past)
    sure = {seat for seat, standing in ledger.items() if (standing.confidence or 0.0) >= COMMITTED}
    return [
        claim.id
        for claim in claims_of(at.past).values()
        if claim.status == "active"
        and claim.streak >= exchanges
        and not claim.room
        and len(sides := sides_of(claim, at)) > 1
        and sure.issuperset(sides)
    ]


@policy("each", name="claim")
def one_claim(at: At, id: str) -> list[str]:
    """One claim by its id, if it has two sides that are present."""
    claim = claims_of(at.past).get(id)
    return [id] if claim and len(sides_of(claim, at)) > 1 else []


@policy("until", needs="ledger")
def no_new_claims(at: At) -> Reason | None:
    """Nobody opened a claim in the pass that just ended."""
    opened = (claim.messages[0] for claim in claims_of(at.past).values() if claim.messages)
    fresh = [path for path in opened if path == at.path or path.startswith(at.path + "/")]
    return None if fresh else Reason("completed", "no new claim was made")


def sides_of(claim: Claim, at: At) -> list[str]:
    """The sides that are seats of this debate and taken: a model may have named anything."""
    return [side for side in claim.sides if side in at.debate.seats and at.present(side)]


def room_claim(at: At) -> Claim | None:
    """The claim that an enclosing block is about."""
    claims = claims_of(at.past)
    parts = at.path.split("/")
    found = (claims.get(index_of(part)) for part in reversed(parts))
    return next((claim for claim in found if claim is not None), None)
