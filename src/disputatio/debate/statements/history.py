"""The history of a statement: who did what to it in which turn, and which step gave it the status that it has."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Literal

from disputatio.debate.values import value

Deed = Literal[
    "stated",
    "raised",
    "agreed",
    "partly",
    "upheld",
    "disputed",
    "doubted",
    "kept",
    "answered",
    "revised",
    "withdrew",
    "closed",
    "dropped",
    "lifted",
    "opposed",
    "sided",
    "assumed",
    "met",
    "ruled",
]
JUDGED: tuple[Deed, ...] = ("agreed", "partly", "upheld", "disputed", "doubted")
"""How a judgement stands in the history."""
ENDS: tuple[Deed, ...] = ("revised", "closed", "dropped", "lifted", "upheld")
"""What may end a dispute without an agreement."""
TURNS: tuple[Deed, ...] = ("revised", "withdrew", "closed", "dropped", "lifted", "ruled", "met")
"""What is done to a statement itself: a judgement after it is a new one."""

STANDS: tuple[Deed, ...] = ("kept", "answered")
"""What an author does who holds a statement as it is."""
REWORDS: tuple[Deed, ...] = ("revised", "met")
"""What may give a statement another wording."""


@value
class HistoryStep:
    """One step of the history of a statement: who did what to it, in which turn, with the receipt. `because`: for which
    reason, in other words of theirs, they dispute, doubt or keep it. `neutral`: who accepts a part of it holds no
    position. `weak`: who doubts it is not convinced, and says no more."""

    path: str
    seat: str
    deed: Deed
    words: str = ""
    because: str = ""
    neutral: bool = False
    weak: bool = False


def with_step(history: Sequence[HistoryStep], step: HistoryStep, until: str = "") -> tuple[HistoryStep, ...]:
    """Return a history with one more step. `until`: the turn that reworded the statement, of which whoever takes the
    step had not read; it stands before that, whoever's record comes first."""
    worded = (at for at, each in enumerate(history) if until and each.path == until and each.deed in REWORDS)
    at = next(worded, len(history))
    return (*history[:at], step, *history[at:])


def turning(history: Sequence[HistoryStep]) -> HistoryStep | None:
    """Return the step that gave a statement its present status: who says once more what they said, and an author who
    stands by it, change nothing."""
    at = len(history) - 1
    while at > 0 and _says_it_again(history[:at], history[at]):
        at -= 1
    return history[at] if history else None


def _says_it_again(before: Sequence[HistoryStep], step: HistoryStep) -> bool:
    """Return whether a step repeats what the same participant did last, of the same wording."""
    kept = step.deed in STANDS
    for earlier in reversed(before):
        if earlier.deed in TURNS:
            return kept and earlier.deed not in ("closed", "dropped", "withdrew")
        if earlier.seat == step.seat and earlier.deed not in STANDS:
            return kept or earlier.deed == step.deed
    return kept


def agreed_before(history: Sequence[HistoryStep], part: HistoryStep) -> HistoryStep | None:
    """Return where somebody had agreed with the wording of which they dispute a part now: they hold the rest. None
    where they had not, or not last."""
    earlier = list(takewhile(lambda step: (step.path, step.seat) != (part.path, part.seat), history))
    for step in reversed(earlier):
        if step.deed == "revised":
            break
        if step.seat == part.seat and step.deed != "partly":
            return step if step.deed == "agreed" else None
    return None
