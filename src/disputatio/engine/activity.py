"""How long a debate was really debating, by its log, and how long it may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from disputatio.debate.log.events import Recorded, TurnAbstained, TurnAsked, TurnCompleted, TurnCut, TurnFailed
from disputatio.debate.log.seats import by_hand
from disputatio.debate.values import OptionValue

LONGEST_GAP = 600.0
"""Seconds between two records that one call can take; a longer gap was a crash or a sleep of the machine."""


class Activity:
    """Seconds in which a debate had a model asked, record by record; neither pauses nor a person's own time count. A
    call that is asked for a second time was lost in a crash: what lies between was no debating."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._before = 0.0
        self._asked: set[str] = set()

    def add(self, record: Recorded) -> None:
        event = record.event
        lost = isinstance(event, TurnAsked) and event.path in self._asked
        if not lost:
            self.seconds = self.until(record.at)
        self._before = record.at
        match event:
            case TurnAsked() if not by_hand(event.model):
                self._asked.add(event.path)
            case TurnCompleted() | TurnFailed() | TurnCut() | TurnAbstained():
                self._asked.discard(event.path)

    def until(self, now: float) -> float:
        """The seconds there will be at `now` (seconds since 1970) if nothing more is recorded until then."""
        running = min(max(now - self._before, 0.0), LONGEST_GAP) if self._asked else 0.0
        return self.seconds + running


def active_time(records: Sequence[Recorded]) -> float:
    """Seconds in which a recorded debate had a model asked."""
    activity = Activity()
    for record in records:
        activity.add(record)
    return activity.seconds


def over_time(options: Mapping[str, OptionValue], seconds: float) -> str:
    """Why a debate of so many active seconds may ask nothing more; empty while it may."""
    cap = options.get("max_minutes")
    if not isinstance(cap, (int, float)) or isinstance(cap, bool) or cap <= 0:
        return ""
    spent = seconds / 60
    return f"the budget is spent ({spent:.0f} of {cap:g} minutes; option max_minutes)" if spent >= cap else ""
