"""Round records: what became of one aspect in one stretch of debate (SPEC ROUND.1)."""

from __future__ import annotations

from disputatio.debate.ids import parent
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import by_rule, items, word, words
from disputatio.debate.statements.ledger import aspect_of, public
from disputatio.debate.values import value


@value
class Part:
    """One participant's part: position, key argument, evidence, and whom they engaged (seats)."""

    seat: str
    position: str
    argument: str = ""
    evidence: str = ""
    engaged: tuple[str, ...] = ()


@value
class RoundRecord:
    """`round`: the block that it sums up. `summary`: one or two sentences. `rules`: made by rule, not by a model."""

    path: str
    round: str
    aspect: str
    summary: str
    parts: tuple[Part, ...] = ()
    disagreements: tuple[str, ...] = ()
    shifts: tuple[str, ...] = ()
    rules: bool = False


def rounds_of(past: Past) -> tuple[RoundRecord, ...]:
    """All records so far, oldest first."""
    return past.fold("rounds", _with_turn, ())


def _with_turn(found: tuple[RoundRecord, ...], turn: Turn) -> tuple[RoundRecord, ...]:
    return (*found, _of(turn)) if public(turn, "record") else found


def _of(turn: Turn) -> RoundRecord:
    data = turn.data
    return RoundRecord(
        path=turn.path,
        round=parent(turn.path),
        aspect=aspect_of(turn.path),
        summary=word(data.get("summary")) or turn.text.strip(),
        parts=tuple(
            Part(
                seat=word(item.get("seat")),
                position=word(item.get("position")),
                argument=word(item.get("argument")),
                evidence=", ".join(words(item.get("evidence"))),
                engaged=words(item.get("engaged")),
            )
            for item in items(data.get("items"))
            if word(item.get("seat"))
        ),
        disagreements=words(data.get("disagreements")),
        shifts=words(data.get("shifts")),
        rules=by_rule(turn),
    )
