# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""The result of a debate, for the person who asked, with the strongest argument that survived against it.

By rule it claims no more than was settled. Where a debate keeps claims instead of points, what is in dispute is read
from them. That a claim was resolved does not say for whom, so it settles nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from disputatio.debate.sameness import content, opposed, same
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading import plain, texts
from disputatio.prompting.reading.echoes import hollow, repeated
from disputatio.prompting.reading.figures import OPEN, SETTLED, KnownClaim, KnownPoint, claims_known, points
from disputatio.prompting.reading.markdown import unfenced
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.positions import position
from disputatio.prompting.rehearsal.reading import CITATION, claims, kind, positions
from disputatio.prompting.rehearsal.sentences import act, sentences, short
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.shapes import Payload, Shape

_UNDISPUTED = (
    "No point was left in dispute. That nobody objected any more is no proof that nothing can be said against it."
)


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = plain(shape, text, brief)
    if found is None or not found.get("decision"):
        first = next(iter(_paragraphs(shape, text)), "")
        empty: Payload = {"decision": "", "minority": "", "decisions": [], "findings": []}
        found = {**empty, **(found or {}), "decision": first}
    return found if found["decision"] else None


def _paragraphs(shape: Shape, text: str) -> list[str]:
    blocks = (" ".join(block.split()) for block in unfenced(text).split("\n\n"))
    return [one for one in blocks if one and not one.startswith("#") and not (hollow(one) or repeated(shape, one))]


def _derived(brief: Brief, text: str) -> Payload:
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


def _told(brief: Brief, data: Payload) -> str:
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


def _chair(brief: Brief, given: Material) -> str:
    if points(brief) or not brief.turns:
        return _told(brief, _derived(brief, ""))
    held = positions(brief)
    stated = {turn.label: said for turn, said in held.values()}
    split = next((pair for pair in combinations(stated.items(), 2) if opposed(pair[0][1], pair[1][1])), None)
    lines = "\n".join(dict.fromkeys(f"- {turn.label}: {_gist(turn)}" for turn in brief.turns))
    if split:
        (_, one), (label, contrary) = split
        decision = f"Not settled: what was held to the end: {short(one, 300)}"
        against = f"{label} holds the contrary: {short(contrary, 300)}"
    else:
        decision = position(brief, given).text
        against = _differing([turn for turn, _ in held.values()], decision)
    return f"## Decision\n{decision}\n\n## Minority report\n{against}\n\n## Findings\n{lines}"


def _differing(turns: Sequence[SeenTurn], decision: str) -> str:
    """Who states another position; that somebody states none is said, and is no agreement."""
    stated = {turn.label: str(turn.data.get("position") or "") for turn in turns}
    others = [f"{label} holds: {short(text, 300)}" for label, text in stated.items() if text not in ("", decision)]
    silent = [label for label, text in stated.items() if not text]
    said = "; ".join(others[:3]) or "Nobody who stated a position differed."
    return f"{said} No position was stated by {', '.join(silent)}." if silent else said


def _gist(turn: SeenTurn) -> str:
    """What a turn comes to: its position, else its first claim."""
    said = str(turn.data.get("position") or "") or next(iter(claims(turn.text)), "")
    return short(said or turn.text, 200)


SYNTHESIS = Contract(
    name="synthesis",
    asks="""\
Write the synthesis for the person who asked: what to believe or do, how far that was agreed and on what evidence, what stays in dispute and what would settle it. Claim no more agreement than there was; if nothing was settled, say so. The minority report is the strongest argument of the losing side that was not refuted, at its strongest, with whose it is. Points marked unverifiable are not facts.""",
    fields=(
        shapes.text(
            "decision",
            "what to believe or do, and how far that was agreed",
            also=(
                "recommendation, final answer, conclusion, answer, synthesis, verdict, "
                "final recommendation, bottom line"
            ),
        ),
        shapes.text(
            "minority",
            "the strongest surviving argument against it, and whose it is",
            also=(
                "minority report, dissent, dissenting view, minority view, dissenting opinion, "
                "strongest objection, remaining objection"
            ),
        ),
        shapes.SURE,
        shapes.texts("decisions", "what was settled as the way to go", also="agreed decisions, decisions made"),
        shapes.texts("findings", "facts and insights relied on", also="key findings, findings of fact, insights"),
    ),
    reader=_read,
    rehearsal=_chair,
    rule=_derived,
    told=_told,
    context="all",
    final=True,
)
