"""What services answer instead of a model: what memory recalls, and what came of checking citations."""

from __future__ import annotations

from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import json_block


def _nothing(brief: Brief, given: Material) -> str:
    return json_block({"items": []})


RECALL = Contract(
    name="recall",
    fields=(shapes.items("items", "what was remembered", shapes.WORDS, shapes.SURE, also="memories, insights"),),
    rehearsal=_nothing,
    alone=True,
    temperature=EXTRACTION,
)
MEMORIES = Contract(
    name="memories",
    fields=(shapes.items("items", "what each participant is reminded of", shapes.SEAT, shapes.WORDS),),
    rehearsal=_nothing,
    alone=True,
)
EVIDENCE = Contract(
    name="evidence",
    fields=(
        shapes.items(
            "items",
            "citations and what came of checking them",
            shapes.text("citation", "as it stands", also="text"),
            shapes.text("status", "what came of it", also="result"),
            shapes.text("where", "where it stands", also="place"),
            shapes.text("differs", "what is not the same", also="difference"),
            also="citations",
        ),
    ),
    rehearsal=_nothing,
    alone=True,
)
