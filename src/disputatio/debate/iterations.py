"""Each: what a block is repeated for, besides seats and passes."""

from __future__ import annotations

from disputatio.debate.ids import index
from disputatio.debate.policies import At, Cast, policy
from disputatio.debate.speakers import part


@policy("each")
def aspects(at: At) -> list[str]:
    """The facets of the question that are debated one by one (option `aspects`)."""
    found = at.debate.options.get("aspects")
    named = [index(aspect) for aspect in found if index(aspect)] if isinstance(found, list) else []
    return list(dict.fromkeys(named)) or ["main"]


@policy("each", name="seats")
def each_seat(at: At, name: Cast) -> list[str]:
    """Every seat of a part."""
    return part(at, name)


@policy("each")
def both_orders(at: At) -> tuple[str, str]:
    """Twice: a judge compares two candidates as A, B and as B, A."""
    return ("ab", "ba")
