"""What of a debate's course is worth remembering: positions when they change, reflections, crux cards, and messages of
importance 7 or more (SPEC MEMORY.3). Pure.

Where a seat has a persona, what it said is remembered for the persona, in all debates about the same context; else, and
in a debate without a context, for the debate alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from disputatio.debate.board.recall import messages_by_path
from disputatio.debate.ids import ASPECT, bound, index_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.views.board import Board
from disputatio.library.memory import Memory, MemoryKind, is_rehearsal, scope_of

IMPORTANT = 7
"""Importance from which a message is remembered."""
CARD = 8
"""Importance of a crux card."""
LONGEST = 1_200
"""Characters of a memory."""


def course_of(id: str, debate: Debate, board: Board, past: Past, times: Mapping[str, float]) -> list[Memory]:
    """Return the memories of debate `id`, oldest first; `times`: when each turn was completed, by path, in seconds
    since 1970. Made anew they have the same `ref`s and times, so that keeping them again changes nothing. A rehearsal's
    are kept apart."""
    course = _Course(id, debate, board, past, times)
    found = [*course.positions(), *course.messages(), *course.reflections(), *course.cards()]
    return sorted(found, key=lambda memory: memory.at)


class _Course:
    def __init__(self, id: str, debate: Debate, board: Board, past: Past, times: Mapping[str, float]) -> None:
        self._id, self._debate, self._board, self._past, self._times = id, debate, board, past, times
        self._apart = is_rehearsal(seat.model for seat in debate.seats.values())

    def positions(self) -> Iterator[Memory]:
        held: dict[tuple[str, str], str] = {}
        for entry in self._board.entries.values():
            aspect = bound(entry.about).get(ASPECT, "")
            position = entry.position or entry.stance
            if position and held.get((entry.seat, aspect)) != position:
                held[entry.seat, aspect] = position
                where = f" on {aspect}" if aspect else ""
                text = f"{self._name(entry.seat)} held{where}: {position}"
                yield self._memory("position", entry.about, entry.seat, text, max(entry.importance, 5))

    def messages(self) -> Iterator[Memory]:
        said = messages_by_path(self._past)
        for path, entry in self._board.entries.items():
            if entry.importance >= IMPORTANT and path in said:
                gist = "; ".join(entry.keypoints) or said[path].text
                yield self._memory("message", path, entry.seat, f"{self._name(entry.seat)}: {gist}", entry.importance)

    def reflections(self) -> Iterator[Memory]:
        for number, one in enumerate(self._board.reflections, 1):
            yield self._memory("reflection", one.path, "", one.text, one.importance, f"#{number}")

    def cards(self) -> Iterator[Memory]:
        for card in self._board.cards:
            claim = self._board.claims.get(card.claim)
            minds = "; ".join(f"{self._name(seat)}: {text}" for seat, text in card.minds.items())
            how = f"resolved: {card.how}" if card.resolved else f"not resolved; what would change each mind: {minds}"
            text = f"{claim.text if claim else card.claim} The crux, a matter of {card.crux}: {card.statement} ({how})"
            yield self._memory("card", card.path, "", text, CARD)

    def _memory(self, kind: MemoryKind, path: str, seat: str, text: str, importance: int, number: str = "") -> Memory:
        return Memory(
            kind=kind,
            ref=f"{self._id}/{path}{number}",
            scope=persona_scope(self._debate, seat, self._apart) or debate_scope(self._id, self._apart),
            text=" ".join(text.split())[:LONGEST],
            importance=float(importance),
            debate=self._id,
            persona=_persona(self._debate, seat),
            round=_round(path),
            at=self._times.get(path, 0.0),
        )

    def _name(self, seat: str) -> str:
        known = self._debate.seats.get(seat)
        return (known.name or known.id) if known else seat


def debate_scope(id: str, apart: bool) -> str:
    """Return the scope in which what belongs to one debate alone is recalled."""
    return scope_of("debate", id, apart=apart)


def persona_scope(debate: Debate, seat: str, apart: bool) -> str:
    """Return the scope in which what a seat's persona said is recalled: the debates of this persona about the same
    context. A debate without a context recalls nothing, and nothing of it is recalled elsewhere (SPEC CONTEXT.1), so ""
    is its scope, and that of a seat without a persona."""
    persona, context = _persona(debate, seat), debate.context
    if not persona or context.kind == "none":
        return ""
    return scope_of("persona", f"{persona} in {scope_of(context.kind, context.ref)}", apart=apart)


def _persona(debate: Debate, seat: str) -> str:
    character = debate.personas.get(seat)
    return character.id or character.name if character else ""


def _round(path: str) -> int:
    """Return the innermost pass that a message was made in; 0 outside of any."""
    found = (index_of(part) for part in reversed(path.split("/")))
    return next((int(index) for index in found if index.isdecimal()), 0)
