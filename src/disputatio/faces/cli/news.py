"""What a person who reads along should not have to look up on the board: a crux room opens, somebody has moved."""

from __future__ import annotations

from collections.abc import Iterator

from disputatio.debate.board import board_of
from disputatio.debate.claims import Claims
from disputatio.debate.cruxes import ROOM
from disputatio.debate.docket import claims_of
from disputatio.debate.ids import index_of, when
from disputatio.debate.ledger import Ledger, Shift
from disputatio.debate.state import Debate
from disputatio.debate.turns import Past
from disputatio.debate.views.transcript import TurnEntry

Move = tuple[str, str, str]
"""Who moved, in which message, to what."""


class News:
    """What was told already is told once."""

    def __init__(self) -> None:
        self._moves: set[Move] = set()
        self._rooms: set[str] = set()

    def know(self, debate: Debate, past: Past) -> None:
        """Nothing up to here is news."""
        self._moves |= {_key(seat, shift) for seat, shift in _shifts(board_of(debate, past).ledger)}
        self._rooms |= {turn.heard for turn in past}

    def room(self, entry: TurnEntry, past: Past) -> str:
        """That a crux room opens with this message, and on which claim; "" where none does."""
        if not entry.heard.startswith(ROOM) or entry.heard in self._rooms:
            return ""
        self._rooms.add(entry.heard)
        claim = _claim(claims_of(past), entry.heard)
        return f"Crux room on {claim}" if claim else ""

    def moves(self, debate: Debate, past: Past, names: dict[str, str], done: set[str]) -> Iterator[str]:
        """Who has moved in a message that was `done` (paths), and how that is classed."""
        for seat, shift in _shifts(board_of(debate, past).ledger):
            if shift.path in done and _key(seat, shift) not in self._moves:
                self._moves.add(_key(seat, shift))
                because = shift.cause or ", ".join(shift.because)
                why = f", because {because}" if because else ""
                yield f"{names.get(seat, seat)} moved ({shift.flip}; {when(shift.path)}): {shift.after}{why}"


def _shifts(ledger: Ledger) -> Iterator[tuple[str, Shift]]:
    for seat, standing in ledger.items():
        yield from ((seat, shift) for shift in standing.shifts)


def _key(seat: str, shift: Shift) -> Move:
    return seat, shift.path, shift.after


def _claim(claims: Claims, room: str) -> str:
    id = index_of(room)
    return f"{id}: {claims[id].text}" if id in claims else ""
