# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""The verification of the record: of each judgement, whether its words say as much as was recorded (SPEC RECEIPT.1).

Whoever records several turns at once takes words too widely. One judgement by itself, with its words before the reader,
is an easier task. It can only come to less, and rests on the words that it rested on before, so nothing has to be
quoted anew, and there is nothing to verify by rule.
"""

from __future__ import annotations

from disputatio.debate.payload import items
from disputatio.debate.statements.proofreading import LESS, NEITHER, PARTLY, rows_of
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.reading import line
from disputatio.prompting.reading import read_payload as fields_of
from disputatio.prompting.reading.amounts import choice
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape

WORDS = ("agrees", "partly", "disagrees", "doubts", "questions", NEITHER)


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return which judgements came to what."""
    found = fields_of(shape, text, brief)
    if found is None:
        return None
    rows, texts = rows_of(brief.statements), {one.id: one.text for one in brief.statements}
    less = list[Json]()
    for item in items(found.get("rows")):
        number = line(item.get("number")).strip(".")
        row = rows[int(number) - 1] if number.isdecimal() and 0 < int(number) <= len(rows) else None
        says = choice(line(item.get("says")), WORDS)
        if row is None or says not in LESS[row.does]:
            continue
        if says == PARTLY and not _left(item, texts[row.id]):
            continue
        less.append({"by": row.seat, "id": row.id, "says": says})
    return {"rows": less}


def _left(item: Payload, text: str) -> bool:
    """Return whether words of the statement are named that are not granted."""
    named = line(item.get("left"))
    pieces = map(bare_words, (named, *named.split(";"), *named.split("…")))
    return any(f" {piece} " in f" {bare_words(text)} " for piece in pieces if piece)


VERIFICATION = Contract(
    name="verification",
    asks=f"""\
Above stands which judgements are on record: a statement, its author, and in numbered rows what the record says that others make of it, with the words that this rests on, between « and », in their place. Verify each row by itself: do these words, read with the sentences around them, say that of the whole statement?

- agrees: they hold all of it, or grant it; a short yes that is meant for it, building on it, and naming it as what moved them are enough. A statement may say several things ("gas is fossil and dearer"): who grants only one of them, or agrees only under a condition of their own, accepts a part, "partly".
- disagrees: they call it wrong, want something else in its place, or hold against it what cannot be true beside it. Who denies only that it matters, or what follows from it, does not.
- doubts: they say that nobody here can know it, or that it is a guess.
- questions: they find it not shown or not convincing.
- {NEITHER}: they only report it ("by its own words", "neither side disputes"), only praise or blame, or speak of something else.

rows: every number, with the word that is right; for "partly" also `left`: the words of the statement that they do not grant.""",
    fields=(
        shapes.rows(
            "rows",
            shapes.text("number", "", also="row, no, id"),
            shapes.text("says", "", also="word, does, verdict, judgement"),
            shapes.text("left", "", also="not granted, rest, text"),
            also="judgements, verification, verified",
        ),
    ),
    reader=_read,
    rehearses=lambda brief, text: {"rows": []},
    alone=True,
    unread="The record stays as it was",
    temperature=EXTRACTION,
)
