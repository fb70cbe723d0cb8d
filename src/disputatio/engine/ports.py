"""What the engine needs from the outside world. Each port stands beside its consumer; adapters live on floor 3."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from disputatio.debate.events import Event, Recorded


class Clock(Protocol):
    """Time. `now` is seconds since 1970 UTC; `monotonic` only measures; `sleep` may be cancelled."""

    def now(self) -> float: ...

    def monotonic(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


class EventLog(Protocol):
    """The logs of all debates, hash-chained. Raises `StorageHeld` when it cannot write; then nothing was appended."""

    async def append(
        self, debate: str, events: Sequence[Event], requests: Mapping[str, str] | None = None
    ) -> list[Recorded]:
        """Durable when it returns (a killed process loses nothing of it). All or nothing, in order.

        `requests` are full requests by the SHA-256 of their canonical JSON, stored once each with the events that
        name them.
        """
        ...

    async def read(self, debate: str, since: int = 0) -> list[Recorded]:
        """What was recorded after place `since`, oldest first."""
        ...

    async def get(self, hash: str) -> str | None:
        """A full request by its hash."""
        ...
