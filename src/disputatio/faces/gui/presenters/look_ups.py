"""What the turn of a participant looked up, for its card."""

from __future__ import annotations

from disputatio.debate.events import ToolUse
from disputatio.debate.views import look_ups
from disputatio.debate.views.transcript import TurnEntry
from disputatio.faces.gui.models.messages import LookUp


def of_turn(entry: TurnEntry) -> tuple[LookUp, ...]:
    """Its look-ups in their order; the one that is being made comes last."""
    found = [_made(use) for use in entry.tools]
    if entry.looking is not None and entry.status == "open":
        found.append(LookUp(words=look_ups.doing(*entry.looking), state="running"))
    return tuple(found)


def _made(use: ToolUse) -> LookUp:
    if use.name == look_ups.UNAVAILABLE:
        return LookUp(words=look_ups.told(use), state="failed")
    return LookUp(
        words=look_ups.doing(use.name, use.arguments),
        state="failed" if use.failed else "done",
        took=look_ups.took(use.milliseconds) if use.milliseconds else "",
        result=f"{use.name} {use.arguments}\n\n{use.result}",
    )
