# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""What is learnt from programs that failed (SPEC WISDOM.1): what earlier debates left, and what this one leaves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from disputatio.debate.attempts import Attempt
from disputatio.debate.payload import items, word, words
from disputatio.debate.statements.receipts import receipt_in
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.reading import line, read_payload
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.request import Brief
from disputatio.prompting.sections.attempts import attempt_text
from disputatio.prompting.shapes import Payload, Shape, json_block

MENDED, UNMENDED = 0.8, 0.6
"""How sure a pattern is whose attempts ended in a program that passed, and one whose attempts did not."""
MOST = 10
ONLY_A_MODEL = "Nothing was generalised: only a model can do that, and none was asked or answered as it should."

_ID = re.compile(r"\bE\d{1,4}\b", re.I)


def _nothing(brief: Brief, given: Material) -> str:
    return json_block({"items": []})


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return the patterns that name attempts that there are, and quote words from one of them."""
    found = read_payload(shape, text, brief)
    if found is None:
        return None
    kept: list[Json] = [one for item in items(found.get("items")) if (one := _with_receipts(item, brief.attempts))]
    return {"items": kept[:MOST]}


def _with_receipts(item: dict[str, Json], known: Sequence[Attempt]) -> Payload | None:
    by_id = {f"E{place}": one for place, one in enumerate(known, 1)}
    named = dict.fromkeys(id.upper() for one in words(item.get("attempts")) for id in _ID.findall(one))
    rests = [by_id[id] for id in named if id in by_id]
    receipts: list[Json] = list(_receipts(word(item.get("quote")), rests))
    if not receipts:
        return None
    passed = {one.turn for one in known if one.passed}
    sure = MENDED if any(one.turn in passed for one in rests) else UNMENDED
    paths: list[Json] = [one.path for one in rests]
    return {
        "text": line(item.get("text")),
        "kind": "lesson",
        "confidence": sure,
        "attempts": paths,
        "receipts": receipts,
    }


def _receipts(quote: str, rests: Iterable[Attempt]) -> Iterator[Payload]:
    for one in rests:
        if receipt_in(quote, attempt_text(one)):
            yield {"seat": one.seat, "turn": one.reflected or one.path, "quote": quote}


def _derived(brief: Brief, text: str) -> Payload:
    return {"items": [], "note": ONLY_A_MODEL}


LESSONS = Contract(
    name="lessons",
    fields=(shapes.items("items", "what failing programs of earlier debates teach", shapes.WORDS, also="lessons"),),
    rehearsal=_nothing,
    alone=True,
)
PATTERNS = Contract(
    name="patterns",
    asks="""\
List what these failed attempts teach whoever writes other programs later: rules that hold beyond this task, each one sentence that can be understood on its own and says what to do, and when. Keep to what the attempts show. Name for each rule the attempts it rests on by their ids, and quote words exactly as they stand in one of them. An empty list is a good answer.""",
    fields=(
        shapes.items(
            "items",
            "what can be learnt",
            shapes.WORDS,
            shapes.texts("attempts", "ids of the attempts it rests on (E1 …)", also="episodes, ids, attempt, from"),
            shapes.text("quote", "words quoted exactly from one of them", also="receipt, quotation", needed=True),
            also="patterns, lessons, rules, learnings",
        ),
    ),
    reader=_read,
    rule=_derived,
    told=lambda brief, data: ONLY_A_MODEL,
    alone=True,
    temperature=EXTRACTION,
)
