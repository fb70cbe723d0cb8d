# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""What is worth remembering beyond a debate: what was agreed, decided and found."""

from __future__ import annotations

from disputatio.debate.payload import items
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.reading import line, listed
from disputatio.prompting.reading.figures import SETTLED, points
from disputatio.prompting.request import Brief
from disputatio.prompting.rules.statements import kind
from disputatio.prompting.shapes import Payload, Shape

_CONFIDENCES = {"agreed": 0.9, "decision": 0.85, "finding": 0.8}


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = listed(shape, text, brief)
    for item in items(found["items"]) if found else ():
        item["kind"] = line(item.get("kind")) or "finding"
        item.setdefault("confidence", _CONFIDENCES[line(item["kind"])])
    return found


def _derived(brief: Brief, text: str) -> Payload:
    found: list[Json] = []
    for point in points(brief):
        if point.status in SETTLED:
            name = {"decision": "decision", "finding": "finding", "fact": "finding"}.get(kind(point.text), "agreed")
            found.append({"text": point.text, "kind": name, "confidence": _CONFIDENCES[name]})
    return {"items": found[:20]}


INSIGHTS = Contract(
    name="insights",
    asks="""\
List what is worth remembering beyond this debate, each as one self-contained sentence: points that all agreed on (confidence 0.9), decisions (0.85), key findings (0.8). Nothing that is still in dispute.""",
    fields=(
        shapes.items(
            "items",
            "what is worth remembering",
            shapes.WORDS,
            shapes.choice("kind", "what it is", "agreed", "decision", "finding", also="type"),
            shapes.SURE,
            also="insights, lessons, learnings",
        ),
    ),
    reader=_read,
    rule=_derived,
    alone=True,
    temperature=EXTRACTION,
)
