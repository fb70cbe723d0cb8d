# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""A participant's answer to the question: its position, how sure it is, and why."""

from __future__ import annotations

from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading import confident, line
from disputatio.prompting.reading.estimates import ESTIMATING, typed
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.positions import position
from disputatio.prompting.rehearsal.speech import answered, bulleted, own
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape


def _answer(brief: Brief, given: Material) -> str:
    held = position(brief, given)
    before = answered(brief, given, attacking=brief.role.casefold() == "challenger") if brief.turns else ""
    parts = [before, own(brief, given)]
    parts.append(
        f"### Position\n{held.text}\n\n### Confidence\n{held.confidence}\n\n### Because\n{bulleted(held.because)}"
    )
    return "\n\n".join(part for part in parts if part)


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """The fields of an answer, and the value of a position that is a number, a year or an option."""
    found = confident(shape, text, brief)
    if found is None:
        return None
    held = typed(line(found.get("position")), brief.task in ESTIMATING)
    return {**found, "value": held} if held else found


ANSWER = Contract(
    name="answer",
    asks="""\
Answer the question directly and completely, with the reasons that carry your answer. If nobody could answer it from what is known, say so and say what would settle it.""",
    tasks={
        "answer again": """\
You have read what the others said. Take up the strongest thing in it, whether it speaks for your answer or against it, and reply to every question that was put to you. Then give your answer as it is now, with the reasons that carry it; if it has changed, say what changed it.""",
        "revise": """\
Another round. You see what you answered, and the figures of everybody's last answers: for numbers the median, the quartiles and the range; otherwise how many hold which position, with unnamed reasons.
Keep your answer or change it, and give it first, as `Position`. Then say why: what in the figures or reasons moved you, or why you stay where you are.""",
    },
    fields=(
        shapes.text(
            "position",
            "your answer in one sentence; where the question asks for a number, a year or an option, that alone",
            also=("option, choice, vote, answer, stance, decision, recommendation, final answer, my position"),
            needed=True,
        ),
        shapes.CONFIDENCE,
        shapes.texts(
            "because",
            "the reasons that carry it",
            also="reasons, rationale, reasoning, why, evidence, justification, key points, explanation",
        ),
    ),
    reader=_read,
    rehearsal=_answer,
)
