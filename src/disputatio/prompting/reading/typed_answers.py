"""What a turn fills into a typed field, as the rows of a record speak of it: a figure, a year, an option. It is on
record by itself, so a row that only words it states nothing, and nothing is linked to that. Why it was changed, a row
about the `answer` says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from disputatio.debate.format import ANSWERING
from disputatio.debate.ids import step_of
from disputatio.debate.payload import words
from disputatio.debate.policies.answers import ESTIMATING, Answer, answer_in
from disputatio.debate.policies.estimates import figures_of, only_words
from disputatio.debate.statements.receipts import bare_words
from disputatio.prompting.reading.payloads import line
from disputatio.prompting.request import SeenTurn
from disputatio.prompting.shapes import Payload

ANSWER = "answer"
"""What a row is about that says why its author gives another value than before."""
_SUPPORTS = "supports"


def typed_in(turn: SeenTurn) -> Answer | None:
    """Return the answer that a turn gives as a typed value where such is asked for; None where it gives none. Others
    judge no such answer by itself: they give their own."""
    asked = turn.gives in ANSWERING and step_of(turn.path) in ESTIMATING
    found = answer_in(turn.data) if asked else None
    return found if found is not None and found.kind else None


def is_answer(item: Payload, turn: SeenTurn, question: str) -> bool:
    """Return whether a new row says no more than what its author gives in a typed field: that itself, or, without
    being said for anything, its figure with all of the range, and none besides but those of the question. The words
    that it quotes have the figure, too: else it says something of that."""
    given, text = typed_in(turn), line(item.get("text"))
    if given is None:
        return False
    if bare_words(text) in (bare_words(given.position), given.words):
        return True
    reason = any(_SUPPORTS in each.casefold() for each in words(item.get("links")))
    said, quoted, asked = figures_of(text), figures_of(line(item.get("quote"))), figures_of(question)
    ranged = figures_of(f"{given.low} {given.high}") <= said | quoted
    return not reason and ranged and only_words(said, given, asked) and only_words(quoted, given, asked)


def with_reasons(stands: Iterable[Payload], reasons: Mapping[str, Payload]) -> Iterator[Payload]:
    """Yield where each stands, with the reasons for which they changed their answer, by turn."""
    left = dict(reasons)
    for row in stands:
        yield {**row, **left.pop(line(row.get("turn")), {})}
    yield from left.values()
