"""The stance of each participant over time: what was held from when on, how sure, and how it moved."""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.debate.derived import stance_of
from disputatio.debate.entries import spoken
from disputatio.debate.ledger import Entry, FlipClass, Ledger, Standing, aspect_of
from disputatio.debate.minutes import entries_of
from disputatio.debate.reading import share
from disputatio.debate.turns import Past, Turn
from disputatio.debate.values import value


@value
class Moment:
    """What one message says about where its author stands. `path`: the message; `aspect`: what it was about. `stance`
    and `position` (on that aspect) are what is held from then on. `confidence`: 0..1, None where it was not said.
    `flips`: the classes of the changes of position that it makes, `sentence`: the words of the first one (in a derived
    ledger: what it came to).
    `recorded`: False where no record of the message could be made, so all is as before."""

    path: str
    aspect: str = ""
    stance: str = ""
    position: str = ""
    confidence: float | None = None
    flips: tuple[FlipClass, ...] = ()
    sentence: str = ""
    importance: int = 1
    recorded: bool = True


Timelines = dict[str, tuple[Moment, ...]]


def timelines(past: Past, derived: Ledger | None = None) -> Timelines:
    """The moments of each participant, oldest first, by seat. Where the format keeps no ledger: those of the `derived`
    one, and none without it."""
    entries, found = entries_of(past), dict[str, tuple[Moment, ...]]()
    for turn in past if entries or derived else ():
        if spoken(turn):
            before = found.get(turn.seat, ())
            made = _moment(turn.path, entries, before) if entries else _derived(turn, before, derived or {})
            found[turn.seat] = (*before, made)
    return found


def _derived(turn: Turn, before: tuple[Moment, ...], ledger: Ledger) -> Moment:
    standing = ledger.get(turn.seat) or Standing(seat=turn.seat)
    shifts = [shift for shift in standing.shifts if shift.path == turn.path]
    return Moment(
        path=turn.path,
        aspect=aspect_of(turn.path),
        stance=stance_of(turn) or (before[-1].stance if before else ""),
        confidence=share(turn.data.get("confidence")),
        flips=tuple(shift.flip for shift in shifts),
        sentence=next((shift.after for shift in shifts), ""),
    )


def _moment(path: str, entries: Mapping[str, Entry], before: tuple[Moment, ...]) -> Moment:
    aspect, entry = aspect_of(path), entries.get(path)
    stance = before[-1].stance if before else ""
    position = next((one.position for one in reversed(before) if one.aspect == aspect), "")
    if entry is None:
        return Moment(path=path, aspect=aspect, stance=stance, position=position, recorded=False)
    return Moment(
        path=path,
        aspect=aspect,
        stance=entry.stance or stance,
        position=entry.position or ("" if aspect else entry.stance) or position,
        confidence=entry.confidence,
        flips=tuple(shift.flip for shift in entry.shifts),
        sentence=next((shift.sentence for shift in entry.shifts), ""),
        importance=entry.importance,
    )
