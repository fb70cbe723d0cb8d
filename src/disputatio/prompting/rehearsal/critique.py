"""The rehearsed Critic's turn: every open point and every new claim is checked against the context."""

from __future__ import annotations

from disputatio.debate.format import MESSAGES
from disputatio.debate.values import value
from disputatio.prompting.reading.figures import SETTLED, KnownPoint, meant, points
from disputatio.prompting.rehearsal.checks import Finding, check
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.positions import gaps as missing
from disputatio.prompting.rehearsal.reading import claims, level
from disputatio.prompting.rehearsal.sentences import short
from disputatio.prompting.request import Brief, SeenTurn


@value
class Judged:
    """`id` is empty for a claim that has none yet."""

    id: str
    text: str
    finding: Finding

    @property
    def named(self) -> str:
        return self.id or f"“{short(self.text, 160)}”"


def last_other(brief: Brief) -> SeenTurn | None:
    """The last message by somebody else."""
    return next((turn for turn in reversed(brief.turns) if not turn.mine and turn.gives in MESSAGES), None)


def judged(brief: Brief, given: Material) -> list[Judged]:
    """What is to be judged: points that are not withdrawn, then claims of the last turn that are no point yet."""
    known = points(brief)
    live = [point for point in known if point.status not in ("withdrawn", "set aside")]
    found = [Judged(id=point.id, text=point.text, finding=_of_point(point, brief, given)) for point in live]
    turn = last_other(brief)
    fresh = claims(turn.text) if turn and turn.gives in ("say", "answer", "artifact", "plan") else []
    found += [
        Judged(id="", text=one, finding=check(one, given, brief.question))
        for one in fresh
        if meant(known, "", one) is None
    ]
    return found


def _of_point(point: KnownPoint, brief: Brief, given: Material) -> Finding:
    if point.status in SETTLED:
        return Finding(status="agree", reason="settled in an earlier round")
    return check(point.text, given, brief.question)


def critique(brief: Brief, given: Material) -> str:
    """The turn: prose about what was tested, then the assessment."""
    found = judged(brief, given)
    lists = {
        status: [one for one in found if one.finding.status == status]
        for status in ("agree", "disagree", "unverifiable")
    }
    counts = level({status: [one.text for one in many] for status, many in lists.items()})
    return f"{_prose(brief, given, lists)}\n\n{assessment(lists, counts)}"


def _prose(brief: Brief, given: Material, lists: dict[str, list[Judged]]) -> str:
    tested = sum(map(len, lists.values()))
    parts = [f"I checked {tested} point{'s' * (tested != 1)} against {len(given.lines)} lines of context."]
    parts += [f"Against {one.named}: {one.finding.reason}." for one in lists["disagree"][:3]]
    silent = "For {} I don't have that information: {}."
    parts += [silent.format(one.named, one.finding.reason) for one in lists["unverifiable"][:2]]
    gaps = missing(brief, given)
    if gaps and given.lines:
        parts.append(
            f"A gap in the answer: nothing that was loaded describes “{gaps[0]}”, which the question asks about."
        )
    if not lists["disagree"] and not lists["unverifiable"]:
        parts.append("I see no objection that the context would carry; that is as far as this check reaches.")
    return " ".join(parts)


def assessment(lists: dict[str, list[Judged]], overall: str) -> str:
    """The end of the turn, in the form that the Critic is asked for."""
    parts = []
    for status, title in (("agree", "Agree"), ("disagree", "Disagree"), ("unverifiable", "Unverifiable")):
        lines = [f"- {one.id or short(one.text, 300)} — {one.finding.reason}" for one in lists[status]]
        parts.append(f"### {title}\n" + ("\n".join(lines) or "None"))
    return "\n\n".join((*parts, f"### Overall\n{overall}"))
