# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""What a side of a crux room says: whether it accepts the common statement, and which one it would."""

from __future__ import annotations

from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.rehearsal.character import stance

STANCE = Contract(
    name="stance",
    asks="""\
Answer what the other side said last in this room, including any question it put to you. Look for the one thing on which the dispute really turns, and say what would change your mind. Then word a common statement that you could accept, and say whether you accept the one that the other side worded last. Accept it if you believe it, and otherwise say what keeps you from it.""",
    fields=(
        shapes.flag("resolved", "true if you accept the common statement", also="agreed, accepted, settled, accept"),
        shapes.text(
            "statement", "the common statement that you would accept", also="common statement, proposal, position"
        ),
        shapes.SURE,
    ),
    rehearsal=stance,
)
