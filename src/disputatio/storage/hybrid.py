"""Hybrid search: by words and by meaning, joined by reciprocal rank fusion. Without vectors it is a search by words."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from disputatio.debate.values import value
from disputatio.engine.ports import Vector
from disputatio.library.memory import Memory, MemoryKind, Terms, fuse, terms
from disputatio.storage import memories, vectors
from disputatio.storage.database import Database
from disputatio.storage.search import Search
from disputatio.storage.statements import raw

CANDIDATES = 50
"""Memories that each of the two searches contributes."""


@value
class Query:
    """`vector` and `space` (its name) are those of the text where it was embedded. No `scopes`: everywhere; no `kinds`:
    all. `live`: without what is disputed."""

    text: str
    vector: Vector | None = None
    space: str = ""
    scopes: tuple[str, ...] = ()
    kinds: tuple[MemoryKind, ...] = ()
    live: bool = True
    limit: int = 10


@value
class Found:
    memory: Memory
    terms: Terms


class HybridSearch:
    """Raises StorageHeld."""

    def __init__(self, database: Database, search: Search) -> None:
        self._database = database
        self._search = search

    @property
    def index(self) -> str:
        """What finds vectors on this machine."""
        able = self._database.capabilities
        return able.vectors or f"numpy ({able.vectors_why})"

    async def find(self, query: Query) -> list[Found]:
        """The best memories, best first, with the terms that brought each there."""
        await self._search.catch_up()
        return await self._database.read(lambda connection: hybrid(connection, query))


def hybrid(connection: sa.Connection, query: Query) -> list[Found]:
    driver = raw(connection)
    worded = memories.by_words(driver, query.text, query.scopes, CANDIDATES)
    meant = _by_meaning(driver, query)
    fused = fuse((worded, list(meant)))
    known = _wanted(memories.read(driver, fused), query)
    cosines = meant | _cosines(driver, query, [id for id in known if id not in meant])
    newest = sorted(known, key=lambda id: (-known[id].at, -id))
    age = {id: rank for rank, id in enumerate(newest)}
    places = {id: place for place, id in enumerate(worded, 1)}, {id: place for place, id in enumerate(meant, 1)}
    found = []
    for id in [id for id in fused if id in known][: query.limit]:
        why = terms(
            age[id],
            cosines.get(id),
            known[id].importance,
            by_words=places[0].get(id),
            by_meaning=places[1].get(id),
            fused=fused[id],
        )
        found.append(Found(memory=known[id], terms=why))
    return found


def _by_meaning(driver: Any, query: Query) -> dict[int, float]:
    """Cosine by memory, nearest first."""
    space = vectors.find_space(driver, query.space) if query.vector is not None else None
    if space is None or query.vector is None or len(query.vector) != space.dimension:
        return {}
    return dict(vectors.near(driver, space, query.vector, query.scopes, CANDIDATES))


def _cosines(driver: Any, query: Query, ids: list[int]) -> dict[int, float]:
    space = vectors.find_space(driver, query.space) if query.vector is not None else None
    if space is None or query.vector is None or len(query.vector) != space.dimension:
        return {}
    return vectors.likeness(driver, space, query.vector, ids)


def _wanted(known: dict[int, Memory], query: Query) -> dict[int, Memory]:
    return {
        id: memory
        for id, memory in known.items()
        if (memory.live or not query.live) and (not query.kinds or memory.kind in query.kinds)
    }
