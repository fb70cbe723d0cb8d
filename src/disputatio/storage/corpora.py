"""Corpora of personas: the files, their passages, and these as memories, which is how they are found."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from disputatio.debate.natural_order import natural
from disputatio.debate.wording import tr
from disputatio.engine.errors import NotFound
from disputatio.engine.ports import Clock
from disputatio.library.corpus import Chunk, Source
from disputatio.library.memory import Memory, scope_of
from disputatio.storage import memories
from disputatio.storage.database import Database
from disputatio.storage.schema import CORPUS_CHUNKS, CORPUS_SOURCES
from disputatio.storage.sqlite import raw

IMPORTANCE = 5.0
"""Of a passage among memories: none is worth more than another."""


def scope_of_corpus(persona: str) -> str:
    return scope_of("persona", persona)


class CorpusStore:
    """Its methods raise NotFound, StorageHeld."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def put(self, source: Source, chunks: Sequence[Chunk]) -> Source:
        """Add a file to the corpus of its persona, in place of one of the same name."""
        now = self._clock.now()
        size = sum(len(chunk.text) for chunk in chunks)
        new = replace(source, id=secrets.token_hex(6), created_at=now, chunks=len(chunks), characters=size)

        def work(connection: sa.Connection) -> None:
            driver = raw(connection)
            sql = "SELECT 1 FROM personas WHERE id = ?"
            if driver.execute(sql, (source.persona,)).fetchone() is None:
                raise NotFound(
                    tr("There is no persona {persona!r}.").format(persona=source.persona),
                    "It may have been deleted: look in the bin.",
                )
            sql = "SELECT id FROM corpus_sources WHERE persona = ? AND name = ?"
            for (old,) in driver.execute(sql, (source.persona, source.name)).fetchall():
                _forget(driver, old)
            connection.execute(sa.insert(CORPUS_SOURCES).values(_row(new)))
            _write(driver, new, chunks)

        await self._database.write(work)
        return new

    async def sources(self, persona: str) -> list[Source]:
        """Return the files of a persona's corpus, by name."""
        query = sa.select(CORPUS_SOURCES).where(CORPUS_SOURCES.c.persona == persona)
        found = await self._database.read(lambda c: [_source(row) for row in c.execute(query)])
        return sorted(found, key=lambda source: (natural(source.name), source.id))

    async def counts(self) -> dict[str, int]:
        """Return how many files each persona's corpus has; those without any are left out."""
        query = sa.select(CORPUS_SOURCES.c.persona, sa.func.count().label("number")).group_by(CORPUS_SOURCES.c.persona)
        return await self._database.read(lambda c: {row.persona: row.number for row in c.execute(query)})

    async def chunks(self, source: str) -> list[Chunk]:
        """Return the passages of a file, in order."""
        query = sa.select(CORPUS_CHUNKS).where(CORPUS_CHUNKS.c.source == source).order_by(CORPUS_CHUNKS.c.number)
        return await self._database.read(lambda c: [_chunk(row) for row in c.execute(query)])

    async def these(self, refs: Iterable[str]) -> list[tuple[str, Chunk]]:
        """Return (source id, passage) by the refs of memories, in their order; those that are gone are left out."""
        wanted = [(source, int(number)) for source, _, number in (ref.rpartition("#") for ref in refs)]
        query = sa.select(CORPUS_CHUNKS).where(CORPUS_CHUNKS.c.source.in_({source for source, _ in wanted}))
        query = query.where(CORPUS_CHUNKS.c.number.in_({number for _, number in wanted}))
        rows = await self._database.read(lambda c: c.execute(query).all())
        found = {(row.source, row.number): _chunk(row) for row in rows}
        return [(key[0], found[key]) for key in wanted if key in found]

    async def remove(self, source: str) -> None:
        """Take a file out of its corpus, for good."""

        def work(connection: sa.Connection) -> None:
            driver = raw(connection)
            if driver.execute("SELECT 1 FROM corpus_sources WHERE id = ?", (source,)).fetchone() is None:
                raise NotFound(
                    tr("No corpus has a source {source!r}.").format(source=source), "It may have been removed already."
                )
            _forget(driver, source)

        await self._database.write(work)


def forget_lost(driver: Any) -> None:
    """Forget the corpora of personas that are neither there nor in the bin."""
    sql = """SELECT id FROM corpus_sources AS s WHERE NOT EXISTS (SELECT 1 FROM personas WHERE id = s.persona)
        AND NOT EXISTS (SELECT 1 FROM bin WHERE instr(items, s.persona))"""
    for (source,) in driver.execute(sql).fetchall():
        _forget(driver, source)


def _write(driver: Any, source: Source, chunks: Sequence[Chunk]) -> None:
    for chunk in chunks:
        sql = "INSERT INTO corpus_chunks (source, number, section, page, text) VALUES (?, ?, ?, ?, ?)"
        driver.execute(sql, (source.id, chunk.number, chunk.section, chunk.page, chunk.text))
        told = f"{chunk.section}\n{chunk.text}" if chunk.section else chunk.text
        memories.keep(
            driver,
            Memory(
                kind="passage",
                ref=f"{source.id}#{chunk.number}",
                scope=scope_of_corpus(source.persona),
                text=told,
                importance=IMPORTANCE,
                persona=source.persona,
                at=source.created_at,
            ),
        )


def _forget(driver: Any, source: str) -> None:
    numbers = driver.execute("SELECT number FROM corpus_chunks WHERE source = ?", (source,)).fetchall()
    for (number,) in numbers:
        memories.forget(driver, "passage", f"{source}#{number}")
    driver.execute("DELETE FROM corpus_chunks WHERE source = ?", (source,))
    driver.execute("DELETE FROM corpus_sources WHERE id = ?", (source,))


def _row(source: Source) -> dict[str, Any]:
    return {
        "id": source.id,
        "persona": source.persona,
        "name": source.name,
        "kind": source.kind,
        "digest": source.digest,
        "pages": source.pages,
        "characters": source.characters,
        "chunks": source.chunks,
        "held_back": json.dumps(source.held_back, ensure_ascii=False),
        "notes": json.dumps(source.notes, ensure_ascii=False),
        "created_at": source.created_at,
    }


def _source(row: sa.Row[Any]) -> Source:
    members = dict(row._mapping)
    return Source(
        **{
            **members,
            "held_back": tuple(json.loads(members["held_back"])),
            "notes": tuple(json.loads(members["notes"])),
        }
    )


def _chunk(row: sa.Row[Any]) -> Chunk:
    return Chunk(number=row.number, text=row.text, section=row.section, page=row.page)
