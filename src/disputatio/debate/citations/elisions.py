"""Quotations that leave something out: `…` stands for anything between, within bounds.

It is written `...`, `…`, `[…]`, `(...)`, `[snip]`, and in code as a comment that begins so (`# ...`, `// … more`).
The parts must stand in the source in order, no further apart than `BETWEEN` lines. What is left out may not turn round
what is quoted: no part may be cut short just behind a negation or within a number (`quotations.cut_short`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from disputatio.debate.citations.quotations import Match, Text, cut_short, matched
from disputatio.debate.patterns import compiled

BETWEEN = 60
MOST_TOKENS = 4_000
"""Lines, and tokens, of the source between two parts."""

SLACK = 3
"""Lines that a quotation may go beyond the cited ones."""

MOST_STARTS = 60
"""Places at which the first part of a quotation is tried."""

_DOTS = r"(?:\.{3,}|…)"
_ELISION = (
    rf"[ \t]*(?:#|//|--|;|/\*|<!--|%)[ \t]{{0,4}}(?:{_DOTS}|\(?(?:snip|omitted|elided)\b)[^\n]*"
    rf"|\[[ \t]?(?:{_DOTS}|snip|omitted)[\w .…-]{{0,30}}\]|\({_DOTS}\)|{_DOTS}"
)


def elided(quotation: str, source: Text, first: int = 0, last: int = 0) -> Match | None:
    """Where the parts of a quotation stand in order: at the lines that are cited if they stand there, else where they
    stand first. None where it leaves nothing out, or where they do not."""
    pieces = compiled(_ELISION).split(quotation)
    parts = [part for piece in pieces if (part := Text(piece)).count]
    if len(pieces) < 2 or not _says_enough(parts):
        return None
    elsewhere = None
    for start in _starts(parts[0], source, first):
        found = _in_order(parts, source, start)
        if found is None:
            continue
        beside = first and (found.last < first or found.first > last)
        if not beside and (first == last or (first - SLACK <= found.first and found.last <= last + SLACK)):
            return found
        elsewhere = elsewhere or (found if beside else None)
    return elsewhere


def _says_enough(parts: Sequence[Text]) -> bool:
    """Whether something is quoted that is not found everywhere: words with anything between them quote nothing."""
    longest = max((part.count for part in parts), default=0)
    return longest > 1 and sum(word[0].isalnum() or word[0] == "_" for part in parts for word in part.words()) > 1


def _starts(part: Text, source: Text, first: int) -> Iterator[int]:
    """Where the first part stands, from shortly before the cited lines on, then from the beginning."""
    low = source.on_lines(max(1, first - BETWEEN), first)[0] if first else 0
    tried = 0
    for begin, end in ((low, source.count), (0, low + part.count)):
        at = source.find(part, begin, end)
        while at >= 0 and tried < MOST_STARTS:
            yield at
            tried += 1
            at = source.find(part, at + 1, end)


def _in_order(parts: Sequence[Text], source: Text, start: int) -> Match | None:
    end = start
    for number, part in enumerate(parts):
        reach = min(source.on_lines(1, source.lines[max(0, end - 1)] + BETWEEN)[1], end + MOST_TOKENS + part.count)
        at = source.find(part, end, reach) if number else start
        if at < 0:
            return None
        if cut_short(source, matched(source, at, at + part.count)):
            return None
        end = at + part.count
    return matched(source, start, end)
