"""Who watches a debate. A watcher reads the list of records at its own pace, history first, then live; there is no
queue of events that could overflow. Signals wait for it merged, so a slow watcher misses no text either."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field, replace

from disputatio.debate.events import Recorded
from disputatio.engine.signals import Delta, Signal, Update


@dataclass(slots=True, eq=False)
class Watcher:
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    signals: list[Signal] = field(default_factory=list)

    def push(self, signal: Signal) -> None:
        """Add a signal; text that continues the newest one is joined to it."""
        if isinstance(signal, Delta) and self.signals:
            last = self.signals[-1]
            if isinstance(last, Delta) and (last.path, last.thinking) == (signal.path, signal.thinking):
                self.signals[-1] = replace(last, text=last.text + signal.text)
                self.woken.set()
                return
        self.signals.append(signal)
        self.woken.set()


class Hub:
    """Fan-out with catch-up over one list of records."""

    def __init__(self, records: Iterable[Recorded] = ()) -> None:
        self.records = list(records)
        self._watchers: set[Watcher] = set()
        self._closed = False

    def publish(self, records: list[Recorded]) -> None:
        self.records.extend(records)
        for watcher in self._watchers:
            watcher.woken.set()

    def signal(self, signal: Signal) -> None:
        for watcher in self._watchers:
            watcher.push(signal)

    def close(self) -> None:
        """Every watcher ends after what is there."""
        self._closed = True
        for watcher in self._watchers:
            watcher.woken.set()

    async def updates(self, since: int = 0) -> AsyncIterator[Update]:
        """What was recorded after place `since`, then what happens, until the hub is closed."""
        watcher = Watcher()
        self._watchers.add(watcher)
        try:
            place = since
            while True:
                while place < len(self.records):
                    place += 1
                    yield self.records[place - 1]
                signals, watcher.signals = watcher.signals, []
                for signal in signals:
                    yield signal
                if place < len(self.records) or watcher.signals:
                    continue
                if self._closed:
                    return
                watcher.woken.clear()
                await watcher.woken.wait()
        finally:
            self._watchers.discard(watcher)
