"""Our own work per turn with a model that answers at once, and wall time against the critical path of model calls.

The set-up of the peers in the literature: three participants, five rounds, fifteen turns of about 190 characters, every
earlier message in view. "Durable" writes every turn to SQLite before the next one is asked.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from benchmarks.table import Figure, median
from disputatio.app.assets import resource
from disputatio.app.collecting import settle
from disputatio.debate.events import DebateOpened, Event, Recorded, TurnCompleted, Usage
from disputatio.debate.loader import load
from disputatio.debate.opening import cast, open_debate, options_of
from disputatio.engine.chat import Finished, Part, TextDelta
from disputatio.engine.clock import SystemClock
from disputatio.engine.hub import Hub
from disputatio.engine.limits import Limits
from disputatio.engine.performer import Performer
from disputatio.engine.ports import EventLog
from disputatio.engine.routing import Routing
from disputatio.engine.runner import Runner
from disputatio.prompting.request import Request
from disputatio.storage.database import Database
from disputatio.storage.log import SqliteEventLog
from disputatio.testing.memory_log import MemoryLog
from disputatio.testing.scripted import NoSources

TEXT = "This is a canned debate turn of about two hundred characters. " * 3
TURNS = 15
PEERS = {"memory": 0.35, "durable": 1.86}
"""Milliseconds per turn of the best peer in each column, one debate (LangGraph 1.2, AutoGen 0.7)."""

TABLE = """
name = "bench"
title = "Three participants, five rounds"
do = ["round"]
[cast.table]
role = "Participant"
seats = [3, 3]
[step.round]
repeat = 5
do = ["turn"]
[step.turn]
ask = "all"
"""


class Instant:
    """A provider and its only model: the same text at once, or after a delay, in one piece or several."""

    name = "instant"
    title = "Instant"

    def __init__(self, delay: float = 0.0, pieces: int = 1) -> None:
        self.delay = delay / pieces
        size = -(-len(TEXT) // pieces)
        self.parts = [TextDelta(text=TEXT[start : start + size]) for start in range(0, len(TEXT), size)]
        self.end = Finished(reason="stop", model="one", usage=Usage(prompt=100, completion=40))

    def chat(self, model: str) -> Instant:
        return self

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        for part in self.parts:
            if self.delay:
                await asyncio.sleep(self.delay)
            yield part
        yield self.end


class Free:
    def price(self, model: str, usage: Usage) -> int | None:
        return 0

    def estimate_tokens(self, text: str) -> int:
        return len(text) // 4


class Forgetful:
    async def remember(self, id: str, debate: object, sought: str) -> list[dict[str, object]]:
        return []

    async def recall(self, kind: str, ref: str, question: str, rehearsal: bool = False) -> list[dict[str, object]]:
        return []


class Kept:
    """A log that only keeps its events, as the peers do without a checkpointer: no encoding, no hash chain."""

    def __init__(self) -> None:
        self.logs: dict[str, list[Recorded]] = {}

    async def append(
        self, debate: str, events: Sequence[Event], requests: Mapping[str, str] | None = None
    ) -> list[Recorded]:
        log = self.logs.setdefault(debate, [])
        new = [Recorded(seq=seq, at=0.0, prev_hash="", hash="", event=e) for seq, e in enumerate(events, len(log) + 1)]
        log.extend(new)
        return new

    async def read(self, debate: str, since: int = 0) -> list[Recorded]:
        return self.logs.get(debate, [])[since:]

    async def get(self, hash: str) -> str | None:
        return None


def opened() -> DebateOpened:
    standard = (resource("formats") / "standard.toml").read_text("utf-8")
    format = load(TABLE, "bench.toml", standard)
    return open_debate("motion", format, cast(format, (), {"*": "instant:one"}), options_of(format, {}))


def performer(provider: Instant) -> Performer:
    clock, limits = SystemClock(), Limits(concurrency=1000)
    routing = Routing(lambda model: provider, clock, limits)  # type: ignore[arg-type,return-value]
    return Performer(routing, limits, clock, Free(), Forgetful(), NoSources())  # type: ignore[arg-type]


async def debate(id: str, log: EventLog, perform: Performer, first: DebateOpened) -> Runner:
    hub = Hub(await log.append(id, [first]))
    runner = Runner(id, hub, perform, log, SystemClock())
    runner.start()
    done = await runner.settled()
    assert done.over, done.why
    await runner.close()
    return runner


async def per_turn(make_log: Callable[[], Awaitable[EventLog]], label: str, runs: int = 50) -> list[Figure]:
    """Milliseconds per turn: debates one after another (median), then fifty at once."""
    perform, first = performer(Instant()), opened()
    times = []
    for number in range(runs + 2):
        log = await make_log()
        began = time.perf_counter()
        await debate(f"{label}-{number}", log, perform, first)
        times.append((time.perf_counter() - began) * 1000 / TURNS)
    began = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for number in range(50):
            group.create_task(debate(f"{label}-c{number}", log, perform, first))
    together = (time.perf_counter() - began) * 1000 / TURNS / 50
    limit = PEERS[label] / 2
    return [
        Figure(f"our work per turn, {label}, one debate", median(times[2:]), "ms", limit),
        Figure(f"our work per turn, {label}, fifty at once", together, "ms", limit),
    ]


async def overhead() -> Figure:
    """Wall time of a debate with realistic latencies, over the critical path of its model calls."""
    provider = Instant(delay=0.4, pieces=20)
    began = time.perf_counter()
    runner = await debate("wall", MemoryLog(), performer(provider), opened())
    wall = time.perf_counter() - began
    calls = sum(record.event.total_ms for record in runner.hub.records if isinstance(record.event, TurnCompleted))
    return Figure("wall time over the critical path of model calls", wall * 1000 / calls, "×", 1.02)


async def measure() -> list[Figure]:
    async def memory() -> EventLog:
        return Kept()

    settle()  # as a command does once it has started
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "bench.db")

        async def durable() -> EventLog:
            return SqliteEventLog(database, SystemClock())

        figures = [*await per_turn(memory, "memory"), *await per_turn(durable, "durable"), await overhead()]
        await database.close()
    return figures
