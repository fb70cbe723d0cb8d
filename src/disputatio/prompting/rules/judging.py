"""What a sentence of a Critic's does to the point that it is about, and what such judgements come to."""

from __future__ import annotations

import re
from typing import Literal

from disputatio.debate.values import Json

Verdict = Literal["agree", "disagree", "unverifiable", ""]

_UNVERIFIABLE = re.compile(
    r"\b(?:cannot|can't|can not|could not|unable to|impossible to|hard to)\s+(?:be\s+)?(?:verif|confirm|check|tell)\w*"
    r"|\bunverif\w+|\bunsupported\b|\bno (?:evidence|source|citation|support|figure|data)\b"
    r"|\bnot (?:cited|sourced|given)\b"
    r"|\bnothing (?:here |in the context |that was loaded )?(?:supports|mentions|says)|\bis silent\b"
    r"|\bdon't have that information\b|\bneeds? (?:evidence|a source|verification)\b",
    re.I,
)
_DISAGREES = re.compile(
    r"\b(?:disagree|object|dispute|contest|reject)\w*"
    r"|\b(?:wrong|incorrect|mistaken|misleading|false|overstated|flawed|fails?"
    r"|contradict\w*|overlook\w*|ignores?|misses|misquot\w*|does not follow|doesn't follow"
    r"|not true|not the case|refut\w*)\b"
    r"|\bnot (?:agree|convinced|correct|right|accurate|supported)\b",
    re.I,
)
_AGREES = re.compile(
    r"\b(?:agree[ds]?|correct|right|accurate|sound|valid|holds|confirmed?|confirms|verified|supported|true|concede|accept"
    r"|well supported|matches|exact)\b",
    re.I,
)


def verdict(sentence: str) -> Verdict:
    """What a sentence says of the statement that it is about."""
    if _UNVERIFIABLE.search(sentence):
        return "unverifiable"
    if _DISAGREES.search(sentence):
        return "disagree"
    return "agree" if _AGREES.search(sentence) else ""


def level(lists: dict[str, list[Json]]) -> str:
    """Strong, Moderate or Weak: from how much stands."""
    agreed, disputed = len(lists["agree"]), len(lists["disagree"]) + len(lists["unverifiable"])
    if agreed and not disputed:
        return "Strong"
    return "Moderate" if agreed and agreed >= disputed else "Weak"
