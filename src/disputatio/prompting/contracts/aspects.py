# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""The aspects of the question, as they are proposed where nobody named them."""

from __future__ import annotations

from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload

FACETS = (
    ("benefit", "What is gained, by whom, and how sure that is"),
    ("cost", "What it takes: money, time, attention, and what is given up for it"),
    ("risk", "What can go wrong, how badly, and how it would be noticed"),
)
"""What is debated of any question where nobody names its own aspects."""


def _derived(brief: Brief, text: str) -> Payload:
    return {"items": [{"label": label, "description": says} for label, says in FACETS]}


ASPECTS = Contract(
    name="aspects",
    asks="""\
Name the three aspects of the question that are worth debating one at a time. Each should be a different reason why people who know the matter answer differently; together they should cover what the answer depends on, without overlapping. Give each a name of one to three words, and a sentence on what is debated under it.""",
    fields=(
        shapes.items(
            "items",
            "the aspects",
            shapes.text("label", "one to three words", also="name, title, id, aspect, text", needed=True),
            shapes.text("description", "what is debated under it, in one sentence", also="about, summary"),
            also="aspects, facets",
        ),
    ),
    rehearses=_derived,
    alone=True,
    temperature=EXTRACTION,
    context="all",
)
