"""Rehearsed contributions of every other role: what was said is tested, then the role adds what it is there for."""

from __future__ import annotations

from collections.abc import Sequence

from disputatio.debate.format import MESSAGES
from disputatio.prompting.rehearsal.analysis import analysis, listed
from disputatio.prompting.rehearsal.character import persona
from disputatio.prompting.rehearsal.checks import Finding, check
from disputatio.prompting.rehearsal.claims import claims, order, unfounded
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.positions import gaps as missing
from disputatio.prompting.rehearsal.positions import position
from disputatio.prompting.rehearsal.reading import claims as claims_of
from disputatio.prompting.rehearsal.sentences import short
from disputatio.prompting.request import Brief, SeenTurn

_ATTACKING = frozenset(
    ("challenger", "opponent", "devil's advocate", "red attacker", "reviewer", "critic", "judge", "collab-reviewer")
)
_NEUTRAL = frozenset(("moderator", "refiner", "chair", "clerk", "teacher"))


def say(brief: Brief, given: Material) -> str:
    """A contribution in prose."""
    role = brief.role.casefold().replace("’", "'")
    if role == "analyst":
        return analysis(brief, given)
    if asked := _put_to_me(brief):
        return reply_to(asked, given)
    if role == "persona":
        return persona(brief, given)
    if role in _NEUTRAL and brief.turns:
        return _weighed(brief, given)
    parts = [answered(brief, given, attacking=role in _ATTACKING)] if brief.turns else []
    return "\n\n".join((*(part for part in parts if part), own(brief, given)))


def _put_to_me(brief: Brief) -> str:
    """The last thing said, where it is a question to be answered now."""
    last = brief.turns[-1] if brief.turns else None
    if last is None or last.mine or last.gives not in ("questions", "say"):
        return ""
    return last.text.strip() if last.gives == "questions" or last.label == "The person" else ""


def reply_to(question: str, given: Material) -> str:
    """A direct answer to a question, from the lines nearest to it."""
    asked = Brief(question=question)
    found = claims(asked, given, most=2) if given.lines else []
    supported = [claim for claim in found if claim.line]
    if supported:
        return "I answer from what was loaded:\n\n" + listed(supported)
    return f"I don't have that information: nothing that was loaded bears on “{short(question, 160)}”. I leave it open."


def test_results(turn: SeenTurn, brief: Brief, given: Material) -> list[tuple[str, Finding]]:
    """Each claim of a turn with what came of checking it."""
    return [(one, check(one, given, brief.question)) for one in claims_of(turn.text)]


def ranked(brief: Brief, given: Material) -> list[tuple[int, SeenTurn]]:
    """(how many of its claims hold, turn) of the others' answers, best supported first; equal ones in an order of the
    seed."""
    seen = [turn for turn in brief.turns if not turn.mine]
    held = [(sum(1 for _, found in test_results(turn, brief, given) if found.status == "agree"), turn) for turn in seen]
    return sorted(held, key=lambda one: (-one[0], order(brief, one[1].text)))


def bulleted(found: Sequence[str]) -> str:
    """A list as Markdown; "None" for an empty one."""
    return "\n".join(f"- {one}" for one in found) or "None"


def answered(brief: Brief, given: Material, *, attacking: bool) -> str:
    """What the last speaker's claims are worth: objections first for those who attack, support first for others."""
    turn = next((one for one in reversed(brief.turns) if not one.mine and one.gives in MESSAGES), None)
    found = test_results(turn, brief, given) if turn else []
    ranked = sorted(found, key=lambda one: (one[1].status == "agree") == attacking)
    said = []
    for claim, finding in ranked[:2]:
        word = {"agree": "holds", "disagree": "does not hold", "unverifiable": "is not supported"}[finding.status]
        said.append(f"What {turn.label if turn else ''} says, “{short(claim, 200)}”, {word}: {finding.reason}.")
    return " ".join(said)


def own(brief: Brief, given: Material) -> str:
    """What the role adds: lines that nobody has used, its position, and what is missing."""
    said = "\n".join(turn.text for turn in brief.turns)
    used = frozenset(line.place for line in given.lines if line.path and line.place in said)
    found = claims(brief, given, used, most=2) if given.lines else unfounded(brief)
    fresh = [claim for claim in found if claim.text not in said]
    held = position(brief, given)
    gaps = sorted(missing(brief, given), key=lambda one: order(brief, one))
    parts = [listed(fresh)] if fresh else ["I have nothing to add that is not said already."]
    parts.append(f"I take this as my position: {held.text.rstrip('.')}.")
    if gaps:
        parts.append(f"I don't have that information: what is true of “{gaps[0]}”.")
    return "\n\n".join(parts)


def _weighed(brief: Brief, given: Material) -> str:
    """No side taken: what of each speaker's claims holds, and what is open."""
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
