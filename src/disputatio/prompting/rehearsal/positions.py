"""What a rehearsed participant holds, and how sure it is: weighed from the lines that bear on the question.

Before anybody else has spoken a participant reads its own half of the lines, so that first answers can differ; once it
has heard others it reads all of them, and moves only if they weigh differently.
"""

from __future__ import annotations

import re

from disputatio.debate.sameness import NEGATIONS
from disputatio.debate.values import value
from disputatio.prompting.rehearsal.checks import conflicting
from disputatio.prompting.rehearsal.claims import alternatives, order, question_terms, topics
from disputatio.prompting.rehearsal.material import Line, Material, words_of
from disputatio.prompting.request import Brief

UNDECIDED = "cannot be decided on what is known"

_YES_NO = re.compile(
    r"^\W*(?:should|shall|is|are|was|were|do|does|did|can|could|will|would|has|have|must|may|ought)\b", re.I
)
_AGAINST = re.compile(r"\b(?:todo|fixme|deprecated|unsafe|warning|broken|slow|risk\w*|danger\w*|hack|limit\w*)\b", re.I)


@value
class Position:
    text: str
    confidence: float
    because: tuple[str, ...] = ()


def heard(brief: Brief) -> bool:
    """Whether anybody else has spoken."""
    return any(not turn.mine for turn in brief.turns)


def position(brief: Brief, given: Material) -> Position:
    """The position of the brief's seat on its question."""
    lines = _read(brief, given)
    if sides := alternatives(brief.question):
        return _between(brief, sides, lines)
    if _YES_NO.match(brief.question):
        return _yes_or_no(lines)
    if not lines:
        return Position(text=f"The question {UNDECIDED}", confidence=0.5, because=_missing(brief, given))
    best = lines[0]
    if against := conflicting(best, given):
        text = f"What is known contradicts itself: {best.quote} against {against.quote}"
        return Position(text=text, confidence=0.6, because=("both stand in what was loaded",))
    share = len(best.words & question_terms(brief.question)) / max(1, len(question_terms(brief.question)))
    return Position(
        text=f"The nearest that is known is {best.quote}",
        confidence=round(min(0.9, 0.3 + share / 2), 2),
        because=tuple(line.quote for line in lines[:3]),
    )


def _read(brief: Brief, given: Material) -> list[Line]:
    about = given.about(question_terms(brief.question))
    if heard(brief) or len(about) < 2:
        return about
    return [line for line in about if int(order(brief, line.quote)[:8], 16) % 2] or about[:1]


def _between(brief: Brief, sides: tuple[str, str], lines: list[Line]) -> Position:
    both = words_of(sides[0]) & words_of(sides[1])
    found = {side: [line for line in lines if (words_of(side) - both) & line.words] for side in sides}
    a, b = sides
    total = len(found[a]) + len(found[b])
    if len(found[a]) == len(found[b]):
        if heard(brief) or total:
            return Position(
                text=f"Between “{a}” and “{b}” it {UNDECIDED}", confidence=0.6, because=("both weigh the same",)
            )
        lean = min(sides, key=lambda side: order(brief, side))
        return Position(text=lean, confidence=0.35, because=("a default, with nothing to support it",))
    better = max(sides, key=lambda side: len(found[side]))
    return Position(
        text=better,
        confidence=round(0.5 + 0.45 * abs(len(found[a]) - len(found[b])) / total, 2),
        because=tuple(line.quote for line in found[better][:3]),
    )


def _yes_or_no(lines: list[Line]) -> Position:
    against = [line for line in lines if _AGAINST.search(line.text) or NEGATIONS & set(line.text.casefold().split())]
    favour = [line for line in lines if line not in against]
    if len(favour) == len(against):
        why = "as much speaks for it as against it" if favour else "nothing that was loaded bears on it"
        return Position(text=f"It {UNDECIDED}", confidence=0.6, because=(why,))
    side, text = (favour, "Yes") if len(favour) > len(against) else (against, "No")
    sure = round(0.5 + 0.4 * abs(len(favour) - len(against)) / len(lines), 2)
    return Position(text=text, confidence=sure, because=tuple(line.quote for line in side[:3]))


def _missing(brief: Brief, given: Material) -> tuple[str, ...]:
    return tuple(f"nothing that was loaded describes “{topic}”" for topic in gaps(brief, given)[:3])


def gaps(brief: Brief, given: Material) -> list[str]:
    """The topics of the question that no line has."""
    known = frozenset[str]().union(*(line.words for line in given.lines))
    return [topic for topic in topics(brief.question) if not words_of(topic) & known]
