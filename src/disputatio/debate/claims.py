"""Claims: contested statements with two sides and a life of their own (SPEC LEDGER.2). Values; `docket` keeps them.

    active        disputed, and the sides still return to it
    in crux room  its two sides exchange on it in a room of their own
    resolved      both accept a common statement, or one side took it back or came round, or a person settled it
    abandoned     neither side returned to it for two whole rounds; it is active again when one does

Claims support, attack and answer one another and rest on evidence: the links are the argument graph.
"""

from __future__ import annotations

from typing import Literal, get_args

from disputatio.debate.policies import At
from disputatio.debate.values import value

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
