"""The queryable tables, kept up to date in the transaction that appends, and rebuildable from the log.

Measured: updating them costs about as much as the append itself (tens of microseconds), far less than a transaction
of their own. A fold of each running debate is kept in memory; whenever it is not exactly at the log's end (another
process wrote, a transaction was rolled back), it is made anew from the log.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from disputatio.debate.log.events import Recorded
from disputatio.debate.values import value
from disputatio.storage import schema, sqlite
from disputatio.storage.chain import EMPTY, Head, Row, event_of_row
from disputatio.storage.codec import Unreadable, canonical
from disputatio.storage.database import Database
from disputatio.storage.debate_rows import CodeEntry, DebateRows, Entry, InsightEntry, TurnEntry
from disputatio.storage.sqlite import choose, raw

LOG = logging.getLogger(__name__)

KEPT = 256
"""Folds of that many debates stay in memory."""

ROWS = "SELECT seq, at, type, body, prev_hash, hash FROM events WHERE debate_id = ? AND seq > ? ORDER BY seq"
PROJECTED = "UPDATE debates SET projected_seq = ? WHERE debate_id = ?"
MEMBERS = ("debate_turns", "code_versions")


@value
class Summary:
    """What the rules know and the tables only show: how it ended, the score of DUAL.4 as 0..1, and the verdict."""

    outcome: str = ""
    score: float | None = None
    winner: str = ""
    method: str = ""
    confidence: float | None = None


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
        for table in MEMBERS:
            driver.execute(f"DELETE FROM {table} WHERE session_id = ?", (debate,))
        self._sessions.pop(debate, None)
        records = [event_of_row(row) for row in read_rows(driver, debate)]
        if records:
            self._apply(driver, debate, EMPTY, records)
        return len(records)

    def _apply(self, driver: Any, debate: str, before: Head, records: Sequence[Recorded]) -> None:
        session = self._session(driver, debate, before)
        for record in records:
            self._write(driver, session, session.add(record))
        if session.changed:
            session.changed = False
            _write_session(driver, session)
        driver.execute(PROJECTED, (session.seq, debate))
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
        if session.completed_at is not None:
            return
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
                    driver.execute(sqlite.upsert(schema.CODE_VERSIONS), entry.values)
                case InsightEntry():
                    _write_insight(driver, session, entry)


SUMMARISED = ("final_consensus_score", "outcome")
"""Columns that only `summarise` fills."""


def _write_session(driver: Any, session: DebateRows) -> None:
    options, context = session.options, session.context
    row: list[object] = [session.debate, session.debate, session.topic, session.format, session.status, session.why]
    row += [str(options.get("topology") or ""), str(options.get("planning") or ""), session.config(), "person"]
    row += [session.created_at, session.updated_at, session.completed_at, session.rounds, session.turns, None, None]
    row += [session.cost, session.unpriced, session.tokens]
    row += [context.kind, context.ref, context.title, session.parent]
    driver.execute(sqlite.upsert(schema.SESSIONS, *SUMMARISED), row)


def _write_insight(driver: Any, session: DebateRows, entry: InsightEntry) -> None:
    context, at = session.context, session.updated_at
    row: list[object] = [entry.id, entry.text, entry.kind, entry.confidence, entry.agreed_by_all, "active"]
    row += [session.debate, context.kind, context.ref, 0, None, at, at, "", "", session.rehearsed, 0]
    driver.execute(sqlite.keep(schema.INSIGHTS), row)
    driver.execute(sqlite.keep(schema.SEARCH_QUEUE), ("insight", entry.id))


async def rebuild(
    database: Database, debate: str = "", progress: Callable[[str, int], None] | None = None
) -> dict[str, int]:
    """Make the tables of a debate, or of all, anew from the log; one transaction a debate. Returns events read."""
    known = await database.read(lambda c: list(c.execute(sa.select(schema.DEBATES.c.debate_id)).scalars()))
    projector = Projector()
    done = {}
    for each in [debate] if debate else known:
        done[each] = await database.write(lambda c, each=each: projector.rebuild(c, each))  # type: ignore[misc]
        if progress is not None:
            progress(each, done[each])
    return done


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


async def summarise(database: Database, debate: str, summary: Summary) -> None:
    """Write what the rules found into the session's row."""
    table = schema.SESSIONS

    def write(connection: sa.Connection) -> None:
        verdict = {
            "outcome": summary.outcome,
            "winner": summary.winner,
            "method": summary.method,
            "confidence": summary.confidence,
        }
        connection.execute(
            sa.update(table)
            .where(table.c.id == debate)
            .values(final_consensus_score=summary.score, outcome=canonical(verdict))
        )

    await database.write(write)
