"""What turns or bounds the meaning of words: negations, numbers with their signs and units, quantifiers, contraries.

Two texts that differ in any of it say different things, however alike they are. Doubt means that they differ.
"""

from __future__ import annotations

from collections.abc import Sequence

from disputatio.debate.passages import vocabulary
from disputatio.debate.sameness import NEGATIONS, opposed

DENYING = vocabulary("not no never without cannot nor neither none nothing hardly")
"""Negations that turn round what stands beside them."""

_BOUNDS = vocabulary(
    """all any some every each most few many several both only except unless until always often sometimes usually
    must should may might can could shall will would more less least before after above below over under or
    true false null"""
)
_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "anti", "mis", "de")
_COMPARING = frozenset("<>!≠≤≥±¬%")


def turns(words: Sequence[str]) -> list[str]:
    """What turns or bounds the meaning of some words, in order: two texts that differ in it say different things."""
    found = []
    for at, raw in enumerate(words):
        word = raw.casefold()
        if negates(words, at):
            found.append("not" if word in ("t", "not") else word)
        elif word in _BOUNDS or word in _COMPARING or any(c.isdigit() for c in word) or _in_number(words, at):
            found.append(word)
    return found


def _in_number(words: Sequence[str], at: int) -> bool:
    """Whether a sign belongs to a number: "-" of -5, "," of 1,000."""
    if len(words[at]) > 1 or at + 1 >= len(words) or not words[at + 1][0].isdigit():
        return False
    return words[at] in "+-" or (words[at] in ".,:/^" and at > 0 and words[at - 1][-1].isdigit())


def negates(words: Sequence[str], at: int) -> bool:
    word = words[at].casefold()
    if word == "t":
        return at >= 2 and words[at - 1] == "'" and words[at - 2].casefold().endswith("n")
    return word in DENYING or word in NEGATIONS


def contrary(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether a word was replaced by its contrary."""
    one, other = {word.casefold() for word in mine}, {word.casefold() for word in theirs}
    return any(
        opposed(a, b) or any(prefix + a == b or prefix + b == a for prefix in _PREFIXES)
        for a in list(one - other)[:8]
        for b in list(other - one)[:8]
    )
