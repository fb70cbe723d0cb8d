"""Rehearsed turns (SPEC TURN.3): what a participant could say from the question and the loaded context, without any AI.

    material    the lines of the context
    claiming    sentences composed from them
    checking    a claim against them
    looking     what is looked up first, and what was found
    analysis, critique, speech, structures    the turns

Pure and deterministic: the same brief with the same seed gives the same words. Nothing is prepared in advance but the
joints of sentences; what they say comes from the material, and where it says nothing, that is said.
"""

from __future__ import annotations

from disputatio.prompting import rules
from disputatio.prompting.rehearsing.looking import informed, wanted
from disputatio.prompting.rehearsing.material import material
from disputatio.prompting.rehearsing.structures import STRUCTURES, fenced
from disputatio.prompting.request import Brief

NOTICE = "Rehearsal: no AI model was asked."


def speak(brief: Brief) -> str:
    """The turn for a brief. Every contract is filled."""
    if brief.gives in STRUCTURES:
        body = STRUCTURES[brief.gives](brief, material(brief))
    else:
        body = fenced(rules.derive(brief.gives, brief, "")[1])
    return f"*{NOTICE}*\n\n{body}"


__all__ = ["NOTICE", "informed", "speak", "wanted"]
