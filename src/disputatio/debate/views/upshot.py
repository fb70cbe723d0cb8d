"""What a debate came to whose agreement was not measured, for where a gauge would be empty."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from disputatio.debate.board.attacks import attacks_of
from disputatio.debate.board.questions import questions_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.views.score import Score
from disputatio.debate.views.verdict_lines import in_short
from disputatio.debate.views.winner import outcome_of
from disputatio.debate.wording import figure, plural, tr


def upshot(debate: Debate, past: Past, score: Score) -> tuple[str, ...]:
    """Return in sentences what stands in place of a score: what was decided, what answers and rankings come to, what
    became of questions and attacks; that nothing was measured where there is none of that. () where there is a score,
    or may still be one, and in a rehearsal."""
    if score.score is not None or score.awaited or score.rehearsed:
        return ()
    found = (*_decided(debate, past), *score.tallies, *_asked(past), *_attacked(past))
    return found or tuple(islice(score.lines, int(score.over and score.measurable)))


def _decided(debate: Debate, past: Past) -> Iterator[str]:
    """Yield what a person or a model decided, else what the vote or the weighing comes to."""
    if told := in_short(debate, past.last("verdict")):
        yield f"{told}."
    elif (found := outcome_of(debate, past)) is not None:
        yield from (line.text for line in found.lines[:1])


def _asked(past: Past) -> Iterator[str]:
    if found := questions_of(past).values():
        many, answered = len(found), sum(one.status == "answered" for one in found)
        if answered == many:
            yield plural("The one question was answered.", "All {count} questions were answered.", many)
        elif many == 1:
            yield tr("The one question was not answered.")
        else:
            yield tr("{some} of {number} questions answered.").format(some=figure(answered), number=figure(many))


def _attacked(past: Past) -> Iterator[str]:
    if found := [one for one in attacks_of(past).values() if not one.of]:
        many, closed = len(found), sum(one.closed for one in found)
        if closed == many:
            yield plural("The one attack is closed.", "All {count} attacks are closed.", many)
        elif many == 1:
            yield tr("The one attack is not closed.")
        else:
            yield tr("{some} of {number} attacks closed.").format(some=figure(closed), number=figure(many))
