"""What a person decides: whether a debate may go on, what becomes of a point, and what turned out to be right."""

from __future__ import annotations

from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.reading.figures import points
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import json_block


def _approval(brief: Brief, given: Material) -> str:
    return json_block({"approved": False, "reason": "a rehearsal approves nothing"})


def _ruling(brief: Brief, given: Material) -> str:
    known = points(brief)
    id = known[-1].id if known else "P1"
    return json_block({"point": id, "status": "contested", "why": "a rehearsal rules on nothing"})


def _marks(brief: Brief, given: Material) -> str:
    return json_block({"right": ["unknown"], "why": "a rehearsal knows nothing"})


APPROVAL = Contract(
    name="approval",
    asks="""\
Say whether this may go on, and why.""",
    fields=(
        shapes.flag("approved", "true to go on", also="approve, approval, accepted"),
        shapes.text("reason", "why", also="because, comment"),
    ),
    rehearsal=_approval,
)
RULING = Contract(
    name="ruling",
    asks="""\
Say what becomes of the point.""",
    fields=(
        shapes.text("point", "id of the point", also="id", needed=True),
        shapes.text("status", "what becomes of it", also="decision, ruling", needed=True),
        shapes.text("why", "why", also="reason, because"),
    ),
    rehearsal=_ruling,
    alone=True,
    temperature=EXTRACTION,
)
MARKS = Contract(
    name="marks",
    fields=(
        shapes.texts("right", "the answers that are right", also="answers, correct"),
        shapes.text("why", "how that is known", also="reason, because"),
    ),
    rehearsal=_marks,
    alone=True,
    temperature=EXTRACTION,
)
