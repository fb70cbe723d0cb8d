"""Open debates. Each running debate is leased to one process, which drives it; others watch its log and leave commands
for the holder (SPEC CLI.3). A lease whose holder is gone is taken over by whoever has the debate open."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from disputatio.debate.commands import Command
from disputatio.debate.decide import decide
from disputatio.debate.errors import Refused
from disputatio.debate.events import DebateEnded
from disputatio.debate.evolve import evolve, fold
from disputatio.debate.plan import Planner
from disputatio.debate.state import Debate
from disputatio.debate.turns import Past
from disputatio.debate.views.progress import Progress, progress_of
from disputatio.engine.hub import Hub
from disputatio.engine.performer import Performer
from disputatio.engine.ports import Clock
from disputatio.engine.runner import Runner
from disputatio.engine.signals import Settled, Update
from disputatio.storage.database import Database
from disputatio.storage.inbox import Inbox, Watch
from disputatio.storage.leases import BEAT, Leases
from disputatio.storage.log import SqliteEventLog
from disputatio.storage.projections import Summary, summarise

LOG = logging.getLogger(__name__)
LOOK = 0.25
"""Seconds between two looks at what other processes wrote."""


class Session:
    """One open debate: driven here, or watched while another process drives it. The interface is the same."""

    def __init__(self, id: str, sessions: Sessions) -> None:
        self.id = id
        self.hub = Hub()
        self.runner: Runner | None = None
        self._sessions = sessions
        self._watched = Debate()
        self._planner = Planner()
        self._summarised = 0
        self._changed = asyncio.Event()

    @property
    def debate(self) -> Debate:
        """The present state."""
        return self.runner.debate if self.runner else self._watched

    @property
    def here(self) -> bool:
        """Whether this process drives the debate."""
        return self.runner is not None

    def past(self) -> Past:
        """All that was said so far, in the order of the program."""
        planner = self.runner.planner if self.runner else self._planner
        return planner.walk(self.debate).past

    def progress(self) -> Progress:
        return progress_of(self.debate, self.past())

    def updates(self, since: int = 0) -> AsyncIterator[Update]:
        """What was recorded after place `since`, then what happens, until the debate is closed."""
        return self.hub.updates(since)

    async def submit(self, command: Command) -> None:
        """Carry out a command, or leave it for the process that drives the debate. Raises Refused."""
        if self.runner is None and not await self._sessions.take_over(self):
            await self._sessions.inbox.put(self.id, command)
            return
        assert self.runner is not None
        await self.runner.submit(command)

    async def settled(self) -> Debate:
        """Wait until the debate rests, or waits for a person."""
        while True:
            if self.runner is not None:
                return await self.runner.settled()
            if self.debate.status != "debating":
                return self.debate
            self._changed.clear()
            await self._changed.wait()

    # ---- used by Sessions ------------------------------------------------------------------------------------------
    async def load(self) -> None:
        self.hub.records.extend(await self._sessions.log.read(self.id))
        self._watched = fold(record.event for record in self.hub.records)

    async def drive(self) -> None:
        """Begin to drive the debate; the lease is ours."""
        await self.catch_up()
        self.runner = self._sessions.runner(self)
        self.runner.start()
        self._changed.set()

    async def let_go(self, lost: bool = False) -> None:
        """Stop driving. `lost`: the lease is somebody else's now."""
        runner, self.runner = self.runner, None
        if runner is not None:
            await runner.close()
            self._watched = fold(record.event for record in self.hub.records)
            self._planner = Planner()
        if lost:
            LOG.warning("Another process has taken over debate %s; it is watched here from now on.", self.id)
        self._changed.set()

    async def catch_up(self) -> None:
        """Read what another process has written."""
        records = await self._sessions.log.read(self.id, len(self.hub.records))
        for record in records:
            self._watched = evolve(self._watched, record.event)
            self._planner.observe(record.event)
        self.hub.publish(records)
        if records:
            self._changed.set()
            if self._watched.status != "debating":
                self.hub.signal(Settled(status=self._watched.status))

    async def summarise(self) -> None:
        """Write the score of a debate that has ended into its row."""
        records = self.hub.records
        ended = any(isinstance(record.event, DebateEnded) for record in records[self._summarised :])
        self._summarised = len(records)
        if ended and self.runner is not None and self.debate.over:
            measure = self.progress().measure
            score = measure.score if measure.measured else None
            summary = Summary(score=score, method="points" if measure.measured else "")
            await summarise(self._sessions.database, self.id, summary)


class Sessions:
    """The debates that this process has open. A session stays while somebody uses it, or while it is debating."""

    def __init__(
        self,
        database: Database,
        log: SqliteEventLog,
        leases: Leases,
        inbox: Inbox,
        performer: Performer,
        clock: Clock,
    ) -> None:
        self.database, self.log, self.leases, self.inbox = database, log, leases, inbox
        self._performer, self._clock = performer, clock
        self._open: dict[str, Session] = {}
        self._uses: dict[str, int] = {}
        self._watch = Watch(database)
        self._tasks: list[asyncio.Task[None]] = []
        self._opening = asyncio.Lock()

    def start(self) -> None:
        """Begin to look after leases and letters."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._beat(), name="leases"), loop.create_task(self._look(), name="letters")]

    def running(self) -> list[str]:
        """The debates that are driven here and under way."""
        return [id for id, session in self._open.items() if session.here and session.debate.status == "debating"]

    def get(self, id: str) -> Session | None:
        return self._open.get(id)

    def runner(self, session: Session) -> Runner:
        return Runner(session.id, session.hub, self._performer, self.log, self._clock)

    @asynccontextmanager
    async def open(self, id: str) -> AsyncIterator[Session]:
        """Use a debate: history first, then live. It goes on debating after the last user left. Raises NotFound."""
        session = await self.acquire(id)
        try:
            yield session
        finally:
            await self.release(id)

    async def acquire(self, id: str) -> Session:
        """As `open`, for users that outlive a block: pair it with `release`."""
        self._uses[id] = self._uses.get(id, 0) + 1
        async with self._opening:
            session = self._open.get(id)
            if session is None:
                await self.log.head(id)
                session = Session(id, self)
                await session.load()
                self._open[id] = session
                if await self.leases.take(id) is None:
                    await session.drive()
        return session

    async def release(self, id: str) -> None:
        self._uses[id] = max(0, self._uses.get(id, 0) - 1)
        await self._tidy(id)

    async def deliver(self, id: str, command: Command) -> bool:
        """Carry out a command and leave the debate where it then is; nothing goes on by this. False: another process
        drives the debate, and the command was left for it. Raises NotFound, Refused."""
        if (session := self._open.get(id)) is not None:
            await session.submit(command)
            return session.here
        async with self._opening:
            events = decide(fold(record.event for record in await self.log.read(id)), command)
            if await self.leases.take(id) is not None:
                await self.inbox.put(id, command)
                return False
            try:
                await self.log.append(id, events)
            finally:
                await self.leases.release(id)
            return True

    async def take_over(self, session: Session) -> bool:
        """Drive a debate that nobody drives. False: another process does."""
        async with self._opening:
            if session.runner is None:
                if await self.leases.take(session.id) is not None:
                    return False
                await session.drive()
            return True

    async def close(self) -> None:
        """Let go of everything: turns in flight are cut and kept, and resume when the debate is opened again."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        for session in self._open.values():
            await session.let_go()
            session.hub.close()
        self._open.clear()
        await self.leases.release()

    async def _tidy(self, id: str) -> None:
        session = self._open.get(id)
        if session is None or self._uses.get(id) or (session.here and session.debate.status == "debating"):
            return
        del self._open[id]
        self._uses.pop(id, None)
        await session.summarise()
        await session.let_go()
        session.hub.close()
        await self.leases.release(id)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            held = await self.leases.beat()
            for id, session in list(self._open.items()):
                if session.here and id not in held:
                    await session.let_go(lost=True)
                elif not session.here and session.debate.status == "debating":
                    await self.take_over(session)
                await self._tidy(id)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            news = await self._watch.look()
            for id in news.heads:
                if (session := self._open.get(id)) and not session.here:
                    await session.catch_up()
            for id, session in list(self._open.items()):
                await session.summarise()
                if id in news.letters and session.runner is not None:
                    await self._deliver(id, session.runner)

    async def _deliver(self, id: str, runner: Runner) -> None:
        for letter in await self.inbox.drain(id):
            try:
                await runner.submit(letter.command)
            except Refused as refused:
                LOG.info("A command for debate %s from another process was refused: %s", id, refused)
