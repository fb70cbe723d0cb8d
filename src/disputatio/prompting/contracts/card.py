# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""What a crux room came to: the claim, what it really hangs on, and whether it was resolved.

The claim is the one that the room was about, whatever a reply calls it; and whether it is resolved is what its sides
have said, whatever a reply says.
"""

from __future__ import annotations

from dataclasses import replace

from disputatio.debate.ids import index_of, parent, segments
from disputatio.debate.log.turns import Turn
from disputatio.debate.payload import items
from disputatio.debate.statements.cards import Talk
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import REFLECTION, Contract
from disputatio.prompting.reading import line, read_payload
from disputatio.prompting.reading.figures import seat_meant, seats_of
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = read_payload(shape, text, brief)
    if found is None:
        return None
    if any(turn.gives == "stance" for turn in brief.turns):
        found["how"] = _accepted(brief)
        found["resolved"] = bool(found["how"])
    about = _claim(brief)
    seats = seats_of(brief)
    for key in ("best", "minds"):
        for item in items(found.get(key)):
            item["seat"] = seat_meant(seats, line(item.get("seat"))) or line(item.get("seat"))
    return {**found, "claim": about} if about else found


def _accepted(brief: Brief) -> str:
    """Return the statement that both sides of a room accept, "" where there is none."""
    talk = Talk()
    for turn in brief.turns:
        seat = index_of(turn.path)
        talk = talk.hear(Turn(path=turn.path, seat=seat, gives=turn.gives, heard="", text="", data=turn.data))
    return talk.common


def _claim(brief: Brief) -> str:
    """Return the id of the statement that the room is about."""
    return next((index for _, index in reversed(segments(parent(brief.path))) if index), "")


def _derived(brief: Brief, text: str) -> Payload:
    """Return what both sides declared: the statements that they last worded, and whether both accept one."""
    common = _accepted(brief)
    last = {turn.seat: turn for turn in brief.turns if turn.gives == "stance"}
    best: list[Json] = [
        {"seat": seat, "text": worded} for seat, turn in last.items() if (worded := line(turn.data.get("statement")))
    ]
    found: Payload = {"claim": _claim(brief), "crux": "premise", "statement": common, "best": best, "minds": []}
    return {**found, "resolved": bool(common), "how": common}


CARD = Contract(
    name="card",
    asks="""\
Record what the exchange came to: the claim; the crux, on what the dispute really turns (a fact, a value, a definition, a prediction, a premise, the evidence, or the time horizon), and a statement of it in one sentence; the best case of each side, and what would change their minds, by seat (the id of the participant); whether it was resolved, by a statement that both accept, and how.""",
    fields=(
        shapes.text("claim", "", also="topic, id"),
        shapes.choice(
            "crux",
            "",
            "fact",
            "value",
            "definition",
            "prediction",
            "premise",
            "evidence",
            "horizon",
            needed=True,
            also="the crux, true crux, crux type, type, kind",
        ),
        shapes.text("statement", "", also="crux statement, summary, question"),
        shapes.rows(
            "best",
            replace(shapes.SEAT, says=""),
            replace(shapes.WORDS, says=""),
            also="best cases, best case, cases",
            needed=False,
        ),
        shapes.rows(
            "minds",
            replace(shapes.SEAT, says=""),
            replace(shapes.WORDS, says=""),
            needed=False,
            also="what would change each mind, change minds, would change, what would change minds",
        ),
        shapes.flag("resolved", "", also="settled", needed=False),
        shapes.text("how", "", also="resolution, common statement"),
    ),
    reader=_read,
    rule=_derived,
    alone=True,
    temperature=REFLECTION,
)
