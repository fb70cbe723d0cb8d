"""Natural order: names with numbers in them as a person counts, "Task 2" before "Task 10"."""

from __future__ import annotations

import re
import unicodedata

Natural = tuple[tuple[tuple[int, str], ...], str]

_NUMBER = re.compile("([0-9]+)")


def natural(name: str) -> Natural:
    """Return a sort key: case is ignored, runs of digits count as numbers of any length. Keys are equal only for equal
    names."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    # Words and numbers alternate, so that like is compared with like. Digits are never made an int: of a long run that
    # would be slow, and Python refuses it. Without leading zeros the longer run is the greater number.
    parts = (part.lstrip("0") if at % 2 else part for at, part in enumerate(_NUMBER.split(folded)))
    return tuple((len(part) if at % 2 else 0, part) for at, part in enumerate(parts)), name
