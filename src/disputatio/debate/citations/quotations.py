"""Whether words stand in a source, and where.

Tokens are compared: words, numbers and single signs, after Unicode normalisation (NFKC; one kind of quotation mark, one
kind of dash; invisible signs dropped). So white space means nothing but where it parts two words.

A quotation may leave something out: `…` stands for anything between, within bounds. It is written `...`, `…`, `[…]`,
`(...)`, `[snip]`, and in code as a comment that begins so (`# ...`, `// … more`). The parts must stand in the source in
order, no further apart than `BETWEEN` lines. What is left out may not turn round what is quoted: no part may be cut
short just behind a negation or within a number (`cut_short`).

The search is linear in the source (the substring search of the standard library). `alignment` finds what stands nearly.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from disputatio.debate.citations.passages import vocabulary
from disputatio.debate.patterns import compile_pattern
from disputatio.debate.sameness import NEGATIONS, are_opposed
from disputatio.debate.values import value

# ---- words that turn or limit a meaning -------------------------------------------------------------------------
DENYING = vocabulary("not no never without cannot nor neither none nothing hardly")
"""Negations that turn round what stands beside them."""

_BOUNDS = vocabulary(
    """all any some every each most few many several both only except unless until always often sometimes usually
    must should may might can could shall will would more less least before after above below over under or
    true false null
    second seconds millisecond milliseconds microseconds minute minutes hour hours day days week weeks month months
    year years bit bits byte bytes kilobytes megabytes gigabytes percent"""
)
_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "anti", "mis", "de")
_COMPARING = frozenset("<>!≠≤≥±¬%")
_DOUBLED = frozenset("=*&|")
_BEFORE_DOUBLED = frozenset("<>!=*&|+-/%:")
"""The second sign of an operator, and what stands before it: `<=` is not `<`, and `**` is not `*`."""


def turns(words: Sequence[str]) -> list[str]:
    """Return what turns or bounds the meaning of some words, in order: two texts that differ in it say different
    things."""
    found = []
    for at, raw in enumerate(words):
        word = raw.casefold()
        if negates(words, at):
            found.append("not" if word in ("t", "not") else word)
        elif word in _BOUNDS or word in _COMPARING or any(c.isdigit() for c in word) or _in_number(words, at):
            found.append(word)
        elif word in _DOUBLED and at and words[at - 1] in _BEFORE_DOUBLED:
            found.append(words[at - 1] + word)
    return found


def _in_number(words: Sequence[str], at: int) -> bool:
    """Return whether a sign belongs to a number: "-" of -5, "," of 1,000."""
    if len(words[at]) > 1 or at + 1 >= len(words) or not words[at + 1][0].isdigit():
        return False
    return words[at] in "+-" or (words[at] in ".,:/^" and at > 0 and words[at - 1][-1].isdigit())


def negates(words: Sequence[str], at: int) -> bool:
    word = words[at].casefold()
    if word == "t":
        return at >= 2 and words[at - 1] == "'" and words[at - 2].casefold().endswith("n")
    return word in DENYING or word in NEGATIONS


def contrary(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """Return whether a word was replaced by its contrary."""
    one, other = {word.casefold() for word in mine}, {word.casefold() for word in theirs}
    return any(
        are_opposed(a, b) or any(prefix + a == b or prefix + b == a for prefix in _PREFIXES)
        for a in list(one - other)[:8]
        for b in list(other - one)[:8]
    )


REACH = 60_000
"""Tokens of a source that are looked through for something alike: those around the cited lines, else the first."""

_SEP = "\x1f"

_TOKEN = re.compile(r"\n|\d+(?:\.\d+)+(?!\w)|\w+|[^\w\s]")
_POWERS = zip((0x2070, 0xB9, 0xB2, 0xB3, *range(0x2074, 0x207A)), "0123456789", strict=True)
_ALIKE = str.maketrans(
    dict.fromkeys("‘’‚‛′ʼ´`", "'")
    | dict.fromkeys("“”„‟″«»", '"')
    | dict.fromkeys("‐‑‒–—―−﹣－", "-")
    | {"\r": "\n"}
    | {chr(code): f"^{digit}" for code, digit in _POWERS}
)
"""Signs that are made alike before NFKC, which would make a power a digit like any other."""

_INVISIBLE = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")

WRAPPED = vocabulary("not never without cannot")
"""Words that, at the end of a line, turn round what the next line begins with."""
_NUMBER_BEFORE = re.compile(r"\d[.,:]\Z|(?:^|[\s(=\[,:])[-+]\Z")
_NUMBER_AFTER = re.compile(r"\.\d|,\d{3}(?!\d)|:\d|%")


class Text:
    """A text made ready to be searched. Token n stands on line `lines[n]` and begins at `starts[n]` of `plain`."""

    __slots__ = ("_folded", "_offsets", "count", "joined", "length", "lines", "plain", "starts")

    def __init__(self, text: str) -> None:
        self.plain = normal(text)
        self.lines, self.starts, self._offsets = array("I"), array("I"), array("I")
        words: list[str] = []
        line, offset = 1, 1
        for found in _TOKEN.finditer(self.plain):
            word = found[0]
            if word == "\n":
                line += 1
                continue
            words.append(word)
            self.lines.append(line)
            self.starts.append(found.start())
            self._offsets.append(offset)
            offset += len(word) + 1
        self.count = len(words)
        self.length = line - self.plain.endswith("\n") if self.plain else 0
        self.joined = f"{_SEP}{_SEP.join(words)}{_SEP}" if words else ""
        self._folded: tuple[int, list[str]] | None = None

    def tokens_around(self, around: int) -> tuple[int, list[str]]:
        """Return at most `REACH` tokens around one, without their case, and the place of the first."""
        start = max(0, min(around - REACH // 2, self.count - REACH))
        if self._folded is None or self._folded[0] != start:
            self._folded = (start, [word.casefold() for word in self.words(start, start + REACH)])
        return self._folded

    def words(self, start: int = 0, end: int | None = None) -> list[str]:
        """Return the tokens from `start` to `end`."""
        end = self.count if end is None else min(end, self.count)
        start = max(start, 0)
        if start >= end:
            return []
        return self.joined[self._offsets[start] : self._end(end - 1)].split(_SEP)

    def _end(self, token: int) -> int:
        return self._offsets[token + 1] - 1 if token + 1 < self.count else len(self.joined) - 1

    def find(self, words: Text, start: int = 0, end: int | None = None) -> int:
        """Return the first token at or after `start`, ending before token `end`, where the words stand; -1 if
        nowhere."""
        end = self.count if end is None else min(end, self.count)
        if not words.count or start >= end:
            return -1
        at = self.joined.find(words.joined, self._offsets[max(start, 0)] - 1, self._end(end - 1) + 1)
        return bisect_left(self._offsets, at + 1) if at >= 0 else -1

    def on_lines(self, first: int, last: int) -> tuple[int, int]:
        """Return the tokens of some lines: from, up to."""
        return bisect_left(self.lines, first), bisect_right(self.lines, last)


@value
class Match:
    """Where words stand: tokens, and the lines that they are on. `differs` says in words what is not the same."""

    start: int
    end: int
    first: int
    last: int
    near: bool = False
    differs: str = ""


def normal(text: str) -> str:
    """Return a text in one Unicode form with one kind of quotation mark and dash; newlines stay, invisible signs go."""
    text = text.replace("\r\n", "\n")
    if text.isascii():
        return text.replace("`", "'").replace("\r", "\n")
    text = unicodedata.normalize("NFKC", text.translate(_ALIKE)).translate(_ALIKE)
    return _INVISIBLE.sub("", text)


def exact(words: Text, source: Text, first: int = 0, last: int = 0) -> Match | None:
    """Return where the words stand: at the cited lines if they stand there, else after them, else where they stand
    first."""
    low, high = source.on_lines(first, last) if first else (0, 0)
    at = source.find(words, low - words.count + 1, high + words.count - 1) if high > low else -1
    if at < 0:
        at = source.find(words, low)
    if at < 0:
        at = source.find(words)
    return match_between(source, at, at + words.count) if at >= 0 else None


def cut_short(source: Text, found: Match) -> str:
    """Return what a verbatim quotation leaves out at its edges that turns it round: a negation, a part of a number."""
    before, after = source.words(found.start - 3, found.start), source.words(found.end, found.end + 3)
    if before:
        below = source.lines[found.start] - source.lines[found.start - 1]  # a blank line ends what was said
        if negates(before, len(before) - 1) and (not below or (below == 1 and before[-1].casefold() in WRAPPED)):
            return f"the source says “{_negation(before)}” right before it"
        if before[-1] in "!¬" and source.starts[found.start - 1] + 1 == source.starts[found.start]:
            return "the source has “!” right before it"
    denies = bool(after) and (after[0].casefold() in DENYING or "".join(after).casefold().endswith("n't"))
    if denies and source.lines[found.end] == source.lines[found.end - 1]:
        return f"the source goes on with “{after[0]}”"
    plain, start = source.plain, source.starts[found.start]
    end = source.starts[found.end - 1] + len(source.words(found.end - 1, found.end)[0])
    if plain[start].isdigit() and _NUMBER_BEFORE.search(plain[max(0, start - 3) : start]):
        return "the number begins before it in the source"
    if plain[end - 1].isdigit() and _NUMBER_AFTER.match(plain[end : end + 5]):
        return "the number goes on after it in the source"
    return ""


def _negation(before: list[str]) -> str:
    return "".join(before[-3:]) if before[-1] == "t" else before[-1]


def match_between(source: Text, start: int, end: int, *, near: bool = False, differs: str = "") -> Match:
    return Match(
        start=start, end=end, first=source.lines[start], last=source.lines[end - 1], near=near, differs=differs
    )


# ---- quotations that leave something out -------------------------------------------------------------------------
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


def match_with_gaps(quotation: str, source: Text, first: int = 0, last: int = 0) -> Match | None:
    """Return where the parts of a quotation stand in order: at the cited lines if they stand there, else where they
    stand first. Return None where the quotation leaves nothing out, or where the parts do not stand in order."""
    pieces = compile_pattern(_ELISION).split(quotation)
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
    """Return whether something is quoted that is not found everywhere: single words with anything between them quote
    nothing."""
    longest = max((part.count for part in parts), default=0)
    return longest > 1 and sum(word[0].isalnum() or word[0] == "_" for part in parts for word in part.words()) > 1


def _starts(part: Text, source: Text, first: int) -> Iterator[int]:
    """Yield the places where the first part stands, from shortly before the cited lines on, then from the beginning."""
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
        if cut_short(source, match_between(source, at, at + part.count)):
            return None
        end = at + part.count
    return match_between(source, start, end)
