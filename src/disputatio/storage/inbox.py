"""Commands for a debate that another process runs, and news of what other processes wrote."""

from __future__ import annotations

import sqlalchemy as sa

from disputatio.debate.commands import Command
from disputatio.debate.values import value
from disputatio.engine.ports import Clock
from disputatio.storage import schema
from disputatio.storage.codec import COMMANDS
from disputatio.storage.database import Database

INBOX = schema.INBOX
DEBATES = schema.DEBATES


@value
class Letter:
    """A command that waits for the holder of a debate; `id` grows with time."""

    id: int
    debate: str
    at: float
    command: Command


class Inbox:
    """Put by anybody, drained by the holder of the lease; each command is handed out once."""

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

    async def drain(self, debate: str) -> list[Letter]:
        """Take out what waits for a debate, oldest first. Raises codec.Unreadable, then nothing is taken out."""
        theirs = INBOX.c.debate_id == debate

        def work(connection: sa.Connection) -> list[Letter]:
            rows = connection.execute(sa.select(INBOX).where(theirs).order_by(INBOX.c.id)).all()
            letters = [
                Letter(id=row.id, debate=debate, at=row.at, command=COMMANDS.decode(row.type, row.body)) for row in rows
            ]
            if rows:
                connection.execute(sa.delete(INBOX).where(theirs, INBOX.c.id <= rows[-1].id))
            return letters

        return await self._database.write(work)

    async def waiting(self) -> set[str]:
        """The debates that have commands waiting."""
        query = sa.select(INBOX.c.debate_id).distinct()
        return await self._database.read(lambda connection: set(connection.execute(query).scalars()))


@value
class News:
    """What differs from the last look: where logs now end, which debates have commands waiting, which are gone."""

    heads: dict[str, int]
    letters: frozenset[str]
    gone: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.heads or self.letters or self.gone)


NOTHING = News(heads={}, letters=frozenset())


class Watch:
    """Looks for changes by any process. A look that finds none costs one pragma and touches no table."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._version = -1
        self._heads: dict[str, int] = {}

    async def look(self) -> News:
        """What changed since the last look; the first look tells of everything."""
        version = await self._database.changes()
        if version == self._version:
            return NOTHING
        heads, letters = await self._database.read(_survey)
        news = News(
            heads={debate: seq for debate, seq in heads.items() if self._heads.get(debate) != seq},
            letters=letters,
            gone=frozenset(self._heads) - frozenset(heads),
        )
        self._version, self._heads = version, heads
        return news


def _survey(connection: sa.Connection) -> tuple[dict[str, int], frozenset[str]]:
    rows = connection.execute(sa.select(DEBATES.c.debate_id, DEBATES.c.head_seq).where(DEBATES.c.deleted_at.is_(None)))
    heads = {row.debate_id: row.head_seq for row in rows}
    return heads, frozenset(connection.execute(sa.select(INBOX.c.debate_id)).scalars())
