"""Reflections: what can be seen only from some way off: patterns, shifts, convergence, escalation (SPEC REFLECT.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Literal

from disputatio.debate.ids import parent
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import by_rule, items, rating, word, words
from disputatio.debate.policy import At, policy
from disputatio.debate.statements.bookkeeping import epistemic_score
from disputatio.debate.statements.ledger import public
from disputatio.debate.values import value

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
    """All reflections so far, oldest first."""
    return past.fold("reflections", _with_turn, ())


def strongest(past: Past, most: int) -> tuple[Reflection, ...]:
    """The most important ones, of equal importance the newest first."""
    newest = reflections_of(past)[::-1]
    return tuple(sorted(newest, key=lambda one: -one.importance))[:most]


def _with_turn(found: tuple[Reflection, ...], turn: Turn) -> tuple[Reflection, ...]:
    return (*found, *islice(_of(turn), MOST)) if public(turn, "reflections") else found


def _of(turn: Turn) -> Iterator[Reflection]:
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
