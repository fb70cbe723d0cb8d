# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""What is worth remembering beyond a debate (SPEC MEMORY.1): what the board holds agreed, and key findings."""

from __future__ import annotations

from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.statements.round_ends import came_last
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.agreement import receipts_of
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.reading import line, read_list, texts
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape

_CONFIDENCES = {"agreed": 0.9, "decision": 0.85, "finding": 0.8}
MOST = 20


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return what the board holds agreed, and what the clerk adds: findings at most, whatever it calls them."""
    found = read_list(shape, text, brief)
    told = texts(found["items"]) if found is not None else []
    said = [text for text in told if len(text.split()) > 1]
    if found is None or (told and not said):
        return None
    agreed = _agreed(brief)
    known = {bare_words(line(item["text"])) for item in agreed}
    own: list[Json] = [
        {"text": text, "kind": "finding", "confidence": 0.8} for text in said if bare_words(text) not in known
    ]
    both: list[Json] = [*agreed, *own]
    return {"items": both[:MOST]}


def _derived(brief: Brief, text: str) -> Payload:
    found: list[Json] = [*_agreed(brief)]
    return {"items": found[:MOST]}


def _agreed(brief: Brief) -> list[Payload]:
    """Return the agreed statements, each with its receipts: the words of its author, and of who agrees. Agreed by all
    is what everybody whose words are on the board stated or agreed to; what some of them left open is not, nor what
    came up at the end, where nobody spoke who had read it."""
    found: list[Payload] = []
    known = {one.id: one for one in brief.statements}
    neutral = {seat for one in brief.statements for seat, made in one.judgements.items() if made.neutral}
    everybody = {seat for one in brief.statements for seat in (one.author, *one.judgements)} - neutral
    for one in brief.statements:
        if one.agreed and not came_last(one, known):
            held = {one.author, *(made.seat for made in one.agreeing)}
            name = {"decision": "decision", "finding": "finding", "fact": "finding"}.get(one.kind, "agreed")
            name = "finding" if name == "decision" and not held >= everybody else name
            entry: Payload = {"text": one.text, "kind": name, "confidence": _CONFIDENCES[name], "id": one.id}
            found.append({**entry, "agreed_by_all": held >= everybody, "receipts": receipts_of(one)})
    return found


INSIGHTS = Contract(
    name="insights",
    asks="""\
List what is worth remembering beyond this debate of what you are shown: facts and insights that the participants relied on, each in one sentence that can be understood on its own. What they agreed on is on record already. An empty list is a good answer.""",
    fields=(shapes.texts("items", "what is worth remembering", also="insights, lessons, learnings"),),
    reader=_read,
    rule=_derived,
    alone=True,
    idle=True,
    temperature=EXTRACTION,
)
