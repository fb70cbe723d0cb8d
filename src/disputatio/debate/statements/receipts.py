"""Receipts: words of a participant that stand in their turn (SPEC RECEIPT.1). Pure.

Whatever the board says of a participant carries words quoted from the turn that it is about. They are found there by
machine: spaces, punctuation, Markdown and case aside, the words of each part of a quotation must stand in the turn one
after another, and the parts, between which an ellipsis stands, in their order, in one paragraph or item of a list. What
is left out at an ellipsis must not turn the meaning round: a part of a sentence that denies may not be left out between
two parts of that same sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice, pairwise

from disputatio.debate.values import value

LEAST = 2
"""Words that a receipt must have: a single one stands almost anywhere."""
LONGEST = 60
"""Words of a passage of which the first and the last are quoted."""

MOST = 50
"""Places at which a quotation may begin that are compared."""
ASSENT = 3
"""Words of a reason that are no more than assent ("I agree", "is correct")."""
BRIEF = 6
"""Words of a reason that only calls to mind one that was given before ("still the waiting, not the recipe")."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[%€$£+<>=≤≥≠±]")
_LEFT_OUT = re.compile(r"\s*(?:\[\s*)?(?:…|\.{3,})(?:\s*\])?\s*")
SENTENCE = re.compile(r"[.!?…]['\"”’)*_]*\s|\n")
_PARAGRAPH = re.compile(r"\n[ \t]*(?:\n|[-*+•>|#][ \t]|\d{1,3}[.)][ \t])")
"""Where another paragraph, or item of a list, begins."""
_CLAUSE = re.compile(r"[.!?…,;:—–]['\"”’)*_]*\s|\n")
ITEM = re.compile(
    r"\A\s*(?:[-*+•>]|\d{1,3}[.)])\s+(?:[*_\[(]{0,3}P\d{1,6}(?:(?:, ?| and )P\d{1,6}){0,20}[*_\])]{0,3}\s*[—–:-]\s*)?"
)
"""How an item of a list begins, and the ids of what it is about."""
_BALLOT = re.compile(r"\A(?:Response )?[A-L]: (?=\S)")
"""The letter that heads what a ranking says of an answer: it was dealt for that ranking alone, and stands for nobody
elsewhere."""
_DENIAL = re.compile(
    r"(?:\b(?:not|no|never|none|nor|neither|nobody|nothing|without|cannot|hardly|barely)|n['’]t)\b", re.I
)


@value
class Span:
    """Where words stand in a text: characters `start` to `end`."""

    start: int
    end: int


@lru_cache(maxsize=512)
def _words(text: str) -> tuple[tuple[str, int, int], ...]:
    """Return the words of a text in small letters, each with its place."""
    return tuple((one[0].casefold().replace("’", "'"), one.start(), one.end()) for one in _WORD.finditer(text))


def receipt_in(quote: str, text: str) -> Span | None:
    """Return where the words of a quotation stand in a text; None where they do not, or are too few to prove
    anything."""
    parts = [words for part in _LEFT_OUT.split(quote) if (words := [word for word, _, _ in _words(part)])]
    if sum(map(len, parts)) < LEAST:
        return None
    places = _shortest(_places(parts, text))
    return _with_marks(text, places[0][0], places[-1][1]) if places else None


def _shortest(found: Iterable[list[tuple[int, int]]]) -> list[tuple[int, int]]:
    """Return the places of which the parts lie closest together, the first of several such: a quotation that begins in
    words that stand there twice may leave out what argues against it."""
    return min(islice(found, MOST), key=lambda places: places[-1][1] - places[0][0], default=[])


_PAIRS = {"”": "“", "»": "«", ")": "(", "]": "["}
"""What closes quotations and brackets, by what opens them; the other marks are their own partners."""
_CLOSING = frozenset({*_PAIRS, '"', "`"})
_STOPS = frozenset(".,;:!?…")


def _with_marks(text: str, start: int, end: int) -> Span:
    """Return where a passage stands with the marks beside it whose partners it holds, and the stop before them: the
    words of a quotation end before them."""
    while (closing := end + (text[end : end + 1] in _STOPS)) < len(text) and (mark := text[closing]) in _CLOSING:
        held = text[start:end]
        if not (held.count(_PAIRS[mark]) > held.count(mark) if mark in _PAIRS else held.count(mark) % 2):
            break
        end = closing + 1
    while start and text[start - 1] in '"`' and text.count(text[start - 1], start, end) % 2:
        start -= 1
    return Span(start=start, end=end)


def as_it_stands(words: str, text: str) -> str:
    """Return words of a text with the marks that they lost at their ends; others as they are."""
    at = text.find(words) if words else -1
    if at < 0:
        return words
    span = _with_marks(text, at, at + len(words))
    return text[span.start : span.end]


def _places(parts: list[list[str]], text: str, *, denying: bool = False) -> Iterator[list[tuple[int, int]]]:
    """Yield the first place of all parts in their order, beginning at each place of the first one. `denying`: also
    where what lies between two of them denies something."""
    words = _words(text)
    spelled = [word for word, _, _ in words]
    for first in _found(parts[0], spelled, 0):
        places, at = [(words[first][1], words[first + len(parts[0]) - 1][2])], first + len(parts[0])
        for part in parts[1:]:
            begin = next(_found(part, spelled, at), None)
            if begin is None:
                return
            places.append((words[begin][1], words[begin + len(part) - 1][2]))
            at = begin + len(part)
        gaps = [text[left[1] : right[0]] for left, right in pairwise(places)]
        if not any(_PARAGRAPH.search(gap) or (_denied(gap) and not denying) for gap in gaps):
            yield places


def _found(part: list[str], words: list[str], start: int) -> Iterator[int]:
    """Yield the places from `start` on where the words of a part stand one after another."""
    for at in range(start, len(words) - len(part) + 1):
        if words[at] == part[0] and words[at : at + len(part)] == part:
            yield at


def _denied(gap: str) -> bool:
    """Return whether what was left out denies something within the sentence that goes on behind it."""
    return not SENTENCE.search(gap) and bool(_DENIAL.search(gap))


def stretch(quote: str, text: str) -> str:
    """Return all that a text says from the first words of a quotation to its last, where an ellipsis stands for what
    lies between: nothing is left out of it, so nothing can be turned round. "" where the quotation has no ellipsis,
    stands nowhere, or reaches over a paragraph or `LONGEST` words."""
    parts = [words for part in _LEFT_OUT.split(quote) if (words := [word for word, _, _ in _words(part)])]
    if len(parts) < 2 or sum(map(len, parts)) < LEAST:
        return ""
    spans = (_with_marks(text, places[0][0], places[-1][1]) for places in _places(parts, text, denying=True))
    whole = (text[span.start : span.end] for span in spans)
    fit = (one for one in whole if "\n" not in one.strip() and len(_words(one)) <= LONGEST)
    return min(islice(fit, MOST), key=len, default="")


def from_the_beginning(words: str, text: str) -> str:
    """Return a passage that goes on in another sentence with all of those over which it stretches; any other as it
    is."""
    return (sentence(words, text) if SENTENCE.search(words.strip()) else "") or words


def in_sentences(quote: str, text: str) -> str:
    """Return a quotation that leaves something out as the sentences of a text in which it begins and ends, so that it
    can be read; any other, and one that stands nowhere, as it is."""
    parts = [words for part in _LEFT_OUT.split(quote) if (words := [word for word, _, _ in _words(part)])]
    places = _shortest(_places(parts, text, denying=True)) if sum(map(len, parts)) >= LEAST else []
    if len(places) < 2:
        return quote
    first, last = (_around(text, *place) for place in (places[0], places[-1]))
    if last.start <= first.end:
        return text[first.start : last.end]
    between = " " if not text[first.end : last.start].strip() else " … "
    return text[first.start : first.end] + between + text[last.start : last.end]


def _around(text: str, start: int, end: int) -> Span:
    """Return where the sentences stand that hold the characters from `start` to `end`."""
    begun = max((one.end() for one in SENTENCE.finditer(text, 0, start)), default=0)
    over = SENTENCE.search(text, max(end - 1, 0))
    return Span(start=begun, end=over.end() - 1 if over else len(text))


def passage(quote: str, text: str) -> str:
    """Return the paragraph or list item of a text in which a quotation stands, "" where it stands nowhere."""
    span = receipt_in(quote, text)
    if span is None:
        return ""
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    return text[start : end if end >= 0 else len(text)].strip()


def sentence(quote: str, text: str) -> str:
    """Return the sentences of a text over which a quotation stretches, "" where it stands nowhere."""
    span = receipt_in(quote, text)
    if span is None:
        return ""
    start = max((end.end() for end in SENTENCE.finditer(text, 0, span.start)), default=0)
    end = SENTENCE.search(text, span.end)
    return without_mark(text[start : end.start() if end else len(text)].strip())


def in_context(words: str, text: str) -> str:
    """Return words of a text that say little by themselves with what they lean on: in their sentence, and where that is
    brief, too, after the one before it in its paragraph. Others, and words that stand nowhere, as they are."""
    whole = sentence(words, text) if is_brief(words) else ""
    if not whole or not is_brief(whole):
        return " ".join(whole.split()) or words
    before = passage(words, text).partition(whole)[0].strip()
    last = max((end.end() for end in SENTENCE.finditer(before)), default=0)
    return " ".join(f"{without_mark(before[last:])} {whole}".split())


def without_mark(text: str) -> str:
    """Return words without the mark of their item, the ids that it is about, or the letter of a ranking."""
    return _BALLOT.sub("", ITEM.sub("", text))


def clause(quote: str, text: str) -> str:
    """Return the words of a quotation as they stand in a text, "" where they stand nowhere: all of the sentence where
    the rest of the clause that they are taken from denies something."""
    span = receipt_in(quote, text)
    if span is None:
        return ""
    start = max((end.end() for end in _CLAUSE.finditer(text, 0, span.start)), default=0)
    end = _CLAUSE.search(text, span.end)
    rest = text[start : span.start], text[span.end : end.start() if end else len(text)]
    return sentence(quote, text) if any(map(_DENIAL.search, rest)) else text[span.start : span.end]


def bare_words(text: str) -> str:
    """Return the words of a text and nothing else: two texts that are equal so are the same statement (SPEC §17)."""
    return " ".join(word for word, _, _ in _words(text))


def same_words(one: str, other: str) -> bool:
    """Return whether one of two quotations of a turn holds the other, and is more than assent."""
    short, long = sorted((bare_words(one), bare_words(other)), key=len)
    return len(short.split()) > ASSENT and f" {short} " in f" {long} "


def is_brief(words: str) -> bool:
    """Return whether words say little by themselves."""
    return len(bare_words(words).split()) <= BRIEF


def contrary(a: str, b: str) -> bool:
    """Return whether one of two statements is the other with one denying word more: a claim and its negation."""
    left, right = bare_words(a).split(), bare_words(b).split()
    short, long = sorted((left, right), key=len)
    if len(long) - len(short) not in (1, 2):
        return False
    at = next((at for at, word in enumerate(long) if at >= len(short) or word != short[at]), 0)
    return any(
        long[:at] + long[at + size :] == short and _DENIAL.search(" ".join(long[at : at + size]))
        for size in (len(long) - len(short),)
    )
