"""Each: what a block is repeated for, besides seats and passes."""

from __future__ import annotations

from collections.abc import Iterable

from disputatio.debate.ids import index
from disputatio.debate.payload import items, word
from disputatio.debate.policies.speakers import part
from disputatio.debate.policy import At, Cast, policy
from disputatio.debate.sameness import normalise

MOST_ASPECTS = 5
"""Aspects that are taken from a proposal."""


@policy("each")
def aspects(at: At) -> list[str]:
    """The facets of the question that are debated one by one: option `aspects`, else the proposed ones, else "main"."""
    return list(aspect_descriptions(at)) or ["main"]


def aspect_descriptions(at: At) -> dict[str, str]:
    """Return the aspects with what is meant by each, "" where nobody said so."""
    if typed := _typed(at):
        return typed
    proposed = at.past.last("aspects")
    found = items(proposed.data.get("items")) if proposed else ()
    named = _once((word(item.get("label")), word(item.get("description"))) for item in found)
    return dict(list(named.items())[:MOST_ASPECTS])


def _typed(at: At) -> dict[str, str]:
    found = at.debate.options.get("aspects")
    return _once((aspect, "") for aspect in found) if isinstance(found, list) else {}


def _once(worded: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return each aspect once, as it was worded first: "CI/CD", "CI-CD" and "ci cd" are one, "C" and "C#" are two."""
    names: dict[str, str] = {}
    found: dict[str, str] = {}
    for label, text in worded:
        if name := index(label):
            name = names.setdefault(normalise(label) or name, name)
            found[name] = found.get(name) or text
    return found


@policy("when")
def no_aspects(at: At) -> bool:
    """Nobody named the aspects that are to be debated (option `aspects`)."""
    return not _typed(at)


@policy("each", name="seats")
def each_seat(at: At, name: Cast) -> list[str]:
    """Every seat of a part."""
    return part(at, name)


@policy("each")
def both_orders(at: At) -> tuple[str, ...]:
    """Twice: a judge compares two candidates as A, B and as B, A; once where the option `order_swap` is off."""
    return ("ab", "ba") if at.debate.options.get("order_swap", True) else ("ab",)
