"""Our own work per turn with a model that answers at once, and wall time against the critical path of model calls.

The set-up of the peers in the literature: three participants, five rounds, fifteen turns of about 190 characters, every
earlier message in view. "Durable" writes every turn to SQLite before the next one is asked.

With the variable DISPUTATIO_PEERS, the path of a Python that has the peers (see `benchmarks.peers`), they are measured
by turns with us, so that whatever else the machine does meets all alike, and the ratio to the best of them is printed.
Without it, our times are held against what the best of them took where this was written, which is another machine.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from benchmarks.table import Figure, median
from disputatio.app.paths import resource
from disputatio.app.process import settle
from disputatio.debate.formats.loader import load
from disputatio.debate.formats.opening import cast, open_debate, options_of
from disputatio.debate.log.events import DebateOpened, Event, Recorded, TurnCompleted, Usage
from disputatio.engine.hub import Hub
from disputatio.engine.limits import Limits
from disputatio.engine.performer import Performer
from disputatio.engine.ports import EventLog, Finished, Part, SystemClock, TextDelta
from disputatio.engine.routing import Routing
from disputatio.engine.runner import Runner
from disputatio.prompting.request import Request
from disputatio.storage.database import Database
from disputatio.storage.log import SqliteEventLog
from disputatio.testing.debates import MemoryLog
from disputatio.testing.scripted import Anywhere, NoMemory, NoSources

TEXT = "This is a canned debate turn of about two hundred characters. " * 3
TURNS = 15
PEERS = {"memory": 0.35, "durable": 1.86}
"""Milliseconds per turn of the best peer in each column where they were measured first (LangGraph 1.2, AutoGen 0.7)."""

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
    routing = Routing(lambda model: provider, Anywhere(), clock, limits)  # type: ignore[arg-type,return-value]
    return Performer(routing, limits, clock, Free(), NoMemory(), NoSources())  # type: ignore[arg-type]


async def debate(id: str, log: EventLog, perform: Performer, first: DebateOpened) -> Runner:
    hub = Hub(await log.append(id, [first]))
    runner = Runner(id, hub, perform, log, SystemClock())
    runner.start()
    done = await runner.wait_for_rest()
    assert done.over, done.why
    await runner.close()
    return runner


class Ours:
    """Holds debates, so many at once and so many times, and says how many milliseconds one turn took (median)."""

    name = "disputatio"

    def __init__(self, make_log: Callable[[], EventLog]) -> None:
        self._make_log, self._perform, self._first = make_log, performer(Instant()), opened()
        self._held = 0

    async def take(self, debates: int, runs: int) -> float:
        times = []
        for _ in range(runs):
            log = self._make_log()
            began = time.perf_counter()
            async with asyncio.TaskGroup() as group:
                for _ in range(debates):
                    self._held += 1
                    group.create_task(debate(f"debate-{self._held}", log, self._perform, self._first))
            times.append((time.perf_counter() - began) * 1000 / TURNS / debates)
        return median(times)


class Peer:
    """As `Ours`, in a process of its own."""

    def __init__(self, name: str, process: asyncio.subprocess.Process) -> None:
        self.name = name
        self._process = process

    @classmethod
    async def started(cls, python: str, name: str, column: str) -> Peer:
        command = [python, str(Path(__file__).with_name("peers.py")), name, column]
        pipe = asyncio.subprocess.PIPE
        peer = cls(name, await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe))
        if await peer._answer() != "ready":
            sys.exit(f"{python} does not run {name}; benchmarks/peers.py says what it needs.")
        return peer

    async def take(self, debates: int, runs: int) -> float:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{debates} {runs}\n".encode())
        return float(await self._answer())

    async def _answer(self) -> str:
        assert self._process.stdout is not None
        return (await self._process.stdout.readline()).decode().strip()

    async def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()


async def per_turn(make_log: Callable[[], EventLog], column: str, python: str, rounds: int = 7) -> list[Figure]:
    """Milliseconds per turn, of debates one after another and of fifty at once: medians; then, if `python` has the
    peers, over the best of them."""
    ours = Ours(make_log)
    await ours.take(1, 2)  # not measured: Python learns what it runs often
    peers = [await Peer.started(python, name, column) for name in ("langgraph", "autogen") if python]
    figures = []
    for label, debates, runs in (("one debate", 1, 15), ("fifty at once", 50, 1)):
        taken: dict[str, list[float]] = {}
        for _ in range(rounds):
            for one in (ours, *peers):
                taken.setdefault(one.name, []).append(await one.take(debates, runs))
        own = median(taken.pop(ours.name))
        limit = None if peers else PEERS[column] / 2
        figures.append(Figure(f"our work per turn, {column}, {label}", own, "ms", limit))
        if peers:
            theirs = {name: median(times) for name, times in taken.items()}
            told = ", ".join(f"{name} {milliseconds:.2f} ms" for name, milliseconds in theirs.items())
            figures.append(Figure("  the same over the best peer", own / min(theirs.values()), "×", 0.5, told))
    for peer in peers:
        await peer.end()
    return figures


@contextmanager
def on_one_core() -> Iterator[None]:
    """We and the peers, so that whatever else runs on it meets all alike; where the system can do that. Not for what is
    durable: all but one of them write in a thread of its own."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


async def overhead() -> Figure:
    """Wall time of a debate with realistic latencies, over the critical path of its model calls."""
    provider = Instant(delay=0.4, pieces=20)
    began = time.perf_counter()
    runner = await debate("wall", MemoryLog(), performer(provider), opened())
    wall = time.perf_counter() - began
    calls = sum(record.event.total_ms for record in runner.hub.records if isinstance(record.event, TurnCompleted))
    return Figure("wall time over the critical path of model calls", wall * 1000 / calls, "×", 1.02)


async def measure() -> list[Figure]:
    python = os.environ.get("DISPUTATIO_PEERS", "")
    settle()  # as a command does once it has started
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "bench.db")

        def durable() -> EventLog:
            return SqliteEventLog(database, SystemClock())

        with on_one_core() if python else nullcontext():
            figures = await per_turn(Kept, "memory", python)
        figures += [*await per_turn(durable, "durable", python), await overhead()]
        await database.close()
    return figures
