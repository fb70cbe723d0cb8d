"""The index of repositories: files by the id of their blob, where their chunks stand, their words and vectors.

The text of a chunk stays in the repository. Each repository has a word index of its own, `code_words_of_N`. In
`vectors` chunks have negative numbers: memories have the positive ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from disputatio.debate.values import value
from disputatio.engine.ports import Vector
from disputatio.storage import vectors
from disputatio.storage.database import Database
from disputatio.storage.sqlite import raw
from disputatio.storage.vectors import Space

NAMES, PATHS = 6.0, 2.0
"""How much more the name of a definition, and the path of its file, weigh than a word of its text."""
SPACE = " (code)"
"""Ends the names of the spaces that chunks are embedded in: a search for memories does not meet them."""


@value
class ChunkRow:
    """A chunk to keep: `names` and `words` are stems, as the search will ask for them, each as often as it stands
    there."""

    first: int
    last: int
    kind: str
    name: str
    names: str
    words: str


@value
class FileRow:
    """A file to keep, in place of one of the same path."""

    path: str
    blob: str
    language: str
    outline: str
    words: str
    chunks: tuple[ChunkRow, ...]


@value
class KnownFile:
    """A file that is kept already."""

    id: int
    blob: str


@value
class Place:
    """Where a chunk stands: lines from 1, both included, of a blob. `secrets`: likely secrets in its file."""

    id: int
    path: str
    blob: str
    first: int
    last: int
    kind: str
    name: str
    secrets: int


class CodeStore:
    """`id` is that of the repository. Raises StorageHeld."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- files and chunks ----------------------------------------------------------------------------------------
    async def known_files(self, id: int) -> dict[str, KnownFile]:
        """Return the files by path."""
        sql = "SELECT path, id, blob FROM repository_files WHERE repository = ?"
        rows = await self._database.rows(sql, (id,))
        return {path: KnownFile(id=file, blob=blob) for path, file, blob in rows}

    async def put(self, id: int, files: Sequence[FileRow]) -> None:
        def work(connection: sa.Connection) -> None:
            driver = raw(connection)
            for file in files:
                _put(driver, id, file)

        await self._database.write(work)

    async def remove(self, id: int, files: Iterable[int]) -> None:
        def work(connection: sa.Connection) -> None:
            for file in files:
                _remove(raw(connection), id, file)

        await self._database.write(work)

    async def rename(self, id: int, moved: Iterable[tuple[int, str, str]]) -> None:
        """(file, its path now, the stems of that): what is known of the contents stays."""

        def work(connection: sa.Connection) -> None:
            driver = raw(connection)
            for file, path, words in moved:
                driver.execute("UPDATE repository_files SET path = ? WHERE id = ?", (path, file))
                sql = f"UPDATE {_table(id)} SET paths = ? WHERE rowid = ?"
                for (chunk,) in driver.execute("SELECT id FROM repository_chunks WHERE file = ?", (file,)).fetchall():
                    driver.execute(sql, (words, chunk))

        await self._database.write(work)

    async def outlines(self, id: int, paths: Sequence[str] = ()) -> list[tuple[str, str, str]]:
        """(path, language, outline) of each file that has one, or of those at some paths."""
        sql = "SELECT path, language, outline FROM repository_files WHERE repository = ? AND outline <> ''"
        if paths:
            sql += f" AND path IN ({', '.join('?' * len(paths))})"
        return [(path, language, text) for path, language, text in await self._database.rows(sql, (id, *paths))]

    async def counts(self, id: int) -> tuple[int, int]:
        """Return how many files and chunks are kept."""
        sql = """SELECT (SELECT count(*) FROM repository_files WHERE repository = ?),
            (SELECT count(*) FROM repository_chunks WHERE repository = ?)"""
        ((files, chunks),) = await self._database.rows(sql, (id, id))
        return files, chunks

    # ---- finding -------------------------------------------------------------------------------------------------
    async def by_words(self, id: int, words: Sequence[str], limit: int) -> dict[int, float]:
        """Return the chunks that share stems with a question, the best first, each with how well it fits (more is
        better)."""
        query = " OR ".join(f'"{word}"' for word in words if '"' not in word)
        if not query:
            return {}
        table = _table(id)
        sql = f"""SELECT rowid, -bm25({table}, {NAMES}, {PATHS}, 1) AS fit FROM {table}
            WHERE {table} MATCH ? ORDER BY fit DESC LIMIT ?"""
        return dict(await self._database.rows(sql, (query, limit)))

    async def near(self, id: int, space: str, vector: Vector, limit: int) -> list[tuple[int, float]]:
        """Return the chunks nearest by meaning, with their cosines."""

        def work(connection: sa.Connection) -> list[tuple[int, float]]:
            driver = raw(connection)
            found = vectors.find_space(driver, space + SPACE)
            if found is None or len(vector) != found.dimension:
                return []
            return [(-chunk, cosine) for chunk, cosine in vectors.near(driver, found, vector, [_scope(id)], limit)]

        return await self._database.read(work)

    async def places(self, ids: Sequence[int]) -> dict[int, Place]:
        marks = ", ".join("?" * len(ids))
        sql = f"""SELECT c.id, f.path, f.blob, c.first_line, c.last_line, c.kind, c.name,
            json_extract(f.outline, '$[3]')
            FROM repository_chunks c JOIN repository_files f ON f.id = c.file WHERE c.id IN ({marks})"""
        return {row[0]: _place(row) for row in await self._database.rows(sql, ids)}

    # ---- vectors -------------------------------------------------------------------------------------------------
    async def ready(self, space: str, dimension: int, now: float) -> Space:
        """Return the space of a model for code."""
        return await self._database.write(lambda c: vectors.ready_space(raw(c), space + SPACE, dimension, now))

    async def coverage(self, id: int, model: str) -> int:
        """Return how many chunks are embedded by a model ("provider:name", with or without "@dimension")."""
        sql = """SELECT count(*) FROM vectors v JOIN embedding_spaces s ON s.id = v.space
            WHERE v.scope = ? AND s.name LIKE ? ESCAPE '\\'"""
        name = re.sub(r"([%_\\])", r"\\\1", model)
        ((count,),) = await self._database.rows(sql, (_scope(id), f"{name}{'' if '@' in model else '@%'}{SPACE}"))
        return int(count)

    async def unembedded_chunks(self, id: int, space: Space, after: int, limit: int) -> list[Place]:
        """Return chunks without a vector, those after a chunk."""
        sql = """SELECT c.id, f.path, f.blob, c.first_line, c.last_line, c.kind, c.name, json_extract(f.outline, '$[3]')
            FROM repository_chunks c JOIN repository_files f ON f.id = c.file
            LEFT JOIN vectors v ON v.memory = -c.id AND v.space = ?
            WHERE c.repository = ? AND v.memory IS NULL AND c.id > ? ORDER BY c.id LIMIT ?"""
        return [_place(row) for row in await self._database.rows(sql, (space.id, id, after, limit))]

    async def embed(self, id: int, space: Space, embedded: Sequence[tuple[int, Vector]]) -> None:
        """Keep the vectors of chunks that are still there."""

        def work(connection: sa.Connection) -> None:
            driver = raw(connection)
            current = vectors.find_space(driver, space.name)
            for chunk, vector in embedded if current else ():
                assert current is not None
                if driver.execute("SELECT 1 FROM repository_chunks WHERE id = ?", (chunk,)).fetchone():
                    vectors.put(driver, current, -chunk, _scope(id), vector)

        await self._database.write(work)


def create_index(driver: Any, id: int) -> None:
    """Make room for the index of a repository."""
    driver.execute(f"CREATE VIRTUAL TABLE {_table(id)} USING fts5(names, paths, words)")


def clear_index(driver: Any, id: int) -> None:
    """Drop all that was indexed of a repository."""
    vectors.forget_scope(driver, _scope(id))
    driver.execute(f"DELETE FROM {_table(id)}")
    driver.execute("DELETE FROM repository_chunks WHERE repository = ?", (id,))
    driver.execute("DELETE FROM repository_files WHERE repository = ?", (id,))


def drop_index(driver: Any, id: int) -> None:
    """Nothing is going to be indexed of it any more."""
    clear_index(driver, id)
    driver.execute(f"DROP TABLE {_table(id)}")


def _table(id: int) -> str:
    return f"code_words_of_{id:d}"


def _scope(id: int) -> str:
    return f"code/{id}"


def _place(row: Any) -> Place:
    id, path, blob, first, last, kind, name, held = row
    return Place(id=id, path=path, blob=blob, first=first, last=last, kind=kind, name=name, secrets=held or 0)


def _put(driver: Any, id: int, file: FileRow) -> None:
    sql = "SELECT id FROM repository_files WHERE repository = ? AND path = ?"
    old = driver.execute(sql, (id, file.path)).fetchone()
    if old is not None:
        _remove(driver, id, old[0])
    sql = "INSERT INTO repository_files (repository, path, blob, language, outline) VALUES (?, ?, ?, ?, ?)"
    row = driver.execute(sql, (id, file.path, file.blob, file.language, file.outline)).lastrowid
    for chunk in file.chunks:
        sql = """INSERT INTO repository_chunks (repository, file, first_line, last_line, kind, name)
            VALUES (?, ?, ?, ?, ?, ?)"""
        number = driver.execute(sql, (id, row, chunk.first, chunk.last, chunk.kind, chunk.name)).lastrowid
        sql = f"INSERT INTO {_table(id)} (rowid, names, paths, words) VALUES (?, ?, ?, ?)"
        driver.execute(sql, (number, chunk.names, file.words, chunk.words))


def _remove(driver: Any, id: int, file: int) -> None:
    for (chunk,) in driver.execute("SELECT id FROM repository_chunks WHERE file = ?", (file,)).fetchall():
        vectors.forget(driver, -chunk)
        driver.execute(f"DELETE FROM {_table(id)} WHERE rowid = ?", (chunk,))
    driver.execute("DELETE FROM repository_chunks WHERE file = ?", (file,))
    driver.execute("DELETE FROM repository_files WHERE id = ?", (file,))
