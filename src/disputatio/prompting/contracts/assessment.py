# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""The Critic's assessment: what of the points stands, what is contested, and what cannot be verified.

It is read by `reading.assessments`. Where even a second reply holds none, the format's own step asks for it alone.
"""

from __future__ import annotations

import re

from disputatio.debate.sameness import likeness, opposed
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading.assessments import read_assessment
from disputatio.prompting.reading.figures import KnownPoint, points
from disputatio.prompting.rehearsal.critique import critique
from disputatio.prompting.request import Brief
from disputatio.prompting.rules.sentences import sentences, short
from disputatio.prompting.rules.statements import Verdict, author, claims, level, subject, verdict
from disputatio.prompting.shapes import Payload

ABOUT = 0.45
"""Share of content words from which a sentence is taken to be about a point."""

_ID = re.compile(r"\bP\d{1,6}\b")
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
- <id of the point, or the point> — <what would settle it>

### Overall
<Strong, Moderate or Weak>

Write "None" under a heading that has nothing under it."""


def _derived(brief: Brief, text: str) -> Payload:
    """Of each point the last sentence that judges it; a sentence that says the contrary of a point disagrees."""
    judged: dict[str, tuple[Verdict, KnownPoint, str]] = {}
    known = _judgeable(brief)
    for sentence in sentences(text):
        said = verdict(sentence)
        for point in _meant(sentence, known):
            found: Verdict = "disagree" if opposed(sentence, point.text) else said
            if found:
                judged[point.id] = (found, point, short(sentence))
    lists: dict[str, list[Json]] = {"agree": [], "disagree": [], "unverifiable": []}
    for found, point, reason in judged.values():
        id = point.id if point.id.startswith("P") else ""
        lists[found].append({"point": id, "text": point.text, "reason": reason})
    return {**{key: list(items) for key, items in lists.items()}, "level": level(lists)}


def _judgeable(brief: Brief) -> list[KnownPoint]:
    """The points of the list; without a list, the claims of the last turn by somebody else."""
    if known := points(brief):
        return [point for point in known if point.status not in ("withdrawn", "set aside")]
    turn = subject(brief)
    found = claims(turn.text) if turn and not turn.mine else []
    return [KnownPoint(id=f"#{at}", status="", author=author(turn), text=one) for at, one in enumerate(found) if turn]


def _meant(sentence: str, known: list[KnownPoint]) -> list[KnownPoint]:
    ids = set(_ID.findall(sentence))
    if named := [point for point in known if point.id in ids]:
        return named
    close = max(known, key=lambda point: likeness(point.text, sentence), default=None)
    return [close] if close and likeness(close.text, sentence) >= ABOUT else []


ASSESSMENT = Contract(
    name="assessment",
    asks="""\
Judge the points and give the assessment.""",
    tasks={
        "critique": """\
Judge the last answer to the question: every point of the list that it touches, and every claim in it that has no id yet. Refer to points by their ids where they have one. Citations were checked by machine where the material says so: a claim that rests on a citation which is not verified is not supported by it, so it is unverifiable unless something else decides it; say which citation failed. Then give the assessment.""",
        "assess-again": """\
Your last turn did not end in an assessment that could be read. Give the assessment alone, of what was said there.""",
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
            "what the context neither supports nor contradicts",
            *_JUDGED,
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
