"""Whatever can be recalled, with its words, and whether it was embedded.

Insights become memories through the search queue, like everything that is searched: whoever changes one puts it there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Any

import sqlalchemy as sa

from disputatio.debate.values import value
from disputatio.engine.ports import Vector
from disputatio.library.memory import (
    LEARNT,
    MOST_IMPORTANT,
    REHEARSED,
    Memory,
    MemoryKind,
    is_rehearsal,
    scope_of,
    search_terms,
)
from disputatio.storage import vectors
from disputatio.storage.database import Database
from disputatio.storage.episodes import episode_of
from disputatio.storage.soundness import index_words, scope_word
from disputatio.storage.sqlite import raw
from disputatio.storage.vectors import Space

COLUMNS = "id, kind, ref, scope, text, importance, debate, persona, round, at, live"
INSIGHT = """SELECT id, text, confidence, debate, context_kind, context_ref, rehearsed, status, created_at, kind
    FROM insights WHERE id = ? AND status <> 'deleted'"""
EPISODE = """SELECT e.id, e.session_id, e.turn_id, e.agent_id, e.agent_role, e.task, e.attempt, e.language, e.code,
    e.passed, e.test_results, e.failure_analysis, e.reflection, e.improvement, e.confidence, e.created_at,
    s.context_kind, s.context_ref, s.config, d.deleted_at IS NULL AND NOT d.imported
    FROM episodes e JOIN debate_sessions s ON s.id = e.session_id JOIN debates d ON d.debate_id = e.session_id
    WHERE e.id = ? AND NOT e.passed"""
TASK = """SELECT s.topic, s.context_kind, s.context_ref, s.config, s.created_at FROM debate_sessions s
    JOIN debates d ON d.debate_id = s.id WHERE s.id = ? AND (
        EXISTS (SELECT 1 FROM insights i WHERE i.debate = s.id AND i.kind = 'lesson' AND i.status = 'active')
        OR d.deleted_at IS NULL AND NOT d.imported
        AND EXISTS (SELECT 1 FROM episodes e WHERE e.session_id = s.id AND NOT e.passed))"""

UNEMBEDDED = f"""FROM memories m LEFT JOIN vectors v ON v.memory = m.id AND v.space = ?
    WHERE v.memory IS NULL AND m.scope NOT LIKE '{REHEARSED}%'"""


@value
class UnembeddedMemory:
    """A memory without a vector in some space."""

    id: int
    scope: str
    text: str


@value
class Coverage:
    """How much is embedded in a space, and what waits by scope: how many texts, and how many characters of them.
    Rehearsed memories count nowhere."""

    embedded: int
    waiting: dict[str, int]
    characters: dict[str, int] = field(default_factory=dict)


def keep(driver: Any, memory: Memory) -> int:
    """Keep a memory, in place of one of the same kind and ref; returns its id. Another text loses its vectors."""
    sql = "SELECT id, text, scope FROM memories WHERE kind = ? AND ref = ?"
    old = driver.execute(sql, (memory.kind, memory.ref)).fetchone()
    fields = (memory.scope, memory.text, memory.importance, memory.debate, memory.persona, memory.round, memory.at)
    values = (*fields, memory.live, memory.kind, memory.ref)
    if old is None:
        sql = """INSERT INTO memories (scope, text, importance, debate, persona, round, at, live, kind, ref)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
        id = int(driver.execute(sql, values).lastrowid)
    else:
        id = int(old[0])
        sql = """UPDATE memories SET scope = ?, text = ?, importance = ?, debate = ?, persona = ?, round = ?, at = ?,
            live = ? WHERE kind = ? AND ref = ?"""
        driver.execute(sql, values)
        if (old[1], old[2]) == (memory.text, memory.scope):
            return id
        vectors.forget(driver, id)
        driver.execute("DELETE FROM memory_words WHERE rowid = ?", (id,))
    index_words(driver, id, memory.scope, memory.text)
    return id


def forget(driver: Any, kind: MemoryKind, ref: str) -> None:
    row = driver.execute("SELECT id FROM memories WHERE kind = ? AND ref = ?", (kind, ref)).fetchone()
    if row is not None:
        vectors.forget(driver, row[0])
        driver.execute("DELETE FROM memory_words WHERE rowid = ?", row)
        driver.execute("DELETE FROM memories WHERE id = ?", row)


def mirror_insight(driver: Any, id: str) -> None:
    """Bring the memory of an insight up to it."""
    row = driver.execute(INSIGHT, (id,)).fetchone()
    if row is None:
        for each in LEARNT:
            forget(driver, each, id)
        mirror_task(driver, id.partition(":")[0])
        return
    _, text, confidence, debate, kind, ref, rehearsed, status, at, learnt = row
    keep(
        driver,
        Memory(
            kind="lesson" if learnt == "lesson" else "insight",
            ref=id,
            scope=scope_of(kind, ref, apart=bool(rehearsed)),
            text=text,
            importance=confidence * MOST_IMPORTANT,
            debate=debate,
            at=at,
            live=status == "active",
        ),
    )
    if learnt == "lesson":
        mirror_task(driver, debate)


IMPORTANCE_OF_EPISODES = 6.0


def mirror_episode(driver: Any, id: str) -> None:
    """Bring the memory of an episode up to it: one that passed teaches nothing by itself."""
    row = driver.execute(EPISODE, (id,)).fetchone()
    mirror_task(driver, id.partition(":")[0])
    if row is None:
        forget(driver, "episode", id)
        return
    *columns, kind, ref, config, live = row
    episode = episode_of(columns)
    apart = is_rehearsal(seat["model"] for seat in json.loads(config)["seats"])
    keep(
        driver,
        Memory(
            kind="episode",
            ref=id,
            scope=scope_of(kind, ref, apart=apart),
            text=episode.text,
            importance=IMPORTANCE_OF_EPISODES,
            debate=episode.debate,
            at=episode.at,
            live=bool(live),
        ),
    )


def mirror_task(driver: Any, debate: str) -> None:
    """Bring the memory of a debate's task up to it: by that, what its failing programs taught is found for tasks like
    it. Where nothing was learnt there is none."""
    row = driver.execute(TASK, (debate,)).fetchone()
    if row is None:
        forget(driver, "task", debate)
        return
    text, kind, ref, config, at = row
    apart = is_rehearsal(seat["model"] for seat in json.loads(config)["seats"])
    scope = scope_of(kind, ref, apart=apart)
    keep(
        driver,
        Memory(
            kind="task", ref=debate, scope=scope, text=text, importance=IMPORTANCE_OF_EPISODES, debate=debate, at=at
        ),
    )


def by_words(driver: Any, text: str, scopes: Sequence[str] = (), limit: int = 50) -> list[int]:
    """Return the memories that share words with a text, in these scopes or everywhere, rare words first."""
    words = " OR ".join(f'"{word}"' for word in search_terms(text.replace('"', " ")).split())
    if not words:
        return []
    query = f"words : ({words})"
    if scopes:
        query = f"scope : ({' OR '.join(map(scope_word, scopes))}) AND {query}"
    sql = "SELECT rowid FROM memory_words WHERE memory_words MATCH ? ORDER BY bm25(memory_words, 0, 1), rowid LIMIT ?"
    return [row[0] for row in driver.execute(sql, (query, limit))]


def read(driver: Any, ids: Iterable[int]) -> dict[int, Memory]:
    """Return memories by id."""
    wanted = list(ids)
    rows = driver.execute(f"SELECT {COLUMNS} FROM memories WHERE id IN ({', '.join('?' * len(wanted))})", wanted)
    return {row[0]: _memory(row) for row in rows}


def _memory(row: Sequence[Any]) -> Memory:
    _, kind, ref, scope, text, importance, debate, persona, round_, at, live = row
    return Memory(
        kind=kind,
        ref=ref,
        scope=scope,
        text=text,
        importance=importance,
        debate=debate,
        persona=persona,
        round=round_,
        at=at,
        live=bool(live),
    )


class MemoryStore:
    """Its methods raise StorageHeld."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, memories: Sequence[Memory]) -> None:
        """Keep what is worth remembering of a debate's course (SPEC MEMORY.3), all or nothing."""
        await self._database.write(lambda c: [keep(raw(c), each) for each in memories] and None)

    async def of_debate(self, debate: str, kinds: Sequence[MemoryKind]) -> list[Memory]:
        """Return those of some kinds that a debate left behind and nobody disputes, newest first."""
        marks = ", ".join("?" * len(kinds))
        sql = f"SELECT {COLUMNS} FROM memories WHERE debate = ? AND live AND kind IN ({marks}) ORDER BY at DESC, id"
        return [_memory(row) for row in await self._database.rows(sql, (debate, *kinds))]

    async def ready(self, name: str, dimension: int, now: float) -> Space:
        """Return the space of an embedder, made where it is new."""
        return await self._database.write(lambda c: vectors.ready_space(raw(c), name, dimension, now))

    async def unembedded_memories(
        self, space: Space, scopes: Sequence[str], limit: int, after: int = 0
    ) -> list[UnembeddedMemory]:
        """Return memories of these scopes without a vector, oldest first, those after an id."""
        marks = ", ".join("?" * len(scopes))
        sql = f"SELECT m.id, m.scope, m.text {UNEMBEDDED} AND m.scope IN ({marks}) AND m.id > ? ORDER BY m.id LIMIT ?"
        rows = await self._database.rows(sql, (space.id, *scopes, after, limit))
        return [UnembeddedMemory(id=id, scope=scope, text=text) for id, scope, text in rows]

    async def coverage(self, name: str) -> Coverage:
        """Tell how much a space (by its name) holds; one that was never used holds nothing."""

        def work(connection: sa.Connection) -> Coverage:
            driver = raw(connection)
            space = vectors.find_space(driver, name)
            id = space.id if space else 0
            (embedded,) = driver.execute("SELECT count(*) FROM vectors WHERE space = ?", (id,)).fetchone()
            sql = f"SELECT m.scope, count(*), sum(length(m.text)) {UNEMBEDDED} GROUP BY m.scope"
            rows = driver.execute(sql, (id,)).fetchall()
            return Coverage(
                embedded=embedded,
                waiting={scope: count for scope, count, _ in rows},
                characters={scope: length for scope, _, length in rows},
            )

        return await self._database.read(work)

    async def put(self, space: Space, embedded: Sequence[tuple[UnembeddedMemory, Vector]]) -> int:
        """Keep vectors; those whose text was changed or forgotten meanwhile are passed over. Returns how many stay."""

        def work(connection: sa.Connection) -> int:
            driver, kept = raw(connection), 0
            current = vectors.find_space(driver, space.name)
            for memory, vector in embedded if current else ():
                assert current is not None
                sql = "SELECT 1 FROM memories WHERE id = ? AND text = ?"
                if driver.execute(sql, (memory.id, memory.text)).fetchone():
                    vectors.put(driver, current, memory.id, memory.scope, vector)
                    kept += 1
            return kept

        return await self._database.write(work)

    async def scopes(self, kinds: Sequence[MemoryKind]) -> list[str]:
        """Return where there are memories of some kinds."""
        marks = ", ".join("?" * len(kinds))
        sql = f"SELECT DISTINCT scope FROM memories WHERE kind IN ({marks}) ORDER BY scope"
        return [scope for (scope,) in await self._database.rows(sql, tuple(kinds))]

    async def spaces(self) -> list[tuple[Space, int]]:
        """Return all spaces with the number of their vectors."""
        sql = f"""SELECT {vectors.SPACE}, count(v.memory) FROM embedding_spaces s
            LEFT JOIN vectors v ON v.space = s.id GROUP BY s.id ORDER BY s.id"""
        return [(vectors.space_of(row), count) for *row, count in await self._database.rows(sql)]

    async def drop(self, space: Space) -> None:
        """Forget a space that is not used any more."""
        await self._database.write(lambda c: vectors.drop_space(raw(c), space))
