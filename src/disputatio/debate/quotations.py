"""Whether words stand in a source: exactly, or nearly, and where.

Compared are tokens: words, numbers and single signs, after Unicode normalisation (NFKC; one kind of quotation mark, one
kind of dash; invisible signs dropped). So white space means nothing but where it parts two words.

*Near* is a token ratio, 1 − edits ÷ tokens of the quotation, of at least `NEAR` = 0.9, where an edit adds, drops or
replaces a token and case costs nothing; and nothing that turns or bounds the meaning may differ: negations, numbers
with their signs and units, comparisons, quantifiers, words and their contraries ("safe", "unsafe").

Time is linear in the source: exact search by the standard library's substring search, near search by at most `TRIES`
alignments of bounded size.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence

from disputatio.debate.passages import vocabulary
from disputatio.debate.sameness import NEGATIONS, opposed
from disputatio.debate.values import value

NEAR = 0.9
LONGEST = 400
"""Tokens of a quotation that are aligned; a longer one is found exactly or not at all."""

REACH = 60_000
"""Tokens of a source that are looked through for something alike: those around the cited lines, else the first."""

TRIES = 3
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
"""Before NFKC: it would make a power a digit like any other."""

_INVISIBLE = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")

_BOUNDS = vocabulary(
    """all any some every each most few many several both only except unless until always often sometimes usually
    must should may might can could shall will would more less least before after above below over under or
    true false null"""
)
_AT_EDGES = vocabulary("not no never without cannot nor neither none nothing hardly")
_WRAPPED = vocabulary("not never without cannot")
_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "anti", "mis", "de")
_COMPARING = frozenset("<>!≠≤≥±¬%")
_NUMBER_BEFORE = re.compile(r"\d[.,:]\Z|(?:^|[\s(=\[,:])[-+]\Z")
_NUMBER_AFTER = re.compile(r"\.\d|,\d{3}(?!\d)|:\d|%")


class Text:
    """A text made ready to be searched. Token n stands on line `lines[n]` and begins at `starts[n]` of `plain`."""

    __slots__ = ("_folded", "_offsets", "count", "joined", "length", "lines", "plain", "starts")

    def __init__(self, text: str) -> None:
        self.plain = normal(text)
        self.lines, self.starts, self._offsets = array("L"), array("L"), array("L")
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

    def folded(self, around: int) -> tuple[int, list[str]]:
        """At most `REACH` tokens around one, without their case, and the place of the first."""
        start = max(0, min(around - REACH // 2, self.count - REACH))
        if self._folded is None or self._folded[0] != start:
            self._folded = (start, [word.casefold() for word in self.words(start, start + REACH)])
        return self._folded

    def words(self, start: int = 0, end: int | None = None) -> list[str]:
        """Tokens `start` to `end`."""
        end = self.count if end is None else min(end, self.count)
        start = max(start, 0)
        if start >= end:
            return []
        return self.joined[self._offsets[start] : self._end(end - 1)].split(_SEP)

    def _end(self, token: int) -> int:
        return self._offsets[token + 1] - 1 if token + 1 < self.count else len(self.joined) - 1

    def find(self, words: Text, start: int = 0, end: int | None = None) -> int:
        """The first token at or after `start`, ending before token `end`, where the words stand; -1 if nowhere."""
        end = self.count if end is None else min(end, self.count)
        if not words.count or start >= end:
            return -1
        at = self.joined.find(words.joined, self._offsets[max(start, 0)] - 1, self._end(end - 1) + 1)
        return bisect_left(self._offsets, at + 1) if at >= 0 else -1

    def on_lines(self, first: int, last: int) -> tuple[int, int]:
        """The tokens of some lines: from, up to."""
        return bisect_left(self.lines, first), bisect_right(self.lines, last)

    def between(self, start: int, end: int) -> str:
        """Tokens `start` to `end` as they stand, on one line."""
        if start >= end:
            return ""
        stop = self.starts[end] if end < self.count else len(self.plain)
        return " ".join(self.plain[self.starts[start] : stop].split())


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
    """One Unicode form, one kind of quotation mark and dash; newlines stay, invisible signs go."""
    text = text.replace("\r\n", "\n")
    if text.isascii():
        return text.replace("`", "'").replace("\r", "\n")
    text = unicodedata.normalize("NFKC", text.translate(_ALIKE)).translate(_ALIKE)
    return _INVISIBLE.sub("", text)


def exact(words: Text, source: Text, first: int = 0, last: int = 0) -> Match | None:
    """Where the words stand: at the lines that are cited if they stand there, else after them, else where first."""
    low, high = source.on_lines(first, last) if first else (0, 0)
    at = source.find(words, low - words.count + 1, high + words.count - 1) if high > low else -1
    if at < 0:
        at = source.find(words, low)
    if at < 0:
        at = source.find(words)
    return _match(source, at, at + words.count) if at >= 0 else None


def cut_short(source: Text, found: Match) -> str:
    """What a verbatim quotation leaves out at its edges that turns it round: a negation, a part of a number."""
    before, after = source.words(found.start - 3, found.start), source.words(found.end, found.end + 3)
    if before:
        wrapped = source.lines[found.start - 1] != source.lines[found.start]
        if _negates(before, len(before) - 1) and (not wrapped or before[-1].casefold() in _WRAPPED):
            return f"the source says “{_negation(before)}” right before it"
        if before[-1] in "!¬" and source.starts[found.start - 1] + 1 == source.starts[found.start]:
            return "the source has “!” right before it"
    denies = bool(after) and (after[0].casefold() in _AT_EDGES or "".join(after).casefold().endswith("n't"))
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


def nearest(words: Text, source: Text, first: int = 0, last: int = 0) -> Match | None:
    """Where something alike stands, and what differs; `near` if it is the same but for what does not matter.
    None where nothing is alike, or the words are too many to be aligned."""
    if not 0 < words.count <= LONGEST:
        return None
    wanted = words.words()
    folded = [word.casefold() for word in wanted]
    cited = source.on_lines(first, last)[0] if first else -1
    begun, everything = source.folded(cited)
    slack = max(3, round((1 - NEAR) * words.count) + 2)
    best, best_edits = None, words.count // 2 + 1
    for base in _bases(folded, everything, cited - begun, slack):
        low = max(0, base - slack)
        aligned = _align(folded, everything[low : base + words.count + slack], base - low - slack, slack)
        if aligned is not None and aligned.edits < best_edits:
            found = _judged(wanted, source, begun + low, aligned)
            best, best_edits = (found, aligned.edits) if found else (best, best_edits)
    return best


def _bases(wanted: Sequence[str], source: Sequence[str], cited: int, slack: int) -> list[int]:
    """Where in the source an alignment may begin: the diagonals on which most words stand."""
    places: dict[str, list[int]] = {}
    telling = [word[0].isalnum() for word in wanted]
    for at, word in enumerate(wanted):
        if telling[at] or not any(telling):
            places.setdefault(word, []).append(at)
    votes: Counter[int] = Counter()
    for at, word in enumerate(source):
        for place in places.get(word, ())[:4]:
            votes[at - place] += 1
    found: list[int] = []
    for base, _ in votes.most_common(TRIES * 8):
        if all(abs(base - other) > slack for other in found):
            found.append(base)
        if len(found) == TRIES:
            break
    return [*found, *([cited] if cited >= 0 else [])]


@value
class _Aligned:
    """`pairs`: (place in the quotation or -1, place in the window or -1), in order."""

    edits: int
    pairs: tuple[tuple[int, int], ...]


def _align(wanted: Sequence[str], window: Sequence[str], shift: int, slack: int) -> _Aligned | None:
    """The cheapest alignment of all of `wanted` with a part of the window that begins within 2 × slack after `shift`;
    it may end anywhere (Sellers' algorithm for approximate search, in a band)."""
    width = 2 * slack + 1
    beyond = len(wanted) + width
    row = [0 if 0 <= shift + k <= len(window) else beyond for k in range(width)]
    steps: list[bytearray] = []
    for i, word in enumerate(wanted):
        fresh, moves = [beyond] * width, bytearray(width)
        for k in range(width):
            j = shift + i + 1 + k
            if not 0 <= j <= len(window):
                continue
            best, move = (row[k] + (word != window[j - 1]), 0) if j else (beyond, 0)
            if k + 1 < width and row[k + 1] + 1 < best:
                best, move = row[k + 1] + 1, 1
            if k and fresh[k - 1] + 1 < best:
                best, move = fresh[k - 1] + 1, 2
            fresh[k], moves[k] = best, move
        row = fresh
        steps.append(moves)
    k = min(range(width), key=lambda k: (row[k], -k))  # of two as cheap the longer: a word replaced, not added
    return _Aligned(edits=row[k], pairs=_traced(steps, k, shift)) if row[k] < beyond else None


def _traced(steps: Sequence[bytearray], k: int, shift: int) -> tuple[tuple[int, int], ...]:
    pairs: list[tuple[int, int]] = []
    i = len(steps)
    while i:
        move, j = steps[i - 1][k], shift + i + k
        if move == 0:
            pairs.append((i - 1, j - 1))
            i -= 1
        elif move == 1:
            pairs.append((i - 1, -1))
            i, k = i - 1, k + 1
        else:
            pairs.append((-1, j - 1))
            k -= 1
    return tuple(reversed(pairs))


def _judged(wanted: Sequence[str], source: Text, begin: int, aligned: _Aligned) -> Match | None:
    """The place of an alignment, what differs there, and whether that matters."""
    places = [j for _, j in aligned.pairs if j >= 0]
    if not places:
        return None
    start, end = begin + places[0], begin + places[-1] + 1
    here = source.words(start, end)
    changes = list(_changes(wanted, here, aligned, places[0]))
    reach = _reach(wanted, here, aligned)
    turned = turns(wanted) != turns(source.words(start - reach, end + reach))
    turned = turned or any(_contrary(mine, theirs) for mine, theirs in changes)
    near = aligned.edits <= (1 - NEAR) * len(wanted) + 1e-9 and not turned
    match = _match(source, start, end, near=near, differs=_told(changes))
    if near and (cut := cut_short(source, match)):
        return _match(source, start, end, differs=cut)
    return match


def _reach(wanted: Sequence[str], here: Sequence[str], aligned: _Aligned) -> int:
    """How many tokens on both sides of the place belong to the comparison: where the first or last word differs, or a
    word is added, the alignment may as well lie a little further, and what was left out just outside."""
    low = next(j for _, j in aligned.pairs if j >= 0)
    edges = (aligned.pairs[0], aligned.pairs[-1])
    same = (min(i, j) >= 0 and wanted[i].casefold() == here[j - low].casefold() for i, j in edges)
    return 0 if all(same) and all(j >= 0 for _, j in aligned.pairs) else aligned.edits + 2


def _changes(
    wanted: Sequence[str], here: Sequence[str], aligned: _Aligned, low: int
) -> list[tuple[list[str], list[str]]]:
    """Runs of words that differ: those of the quotation, those of the source."""
    found: list[tuple[list[str], list[str]]] = []
    running = False
    for i, j in aligned.pairs:
        mine, theirs = wanted[i] if i >= 0 else "", here[j - low] if j >= 0 else ""
        if mine == theirs:
            running = False
            continue
        if not running:
            found.append(([], []))
        running = True
        if mine:
            found[-1][0].append(mine)
        if theirs:
            found[-1][1].append(theirs)
    return found


def _told(changes: Sequence[tuple[list[str], list[str]]]) -> str:
    """What differs, in words; the first three places."""
    said = []
    for mine, theirs in changes[:3]:
        quoted, stands = " ".join(mine)[:80], " ".join(theirs)[:80]
        if not quoted:
            said.append(f"“{stands}” is left out")
        elif not stands:
            said.append(f"“{quoted}” is added")
        else:
            said.append(f"“{stands}” is quoted as “{quoted}”")
    more = [f"and {len(changes) - 3} more differences"] if len(changes) > 3 else []
    return "; ".join((*said, *more))


def turns(words: Sequence[str]) -> list[str]:
    """What turns or bounds the meaning of some words, in order: two texts that differ in it say different things."""
    found = []
    for at, raw in enumerate(words):
        word = raw.casefold()
        if _negates(words, at):
            found.append("not" if word in ("t", "not") else word)
        elif word in _BOUNDS or word in _COMPARING or any(c.isdigit() for c in word) or _in_number(words, at):
            found.append(word)
    return found


def _in_number(words: Sequence[str], at: int) -> bool:
    """Whether a sign belongs to a number: "-" of -5, "," of 1,000."""
    if len(words[at]) > 1 or at + 1 >= len(words) or not words[at + 1][0].isdigit():
        return False
    return words[at] in "+-" or (words[at] in ".,:/^" and at > 0 and words[at - 1][-1].isdigit())


def _negates(words: Sequence[str], at: int) -> bool:
    word = words[at].casefold()
    if word == "t":
        return at >= 2 and words[at - 1] == "'" and words[at - 2].casefold().endswith("n")
    return word in _AT_EDGES or word in NEGATIONS


def _contrary(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether a word was replaced by its contrary."""
    one, other = {word.casefold() for word in mine}, {word.casefold() for word in theirs}
    return any(
        opposed(a, b) or any(prefix + a == b or prefix + b == a for prefix in _PREFIXES)
        for a in list(one - other)[:8]
        for b in list(other - one)[:8]
    )


def _match(source: Text, start: int, end: int, *, near: bool = False, differs: str = "") -> Match:
    return Match(
        start=start, end=end, first=source.lines[start], last=source.lines[end - 1], near=near, differs=differs
    )
