"""Who moved, and why (SPEC FORMAT.2, flip gate). The mover is the one whose statement, or whose judgement of the same
wording, changed.

    evidence    the words that change, or give the reason, cite a new item whose quotation was compared and holds
    argument    they name a reason: a claim or reason of somebody else, or their own correction, quoted from their turn
    deferred    they say that they yield: to number, confidence or tone
    none        the whole turn names no reason
    ""          nobody quoted a reason, and nobody said that there is none

A move is never shown to participants, and never blocks an exit by itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Literal

from disputatio.debate import payload
from disputatio.debate.citations.evidence import Item, cites
from disputatio.debate.log.turns import Turn
from disputatio.debate.statements.receipts import bare_words, sentence
from disputatio.debate.statements.statement import Flip, Judgement, Statement
from disputatio.debate.values import value

MoveKind = Literal["revised", "withdrawn", "conceded", "met", "dropped"]
"""What somebody does who changes position. `met`: they say that an objection of theirs was met; `dropped`: that it no
longer matters."""


@value
class Move:
    """A change of position of `seat` on a statement, or on its answer to the question (`answer`), in the turn at
    `path`. `before` and `after`: what they held. `words`: the receipt of the change; `because`: the reason in their own
    words. `also`: the ids of further statements that they reworded by the same sentence."""

    path: str
    seat: str
    statement: str
    kind: MoveKind
    before: str
    after: str
    words: str = ""
    because: str = ""
    flip: Flip = "none"
    answer: bool = False
    also: tuple[str, ...] = ()


def class_of(why: str, because: str, words: str, text: str, fresh: Collection[Item]) -> Flip:
    """Return the class of a change. `why`: what a record says of it; `because` and `words`: its receipts, which
    stand in `text`. `fresh`: the citations of the turn that are new and whose quotations hold; one that stands beside
    in the same paragraph may speak for something else."""
    where = "\n".join((because, words, sentence(because, text), sentence(words, text)))
    if any(cites(where, name) for item in fresh for name in (item.citation, item.where) if name):
        return "evidence"
    if not because:
        return "none" if why == "none" else ""
    return "deferred" if why == "deferred" else "argument"


_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def told_once(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves of a turn, each once: where the answer is another figure now, and the record has a statement
    revised from the one figure to the other, that is one change, with the reason that the record quotes. So is it where
    one sentence rewords several statements."""
    answer = next((move for move in moves if move.answer), None)
    same = next((move for move in moves if answer and _revises(move, answer)), None)
    if answer is not None and same is not None:
        told = replace(same, before=answer.before, after=answer.after, answer=True)
        moves = tuple(told if move is same else move for move in moves if move is not answer)
    return _by_sentence(moves)


def _by_sentence(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves of a turn without those that reword by words within which, or around which, another one does:
    what rewords most is told, with the ids of the others."""
    found = list[Move]()
    for move in sorted(moves, key=lambda each: -len(each.words)):
        said = bare_words(move.words)
        same = (
            at
            for at, each in enumerate(found)
            if each.kind == "revised" and f" {said} " in f" {bare_words(each.words)} "
        )
        at = next(same, None) if said and move.kind == "revised" and not move.answer else None
        if at is None or found[at].answer:
            found.append(move)
        else:
            because = found[at].because or move.because
            found[at] = replace(found[at], because=because, also=(*found[at].also, move.statement))
    order = [move.statement for move in moves]
    return tuple(sorted(found, key=lambda each: order.index(each.statement)))


def _revises(move: Move, answer: Move) -> bool:
    """Return whether a revised statement has the figure of the answer before and after, each in its wording."""
    pairs = ((answer.before, move.before), (answer.after, move.after))
    return bool(move.statement) and all(
        (figures := _FIGURE.findall(held)) and figures[0] in _FIGURE.findall(worded) for held, worded in pairs
    )


# ---- typed values ----------------------------------------------------------------------------------------------------
Held = tuple[str, str, str]
"""A value with its unit, and the answer in which it was given."""


def value_of(turn: Turn) -> Held | None:
    """Return the typed value that a turn gives: of who decides the decision, else that of the answer. Answers in words
    are not compared."""
    if turn.gives == "verdict":
        decision = payload.word(turn.data.get("decision"))
        return (decision, "", "") if decision else None
    found = turn.data.get("value")
    if not isinstance(found, dict):
        return None
    unit, position = payload.unit_of(payload.word(found.get("unit"))), payload.word(turn.data.get("position"))
    return str(found.get("value")), unit, position


def same_value(one: Held, other: Held) -> bool:
    """Return whether two values are one. A number without a unit is of the other's."""
    measures = {payload.measure_of(unit) for _, unit, _ in (one, other) if unit}
    return one[0] == other[0] and len(measures) < 2


def change_of(turn: Turn, before: Held, held: Held) -> Move:
    """Return the change of a value. Why, is for the record to say: the reasons of an answer carry it, and need not be
    what moved its author. A decision comes with what it rests on."""
    why = payload.word(turn.data.get("reasoning")) if turn.gives == "verdict" else ""
    words = held[2] or held[0]
    return Move(
        path=turn.path,
        seat=turn.seat,
        statement="",
        kind="revised",
        before=before[2] or before[0],
        after=words,
        words=words,
        because=why,
        flip="argument" if why else "",
        answer=True,
    )


def gives_up(one: Statement, before: Judgement | None, made: Judgement, because: str) -> bool:
    """Return whether somebody who accepts a statement disputed it as it stands; or a part of it, and names what moved
    them: without that, they may not have meant to dispute the rest."""
    if before is None or before.path == made.path:
        return False
    return one.disputed_as_it_stands(replace(before, part=before.part and not because), made.wording)


def concession(one: Statement, made: Judgement, before: Judgement | None, because: str, flip: Flip) -> Move:
    """Return the move of somebody who accepts what they had disputed."""
    return Move(
        path=made.path,
        seat=made.seat,
        statement=one.id,
        kind="conceded",
        before=before.reason if before is not None else "",
        after=one.wordings[made.wording].text,
        words=made.words,
        because=because,
        flip=flip,
    )
