"""The tasks of one debate: none is lost sight of, and the fault of one is told at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine


class Tasks:
    """`fault` is called with what a task raised, unless that was its cancellation."""

    def __init__(self, owner: str, fault: Callable[[BaseException], None]) -> None:
        self._owner = owner
        self._fault = fault
        self._running: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[None, None, None], name: str) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work, name=f"{name} {self._owner}")
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
