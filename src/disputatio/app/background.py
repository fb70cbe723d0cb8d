"""Work that goes on behind what a person does, one piece at a time for each name, mostly that of a debate."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from disputatio.debate.wording import english


class Background:
    """`about` says what the work is of a name: "course of"."""

    def __init__(self, about: str) -> None:
        self._about = about
        self._running: dict[str, asyncio.Task[None]] = {}

    def begin(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Begin the work of a name unless it is under way. What it writes and logs is in English."""
        running = self._running.get(name)
        if running is not None and not running.done():
            return
        with english():
            task = asyncio.get_running_loop().create_task(work(), name=f"{self._about} {name}")
        self._running[name] = task
        task.add_done_callback(lambda done: self._forget(name, done))

    def _forget(self, name: str, task: asyncio.Task[None]) -> None:
        """Forget work that has ended, unless more of it has begun by now."""
        if self._running.get(name) is task:
            del self._running[name]

    async def wait(self, name: str) -> None:
        """Wait until the work of a name has ended, if there is any."""
        if task := self._running.get(name):
            await asyncio.wait([task])

    async def close(self, patience: float) -> None:
        """Let what is under way come to its end within so many seconds, and cut off the rest."""
        waiting = [task for task in self._running.values() if not task.done()]
        if waiting and patience:
            await asyncio.wait(waiting, timeout=patience)
        for task in waiting:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
