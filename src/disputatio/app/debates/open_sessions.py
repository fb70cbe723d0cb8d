"""All open debates. Each running debate is leased to one process, which drives it; others watch its log and leave
commands for the holder (SPEC CLI.3). A lease whose holder is gone is taken over by whoever has the debate open.

Whatever opens, drives, lets go of or closes a debate holds that debate's lock; commands and events do not need it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from weakref import WeakValueDictionary

from disputatio.app.debates import upkeep
from disputatio.app.debates.session import OnEnd, ReceiptedLog, Session, write_summary
from disputatio.app.debates.spoken_secrets import held_back
from disputatio.app.debates.upkeep import Upkeep
from disputatio.app.privacy.frontier import Frontier
from disputatio.app.privacy.sendings import Asked
from disputatio.debate.decide.decide import decide
from disputatio.debate.errors import DisputatioError, Refused
from disputatio.debate.log.commands import Command
from disputatio.debate.log.events import DebateHalted, DebateOpened, Event, Recorded, TurnCut
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.log.state import Debate
from disputatio.debate.views.labels import NO_AI
from disputatio.debate.views.transcript import TurnEntry, transcript_of
from disputatio.debate.views.transcript_words import waits_for_person
from disputatio.engine.canonical import storable
from disputatio.engine.errors import StorageHeld
from disputatio.engine.performer import Performer
from disputatio.engine.ports import Clock
from disputatio.engine.runner import Runner
from disputatio.storage.catalogue import DebateEntry
from disputatio.storage.database import Database
from disputatio.storage.leases import Inbox, Leases
from disputatio.storage.log import SqliteEventLog

__all__ = ["Session", "Sessions", "is_interrupted"]

LOG = logging.getLogger(__name__)
INTERRUPTED = "the program ended in the middle of it"
"""Why a debate rests that nobody drove any more."""

ANSWER = 3.0
"""Seconds to wait for the process that drives a debate to carry out, or refuse, a command."""


class Sessions:
    """The debates that this process has open. A session stays while somebody uses it, or while it is debating.

    `warm` loads what the first call would otherwise load on the event loop; `on_end` hears of every debate that was
    driven here to its end, `on_start` of every one that begins to be driven here, `on_fault` of every fault of the
    program that ended one of them, or a round of looking after them, `on_news` of debates that another process, or
    nobody, drives and that look different in a list: new ones, gone ones, and those that went on. `frontier` is asked
    before a command that would have models asked.
    """

    def __init__(
        self,
        database: Database,
        log: SqliteEventLog,
        leases: Leases,
        inbox: Inbox,
        performer: Performer,
        clock: Clock,
        warm: Callable[[], None],
        on_end: OnEnd,
        on_start: Callable[[Session], None],
        frontier: Frontier,
    ) -> None:
        self.on_end, self._on_start, self._frontier = on_end, on_start, frontier
        self.on_fault: Callable[[BaseException], object] = lambda fault: None
        self.on_news: Callable[[frozenset[str]], object] = lambda ids: None
        self.database, self.log, self.leases, self.inbox = database, log, leases, inbox
        self._performer, self._clock, self._warm, self._cold = performer, clock, warm, True
        self._open: dict[str, Session] = {}
        self._uses: dict[str, int] = {}
        self.tending = Upkeep(self, database)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._closing = False

    def running_debates(self) -> list[str]:
        """Return the debates that this process drives and that are not at rest."""
        return [id for id, session in self._open.items() if session.under_way]

    async def driven_debates(self) -> set[str]:
        """Return the debates that this process, or another living one, is driving."""
        return set(await self.leases.current())

    async def interrupted_debates(self, entries: Iterable[DebateEntry]) -> set[str]:
        """Return the debates that stopped midway because the process that ran them ended."""
        driven = await self.driven_debates()
        return {entry.id for entry in entries if is_interrupted(entry, driven)}

    def get(self, id: str) -> Session | None:
        return self._open.get(id)

    def all(self) -> list[tuple[str, Session]]:
        """Return the debates that are open here, by id."""
        return list(self._open.items())

    def lock(self, id: str) -> asyncio.Lock:
        """Held by whatever opens, drives, lets go of or closes a debate."""
        return self._locks.setdefault(id, asyncio.Lock())

    def runner(self, session: Session) -> Runner:
        log = ReceiptedLog(self.log, session.receipts, session.hub.records)
        return Runner(session.id, session.hub, self._performer, log, self._clock)

    @asynccontextmanager
    async def open(self, id: str) -> AsyncIterator[Session]:
        """Use a debate: history first, then live. It goes on debating after the last user left. Raises NotFound."""
        session = await self.acquire(id)
        try:
            yield session
        finally:
            await self.release(id)

    async def acquire(self, id: str, *, early: bool = False) -> Session:
        """As `open`, for users that outlive a block: pair it with `release`. `early`: a long debate comes as soon as it
        is read, for whoever shows its end first, and then lets the rules `go_through` it."""
        self._uses[id] = self._uses.get(id, 0) + 1
        session = None
        try:
            async with self.lock(id):
                found = self._open.get(id) or await self._read(id, early)
                if not (found.ready or (early and found.is_long)):
                    await self._go_through(found)
                session = found
        finally:
            if session is None:
                self._unused(id)
        return session

    async def release(self, id: str) -> None:
        self._unused(id)
        await self.tidy(id)

    async def deliver(self, id: str, command: Command, agreed: Collection[Asked] = ()) -> bool:
        """Carry out a command and leave the debate where it then is; nothing goes on by this. False: another process
        drives the debate, and was given the command. Raises NotFound, Refused, and ConsentNeeded for what a model would
        be sent that was not agreed to."""
        if (session := self._open.get(id)) is not None:
            await session.submit(command, agreed)
            return session.here
        records = await self.log.read(id)
        debate = debate_in(records)
        command = await held_back(command, debate.options)
        await self._permit(id, records, command, agreed, debate)
        while True:
            async with self.lock(id):
                await self.log.head(id)
                if await self.leases.take(id) is None:
                    try:
                        records = await self.log.read(id)
                        await self.log.append(id, decide(debate_in(records), storable(command)))
                        await write_summary(self.log, self.database, id)  # the command may have ended it
                        return True
                    finally:
                        await self.leases.release(id)
            if await self._post(id, command):
                return False

    async def rest(self, entry: DebateEntry) -> None:
        """Pause a debate whose process ended in the middle of it: opening it would ask models, and cost, unasked."""
        if entry.status != "running" or not is_interrupted(entry, await self.driven_debates()):
            return
        async with self.lock(entry.id):
            if await self.leases.take(entry.id) is None:
                try:
                    if rest := _broken_off(await self.log.read(entry.id)):
                        await self.log.append(entry.id, rest)
                finally:
                    await self.leases.release(entry.id)

    async def permit(self, id: str, agreed: Collection[Asked] = ()) -> None:
        """Check consents before opening an interrupted debate, which goes on at once. Raises ConsentNeeded."""
        records = await self.log.read(id)
        if records and isinstance(opened := records[0].event, DebateOpened):
            await self._frontier.going_on(id, opened, debate_in(records), agreed)

    async def open_sendings(self, session: Session) -> Sequence[Asked]:
        """Return what going on with an open debate would send that the person has not agreed to."""
        opened = session.hub.records[0].event
        assert isinstance(opened, DebateOpened)
        return await self._frontier.present(session.id, opened, session.debate)

    async def carry_out(self, session: Session, command: Command, agreed: Collection[Asked] = ()) -> None:
        """Give an open debate a command, here or in the process that drives it. Raises Refused, ConsentNeeded."""
        command = await held_back(command, session.debate.options)
        await self._permit(session.id, session.hub.records, command, agreed, session.debate)
        if await self.take_over(session):
            assert session.runner is not None  # nothing has run since
            await session.runner.submit(command)
        else:
            await self._post(session.id, command, session)
            await self.catch_up(session.id)

    async def take_over(self, session: Session) -> bool:
        """Drive a debate that nobody drives, or that a fault ended here. Return False if another process drives it."""
        async with self.lock(session.id):
            if session.closed:
                raise Refused("This debate was closed here.", "Open it again.")
            if session.runner is not None and session.runner.crash is not None:
                await session.let_go()
            if session.runner is None:
                if await self.leases.take(session.id) is not None:
                    return False
                await self._drive(session)
            return True

    async def go_through(self, session: Session) -> None:
        """Let the rules go through a debate that was acquired early. Raises Refused, StorageHeld."""
        async with self.lock(session.id):
            if session.closed:
                raise Refused("This debate was closed here.", "Open it again.")
            if not session.ready:
                await self._go_through(session)

    async def catch_up(self, id: str) -> None:
        """Read what another process wrote, if that one drives the debate."""
        async with self.lock(id):
            session = self._open.get(id)
            if session is not None and not session.here:
                await session.catch_up()

    async def close(self) -> None:
        """Let go of everything: turns in flight are cut and kept, and resume when the debate is opened again."""
        self._closing = True
        await self.tending.stop()
        for lock in list(self._locks.values()):
            async with lock:  # whatever is being opened is open then
                continue
        loop = asyncio.get_running_loop()
        left = [loop.create_task(self._shut(id, session), name=id) for id, session in self._open.items()]
        for task in (await asyncio.wait(left))[0] if left else ():
            if not task.cancelled() and (fault := task.exception()) is not None:
                LOG.error("Debate %s could not be released in an orderly way.", task.get_name(), exc_info=fault)
        try:
            await self.leases.release()
        except StorageHeld as held:  # where nothing can be written; what is not renewed ends by itself
            LOG.info("The leases of debates were not given back: %s", held)

    # ---- opening and closing ---------------------------------------------------------------------------------------
    def _unused(self, id: str) -> None:
        left = self._uses.pop(id, 0) - 1
        if left > 0:
            self._uses[id] = left

    async def _read(self, id: str, early: bool) -> Session:
        """Read a debate; one that is long is open `early`, before the rules have gone through it."""
        session = Session(id, self)
        await session.load()
        if not session.hub.records:
            await self.log.head(id)  # raises NotFound
        if early and session.is_long:
            await session.find_state()
            self._keep(session)
        return session

    async def _go_through(self, session: Session) -> None:
        if self._closing:
            raise Refused("Disputatio is closing.", "Start it again.")
        try:
            if await self.leases.take(session.id) is None:
                await self._drive(session)
            else:
                await session.watch()
        except BaseException:
            await self.leases.release(session.id)
            raise
        self._keep(session)

    def _keep(self, session: Session) -> None:
        self._open[session.id] = session
        self.tending.look_after(session.id)

    async def _drive(self, session: Session) -> None:
        if self._cold:
            self._cold = False
            await asyncio.to_thread(self._warm)
        await session.drive()
        self._on_start(session)

    async def tidy(self, id: str) -> None:
        """Close a debate that nobody uses and that is not under way."""
        async with self.lock(id):
            session = self._open.get(id)
            if session is None or id in self._uses or session.under_way or self._closing:
                return
            try:
                await self._close(session)
            finally:
                del self._open[id]
                await self.leases.release(id)

    async def _shut(self, id: str, session: Session) -> None:
        async with self.lock(id):
            await self._close(session)
            self._open.pop(id, None)

    async def _close(self, session: Session) -> None:
        try:
            await session.close()
        except DisputatioError as error:
            LOG.warning("The score of debate %s is written when it is opened again: %s", session.id, error)

    async def _permit(
        self,
        id: str,
        records: Sequence[Recorded],
        command: Command,
        agreed: Collection[Asked],
        debate: Debate,
    ) -> None:
        """Ask early what the engine would ask before the next request, so that a face can ask the person at once."""
        if records and isinstance(opened := records[0].event, DebateOpened):
            await self._frontier.command(id, opened, debate, command, agreed)

    # ---- letters ---------------------------------------------------------------------------------------------------
    async def _post(self, id: str, command: Command, session: Session | None = None) -> bool:
        """Leave a command for the process that drives a debate, and wait for what becomes of it. Raises Refused.
        Where that process lets go of the debate meanwhile, `session` drives it here, and what was left is read here;
        without one, return False: nobody reads the command any more, and it was taken back."""
        letter = await self.inbox.put(id, command)
        for _ in range(round(ANSWER / upkeep.LOOK)):
            await asyncio.sleep(upkeep.LOOK)
            if await self.inbox.carried_out(letter):
                return True
            if session is None:
                if id not in await self.leases.current() and await self.inbox.withdraw(letter):
                    return False
            elif not session.here:
                with suppress(Refused):  # it was closed in the meantime
                    await self.take_over(session)
        return True


def _broken_off(records: Sequence[Recorded]) -> list[Event]:
    """Return what is so of a debate whose process ended: the turns that models were giving are cut, and it rests. Of
    one that waits for people alone it is nothing: that asks no model."""
    transcript = transcript_of(records)
    begun = [turn for turn in transcript.turns.values() if turn.status == "open"]
    given = [turn for turn in begun if not waits_for_person(turn)]
    if begun and not given:
        return []
    cut = [TurnCut(path=turn.path, text=turn.text, why=INTERRUPTED, cost=None if _costs(turn) else 0) for turn in given]
    return [*cut, DebateHalted(status="paused", reason="person", why=INTERRUPTED)]


def _costs(turn: TurnEntry) -> bool:
    return bool(turn.asked_model) and not turn.asked_model.startswith(NO_AI)


def is_interrupted(entry: DebateEntry, driven: Collection[str]) -> bool:
    """Return whether a debate stopped in the middle with the process that ran it."""
    return entry.status == "running" and entry.id not in driven
