"""How one text differs from another, line by line, and within a line word by word: for programs that nobody has read.

difflib takes far longer than linear time where many lines are alike. So texts are compared only within bounds that are
computed first; beyond them the answer is that they are too long.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, Literal

from disputatio.debate.values import value

MOST_LINES: Final = 2_000
MOST_LIKE: Final = 40_000
"""Pairs of equal lines, one of each text: what difflib looks at again and again."""
TOO_LONG: Final = "\\ These two are too long to compare line by line."
_WORDS: Final = re.compile(r"\w+|\s+|[^\w\s]")

Change = Literal["", "-", "+", "~"]


@value
class Side:
    """A line of one of the texts: its number, and which of its characters the other does not have."""

    number: int
    text: str
    marks: tuple[tuple[int, int], ...] = ()


@value
class Row:
    """Two lines side by side. `change`: one is gone (-), new (+), or both are there and differ (~)."""

    change: Change
    left: Side | None = None
    right: Side | None = None


def comparable(before: str, after: str) -> bool:
    """Return whether two texts can be compared line by line in a moment."""
    one, other = before.splitlines(), after.splitlines()
    if max(len(one), len(other)) > MOST_LINES:
        return False
    known = Counter(other)
    return sum(count * known[line] for line, count in Counter(one).items()) <= MOST_LIKE


def unified(before: str, after: str, names: tuple[str, str]) -> str:
    """Return the difference as a unified diff, "" where there is none."""
    if before == after:
        return ""
    if not comparable(before, after):
        return TOO_LONG
    found = difflib.unified_diff(before.splitlines(), after.splitlines(), *names, lineterm="")
    return "\n".join(found)


def side_by_side(before: str, after: str) -> tuple[Row, ...]:
    """Return both texts whole, with what belongs together in one row; nothing where they cannot be compared."""
    if not comparable(before, after):
        return ()
    one, other = before.splitlines(), after.splitlines()
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    return tuple(row for code in matcher.get_opcodes() for row in _rows(one, other, *code))


def _rows(one: Sequence[str], other: Sequence[str], tag: str, a: int, a_end: int, b: int, b_end: int) -> Iterator[Row]:
    for left, right in zip_longest(range(a, a_end), range(b, b_end)):
        if left is None:
            yield Row(change="+", right=Side(number=right + 1, text=other[right]))
        elif right is None:
            yield Row(change="-", left=Side(number=left + 1, text=one[left]))
        else:
            marks = word_marks(one[left], other[right]) if tag == "replace" else ((), ())
            sides = (
                Side(number=at + 1, text=text, marks=found)
                for at, text, found in zip((left, right), (one[left], other[right]), marks, strict=True)
            )
            yield Row(change="~" if tag == "replace" else "", left=next(sides), right=next(sides))


Marks = tuple[tuple[int, int], ...]


def word_marks(before: str, after: str) -> tuple[Marks, Marks]:
    """Return which characters of each line differ: from the first word that the other does not have there to the last.
    Linear, since a line may be as long as somebody likes."""
    one, other = _WORDS.findall(before), _WORDS.findall(after)
    start = _alike(one, other)
    end = _alike(one[start:][::-1], other[start:][::-1])
    return _middle(one, start, end), _middle(other, start, end)


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """Return with how many equal words both begin."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _middle(words: Sequence[str], start: int, end: int) -> Marks:
    first = sum(map(len, words[:start]))
    last = sum(map(len, words[: len(words) - end]))
    return ((first, last),) if first < last else ()
