"""A person's word on a point or a claim: what is settled so is theirs, and is never told as an agreement. Pure."""

from __future__ import annotations

from typing import Final

from disputatio.debate.decide.extensions import look, under_way
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Rule
from disputatio.debate.log.state import Debate
from disputatio.debate.natural_order import natural
from disputatio.debate.statements.claims import Claim, claims_of
from disputatio.debate.statements.points import points_of
from disputatio.debate.values import Json

ON_POINTS: Final = ("set aside", "agreed", "contested")
ON_CLAIMS: Final = {"accepted": "is accepted", "rejected": "is rejected", "open": "stays open"}
"""What can become of a claim, and how that is told to everybody."""


def ruling(debate: Debate, command: Rule) -> tuple[str, dict[str, Json]]:
    """The words of a ruling and its record. A point that is disputed is a claim as well; it is ruled as a point. Raises
    Refused."""
    walk = look(debate)
    points, claims = points_of(walk.past), claims_of(walk.past)
    if command.point in points:
        _check(command, "point", ON_POINTS)
        data: dict[str, Json] = {"point": command.point, "status": command.status, "why": command.why}
        return f"{command.point}: {command.status}. {command.why}".strip(), data
    if command.point not in claims:
        known = ", ".join(sorted({*points, *claims}, key=natural)) or "none yet"
        raise Refused(f"No point or claim {command.point!r}.", f"Points and claims of this debate: {known}.")
    _check(command, "claim", tuple(ON_CLAIMS))
    if not debate.over and under_way(debate, walk, claims[command.point]):
        raise Refused(f"{command.point} is in a crux room.", "Wait for its card, or end the room.")
    return _told(claims[command.point], command), {
        "claim": command.point,
        "status": command.status,
        "why": command.why,
    }


def _check(command: Rule, kind: str, known: tuple[str, ...]) -> None:
    if command.status not in known:
        *most, last = known
        raise Refused(f"You cannot rule a {kind} {command.status!r}.", f"Choose: {', '.join(most)} or {last}.")


def _told(claim: Claim, command: Rule) -> str:
    return f"The claim {claim.id} {ON_CLAIMS[command.status]}: {claim.text}\n\n{command.why}".strip()
