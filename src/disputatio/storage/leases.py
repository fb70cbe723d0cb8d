"""Several processes and one debate: one of them holds its lease and runs it; the others leave commands in its inbox,
and see in the file what was written.

A lease is taken over when its process is gone, or when its heartbeat stood still for as long as we looked at it by a
clock that only runs on. The time of day says no more than when to look: it may jump by a day, and differ from that of
the holder.
"""

from __future__ import annotations

import json
import os
import socket
import sys

import sqlalchemy as sa

from disputatio.debate.errors import DisputatioError, Refused
from disputatio.debate.log.commands import Command
from disputatio.debate.values import value
from disputatio.engine.ports import Clock
from disputatio.storage import schema
from disputatio.storage.codec import COMMANDS, Unreadable
from disputatio.storage.database import Database

STALE = 15.0
"""Seconds without a heartbeat after which a lease may be taken over."""

BEAT = 3.0
"""Seconds between two heartbeats."""

WATCHED = 2.5 * BEAT
"""Seconds in which a heartbeat that is old by the time of day must stand still before our eyes."""

LEASES = schema.LEASES


@value
class Lease:
    debate: str
    holder: str
    host: str
    pid: int
    heartbeat: float


class Leases:
    """The leases of one process. `holder` names it, unique among all that ever held one (a random name)."""

    def __init__(self, database: Database, clock: Clock, holder: str) -> None:
        self._database = database
        self._clock = clock
        self.holder = holder
        self._host = socket.gethostname()
        self._pid = os.getpid()
        self._seen: dict[str, tuple[Lease, float]] = {}

    async def take(self, debate: str) -> Lease | None:
        """Take the lease of a debate. None: it is ours now; otherwise the lease of who has it. Where its heartbeat is
        old, this waits for a few beats."""
        watched: Lease | None = None
        while True:
            found = await self._database.write(lambda connection: self._take(connection, debate))
            if found is None or not self._old(found) or (watched is not None and found != watched):
                return found
            watched = found
            await self._clock.sleep(BEAT)

    def _take(self, connection: sa.Connection, debate: str) -> Lease | None:
        found = _read(connection, debate)
        if found is not None and found.holder != self.holder and self._alive(found):
            return found
        connection.execute(sa.delete(LEASES).where(LEASES.c.debate_id == debate))
        mine = {"holder": self.holder, "host": self._host, "pid": self._pid, "heartbeat": self._clock.now()}
        connection.execute(sa.insert(LEASES).values(debate_id=debate, **mine))
        return None

    async def beat(self) -> set[str]:
        """Say that this process lives. Returns the debates that it still holds: stop those that are missing."""
        now = self._clock.now()

        def work(connection: sa.Connection) -> set[str]:
            mine = LEASES.c.holder == self.holder
            connection.execute(sa.update(LEASES).where(mine).values(heartbeat=now))
            return set(connection.execute(sa.select(LEASES.c.debate_id).where(mine)).scalars())

        return await self._database.write(work)

    async def release(self, debate: str = "") -> None:
        """Give up the lease of a debate, or all that this process holds."""
        mine = LEASES.c.holder == self.holder
        which = sa.and_(mine, LEASES.c.debate_id == debate) if debate else mine
        await self._database.write(lambda connection: connection.execute(sa.delete(LEASES).where(which)) and None)

    async def current(self) -> dict[str, Lease]:
        """Return which debates are running, here or in another living process."""
        rows = await self._database.read(lambda connection: connection.execute(sa.select(LEASES)).all())
        leases = [_lease(row) for row in rows]
        for gone in self._seen.keys() - {each.debate for each in leases}:
            del self._seen[gone]
        return {each.debate: each for each in leases if self._alive(each)}

    def _alive(self, lease: Lease) -> bool:
        if lease.host == self._host and not process_lives(lease.pid):
            return False
        now = self._clock.monotonic()
        seen, since = self._seen.get(lease.debate, (None, now))
        if seen != lease:
            self._seen[lease.debate], since = (lease, now), now
        return now - since < (WATCHED if self._old(lease) else STALE)

    def _old(self, lease: Lease) -> bool:
        return self._clock.now() - lease.heartbeat > STALE


def process_lives(pid: int) -> bool:
    """Return whether a process of this machine exists. On Windows signal 0 would end it: there only the heartbeat
    tells."""
    if sys.platform == "win32" or pid <= 0:
        return pid > 0
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _read(connection: sa.Connection, debate: str) -> Lease | None:
    row = connection.execute(sa.select(LEASES).where(LEASES.c.debate_id == debate)).first()
    return _lease(row) if row is not None else None


def _lease(row: sa.Row[tuple[object, ...]]) -> Lease:
    found = row._mapping
    return Lease(
        debate=found["debate_id"],
        holder=found["holder"],
        host=found["host"],
        pid=found["pid"],
        heartbeat=found["heartbeat"],
    )


INBOX = schema.INBOX
DEBATES, SESSIONS = schema.DEBATES, schema.SESSIONS

REFUSED = "refused/1"
"""The type of a letter that was refused: its body then says why."""

UNFETCHED = 3600.0
"""Seconds after which an answer goes that nobody fetched."""


@value
class Letter:
    """A command that waits for the holder of a debate; `id` grows with time."""

    id: int
    command: Command


class Inbox:
    """Commands that anybody leaves and the holder of the lease reads."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def put(self, debate: str, command: Command) -> int:
        """Leave a command for whoever runs the debate; returns its id."""
        name, body, _ = COMMANDS.encode(command)
        values = {"debate_id": debate, "at": self._clock.now(), "type": name, "body": body}

        def work(connection: sa.Connection) -> int:
            return int(connection.execute(sa.insert(INBOX).values(**values).returning(INBOX.c.id)).scalar_one())

        return await self._database.write(work)

    async def waiting_for(self, debate: str) -> list[Letter]:
        """Return what waits for a debate, oldest first; it stays until `SqliteEventLog.append` is told of it, or it is
        refused. What cannot be read here is refused at once."""
        query = sa.select(INBOX).where(INBOX.c.debate_id == debate, INBOX.c.type != REFUSED).order_by(INBOX.c.id)
        letters: list[Letter] = []
        unreadable: list[tuple[int, Unreadable]] = []

        def work(connection: sa.Connection) -> None:
            for row in connection.execute(query):
                try:
                    command = COMMANDS.decode(row.type, row.body)
                except Unreadable as fault:
                    unreadable.append((row.id, fault))
                else:
                    letters.append(Letter(id=row.id, command=command))

        await self._database.read(work)
        for letter, fault in unreadable:
            await self.refuse(letter, fault)
        return letters

    async def refuse(self, letter: int, refused: DisputatioError) -> None:
        """Turn the letter into its answer, for whoever sent it. Answers that nobody fetched go after an hour."""
        now, body = self._clock.now(), json.dumps({"what": refused.what, "remedy": refused.remedy})
        answered = sa.update(INBOX).where(INBOX.c.id == letter).values(type=REFUSED, body=body, at=now)
        stale = sa.delete(INBOX).where(INBOX.c.type == REFUSED, INBOX.c.at < now - UNFETCHED)

        def work(connection: sa.Connection) -> None:
            connection.execute(answered)
            connection.execute(stale)

        await self._database.write(work)

    async def carried_out(self, letter: int) -> bool:
        """Return whether a command that was put here has been carried out; False while it waits. Raises Refused,
        once."""
        query = sa.select(INBOX.c.type, INBOX.c.body).where(INBOX.c.id == letter)
        found = await self._database.read(lambda connection: connection.execute(query).first())
        if found is None or found.type != REFUSED:
            return found is None
        await self._database.write(lambda c: c.execute(sa.delete(INBOX).where(INBOX.c.id == letter)) and None)
        raise Refused(**json.loads(found.body))

    async def withdraw(self, letter: int) -> bool:
        """Take a command back. Return False where it was carried out or refused meanwhile."""
        mine = sa.delete(INBOX).where(INBOX.c.id == letter, INBOX.c.type != REFUSED)
        return await self._database.write(lambda connection: bool(connection.execute(mine).rowcount))


@value
class News:
    """What differs from the last look: where logs now end, which debates have commands waiting, which are gone, and
    which look different in a list of debates (new, gone or renamed ones among them)."""

    heads: dict[str, int]
    letters: frozenset[str]
    departures: frozenset[str] = frozenset()
    listings: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.heads or self.letters or self.departures or self.listings)


NOTHING = News(heads={}, letters=frozenset())


Row = tuple[int, int, str, float | None]
"""Where a log ends, how far its tables are, its title, its score: what a list of debates goes by."""


class Watch:
    """Looks for changes by any process. A look that finds none costs one pragma and touches no table."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._version = -1
        self._rows: dict[str, Row] = {}

    async def look(self) -> News:
        """Return what changed since the last look; the first look tells of everything."""
        version = await self._database.changes()
        if version == self._version:
            return NOTHING
        rows, letters = await self._database.read(_survey)
        before, gone = self._rows, frozenset(self._rows) - frozenset(rows)
        changed = {debate: row for debate, row in rows.items() if before.get(debate) != row}
        news = News(
            heads={
                debate: row[0] for debate, row in changed.items() if debate not in before or before[debate][0] != row[0]
            },
            letters=letters,
            departures=gone,
            listings=gone | changed.keys(),
        )
        self._version, self._rows = version, rows
        return news


def _survey(connection: sa.Connection) -> tuple[dict[str, Row], frozenset[str]]:
    score = SESSIONS.c.final_consensus_score
    listed = sa.select(DEBATES.c.debate_id, DEBATES.c.head_seq, DEBATES.c.projected_seq, DEBATES.c.title, score)
    joined = listed.outerjoin_from(DEBATES, SESSIONS, SESSIONS.c.id == DEBATES.c.debate_id)
    rows = connection.execute(joined.where(DEBATES.c.deleted_at.is_(None)))
    waiting = sa.select(INBOX.c.debate_id).where(INBOX.c.type != REFUSED)
    found: dict[str, Row] = {debate: (head, projected, title, score) for debate, head, projected, title, score in rows}
    return found, frozenset(connection.execute(waiting).scalars())
