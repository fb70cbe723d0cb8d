"""Digest, synthesis and insights from the list of points and the turns, by rule. Claims no more than was settled.

Where a debate keeps claims instead of points, what is in dispute is read from them. That a claim was resolved does not
say for whom, so it settles nothing here.
"""

from __future__ import annotations

from disputatio.debate.formats import MESSAGES
from disputatio.debate.sameness import content, same
from disputatio.debate.values import Json
from disputatio.prompting.figures import OPEN, SETTLED, KnownClaim, KnownPoint, claims_known, points
from disputatio.prompting.particular import bounded_digest
from disputatio.prompting.reading import line, texts
from disputatio.prompting.request import Brief
from disputatio.prompting.rules.sentences import act, sentences, short
from disputatio.prompting.rules.statements import CITATION, claims, kind

_CONFIDENCES = {"agreed": 0.9, "decision": 0.85, "finding": 0.8}
_UNDISPUTED = (
    "No point was left in dispute. That nobody objected any more is no proof that nothing can be said against it."
)
_LISTS = ("agreed", "contested", "decisions", "findings")


def derive_digest(brief: Brief, text: str) -> dict[str, Json]:
    """What the points say, merged with the digest before; the narrative is the first claim of each turn."""
    found: dict[str, list[str]] = {key: [] for key in _LISTS}
    story: list[str] = []
    for turn in brief.turns:
        if turn.gives == "digest":
            for key in _LISTS:
                found[key] += texts(turn.data.get(key))
            story.append(line(turn.data.get("narrative")))
        elif turn.gives in MESSAGES:
            story += [f"{turn.label}: {short(first, 220)}" for first in (claims(turn.text) or [turn.text])[:1]]
    for point in points(brief):
        if name := _list_of(point):
            found[name].append(f"{point.id} {point.text}")
    _from_assessments(brief, found)
    merged = {key: _distinct(many) for key, many in found.items()}
    return bounded_digest(
        {**{key: list(many) for key, many in merged.items()}, "narrative": "\n".join(filter(None, story))}
    )


def _from_assessments(brief: Brief, found: dict[str, list[str]]) -> None:
    if points(brief):
        return
    for turn in brief.turns:
        for key, name in (("agree", "agreed"), ("disagree", "contested"), ("unverifiable", "contested")):
            listed = turn.data.get(key)
            found[name] += (
                [line(item.get("text")) for item in listed if isinstance(item, dict)]
                if isinstance(listed, list)
                else []
            )


def _list_of(point: KnownPoint) -> str:
    if point.status in OPEN:
        return "contested"
    if point.status in SETTLED:
        return {"decision": "decisions", "finding": "findings", "fact": "findings"}.get(kind(point.text), "agreed")
    return ""


def _distinct(many: list[str]) -> list[str]:
    kept: list[str] = []
    for one in many:
        if one and not any(same(one, other) for other in kept):
            kept.append(one)
    return kept


def derive_synthesis(brief: Brief, text: str) -> dict[str, Json]:
    known = points(brief)
    settled = [point for point in known if point.status in SETTLED]
    decisions = [point.text for point in settled if kind(point.text) == "decision"]
    findings = [point.text for point in settled if kind(point.text) in ("fact", "finding")]
    return {
        "decision": _decision(brief, settled, decisions),
        "minority": minority(brief, known),
        "decisions": list(decisions[:12]),
        "findings": list(findings[:12]),
    }


def _decision(brief: Brief, settled: list[KnownPoint], decisions: list[str]) -> str:
    """What was settled, nearest to the question first; where nothing was, that."""
    if not settled:
        last = [f"{turn.label}: {short(held, 220)}" for turn in brief.turns[-2:] for held in claims(turn.text)[:1]]
        stood = f" Where it stood at the end: {' / '.join(last)}" if last else ""
        return f"Nothing was settled, so no answer can be given in the participants' name.{stood}"
    asked = content(brief.question)
    ranked = sorted(settled, key=lambda point: (point.text not in decisions, -len(asked & content(point.text))))
    said = " ".join(f"{short(point.text, 260).rstrip('.')} ({point.id})." for point in ranked[:3])
    return f"Settled by the participants: {said}"


def minority(brief: Brief, known: list[KnownPoint]) -> str:
    """The strongest point that survived in dispute: cited before uncited, disputed before merely unsupported, said
    again before said once. Its author's words, and the objection to it."""
    disputed = [point for point in known if point.status in OPEN]
    spoken = [sentence for turn in brief.turns for sentence in sentences(turn.text)]
    if not disputed:
        return _claimed(_unresolved(brief), spoken) or _UNDISPUTED
    strongest = max(disputed, key=lambda point: _strength(point, spoken))
    against = f" Against it: {short(strongest.reason, 300)}" if strongest.reason else ""
    defence = next((one for one in reversed(spoken) if _defends(one, strongest)), "")
    kept = f" In its defence: {short(defence, 300)}" if defence else ""
    who = strongest.author or "One side"
    return f"{who} holds, not refuted ({strongest.id}, {strongest.status}): {strongest.text}{against}{kept}"


def _unresolved(brief: Brief) -> list[KnownClaim]:
    return [claim for claim in claims_known(brief) if claim.status != "resolved"]


def _claimed(claims: list[KnownClaim], spoken: list[str]) -> str:
    """The strongest claim that nobody resolved: one that is alive before one that both sides left, cited before
    uncited, said again before said once. "" where there is none."""
    if not claims:
        return ""

    def strength(claim: KnownClaim) -> tuple[bool, bool, int]:
        again = sum(1 for one in spoken if claim.id in one or same(one, claim.text))
        return (claim.status != "abandoned", bool(CITATION.search(claim.text)), again)

    strongest = max(claims, key=strength)
    who, against = (*strongest.sides, "", "")[:2]
    objects = f" Against it stands {against}." if against else ""
    return f"{who or 'One side'} holds, not refuted ({strongest.id}, {strongest.status}): {strongest.text}{objects}"


def _defends(sentence: str, point: KnownPoint) -> bool:
    named = point.id in sentence and act(sentence) == "claim"
    return named and not (point.reason and point.reason in sentence)


def _strength(point: KnownPoint, spoken: list[str]) -> tuple[int, int, int, int]:
    again = sum(1 for one in spoken if point.id in one or same(one, point.text))
    cited = bool(CITATION.search(point.text) or CITATION.search(point.reason))
    return (point.status == "contested", cited, again, -int(point.id[1:]))


def spoken_synthesis(brief: Brief, data: dict[str, Json]) -> str:
    """The synthesis as people read it."""
    disputed = [point for point in points(brief) if point.status in OPEN]
    parts = [f"## Decision\n{data['decision']}", f"## Minority report\n{data['minority']}"]
    for title, key in (("Decisions", "decisions"), ("Key findings", "findings")):
        if listed := texts(data[key]):
            parts.append(f"## {title}\n" + "\n".join(f"- {one}" for one in listed))
    lines = [
        f"- {point.id} ({point.status}): {point.text}" + (f" — {point.reason}" if point.reason else "")
        for point in disputed
    ] or [
        f"- {claim.id} ({claim.status}): {claim.text}" + (f" — {' against '.join(claim.sides)}" if claim.sides else "")
        for claim in _unresolved(brief)
    ]
    if lines:
        parts.append("## Still in dispute\n" + "\n".join(lines))
    return "\n\n".join(parts)


def derive_insights(brief: Brief, text: str) -> dict[str, Json]:
    found: list[Json] = []
    for point in points(brief):
        if point.status in SETTLED:
            name = {"decision": "decision", "finding": "finding", "fact": "finding"}.get(kind(point.text), "agreed")
            found.append({"text": point.text, "kind": name, "confidence": _CONFIDENCES[name]})
    return {"items": found[:20]}
