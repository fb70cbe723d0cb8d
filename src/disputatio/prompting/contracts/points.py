# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""The points of a turn: the statements that somebody could dispute, and what its author took back."""

from __future__ import annotations

import re

from disputatio.debate.payload import items
from disputatio.debate.sameness import likeness
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract, Joining
from disputatio.prompting.reading import line, listed, texts
from disputatio.prompting.reading.figures import KnownPoint, meant, points
from disputatio.prompting.request import Brief
from disputatio.prompting.rules.sentences import act, sentences, short
from disputatio.prompting.rules.statements import claims, kind, subject
from disputatio.prompting.shapes import Payload, Shape

_ID = re.compile(r"\bP\d{1,6}\b")
_KINDS = ("claim", "fact", "decision", "finding")


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = listed(shape, text, brief)
    if found is None:
        return None
    known = points(brief)
    for item in items(found.get("items")):
        point = meant(known, line(item.get("same_as")), line(item.get("text")))
        item["same_as"] = point.id if point else ""
        item["kind"] = line(item.get("kind")) or "claim"
    ids = {point.id for point in known}
    return {
        "items": found["items"],
        "withdrawn": [id for id in texts(found.get("withdrawn")) if not known or id in ids],
    }


def _derived(brief: Brief, text: str) -> Payload:
    turn = subject(brief)
    said = turn.text if turn else text
    known = points(brief)
    found: list[Json] = []
    for one in claims(said):
        point = meant(known, "", one)
        found.append({"text": short(one), "kind": kind(one), "same_as": point.id if point else ""})
    return {"items": found, "withdrawn": list(_withdrawn(said, known))}


def _withdrawn(text: str, known: list[KnownPoint]) -> list[str]:
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


def _known(brief: Brief) -> dict[str, str]:
    return {point.id: point.text for point in points(brief)}


POINTS = Contract(
    name="points",
    asks="""\
List the points of the turn: each statement on which the answer depends and that somebody could dispute, in one self-contained sentence, in the author's sense. No questions, no courtesies, no announcements, nothing about the debate itself, and nothing that the section of established facts says already. If a point of the list says the same in other words, name its id; a statement and its negation are never the same. List the ids of points that the author took back in this turn.""",
    fields=(
        shapes.items(
            "items",
            "the points that the turn states",
            shapes.WORDS,
            shapes.choice("kind", "what it is", *_KINDS, also="type"),
            shapes.text(
                "same_as",
                "id of an earlier point that says the same, else empty",
                also="same as, duplicate of, restates, existing",
            ),
            also="points, claims, statements",
        ),
        shapes.ids(
            "withdrawn", "ids of points that the author took back", also="withdrew, retracted, taken back, conceded"
        ),
    ),
    reader=_read,
    rule=_derived,
    alone=True,
    temperature=EXTRACTION,
    context="facts",
    new="items",
    joining=Joining(items="items", id="same_as", known=_known),
)
