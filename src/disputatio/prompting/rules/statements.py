"""The statements of a turn, by rule: which of them could be disputed, of what kind they are, and whose."""

from __future__ import annotations

import re

from disputatio.debate.formats import MESSAGES
from disputatio.debate.ids import index_of
from disputatio.debate.sameness import same
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.rules.sentences import act, items, sentences

MOST = 8
"""Points that one turn is taken to make."""

CITATION = re.compile(r"(?<![\w/])(?:[\w.-]+/)*[\w-]+\.\w{1,8}:\d{1,6}(?:-\d{1,6})?\b")
_LEADING_ID = re.compile(r"^\W{0,3}P\d{1,6}\b")
_DECISION = re.compile(
    r"\b(?:should|recommend|propose|let's|we will|must|ought to|best to|adopt|choose|decide[ds]?|go with)\b", re.I
)
_FINDING = re.compile(r"\b(?:shows?|measured|found|evidence|indicates?|confirms?|according to|benchmark)\b", re.I)


def subject(brief: Brief) -> SeenTurn | None:
    """The turn that a clerk's task is about: the last message that it sees."""
    return next((turn for turn in reversed(brief.turns) if turn.gives in MESSAGES), None)


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
