"""A person's word on a statement: what is settled so is theirs, and is never told as an agreement. Pure."""

from __future__ import annotations

from typing import Final

from disputatio.debate.decide.extensions import look, under_way
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Rule
from disputatio.debate.log.state import Debate
from disputatio.debate.natural_order import natural
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.claims import claims_of
from disputatio.debate.values import Json

STATUSES: Final = {
    "accepted": "is accepted",
    "rejected": "is rejected",
    "open": "stays open",
    "set aside": "is set aside",
}
"""What a person can make of a statement, and how that is told to everybody."""


def ruling(debate: Debate, command: Rule) -> tuple[str, dict[str, Json]]:
    """The words of a ruling and its record. Raises Refused."""
    walk = look(debate)
    statements, claims = statements_of(walk.past), claims_of(walk.past)
    one = statements.get(command.point)
    if one is None:
        known = ", ".join(sorted(statements, key=natural)) or "none yet"
        raise Refused(f"There is no statement {command.point!r}.", f"Statements of this debate: {known}.")
    if command.status not in STATUSES:
        *most, last = STATUSES
        raise Refused(f"You cannot rule a statement {command.status!r}.", f"Choose {', '.join(most)} or {last}.")
    if not debate.over and one.id in claims and under_way(debate, walk, claims[one.id]):
        raise Refused(f"{one.id} is in a crux room.", "Wait for its card, or end the room.")
    told = f"{one.id} {STATUSES[command.status]}: {one.text}\n\n{command.why}".strip()
    return told, {"point": one.id, "status": command.status, "why": command.why}
