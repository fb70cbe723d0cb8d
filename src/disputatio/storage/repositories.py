"""The shelf of repositories that were opened, and what is kept of each: its index (`code`) and its summaries."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import sqlalchemy as sa

from disputatio.debate.values import value
from disputatio.storage import code
from disputatio.storage.code import CodeStore
from disputatio.storage.database import Database
from disputatio.storage.sqlite import raw


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


class SummaryStore:
    """Its methods raise StorageHeld."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, id: int) -> dict[tuple[str, str], Summary]:
        """Return those of a repository, by kind ("file", "folder", "repository", "map") and path."""
        sql = "SELECT kind, path, source, text, model, commit_id, at FROM repository_summaries WHERE repository = ?"
        rows = await self._database.read(lambda c: raw(c).execute(sql, (id,)).fetchall())
        return {
            (kind, path): Summary(kind=kind, path=path, source=source, text=text, model=model, commit=commit, at=at)
            for kind, path, source, text, model, commit, at in rows
        }

    async def keep(self, id: int, made: Iterable[Summary]) -> None:
        sql = """INSERT OR REPLACE INTO repository_summaries
            (repository, kind, path, source, text, model, commit_id, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
        rows = [(id, each.kind, each.path, each.source, each.text, each.model, each.commit, each.at) for each in made]
        await self._database.write(lambda c: raw(c).executemany(sql, rows) and None)

    async def drop(self, id: int, gone: Iterable[tuple[str, str]]) -> None:
        """Drop summaries of what is not there any more."""
        sql = "DELETE FROM repository_summaries WHERE repository = ? AND kind = ? AND path = ?"
        rows = [(id, kind, path) for kind, path in gone]
        await self._database.write(lambda c: raw(c).executemany(sql, rows) and None)


COLUMNS = "id, path, first, name, commit_id, scheme, indexed_at, opened_at"


@value
class RepositoryEntry:
    """A repository that was opened. `commit` is what was indexed, "" for nothing; times are seconds since 1970."""

    id: int
    path: str
    first: str
    name: str
    commit: str
    scheme: int
    indexed_at: float | None
    opened_at: float


class RepositoryStore:
    """Its methods raise StorageHeld."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.code, self.summaries = CodeStore(database), SummaryStore(database)

    async def all(self) -> list[RepositoryEntry]:
        """Return those that were opened, the latest first."""
        rows = await self._database.rows(f"SELECT {COLUMNS} FROM repositories ORDER BY opened_at DESC, id DESC", ())
        return [_shelved(row) for row in rows]

    async def find(self, path: str) -> RepositoryEntry | None:
        rows = await self._database.rows(f"SELECT {COLUMNS} FROM repositories WHERE path = ?", (path,))
        return _shelved(rows[0]) if rows else None

    async def open(self, path: str, first: str, name: str, now: float, gone: Callable[[str], bool]) -> RepositoryEntry:
        """Put a repository on the shelf. One with the same first commit whose folder is `gone` was moved here; another
        repository in the same folder begins anew."""

        def work(connection: sa.Connection) -> RepositoryEntry:
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
                code.create_index(driver, id)
            else:
                id = found.id
                sql = "UPDATE repositories SET path = ?, first = ?, name = ?, opened_at = ? WHERE id = ?"
                driver.execute(sql, (path, first or found.first, name, now, id))
            kept = _one(driver, "id = ?", id)
            assert kept is not None
            return kept

        return await self._database.write(work)

    async def begin(self, id: int, scheme: int) -> None:
        """Note that the index is that of no commit until it is finished."""
        sql = "UPDATE repositories SET commit_id = '', scheme = ? WHERE id = ?"
        await self._database.write(lambda c: raw(c).execute(sql, (scheme, id)) and None)

    async def finish(self, id: int, commit: str, scheme: int, now: float) -> None:
        """Note that the index is that of a commit."""
        sql = "UPDATE repositories SET commit_id = ?, scheme = ?, indexed_at = ? WHERE id = ?"
        await self._database.write(lambda c: raw(c).execute(sql, (commit, scheme, now, id)) and None)

    async def forget(self, id: int) -> None:
        """Forget everything that is known of a repository."""
        await self._database.write(lambda c: _forget(raw(c), id))

    async def clear(self, id: int) -> None:
        """Forget everything that was indexed; summaries stay."""
        await self._database.write(lambda c: _clear(raw(c), id))


def _shelved(row: Any) -> RepositoryEntry:
    id, path, first, name, commit, scheme, indexed_at, opened_at = row
    return RepositoryEntry(
        id=id,
        path=path,
        first=first,
        name=name,
        commit=commit,
        scheme=scheme,
        indexed_at=indexed_at,
        opened_at=opened_at,
    )


def _one(driver: Any, condition: str, given: object) -> RepositoryEntry | None:
    row = driver.execute(f"SELECT {COLUMNS} FROM repositories WHERE {condition}", (given,)).fetchone()
    return _shelved(row) if row else None


def _clear(driver: Any, id: int) -> None:
    code.clear_index(driver, id)
    driver.execute("UPDATE repositories SET commit_id = '', indexed_at = NULL WHERE id = ?", (id,))


def _forget(driver: Any, id: int) -> None:
    code.drop_index(driver, id)
    driver.execute("DELETE FROM repository_summaries WHERE repository = ?", (id,))
    driver.execute("DELETE FROM repositories WHERE id = ?", (id,))
