"""Pasts that are put together turn by turn, for what is computed from the board.

opening = told("round[1]/say[ada]", new=[statement("P1", "It is safe")], stands=[{"stance": "Yes"}])
past = past_of(*opening, *told("round[1]/say[ben]", about=[deed("P1", "disagrees")]))
moment = moment_of(past, "round[2]/say[ada]", aspects=["cost"])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from disputatio.debate.format import Block, Format
from disputatio.debate.ids import index_of
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.moves import Move
from disputatio.debate.statements.statement import Judgement, Statement, Verdict, Wording

PEOPLE = ("ada", "ben", "cyd", "dot")


def turn(path: str, gives: str = "say", heard: str = "all", text: str = "", **data: Any) -> Turn:
    """Return a turn of the seat that its path ends in."""
    return Turn(path=path, seat=index_of(path), gives=gives, heard=heard, text=text, data=data)


def record(path: str, /, **data: Any) -> Turn:
    """A record of the ledger about the message at a path: the lists `new`, `about` and `stands`."""
    return turn(f"{path}/minutes/ledger[clerk]", "ledger", **({"new": [], "about": []} | data))


def statement(id: str, text: str, **more: Any) -> dict[str, Any]:
    """A new statement for a record. Its receipt is its text."""
    return {"id": id, "text": text, "quote": text, **more}


def deed(id: str, does: str, **more: Any) -> dict[str, Any]:
    """What somebody does with a statement, for a record, with a receipt."""
    return {"id": id, "does": does, "quote": f"I say of {id} that it {does}", **more}


def message_and_record(path: str, /, text: str = "", **data: Any) -> tuple[Turn, Turn]:
    """A message and what was recorded about it."""
    return turn(path, text=text), record(path, **data)


def checked_citations(path: str, *citations: str, status: str = "verified") -> Turn:
    """Return the citations of a message, checked."""
    items = [{"citation": citation, "status": status} for citation in citations]
    return turn(f"{path}/evidence[sources]", "evidence", items=items)


def past_of(*turns: Turn) -> Past:
    found = Past()
    for one in turns:
        found = found.add(one)
    return found


def debate_of(*people: str, question: str = "Is it so?", **options: Any) -> Debate:
    seats = tuple(Seat(id=id, part="table", role="Voice", model=f"toy:{id}", name=id.title()) for id in people)
    records = Block(name="records", gives="ledger")
    form = Format(name="table", title="Table", body=Block(name="", do=(records,)), cast=())
    return fold([DebateOpened(question=question, format=form, seats=seats, options=options)])


def moment_of(past: Past, path: str = "round[9]/say[ada]", people: tuple[str, ...] = PEOPLE, **options: Any) -> At:
    return At(debate=debate_of(*people, **options), path=path, past=past)


_NOBODY: Mapping[str, str] = {}


def statement_of(
    id: str,
    author: str,
    text: str,
    *,
    agrees: Mapping[str, str] = _NOBODY,
    disagrees: Mapping[str, str] = _NOBODY,
    doubts: Mapping[str, str] = _NOBODY,
    **more: Any,
) -> Statement:
    """A statement of `author`, with who judges it how: seat to reason."""
    given: list[tuple[Verdict, Mapping[str, str]]] = [("agrees", agrees), ("disagrees", disagrees), ("doubts", doubts)]
    judged = {
        seat: Judgement(seat=seat, verdict=verdict, path=f"check[{seat}]", words=reason, reason=reason)
        for verdict, reasons in given
        for seat, reason in reasons.items()
    }
    known: dict[str, Any] = {"judgements": judged, "opponents": tuple(disagrees)}
    wording = Wording(text=text, path=f"say[{author}]", words=text)
    return Statement(id=id, author=author, wordings=(wording,), **(known | more))


def moves_of(past: Past) -> tuple[Move, ...]:
    """Return all changes of position, the oldest of each statement first."""
    return tuple(move for moves in registry_of(past).moves.values() for move in moves)
