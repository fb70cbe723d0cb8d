# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""A vote for one of a closed list of options."""

from __future__ import annotations

from disputatio.debate.sameness import same
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading import confident, line
from disputatio.prompting.reading.figures import options
from disputatio.prompting.rehearsal.claims import order, position
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.roles import ranking
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape, json_block


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return the choice as the list of options writes it, where there is such a list."""
    found = confident(shape, text, brief)
    listed = options(brief)
    if found and listed:
        chosen = line(found["choice"])
        matched = [one for one in listed if one == chosen] or [one for one in listed if same(one, chosen)]
        found["choice"] = matched[0] if matched else chosen
        return found if matched else None
    return found


def _ballot(brief: Brief, given: Material) -> str:
    listed = options(brief)
    best = next((turn for _, turn in ranking(brief, given)), None)
    held = position(brief, given)
    stated = str(best.data.get("position") or best.label) if best else held.text
    choice = min(listed, key=lambda one: order(brief, one)) if listed else stated
    return json_block({"choice": choice, "confidence": held.confidence, "reason": "by what holds"})


BALLOT = Contract(
    name="ballot",
    asks="""\
Vote for what you now think is right. Choose exactly one of the options and write it as it stands there. Nobody sees your vote before everybody has voted.""",
    fields=(
        shapes.text(
            "choice",
            "one of the options, exactly as it is written",
            also="option, vote, position, answer, decision, pick, my vote",
            needed=True,
        ),
        shapes.CONFIDENCE,
        shapes.text("reason", "why, in one sentence", also="rationale, because, reasoning, explanation, justification"),
    ),
    reader=_read,
    rehearsal=_ballot,
    alone=True,
)
