"""The points of a turn, and what was taken back in it, by rule."""

from __future__ import annotations

import re

from disputatio.debate.formats import MESSAGES
from disputatio.debate.ids import index_of
from disputatio.debate.sameness import likeness, same
from disputatio.debate.values import Json
from disputatio.prompting.figures import KnownPoint, meant, points
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.rules.sentences import act, items, sentences, short

MOST = 8
"""Points that one turn is taken to make."""

CITATION = re.compile(r"(?<![\w/])(?:[\w.-]+/)*[\w-]+\.\w{1,8}:\d{1,6}(?:-\d{1,6})?\b")
_ID = re.compile(r"\bP\d{1,6}\b")
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


def withdrawn(text: str, known: list[KnownPoint]) -> list[str]:
    """Points that a text takes back, by their ids or by their words."""
    found: list[str] = []
    for sentence in sentences(text):
        if act(sentence) != "withdrawal":
            continue
        ids = [id for id in _ID.findall(sentence) if meant(known, id)]
        if not ids:
            close = max(known, key=lambda point: likeness(point.text, sentence), default=None)
            ids = [close.id] if close and likeness(close.text, sentence) >= 0.6 else []
        found += ids
    return list(dict.fromkeys(found))


def derive_points(brief: Brief, text: str) -> dict[str, Json]:
    turn = subject(brief)
    said = turn.text if turn else text
    known = points(brief)
    listed: list[Json] = []
    for one in claims(said):
        point = meant(known, "", one)
        listed.append({"text": short(one), "kind": kind(one), "same_as": point.id if point else ""})
    return {"items": listed, "withdrawn": list(withdrawn(said, known))}
