# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""What a side of a crux room says: whether it accepts what the other side worded, whether that settles the claim, which
statement it would accept, and whether it has anything to add."""

from __future__ import annotations

from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.rehearsal.character import stance

STANCE = Contract(
    name="stance",
    asks="""\
Answer what the other side said last in this room, including any question it put to you. Look for the one thing on which the dispute really turns, and say what would change your mind. Then word a common statement: what you believe that both of you could sign. If the other side has worded one, accept it if you believe it, and otherwise say what keeps you from it. A statement that both accept is agreed; whether it also settles the claim is a second question, and you may well share a statement and remain divided on the claim. The room closes when both of you accept a statement, or have nothing to add.""",
    fields=(
        shapes.flag(
            "resolved",
            "true if you accept the statement that the other side worded last; false if you do not, or it has worded none",
            also="agreed, accepted, accept",
        ),
        shapes.text(
            "statement",
            "the common statement that you would accept; word for word the other side's if you accept that",
            also="common statement, proposal, position",
        ),
        shapes.flag(
            "settles",
            "true if this statement settles the claim; false if you remain divided on the claim itself",
            also="settled, settles the claim",
            needed=False,
        ),
        shapes.flag("done", "true if you have nothing to add", also="nothing to add, finished", needed=False),
        shapes.SURE,
    ),
    rehearsal=stance,
)
