"""Order: items in groups, one group after another, the items of a group in parallel."""

from __future__ import annotations

from disputatio.debate.log.events import Groups
from disputatio.debate.policy import At, Index, policy


@policy("order")
def in_turn(at: At, items: tuple[str, ...]) -> Groups:
    """One after another."""
    return tuple((item,) for item in items)


@policy("order")
def together(at: At, items: tuple[str, ...]) -> Groups:
    """All in parallel."""
    return (items,) if items else ()


@policy("order")
def rotated(at: At, items: tuple[str, ...], loop: Index) -> Groups:
    """One after another; each pass of the loop starts one further on."""
    by = (at.number(loop) - 1) % max(1, len(items))
    return in_turn(at, (*items[by:], *items[:by]))


@policy("order")
def shuffled(at: At, items: tuple[str, ...]) -> Groups:
    """One after another, in an order drawn from the seed and the path."""
    return in_turn(at, tuple(at.shuffled(items)))
