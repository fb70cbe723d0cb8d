"""What a rehearsed participant says (SPEC TURN.3), from the question and the loaded context, without any AI. For the
contracts, which give it the form that each of them asks for.

material   the lines of the context
claims     sentences composed from them, what is held, and how surely
checks     a claim, tested against them
sentences  the prose of others, read by rule: its sentences, and what each of them does
roles      contributions by role: the Analyst claims and defends, the Critic tests
character  the persona: takes a side, answers, and moves
look_ups   what is looked up first, and what was found
records    what a rehearsed clerk records

Pure and deterministic: the same brief with the same seed gives the same words. Nothing is prepared in advance but the
joints of sentences; what they say comes from the material, and where it says nothing, that is said.
"""

from __future__ import annotations

from disputatio.prompting.rehearsal.look_ups import first_look_up, with_findings

NOTICE = "Rehearsal: no AI model was asked."

__all__ = ["NOTICE", "first_look_up", "with_findings"]
