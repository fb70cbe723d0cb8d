# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""Older messages, condensed, so that a debate stays readable: merged with the digest before, within a bound.

Where a debate keeps claims instead of points, what is in dispute is read from them.
"""

from __future__ import annotations

from disputatio.debate.format import MESSAGES
from disputatio.debate.payload import items
from disputatio.debate.policies.conditions import LONGEST_DIGEST
from disputatio.debate.sameness import same
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.reading import line, plain, texts
from disputatio.prompting.reading.echoes import hollow, repeated
from disputatio.prompting.reading.figures import OPEN, SETTLED, KnownPoint, points
from disputatio.prompting.reading.markdown import unfenced
from disputatio.prompting.rehearsal.reading import claims, kind
from disputatio.prompting.rehearsal.sentences import short
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape

_LISTS = ("agreed", "contested", "decisions", "findings")


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = plain(shape, text, brief)
    if found is None:
        return bounded({"narrative": text.strip()}) if not _formal(shape, text) else None
    return bounded(found)


def _formal(shape: Shape, text: str) -> bool:
    """Whether a text is made of placeholders or data, and so tells no story."""
    told = [one for one in unfenced(text).split("\n") if one.strip() and not one.startswith("#")]
    bare = [one.lstrip("-* ") for one in told]
    return all(hollow(one) or repeated(shape, one) for one in bare)


def bounded(found: Payload) -> Payload:
    """A digest of at most `LONGEST_DIGEST` characters: the narrative gives way first, then the lists, evenly."""
    lists = {key: texts(found.get(key)) for key in _LISTS}
    while sum(len(one) for many in lists.values() for one in many) > LONGEST_DIGEST - 400:
        longest = max(lists, key=lambda key: sum(map(len, lists[key])))
        lists[longest] = lists[longest][1:] if len(lists[longest]) > 1 else [lists[longest][0][: LONGEST_DIGEST // 8]]
    left = LONGEST_DIGEST - sum(len(one) for many in lists.values() for one in many)
    story = line(found.get("narrative"))
    return {**{key: list(many) for key, many in lists.items()}, "narrative": story[: max(0, left)].strip()}


def _derived(brief: Brief, text: str) -> Payload:
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
    return bounded({**{key: list(many) for key, many in merged.items()}, "narrative": "\n".join(filter(None, story))})


def _from_assessments(brief: Brief, found: dict[str, list[str]]) -> None:
    if points(brief):
        return
    for turn in brief.turns:
        for key, name in (("agree", "agreed"), ("disagree", "contested"), ("unverifiable", "contested")):
            found[name] += [line(item.get("text")) for item in items(turn.data.get(key))]


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


DIGEST = Contract(
    name="digest",
    asks="""\
Condense the messages, merging them with the earlier digest if there is one: what is agreed, what is contested, what was decided, key findings, and a short narrative. Keep ids, figures, citations and who holds what. At most 4,000 characters in all.""",
    fields=(
        shapes.texts("agreed", "what is agreed", also="agreement, agreements, agreed points, common ground"),
        shapes.texts("contested", "what is contested", also="disagreements, disputed, contested points, open disputes"),
        shapes.texts("decisions", "what was decided", also="decisions made, agreed decisions"),
        shapes.texts("findings", "key findings", also="key findings, facts, established facts"),
        shapes.text("narrative", "how the debate went, briefly", also="summary, story, overview, history"),
    ),
    reader=_read,
    rehearses=_derived,
    alone=True,
    temperature=EXTRACTION,
)
