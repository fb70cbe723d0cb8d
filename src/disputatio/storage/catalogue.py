"""The debates there are: listing, renaming, deleting with a bin; and how right each model was in them."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, Final

import sqlalchemy as sa

from disputatio.debate.decide.hindsight import tracks_of
from disputatio.debate.ids import MARKING
from disputatio.debate.track import Track
from disputatio.debate.values import Json, value
from disputatio.engine.ports import Clock
from disputatio.library.memory import LEARNT
from disputatio.storage import memories, schema, sqlite
from disputatio.storage.codec import json_object
from disputatio.storage.database import Database
from disputatio.storage.insights import erase_of, forget_of, remember_of
from disputatio.storage.log import no_debate
from disputatio.storage.sqlite import raw

DEBATES, SESSIONS = schema.DEBATES, schema.SESSIONS


@value
class DebateEntry:
    """A debate as the library shows it. `status` is one of pending, running, paused, completed, cancelled, failed;
    `why` the sentence that goes with it; `cost` in micro-dollars, without the turns whose price is unknown.
    `imported`: it comes from elsewhere."""

    id: str
    title: str
    topic: str
    format: str
    status: str
    why: str
    created_at: float
    updated_at: float
    completed_at: float | None
    rounds: int
    turns: int
    score: float | None
    outcome: Mapping[str, Json]
    cost: int
    unpriced_turns: int
    tokens: int
    context_kind: str
    context_ref: str
    context_title: str
    parent: str
    deleted_at: float | None
    imported: bool = False


COLUMNS = (
    DEBATES.c.debate_id.label("id"),
    DEBATES.c.title,
    SESSIONS.c.topic,
    SESSIONS.c.format,
    SESSIONS.c.status,
    SESSIONS.c.why,
    DEBATES.c.created_at,
    DEBATES.c.updated_at,
    SESSIONS.c.completed_at,
    SESSIONS.c.total_rounds.label("rounds"),
    SESSIONS.c.total_turns.label("turns"),
    SESSIONS.c.final_consensus_score.label("score"),
    SESSIONS.c.outcome,
    SESSIONS.c.cost,
    SESSIONS.c.unpriced_turns,
    SESSIONS.c.tokens,
    SESSIONS.c.context_kind,
    SESSIONS.c.context_ref,
    SESSIONS.c.context_title,
    SESSIONS.c.parent,
    DEBATES.c.deleted_at,
    DEBATES.c.imported,
)
JOINED = DEBATES.join(SESSIONS, SESSIONS.c.id == DEBATES.c.debate_id)
EVERYTHING: sa.Select[*tuple[Any, ...]] = sa.select(*COLUMNS).select_from(JOINED)
HOLDINGS = {
    "debates": "SELECT count(*) FROM debates WHERE deleted_at IS NULL",
    "library": "SELECT (SELECT count(*) FROM projects) + (SELECT count(*) FROM notes)"
    " + (SELECT count(*) FROM documents)",
    "repositories": "SELECT count(*) FROM repositories",
    "personas": "SELECT count(*) FROM personas",
    "memories": "SELECT count(*) FROM insights WHERE status = 'active'",
}
MOST = 500
"""Debates of one list; a longer one is read in parts."""


@value
class Narrowing:
    """Which debates are meant: of a status, about a context, those in the bin. Empty: all that are not there."""

    status: str = ""
    context_kind: str = ""
    context_ref: str = ""
    deleted: bool = False


class Catalogue:
    """Its methods raise NotFound, StorageHeld."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def all(
        self,
        *,
        status: str = "",
        context_kind: str = "",
        context_ref: str = "",
        deleted: bool = False,
        limit: int = MOST,
    ) -> list[DebateEntry]:
        """Last changed first; narrowed to a status, a context, or to the bin."""
        chosen = Narrowing(status=status, context_kind=context_kind, context_ref=context_ref, deleted=deleted)
        return await self.part(chosen, limit)

    async def part(self, chosen: Narrowing, limit: int, first: int = 0) -> list[DebateEntry]:
        """Last changed first: `limit` of those that are meant, from the one at `first` on."""
        query = EVERYTHING.where(*_conditions(chosen)).order_by(DEBATES.c.updated_at.desc(), DEBATES.c.debate_id)
        query = query.limit(limit).offset(first)
        return await self._database.read(lambda c: [_entry(row) for row in c.execute(query)])

    async def count(self, chosen: Narrowing) -> int:
        query = sa.select(sa.func.count()).select_from(JOINED).where(*_conditions(chosen))
        return await self._database.read(lambda c: int(c.execute(query).scalar_one()))

    async def holdings(self) -> dict[str, int]:
        """Return how much there is: debates, things of the library, repositories, one's own personas, memories."""
        return await self._database.read(
            lambda c: {name: raw(c).execute(sql).fetchone()[0] for name, sql in HOLDINGS.items()}
        )

    async def contexts(self) -> list[tuple[str, str, str, int]]:
        """Return what debates are about, most frequent first: kind, reference, title, number of debates."""
        kind, ref, title = SESSIONS.c.context_kind, SESSIONS.c.context_ref, SESSIONS.c.context_title
        number = sa.func.count()
        query = sa.select(kind, ref, sa.func.max(title), number).select_from(JOINED).where(*_conditions(Narrowing()))
        query = query.where(kind.in_(("project", "assignment", "repository"))).group_by(kind, ref)
        rows = await self._database.read(lambda c: c.execute(query.order_by(number.desc(), ref)).all())
        return [(kind, ref, title, number) for kind, ref, title, number in rows]

    async def get(self, debate: str) -> DebateEntry:
        """Return a debate by its id, or by the beginning of its id if no other begins so."""
        row = await self._database.read(lambda c: c.execute(EVERYTHING.where(DEBATES.c.debate_id == debate)).first())
        if row is not None:
            return _entry(row)
        beginning = DEBATES.c.debate_id.startswith(debate, autoescape=True)
        rows = (
            await self._database.read(lambda c: c.execute(EVERYTHING.where(beginning).limit(2)).all()) if debate else []
        )
        if len(rows) != 1:
            raise no_debate(debate)
        return _entry(rows[0])

    async def recalls(self, memory: str) -> list[tuple[str, str, float, list[Json]]]:
        """(debate, title, time, items) of the recalls that brought up a memory, newest first."""
        sql = """SELECT t.session_id, d.title, t.created_at, t.metadata FROM debate_turns t
            JOIN debates d ON d.debate_id = t.session_id AND d.deleted_at IS NULL
            WHERE t.agent_id = 'memory' AND instr(t.metadata, ?) ORDER BY t.created_at DESC LIMIT 100"""
        id = json.dumps(memory, ensure_ascii=False)
        rows = await self._database.read(lambda c: raw(c).execute(sql, (id,)).fetchall())
        found = [(debate, title, at, json.loads(metadata).get("data", {})) for debate, title, at, metadata in rows]
        return [(debate, title, at, data.get("items", [])) for debate, title, at, data in found]

    async def rename(self, debate: str, title: str) -> None:
        await self._update(debate, title=title)

    async def delete(self, debate: str, *, insights: bool = False) -> None:
        """Into the bin; with `insights`, what was learnt from it is forgotten too."""
        await self._update(debate, deleted_at=self._clock.now())
        if insights:
            await self._database.write(lambda connection: forget_of(connection, debate))

    async def restore(self, debate: str) -> None:
        """Out of the bin, with the insights that were deleted with it."""
        await self._update(debate, deleted_at=None)
        await self._database.write(lambda connection: remember_of(connection, debate))

    async def purge(self, debates: Collection[str], *, insights: bool = False) -> list[str]:
        """Erase these debates for good, as far as they are in the bin, with their requests and the memory of their
        course; with `insights`, what was learnt from them too. Returns the ids of those that were erased."""
        gone = DEBATES.c.deleted_at.is_not(None) & DEBATES.c.debate_id.in_(debates)

        def work(connection: sa.Connection) -> list[str]:
            ids = list(connection.execute(sa.select(DEBATES.c.debate_id).where(gone)).scalars())
            for debate in ids:
                _erase(raw(connection), debate)
                if insights:
                    erase_of(connection, debate)
            return ids

        return await self._database.write(work)

    async def _update(self, debate: str, **values: Any) -> None:
        def work(connection: sa.Connection) -> None:
            driver = raw(connection)
            changed = connection.execute(sa.update(DEBATES).where(DEBATES.c.debate_id == debate).values(values))
            if not changed.rowcount:
                raise no_debate(debate)
            driver.execute(sqlite.keep(schema.SEARCH_QUEUE), ("debate", debate))
            if "deleted_at" in values:
                _requeue_turns(driver, debate)

        await self._database.write(work)


def _conditions(chosen: Narrowing) -> list[sa.ColumnElement[bool]]:
    found = [DEBATES.c.deleted_at.is_not(None) if chosen.deleted else DEBATES.c.deleted_at.is_(None)]
    pairs = (
        (SESSIONS.c.status, chosen.status),
        (SESSIONS.c.context_kind, chosen.context_kind),
        (SESSIONS.c.context_ref, chosen.context_ref),
    )
    return found + [column == wanted for column, wanted in pairs if wanted]


def these(connection: sa.Connection, chosen: Narrowing, ids: Collection[str]) -> set[str]:
    """Return the ids of those of the debates that are meant."""
    query = sa.select(DEBATES.c.debate_id).select_from(JOINED).where(*_conditions(chosen), _among(ids))
    return set(connection.execute(query).scalars())


def entries(connection: sa.Connection, chosen: Narrowing, ids: Collection[str]) -> dict[str, DebateEntry]:
    """Return those of the debates that are meant, by their ids, in this order."""
    found = {row.id: _entry(row) for row in connection.execute(EVERYTHING.where(*_conditions(chosen), _among(ids)))}
    return {id: found[id] for id in ids if id in found}


def _among(ids: Collection[str]) -> sa.ColumnElement[bool]:
    wanted: sa.Select[Any] = sa.select(sa.column("value")).select_from(sa.func.json_each(json.dumps(list(ids))))
    return DEBATES.c.debate_id.in_(wanted)


def _requeue_turns(driver: Any, debate: str) -> None:
    for kind, table in (("turn", "debate_turns"), ("episode", "episodes")):
        sql = f"INSERT OR IGNORE INTO search_queue (kind, ref) SELECT '{kind}', id FROM {table} WHERE session_id = ?"
        driver.execute(sql, (debate,))


def _erase(driver: Any, debate: str) -> None:
    """The log, what was made from it, and what only its requests and its memories still say of it."""
    asked = "SELECT DISTINCT json_extract(body, '$.request') FROM events WHERE debate_id = ?"
    requests = json.dumps([row[0] for row in driver.execute(asked, (debate,)) if row[0]])
    for kind, ref in driver.execute("SELECT kind, ref FROM memories WHERE debate = ?", (debate,)).fetchall():
        if kind not in LEARNT:
            memories.forget(driver, kind, ref)
    driver.execute(sqlite.keep(schema.SEARCH_QUEUE), ("debate", debate))
    _requeue_turns(driver, debate)
    for table, column in (
        ("events", "debate_id"),
        ("debates", "debate_id"),
        ("leases", "debate_id"),
        ("inbox", "debate_id"),
        ("debate_sessions", "id"),
        ("debate_turns", "session_id"),
        ("code_versions", "session_id"),
        ("episodes", "session_id"),
    ):
        driver.execute(f"DELETE FROM {table} WHERE {column} = ?", (debate,))
    sql = """DELETE FROM requests WHERE hash IN (SELECT value FROM json_each(?)) AND hash NOT IN
        (SELECT json_extract(body, '$.request') FROM events WHERE json_extract(body, '$.request') IS NOT NULL)"""
    driver.execute(sql, (requests,))


def _entry(row: sa.Row[*tuple[Any, ...]]) -> DebateEntry:
    members = dict(row._mapping)
    return DebateEntry(**(members | {"outcome": json.loads(members["outcome"] or "{}")}))


# ---- how right each model was ----------------------------------------------------------------------------------------
MARKED: Final = f"""
    SELECT t.session_id, t.metadata FROM debate_turns t
    JOIN debates d ON d.debate_id = t.session_id JOIN debate_sessions s ON s.id = t.session_id
    WHERE t.agent_id = 'person' AND t.path LIKE '%{MARKING}%[person]'
      AND s.parent = '' AND NOT d.imported AND d.deleted_at IS NULL
    ORDER BY t.session_id, t.seq
"""
"""What somebody else may have made proves nothing, and a fork repeats what was marked in another debate."""


async def tracks(database: Database) -> dict[str, Track]:
    """Return the record of each model that has one; what was marked last in a debate counts."""
    last: dict[str, Mapping[str, Json]] = {}
    for debate, metadata in await database.rows(MARKED):
        marked = json_object(metadata).get("data")
        last[str(debate)] = marked if isinstance(marked, dict) else {}
    return tracks_of(last.values())
