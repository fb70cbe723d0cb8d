"""What a brief names, as data: who takes part, statements and disputes."""

from __future__ import annotations

from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.values import value
from disputatio.prompting.request import Brief

SETTLED = frozenset({"agreed"})
OPEN = frozenset({"contested", "assumption"})


def names_of(brief: Brief) -> dict[str, str]:
    """Return what the participants are called, by seat; a letter where names are hidden."""
    return {turn.seat: turn.label for turn in brief.turns} | {one.seat: one.name for one in brief.cast}


@value
class KnownPoint:
    """A statement: its id, status, the name of its author, text, and the reason for its status."""

    id: str
    status: str
    author: str
    text: str
    reason: str = ""


def points(brief: Brief) -> list[KnownPoint]:
    """Return all statements that the figures list, in order."""
    names = names_of(brief)
    return [
        KnownPoint(
            id=one.id, status=one.status, author=names.get(one.author, one.author), text=one.text, reason=one.reason
        )
        for one in brief.statements
    ]


@value
class KnownClaim:
    """A statement in dispute, with the names of its two sides."""

    id: str
    status: str
    text: str
    sides: tuple[str, ...] = ()


def claims_known(brief: Brief) -> list[KnownClaim]:
    """Return all statements in dispute that the figures list, in order."""
    names = names_of(brief)
    return [
        KnownClaim(
            id=one.id,
            status="resolved" if not one.unsettled else "abandoned" if one.abandoned else "active",
            text=one.text,
            sides=tuple(names.get(side, side) for side in one.sides),
        )
        for one in brief.statements
        if one.disputed
    ]


def point_meant(known: list[KnownPoint], id: str, text: str = "") -> KnownPoint | None:
    """Return the point that is meant: by its id, else the one that says the same."""
    by_id = next((point for point in known if point.id == id), None)
    return by_id or next((point for point in known if text and bare_words(point.text) == bare_words(text)), None)


# ---- Whom a recording model means: it is told ids and names, and mixes them.
def seats_of(brief: Brief) -> dict[str, str]:
    """Return the seat behind each id, name and role, casefolded; a role that two participants share names nobody."""
    ids: dict[str, str] = {}
    roles: dict[str, list[str]] = {}
    for one in brief.cast:
        ids |= {one.seat.casefold(): one.seat, one.name.casefold(): one.seat}
        roles.setdefault(one.role.casefold(), []).append(one.seat)
    alone = {role: found[0] for role, found in roles.items() if len(found) == 1}
    return alone | ids


def seat_meant(seats: dict[str, str], said: str) -> str:
    """Return the seat that is meant, "" where that is none of them: an id, a name, or "Name (role)"."""
    plain = said.strip(" .,:;@\"'`*").casefold()
    return seats.get(plain) or seats.get(plain.partition(" (")[0].strip()) or ""
