"""Crux rooms and their cards: what a dispute really hangs on (SPEC CRUX.1)."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, get_args

from disputatio.debate.formats import Block
from disputatio.debate.ids import index
from disputatio.debate.policies import At, Reason, policy
from disputatio.debate.reading import by_rule, items, word
from disputatio.debate.sameness import same
from disputatio.debate.turns import Past, Turn
from disputatio.debate.values import Json, value

PAIRS = 8
"""Exchanges of one room: 16 turns; after each pair of them it is asked whether it is resolved."""

CruxKind = Literal["fact", "value", "definition", "prediction", "premise", "evidence", "horizon"]
KINDS: tuple[CruxKind, ...] = get_args(CruxKind)


@value
class Card:
    """What a room came to. `crux`: what kind of thing the dispute hangs on; `statement`: the crux in one sentence.
    `best`: each side's best case; `minds`: what would change each mind; both by seat. `how`: how it was resolved."""

    path: str
    claim: str
    crux: CruxKind
    statement: str = ""
    best: dict[str, str] = field(default_factory=dict)
    minds: dict[str, str] = field(default_factory=dict)
    resolved: bool = False
    how: str = ""
    rules: bool = False


def cards_of(past: Past) -> tuple[Card, ...]:
    """All cards so far, oldest first. A claim that went into a room twice has two."""
    return past.fold("cards", _with_turn, ())


def _with_turn(found: tuple[Card, ...], turn: Turn) -> tuple[Card, ...]:
    return (*found, _of(turn)) if turn.gives == "card" else found


def _of(turn: Turn) -> Card:
    data = turn.data
    crux = word(data.get("crux"))
    return Card(
        path=turn.path,
        claim=index(word(data.get("claim"))),
        crux=next((kind for kind in KINDS if kind == crux), "premise"),
        statement=word(data.get("statement")),
        best=_by_seat(data.get("best")),
        minds=_by_seat(data.get("minds")),
        resolved=data.get("resolved") is True,
        how=word(data.get("how")),
        rules=by_rule(turn),
    )


def _by_seat(found: Json) -> dict[str, str]:
    said = ((word(item.get("seat")), word(item.get("text"))) for item in items(found))
    return {seat: text for seat, text in said if seat and text}


def common_statement(stances: list[Turn]) -> str:
    """The statement that all of them accept, "" where there is none. Who accepts without wording one accepts the
    other's; two wordings must say the same."""
    if len({turn.seat for turn in stances}) < 2 or not all(turn.data.get("resolved") is True for turn in stances):
        return ""
    worded = [text for turn in stances if (text := word(turn.data.get("statement")))]
    return worded[-1] if worded and all(same(worded[-1], text) for text in worded) else ""


@policy("until", needs="stance")
def resolved(at: At) -> Reason | None:
    """Both sides accept a common statement."""
    latest = {turn.seat: turn for turn in at.past.of("stance", at.path)}
    if statement := common_statement(list(latest.values())):
        return Reason("completed", f"both sides accept: {statement}")
    return None


def room(name: str, each: str) -> Block:
    """The block of a crux room, as the standard step `crux` has it, for a room that is opened by hand."""
    sees = ("here " + name, "figure room-view")
    rejoinder = Block(name="rejoinder", ask=f"sides {name}", sees=sees, gives="stance")
    return Block(
        name=name,
        each=each,
        order="together",
        heard="room",
        do=(
            Block(
                name="statement",
                ask=f"sides {name}",
                order="together",
                sees=("nothing", "figure room-view"),
            ),
            Block(name="exchange", repeat=PAIRS, until=("resolved",), do=(rejoinder,)),
            Block(
                name="card",
                ask="clerk",
                sees=("here " + name, "figure participants", "figure claim"),
                gives="card",
                heard="all",
                optional=True,
            ),
        ),
    )
