"""What a person typed, as Markdown that keeps its lines: Markdown by itself joins them."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

_ITEM: Final = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s")
_BLOCK: Final = re.compile(r"\s*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|>|\||[-=]+\s*$)")
"""A line that begins a block, or belongs to one, of its own."""
_FENCES: Final = ("```", "~~~")


def kept_lines(text: str) -> str:
    """`text` with every line on a line of its own; a line after an item of a list does not become part of the item.
    What holds a block of code stays as it is."""
    if any(mark in text for mark in _FENCES):
        return text
    lines = text.splitlines()
    made = lines[:1]
    for before, line in pairwise(lines):
        if before.strip() and line.strip() and not _BLOCK.match(line) and not line.startswith((" ", "\t")):
            if _ITEM.match(before):
                made.append("")
            elif not _BLOCK.match(before):
                made[-1] += "  "
        made.append(line)
    return "\n".join(made)
