"""What was indexed of repositories: files by the id of their blob, where their chunks stand, words, vectors, summaries.

The text of a chunk stays in the repository. Each repository has a word index of its own, `code_words_of_N`. In
`vectors` chunks have negative numbers: memories have the positive ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from disputatio.debate.values import value
from disputatio.engine.ports import Vector
from disputatio.storage import vectors
from disputatio.storage.database import Database
from disputatio.storage.statements import raw
from disputatio.storage.vectors import Space

COLUMNS = "id, path, first, name, commit_id, scheme, indexed_at, opened_at"
NAMES, PATHS = 6.0, 2.0
"""How much more the name of a definition, and the path of its file, weigh than a word of its text."""
SPACE = " (code)"
"""Ends the names of the spaces that chunks are embedded in: a search for memories does not meet them."""


@value
class Shelved:
    """A repository that was opened. `commit` is what was indexed, "" for nothing; times are seconds since 1970."""

    id: int
    path: str
    first: str
    name: str
    commit: str
    scheme: int
    indexed_at: float | None
    opened_at: float


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
class Known:
    """A file that is kept already."""

    id: int
    blob: str
    language: str


@value
class Place:
    """Where a chunk stands: lines from 1, both included, of a blob. `held`: likely secrets in its file."""

    id: int
    path: str
    blob: str
    first: int
    last: int
    kind: str
    name: str
    held: int


@value
class Summary:
    """What a model wrote about a file, a folder, or (path "") the whole; `source` names what it was made of."""

    kind: str
    path: str
    source: str
    text: str
    model: str
    commit: str
    at: float


class CodeStore:
    """Raises StorageHeld."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- repositories --------------------------------------------------------------------------------------------
    async def all(self) -> list[Shelved]:
        """Those that were opened, the latest first."""
        rows = await self._rows(f"SELECT {COLUMNS} FROM repositories ORDER BY opened_at DESC, id DESC", ())
        return [_shelved(row) for row in rows]

    async def find(self, path: str) -> Shelved | None:
        rows = await self._rows(f"SELECT {COLUMNS} FROM repositories WHERE path = ?", (path,))
        return _shelved(rows[0]) if rows else None

    async def open(self, path: str, first: str, name: str, now: float, gone: Callable[[str], bool]) -> Shelved:
        """Put a repository on the shelf. One with the same first commit whose folder is `gone` was moved here; another
        repository in the same folder begins anew."""

        def work(connection: sa.Connection) -> Shelved:
            driver = raw(connection)
            found = _one(driver, "path = ?", path)
            if found is not None and first and found.first and found.first != first:
                _forget(driver, found.id)
                found = None
            if found is None and first:
                rows = driver.execute(f"SELECT {COLUMNS} FROM repositories WHERE first = ?", (first,)).fetchall()
                found = next((each for each in map(_shelved, rows) if gone(each.path)), None)
            if found is None:
                sql = "INSERT INTO repositories (path, first, name, opened_at) VALUES (?, ?, ?, ?)"
                id = int(driver.execute(sql, (path, first, name, now)).lastrowid)
                driver.execute(f"CREATE VIRTUAL TABLE {_table(id)} USING fts5(names, paths, words)")
            else:
                id = found.id
                sql = "UPDATE repositories SET path = ?, first = ?, name = ?, opened_at = ? WHERE id = ?"
                driver.execute(sql, (path, first or found.first, name, now, id))
            kept = _one(driver, "id = ?", id)
            assert kept is not None
            return kept

        return await self._database.write(work)

    async def begin(self, id: int, scheme: int) -> None:
        """The index is that of no commit until it is finished."""
        sql = "UPDATE repositories SET commit_id = '', scheme = ? WHERE id = ?"
        await self._database.write(lambda c: raw(c).execute(sql, (scheme, id)) and None)

    async def finish(self, id: int, commit: str, scheme: int, now: float) -> None:
        """The index is that of a commit."""
        sql = "UPDATE repositories SET commit_id = ?, scheme = ?, indexed_at = ? WHERE id = ?"
        await self._database.write(lambda c: raw(c).execute(sql, (commit, scheme, now, id)) and None)

    async def forget(self, id: int) -> None:
        """Everything that is known of a repository."""
        await self._database.write(lambda c: _forget(raw(c), id))

    async def clear(self, id: int) -> None:
        """Everything that was indexed; summaries stay."""
        await self._database.write(lambda c: _clear(raw(c), id))

    # ---- files and chunks ----------------------------------------------------------------------------------------
    async def known(self, id: int) -> dict[str, Known]:
        """The files by path."""
        sql = "SELECT path, id, blob, language FROM repository_files WHERE repository = ?"
        rows = await self._rows(sql, (id,))
        return {path: Known(id=file, blob=blob, language=language) for path, file, blob, language in rows}

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
        return [(path, language, text) for path, language, text in await self._rows(sql, (id, *paths))]

    async def counts(self, id: int) -> tuple[int, int]:
        """How many files and chunks are kept."""
        sql = """SELECT (SELECT count(*) FROM repository_files WHERE repository = ?),
            (SELECT count(*) FROM repository_chunks WHERE repository = ?)"""
        ((files, chunks),) = await self._rows(sql, (id, id))
        return files, chunks

    # ---- finding -------------------------------------------------------------------------------------------------
    async def by_words(self, id: int, words: Sequence[str], limit: int) -> dict[int, float]:
        """The chunks that share stems with a question, the best first, each with how well it fits (more is better)."""
        query = " OR ".join(f'"{word}"' for word in words if '"' not in word)
        if not query:
            return {}
        table = _table(id)
        sql = f"""SELECT rowid, -bm25({table}, {NAMES}, {PATHS}, 1) AS fit FROM {table}
            WHERE {table} MATCH ? ORDER BY fit DESC LIMIT ?"""
        return dict(await self._rows(sql, (query, limit)))

    async def near(self, id: int, space: str, vector: Vector, limit: int) -> list[tuple[int, float]]:
        """The chunks nearest by meaning, with their cosines."""

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
        return {row[0]: _place(row) for row in await self._rows(sql, ids)}

    # ---- vectors -------------------------------------------------------------------------------------------------
    async def ready(self, space: str, dimension: int, now: float) -> Space:
        """The space of a model for code."""
        return await self._database.write(lambda c: vectors.ready_space(raw(c), space + SPACE, dimension, now))

    async def coverage(self, id: int, model: str) -> int:
        """How many chunks are embedded by a model ("provider:name", with or without "@dimension")."""
        sql = """SELECT count(*) FROM vectors v JOIN embedding_spaces s ON s.id = v.space
            WHERE v.scope = ? AND s.name LIKE ? ESCAPE '\\'"""
        name = re.sub(r"([%_\\])", r"\\\1", model)
        ((count,),) = await self._rows(sql, (_scope(id), f"{name}{'' if '@' in model else '@%'}{SPACE}"))
        return int(count)

    async def waiting(self, id: int, space: Space, after: int, limit: int) -> list[Place]:
        """Chunks without a vector, those after a chunk."""
        sql = """SELECT c.id, f.path, f.blob, c.first_line, c.last_line, c.kind, c.name, json_extract(f.outline, '$[3]')
            FROM repository_chunks c JOIN repository_files f ON f.id = c.file
            LEFT JOIN vectors v ON v.memory = -c.id AND v.space = ?
            WHERE c.repository = ? AND v.memory IS NULL AND c.id > ? ORDER BY c.id LIMIT ?"""
        return [_place(row) for row in await self._rows(sql, (space.id, id, after, limit))]

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

    # ---- summaries -----------------------------------------------------------------------------------------------
    async def summaries(self, id: int) -> dict[tuple[str, str], Summary]:
        """By kind ("file", "folder", "repository") and path."""
        sql = "SELECT kind, path, source, text, model, commit_id, at FROM repository_summaries WHERE repository = ?"
        rows = await self._rows(sql, (id,))
        return {
            (kind, path): Summary(kind=kind, path=path, source=source, text=text, model=model, commit=commit, at=at)
            for kind, path, source, text, model, commit, at in rows
        }

    async def summarise(self, id: int, made: Iterable[Summary]) -> None:
        sql = """INSERT OR REPLACE INTO repository_summaries
            (repository, kind, path, source, text, model, commit_id, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
        rows = [(id, each.kind, each.path, each.source, each.text, each.model, each.commit, each.at) for each in made]
        await self._database.write(lambda c: raw(c).executemany(sql, rows) and None)

    async def unsummarise(self, id: int, gone: Iterable[tuple[str, str]]) -> None:
        """Drop summaries of what is not there any more."""
        sql = "DELETE FROM repository_summaries WHERE repository = ? AND kind = ? AND path = ?"
        rows = [(id, kind, path) for kind, path in gone]
        await self._database.write(lambda c: raw(c).executemany(sql, rows) and None)

    async def _rows(self, sql: str, values: Sequence[object]) -> list[Any]:
        return await self._database.read(lambda c: raw(c).execute(sql, tuple(values)).fetchall())


def _table(id: int) -> str:
    return f"code_words_of_{id:d}"


def _scope(id: int) -> str:
    return f"code/{id}"


def _shelved(row: Any) -> Shelved:
    id, path, first, name, commit, scheme, indexed_at, opened_at = row
    return Shelved(
        id=id,
        path=path,
        first=first,
        name=name,
        commit=commit,
        scheme=scheme,
        indexed_at=indexed_at,
        opened_at=opened_at,
    )


def _one(driver: Any, condition: str, given: object) -> Shelved | None:
    row = driver.execute(f"SELECT {COLUMNS} FROM repositories WHERE {condition}", (given,)).fetchone()
    return _shelved(row) if row else None


def _place(row: Any) -> Place:
    id, path, blob, first, last, kind, name, held = row
    return Place(id=id, path=path, blob=blob, first=first, last=last, kind=kind, name=name, held=held or 0)


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


def _clear(driver: Any, id: int) -> None:
    vectors.forget_scope(driver, _scope(id))
    driver.execute(f"DELETE FROM {_table(id)}")
    driver.execute("DELETE FROM repository_chunks WHERE repository = ?", (id,))
    driver.execute("DELETE FROM repository_files WHERE repository = ?", (id,))
    driver.execute("UPDATE repositories SET commit_id = '', indexed_at = NULL WHERE id = ?", (id,))


def _forget(driver: Any, id: int) -> None:
    _clear(driver, id)
    driver.execute(f"DROP TABLE {_table(id)}")
    driver.execute("DELETE FROM repository_summaries WHERE repository = ?", (id,))
    driver.execute("DELETE FROM repositories WHERE id = ?", (id,))
