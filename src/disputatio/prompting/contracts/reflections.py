# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""Observations on how a debate goes, that nobody in it has made."""

from __future__ import annotations

from collections import defaultdict

from disputatio.debate.format import MESSAGES
from disputatio.debate.ids import index_of
from disputatio.debate.payload import items, words
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import REFLECTION, Contract
from disputatio.prompting.reading import read_payload
from disputatio.prompting.reading.figures import seat_meant, seats_of
from disputatio.prompting.rehearsal.sentences import act, sentences, verdict
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return the reflections. The sources of each are the last messages of the participants that it is about."""
    found = read_payload(shape, text, brief)
    if found is None:
        return None
    seats = seats_of(brief)
    said = {index_of(turn.path): turn.path for turn in brief.turns if turn.gives in MESSAGES}
    for item in items(found.get("items")):
        named = (each for one in words(item.get("about")) for each in one.split(","))
        about = [seat for one in named if (seat := seat_meant(seats, one))]
        item["about"] = list(about)
        item["sources"] = [said[seat] for seat in about if seat in said]
    return found


def _derived(brief: Brief, text: str) -> Payload:
    counts: dict[str, int] = defaultdict(int)
    for turn in brief.turns:
        for sentence in sentences(turn.text) if turn.gives in MESSAGES else ():
            counts[act(sentence)] += 1
            counts["disputed"] += verdict(sentence) == "disagree"
    gave = counts["concession"] + counts["withdrawal"]
    people: list[Json] = list(dict.fromkeys(turn.seat for turn in brief.turns if turn.gives in MESSAGES))
    kind = "convergence" if gave > counts["disputed"] else "escalation" if counts["disputed"] > 2 * gave else "pattern"
    said = f"{counts['disputed']} statements were disputed and {gave} were given up in the last messages."
    return {"items": [{"text": said, "kind": kind, "about": people, "importance": 5}]}


REFLECTIONS = Contract(
    name="reflections",
    asks="""\
Write two or three items, observations that nobody in the debate has made: a pattern, a shift, a convergence or an escalation. Name the participants each of them is about, rest it on what they said, and weigh it from 1 to 10.""",
    fields=(
        shapes.rows(
            "items",
            shapes.WORDS,
            shapes.choice("kind", "what it is", "pattern", "shift", "convergence", "escalation", also="type"),
            shapes.texts("about", "ids of the participants concerned", also="participants, who"),
            shapes.number("importance", "1 to 10", also="weight"),
            also="reflections, observations, insights",
        ),
    ),
    reader=_read,
    rehearses=_derived,
    alone=True,
    temperature=REFLECTION,
)
