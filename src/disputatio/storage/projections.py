"""The queryable tables, kept up to date in the transaction that appends, and rebuildable from the log.

Measured: updating them costs about as much as the append itself (tens of microseconds), far less than a transaction
of their own. A fold of each debate that is written to is kept in memory until its end; whenever it is not exactly at
the log's end (another process wrote, a transaction was rolled back), it is made anew from the log.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from disputatio.debate.log.events import DebateEnded, Recorded
from disputatio.debate.values import Json, value
from disputatio.debate.wording import plural
from disputatio.storage import schema, sqlite
from disputatio.storage.chain import EMPTY, Head, Row, event_of_row
from disputatio.storage.codec import Unreadable, canonical
from disputatio.storage.database import Database
from disputatio.storage.debate_rows import CodeEntry, DebateRows, Entry, EpisodeEntry, InsightEntry, TurnEntry
from disputatio.storage.sqlite import choose, raw

LOG = logging.getLogger(__name__)

KEPT = 256
"""Folds of that many debates stay in memory."""

ROWS = "SELECT seq, at, type, body, prev_hash, hash FROM events WHERE debate_id = ? AND seq > ? ORDER BY seq"
LISTED = "SELECT created_at, updated_at, projected_seq FROM debates WHERE debate_id = ?"
DATED = "UPDATE debates SET created_at = ?, updated_at = ? WHERE debate_id = ?"
PROJECTED = "UPDATE debates SET projected_seq = ? WHERE debate_id = ?"
MEMBERS = ("debate_turns", "code_versions", "episodes")
MOST_EPISODES = 1_000
"""The buffer of episodes; the oldest goes first (SPEC REFLEXION.1)."""


@value
class Summary:
    """What the rules know and the tables only show: how it ended, the score of DUAL.4 as 0..1, and the verdict with a
    score of its own, which is the method's."""

    outcome: str = ""
    score: float | None = None
    winner: str = ""
    method: str = ""
    verdict_score: float | None = None
    confidence: float | None = None

    @property
    def verdict(self) -> str:
        """What the table has as its outcome, as JSON."""
        found = {"outcome": self.outcome, "winner": self.winner, "method": self.method}
        return canonical({**found, "score": self.verdict_score, "confidence": self.confidence})


def read_rows(driver: Any, debate: str, since: int = 0) -> list[Row]:
    return [
        Row(seq=seq, at=at, type=name, body=body, prev_hash=prev_hash, hash=hash_)
        for seq, at, name, body, prev_hash, hash_ in driver.execute(ROWS, (debate, since))
    ]


class Projector:
    """Used by the writer's thread only."""

    def __init__(self) -> None:
        self._sessions: dict[str, DebateRows] = {}

    def apply(self, connection: sa.Connection, debate: str, before: Head, records: Sequence[Recorded]) -> None:
        """Bring the tables up to the log, whose new end is `records`. A failure is a warning: they can be rebuilt."""
        driver = raw(connection)
        try:
            self._apply(driver, debate, before, records)
        except (choose().Error, Unreadable, OverflowError) as fault:
            self._sessions.pop(debate, None)
            if not driver.in_transaction:
                raise  # SQLite gave up the transaction: the events are not written either
            LOG.warning("The tables about debate %s are behind its log and will be rebuilt: %s", debate, fault)

    def rebuild(self, connection: sa.Connection, debate: str) -> int:
        """Make a debate's rows anew from its log; what people did to its insights stays. Returns its events."""
        driver = raw(connection)
        _requeue_episodes(driver, "session_id = ?", debate)
        for table in MEMBERS:
            driver.execute(f"DELETE FROM {table} WHERE session_id = ?", (debate,))
        self._sessions.pop(debate, None)
        records = [event_of_row(row) for row in read_rows(driver, debate)]
        if records:
            self._apply(driver, debate, EMPTY, records)
            driver.execute(DATED, (records[0].at, records[-1].at, debate))
        return len(records)

    def _apply(self, driver: Any, debate: str, before: Head, records: Sequence[Recorded]) -> None:
        session = self._session(driver, debate, before)
        for record in records:
            self._write(driver, session, session.add(record))
        if session.changed:
            session.changed = False
            _write_session(driver, session)
        driver.execute(PROJECTED, (session.seq, debate))
        if not isinstance(records[-1].event, DebateEnded):
            self._keep(debate, session)

    def _session(self, driver: Any, debate: str, before: Head) -> DebateRows:
        session = self._sessions.pop(debate, None)
        if session is not None and (session.seq, session.hash) == (before.seq, before.hash):
            return session
        session = DebateRows(debate=debate)
        for row in read_rows(driver, debate) if before.seq else ():
            if row.seq > before.seq:
                break
            self._write(driver, session, session.add(event_of_row(row)))
        return session

    def _keep(self, debate: str, session: DebateRows) -> None:
        self._sessions[debate] = session
        if len(self._sessions) > KEPT:
            del self._sessions[next(iter(self._sessions))]

    def _write(self, driver: Any, session: DebateRows, entries: Iterable[Entry]) -> None:
        for entry in entries:
            match entry:
                case TurnEntry():
                    driver.execute(sqlite.upsert(schema.TURNS), entry.values)
                    driver.execute(sqlite.keep(schema.SEARCH_QUEUE), ("turn", entry.id))
                case CodeEntry():
                    driver.execute(sqlite.upsert(schema.CODE_VERSIONS, *MEASURED), entry.values)
                case InsightEntry():
                    _write_insight(driver, session, entry)
                case EpisodeEntry():
                    _write_episode(driver, entry)


SUMMARISED = ("final_consensus_score", "outcome")
"""Columns that only `summarise` fills."""
MEASURED = ("quality_score", "metrics")
"""Columns that only `keep_measures` fills: tools outside of the rules measure programs."""


def _write_session(driver: Any, session: DebateRows) -> None:
    options, context = session.options, session.context
    row: list[object] = [session.debate, session.debate, session.topic, session.format, session.status, session.why]
    row += [str(options.get("topology") or ""), str(options.get("planning") or ""), session.config(), "person"]
    row += [session.created_at, session.updated_at, session.completed_at, session.rounds, session.turns, None, None]
    row += [session.cost, session.unpriced, session.tokens]
    row += [context.kind, context.ref, context.title, session.parent]
    driver.execute(sqlite.upsert(schema.SESSIONS, *SUMMARISED), row)


FOREIGN = "SELECT 1 FROM debates WHERE debate_id = ? AND imported"


def _write_insight(driver: Any, session: DebateRows, entry: InsightEntry) -> None:
    context, at = session.context, session.updated_at
    status = "unconfirmed" if driver.execute(FOREIGN, (session.debate,)).fetchone() else "active"
    row: list[object] = [entry.id, entry.text, entry.kind, entry.confidence, entry.agreed_by_all, status]
    row += [session.debate, context.kind, context.ref, 0, None, at, at, "", "", session.rehearsed, 0]
    driver.execute(sqlite.keep(schema.INSIGHTS), row)
    driver.execute(sqlite.keep(schema.SEARCH_QUEUE), ("insight", entry.id))


OLDEST = f"id IN (SELECT id FROM episodes ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET {MOST_EPISODES})"


def _write_episode(driver: Any, entry: EpisodeEntry) -> None:
    """Keep an episode, and let go of the oldest beyond the buffer."""
    driver.execute(sqlite.upsert(schema.EPISODES), entry.values)
    driver.execute(sqlite.keep(schema.SEARCH_QUEUE), ("episode", entry.id))
    _requeue_episodes(driver, OLDEST)
    driver.execute(f"DELETE FROM episodes WHERE {OLDEST}")


def _requeue_episodes(driver: Any, which: str, *values: object) -> None:
    """See to it that the memories of some episodes are brought up to them."""
    sql = f"INSERT OR IGNORE INTO search_queue (kind, ref) SELECT 'episode', id FROM episodes WHERE {which}"
    driver.execute(sql, values)


async def rebuild(database: Database, debate: str = "") -> dict[str, int]:
    """Make the tables of a debate, or of all, anew from the log; one transaction a debate. Returns events read."""
    known = await database.read(lambda c: list(c.execute(sa.select(schema.DEBATES.c.debate_id)).scalars()))
    projector = Projector()
    done = {}
    for each in [debate] if debate else known:
        done[each] = await database.write(lambda c, each=each: projector.rebuild(c, each))  # type: ignore[misc]
    return done


COMPARED: dict[str, tuple[str, ...]] = {
    "debate_sessions": SUMMARISED,
    "debate_turns": (),
    "code_versions": MEASURED,
    "episodes": (),
}
"""The tables that follow from a log alone, with the columns that do not."""
BUFFERED = frozenset({"episodes"})
"""Those of them that need not hold everything."""


async def differences(database: Database, debate: str) -> list[str]:
    """Return how the tables about a debate differ from what its log makes of them; nothing where they do not. Raises
    codec.Unreadable."""

    def work(connection: sa.Connection) -> list[str]:
        driver = raw(connection)
        records = [event_of_row(row) for row in read_rows(driver, debate)]
        fresh = sa.create_engine("sqlite+pysqlite://", module=choose())
        try:
            with fresh.connect() as other:
                schema.create(other)
                Projector().apply(other, debate, EMPTY, records)
                found = [_difference(driver, raw(other), table, debate) for table in COMPARED]
                return [each for each in (_listed(driver, debate, records), *found) if each]
        finally:
            fresh.dispose()

    return await database.read(work)


def _listed(driver: Any, debate: str, records: Sequence[Recorded]) -> str:
    """Compare what the list of debates says of one: its title and whether it is in the bin are a person's."""
    due = (records[0].at, records[-1].at, records[-1].seq) if records else None
    return _differs("debates", [debate] if due and driver.execute(LISTED, (debate,)).fetchone() != due else [])


def _difference(driver: Any, made: Any, table: str, debate: str) -> str:
    columns = [each.name for each in schema.METADATA.tables[table].columns if each.name not in COMPARED[table]]
    owner = "id" if table == "debate_sessions" else "session_id"
    rows = f"SELECT {', '.join(columns)} FROM {table} WHERE {owner} = ?"
    kept, due = ({row[0]: row for row in each.execute(rows, (debate,))} for each in (driver, made))
    wanted = kept if table in BUFFERED else {**due, **kept}
    return _differs(table, [id for id in wanted if kept.get(id) != due.get(id)])


def _differs(table: str, wrong: Sequence[str]) -> str:
    if not wrong:
        return ""
    return plural(
        "The table {table} differs from the log in {count} row; the first is {first}.",
        "The table {table} differs from the log in {count} rows; the first is {first}.",
        len(wrong),
    ).format(table=table, first=wrong[0])


async def summarised(database: Database, debate: str) -> tuple[float | None, str | None]:
    """Return what is written of a debate's score and outcome."""
    query = "SELECT final_consensus_score, outcome FROM debate_sessions WHERE id = ?"
    found = await database.rows(query, (debate,))
    return tuple(found[0]) if found else (None, None)


async def rebuild_behind(database: Database) -> list[str]:
    """Rebuild the debates whose tables are behind their log (a projection failed); returns their ids."""
    table = schema.DEBATES
    behind = sa.select(table.c.debate_id).where(table.c.projected_seq < table.c.head_seq)
    found = await database.read(lambda c: list(c.execute(behind).scalars()))
    rebuilt = []
    for debate in found:
        try:
            await rebuild(database, debate)
        except (Unreadable, OverflowError) as fault:
            LOG.warning("The tables about debate %s cannot be rebuilt: %s", debate, fault)
        else:
            rebuilt.append(debate)
    return rebuilt


async def measures(database: Database, debate: str) -> dict[str, tuple[float | None, Json]]:
    """Return what was kept of the versions of a debate's code: score and metrics, by the path of their turn. What is
    damaged was not kept."""
    query = "SELECT turn_id, quality_score, metrics FROM code_versions WHERE session_id = ? AND metrics IS NOT NULL"
    found = await database.rows(query, (debate,))
    kept: dict[str, tuple[float | None, Json]] = {}
    for turn, score, metrics in found:
        with suppress(ValueError, TypeError, RecursionError):
            kept[str(turn).removeprefix(f"{debate}:")] = score, json.loads(metrics)
    return kept


async def keep_measures(database: Database, debate: str, found: Mapping[str, tuple[float | None, Json]]) -> None:
    """Keep scores and metrics of versions, by the path of their turn. Raises StorageHeld."""
    query = "UPDATE code_versions SET quality_score = ?, metrics = ? WHERE id = ?"
    rows = [(score, canonical(metrics), f"{debate}:{path}") for path, (score, metrics) in found.items()]
    await database.write(lambda connection: raw(connection).executemany(query, rows))


async def summarise(database: Database, debate: str, summary: Summary) -> None:
    """Write what the rules found into the session's row."""
    table = schema.SESSIONS

    def write(connection: sa.Connection) -> None:
        connection.execute(
            sa.update(table)
            .where(table.c.id == debate)
            .values(final_consensus_score=summary.score, outcome=summary.verdict)
        )

    await database.write(write)
