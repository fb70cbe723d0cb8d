"""Copies of repositories that were fetched from the network into the data folder, at the word of a person."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from disputatio.debate.errors import Refused
from disputatio.repository.cloning import Fetched, clone
from disputatio.repository.threads import Stopped, in_thread

OFTEN = 0.1
"""Seconds between two words about a copy that is fetched."""


class Clones:
    def __init__(self, folder: Path | None) -> None:
        """`folder`: where copies are kept; None where none can be."""
        self._folder = folder

    async def fetch(self, address: str, progress: Callable[[Fetched], object], cancel: Stopped) -> Path:
        """A bare copy of the repository at an address; returns its folder. `progress` is called on the event loop,
        `cancel` in another thread. Raises `Refused`, `NotCloned`, `ReadingStopped`."""
        if self._folder is None:
            raise Refused("There is no folder for copies.", "Clone it with git and open the folder.")
        below, loop, last = self._folder, asyncio.get_running_loop(), [0.0]

        def tell(fetched: Fetched) -> None:
            if (now := time.monotonic()) - last[0] >= OFTEN:
                last[0] = now
                loop.call_soon_threadsafe(progress, fetched)

        return await in_thread(lambda stopped: clone(address, below, tell, lambda: stopped() or cancel()))

    def has(self, path: str) -> bool:
        """Whether it is a copy in the data folder."""
        return self._folder is not None and Path(path).parent == self._folder

    async def erase(self, path: str) -> None:
        await asyncio.to_thread(shutil.rmtree, path, ignore_errors=True)
