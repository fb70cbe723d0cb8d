# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""The record of a round: each participant's position, argument and evidence, and who moved."""

from __future__ import annotations

from disputatio.debate.payload import items, words
from disputatio.debate.statements.receipts import bare_words as same
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts import agreement
from disputatio.prompting.contracts.contract import REFLECTION, Contract
from disputatio.prompting.reading import line, read_payload
from disputatio.prompting.reading.figures import seat_meant, seats_of
from disputatio.prompting.rehearsal.sentences import CITATION, SHIFTING, claims, positions, sentences, short
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = read_payload(shape, text, brief)
    if found is None:
        return None
    seats = seats_of(brief)
    for item in items(found.get("items")):
        item["seat"] = seat_meant(seats, line(item.get("seat"))) or line(item.get("seat"))
        item["engaged"] = [seat for one in words(item.get("engaged")) if (seat := seat_meant(seats, one))]
    return found


def _derived(brief: Brief, text: str) -> Payload:
    held = positions(brief)
    listed: list[Json] = [
        {
            "seat": seat,
            "position": short(stated),
            "argument": short(next(iter(claims(turn.text)[1:]), stated)),
            "evidence": ", ".join(CITATION.findall(turn.text)[:4]),
            "engaged": [other.label for other, _ in held.values() if other is not turn and other.label in turn.text],
        }
        for seat, (turn, stated) in held.items()
    ]
    groups = agreement.groups({seat: same(stated) for seat, (_, stated) in held.items()})
    people, views = "participant" + "s" * (len(held) != 1), "distinct position" + "s" * (len(groups) != 1)
    summary = f"{len(held)} {people} held {len(groups)} {views}." if held else "Nobody spoke."
    moved = [
        f"{turn.label}: {short(one)}"
        for turn, _ in held.values()
        for one in sentences(turn.text)
        if SHIFTING.search(one)
    ]
    return {
        "summary": summary,
        "items": listed,
        "disagreements": [short(held[group[0]][1]) for group in groups] if len(groups) > 1 else [],
        "shifts": list(moved[:6]),
    }


RECORD = Contract(
    name="record",
    asks="""\
Record the round: a summary in one or two sentences; for each participant their position, their key argument, the evidence they cited and whom they answered; new disagreements; and who moved.""",
    fields=(
        shapes.text("summary", "the round in one or two sentences", also="overview, round summary", needed=True),
        shapes.items(
            "items",
            "each participant",
            shapes.SEAT,
            shapes.text("position", "their position", also="stance", needed=True),
            shapes.text("argument", "their key argument", also="key argument, main argument"),
            shapes.text("evidence", "what they cited", also="citations"),
            shapes.texts("engaged", "whom they answered", also="engages"),
            also="participants, positions",
            needed=False,
        ),
        shapes.texts("disagreements", "new disagreements", also="new disagreements"),
        shapes.texts("shifts", "who moved, and why", also="changes"),
    ),
    reader=_read,
    rehearses=_derived,
    alone=True,
    temperature=REFLECTION,
)
