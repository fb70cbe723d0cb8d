"""The rehearsed Analyst's turn: claims first; later each open point defended, revised or withdrawn, for a reason."""

from __future__ import annotations

import re

from disputatio.prompting.reading.figures import OPEN, KnownPoint, points
from disputatio.prompting.rehearsal.checks import Finding, check
from disputatio.prompting.rehearsal.claims import Claim, claims, unfounded
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.positions import position
from disputatio.prompting.request import Brief, SeenTurn

_PLACES = re.compile(r"`([^`\s]{1,300}:\d{1,7})`")
_QUOTES = re.compile(r"“([^”\n]{12,400})”")
_ONLY = re.compile(r"^Only `(?P<path>[^`]{1,300})` deals with “(?P<word>[^”]{1,60})”")


def analysis(brief: Brief, given: Material) -> str:
    """The turn that goes first in a round."""
    own = [turn for turn in brief.turns if turn.mine]
    if not own:
        return _first(brief, given)
    return _again(brief, given, own_text="\n".join(turn.text for turn in own))


def _first(brief: Brief, given: Material) -> str:
    found = claims(brief, given) if given.lines else unfounded(brief)
    bearing = sum(1 for claim in found if claim.line)
    files = len({line.path for line in given.lines if line.path})
    read = f"I read {len(given.lines)} lines of context" + (f" from {files} file{'s' * (files != 1)}" if files else "")
    ground = f"{read}; {bearing} of my claims quote them." if given.lines else _no_context()
    held = position(brief, given)
    return f"{ground}\n\n{listed(found)}\n\nI take this as my answer so far: {held.text.rstrip('.')}."


def _no_context() -> str:
    return "I have no context to read, so I take the question apart and say what an answer would need."


def listed(found: list[Claim]) -> str:
    """Claims as a list: one sentence each."""
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
        parts.append("I have this to add:\n\n" + listed([*revised, *fresh[:1]]))
    held = position(brief, given)
    return "\n\n".join((*parts, f"I take this as my answer now: {held.text.rstrip('.')}."))


def _fresh(brief: Brief, given: Material, used: frozenset[str]) -> list[Claim]:
    """One more claim in the second round, from a line that has not been used; later rounds only answer."""
    own = sum(1 for turn in brief.turns if turn.mine)
    found = claims(brief, given, used, most=3) if given.lines and own < 2 else []
    return [claim for claim in found if claim.line and claim.line.text not in used]


def open_points(brief: Brief) -> list[KnownPoint]:
    """The points in dispute; where no list is given, those of the last assessment."""
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
    """What is said to an objection, and the claim that takes the place of a withdrawn one."""
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
    """The smaller claim that stands: both places, where the larger one said only one."""
    only = _ONLY.match(point.text)
    line = finding.lines[0] if finding.lines else None
    if only is None or line is None:
        return None
    return Claim(text=f"Both `{only['path']}` and `{line.path}` deal with “{only['word']}”.", line=line)
