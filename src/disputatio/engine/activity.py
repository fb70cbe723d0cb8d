"""How long a debate was really debating, by its log, and how long it may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from disputatio.debate.events import Recorded, TurnAbstained, TurnAsked, TurnCompleted, TurnCut, TurnFailed
from disputatio.debate.seats import HUMAN
from disputatio.debate.values import OptionValue

LONGEST_GAP = 600.0
"""Seconds between two records that one call can take; a longer gap was a crash or a sleep of the machine."""


def active_time(records: Sequence[Recorded]) -> float:
    """Seconds in which a recorded debate had a model asked. A call that is asked for a second time was lost in a
    crash: what lies between was no debating."""
    total, before = 0.0, 0.0
    asked: set[str] = set()
    for record in records:
        event = record.event
        lost = isinstance(event, TurnAsked) and event.path in asked
        if asked and not lost:
            total += min(max(record.at - before, 0.0), LONGEST_GAP)
        before = record.at
        match event:
            case TurnAsked() if event.model != HUMAN:
                asked.add(event.path)
            case TurnCompleted() | TurnFailed() | TurnCut() | TurnAbstained():
                asked.discard(event.path)
    return total


def over_time(options: Mapping[str, OptionValue], seconds: float) -> str:
    """Why a debate of so many active seconds may ask nothing more; empty while it may."""
    cap = options.get("max_minutes")
    if not isinstance(cap, (int, float)) or isinstance(cap, bool) or cap <= 0:
        return ""
    spent = seconds / 60
    return f"the budget is spent ({spent:.0f} of {cap:g} minutes; option max_minutes)" if spent >= cap else ""
