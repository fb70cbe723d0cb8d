"""The amounts that figures can have. Whatever enters from outside is held against them: format files, options, logs
from elsewhere, what providers count. So everything can be added up, stored and shown, however much of it there is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from disputatio.debate.format import Block
    from disputatio.debate.values import Json, OptionValue

MOST: Final = 10**15
"""The largest amount. It and any sum of thousands of it fit into 64 bits, and it is a float to the last digit."""
MOST_TOKENS: Final = 10**9
"""Tokens of one turn: a thousand times what any model reads."""
MOST_COST: Final = 10**12
"""Micro-dollars of one turn: a million dollars."""
MOST_DOLLARS: Final = 10**9
"""The largest cap of a debate; in micro-dollars it is the largest amount."""
MOST_PASSES: Final = 1_000
"""Passes of all loops of a format together, if none of them were left early."""
LATEST: Final = 253_370_000_000.0
"""Seconds since 1970; the end of the year 9998, so that it has a date in every zone."""


def amount(found: object) -> bool:
    """Return whether this is a number that can be counted with, of either sign."""
    return isinstance(found, (int, float)) and not isinstance(found, bool) and -MOST <= found <= MOST


def excessive(found: Json) -> str:
    """Return where inside a JSON value the first whole number is that does not fit into 64 bits; "" if nowhere. Only
    whole numbers can grow without a bound."""
    left: list[tuple[str, Json]] = [("", found)]
    while left:
        at, each = left.pop()
        if isinstance(each, int) and not -(2**63) <= each < 2**63:
            return at or "the whole"
        if isinstance(each, dict):
            left += [(f"{at}.{name}".lstrip("."), inner) for name, inner in each.items()]
        elif isinstance(each, list):
            left += [(f"{at}[{number}]", inner) for number, inner in enumerate(each)]
    return ""


def passes(block: Block, options: Mapping[str, OptionValue]) -> int:
    """Return how many passes the loops below a block, and its own, can have in all. An unbounded loop counts as one,
    because a person keeps it going."""
    own = bound(block.repeat, options)
    return own + max(1, own) * sum(passes(child, options) for child in block.do)


def bound(repeat: int | str, options: Mapping[str, OptionValue]) -> int:
    """Return the passes of a loop; 0 where there is none, or none that is a number."""
    found = options.get(repeat[1:]) if isinstance(repeat, str) else repeat
    return found if isinstance(found, int) and not isinstance(found, bool) else 0


def blocks(block: Block) -> Iterator[Block]:
    """Yield all blocks below one."""
    for child in block.do:
        yield child
        yield from blocks(child)


def moment(at: float) -> datetime:
    """Return a time, given in seconds since 1970, in UTC. What is no time that has a date becomes the nearest one that
    has."""
    return datetime.fromtimestamp(min(max(at, 0.0), LATEST) if at == at else 0.0, UTC)
