"""Where each participant stands, and how that came about: stance, confidence, changes of position."""

from __future__ import annotations

from collections.abc import Iterable

from disputatio.debate.ledger import Ledger, Relation, Shift, Standing
from disputatio.debate.settlements import by_person, given_up, room_on, settled_by
from disputatio.faces.gui.models.board import LevelAt, MarkAt, Place, ShiftItem, StandingItem, TimelineItem
from disputatio.faces.gui.presenters.board_places import Course, when


def standing_items(ledger: Ledger, course: Course) -> tuple[StandingItem, ...]:
    """In the order of the table; who has not spoken is left out."""
    return tuple(_standing(ledger[seat], course) for seat in course.people if seat in ledger)


def _standing(found: Standing, course: Course) -> StandingItem:
    return StandingItem(
        who=course.people[found.seat],
        stance=found.stance,
        since=Place(path=found.since, label=when(found.since)) if found.since else None,
        confidence=found.confidence,
        rules=found.rules,
        missed=tuple(Place(path=path, label=when(path)) for path in found.missed),
        agreements=_told(found.agreements, course),
        disagreements=_told(found.disagreements, course),
        settled=tuple(f"{course.name(one.seat)}: {one.on} — {settled_by(one)}" for one in found.settled),
        cards=tuple(Place(path=path, label=when(path)) for path in _cards(found)),
        concessions=tuple(given_up(one) for one in found.concessions),
        timeline=_timeline(found, course),
    )


def _cards(found: Standing) -> Iterable[str]:
    """The paths of the crux cards about what is settled or still open, each once."""
    named = (*(one.card for one in found.settled), *(one.card for one in found.disagreements))
    return dict.fromkeys(path for path in named if path and not by_person(path))


def _told(relations: Iterable[Relation], course: Course) -> tuple[str, ...]:
    return tuple(
        (f"{course.name(one.seat)}: " if one.seat else "")
        + one.on
        + (" (strongly)" if one.strength == "strong" and one.seat else "")
        + (f" — {room_on(one)}" if one.card else "")
        for one in relations
    )


def _timeline(found: Standing, course: Course) -> TimelineItem:
    return TimelineItem(
        stages=tuple(course.stages.values()),
        levels=tuple(
            LevelAt(at=course.at(one.path), level=one.level, path=one.path, label=course.place(one.path).label)
            for one in found.confidences
        ),
        marks=tuple(MarkAt(at=course.at(one.path), shift=shift_item(one, course)) for one in found.shifts),
    )


def shift_item(found: Shift, course: Course) -> ShiftItem:
    return ShiftItem(
        path=found.path,
        label=course.place(found.path).label,
        before=found.before,
        after=found.after,
        flip=found.flip,
        cause=found.cause,
        because=found.because,
        sentence=found.sentence,
        aspect=found.aspect,
    )


def shifts_by_message(ledger: Ledger, course: Course) -> dict[str, tuple[ShiftItem, ...]]:
    """The changes of position that each message made."""
    found: dict[str, tuple[ShiftItem, ...]] = {}
    for standing in ledger.values():
        for shift in standing.shifts:
            found[shift.path] = (*found.get(shift.path, ()), shift_item(shift, course))
    return found
