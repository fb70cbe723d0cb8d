"""A log in memory that behaves like the real one, and a clock that stands still until it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from disputatio.debate.log.events import Event, Recorded
from disputatio.engine.ports import Clock
from disputatio.storage.chain import EMPTY, Head, Row, stamp
from disputatio.storage.codec import EVENTS


class FrozenClock:
    """Time passes only by `advance` and by `sleep`, which returns at once."""

    def __init__(self, start: float = 1_700_000_000.0) -> None:
        self.time = start
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.time

    def advance(self, seconds: float) -> None:
        self.time += seconds

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds
        await asyncio.sleep(0)


class MemoryLog:
    """engine.ports.EventLog, hash-chained like the database. `fault` makes the next append fail."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock: Clock = clock or FrozenClock()
        self.fault: Exception | None = None
        self.requests: dict[str, str] = {}
        self._rows: dict[str, list[Row]] = {}
        self._logs: dict[str, list[Recorded]] = {}

    async def append(
        self, debate: str, events: Sequence[Event], requests: Mapping[str, str] | None = None
    ) -> list[Recorded]:
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault
        self.requests |= requests or {}
        log = self._logs.setdefault(debate, [])
        head = Head(seq=log[-1].seq, hash=log[-1].hash) if log else EMPTY
        stamped = stamp([EVENTS.encode(event) for event in events], head, self.clock.now())
        self._rows.setdefault(debate, []).extend(row for row, _ in stamped)
        new = [record for _, record in stamped]
        log.extend(new)
        return new

    async def read(self, debate: str, since: int = 0) -> list[Recorded]:
        return self._logs.get(debate, [])[since:]

    async def rows(self, debate: str) -> list[Row]:
        return list(self._rows.get(debate, []))

    async def get(self, hash: str) -> str | None:
        return self.requests.get(hash)
