"""Each running debate is leased to one process; the others watch it and send it commands."""

from __future__ import annotations

import os
import socket
import sys

import sqlalchemy as sa

from disputatio.debate.values import value
from disputatio.engine.ports import Clock
from disputatio.storage import schema
from disputatio.storage.database import Database

STALE = 15.0
"""Seconds without a heartbeat after which a lease may be taken over."""

BEAT = 3.0
"""Seconds between two heartbeats."""

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

    async def take(self, debate: str) -> Lease | None:
        """Take the lease of a debate. None: it is ours now; otherwise the lease of who has it."""
        now = self._clock.now()

        def work(connection: sa.Connection) -> Lease | None:
            found = _read(connection, debate)
            if found is not None and found.holder != self.holder and self._alive(found, now):
                return found
            connection.execute(sa.delete(LEASES).where(LEASES.c.debate_id == debate))
            mine = {"holder": self.holder, "host": self._host, "pid": self._pid, "heartbeat": now}
            connection.execute(sa.insert(LEASES).values(debate_id=debate, **mine))
            return None

        return await self._database.write(work)

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
        now = self._clock.now()
        rows = await self._database.read(lambda connection: connection.execute(sa.select(LEASES)).all())
        leases = [_lease(row) for row in rows]
        return {each.debate: each for each in leases if self._alive(each, now)}

    def _alive(self, lease: Lease, now: float) -> bool:
        if now - lease.heartbeat > STALE:
            return False
        return lease.host != self._host or process_lives(lease.pid)


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
