"""How long the window stalls after its first picture, while the application opens, and while something large is opened:
debates of 10,000 events, a source of 20,000 lines. And what stays of such debates once they are closed.

A stall is how late a precise Qt timer of 5 ms is. Each is measured in a process of its own, offscreen, with its own
data folder: `python -m benchmarks.stalls NAME FOLDER`. A second clock tells how much of the longest stall the window's
own thread worked; for the rest it waited, for other threads or for a processor.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pygit2

from benchmarks import board
from benchmarks.repository import commit
from benchmarks.table import Figure
from benchmarks.window import PARAGRAPH, Stream, child, in_window, leave, opened_window
from benchmarks.window import recorded as window_debate
from disputatio.debate.log.events import DebateHalted

EVENTS, LINES = 10_000, 20_000
BEAT = 5
"""Milliseconds."""
AFTER = 1.0
"""Seconds for which the window is watched after all is there."""
TIMES = 6
"""How often a debate is opened and closed; the first time also makes what only a first time makes."""


class Heart:
    """Beats on the loop of Qt; the longest pause so far, what of it the thread worked, and the most that it worked in
    any one, in milliseconds."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self.longest = self.worked = self.most = 0.0
        self._at, self._cpu = time.perf_counter(), time.thread_time()
        self._timer = QTimer(interval=BEAT, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now, cpu = time.perf_counter(), time.thread_time()
        late = (now - self._at) * 1000 - BEAT
        if late > self.longest:
            self.longest, self.worked = late, (cpu - self._cpu) * 1000
        self.most = max(self.most, (cpu - self._cpu) * 1000)
        self._at, self._cpu = now, cpu

    def found(self) -> dict[str, float]:
        self._timer.stop()
        return {"longest": self.longest, "worked": self.worked, "most": self.most}


class Sweeps:
    """The longest full collection of the interpreter from now on, in milliseconds of work."""

    def __init__(self) -> None:
        self.longest = self._began = 0.0
        gc.callbacks.append(self._told)

    def _told(self, phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.thread_time()
        elif about["generation"] == 2:
            self.longest = max(self.longest, (time.thread_time() - self._began) * 1000)


def rounds() -> list[Any]:
    """The log of a debate of two who say, again and again, what real models say in Markdown with code."""
    from disputatio.app.paths import resource
    from disputatio.testing.speakers import formats_of, opening_event

    first = opening_event(formats_of(resource("formats"))["dual"], seed=7)
    format = replace(first.format, body=board.endless(first.format.body))
    options = first.options | {"auto_continue": True, "rounds": EVENTS}
    driver = board.Talkers([replace(first, format=format, options=options)])
    while len(driver.log) < EVENTS:
        driver.run_one()
    return driver.log[:EVENTS]


def claims() -> list[Any]:
    """That of a dialogue of four, with a ledger of some hundred claims."""
    return board.held(lambda driver: len(driver.log) >= EVENTS)[:EVENTS]


async def debate(folder: str, log: Callable[[], list[Any]], inspector: str) -> dict[str, float]:
    """From the click until the board is there, and a second more. The debate is made once for each folder."""
    from disputatio.faces.gui.window_actions import ShowInspector

    window, app, bridge = await opened_window(folder)
    kept = await app.catalogue.all()
    id = kept[0].id if kept else await recorded(app, log)
    gc.collect()  # what making the log left behind
    window.aside.show(ShowInspector(name=inspector))
    await asyncio.sleep(AFTER)
    heart = Heart()
    await shown(window, id)
    await asyncio.sleep(AFTER)
    found = heart.found()
    await leave(window, app, bridge)
    return found


async def recorded(app: Any, log: Callable[[], list[Any]]) -> str:
    """A large debate that rests, another one each time; returns its id."""
    from disputatio.app.application import new_id

    id = new_id()
    board.TEXT = PARAGRAPH * 2
    rest = DebateHalted(status="paused", reason="person", why="")
    await app.log.append(id, [*await asyncio.to_thread(log), rest])
    return id


async def shown(window: Any, id: str) -> None:
    """From the click until all of it is there."""
    from disputatio.faces.gui.board.feed import BoardFeed

    window.open_debate(id)
    while (pane := window.debates.pane()) is None:  # noqa: ASYNC110  as a person who clicked
        await asyncio.sleep(0.01)
    feed = BoardFeed.of(pane.live, window.bridge)
    while not (feed.ready and len(pane.transcript.store)):  # noqa: ASYNC110  nothing tells of both
        await asyncio.sleep(0.01)


async def closing(folder: str) -> dict[str, float]:
    """Memory that a debate takes, and that it leaves behind when it was closed and the window has rested, in blocks of
    the interpreter; and the longest full collection meanwhile, in milliseconds."""
    from disputatio.faces.gui.shell.event_loop import Collector

    window, app, bridge = await opened_window(folder)
    collector = window.findChild(Collector)
    assert collector is not None, "the window has one"
    id = await recorded(app, rounds)
    gc.collect()  # what making the log left behind
    sweeps = Sweeps()
    blocks = [sys.getallocatedblocks()]
    for _ in range(TIMES):
        await shown(window, id)
        blocks.append(sys.getallocatedblocks())
        await window.places.leave(id)
        while collector.wanted:  # noqa: ASYNC110  nobody touches the window
            await asyncio.sleep(0.1)
        blocks.append(sys.getallocatedblocks())
    await leave(window, app, bridge)
    first, last = blocks[2], blocks[-1]
    return {"took": blocks[-2] - blocks[-3], "left": (last - first) / (TIMES - 1), "sweep": sweeps.longest}


async def source(folder: str) -> dict[str, float]:
    """From the click until all lines and their colours are there, and a second more."""
    from disputatio.faces.gui.sources.source_reader import Passage

    window, app, bridge = await opened_window(folder)
    repository = await asyncio.to_thread(pygit2.init_repository, f"{folder}/shop.git", bare=True, initial_head="main")
    text = "".join(f"def step_{n}(items):\n    return sum(items) * {n}  # the {n}th\n\n\n" for n in range(LINES // 4))
    await asyncio.to_thread(commit, repository, {"shop.py": text})
    await asyncio.sleep(AFTER)
    heart = Heart()
    pin = str(repository.head.target)
    window.places.show_source(Passage(ref=repository.path, pin=pin, name="shop", path="shop.py", first=9_000))
    page = window.places.pages["source"]
    while page.source.blockCount() < LINES:  # noqa: ASYNC110  as a person who clicked
        await asyncio.sleep(0.01)
    await asyncio.sleep(AFTER)
    found = heart.found()
    await leave(window, app, bridge)
    return found


def shapes() -> list[str]:
    """Texts that no model should write, and some do."""
    row = "| one two | three | four five | six |\n"
    return [
        "word " * 200_000,
        "x" * 1_000_000,
        "| a | b | c | d |\n|---|---|---|---|\n" + row * (40_000 // len(row)),
        "".join("  " * level + "- x\n" for level in range(500)) + "\n" + ">" * 5_000 + " x",
        "- a\n" * 10_000,
        "```\n" + "x = 1\n" * 20_000 + "```\n",
    ]


class Shapes(Stream):
    """A provider whose models say one of these texts each, in pieces or at once."""

    def __init__(self, *, streams: bool) -> None:
        super().__init__(1, 1)
        self._streams, self._left = streams, shapes()

    async def stream(self, request: Any) -> AsyncIterator[Any]:
        from disputatio.debate.log.events import Usage
        from disputatio.engine.ports import Finished, TextDelta

        text = self._left.pop()
        size = max(200, len(text) // 200) if self._streams else len(text)
        for start in range(0, len(text), size):
            yield TextDelta(text=text[start : start + size])
            await asyncio.sleep(1 / 60)
        yield Finished(reason="stop", model="one", usage=Usage(prompt=1, completion=1))


async def degenerate(folder: str, *, streams: bool) -> dict[str, float]:
    """While such texts arrive, or from the click on a debate that has them until each of them was looked at."""
    window, app, bridge = await opened_window(folder)
    id = await window_debate(app, "together", 1, len(shapes()), Shapes(streams=streams))
    if not streams:
        async with app.sessions.open(id) as session:
            await session.wait_for_rest()
    await asyncio.sleep(AFTER)
    heart = Heart()
    window.open_debate(id, begun=streams)
    while (pane := window.debates.pane()) is None:  # noqa: ASYNC110  as a person who clicked
        await asyncio.sleep(0.01)
    while streams and pane.live.debate.status == "debating":  # noqa: ASYNC110  nothing tells of it
        await asyncio.sleep(0.1)
    pane.show_view("transcript")
    await asyncio.sleep(AFTER)
    assert len(pane.transcript.store) > len(shapes()), "each of them was said"
    for row in range(len(pane.transcript.store)):
        pane.transcript.go_to(pane.transcript.store[row].key)
        await asyncio.sleep(AFTER)
    found = heart.found()
    await leave(window, app, bridge)
    return found


def starting() -> None:
    """The program as it starts, from the first paint of its window until the application is open, and a second more."""
    from disputatio.faces.gui.shell import process

    hearts: list[Heart] = []
    painted, adopt = process.FirstPaint._tell, process.Window.adopt

    def tell(self: process.FirstPaint) -> None:
        hearts.append(Heart())
        painted(self)

    async def adopted(self: process.Window, *given: Any) -> None:
        await adopt(self, *given)
        asyncio.get_running_loop().call_later(AFTER, end)

    def end() -> None:
        sys.stdout.write(json.dumps(hearts[0].found()) + "\n")
        sys.stdout.flush()
        os._exit(0)

    process.FirstPaint._tell, process.Window.adopt = tell, adopted  # type: ignore[method-assign]
    process.run([])


WORK: dict[str, Callable[[str], Any]] = {
    "rounds": lambda folder: debate(folder, rounds, "overview"),
    "ledger": lambda folder: debate(folder, claims, "ledger"),
    "source": source,
    "closing": closing,
    "degenerate": lambda folder: degenerate(folder, streams=False),
    "arriving": lambda folder: degenerate(folder, streams=True),
}
NAMES = {
    "starting": "opening the application behind the first window: longest stall",
    "rounds": "opening a debate of 10,000 events: longest stall",
    "ledger": "the same, a dialogue, with the ledger inspector",
    "source": "showing a source of 20,000 lines: longest stall",
    "degenerate": "a line of 1,000,000 characters, a table of 40,000, lists of 10,000: longest stall",
    "arriving": "the same while they stream",
}


def measure(part: str = "") -> list[Figure]:
    """Measure all, or one of `NAMES`, or `closing`."""
    stalls = [stalled(name) for name in NAMES if part in ("", name)]
    return stalls if part in NAMES else [*stalls, *closed()]


def closed() -> list[Figure]:
    found = child("closing", "benchmarks.stalls")[1]
    share = 100 * found["left"] / found["took"]
    note = f"of {found['took']:,.0f} blocks; full collection while the window rests: {found['sweep']:.0f} ms"
    return [Figure("memory that stays of a debate of 10,000 events, closed", share, "%", 5.0, note)]


def stalled(name: str) -> Figure:
    """The least disturbed one of three runs: other processes take their share of the processor, not of the work."""
    with tempfile.TemporaryDirectory() as folder:
        home = folder if name in ("rounds", "ledger") else ""
        found = [child(name, "benchmarks.stalls", home)[1] for _ in range(3)]
    runs = sorted(found, key=lambda each: each["longest"])
    low, middle, high = (run["longest"] for run in runs)
    most = min(run["most"] for run in runs)
    note = (
        f"{runs[0]['worked']:.0f} ms of it at work; at work at a stretch {most:.0f} ms; "
        f"the other runs: {middle:.0f} and {high:.0f} ms"
    )
    return Figure(NAMES[name], low, "ms", 50.0, note)


if __name__ == "__main__":
    if sys.argv[1] == "starting":
        starting()
    else:
        in_window(WORK[sys.argv[1]](sys.argv[2]))
