"""The course of debates: what was said and settled in each round, kept for the rounds and debates that follow, and
looked up before the next one (SPEC MEMORY.3)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from disputatio.app.background import Background
from disputatio.app.debates.session import Session
from disputatio.app.models.embedding import Embedding, QueryVector
from disputatio.debate.board.board import board_of
from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.events import BlockLeft, DebateEnded, DebateHalted, Event, PassBegan, Recorded, TurnCompleted
from disputatio.debate.log.state import Debate
from disputatio.debate.values import Json
from disputatio.library.memory import (
    MemoryKind,
    course_of,
    debate_scope,
    is_apart,
    persona_scope,
)
from disputatio.secrets.detection import without_secrets
from disputatio.storage.catalogue import Catalogue
from disputatio.storage.memories import MemoryStore
from disputatio.storage.search import CANDIDATES, Found, HybridSearch, Query

LOG = logging.getLogger(__name__)

KINDS: tuple[MemoryKind, ...] = ("position", "message", "reflection", "card")
RECALLED = 8
"""Memories that one seat is given (SPEC MEMORY.3: 5 to 10)."""


class Course:
    """Keeps what debates that are driven here come to, round by round, and looks it up. A fault of the store is
    logged: a debate goes on without its memories (SPEC §15)."""

    def __init__(self, memories: MemoryStore, search: HybridSearch, embedding: Embedding, catalogue: Catalogue) -> None:
        self._memories, self._search, self._embedding, self._catalogue = memories, search, embedding, catalogue
        self._watching = Background("course of")

    def attend(self, session: Session) -> None:
        """Keep the course of a debate from now on, and whatever is missing from before."""
        self._watching.begin(session.id, lambda: self._attend(session))

    async def _attend(self, session: Session) -> None:
        since = kept = len(session.hub.records)
        if session.debate.over:  # nothing may follow that it would be kept with, if the process ended at this moment
            await self.keep(session)
        async for update in session.updates(since):
            if isinstance(update, Recorded) and update.seq > kept and _matters(update.event):
                kept = len(session.hub.records)
                await self.keep(session)

    async def keep(self, session: Session) -> int:
        """Keep what was said so far, nothing twice, and return the number of memories. What was said in an imported
        debate is for that debate alone."""
        debate, past = session.debate, session.past()
        if not any(past.last(contract) for contract in ("ledger", "card", "reflections")):
            return 0
        board = await asyncio.to_thread(board_of, debate, past)
        times = {one.event.path: one.at for one in session.hub.records if isinstance(one.event, TurnCompleted)}
        alone = (await self._catalogue.get(session.id)).imported
        found = await asyncio.to_thread(course_of, session.id, debate, board, past, times, alone=alone)
        if not found:
            return 0
        try:
            await self._memories.keep(found)
        except DisputatioError as error:
            LOG.warning("The course of debate %s was not kept: %s", session.id, error)
            return 0
        if not is_apart(debate):
            self._embedding.wake()
        return len(found)

    async def remember(self, id: str, debate: Debate, sought: str, *, long: bool) -> list[dict[str, Json]]:
        """Return what each participant is reminded of: {"seat", "text", "kind", "debate", …}, best first by recency,
        relevance and importance. From this debate everything, once it is `long`: until then it is before them anyway;
        from others about the same context only what the seat's own persona said, so nothing in a debate without a
        context."""
        apart = is_apart(debate)
        here = [debate_scope(id, apart), *(persona_scope(debate, seat, apart) for seat in debate.seats)]
        scopes = tuple(dict.fromkeys(scope for scope in here if scope))
        asked = QueryVector() if apart else await self._embedding.query(sought, scopes)
        query = Query(
            text=sought, vector=asked.vector, space=asked.space, scopes=scopes, kinds=KINDS, limit=2 * CANDIDATES
        )
        found = sorted(await self._search.find(query), key=lambda one: -one.terms.score)
        found = [one for one in found if long or one.memory.debate != id]
        return await asyncio.to_thread(
            lambda: [item for seat in debate.seats for item in _for_seat(id, debate, seat, apart, found)]
        )

    async def close(self, patience: float = 0.0) -> None:
        """Keep what was recorded, within so many seconds; the rest comes with the next round."""
        await self._watching.close(patience)


def _matters(event: Event) -> bool:
    """Return whether something worth keeping has ended."""
    return isinstance(event, PassBegan | BlockLeft | DebateEnded | DebateHalted)


def _for_seat(id: str, debate: Debate, seat: str, apart: bool, found: Sequence[Found]) -> list[dict[str, Json]]:
    own = persona_scope(debate, seat, apart)
    mine = [one for one in found if one.memory.debate == id or (own and one.memory.scope == own)]
    return [_remembered(seat, one, elsewhere=one.memory.debate != id) for one in mine[:RECALLED]]


def _remembered(seat: str, found: Found, *, elsewhere: bool) -> dict[str, Json]:
    """Write a memory down for the log, holding back again what was released for another debate. Blocks."""
    memory, why = found.memory, found.terms
    return {
        "seat": seat,
        "text": f"(from another debate) {without_secrets(memory.text)}" if elsewhere else memory.text,
        "kind": memory.kind,
        "debate": memory.debate,
        "recency": round(why.recency, 4),
        "relevance": None if why.relevance is None else round(why.relevance, 4),
        "importance": round(why.importance, 4),
        "by_words": why.by_words,
        "by_meaning": why.by_meaning,
    }
