"""The assessment in a Critic's prose, by rule: what each sentence does to the point that it is about."""

from __future__ import annotations

import re
from typing import Literal

from disputatio.debate.sameness import likeness, opposed
from disputatio.debate.values import Json
from disputatio.prompting.figures import KnownPoint, points
from disputatio.prompting.request import Brief
from disputatio.prompting.rules.sentences import sentences, short
from disputatio.prompting.rules.statements import author, claims, subject

Verdict = Literal["agree", "disagree", "unverifiable", ""]

ABOUT = 0.45
"""Share of content words from which a sentence is taken to be about a point."""

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
_ID = re.compile(r"\bP\d{1,6}\b")


def verdict(sentence: str) -> Verdict:
    """What a sentence says of the statement that it is about."""
    if _UNVERIFIABLE.search(sentence):
        return "unverifiable"
    if _DISAGREES.search(sentence):
        return "disagree"
    return "agree" if _AGREES.search(sentence) else ""


def derive_assessment(brief: Brief, text: str) -> dict[str, Json]:
    """Of each point the last sentence that judges it; a sentence that says the contrary of a point disagrees."""
    judged: dict[str, tuple[Verdict, KnownPoint, str]] = {}
    known = _judgeable(brief)
    for sentence in sentences(text):
        said = verdict(sentence)
        for point in _meant(sentence, known):
            found: Verdict = "disagree" if opposed(sentence, point.text) else said
            if found:
                judged[point.id] = (found, point, short(sentence))
    lists: dict[str, list[Json]] = {"agree": [], "disagree": [], "unverifiable": []}
    for found, point, reason in judged.values():
        id = point.id if point.id.startswith("P") else ""
        lists[found].append({"point": id, "text": point.text, "reason": reason})
    return {**{key: list(items) for key, items in lists.items()}, "level": level(lists)}


def level(lists: dict[str, list[Json]]) -> str:
    agreed, disputed = len(lists["agree"]), len(lists["disagree"]) + len(lists["unverifiable"])
    if agreed and not disputed:
        return "Strong"
    return "Moderate" if agreed and agreed >= disputed else "Weak"


def _judgeable(brief: Brief) -> list[KnownPoint]:
    """The points of the list; without a list, the claims of the last turn by somebody else."""
    if known := points(brief):
        return [point for point in known if point.status not in ("withdrawn", "set aside")]
    turn = subject(brief)
    found = claims(turn.text) if turn and not turn.mine else []
    return [KnownPoint(id=f"#{at}", status="", author=author(turn), text=one) for at, one in enumerate(found) if turn]


def _meant(sentence: str, known: list[KnownPoint]) -> list[KnownPoint]:
    ids = set(_ID.findall(sentence))
    if named := [point for point in known if point.id in ids]:
        return named
    close = max(known, key=lambda point: likeness(point.text, sentence), default=None)
    return [close] if close and likeness(close.text, sentence) >= ABOUT else []
