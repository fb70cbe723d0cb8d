"""Crux rooms: which claims go into one, and what a room is like (SPEC CRUX.1)."""

from __future__ import annotations

from disputatio.debate.board.minutes import ledger_of
from disputatio.debate.format import Block
from disputatio.debate.ids import index_of, inside
from disputatio.debate.policy import At, Reason, policy
from disputatio.debate.statements.argumentation import undecided_claims
from disputatio.debate.statements.claims import Claim, claims_of, sides_of

COMMITTED = 0.8
"""Confidence from which a side is committed."""

PAIRS = 8
"""Exchanges of one room: 16 turns; after each pair of them it is asked whether it is resolved."""


@policy("each", needs="ledger")
def ripe_claims(at: At, exchanges: int = 2) -> list[str]:
    """Claims that two committed sides have contested in so many consecutive exchanges, or that stay undecided although
    others hang on them; each goes into a room once (SPEC CRUX.1)."""
    ledger, claims = ledger_of(at.past), claims_of(at.past)
    sure = {seat for seat, standing in ledger.items() if (standing.confidence or 0.0) >= COMMITTED}
    open_ended = undecided_claims(claims)
    return [
        claim.id
        for claim in claims.values()
        if claim.status == "active"
        and not claim.room
        and len(sides := sides_of(claim, at)) > 1
        and ((claim.streak >= exchanges and sure.issuperset(sides)) or claim.id in open_ended)
    ]


@policy("each", name="claim")
def one_claim(at: At, id: str) -> list[str]:
    """One claim by its id, if it has two sides that are present."""
    claim = claims_of(at.past).get(id)
    return [id] if claim and len(sides_of(claim, at)) > 1 else []


@policy("until", needs="ledger")
def no_new_claims(at: At) -> Reason | None:
    """Nobody opened a claim in the pass that just ended, and every message of it was recorded."""
    unknown = (path for standing in ledger_of(at.past).values() for path in standing.missed)
    opened = (claim.messages[0] for claim in claims_of(at.past).values())
    if any(inside(path, at.path) for path in (*unknown, *opened)):
        return None
    return Reason("completed", "no new claim was made")


def room_claim(at: At) -> Claim | None:
    """The claim that an enclosing block is about: the innermost one, no seat and no pass."""
    claims = claims_of(at.past)
    named = (index_of(part) for part in reversed(at.path.split("/")))
    return next((claims[id] for id in named if id in claims and id not in at.debate.seats), None)


def room(name: str, each: str) -> Block:
    """The block of a crux room, as the standard step `crux` has it, for a room that is opened by hand."""
    return Block(
        name=name,
        each=each,
        order="together",
        heard="room",
        do=(
            Block(name="statement", ask=f"sides {name}", order="together", sees=("nothing", "figure room-view")),
            Block(name="exchange", repeat=PAIRS, until=("resolved",), do=(_rejoinder(name),)),
            _card(name),
        ),
    )


def _rejoinder(room: str) -> Block:
    sees = (f"here {room}", "figure room-view")
    return Block(name="rejoinder", ask=f"sides {room}", sees=sees, gives="stance")


def _card(room: str) -> Block:
    sees = (f"here {room}", "figure participants", "figure claim")
    return Block(name="card", ask="clerk", sees=sees, gives="card", heard="all", optional=True)
