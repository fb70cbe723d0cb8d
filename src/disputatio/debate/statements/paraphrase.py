"""When two statements that are alike are about different things all the same (SPEC DUAL.3). Pure; symmetric.

Vectors of "use Redis for the queue" and "use Postgres for the queue" lie as near to one another as those of two
paraphrases. What tells them apart is the words. A paraphrase puts other words for the same thing, so of the words that
carry what a statement is about (`sameness.content`):

- each one that the other statement lacks must have a counterpart there: another form of the same word ("migrating",
  "the migration"), or a word that is known to say the same (`SYNONYMS`). A word of each without one is a substitution;
- where only one of them says more, it says little more: at most a fifth of its words, and none of that is a name;
- names and identifiers stand in both: words with a capital inside a sentence, in code, or with signs inside;
- numbers are the same, in digits or in words, and so is what directs or orders ("above", "after", "first").

Doubt means that they differ: keeping two apart that are one costs a line, merging two that differ forges agreement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from disputatio.debate.sameness import CLOSE, content, normalised, same_names, stem

_COUNTED = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
_ROUND = "twenty/20 thirty/30 forty/40 fifty/50 sixty/60 seventy/70 eighty/80 ninety/90 hundred/100 thousand/1000"
_OTHER = "million/1000000 billion/1000000000 dozen/12 half/0.5 third/0.33 quarter/0.25 twice/2 double/2 triple/3"
NUMBERS: Mapping[str, str] = {
    **{word: str(number) for number, word in enumerate(_COUNTED.split())},
    **{pair.split("/")[0]: pair.split("/")[1] for pair in f"{_ROUND} {_OTHER}".split()},
}
"""Numbers in words. "One" is no more than an article."""

_DIRECTING = "above below over under before after up down inside outside first last more less most least fewer higher"
DIRECTIONS = frozenset(f"{_DIRECTING} lower minimum maximum min max early late earlier later".split())
"""Words that direct or order: another one says another thing."""

_APART = frozenset(stem(word) for word in (*NUMBERS, *DIRECTIONS))

SYNONYMS: tuple[frozenset[str], ...] = tuple(
    frozenset(stem(word) for word in group.split())
    for group in (
        "keep keeps kept hold holds held retain stay stays stayed remain store stores live lives lived",
        "use utilise utilize",
        "need require",
        "show shows shown demonstrate prove proves proven indicate",
        "begin begins began start",
        "end finish complete",
        "big large huge",
        "small little tiny",
        "quick fast rapid quickly rapidly",
        "error fault failure bug defect",
        "problem issue",
        "make makes made create build builds built",
        "remove delete erase",
        "change modify alter adapt",
        "choose chooses chose chosen pick select",
        "help assist aid",
        "buy buys bought purchase",
        "allow permit let lets enable",
        "raise increase grow grows grew",
        "reduce decrease cut cuts",
        "get gets got obtain receive",
        "give gives gave given provide offer supply",
        "improve enhance",
        "important significant crucial essential",
        "answer reply respond",
        "employee employees worker workers staff",
        "company firm business",
        "picture image",
        "method approach",
        "result outcome",
        "complex complicated",
        "whole entire",
        "main primary",
        "roughly approximately about around",
        "happen occur",
        "lose loses lost",
        "write writes wrote written",
        "run runs ran",
        "work works worked function",
    )
)
"""Words that say the same, as far as a paraphrase goes."""

_ENDING = "e s es ed ing ion tion ation ment al ally ure ance ence ly ness ity y"
_ENDINGS = frozenset(["", *_ENDING.split()])
ROOT = 5
"""Letters that two forms of one word share at least."""


def another_matter(a: str, b: str) -> bool:
    """Whether two statements are about different things, however near their vectors are."""
    if _numbers(a) != _numbers(b) or _directions(a) != _directions(b):
        return True
    if not same_names(a, b):
        return True
    left, right = _unmatched(_carrying(a), _carrying(b))
    if left and right:
        return True
    longer = max(len(_carrying(a)), len(_carrying(b)))
    return len(left) + len(right) > (1 - CLOSE) * longer + 1e-9


@lru_cache(maxsize=4096)
def _carrying(text: str) -> frozenset[str]:
    """The stems of the words that carry what a text is about, without numbers and directions."""
    return content(text) - _APART


def _unmatched(left: frozenset[str], right: frozenset[str]) -> tuple[list[str], list[str]]:
    """The words of each that have no counterpart in the other."""
    mine, theirs = sorted(left - right), sorted(right - left)
    for word in list(mine):
        counterpart = next((other for other in theirs if _one_word(word, other)), None)
        if counterpart is not None:
            mine.remove(word)
            theirs.remove(counterpart)
    return mine, theirs


def _one_word(a: str, b: str) -> bool:
    """Whether two stems are of one word in two forms, or of two words for one thing."""
    if any(a in group and b in group for group in SYNONYMS):
        return True
    shared = next((at for at, (one, other) in enumerate(zip(a, b, strict=False)) if one != other), min(len(a), len(b)))
    return any(
        length >= ROOT and a[length:] in _ENDINGS and b[length:] in _ENDINGS for length in range(shared, ROOT - 1, -1)
    )


def _numbers(text: str) -> Counter[str]:
    words = [NUMBERS.get(word, word) for word in normalised(text).split()]
    return Counter(word for word in words if not word.isalpha() and word != "1")


def _directions(text: str) -> Counter[str]:
    return Counter(word for word in normalised(text).split() if word in DIRECTIONS)
