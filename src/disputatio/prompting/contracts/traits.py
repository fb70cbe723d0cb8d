# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""What kind of task the question is, for a planner: complex or not, and whether its parts can be planned apart."""

from __future__ import annotations

import re

from disputatio.debate.sameness import content
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload

_PARTS = re.compile(r"[;,\n]|\band\b|\bthen\b|\bas well as\b", re.I)
_HARD = re.compile(
    r"\b(?:design|architect\w*|migrat\w*|concurren\w*|distributed|secur\w*|integrat\w*|refactor\w*|protocol|performan\w*"
    r"|consisten\w*|fault|scal\w+|trade-?offs?|requirements?|edge cases?)\b",
    re.I,
)


def _derived(brief: Brief, text: str) -> Payload:
    parts = [part for part in _PARTS.split(brief.question) if len(content(part)) >= 2]
    hard = sorted({word.casefold() for word in _HARD.findall(brief.question)})
    complex_ = len(parts) >= 3 or len(hard) >= 2 or len(brief.question.split()) > 60
    named = f"; it names {', '.join(hard)}" if hard else ""
    return {"complex": complex_, "reason": f"By rule: the task has {max(1, len(parts))} part(s){named}."}


TRAITS = Contract(
    name="traits",
    asks="""\
Judge the task rather than its answer. It is complex if it has several parts that depend on one another, or requirements that are unclear. Its parts are intertwined if nobody can plan one of them without agreeing with those who do the others.""",
    fields=(
        shapes.flag(
            "complex", "true if the task has several dependent parts or unclear requirements", also="is complex"
        ),
        shapes.flag(
            "intertwined",
            "true if no part can be planned without agreeing on the others",
            also="is intertwined, dependent, interdependent",
            needed=False,
        ),
        shapes.text("reason", "why it is complex, or is not", also="because, rationale, explanation"),
        shapes.text("parts", "why its parts are intertwined, or are not", also="structure, planning", needed=False),
    ),
    rehearses=_derived,
    alone=True,
    temperature=EXTRACTION,
)
