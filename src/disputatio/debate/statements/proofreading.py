"""The proofreading of the record: whether the words that a judgement rests on say as much as was recorded (SPEC
RECEIPT.1).

A record is made in one reading of several turns, and takes words too widely more often than it leaves something out:
who grants one half of a statement is recorded as agreeing with all of it. So at the end each judgement is looked at by
itself, with its words in their place. It can only come to less: to a part, to a question, to nothing. Nothing is added
by it, and what a crux room settled and what made a statement stay as they are. Dual debates, where the Critic judges
each point in a form, have no such step.

Tried on ten held debates whose true account had been written from the turns: where a status changed and the account
says which is right, the verified one was in 13 of 18 cases. To let the clerk add what it finds left out as well made
about as many statuses wrong as right (13 and 8), and needs the whole debate to be read again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from disputatio.debate import payload
from disputatio.debate.log.turns import Turn
from disputatio.debate.statements.history import HistoryStep
from disputatio.debate.statements.objections import with_attack_shared
from disputatio.debate.statements.registry import DEEDS, Registry
from disputatio.debate.statements.statement import Judgement, Statement
from disputatio.debate.values import value

PARTLY, QUESTIONS, NEITHER = "partly", "questions", "neither"
"""What a judgement can come to; the last where the words are about something else."""
LESS: Final = {
    "agrees": (PARTLY, NEITHER),
    "disagrees": (NEITHER,),
    "doubts": (QUESTIONS, NEITHER),
    "questions": (NEITHER,),
}
"""What is recorded of a statement, in the words of a record, and what it can come to. Between disputing and questioning
readers draw the line too differently for that to be verified."""


@value
class Row:
    """One judgement on record: who says what of which statement, `does` in the words of a record, and by which words of
    which messages, (path, words), oldest first."""

    id: str
    seat: str
    does: str
    places: tuple[tuple[str, str], ...]


def rows_of(statements: Iterable[Statement]) -> list[Row]:
    """Return the judgements that can be verified, in the order of the statements: of the present wording, by the clerk,
    in words of who judges."""
    return [
        Row(id=one.id, seat=seat, does=_does(made), places=places)
        for one in statements
        if not (one.withdrawn or one.ruled or one.met)
        for seat, made in one.judgements.items()
        if seat != one.author and not _inferred(made) and not one.overtaken(made)
        if (places := _places(one, made))
    ]


def _does(made: Judgement) -> str:
    return "questions" if made.weak else made.verdict


def _inferred(made: Judgement) -> bool:
    """Return whether nobody said it: it follows from what somebody holds, or they reject a part of what they accept."""
    return bool(made.holding or made.through or made.part or made.declared)


def _places(one: Statement, made: Judgement) -> tuple[tuple[str, str], ...]:
    said = {step.words: step.path for step in one.since_reworded if _says(step.seat, step.deed, made) and step.words}
    found = said or ({made.words: made.path} if made.words else {})
    return tuple((path, words) for words, path in found.items())


def _says(seat: str, deed: str, made: Judgement) -> bool:
    return seat == made.seat and deed in (DEEDS[made.verdict], *(("upheld",) if made.verdict == "agrees" else ()))


def verified(registry: Registry, turn: Turn) -> Registry:
    """Return the registry after a verification: each of its `rows` names a judgement, and what it came to."""
    for item in payload.items(turn.data.get("rows")):
        by, says = payload.word(item.get("by")), payload.word(item.get("says"))
        one = registry.statements.get(payload.word(item.get("id")))
        made = one.judgements.get(by) if one is not None else None
        if one is not None and made is not None and says in LESS[_does(made)]:
            registry = _narrowed(registry, one, made, says)
    return registry


def _narrowed(registry: Registry, one: Statement, made: Judgement, says: str) -> Registry:
    """Return the registry with a judgement that came to less. Whoever had disputed the statement before, and was
    recorded as agreeing, has moved to a part of it."""
    reworded = len(one.history) - len(one.since_reworded)
    now = (_step(step, made, says) for step in one.since_reworded)
    history = (*one.history[:reworded], *(step for step in now if step is not None))
    judgements = {seat: each for seat, each in one.judgements.items() if seat != made.seat}
    if says == QUESTIONS:
        judgements[made.seat] = replace(made, weak=True, decisive=False)
    if says == PARTLY and made.neutral:
        judgements[made.seat] = replace(made, part=True)
    disputed = any(step.seat == made.seat and step.deed == "disputed" for step in history)
    opponents = tuple(seat for seat in one.opponents if seat != made.seat or disputed)
    registry = registry.put(replace(one, history=history, judgements=judgements, opponents=opponents))
    return with_attack_shared(registry, one.id, made.seat, made.path)


def _step(step: HistoryStep, made: Judgement, says: str) -> HistoryStep | None:
    if not _says(step.seat, step.deed, made) or says == QUESTIONS:
        return replace(step, weak=True) if _says(step.seat, step.deed, made) else step
    return replace(step, deed="partly", neutral=made.neutral) if says == PARTLY else None
