"""The events of one debate on their way into its log: noted, then durable, then shown.

If the log cannot be written the journal is held: what happens meanwhile is kept here, and all of it is written once
that is possible again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

from disputatio.debate.log.events import Event
from disputatio.engine.errors import StorageDamaged, StorageHeld, TakenOver
from disputatio.engine.hub import Held, Hub
from disputatio.engine.ports import EventLog


class Tasks:
    """The tasks of one debate.

    `fault` is called with what a task raised, unless that was its cancellation. The tasks are of one event loop, the
    one that the first of them is started in: before Python 3.12 asking which one is running takes a system call.
    """

    def __init__(self, owner: str, fault: Callable[[BaseException], None]) -> None:
        self._owner = owner
        self._fault = fault
        self._running: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def spawn(self, work: Coroutine[None, None, None], name: str) -> asyncio.Task[None]:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        task = self._loop.create_task(work, name=f"{name} {self._owner}")
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    async def wait(self, seconds: float) -> None:
        """Wait until all have ended, at most so long."""
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            self._fault(fault)


HELD_RETRY = 2.0
"""Seconds between attempts to write a log that could not be written."""
BY_ITSELF = "The debate continues as soon as it can be saved."


class Journal:
    """`storage_fault`: why nothing can be written just now; `freed` is called when that is over."""

    def __init__(self, id: str, hub: Hub, log: EventLog, tasks: Tasks, freed: Callable[[], None]) -> None:
        self.storage_fault: StorageHeld | None = None
        self._id, self._hub, self._log = id, hub, log
        self._tasks, self._freed = tasks, freed
        self._pending: list[Event] = []
        self._bodies: dict[str, str] = {}
        self._writing = asyncio.Lock()
        self._retry: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def unwritten(self) -> int:
        """Return how many events are not durable yet, but for those that are just being written."""
        return len(self._pending)

    def note(self, event: Event) -> None:
        self._pending.append(event)

    def keep(self, hash: str, body: str) -> None:
        """Keep the full request that a later event names by its hash."""
        self._bodies[hash] = body

    def close(self) -> None:
        """Make no further attempts unasked."""
        self._closed = True
        if self._retry is not None:
            self._retry.cancel()

    async def flush_shielded(self) -> None:
        """Do as `flush`, for whoever may be cancelled meanwhile: what is being written is shown all the same."""
        await asyncio.shield(self._tasks.spawn(self.flush(), "writing"))

    async def flush(self) -> None:
        """Make what happened durable, then show it."""
        async with self._writing:
            while self._pending:
                batch, bodies, recorded = self._pending, self._bodies, None
                self._pending, self._bodies = [], {}
                try:
                    recorded = await self._log.append(self._id, batch, bodies)
                except StorageHeld as error:
                    self._hold(error)
                    return
                finally:
                    if recorded is None:
                        self._pending, self._bodies = batch + self._pending, {**bodies, **self._bodies}
                self._release()
                self._hub.publish(recorded)

    def _hold(self, error: StorageHeld) -> None:
        gone = isinstance(error, TakenOver)
        if self.storage_fault is None:
            lasting = isinstance(error, StorageDamaged)
            remedy = error.remedy if lasting or gone else f"{error.remedy} {BY_ITSELF}"
            self._hub.signal(Held(why=error.what, remedy=remedy, place=error.place, lasting=lasting))
        self.storage_fault = error
        if self._retry is None and not self._closed and not gone:
            self._retry = asyncio.get_running_loop().call_later(HELD_RETRY, self._try_again)

    def _try_again(self) -> None:
        self._retry = None
        self._tasks.spawn(self.flush(), "writing")

    def _release(self) -> None:
        if self.storage_fault is not None:
            self.storage_fault = None
            self._hub.signal(Held(why=""))
            self._freed()
