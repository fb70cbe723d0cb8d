"""A score of the work, by criterion and overall."""

from __future__ import annotations

from disputatio.debate.payload import items
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading import read_payload
from disputatio.prompting.reading.amounts import share
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.roles import reply_to_last, test_results
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return an overall score, or the mean of the criteria's scores where only those are given."""
    found = read_payload(shape, text, brief)
    if found is None:
        loose = tuple(field for field in shape if field.name != "score")
        found = read_payload(loose, text, brief)
        listed = items(found.get("items")) if found else []
        scores = [one for item in listed if (one := share(item.get("score"))) is not None]
        if found is None or not scores:
            return None
        found["score"] = round(sum(scores) / len(scores), 6)
    return found


def _review(brief: Brief, given: Material) -> str:
    found = [one for turn in brief.turns if not turn.mine for one in test_results(turn, brief, given)]
    held = sum(1 for _, finding in found if finding.status == "agree")
    score = round(held / len(found), 2) if found else 0.5
    prose = reply_to_last(brief, given, attacking=True) or "I see nothing here to review."
    return f"{prose}\n\n### Items\n- supported by what was loaded\n\n### Score\n{score}"


REVIEW = Contract(
    name="review",
    asks="""\
Score the work from 0 to 1 on each criterion, with the reason, and then overall.""",
    fields=(
        shapes.items(
            "items",
            "score by criterion",
            shapes.text("text", "the criterion", also="criterion, name", needed=True),
            shapes.share("score", "0 to 1", also="rating, value", needed=False),
            shapes.REASON,
            also="criteria, scores, rubric",
            needed=False,
        ),
        shapes.share("score", "overall, 0 to 1", also="overall score, overall, total, rating, total score"),
    ),
    reader=_read,
    rehearsal=_review,
)
