"""Claims: statements that are or were in dispute, with their two sides (SPEC LEDGER.2). A view of the registry."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from disputatio.debate.log.turns import Past
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.statement import Link, Statement
from disputatio.debate.values import value

ClaimStatus = Literal["active", "in crux room", "resolved", "abandoned"]


@value
class Claim:
    """`debated`: its wording before the card of its room, which may have given it another. `sides`: the two who
    disagree, the one who holds it first; `against`: all who dispute it, or did. `messages`: where it was taken up,
    oldest first; the first one is its source. `streak`: in how many rounds it was contested without a break, up to
    the present one. `room`: the crux room that it is or was in, and who was `seated` there; `card`: the card that
    came of it. `resolution`: how it was resolved, `by`: in whose words, where they are somebody's. `ruling`: the turn
    in which a person ruled on it, where that still holds."""

    id: str
    text: str = ""
    debated: str = ""
    sides: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    status: ClaimStatus = "active"
    messages: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    streak: int = 0
    room: str = ""
    seated: tuple[str, ...] = ()
    card: str = ""
    resolution: str = ""
    by: str = ""
    ruling: str = ""

    @property
    def open(self) -> bool:
        """Whether it is not settled. One that nobody returns to is open as well: they may."""
        return self.status != "resolved"


Claims = dict[str, Claim]


def claims_of(past: Past) -> Claims:
    """Return all claims so far, by id, in the order in which they were first stated. The last ones are remembered."""
    statements = statements_of(past)
    known: tuple[object, Claims] | None = past.shared.get("claims")
    if known is None or known[0] is not statements:
        known = past.shared["claims"] = (
            statements,
            {id: _claim(one) for id, one in statements.items() if one.disputed},
        )
    return known[1]


def live_claims(past: Past) -> Claims:
    """Return the open claims that somebody took up lately, by id."""
    registry = registry_of(past)
    live = (registry.statements[id] for id in registry.live)
    return {one.id: _claim(one) for one in live if one.disputed}


def claim_of(past: Past, id: str) -> Claim | None:
    """One claim, if it is one."""
    one = statements_of(past).get(id)
    return _claim(one) if one is not None and one.disputed else None


def sides_of(claim: Claim, at: At) -> list[str]:
    """Return the sides that are seats of this debate and taken: a model may have named anything."""
    return [side for side in claim.sides if side in at.debate.seats and at.present(side)]


def release(claim: Claim) -> Claim:
    """Return a claim whose room ended without a card."""
    return replace(claim, status="active", streak=0)


def _claim(one: Statement) -> Claim:
    over = not one.unsettled
    return Claim(
        id=one.id,
        text=one.text,
        debated=_debated(one),
        sides=one.sides,
        against=tuple(made.seat for made in one.disputing) or one.disputants,
        status=_status(one),
        messages=tuple(dict.fromkeys(step.path for step in one.history if step.deed not in ("ruled", "met"))),
        links=one.links,
        streak=one.streak,
        room=one.room,
        seated=one.seated,
        card=one.card,
        resolution=(one.resolution or one.reason) if over or one.ruled else "",
        by=one.reason_by if over and not one.resolution else "",
        ruling=one.ruling if one.ruled else "",
    )


def _debated(one: Statement) -> str:
    """Return how a claim was worded when its last room came to a card."""
    paths = [step.path for step in one.history if step.deed in ("revised", "met")]
    later = {one.card, *paths[paths.index(one.card) :]} if one.card in paths else set[str]()
    return next((worded.text for worded in reversed(one.wordings) if worded.path not in later), one.text)


def _status(one: Statement) -> ClaimStatus:
    if one.talking:
        return "in crux room"
    if not one.unsettled:
        return "resolved"
    return "abandoned" if one.abandoned else "active"
