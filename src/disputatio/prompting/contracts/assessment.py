# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""The Critic's assessment: what of the points stands, what is contested, and what cannot be verified.

It is read by `reading.assessments`. Where even a second reply holds none, the format's own step asks for it alone.
"""

from __future__ import annotations

from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading.assessments import read_assessment
from disputatio.prompting.reading.declarations import declarations
from disputatio.prompting.rehearsal.critique import critique
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload

_LISTS = {"agrees": "agree", "disagrees": "disagree"}
_JUDGED = (
    shapes.text("point", "id of the point (P1 …) if it has one, else empty", also="id, point id, ref, number"),
    shapes.text("text", "the point, in one sentence", also="claim, statement, content, description, issue, title"),
    shapes.REASON,
)
_END = """\
### Agree
- <id of the point, or the point> — <reason>

### Disagree
- <id of the point, or the point> — <reason>

### Unverifiable
- <id of the point, or the point> — <what would settle it; add "(decisive)" if the answer would change were it false>

### Overall
<Strong, Moderate or Weak>

Write "None" under a heading that has nothing under it."""


def _derived(brief: Brief, text: str) -> Payload:
    """What a critique declares of listed statements by their ids. Where it declares nothing, there is no assessment, and
    the level is nobody's to guess."""
    lists: dict[str, list[Json]] = {"agree": [], "disagree": [], "unverifiable": []}
    known = {one.id: one for one in brief.statements}
    for one in declarations(text):
        if one.id in known and one.does in _LISTS:
            lists[_LISTS[one.does]].append({"point": one.id, "text": known[one.id].text, "reason": ""})
    return {**{key: list(items) for key, items in lists.items()}, "level": ""} if any(lists.values()) else {}


ASSESSMENT = Contract(
    name="assessment",
    asks="""\
Judge what was said, with your reasons, and end with the assessment.""",
    tasks={
        "critique": """\
Judge the last answer: every listed point that it touches, by its id, and every claim in it that has no id yet, in its own words. Begin with what matters most for the question. Then give the assessment.
- Where a point was reworded, judge the new wording. If it now holds, put it under Agree with "agree, as revised" and the reason.
- An objection of your own that has been answered goes under Agree; say what answered it.
- Call a point unverifiable if nothing at hand can decide it, and say what would. Add "(decisive)" if the answer would change were it false.
- Where the material says that citations were checked by machine, a claim is not supported by a citation that failed; say which one failed, and judge the claim by what else there is.""",
        "assess-again": """\
Your last turn did not end in an assessment that could be read. Give that assessment alone, as you meant it there.""",
    },
    fields=(
        shapes.items(
            "agree",
            "what you agree with",
            *_JUDGED,
            also=(
                "agreed, agreements, agreement, agree points, points of agreement, supported, verified, common ground"
            ),
        ),
        shapes.items(
            "disagree",
            "what you disagree with",
            *_JUDGED,
            also=(
                "disagreed, disagreements, disagreement, disagree points, points of disagreement, "
                "contested, disputed, objections, rejected"
            ),
        ),
        shapes.items(
            "unverifiable",
            "what nothing at hand can decide",
            *_JUDGED,
            shapes.flag(
                "decisive",
                "true if the answer would change were it false",
                also="load bearing, blocking, answer changes, critical",
                needed=False,
            ),
            also=(
                "unverified, unverifiable points, cannot verify, unsupported, not verifiable, unknown, needs evidence"
            ),
        ),
        shapes.choice(
            "level",
            "overall",
            "Strong",
            "Moderate",
            "Weak",
            needed=True,
            also=(
                "overall, overall level, overall assessment, assessment, agreement level, "
                "overall agreement, strength, rating"
            ),
        ),
    ),
    reader=read_assessment,
    rehearsal=critique,
    rule=_derived,
    end=_END,
    again="assess-again",
    new="agree",
)
