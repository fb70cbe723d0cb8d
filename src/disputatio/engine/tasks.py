"""The tasks of one debate: none is lost sight of, and the fault of one is told at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine


class Tasks:
    """`fault` is called with what a task raised, unless that was its cancellation. The tasks are of one event loop, the
    one that the first of them is started in: before Python 3.12 asking which one is running takes a system call."""

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
        """Until all have ended, at most so long."""
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            self._fault(fault)
