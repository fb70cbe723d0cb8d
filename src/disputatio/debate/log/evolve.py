"""evolve(debate, event) -> Debate: what has happened changes what is so. Total: every event, in every state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from disputatio.debate.ids import pass_over
from disputatio.debate.log.events import (
    BlockEntered,
    BlockLeft,
    DebateEnded,
    DebateHalted,
    DebateOpened,
    DebateResumed,
    Event,
    FollowUpAsked,
    OptionChanged,
    PassBegan,
    Recorded,
    SeatAssigned,
    Spliced,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnDrafted,
    TurnFailed,
)
from disputatio.debate.log.state import Debate, Spent, alter
from disputatio.debate.persistent import PersistentMap

NOTHING = Debate()


def fold(events: Iterable[Event], debate: Debate = NOTHING) -> Debate:
    """Return the debate after some events."""
    for event in events:
        debate = evolve(debate, event)
    return debate


def debate_in(records: Iterable[Recorded]) -> Debate:
    """Return the debate that is recorded."""
    return fold(record.event for record in records)


def evolve(debate: Debate, event: Event) -> Debate:  # noqa: C901  one line per event is the clearest form of a fold
    match event:
        case TurnAsked():
            return alter(debate, asked=debate.asked.set(event.path, event.model))
        case TurnCompleted():
            return _completed(debate, event)
        case BlockEntered():
            return alter(debate, entered=debate.entered.set(event.path, event.groups))
        case PassBegan():
            return _began(debate, event)
        case BlockLeft():
            return alter(debate, left=debate.left.set(event.path, event))
        case TurnDrafted() | FollowUpAsked():
            return debate
        case TurnFailed():
            debate = alter(debate, failed=debate.failed.set(event.path, event))
            return alter(_landed(debate, event.path), spent=debate.spent.plus(event, 0))
        case TurnCut():
            return alter(_landed(debate, event.path), spent=debate.spent.plus(event, 0))
        case TurnAbstained():
            debate = alter(debate, failed=debate.failed.drop(event.path))
            return alter(_landed(debate, event.path), abstained=debate.abstained.set(event.path, event.why))
        case Spliced():
            before = debate.splices.get(event.after, ())
            return alter(debate, splices=debate.splices.set(event.after, (*before, event.block)))
        case OptionChanged():
            return alter(debate, options={**debate.options, event.name: event.value})
        case SeatAssigned():
            return _assigned(debate, event)
        case DebateHalted():
            return alter(debate, status=event.status, reason=event.reason, why=event.why)
        case DebateResumed():
            return alter(debate, status="debating", reason=None, why="", failed=PersistentMap())
        case DebateEnded():
            return alter(debate, status=event.outcome, reason=None, why=event.why)
        case DebateOpened():
            return _opened(event)
        case _:
            assert_never(event)


def _opened(event: DebateOpened) -> Debate:
    return Debate(
        question=event.question,
        format=event.format,
        seats={seat.id: seat for seat in event.seats},
        options=event.options,
        services=event.services,
        seed=event.seed,
        context=event.context,
        prompts=event.prompts,
        parent=event.parent,
        day=event.day,
        personas=event.personas,
        roles=event.roles,
        tracks=event.tracks,
        status="debating",
    )


def _completed(debate: Debate, event: TurnCompleted) -> Debate:
    spent: Spent = debate.spent.plus(event, turns=1 if event.by == "model" else 0)
    if event.path in debate.replies or event.path in debate.abstained:  # too late: others have read on without it
        return alter(_landed(debate, event.path), spent=spent)
    return alter(
        debate,
        replies=debate.replies.set(event.path, event),
        asked=debate.asked.drop(event.path),
        failed=debate.failed.drop(event.path),
        spent=spent,
    )


def _landed(debate: Debate, path: str) -> Debate:
    return alter(debate, asked=debate.asked.drop(path))


def _began(debate: Debate, event: PassBegan) -> Debate:
    debate = alter(debate, passes=debate.passes.set(event.path, event.n))
    if not event.pause:
        return debate
    return alter(debate, status="paused", reason="round", why=pass_over(event.path, event.n - 1))


def _assigned(debate: Debate, event: SeatAssigned) -> Debate:
    if event.seat in debate.seats:
        seat = replace(debate.seats[event.seat], model=event.model)
        return alter(debate, seats={**debate.seats, event.seat: seat})
    return alter(debate, services={**debate.services, event.seat: event.model})
