"""Each: what a block is repeated for, besides seats and passes."""

from __future__ import annotations

from disputatio.debate.ids import index
from disputatio.debate.policies import At, Cast, policy
from disputatio.debate.reading import items, word
from disputatio.debate.speakers import part

MOST_ASPECTS = 5
"""Aspects that are taken from a proposal."""


@policy("each")
def aspects(at: At) -> list[str]:
    """The facets of the question that are debated one by one: option `aspects`, else the proposed ones, else "main"."""
    return list(described(at)) or ["main"]


def described(at: At) -> dict[str, str]:
    """The aspects with what is meant by each, "" where nobody said so."""
    if typed := _typed(at):
        return dict.fromkeys(typed, "")
    proposed = at.past.last("aspects")
    found = items(proposed.data.get("items")) if proposed else ()
    named = {index(word(item.get("label"))): word(item.get("description")) for item in found}
    return {name: text for name, text in list(named.items())[:MOST_ASPECTS] if name}


def _typed(at: At) -> list[str]:
    found = at.debate.options.get("aspects")
    return [name for aspect in found if (name := index(aspect))] if isinstance(found, list) else []


@policy("when")
def no_aspects(at: At) -> bool:
    """Nobody named the aspects that are to be debated (option `aspects`)."""
    return not _typed(at)


@policy("each", name="seats")
def each_seat(at: At, name: Cast) -> list[str]:
    """Every seat of a part."""
    return part(at, name)


@policy("each")
def both_orders(at: At) -> tuple[str, str]:
    """Twice: a judge compares two candidates as A, B and as B, A."""
    return ("ab", "ba")
