# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""How consistent each argument is in itself, by a judge who sees them under letters (SPEC VERDICT.1)."""

from __future__ import annotations

import re

from disputatio.debate.payload import items
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.errors import Incomplete
from disputatio.prompting.reading import line, read_payload
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape, json_block

_LETTER = re.compile(r"\b([A-Z])\b\W*$")


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return the figures by the turn that each is of. Raises `Incomplete` where an argument has none."""
    found = read_payload(shape, text, brief)
    if found is None:
        return None
    shown = _shown(brief)
    read: dict[str, Json] = {}
    for item in items(found.get("items")):
        named = _LETTER.search(line(item.get("argument")).upper())
        if named is not None and named[1] in shown and item.get("consistency") is not None:
            read[named[1]] = {
                "turn": shown[named[1]],
                "consistency": item["consistency"],
                "reason": line(item.get("reason")),
            }
    data: Payload = {"items": list(read.values())}
    if left := [letter for letter in shown if letter not in read]:
        raise Incomplete(f"You have not appraised {', '.join(left)}: give each argument a figure.", data)
    return data


def _shown(brief: Brief) -> dict[str, str]:
    """Return the arguments that are to be appraised, by their letters."""
    return {turn.label.rpartition(" ")[2]: turn.path for turn in brief.turns if turn.gives == "argument"}


def _appraised(brief: Brief, given: Material) -> str:
    letters = list(_shown(brief))
    return json_block(
        {
            "items": [
                {"argument": letter, "consistency": 1.0, "reason": "in a rehearsal nobody thinks"} for letter in letters
            ]
        }
    )


APPRAISAL = Contract(
    name="appraisal",
    asks="""\
Appraise how consistent each argument is in itself: whether its parts fit together, its conclusion follows from its reasons, and it counts with its own figures correctly. Whether you share it, how it is written, how long it is and in which order the arguments stand counts for nothing.""",
    fields=(
        shapes.items(
            "items",
            "a figure for each argument",
            shapes.text("argument", "the letter of the argument", also="letter, response, id, name", needed=True),
            shapes.share("consistency", "how consistent it is, 0 to 1", also="score, logical consistency, rating"),
            shapes.text(
                "reason", "what does not fit, in one sentence; empty where all does", also="why, because, note"
            ),
            also="arguments, appraisals, scores, ratings",
        ),
    ),
    reader=_read,
    rehearsal=_appraised,
    alone=True,
)
