"""Background work for open debates: heartbeats, take-overs, and what other processes write and ask."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol

from disputatio.app.debates.session import Session
from disputatio.debate.errors import DisputatioError, Refused
from disputatio.debate.wording import english
from disputatio.engine.runner import Runner
from disputatio.storage.database import Database
from disputatio.storage.leases import BEAT, Inbox, Leases, Letter, Watch

# ---- recurring background work ----------------------------------------------------------------------------------
LOG = logging.getLogger(__name__)


async def forever(
    seconds: float,
    work: Callable[[], Coroutine[Any, Any, object]],
    name: str,
    on_fault: Callable[[BaseException], object],
) -> None:
    """Every so many seconds, until the task is cancelled. What goes wrong round after round is logged once, under a
    name of what is looked after; `on_fault` hears of faults of the program."""
    trouble = ""
    while True:
        await asyncio.sleep(seconds)
        fault = await _fault_of(work())
        before, trouble = trouble, f"{type(fault).__name__}: {fault}" if fault is not None else ""
        if fault is None or trouble == before:
            continue
        if isinstance(fault, DisputatioError):
            LOG.warning("Looking after %s: %s", name, fault)
        else:
            LOG.error("Looking after %s failed.", name, exc_info=fault)
            on_fault(fault)


async def _fault_of(work: Coroutine[Any, Any, object]) -> BaseException | None:
    """Return how a round of work ended. It has a task of its own: a fault of the program ends that round and nothing
    else."""
    task = asyncio.get_running_loop().create_task(work)
    try:
        await asyncio.wait([task])
    finally:
        if not task.done():  # the work is being ended, and the round with it
            task.cancel()
            await asyncio.wait([task])
    return None if task.cancelled() else task.exception()


LOOK = 0.25
"""Seconds between two looks at what other processes wrote."""


class OpenDebates(Protocol):
    """What is looked after: `Sessions`."""

    @property
    def leases(self) -> Leases: ...

    @property
    def inbox(self) -> Inbox: ...

    @property
    def on_news(self) -> Callable[[frozenset[str]], object]: ...

    @property
    def on_fault(self) -> Callable[[BaseException], object]: ...

    def all(self) -> list[tuple[str, Session]]: ...

    def lock(self, id: str) -> asyncio.Lock: ...

    async def tidy(self, id: str) -> None: ...

    async def catch_up(self, id: str) -> None: ...

    async def take_over(self, session: Session) -> bool: ...


class Upkeep:
    """Looks after the debates that this process has open, in rounds that go on until `stop`."""

    def __init__(self, sessions: OpenDebates, database: Database) -> None:
        self._sessions, self.watch = sessions, Watch(database)
        self._behind: set[str] = set()
        self._letters: set[str] = set()
        self._held: set[str] | None = None
        self.tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to look after leases, debates and letters: without this, debates would be left unattended."""
        loop = asyncio.get_running_loop()
        rounds = ((BEAT, self._beat, "leases"), (BEAT, self._tend, "sessions"), (LOOK, self._look, "letters"))
        with english():  # it writes, and logs
            self.tasks = [loop.create_task(forever(*each, self._told), name=each[2]) for each in rounds]

    def also(self, seconds: float, work: Callable[[], Coroutine[Any, Any, object]], name: str) -> None:
        """Look after something else, too, every so many seconds."""
        round_ = forever(seconds, work, name, self._told)
        with english():
            self.tasks.append(asyncio.get_running_loop().create_task(round_, name=name))

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        for task in self.tasks:
            with suppress(asyncio.CancelledError):
                await task

    def look_after(self, id: str) -> None:
        """Look after a debate that was opened: letters may be waiting for it, and another process may have written to
        its log after it was read and before a look could know that it is open."""
        self._letters.add(id)
        self._behind.add(id)

    def _told(self, fault: BaseException) -> None:
        self._sessions.on_fault(fault)

    async def _beat(self) -> None:
        self._held = await self._sessions.leases.beat()

    async def _tend(self) -> None:
        """Let go of what was taken over by others, take over what nobody drives, close what nobody uses."""
        for id, session in self._sessions.all():
            if session.runner is not None and session.runner.crash is not None:
                await self._crashed(session)
            elif session.here and self._held is not None and id not in self._held:
                await self._lost(session)
            elif not session.here and session.crash is None and session.debate.status == "debating":
                with suppress(Refused):  # it was closed in the meantime
                    await self._sessions.take_over(session)
            await self._sessions.tidy(id)

    async def _crashed(self, session: Session) -> None:
        async with self._sessions.lock(session.id):
            if session.runner is not None and session.runner.crash is not None:
                await session.let_go()
                await self._sessions.leases.release(session.id)

    async def _lost(self, session: Session) -> None:
        async with self._sessions.lock(session.id):
            lease = (await self._sessions.leases.current()).get(session.id)
            if session.here and (lease is None or lease.holder != self._sessions.leases.holder):
                await session.let_go(lost=True)

    async def _look(self) -> None:
        """Remember what a look finds until it has been dealt with."""
        news = await self.watch.look()
        open_here = {id for id, _ in self._sessions.all()}
        self._behind |= news.heads.keys() & open_here
        self._letters |= news.letters & open_here
        if elsewhere := news.listings.difference(id for id, session in self._sessions.all() if session.here):
            self._sessions.on_news(elsewhere)
        for id in list(self._behind):
            await self._sessions.catch_up(id)
            self._behind.discard(id)
        for id, session in self._sessions.all():
            await session.summarise()
            if id in self._letters and session.here:
                self._letters.discard(id)
                await self._read_letters(session)

    async def _read_letters(self, session: Session) -> None:
        for letter in await self._sessions.inbox.waiting_for(session.id):
            runner = session.runner
            if runner is None or runner.closing or runner.crash is not None:
                self._letters.add(session.id)
                return
            if letter.id not in session.receipts:
                await self._hand_over(letter, runner, session.receipts)

    async def _hand_over(self, letter: Letter, runner: Runner, receipts: set[int]) -> None:
        receipts.add(letter.id)  # whoever writes next writes what the letter asked for, too
        try:
            await runner.submit(letter.command)
        except Refused as refused:
            receipts.discard(letter.id)
            await self._sessions.inbox.refuse(letter.id, refused)
