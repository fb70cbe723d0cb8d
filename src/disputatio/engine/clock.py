"""The real clock. The only place below the faces that reads the time."""

from __future__ import annotations

import asyncio
import time


class SystemClock:
    """engine.ports.Clock on this machine's clocks."""

    def now(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
