"""Summaries of repositories: what models wrote about files, folders and the whole, and the map of a program."""

from __future__ import annotations

from collections.abc import Iterable

from disputatio.debate.values import value
from disputatio.storage.database import Database
from disputatio.storage.statements import raw


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
    """Raises StorageHeld."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, id: int) -> dict[tuple[str, str], Summary]:
        """Those of a repository, by kind ("file", "folder", "repository", "map") and path."""
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
