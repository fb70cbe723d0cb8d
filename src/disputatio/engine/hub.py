"""Who watches a live debate, and what watchers see: its events, and signals, which may be merged or missed.

A watcher reads the list of records at its own pace, history first, then live; there is no queue of events that could
overflow. Signals wait for it merged, so a slow watcher misses no text either; one that has stopped reading loses what
it would read as records in any case.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field, replace

from disputatio.debate.log.events import Recorded, ToolUse
from disputatio.debate.values import value


@value
class Delta:
    """More text of a turn that is being spoken, from character `start` on. Thinking comes apart from the answer."""

    path: str
    start: int
    text: str
    thinking: bool = False


@value
class Retrying:
    """A call failed and will be made again in `seconds`: `attempt` counts from 1."""

    path: str
    seconds: float
    why: str
    attempt: int


@value
class ToolRunning:
    """The model of a turn looks something up; `arguments` as it wrote them, untrusted. Ends with `ToolDone`, or with
    the turn."""

    path: str
    name: str
    arguments: str


@value
class ToolDone:
    """What a look-up came to. Those of one turn come one after another."""

    path: str
    use: ToolUse


@value
class Held:
    """The log cannot be written, so the debate is held; an empty `why` means that it goes on. `lasting`: that does not
    pass while the program has the log open. `place`: the page of the settings where the remedy is."""

    why: str
    remedy: str = ""
    place: str = ""
    lasting: bool = False


@value
class Settled:
    """Nothing is under way: the debate rests, or waits for a person."""

    waiting: bool = False


Signal = Delta | Retrying | ToolRunning | ToolDone | Held | Settled
Update = Recorded | Signal


MOST_WAITING = 4_000
"""Signals that wait for one watcher at most. A debate of a hundred turns makes about half as many."""


@dataclass(slots=True, eq=False)
class Watcher:
    """`signals` are those it has not seen, each with the number of records that came before it."""

    woken: asyncio.Event = field(default_factory=asyncio.Event)
    signals: list[tuple[int, Signal]] = field(default_factory=list)
    growing: dict[tuple[str, bool], int] = field(default_factory=dict)

    def push(self, place: int, signal: Signal) -> None:
        """Add a signal; more text of a turn joins what is already waiting of it."""
        self.woken.set()
        if isinstance(signal, Delta):
            key = (signal.path, signal.thinking)
            at = self.growing.get(key)
            if at is not None and self.signals[at][0] == place:
                waiting = self.signals[at][1]
                assert isinstance(waiting, Delta)
                if signal.thinking or signal.start == waiting.start + len(waiting.text):
                    self.signals[at] = (place, replace(waiting, text=waiting.text + signal.text))
                    return
            self.growing[key] = len(self.signals)
        self.signals.append((place, signal))
        if len(self.signals) > MOST_WAITING:
            self.thin()

    def thin(self) -> None:
        """Nobody reads: keep the newest half. What was said stands in the records, the state in the debate."""
        del self.signals[: MOST_WAITING // 2]
        self.growing.clear()

    def take(self) -> list[tuple[int, Signal]]:
        taken, self.signals = self.signals, []
        self.growing.clear()
        return taken


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
            watcher.push(len(self.records), signal)

    def close(self) -> None:
        """Let every watcher end after what is there."""
        self._closed = True
        for watcher in self._watchers:
            watcher.woken.set()

    async def updates(self, since: int = 0) -> AsyncIterator[Update]:
        """Yield what was recorded after place `since`, then what happens, until the hub is closed."""
        watcher = Watcher()
        self._watchers.add(watcher)
        try:
            place = since
            while True:
                for before, signal in watcher.take():
                    while place < before:
                        place += 1
                        yield self.records[place - 1]
                    yield signal
                while place < len(self.records) and not watcher.signals:
                    place += 1
                    yield self.records[place - 1]
                if place < len(self.records) or watcher.signals:
                    continue
                if self._closed:
                    return
                watcher.woken.clear()
                await watcher.woken.wait()
        finally:
            self._watchers.discard(watcher)
