"""Reading payloads: what a model or a person put into a reply, taken apart without trusting its form.

Whatever is not of the kind that is asked for is passed over: a fold never fails on what was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from disputatio.debate.log.turns import Turn
from disputatio.debate.ranges import amount
from disputatio.debate.values import Json

_UNFIT = re.compile(r"[^\w.-]+")


def word(found: Json) -> str:
    """Return the words of one field, without the space around them; "" for anything else."""
    return found.strip() if isinstance(found, str) else ""


def words(found: Json) -> tuple[str, ...]:
    """Return a list of texts, without empty ones; a single text counts as a list of one."""
    listed = found if isinstance(found, list) else [found]
    return tuple(text for one in listed if (text := word(one)))


def identifier(found: Json) -> str:
    """Return what something is called, fit to stand in a path and as an argument of a policy: no space, no bracket, no
    slash, and not only digits (those count passes)."""
    name = _UNFIT.sub("-", word(found)).strip("-")
    return f"c{name}" if name.isdecimal() else name


def items(found: Json) -> Iterator[dict[str, Json]]:
    """Yield the objects of a list; a bare text stands for {"text": …}."""
    for item in found if isinstance(found, list) else ():
        if isinstance(item, dict):
            yield item
        elif isinstance(item, str):
            yield {"text": item}


def share(found: Json) -> float | None:
    """Return a share from 0 to 1, None where there is none."""
    if not isinstance(found, (int, float)) or not amount(found):
        return None
    return min(1.0, max(0.0, float(found)))


def rating(found: Json) -> int:
    """Return an importance from 1 to 10; 1 where there is none."""
    if not isinstance(found, (int, float)) or not amount(found):
        return 1
    return min(10, max(1, round(found)))


def message_at(path: str) -> str:
    """Return the turn that a record was made about: the innermost enclosing place with an index.

    ``round[1]/critique[critic]/minutes/ledger[clerk]`` is about ``round[1]/critique[critic]``.
    """
    parts = path.split("/")[:-1]
    while parts and not parts[-1].endswith("]"):
        parts.pop()
    return "/".join(parts)


def by_rule(turn: Turn) -> bool:
    """Return whether a record was made by rule, without any AI: no model was available, or the debate is a
    rehearsal."""
    return turn.by == "rules" or turn.model.startswith("rehearsal:") or turn.data.get("derived") == "rules"


PERCENT = ("%", "percent", "per cent", "per-cent", "pct")
"""One unit, in all its spellings."""
LONG_UNIT = 4
"""Letters from which on a unit that ends in an s is taken for the plural of one without."""


def unit_of(written: str) -> str:
    """Return the unit of a number as it is shown: as it was written (TWh), and one spelling of the percent."""
    unit = written.strip()
    return PERCENT[0] if unit.casefold().rstrip(".") in PERCENT else unit


def measure_of(unit: str) -> str:
    """Return a unit as it is compared: a week and Weeks are one."""
    unit = unit.casefold()
    return unit.removesuffix("s") if len(unit) >= LONG_UNIT else unit
