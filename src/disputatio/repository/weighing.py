"""How much a part of a repository tells for its kind: what the tests, the documentation and the notes of a change say
of a thing is less than the thing itself, and a line or two are less than a definition.

The shares were measured with eighty questions about eight repositories of five languages, whose answers were known.
"""

from __future__ import annotations

import re

from disputatio.repository.outline import is_told, secondary

BESIDE = 0.6
"""Tests, examples and documentation, unless they are asked for."""
DATA = 0.85
REMARKS = 0.8
"""Notes of changes, licences and lists of people."""
LOOSE = 0.9
"""What stands between definitions: imports, and the like."""
SHORT, SHORTEST = 8, 0.4
"""Lines under which a part counts for less, down to this for a single one."""

_REMARKS = re.compile(
    r"(^|/)(changes|changelog|news|history|releases?|licen[cs]e|copying|notice|authors|contributors|contributing)[^/]*$",
    re.I,
)


def file_weight(path: str, question: str) -> float:
    """0…1 for a file."""
    weight = 1.0
    if secondary(path) and not secondary(f"{'/'.join(question.split())}/"):
        weight *= BESIDE
    if _REMARKS.search(path):
        weight *= REMARKS
    return weight if is_told(path) else weight * DATA


def part_weight(path: str, kind: str, first: int, last: int, question: str) -> float:
    """0…1 for some lines of a file; `kind` as of a chunk."""
    lines = last - first + 1
    weight = file_weight(path, question) * (LOOSE if kind == "part" else 1.0)
    return weight * (1.0 if lines >= SHORT else SHORTEST + (1 - SHORTEST) * (lines - 1) / (SHORT - 1))
