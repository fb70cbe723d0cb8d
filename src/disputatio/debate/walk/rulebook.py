"""All policies together. Importing this module makes every family complete: each policy lives in the module that owns
its notion, and this is the explicit list of those modules."""

from __future__ import annotations

from disputatio.debate.board import recall, records, room_entry
from disputatio.debate.log.events import Groups
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.policies import conditions, iterations, speakers, visibility
from disputatio.debate.policy import FAMILIES, At, Reason, call
from disputatio.debate.statements import cards, consensus

MODULES = (
    conditions,
    consensus,
    cards,
    iterations,
    records,
    recall,
    room_entry,
    speakers,
    visibility,
)


def seats(reference: str, at: At) -> tuple[str, ...]:
    """Return whom an `ask` means: a service, a part of the cast, or a who policy."""
    if reference in SERVICES:
        return (reference,)
    if any(part.name == reference for part in at.debate.format.cast):
        reference = f"part {reference}"
    known = (seat for seat in call("who", reference, at) if seat in at.debate.seats or seat in SERVICES)
    return tuple(dict.fromkeys(known))


def items(reference: str, at: At) -> tuple[str, ...]:
    return tuple(call("each", reference, at))


def arrange(reference: str, at: At, found: tuple[str, ...]) -> Groups:
    return tuple(tuple(group) for group in call("order", reference, at, found) if group)


def holds(reference: str, at: At) -> bool:
    return bool(call("when", reference, at))


def leaves(reference: str, at: At) -> Reason | None:
    found = call("until", reference, at)
    return found if isinstance(found, Reason) else None


__all__ = ["FAMILIES", "arrange", "holds", "items", "leaves", "seats"]
