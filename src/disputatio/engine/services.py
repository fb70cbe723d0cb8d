"""Calls that no model answers: memory recalls, citations are checked, programs would be run."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from disputatio.debate.board.recall import long
from disputatio.debate.board.recall import recall_query as sought
from disputatio.debate.citations.evidence import items_of, summary
from disputatio.debate.context import Context, released
from disputatio.debate.errors import DisputatioError
from disputatio.debate.ids import parent
from disputatio.debate.log.events import Event, TurnAbstained, TurnCompleted
from disputatio.debate.log.state import Debate
from disputatio.debate.personas import with_corpora
from disputatio.debate.policy import At
from disputatio.debate.values import Json
from disputatio.engine.flights import Flight
from disputatio.engine.ports import Clock
from disputatio.library.memory import is_rehearsal

SERVED = frozenset({"memory", "sources", "sandbox"})
"""The seats that no model answers for."""


class Memory(Protocol):
    """What earlier debates have settled."""

    async def recall(self, kind: str, ref: str, question: str, rehearsal: bool = False) -> list[dict[str, Json]]:
        """Items {"text", "established"} that bear on a question in the same context, best first. `rehearsal`: for a
        debate in which no AI is asked."""
        ...

    async def remember(self, id: str, debate: Debate, sought: str, *, long: bool) -> list[dict[str, Json]]:
        """Return what the participants of debate `id` are reminded of before a round: items {"seat", "text"}, best
        first."""
        ...


class Sources(Protocol):
    """What citations are checked against: the pinned repository, documents, notes, files, passages of corpora."""

    async def check(self, context: Context, text: str, of: str, released: Collection[str] = ()) -> dict[str, Json]:
        """Return the record of the citations of a text (see `debate.citations.evidence`), which is the turn at the path
        `of`. `released` is what is not held back in this debate, so that it can be quoted.

        Raises DisputatioError where the sources of the context cannot be read.
        """
        ...


class Services:
    """Carries out the calls to the seats memory, sources and sandbox. None of them fails a debate."""

    def __init__(self, memory: Memory, sources: Sources, clock: Clock) -> None:
        self.memory = memory
        self.sources = sources
        self._clock = clock

    async def perform(self, flight: Flight, debate: Debate) -> Event:
        """Return the event that ends a call to one of `SERVED`."""
        match flight.call.seat:
            case "memory" if flight.call.gives == "memories":
                return await self._remember(flight, debate)
            case "memory":
                return await self._recall(flight, debate)
            case "sources":
                return await self._check(flight, debate)
            case _:
                why = "no isolated execution is set up, so nothing was run"
                return TurnAbstained(path=flight.call.path, why=why)

    async def _recall(self, flight: Flight, debate: Debate) -> TurnCompleted:
        """A debate goes on without memory (SPEC §15), and says so."""
        context, items, note = debate.context, list[dict[str, Json]](), ""
        try:
            if context.kind != "none":
                apart = is_rehearsal(seat.model for seat in debate.seats.values())
                items = await self.memory.recall(context.kind, context.ref, debate.question, apart)
        except DisputatioError as error:
            note = f"Nothing could be recalled: {error.what}"
        text = "\n".join(f"- {item.get('text', '')}" for item in items)
        data: dict[str, Json] = {"items": list(items), **({"note": note} if note else {})}
        return TurnCompleted(path=flight.call.path, text=text, data=data, by="rules")

    async def _remember(self, flight: Flight, debate: Debate) -> TurnCompleted:
        call, items, note = flight.call, list[dict[str, Json]](), ""
        try:
            at = At(debate=debate, path=call.path, past=call.past)
            items = await self.memory.remember(flight.brief.debate, debate, sought(at), long=long(call.past))
        except DisputatioError as error:
            note = f"Nothing could be recalled: {error.what}"
        data: dict[str, Json] = {"items": list(items), **({"note": note} if note else {})}
        return TurnCompleted(path=call.path, text=f"{len(items)} memories", data=data, by="rules")

    async def _check(self, flight: Flight, debate: Debate) -> Event:
        """Return the citations of the turn that encloses the call, else of the last one that it sees."""
        path, turns = flight.call.path, flight.brief.turns
        turn = next((one for one in turns if one.path == parent(path)), turns[-1] if turns else None)
        if turn is None:
            return TurnAbstained(path=path, why="there is no turn whose citations could be checked")
        context = with_corpora(debate.context, debate.personas.values())
        try:
            data = await self.sources.check(context, turn.text, turn.path, released(debate.options))
        except DisputatioError as error:
            return TurnAbstained(path=path, why=f"the citations could not be checked: {error.what}")
        took = flight.elapsed(self._clock)
        return TurnCompleted(path=path, text=summary(items_of(data)), data=data, by="rules", total_ms=took)
