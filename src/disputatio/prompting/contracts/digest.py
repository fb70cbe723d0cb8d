# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""Older messages, condensed, so that a debate stays readable: merged with the digest before, within a bound.

There is no digest by rule: where nobody can make one, the messages stay as they are (SPEC DUAL.5).
"""

from __future__ import annotations

from disputatio.debate.format import MESSAGES
from disputatio.debate.policies.conditions import LONGEST_DIGEST
from disputatio.debate.statements.statement import Statement
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.reading import line, read_payload, texts
from disputatio.prompting.reading.echoes import hollow, repeats_form
from disputatio.prompting.reading.markdown import without_fences
from disputatio.prompting.rehearsal.sentences import claims, short
from disputatio.prompting.request import Brief
from disputatio.prompting.sections.lines import sentences_of
from disputatio.prompting.shapes import Payload, Shape

_LISTS = ("agreed", "contested", "decisions", "findings")


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = read_payload(shape, text, brief)
    if found is None:
        return shorten_digest({"narrative": text.strip()}) if not _formal(shape, text) else None
    return shorten_digest(found)


def _formal(shape: Shape, text: str) -> bool:
    """Return whether a text is made of placeholders or data, and so tells no story."""
    told = [one for one in without_fences(text).split("\n") if one.strip() and not one.startswith("#")]
    bare = [one.lstrip("-* ") for one in told]
    return all(hollow(one) or repeats_form(shape, one) for one in bare)


def shorten_digest(found: Payload) -> Payload:
    """Return a digest of at most `LONGEST_DIGEST` characters: the narrative gives way first, then the lists, evenly; by
    whole sentences."""
    lists = {key: texts(found.get(key)) for key in _LISTS}
    while sum(len(one) for many in lists.values() for one in many) > LONGEST_DIGEST - 500:
        longest = max(lists, key=lambda key: sum(map(len, lists[key])))
        lists[longest] = (
            lists[longest][1:] if len(lists[longest]) > 1 else [sentences_of(lists[longest][0], LONGEST_DIGEST // 32)]
        )
    left = LONGEST_DIGEST - sum(len(one) for many in lists.values() for one in many)
    story = line(found.get("narrative"))
    return {**{key: list(many) for key, many in lists.items()}, "narrative": sentences_of(story, left // 4)}


def _rehearsed(brief: Brief, text: str) -> Payload:
    """Return what the registry holds, after the digest before; the narrative is the first claim of each turn."""
    old = [turn.data for turn in brief.turns if turn.gives == "digest"]
    found = {key: [one for data in old for one in texts(data.get(key))] for key in _LISTS}
    for one in brief.statements:
        if name := _list_of(one):
            found[name].append(f"{one.id} {one.text}")
    story = [line(data.get("narrative")) for data in old]
    for turn in brief.turns:
        if turn.gives in MESSAGES:
            story += [f"{turn.label}: {short(first, 220)}" for first in (claims(turn.text) or [turn.text])[:1]]
    merged: Payload = {key: list(dict.fromkeys(many)) for key, many in found.items()}
    return shorten_digest({**merged, "narrative": "\n".join(filter(None, story))})


def _list_of(one: Statement) -> str:
    if one.agreed:
        return {"decision": "decisions", "finding": "findings", "fact": "findings"}.get(one.kind, "agreed")
    return "contested" if one.status in ("contested", "assumption") else ""


DIGEST = Contract(
    name="digest",
    asks="""\
Condense these messages into one digest, and merge the earlier digest into it if there is one: what is agreed, what is contested, what was decided, the key findings, and a short account of how the debate went. Keep ids, figures, citations, and who holds what. Stay below 4,000 characters in all.""",
    fields=(
        shapes.texts("agreed", "what is agreed", also="agreement, agreements, agreed points, common ground"),
        shapes.texts("contested", "what is contested", also="disagreements, disputed, contested points, open disputes"),
        shapes.texts("decisions", "what was decided", also="decisions made, agreed decisions"),
        shapes.texts("findings", "key findings", also="key findings, facts, established facts"),
        shapes.text("narrative", "how the debate went, briefly", also="summary, story, overview, history"),
    ),
    reader=_read,
    rehearses=_rehearsed,
    alone=True,
    temperature=EXTRACTION,
)
