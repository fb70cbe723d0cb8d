"""What a person who sits in a debate is told about the form of an answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from disputatio.debate.views.statements import Point

LISTED: Final = 12
"""Points that are named; of more, only how many there are."""
OVER: Final = frozenset({"withdrawn", "set aside"})


def form(gives: str, points: Iterable[Point]) -> str:
    """How the answer to a turn is read, "" where any text will do. `points` are all points so far."""
    if gives != "assessment":
        return ""
    ids = [point.id for point in points if point.status not in OVER]
    first = ids[0] if ids else "P1"
    named = f" Points: {', '.join(ids)}." if 0 < len(ids) <= LISTED else ""
    return (
        "Write the headings Agree, Disagree and Unverifiable, each on a line of its own; below each the points, such "
        f"as \u201c- {first}: why\u201d. Shift+Enter begins a line. A point that you leave out is not taken as "
        f"agreed.{named}"
    )
