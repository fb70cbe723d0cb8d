"""Rehearsed contributions in prose. Every role tests what was said, then adds what it is there for.

The Analyst claims first, and later defends, revises or withdraws each open point for a reason. The Critic checks every
open point and every new claim against the context.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from disputatio.debate.format import MESSAGES
from disputatio.debate.values import value
from disputatio.prompting.reading.figures import OPEN, SETTLED, KnownPoint, point_meant, points
from disputatio.prompting.rehearsal.character import persona
from disputatio.prompting.rehearsal.checks import ONLY, Finding, check
from disputatio.prompting.rehearsal.claims import Claim, claims, claims_without_context, order, position
from disputatio.prompting.rehearsal.claims import gaps as missing
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.sentences import claims as claims_of
from disputatio.prompting.rehearsal.sentences import level, short
from disputatio.prompting.request import Brief, SeenTurn

_ATTACKING = frozenset(
    (
        *("challenger", "opponent", "devil's advocate", "red attacker", "reviewer", "phase reviewer", "critic"),
        *("judge", "argument critic", "triad-critic", "collab-reviewer"),
    )
)
_NEUTRAL = frozenset(("moderator", "refiner", "chair", "clerk", "teacher"))


def say(brief: Brief, given: Material) -> str:
    """Return a contribution in prose."""
    role = brief.role.casefold().replace("’", "'")
    if role == "analyst":
        return analysis(brief, given)
    if asked := _put_to_me(brief):
        return reply_to(asked, given)
    if role == "persona":
        return persona(brief, given)
    if role in _NEUTRAL and brief.turns:
        return _weighed(brief, given)
    parts = [reply_to_last(brief, given, attacking=role in _ATTACKING)] if brief.turns else []
    return "\n\n".join((*(part for part in parts if part), own(brief, given)))


def _put_to_me(brief: Brief) -> str:
    """Return the last thing said, where it is a question to be answered now."""
    last = brief.turns[-1] if brief.turns else None
    if last is None or last.mine or last.gives not in ("questions", "say"):
        return ""
    return last.text.strip() if last.gives == "questions" or last.label == "The person" else ""


def reply_to(question: str, given: Material) -> str:
    """Return a direct answer to a question, from the lines nearest to it."""
    asked = Brief(question=question)
    found = claims(asked, given, most=2) if given.lines else []
    supported = [claim for claim in found if claim.line]
    if supported:
        return "I answer from what was loaded:\n\n" + claim_list(supported)
    return f"I don't have that information: nothing that was loaded bears on “{short(question, 160)}”. I leave it open."


def test_results(turn: SeenTurn, brief: Brief, given: Material) -> list[tuple[str, Finding]]:
    """Return each claim of a turn with what came of checking it."""
    return [(one, check(one, given, brief.question)) for one in claims_of(turn.text)]


def ranking(brief: Brief, given: Material) -> list[tuple[int, SeenTurn]]:
    """Return (how many of its claims hold, turn) of the others' answers, best supported first; the seed orders equal
    ones."""
    seen = [turn for turn in brief.turns if not turn.mine]
    held = [(sum(1 for _, found in test_results(turn, brief, given) if found.status == "agree"), turn) for turn in seen]
    return sorted(held, key=lambda one: (-one[0], order(brief, one[1].text)))


def bullet_list(found: Sequence[str]) -> str:
    """Return a list as Markdown; "None" for an empty one."""
    return "\n".join(f"- {one}" for one in found) or "None"


def reply_to_last(brief: Brief, given: Material, *, attacking: bool) -> str:
    """Return what the last speaker's claims are worth: objections first for those who attack, support first for
    others."""
    turn = next((one for one in reversed(brief.turns) if not one.mine and one.gives in MESSAGES), None)
    found = test_results(turn, brief, given) if turn else []
    ranked = sorted(found, key=lambda one: (one[1].status == "agree") == attacking)
    said = []
    for claim, finding in ranked[:2]:
        word = {"agree": "holds", "disagree": "does not hold", "unverifiable": "is not supported"}[finding.status]
        said.append(f"What {turn.label if turn else ''} says, “{short(claim, 200)}”, {word}: {finding.reason}.")
    return " ".join(said)


def own(brief: Brief, given: Material) -> str:
    """Return what the role adds: lines that nobody has used, its position, and what is missing."""
    said = "\n".join(turn.text for turn in brief.turns)
    used = frozenset(line.place for line in given.lines if line.path and line.place in said)
    found = claims(brief, given, used, most=2) if given.lines else claims_without_context(brief)
    fresh = [claim for claim in found if claim.text not in said]
    held = position(brief, given)
    gaps = sorted(missing(brief, given), key=lambda one: order(brief, one))
    parts = [claim_list(fresh)] if fresh else ["I have nothing to add that is not said already."]
    parts.append(f"I take this as my position: {held.text.rstrip('.')}.")
    if gaps:
        parts.append(f"I don't have that information: what is true of “{gaps[0]}”.")
    return "\n\n".join(parts)


def _weighed(brief: Brief, given: Material) -> str:
    """Take no side: say what of each speaker's claims holds, and what is open."""
    lines, open_ = [], []
    for turn in _latest(brief):
        found = test_results(turn, brief, given)
        held = sum(1 for _, finding in found if finding.status == "agree")
        lines.append(f"- Of {turn.label}: {held} of {len(found)} claims hold against what was loaded.")
        open_ += [f"- {short(claim, 200)} ({finding.reason})" for claim, finding in found if finding.status != "agree"]
    parts = ["I take no side.", "\n".join(lines)]
    if open_:
        parts.append("I see these as open:\n\n" + "\n".join(open_[:5]))
    return "\n\n".join(part for part in parts if part)


def _latest(brief: Brief) -> list[SeenTurn]:
    latest = {turn.label: turn for turn in brief.turns if not turn.mine and turn.gives in MESSAGES}
    return list(latest.values())


# ---- The Analyst: claims, then an answer to each objection.
_PLACES = re.compile(r"`([^`\s]{1,300}:\d{1,7})`")
_QUOTES = re.compile(r"“([^”\n]{12,400})”")


def analysis(brief: Brief, given: Material) -> str:
    """Return the turn that goes first in a round."""
    own = [turn for turn in brief.turns if turn.mine]
    if not own:
        return _first(brief, given)
    return _again(brief, given, own_text="\n".join(turn.text for turn in own))


def _first(brief: Brief, given: Material) -> str:
    found = claims(brief, given) if given.lines else claims_without_context(brief)
    bearing = sum(1 for claim in found if claim.line)
    files = len({line.path for line in given.lines if line.path})
    read = f"I read {len(given.lines)} lines of context" + (f" from {files} file{'s' * (files != 1)}" if files else "")
    ground = f"{read}; {bearing} of my claims quote them." if given.lines else _no_context()
    held = position(brief, given)
    return f"{ground}\n\n{claim_list(found)}\n\nI take this as my answer so far: {held.text.rstrip('.')}."


def _no_context() -> str:
    return "I have no context to read, so I take the question apart and say what an answer would need."


def claim_list(found: list[Claim]) -> str:
    """Return claims as a list of one sentence each."""
    return "\n".join(f"- {claim.text}" for claim in found)


def _again(brief: Brief, given: Material, own_text: str) -> str:
    answers, revised = [], []
    for point in open_points(brief):
        said, claim = answer(point, check(point.text, given, brief.question), given)
        answers.append(said)
        revised += [claim] if claim else []
    used = frozenset((*_PLACES.findall(own_text), *_QUOTES.findall(own_text)))
    fresh = [claim for claim in _fresh(brief, given, used) if claim.text not in own_text]
    parts = ["\n\n".join(answers) or "I have nothing to defend: no point of mine is in dispute."]
    if revised or fresh:
        parts.append("I have this to add:\n\n" + claim_list([*revised, *fresh[:1]]))
    held = position(brief, given)
    return "\n\n".join((*parts, f"I take this as my answer now: {held.text.rstrip('.')}."))


def _fresh(brief: Brief, given: Material, used: frozenset[str]) -> list[Claim]:
    """Return one more claim in the second round, from a line that has not been used; later rounds only answer."""
    own = sum(1 for turn in brief.turns if turn.mine)
    found = claims(brief, given, used, most=3) if given.lines and own < 2 else []
    return [claim for claim in found if claim.line and claim.line.text not in used]


def open_points(brief: Brief) -> list[KnownPoint]:
    """Return the points in dispute; where no list is given, those of the last assessment."""
    if known := points(brief):
        return [point for point in known if point.status in OPEN]
    last = next((turn for turn in reversed(brief.turns) if turn.gives == "assessment" and turn.data), None)
    return [*_judged(last, "disagree", "contested"), *_judged(last, "unverifiable", "unverifiable")]


def _judged(turn: SeenTurn | None, key: str, status: str) -> list[KnownPoint]:
    found = turn.data.get(key) if turn else None
    items = [one for one in found if isinstance(one, dict) and one.get("text")] if isinstance(found, list) else []
    return [
        KnownPoint(id=str(one.get("point") or ""), status=status, author="", text=str(one["text"])) for one in items
    ]


def answer(point: KnownPoint, finding: Finding, given: Material) -> tuple[str, Claim | None]:
    """Return what is said to an objection, and the claim that takes the place of a withdrawn one."""
    named = point.id or f"“{point.text}”"
    match finding.status:
        case "agree":
            return f"{named} stands: {finding.reason}.", None
        case "unverifiable":
            return f"I withdraw {named}: I don't have that information, since {finding.reason}.", None
    if len(finding.lines) > 1:
        other, own = finding.lines[0], finding.lines[1]
        said = f"{named} stands as quoted, because {own.quote} is in the context as well"
        return f"{said}; which of it and {other.place} holds cannot be settled from what was loaded.", None
    said = f"I withdraw {named}, because {finding.reason}."
    return said, _instead(point, finding)


def _instead(point: KnownPoint, finding: Finding) -> Claim | None:
    """Return the smaller claim that stands: it names both places, where the larger one named only one."""
    only = ONLY.match(point.text)
    line = finding.lines[0] if finding.lines else None
    if only is None or line is None:
        return None
    return Claim(text=f"Both `{only['path']}` and `{line.path}` deal with “{only['word']}”.", line=line)


# ---- The Critic: what was tested, then the assessment.
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
    """Return the last message by somebody else."""
    return next((turn for turn in reversed(brief.turns) if not turn.mine and turn.gives in MESSAGES), None)


def judgements(brief: Brief, given: Material) -> list[Judged]:
    """Return what is to be judged: points that are not withdrawn, then claims of the last turn that are no point
    yet."""
    known = points(brief)
    live = [point for point in known if point.status not in ("withdrawn", "set aside")]
    found = [Judged(id=point.id, text=point.text, finding=_of_point(point, brief, given)) for point in live]
    turn = last_other(brief)
    fresh = claims_of(turn.text) if turn and turn.gives in ("say", "answer", "artifact", "plan") else []
    found += [
        Judged(id="", text=one, finding=check(one, given, brief.question))
        for one in fresh
        if point_meant(known, "", one) is None
    ]
    return found


def _of_point(point: KnownPoint, brief: Brief, given: Material) -> Finding:
    if point.status in SETTLED:
        return Finding(status="agree", reason="settled in an earlier round")
    return check(point.text, given, brief.question)


def critique(brief: Brief, given: Material) -> str:
    """Return the turn: prose about what was tested, then the assessment."""
    found = judgements(brief, given)
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
    """Return the end of the turn, in the form that the Critic is asked for."""
    parts = []
    for status, title in (("agree", "Agree"), ("disagree", "Disagree"), ("unverifiable", "Unverifiable")):
        lines = [f"- {one.id or short(one.text, 300)} — {one.finding.reason}" for one in lists[status]]
        parts.append(f"### {title}\n" + ("\n".join(lines) or "None"))
    return "\n\n".join((*parts, f"### Overall\n{overall}"))
