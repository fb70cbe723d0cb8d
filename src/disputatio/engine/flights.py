"""The calls of one debate that are under way."""

from __future__ import annotations

import asyncio

from disputatio.engine.flight import Flight
from disputatio.engine.ports import Clock


class Flights:
    """`prepared` are asked for and wait for the log; `aloft` are being carried out. `active`: seconds of earlier
    flights."""

    def __init__(self, clock: Clock, active: float) -> None:
        self.prepared: dict[str, Flight] = {}
        self.aloft: dict[str, Flight] = {}
        self._clock = clock
        self._active, self._since = active, 0.0

    def paths(self) -> list[str]:
        return [*self.prepared, *self.aloft]

    def active_seconds(self) -> float:
        """Seconds of flight until now."""
        return self._active + (self._clock.monotonic() - self._since if self.aloft else 0.0)

    def depart(self, flight: Flight, task: asyncio.Task[None]) -> None:
        if not self.aloft:
            self._since = self._clock.monotonic()
        self.aloft[flight.call.path] = flight
        flight.task = task

    def arrive(self, path: str) -> Flight:
        flight = self.aloft.pop(path)
        if not self.aloft:
            self._active += self._clock.monotonic() - self._since
        return flight

    def end(self, path: str) -> Flight:
        """End a call early, also one that is not under way yet."""
        flight = self.prepared.pop(path, None) or self.arrive(path)
        if flight.task is not None:
            flight.task.cancel()
        return flight
