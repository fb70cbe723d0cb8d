"""What the clerk records of a stretch of debate: round records, which say what became of one aspect (SPEC ROUND.1), and
reflections, which say what can be seen only from some way off: patterns, shifts, convergence, escalation (SPEC
REFLECT.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Literal

from disputatio.debate.ids import parent
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import by_rule, items, rating, word, words
from disputatio.debate.policy import At, policy
from disputatio.debate.statements.bookkeeping import epistemic_score
from disputatio.debate.statements.ledger import aspect_of, public
from disputatio.debate.values import value


@value
class Part:
    """One participant's part: position, key argument, evidence, and whom they engaged (seats)."""

    seat: str
    position: str
    argument: str = ""
    evidence: str = ""
    engaged: tuple[str, ...] = ()


@value
class RoundRecord:
    """`round`: the block that it sums up. `summary`: one or two sentences. `rules`: made by rule, not by a model."""

    path: str
    round: str
    aspect: str
    summary: str
    parts: tuple[Part, ...] = ()
    disagreements: tuple[str, ...] = ()
    shifts: tuple[str, ...] = ()
    rules: bool = False


def rounds_of(past: Past) -> tuple[RoundRecord, ...]:
    """Return all round records so far, oldest first."""
    return past.fold("rounds", _with_record, ())


def _with_record(found: tuple[RoundRecord, ...], turn: Turn) -> tuple[RoundRecord, ...]:
    return (*found, _record(turn)) if public(turn, "record") else found


def _record(turn: Turn) -> RoundRecord:
    data = turn.data
    return RoundRecord(
        path=turn.path,
        round=parent(turn.path),
        aspect=aspect_of(turn.path),
        summary=word(data.get("summary")) or turn.text.strip(),
        parts=tuple(
            Part(
                seat=word(item.get("seat")),
                position=word(item.get("position")),
                argument=word(item.get("argument")),
                evidence=", ".join(words(item.get("evidence"))),
                engaged=words(item.get("engaged")),
            )
            for item in items(data.get("items"))
            if word(item.get("seat"))
        ),
        disagreements=words(data.get("disagreements")),
        shifts=words(data.get("shifts")),
        rules=by_rule(turn),
    )


ReflectionKind = Literal["pattern", "shift", "convergence", "escalation"]
MOST = 3
"""Reflections that are taken from one record."""


@value
class Reflection:
    """`about`: the participants concerned. `sources`: the messages that it rests on. `round`: the block after which it
    was made; `path`: the turn that made it. `importance` 1..10. `rules`: made by rule, not by a model."""

    text: str
    kind: ReflectionKind = "pattern"
    about: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    round: str = ""
    importance: int = 1
    path: str = ""
    rules: bool = False


def reflections_of(past: Past) -> tuple[Reflection, ...]:
    """Return all reflections so far, oldest first."""
    return past.fold("reflections", _with_reflections, ())


def strongest(past: Past, most: int) -> tuple[Reflection, ...]:
    """Return the most important reflections; of equally important ones, the newest come first."""
    newest = reflections_of(past)[::-1]
    return tuple(sorted(newest, key=lambda one: -one.importance))[:most]


def _with_reflections(found: tuple[Reflection, ...], turn: Turn) -> tuple[Reflection, ...]:
    return (*found, *islice(_in(turn), MOST)) if public(turn, "reflections") else found


def _in(turn: Turn) -> Iterator[Reflection]:
    return (
        Reflection(
            text=text,
            kind=_kind(word(item.get("kind"))),
            about=words(item.get("about")),
            sources=words(item.get("sources")),
            round=parent(turn.path),
            importance=rating(item.get("importance")),
            path=turn.path,
            rules=by_rule(turn),
        )
        for item in items(turn.data.get("items"))
        if (text := word(item.get("text")))
    )


def _kind(found: str) -> ReflectionKind:
    match found:
        case "shift" | "convergence" | "escalation":
            return found
        case _:
            return "pattern"


@policy("when", needs="ledger")
def stirred(at: At, score: int) -> bool:
    """Enough has moved since the last reflections (SPEC REFLECT.1)."""
    return epistemic_score(at.past) > score
