"""What became of the questions that were asked, in sentences."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from disputatio.debate.board.questions import (
    Contradiction,
    Question,
    Reply,
    changed_since,
    contradictions,
    questions_of,
)
from disputatio.debate.log.state import Debate, block_at
from disputatio.debate.log.turns import Past
from disputatio.debate.ranges import blocks
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.receipts import receipt_in
from disputatio.debate.views.labels import QUESTIONS
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.places import Place, when
from disputatio.debate.views.plain_text import quotation, without_marks
from disputatio.debate.views.result_section import Line
from disputatio.debate.wording import quoted, tr

_HEADED = re.compile(r"^[*_(]*(?:[^\W\d_]{1,6} )?Q\d{1,6}[*_)]*(?:,? \w+)?[.:][*_]*\s+")
"""The id of a question, as it heads the answer: "**Q4**, too: ", "On Q4: "."""
_STOPS = frozenset(".!?")
FIGURE = "figure questions"
"""What those are shown who declare what they have answered."""


def question_lines(debate: Debate, past: Past) -> tuple[Line, ...]:
    """Return each question that was asked, and what became of it: who answered it in which words, and who left it
    open. Where a format asks nobody to declare that, nothing is known of it."""
    asks = any(one.gives == "answers" and FIGURE in one.sees for one in blocks(debate.format.body))
    return tuple(_questions(debate, past)) if asks else ()


def state_of(one: Question, found: Collection[Contradiction]) -> str:
    """Say what became of a question, in the words of those who answered it: that it was put again, or called open,
    undoes no answer."""
    if not found:
        again = tr("answered, but put again") if one.again else tr("answered, but called open again")
        return again if one.whole and one.status == "partly" else QUESTIONS[one.status].word
    part = all(each.part for each in found)
    told = tr("{state}, and the answers differ in part") if part else tr("{state}, and the answers differ")
    return told.format(state=QUESTIONS["answered" if one.whole else "partly"].word)


def _questions(debate: Debate, past: Past) -> Iterator[Line]:
    answering = any((block := block_at(debate, path)) and block.gives == "answers" for path in debate.asked)
    for one in questions_of(past).values():
        asked, apart = when(one.turn.path), [*contradictions(one, past)]
        category = one.category.replace("_", " ")
        how = filter(None, (name_of(one.turn.seat, debate.seats), asked, category, _weight(one.priority)))
        told = f"{one.id} {state_of(one, apart)} ({', '.join(how)}): {one.text}"
        yield Line(text=told, places=(Place(path=one.turn.path, label=asked),))
        for reply in one.replies:
            yield from _reply(debate, past, reply)
        for each in apart:
            part, whole = (
                tr("{who} disputes a part of what {other} answered."),
                tr("{who} disputes what {other} answered."),
            )
            told = part if each.part else whole
            named = {"who": name_of(each.seat, debate.seats), "other": name_of(each.of, debate.seats)}
            yield Line(text=told.format(**named), below=True)
        if one.again:
            yield Line(text=tr("It was put again as {id}.").format(id=one.again), below=True)
        if not one.replies:
            none = tr("It is being answered.") if answering else tr("No answer to it is recorded.")
            yield Line(text=none, below=True)


def _reply(debate: Debate, past: Past, reply: Reply) -> Iterator[Line]:
    """Yield what somebody answered, and what of it they have withdrawn or reworded since."""
    name, words = name_of(reply.seat, debate.seats), _HEADED.sub("", reply.words)
    where = Place(path=reply.path, label=when(reply.path), words=words)
    did = tr("answered a part: {reply_words}") if reply.part else tr("answered: {reply_words}")
    said = words + _stop(words, registry_of(past).texts.get(reply.path, ""))
    told = did.format(reply_words=quotation(said)) if words else tr("left it open")
    yield Line(text=f"{name} {told}", places=(where,), below=True)
    for gone, step in changed_since(reply, statements_of(past).values()):
        back, worded = (
            tr("{seat} has withdrawn {id} of this since ({round}): {words}"),
            tr("{seat} has reworded {id} of this since ({round}): {words}"),
        )
        told = (back if gone.withdrawn else worded).format(
            seat=name, id=gone.id, round=when(step.path), words=quoted(without_marks(step.words))
        )
        yield Line(text=told, places=(Place(path=step.path, label=when(step.path), words=step.words),), below=True)


def _stop(words: str, text: str) -> str:
    """Return the stop that ends words in their text; "" where they have one, or go on."""
    span = receipt_in(words, text) if not words.endswith(tuple(_STOPS)) else None
    stop = text[span.end : span.end + 1] if span is not None else ""
    return stop if stop in _STOPS else ""


def _weight(priority: str) -> str:
    return tr("{priority} priority").format(priority=priority) if priority else ""
