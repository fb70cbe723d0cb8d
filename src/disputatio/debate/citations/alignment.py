"""Where words stand nearly, and what is not the same there.

*Near* is a token ratio, 1 − edits ÷ tokens of the quotation, of at least `NEAR` = 0.9, where an edit adds, drops or
replaces a token and case costs nothing; and nothing that turns or bounds the meaning may differ: negations, numbers
with their signs and units, comparisons, quantifiers, words and their contraries ("safe", "unsafe").

Time is linear in the source, at most `REACH` of it: a vote on where the words may begin, then at most `TRIES` + 1
alignments of bounded size.

The alignment is our own because a quotation is aligned with a *part* of the window. difflib is not minimal (it judged
95 of 2,000 altered quotations otherwise) and takes up to 340 ms for words that repeat, where this takes 6 ms;
rapidfuzz aligns whole with whole only, so that it judged 432 of them otherwise, and is 12 MB of compiled code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from disputatio.debate.citations.quotations import REACH, Match, Text, contrary, cut_short, match_between, turns
from disputatio.debate.values import value

NEAR = 0.9
LONGEST = 400
"""Tokens of a quotation that are aligned; a longer one is found exactly or not at all."""

TRIES = 3

MOST_WORK = 1_500_000
"""Comparisons of words that the quotations of one turn may take in all: about a second's work."""


class Effort:
    """How much may still be compared for one turn, so that hostile turns come to an end, whatever they quote."""

    __slots__ = ("left",)

    def __init__(self, left: int = MOST_WORK) -> None:
        self.left = left

    def take(self, work: int) -> bool:
        """Return whether there is enough left for some work, which is then used up."""
        self.left -= work
        return self.left >= 0


def nearest(words: Text, source: Text, first: int = 0, last: int = 0, effort: Effort | None = None) -> Match | None:
    """Return where something alike stands, and what differs; it is `near` if what differs does not matter. Return None
    where nothing is alike, where the words are too many to be aligned, or where the effort is used up."""
    effort = effort or Effort()
    if not 0 < words.count <= LONGEST or not effort.take(min(source.count, REACH) // 8):
        return None
    wanted = words.words()
    folded = [word.casefold() for word in wanted]
    cited = source.on_lines(first, last)[0] if first else -1
    begun, everything = source.tokens_around(cited)
    slack = max(3, round((1 - NEAR) * words.count) + 2)
    best, best_edits = None, words.count // 2 + 1
    for base in _bases(folded, everything, cited - begun, slack):
        if not effort.take(words.count * (2 * slack + 1)):
            break
        low = max(0, base - slack)
        aligned = _align(folded, everything[low : base + words.count + slack], base - low - slack, slack)
        if aligned is not None and aligned.edits < best_edits:
            best, best_edits = _judged(wanted, source, begun + low, aligned), aligned.edits
    return best


def _bases(wanted: Sequence[str], source: Sequence[str], cited: int, slack: int) -> list[int]:
    """Return where in the source an alignment may begin: the diagonals on which most words stand."""
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
    """Return the cheapest alignment of all of `wanted` with a part of the window that begins within 2 × slack after
    `shift`; it may end anywhere (Sellers' algorithm for approximate search, in a band)."""
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


def _judged(wanted: Sequence[str], source: Text, begin: int, aligned: _Aligned) -> Match:
    """Return the place of an alignment of which some word stands in the source, what differs there, and whether that
    matters."""
    places = [j for _, j in aligned.pairs if j >= 0]
    start, end = begin + places[0], begin + places[-1] + 1
    here = source.words(start, end)
    changes = list(_changes(wanted, here, aligned, places[0]))
    reach = _reach(wanted, here, aligned)
    turned = turns(wanted) != turns(source.words(start - reach, end + reach))
    turned = turned or any(contrary(mine, theirs) or turns(mine) != turns(theirs) for mine, theirs in changes)
    near = aligned.edits <= (1 - NEAR) * len(wanted) + 1e-9 and not turned
    match = match_between(source, start, end, near=near, differs=_told(changes))
    if near and (cut := cut_short(source, match)):
        return match_between(source, start, end, differs=cut)
    return match


def _reach(wanted: Sequence[str], here: Sequence[str], aligned: _Aligned) -> int:
    """Return how many tokens on both sides of the place belong to the comparison: where the first or last word differs,
    or a word is added, the alignment may as well lie a little further, and what was left out just outside."""
    low = next(j for _, j in aligned.pairs if j >= 0)
    edges = (aligned.pairs[0], aligned.pairs[-1])
    same = (min(i, j) >= 0 and wanted[i].casefold() == here[j - low].casefold() for i, j in edges)
    return 0 if all(same) and all(j >= 0 for _, j in aligned.pairs) else aligned.edits + 2


def _changes(
    wanted: Sequence[str], here: Sequence[str], aligned: _Aligned, low: int
) -> list[tuple[list[str], list[str]]]:
    """Return the runs of words that differ: those of the quotation, and those of the source."""
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
    """Return what differs, in words; only the first three places are told."""
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
