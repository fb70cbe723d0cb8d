"""Running a recorded debate again from its own answers, without any call (SPEC TURN.3, AUDIT.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from disputatio.debate.events import (
    BlockEntered,
    BlockLeft,
    DebateEnded,
    Event,
    PassBegan,
    Recorded,
    TurnAsked,
    TurnCompleted,
)
from disputatio.debate.evolve import evolve
from disputatio.debate.plan import Planner
from disputatio.debate.state import Debate
from disputatio.debate.steps import Do, Note

DECISIONS = (BlockEntered, PassBegan, BlockLeft, DebateEnded)


@dataclass(frozen=True, slots=True)
class Replayed:
    """`same`: the rules came to the recorded decisions and asked for the recorded turns with the same views. `at` is
    the place in the log of the first difference, and `difference` says what it is."""

    turns: int
    same: bool
    at: int = 0
    difference: str = ""


def replay(records: Sequence[Recorded]) -> Replayed:
    """Check every decision of the rules against the log: each must follow from what stands before it."""
    debate, planner, turns = Debate(), Planner(), 0
    for record in records:
        event = record.event
        if isinstance(event, (*DECISIONS, TurnAsked)) and (wrong := _difference(debate, planner, event)):
            return Replayed(turns=turns, same=False, at=record.seq, difference=wrong)
        turns += isinstance(event, TurnCompleted)
        debate = evolve(debate, event)
        planner.observe(event)
    return Replayed(turns=turns, same=True)


def _difference(debate: Debate, planner: Planner, event: Event) -> str:
    step = planner.plan(debate)
    match event:
        case TurnAsked():
            calls = {call.path: call for call in step.calls} if isinstance(step, Do) else {}
            call = calls.get(event.path)
            if call is None:
                return f"{event.path} was asked, and the rules do not ask for it there"
            return "" if call.sees == event.sees else f"{event.path} saw something else than the rules show it"
        case DebateEnded(outcome="stopped") | BlockLeft(exit="person" | "stopped"):
            return ""
        case BlockEntered(path=path) if path.rpartition("/")[2].startswith(("interjection-", "ruling-")):
            return ""
        case _:
            return "" if isinstance(step, Note) and event in step.events else f"the rules do not decide {event!r}"


def answers(records: Iterable[Recorded]) -> dict[str, TurnCompleted]:
    """What was said, by path: what the replay provider speaks from."""
    return {record.event.path: record.event for record in records if isinstance(record.event, TurnCompleted)}
