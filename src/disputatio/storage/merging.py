"""What a backup holds is added to what is here. Nothing that is here is changed: what is in both stays as it is here,
and a text that is newer in the backup comes beside it, under a title that says so. What is in the bin here stays there.

What was indexed of repositories is left out, since it is made anew from them.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

import sqlalchemy as sa

from disputatio.debate.values import value
from disputatio.library.memory import Memory
from disputatio.library.workspace import Document, Note
from disputatio.storage import memories, schema, sqlite, vectors
from disputatio.storage.codec import LIBRARY
from disputatio.storage.database import Database
from disputatio.storage.library_store import LONGEST_NAME, ORDER, OWNERS, TABLES, kind_of
from disputatio.storage.sqlite import raw

PART: Final = 500
"""Memories that are read at a time."""
TIMES: Final = ("created_at", "updated_at")
WRITTEN: Final = (Document, Note)
"""Of these, both versions are kept."""
Rows = Sequence[Mapping[str, Any]]


@dataclass
class MergedLibrary:
    """`added`: how many things are new here. `beside`: texts that are newer in the backup, and stand beside those that
    are here. `stayed`: what is different in the backup, and stays as it is here. `binned`: what is in the bin here."""

    added: int = 0
    insights: int = 0
    beside: list[str] = field(default_factory=list)
    stayed: list[str] = field(default_factory=list)
    binned: list[str] = field(default_factory=list)


@value
class Content:
    """What is read of a backup, by table; `bin` holds deletions."""

    library: Mapping[str, Rows]
    bin: Rows
    insights: Rows
    sources: Rows
    chunks: Rows


async def merge_library(source: Database, target: Database, mark: str, now: float, own: bool = True) -> MergedLibrary:
    """Add library, personas with their corpora, insights and memories of one file to another; all or nothing. `mark`
    says in the title of a second version where it comes from. Of a file that is not one's `own`, insights are to be
    confirmed first, and of memories only passages of corpora are taken: the others would be recalled unseen."""
    content = await source.read(_content)
    known = await source.read(lambda c: [each for each in _memories(raw(c)) if own or each.kind == "passage"])
    embedded = await source.read(lambda c: raw(c).execute(VECTORS).fetchall())

    def work(connection: sa.Connection) -> MergedLibrary:
        done = MergedLibrary()
        _merge_things(connection, content, mark, done)
        _merge_bin(connection, content.bin)
        _merge_corpora(connection, content)
        _merge_insights(connection, content.insights, done, own)
        _merge_memories(raw(connection), known)
        _merge_vectors(raw(connection), embedded, now)
        return done

    return await target.write(work)


WHOSE: Final = """SELECT EXISTS (SELECT 1 FROM debates WHERE NOT imported)
OR EXISTS (SELECT 1 FROM insights WHERE status = 'active')
OR EXISTS (SELECT 1 FROM memories WHERE kind <> 'passage')"""


async def depends_on_its_owner(source: Database) -> bool:
    """Whether it makes a difference whose a file is: it holds debates, or what would be recalled in other debates."""
    return bool(await source.read(lambda connection: raw(connection).execute(WHOSE).fetchone()[0]))


def _content(connection: sa.Connection) -> Content:
    def rows(table: sa.Table) -> Rows:
        return [dict(row) for row in connection.execute(sa.select(table)).mappings()]

    return Content(
        library={kind_of(kind): rows(TABLES[kind]) for kind in ORDER},
        bin=rows(schema.BIN),
        insights=rows(schema.INSIGHTS),
        sources=rows(schema.CORPUS_SOURCES),
        chunks=rows(schema.CORPUS_CHUNKS),
    )


# ---- the library ----------------------------------------------------------------------------------------------------
def _merge_things(connection: sa.Connection, content: Content, mark: str, done: MergedLibrary) -> None:
    binned = set(_ids_in_bin(connection.execute(sa.select(schema.BIN.c["items"])).scalars()))
    for kind in ORDER:
        table, naming = TABLES[kind], "name" if "name" in TABLES[kind].c else "title"
        for row in content.library[kind_of(kind)]:
            here = connection.execute(sa.select(table).where(table.c.id == row["id"])).mappings().first()
            if row["id"] in binned:
                done.binned.append(row[naming])
            elif here is None:
                if _add(connection, kind_of(kind), table, row, binned):
                    done.added += 1
                else:
                    done.binned.append(row[naming])
            elif _plain(dict(here)) != _plain(row):
                newer = kind in WRITTEN and row["updated_at"] > here["updated_at"]
                second = _second(row, naming, mark)
                if newer and _add(connection, kind_of(kind), table, second, binned):
                    done.beside.append(second[naming])
                elif not newer:
                    done.stayed.append(row[naming])


def _add(connection: sa.Connection, kind: str, table: sa.Table, row: Mapping[str, Any], binned: set[str]) -> bool:
    """Insert a row, unless it is there or in the bin. Where its owner is not here, it belongs to nothing; False if it
    cannot be without one."""
    found = dict(row)
    for name, owner in OWNERS.items():
        if name in found and found[name] and not _is_here(connection, TABLES[owner], found[name]):
            if table.c[name].server_default is None:
                return False
            found[name] = ""
    if found["id"] in binned or _is_here(connection, table, found["id"]):
        return False
    connection.execute(sa.insert(table).values(found))
    raw(connection).execute(sqlite.keep(schema.SEARCH_QUEUE), (kind, found["id"]))
    return True


def _is_here(connection: sa.Connection, table: sa.Table, id: str) -> bool:
    return connection.execute(sa.select(table.c.id).where(table.c.id == id)).first() is not None


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in row.items() if name not in TIMES}


def _second(row: Mapping[str, Any], naming: str, mark: str) -> dict[str, Any]:
    """Return a version to stand beside the one that is here. Its id follows from what it says: merged once more, it is
    known."""
    said = json.dumps(_plain(row), sort_keys=True, default=str)
    title = f"{row[naming][: LONGEST_NAME - len(mark) - 3]} ({mark})"
    return {**row, "id": sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:12], naming: title}


def _ids_in_bin(deletions: Iterable[str]) -> Iterator[str]:
    for items in deletions:
        for name, body in json.loads(items):
            yield LIBRARY.decode(name, body).id


def _merge_bin(connection: sa.Connection, rows: Rows) -> None:
    """Add deletions, but not of what is here."""
    known = set(_ids_in_bin(connection.execute(sa.select(schema.BIN.c["items"])).scalars()))
    for row in rows:
        ids = set(_ids_in_bin([row["items"]]))
        if not ids & known and not any(_is_here(connection, table, id) for table in TABLES.values() for id in ids):
            connection.execute(sa.insert(schema.BIN).values(row))


def _merge_corpora(connection: sa.Connection, content: Content) -> None:
    """Add the files of personas, where no file of that name is there."""
    table, passages = schema.CORPUS_SOURCES, schema.CORPUS_CHUNKS
    for row in content.sources:
        same = (table.c.id == row["id"]) | ((table.c.persona == row["persona"]) & (table.c.name == row["name"]))
        if connection.execute(sa.select(table.c.id).where(same)).first() is None:
            connection.execute(sa.insert(table).values(row))
            if own := [each for each in content.chunks if each["source"] == row["id"]]:
                connection.execute(sa.insert(passages), own)


# ---- what was learnt -------------------------------------------------------------------------------------------------
def _merge_insights(connection: sa.Connection, rows: Rows, done: MergedLibrary, own: bool) -> None:
    for found in rows:
        row = {**found, "status": "unconfirmed"} if not own and found["status"] == "active" else found
        if not _is_here(connection, schema.INSIGHTS, row["id"]):
            connection.execute(sa.insert(schema.INSIGHTS).values(row))
            raw(connection).execute(sqlite.keep(schema.SEARCH_QUEUE), ("insight", row["id"]))
            memories.mirror_insight(raw(connection), row["id"])
            done.insights += 1


def _memories(driver: Any) -> Iterator[Memory]:
    """Yield every memory but those of insights, episodes and tasks, which follow from these."""
    ids = [
        id
        for (id,) in driver.execute(
            "SELECT id FROM memories WHERE kind NOT IN ('insight', 'lesson', 'episode', 'task') ORDER BY id"
        ).fetchall()
    ]
    for first in range(0, len(ids), PART):
        yield from memories.read(driver, ids[first : first + PART]).values()


def _merge_memories(driver: Any, found: Sequence[Memory]) -> None:
    passage = "SELECT 1 FROM corpus_chunks WHERE source || '#' || number = ?"
    for each in found:
        lost = each.kind == "passage" and driver.execute(passage, (each.ref,)).fetchone() is None
        if not lost and driver.execute(HERE, (each.kind, each.ref)).fetchone() is None:
            memories.keep(driver, each)


HERE: Final = "SELECT id, scope, text FROM memories WHERE kind = ? AND ref = ?"
VECTORS: Final = """SELECT s.name, s.dimension, m.kind, m.ref, m.text, v.vector FROM vectors v
    JOIN memories m ON m.id = v.memory JOIN embedding_spaces s ON s.id = v.space
    WHERE length(v.vector) = s.dimension * 4"""


def _merge_vectors(driver: Any, rows: Sequence[Sequence[Any]], now: float) -> None:
    """Add what was embedded, so that nobody pays for it twice."""
    spaces = {name: vectors.ready_space(driver, name, dimension, now) for name, dimension, *_ in rows}
    for name, dimension, kind, ref, text, content in rows:
        here, space = driver.execute(HERE, (kind, ref)).fetchone(), spaces[name]
        if here is None or here[2] != text or space.dimension != dimension:
            continue
        if vectors.vector_of(driver, space, here[0]) is None:
            vectors.put(driver, space, here[0], here[1], array("f", content))
