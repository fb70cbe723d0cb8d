"""The eight-phase protocol: a debate of twelve seats on each topology against the critical path of its calls, our own
work for each turn against that of a dual debate, and how long a box takes to start."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import time
from collections.abc import AsyncIterator

from benchmarks.engine import Free, Instant, debate
from benchmarks.table import Figure, median
from disputatio.app.paths import resource
from disputatio.app.process import settle
from disputatio.debate.format import Format
from disputatio.debate.formats.loader import load
from disputatio.debate.formats.opening import cast, open_debate, options_of
from disputatio.debate.log.events import BlockEntered, DebateOpened, Recorded, TurnCompleted, Usage
from disputatio.debate.policies.speakers import TOPOLOGIES
from disputatio.debate.values import OptionValue
from disputatio.engine.limits import Limits
from disputatio.engine.performer import Performer
from disputatio.engine.ports import Finished, Part, SystemClock, TextDelta
from disputatio.engine.routing import Routing
from disputatio.engine.runner import Runner
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.request import Request
from disputatio.sandbox.box import Box
from disputatio.sandbox.bubblewrap import Bubblewrap
from disputatio.sandbox.interpreters import own_python
from disputatio.sandbox.isolation import NoIsolation
from disputatio.testing.debates import MemoryLog
from disputatio.testing.merging_intervals import TriedCode
from disputatio.testing.scripted import Anywhere, NoMemory, NoSources

TWELVE = """
name = "bench"
title = "Twelve participants"
do = ["round"]
[options]
topology = "mesh"
[cast.table]
role = "Participant"
seats = [12, 12]
[step.round]
repeat = 2
do = ["turn"]
[step.turn]
ask = "all"
order = "topology"
sees = ["earlier round", "neighbours"]
"""
OVER = 1.03
TIMES_DUAL = 2.0
START = 60.0
"""Milliseconds."""
STARTS = 40
RUNS = 9
DELAY, PIECES = 0.4, 20
"""Seconds that a reply takes, and the parts in which it comes."""


class Remembered:
    """A provider and its only model: what a rehearsal says, composed when it is first asked for, and at once when it is
    asked again at that place."""

    name, title = "instant", "Instant"

    def __init__(self) -> None:
        self._said: dict[str, str] = {}

    def chat(self, model: str) -> Remembered:
        return self

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        path = request.brief.path
        if path not in self._said:
            self._said[path] = contract_of(request.brief.gives).rehearse(request.brief)
        yield TextDelta(text=self._said[path])
        yield Finished(reason="stop", model="one", usage=Usage(prompt=100, completion=40))


def performer(provider: Instant | Remembered) -> Performer:
    clock, limits = SystemClock(), Limits(concurrency=1000)
    routing = Routing(lambda model: provider, Anywhere(), clock, limits)  # type: ignore[arg-type,return-value]
    return Performer(routing, limits, clock, Free(), NoMemory(), NoSources(), runner=TriedCode())  # type: ignore[arg-type]


def opened(format: Format, **options: OptionValue) -> DebateOpened:
    chosen = options_of(format, {"auto_continue": True, **options})
    return open_debate("Which cache does it need?", format, cast(format, (), {"*": "instant:one"}), chosen)


def critical(records: list[Recorded]) -> int:
    """Milliseconds of the calls that had to wait for one another: of each group the longest."""
    took = {one.event.path: one.event.total_ms for one in records if isinstance(one.event, TurnCompleted)}
    entered = (one.event for one in records if isinstance(one.event, BlockEntered))
    return sum(
        max((took.get(f"{block.path}[{seat}]", 0) for seat in group), default=0)
        for block in entered
        for group in block.groups
    )


async def topologies(standard: str) -> list[Figure]:
    format = load(TWELVE, "bench.toml", standard)
    found = []
    for name in TOPOLOGIES:
        perform = performer(Instant(delay=DELAY, pieces=PIECES))
        began = time.perf_counter()
        runner = await debate(f"twelve-{name}", MemoryLog(), perform, opened(format, topology=name))
        wall = (time.perf_counter() - began) * 1000
        path = critical(list(runner.hub.records))
        calls = sum(isinstance(one.event, TurnCompleted) for one in runner.hub.records)
        entered = (one.event for one in runner.hub.records if isinstance(one.event, BlockEntered))
        groups = sum(len(block.groups) for block in entered if any(seat for group in block.groups for seat in group))
        note = f"{calls} calls, {groups} of them one after another"
        found.append(Figure(f"12 seats, {name}: wall time over the critical path", wall / path, "×", OVER, note))
    return found


class Work:
    """Our own work for each turn of a debate: milliseconds of processor time, whatever else the machine does."""

    def __init__(self, format: Format, **options: OptionValue) -> None:
        self._perform, self._first = performer(Remembered()), opened(format, **options)
        self.took, self.turns = list[float](), 1

    async def take(self, run: int) -> None:
        """Hold the debate; the first time, when what is said is composed, is not measured."""
        began = time.process_time()
        runner: Runner = await debate(f"{self._first.format.name}-{run}", MemoryLog(), self._perform, self._first)
        took = (time.process_time() - began) * 1000
        self.turns = sum(isinstance(one.event, TurnCompleted) for one in runner.hub.records)
        self.took += [took / self.turns] if run else []


async def work_per_turn(standard: str) -> list[Figure]:
    formats = {
        name: load((resource("formats") / f"{name}.toml").read_text("utf-8"), f"{name}.toml", standard)
        for name in ("dual", "eight-phase")
    }
    dual, eight = Work(formats["dual"]), Work(formats["eight-phase"], complexity="complex", adversarial=True)
    for run in range(RUNS + 1):  # by turns, so that whatever else the machine does meets both alike
        await dual.take(run)
        await eight.take(run)
    few, many = median(dual.took), median(eight.took)
    return [
        Figure("our work per turn, dual", few, "ms", note=f"{dual.turns} turns"),
        Figure("our work per turn, eight phases", many, "ms", note=f"{eight.turns} turns"),
        Figure("  the same over that of dual", many / few, "×", TIMES_DUAL),
    ]


def starts() -> list[Figure]:
    box, bare, boxed = Box(Bubblewrap(own_python)), list[float](), list[float]()
    with contextlib.suppress(NoIsolation):
        box.check()
        for _ in range(STARTS):
            began = time.perf_counter()
            subprocess.run(["/bin/true"], check=True, capture_output=True)
            there = time.perf_counter()
            box.run(["/bin/true"], {})
            bare.append((there - began) * 1000)
            boxed.append((time.perf_counter() - there) * 1000)
        own = median(boxed) - median(bare)
        return [Figure("a program in its box, over a bare process", own, "ms", START, box.described())]
    return []


async def measure() -> list[Figure]:
    standard = (resource("formats") / "standard.toml").read_text("utf-8")
    settle()
    return [*await topologies(standard), *await work_per_turn(standard), *await asyncio.to_thread(starts)]
