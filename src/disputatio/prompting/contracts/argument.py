"""A contribution to a debate about a proposition: the case it makes, for which side it counts, and how sure its author
is."""

from __future__ import annotations

from dataclasses import replace

from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading import confident
from disputatio.prompting.rehearsal.claims import position
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.roles import say
from disputatio.prompting.request import Brief

NEITHER = "NEITHER"


def _argument(brief: Brief, given: Material) -> str:
    side = {"proponent": "SUPPORT", "advocate": "SUPPORT", "opponent": "OPPOSE"}.get(brief.role.casefold(), NEITHER)
    held = position(brief, given)
    return f"{say(brief, given)}\n\n### Side\n{side}\n\n### Confidence\n{held.confidence}"


SIDES = ("SUPPORT", "OPPOSE")
_SIDE = shapes.choice(
    "side",
    "the side that your contribution serves; NEITHER if it tests both",
    *SIDES,
    NEITHER,
    needed=True,
    also="stance, position, decision, counts for",
)
_ONE_SIDE = replace(_SIDE, says="the side that your contribution serves", choices=SIDES)
_CONFIDENCE = shapes.share(
    "confidence",
    "how sure you are that what you defend here is right, 0 to 1; below 0.5 if you have come to doubt it",
    also="certainty, confidence level, probability",
)
_WORDING = shapes.text(
    "wording",
    "if you are for it and have narrowed it: the proposition as you defend it now, in one sentence; else none",
    also="proposition, narrower proposition, as defended",
)

ARGUMENT = Contract(
    name="argument",
    asks="""\
Make your contribution.""",
    tasks={
        "case": """\
Make the case for the proposition. You may say on which condition you defend it.""",
        "case again": """\
Answer what was said against the proposition, and make the case for it as it stands now.""",
        "rebuttal": """\
Answer the case for the proposition, and make the case against it.""",
    },
    fields=(_SIDE, _CONFIDENCE, _WORDING),
    ends={  # who is told to argue one side is not offered to test both
        "case": shapes.ending((_ONE_SIDE, _CONFIDENCE, _WORDING)),
        "rebuttal": shapes.ending((_ONE_SIDE, _CONFIDENCE)),
    },
    reader=confident,
    rehearsal=_argument,
)
