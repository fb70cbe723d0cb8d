"""The flip gate over points (SPEC FORMAT.2): how somebody came round on a point, or took one back. Pure.

The clerk says who moved on which point and what they named; the class follows from what was named alone, by the same
rule as in a ledger (`flips`): it must exist, be another participant's, and have been new to the mover when they moved.
What they said themselves counts as much as what the clerk noted of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from disputatio.debate.evidence import cites
from disputatio.debate.flips import Hearing, class_of, sentences
from disputatio.debate.ledger import FlipClass
from disputatio.debate.reading import speaker_of

SETTLED: frozenset[str] = frozenset({"agreed", "resolved"})
"""The assessments that accept a point."""


class Disputed(Protocol):
    """A point, as far as the gate looks at it."""

    @property
    def id(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def author(self) -> str: ...
    @property
    def disputed(self) -> str: ...
    @property
    def judged(self) -> str: ...


def mover(hearing: Hearing, since: str, said: str) -> str:
    """Who moved: the author of the turn that gave the point its status; where that was no participant, whom the clerk
    names."""
    seat = speaker_of(since)
    return seat if seat in hearing.heard else said


def own_words(text: str, id: str) -> list[str]:
    """The sentences of a message that speak of a point."""
    return [sentence for sentence in sentences(text) if cites(sentence, id)]


def by_words(
    hearing: Hearing, point: Disputed, seat: str, named: Iterable[str], known: Collection[str] = ()
) -> FlipClass:
    """The class of a change on a point by `seat`, by what they name. `known`: citations that are no news. The point
    itself is no reason for its acceptance."""
    heard, own = hearing.heard.get(seat), seat == point.author
    return class_of(
        hearing,
        seat,
        named,
        point.disputed not in ("", seat) if own else point.judged in SETTLED,
        until=heard.at if heard is not None else None,
        besides={*known, point.id, point.text},
        about="" if own else point.text,
    )
