"""Running a recorded debate again from its own answers, without any call (SPEC TURN.3, AUDIT.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from disputatio.debate.hooks import OPTION, without_gating
from disputatio.debate.ids import join
from disputatio.debate.log.events import (
    BlockEntered,
    BlockLeft,
    DebateEnded,
    DebateOpened,
    Event,
    PassBegan,
    Recorded,
    Spliced,
    TurnAsked,
    TurnCompleted,
)
from disputatio.debate.log.evolve import evolve
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Call, Note
from disputatio.debate.statements.older import require_present
from disputatio.debate.values import OptionValue
from disputatio.debate.walk.plan import Planner


def replay_opening(id: str, opened: DebateOpened) -> DebateOpened:
    """Return the same debate with what was said in debate `id` for every answer: nobody is asked, a person's seat is
    spoken for as well, and nothing of it is written to a branch. Raises Refused for a debate of earlier rules."""
    require_present(opened.format)
    model = f"replay:{id}"
    return replace(
        opened,
        seats=tuple(replace(seat, model=model) if seat.taken else seat for seat in opened.seats),
        services=dict.fromkeys((*opened.services, "clerk"), model),
        options=unattended_options(opened.options),
        parent=f"{id}@1",
    )


def unattended_options(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options of a debate that is spoken again: it runs on by itself, waits for no approval, writes
    no branch and costs nothing."""
    alone = {OPTION: without_gating(options[OPTION])} if OPTION in options else {}
    return {
        **options,
        **alone,
        "auto_continue": True,
        "gates": [],
        "branch": False,
        "max_cost": None,
        "max_tokens": None,
    }


SHOWN = ("seat", "task", "gives", "heard", "sees")
"""What of a call follows from the rules."""

BY_PERSON = ("person", "stopped")
"""Exits of blocks that a person left, at once or by closing the debate for its synthesis."""


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """`same`: the rules came to the recorded decisions and asked for the recorded turns with the same views. `at` is
    the place in the log of the first difference, and `difference` says what it is."""

    turns: int
    same: bool
    at: int = 0
    difference: str = ""


def replay(records: Sequence[Recorded]) -> ReplayReport:
    """Check every decision of the rules against the log: each must follow from what stands before it. Raises Refused
    for a log that was recorded under earlier rules."""
    again, turns = _Again(), 0
    for record in records:
        if isinstance(record.event, DebateOpened):
            require_present(record.event.format)
        if wrong := again.difference(record.event):
            return ReplayReport(turns=turns, same=False, at=record.seq, difference=wrong)
        turns += isinstance(record.event, TurnCompleted)
        again.take(record.event)
    return ReplayReport(turns=turns, same=True)


@dataclass(slots=True)
class _Again:
    """A debate that is run again. `asked`: how each turn was asked for; `inserted`: blocks that a person added."""

    debate: Debate = field(default_factory=Debate)
    planner: Planner = field(default_factory=Planner)
    asked: dict[str, TurnAsked] = field(default_factory=dict)
    inserted: set[str] = field(default_factory=set)

    def take(self, event: Event) -> None:
        self.debate = evolve(self.debate, event)
        self.planner.observe(event)
        if isinstance(event, TurnAsked):
            self.asked[event.path] = event
        if isinstance(event, Spliced) and event.block.ask == "person":
            self.inserted.add(join(event.after, event.block.name))

    def difference(self, event: Event) -> str:
        match event:
            case TurnAsked():
                return self._view(event)
            case DebateEnded(outcome="stopped"):
                return ""
            case BlockLeft(exit=exit) if exit in BY_PERSON:
                return "" if self._left_by_person(event) else f"nobody could leave {event.path} there"
            case BlockEntered(path=path) if path in self.inserted:
                return ""
            case BlockEntered() | PassBegan() | BlockLeft() | DebateEnded():
                step = self.planner.plan(self.debate)
                decided = isinstance(step, Note) and event in step.events
                return "" if decided else f"the rules do not decide {event!r}"
            case _:
                return ""

    def _view(self, event: TurnAsked) -> str:
        """Return what is wrong with what a call was shown; empty where it is what the rules show it there. A call that
        is repeated after a cut may also see what it saw at first: an option that changed meanwhile, or a block that was
        left, changes nothing for a call that is under way."""
        walk = self.planner.walk(self.debate)
        gates = [note for note in walk.notes if isinstance(note, TurnAsked)]
        wanted: list[Call | TurnAsked] = [*walk.calls, *gates]
        shown = [each for each in wanted if each.path == event.path]
        if event.path in self.asked and event.path not in self.debate.replies:
            shown.append(self.asked[event.path])
        if not shown:
            return f"{event.path} was asked, and the rules do not ask for it there"
        same = any(all(getattr(each, name) == getattr(event, name) for name in SHOWN) for each in shown)
        return "" if same else f"{event.path} saw something else than the rules show it"

    def _left_by_person(self, event: BlockLeft) -> bool:
        if event.exit == "stopped":  # whatever comes before the closing is given up, reached or not
            return self.debate.status == "stopped"
        return event.path in self.planner.walk(self.debate).open
