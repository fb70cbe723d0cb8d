"""What each participant holds, by rule, and a derived payload as people read it."""

from __future__ import annotations

import re
from typing import Literal

from disputatio.debate.format import MESSAGES
from disputatio.debate.ids import index_of
from disputatio.debate.sameness import same
from disputatio.debate.values import Json
from disputatio.prompting.reading import line
from disputatio.prompting.rehearsal.sentences import act, items, sentences, short
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.shapes import Payload

# ---- The statements of a turn, by rule: which of them could be disputed, of what kind they are, and whose.
MOST = 8
"""Points that one turn is taken to make."""

CITATION = re.compile(r"(?<![\w/])(?:[\w.-]+/)*[\w-]+\.\w{1,8}:\d{1,6}(?:-\d{1,6})?\b")
_LEADING_ID = re.compile(r"^\W{0,3}[PQ]\d{1,6}\b")
_DECISION = re.compile(
    r"\b(?:should|recommend|propose|let's|we will|must|ought to|best to|adopt|choose|decide[ds]?|go with)\b", re.I
)
_FINDING = re.compile(r"\b(?:shows?|measured|found|evidence|indicates?|confirms?|according to|benchmark)\b", re.I)


def author(turn: SeenTurn) -> str:
    """The seat that made a turn, by its place; its label where the place names none."""
    return index_of(turn.path) or turn.label


def claims(text: str) -> list[str]:
    """The statements of a text that could be disputed. List items go before prose when there are at least two."""
    listed = [one for item in items(text) for one in sentences(item)[:1] if act(one) == "claim"]
    prose = [one for one in sentences(text) if act(one) == "claim"]
    found: list[str] = []
    for one in listed if len(listed) >= 2 else prose:
        if not _LEADING_ID.match(one) and not any(same(one, other) for other in found):
            found.append(one)
    return found[:MOST]


def kind(sentence: str) -> str:
    """claim, fact, decision or finding."""
    if CITATION.search(sentence):
        return "fact"
    if _DECISION.search(sentence):
        return "decision"
    return "finding" if _FINDING.search(sentence) else "claim"


# ---- What a sentence of a Critic's does to the point that it is about, and what such judgements come to.
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


SHIFTING = re.compile(r"\b(?:I (?:now|no longer|revise|changed?)|changed my mind|on reflection|I withdraw)\b", re.I)
"""How somebody says that they have moved."""


def positions(brief: Brief) -> dict[str, tuple[SeenTurn, str]]:
    """Seat → its last message and the position in it."""
    found: dict[str, tuple[SeenTurn, str]] = {}
    for turn in brief.turns:
        if turn.gives in MESSAGES and not _sums_up(turn) and turn.text.strip():
            stated = line(turn.data.get("position")) or next(iter(claims(turn.text)), _gist(turn.text))
            found[author(turn)] = (turn, stated)
    return found


def _gist(text: str) -> str:
    """The first sentence that is not about the turn itself, where there is one."""
    return short(next((one for one in sentences(text) if not one.startswith("Rehearsal:")), text))


def _sums_up(turn: SeenTurn) -> bool:
    """Whether a message tells what others hold."""
    return turn.gives in ("card", "synthesis")


def spoken(data: Payload) -> str:
    """A payload as lines that people can read."""
    lines = []
    for key, found in data.items():
        if isinstance(found, list) and found:
            entries = [
                line({k: v for k, v in one.items() if v}) if isinstance(one, dict) else line(one) for one in found
            ]
            lines.append(f"{key}:\n" + "\n".join(f"- {entry}" for entry in entries if entry))
        elif isinstance(found, (str, bool, int, float)) and found != "":
            lines.append(f"{key}: {found}")
    return "\n".join(lines) or "Nothing."
