# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""A moderator's decision between two sides."""

from __future__ import annotations

from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading import confident
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.roles import bullet_list, test_results
from disputatio.prompting.rehearsal.sentences import short
from disputatio.prompting.request import Brief


def _verdict(brief: Brief, given: Material) -> str:
    """Decide by how much of each side's case holds; the sides are those who argued for and against."""
    held = {"for": 0, "against": 0}
    open_: list[str] = []
    for turn in brief.turns:
        side = "against" if turn.role.casefold() in ("opponent", "critic") else "for"
        if turn.role.casefold() in ("moderator", "refiner"):
            continue
        for claim, finding in test_results(turn, brief, given):
            held[side] += finding.status == "agree"
            open_ += [short(claim, 160)] if finding.status != "agree" else []
    total = held["for"] + held["against"]
    lead = abs(held["for"] - held["against"]) / total if total else 0.0
    decision = "UNCERTAIN" if lead < 0.2 else "SUPPORT" if held["for"] > held["against"] else "OPPOSE"
    sure = round(0.5 + 0.4 * lead, 2)
    said = f"I count {held['for']} claims for and {held['against']} against that hold on what was loaded."
    kept = list(dict.fromkeys(open_))[:4]
    return f"{said}\n\n### Decision\n{decision}\n\n### Confidence\n{sure}\n\n### Open\n{bullet_list(kept)}"


VERDICT = Contract(
    name="verdict",
    asks="""\
Weigh both sides and decide: SUPPORT, OPPOSE or UNCERTAIN. Decide on the proposition as it is put; where a side has come to defend a narrower one, say what you make of that in your reasons. List what is still open between them. If points are listed that you left open in an earlier round, keep each that has not been settled since. An empty list says that nothing is open, and may end the debate.""",
    fields=(
        shapes.choice(
            "decision",
            "your decision",
            "SUPPORT",
            "OPPOSE",
            "UNCERTAIN",
            needed=True,
            also="verdict, ruling, outcome, conclusion, winner, position",
        ),
        shapes.CONFIDENCE,
        shapes.texts("open", "points that are still open", also="open points, unresolved, open questions, open issues"),
        shapes.text(
            "reasoning", "what decided it, in two or three sentences", also="reason, because, rationale, justification"
        ),
    ),
    reader=confident,
    rehearsal=_verdict,
)
