"""The figure that tells the clerk which judgements are on record, for it to verify each by itself. Text for models."""

from __future__ import annotations

from collections.abc import Iterator

from disputatio.debate.log.turns import Turn
from disputatio.debate.payload import words
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.proofreading import rows_of
from disputatio.debate.statements.receipts import SENTENCE, receipt_in
from disputatio.prompting.sections.lines import line
from disputatio.prompting.sections.listings import writes

AROUND = 2
"""Sentences of the same paragraph that are shown before the words, and after them."""


@writes("judgements", "The judgements")
def judgements(at: At) -> str:
    """Return every judgement that can be verified, by its number, under the statement that it is about: who says what
    of it, and the words that it rests on, marked, among the sentences around them."""
    statements, lines, told = statements_of(at.past), list[str](), ""
    rows = rows_of(statements.values())
    wanted = {path for row in rows for path, _ in row.places}
    turns = {turn.path: _read(turn) for turn in at.past if turn.path in wanted}
    for number, row in enumerate(rows, 1):
        if row.id != told:
            lines.append(f"{row.id} ({statements[row.id].author}) {line(statements[row.id].text)}")
            told = row.id
        said = " / ".join(_marked(quote, turns.get(path, "")) for path, quote in row.places)
        lines.append(f"  {number}. {row.seat} {row.does}: {said}")
    return "\n".join(lines)


def _read(turn: Turn) -> str:
    """Return a turn as its readers see it: a ranking is told by its reasons."""
    return "\n".join(words(turn.data.get("because"))) if turn.gives == "ranking" and turn.data else turn.text


def _marked(quote: str, text: str) -> str:
    """Return words between « and », with what stands around them in their paragraph."""
    span = receipt_in(quote, text)
    if span is None:
        return f"«{line(quote)}»"
    begin, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    before = _sentences(text[begin : span.start])[-AROUND - 1 :]
    after = _sentences(text[span.end : end if end >= 0 else len(text)])[: AROUND + 1]
    return line(f"{''.join(before)}«{text[span.start : span.end]}»{''.join(after)}")


def _sentences(text: str) -> list[str]:
    """Return the sentences of a piece of a paragraph, with the blanks behind them."""
    return [*_pieces(text)]


def _pieces(text: str) -> Iterator[str]:
    start = 0
    for end in SENTENCE.finditer(text):
        yield text[start : end.end()]
        start = end.end()
    yield text[start:]
