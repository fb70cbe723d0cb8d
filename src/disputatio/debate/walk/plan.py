"""plan(debate) -> Step: walk the program beside the trace, and see where the trace ends.

`plan` is a function of the debate alone. `Planner` gives the same answers to a debate that grows event by event, in
time that does not grow with its length: its walk waits where the trace ends and goes on from there, and what cannot go
on so is walked anew past blocks that are finished, because the past after each of them is remembered.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from disputatio.debate.log.events import (
    BlockLeft,
    DebateEnded,
    DebateHalted,
    Event,
    OptionChanged,
    SeatAssigned,
    Spliced,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnDrafted,
)
from disputatio.debate.log.state import Debate, over_budget
from disputatio.debate.log.steps import Do, Note, Rest, Step
from disputatio.debate.walk import gates
from disputatio.debate.walk.walk import Memo, Walk


def plan(debate: Debate) -> Step:
    """Return what must happen next."""
    return Planner().plan(debate)


@dataclass(slots=True)
class Planner:
    """Plans one growing debate. Feed it every event (`observe`) and ask it with every state."""

    memo: Memo = field(default_factory=Memo)
    underway: Walk | None = None
    grown: bool = False

    def observe(self, event: Event) -> None:
        """Take in an event. What a person inserts into a finished block makes it unfinished; leaving a block, or giving
        up a call in it, changes what it came to; a changed option or seat changes the views of calls that were not
        asked yet."""
        self.grown = True
        match event:
            case TurnAsked() | TurnCompleted() | TurnDrafted():
                pass  # most of what happens
            case Spliced():
                self.forget(event.after)
            case BlockLeft() | TurnAbstained() if self.underway is None or event not in self.underway.notes:
                self.forget(event.path)
            case OptionChanged() | SeatAssigned():
                self.memo.calls.clear()
                self.underway = None

    def forget(self, inner: str) -> None:
        self.underway = None
        self.memo.forget(inner)

    def plan(self, debate: Debate) -> Step:
        if debate.status != "debating":
            return Rest(status=debate.status, why=debate.why, reason=debate.reason)
        walk = self.walk(debate)
        if walk.notes:
            return Note(events=tuple(walk.notes))
        if walk.calls:
            over = over_budget(debate.spent, debate.options)
            if over and any(call.path not in debate.asked for call in walk.calls):
                return Note(events=(DebateHalted(status="paused", reason="budget", why=over),))
            return Do(calls=tuple(walk.calls))
        if walk.gates and not walk.failures:
            why = gates.waiting(walk.gates)
            return Note(events=(DebateHalted(status="paused", reason="gate", why=why),))
        if walk.failures:
            failure = debate.failed[walk.failures[0]]
            why = f"{failure.why} {failure.remedy}".strip()
            return Note(events=(DebateHalted(status="error", reason="fault", why=why),))
        return Note(events=(walk.verdict or DebateEnded(outcome="completed", why="every step is done"),))

    def walk(self, debate: Debate) -> Walk:
        """Return where the debate stands: open calls, open blocks, and the past at the end of what was said. The walk
        that waits there goes on; what no event explains is walked from the start."""
        walk = self.underway
        if walk is not None and walk.debate is debate:
            return walk
        if walk is None or not self.grown:
            walk = Walk(debate, self.memo)
        self.underway, self.grown = None, False  # a walk that a fault ended cannot go on
        walk.on(debate)
        self.underway = walk
        return walk
