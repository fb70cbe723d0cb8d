"""What a rehearsed participant says (SPEC TURN.3), from the question and the loaded context, without any AI. For the
contracts, which give it the form that each of them asks for.

    material    the lines of the context
    claims      sentences composed from them, what is held, and how surely
    checks      a claim against them
    reading     the sentences of others, by rule
    look_ups    what is looked up first, and what was found
    character, speech    contributions

Pure and deterministic: the same brief with the same seed gives the same words. Nothing is prepared in advance but the
joints of sentences; what they say comes from the material, and where it says nothing, that is said.
"""

from __future__ import annotations

from disputatio.prompting.rehearsal.look_ups import first_look_up, with_findings

NOTICE = "Rehearsal: no AI model was asked."

__all__ = ["NOTICE", "first_look_up", "with_findings"]
