"""The window: how soon it is there against a bare Qt window, opening a debate of 2,000 turns, and how long the event
loop stalls while four turns stream.

Each is measured in a process of its own, offscreen, with its own data folder. `python -m benchmarks.window NAME FOLDER`
is such a process.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

from benchmarks.table import Figure, median, percentile

TURNS = 2_000
STREAMS, TOKENS_A_SECOND, SECONDS = 4, 150, 12
BEAT = 0.005

TABLE = """
name = "bench"
title = "Four participants"
do = ["round"]
[options]
rounds = 1
[cast.table]
role = "Participant"
seats = [2, 8]
[step.round]
repeat = "$rounds"
do = ["turn"]
[step.turn]
ask = "all"
sees = "last 2"
order = "ORDER"
"""
PARAGRAPH = """\
The ledger must be **reconstructible** at any past instant, and a table of present values keeps only the last one. That
settles the first point; see `storage/log.py:12` for the shape of a record.

- appended, never changed
- hashed, so that a change shows

```python
def fold(events):
    for event in events:
        state = step(state, event)
    return state
```

> A concession: projections cost a little on every write.

"""


class Stream:
    """A provider whose model says the same paragraphs at a pace, or at once."""

    name = "bench"
    title = "Bench"

    def __init__(self, tokens_a_second: float, seconds: float) -> None:
        self.pace, self.seconds = tokens_a_second, seconds

    def chat(self, model: str) -> Stream:
        return self

    async def models(self) -> list[Any]:
        return []

    async def close(self) -> None:
        return None

    async def stream(self, request: Any) -> AsyncIterator[Any]:
        from disputatio.debate.log.events import Usage
        from disputatio.engine.ports import Finished, TextDelta

        if not self.pace:
            yield TextDelta(text=PARAGRAPH)
        else:
            text, due = PARAGRAPH * 100, time.perf_counter()
            for number in range(int(self.pace * self.seconds)):
                due += 1 / self.pace
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                yield TextDelta(text=text[number * 4 : number * 4 + 4])
        yield Finished(reason="stop", model="one", usage=Usage(prompt=1, completion=1))


class Late(Stream):
    """Answers at once until each of two debates has 2,000 messages, then at its pace."""

    def __init__(self, tokens_a_second: float, seconds: float) -> None:
        super().__init__(0, seconds)
        self._later, self.answered, self.streams = tokens_a_second, 0, 0

    async def stream(self, request: Any) -> AsyncIterator[Any]:
        self.answered += 1
        speaker: Stream = Stream(0, 0)
        if self.answered > 2 * TURNS:
            self.streams += 1
            speaker = Stream(self._later, self.seconds)
        async for part in speaker.stream(request):
            yield part


async def recorded(app: Any, order: str, rounds: int, seats: int, provider: Stream) -> str:
    """A debate of our own making in the store; returns its id, which is another one each time: a folder may be one that
    was measured before."""
    from disputatio.app.application import new_id
    from disputatio.app.paths import resource
    from disputatio.debate.formats.loader import load
    from disputatio.debate.formats.opening import cast, open_debate, options_of

    app.registry._others["bench"] = provider
    standard = await asyncio.to_thread((resource("formats") / "standard.toml").read_text, "utf-8")
    format = load(TABLE.replace("ORDER", order), "bench.toml", standard)
    caps = {"max_turns": None, "max_tokens": None, "max_cost": None, "rounds": rounds, "auto_continue": True}
    chosen = options_of(format, caps)
    first = open_debate("A question", format, cast(format, (), {"*": "bench:one"}, extra=seats - 2), chosen)
    id = new_id()
    await app.log.append(id, [first])
    return id


async def opened_window(folder: str) -> Any:
    from disputatio.app.bootstrap import assemble
    from disputatio.app.paths import Paths
    from disputatio.app.settings import Settings
    from disputatio.faces.gui.bridge import Bridge
    from disputatio.faces.gui.shell.factory import ScreenFactory
    from disputatio.faces.gui.shell.process import collector_of
    from disputatio.faces.gui.shell.window import Window
    from disputatio.secrets.keyring import Masking

    paths = Paths.below(Path(folder))
    await asyncio.to_thread(paths.create)
    settings = Settings.load(paths.settings_file)
    bridge = Bridge()
    app = await assemble({**os.environ, "DISPUTATIO_HOME": folder}, Masking(), settings)
    window = Window(bridge, settings)
    window.resize(1480, 920)
    window.show()
    await window.adopt(app, ScreenFactory(app, bridge, window))
    collector_of(window)
    return window, app, bridge


async def opening(folder: str) -> dict[str, float]:
    """Seconds from asking for a debate of 2,000 turns to its end being on the screen, and to all of it being there."""
    from disputatio.faces.gui.transcript.message_body import MessageBody

    painted: list[float] = []
    paint = MessageBody.paintEvent

    def noted(self: MessageBody, event: Any) -> None:
        paint(self, event)
        painted.append(time.perf_counter())

    MessageBody.paintEvent = noted  # type: ignore[method-assign]
    window, app, bridge = await opened_window(folder)
    id = await recorded(app, "in-turn", TURNS // 2, 2, Stream(0, 0))
    async with app.sessions.open(id) as session:
        await session.wait_for_rest()
    await asyncio.sleep(0.5)
    began = time.perf_counter()
    window.open_debate(id)
    while window.debates.pane() is None:  # noqa: ASYNC110  as a person who clicked
        await asyncio.sleep(0.002)
    pane = window.debates.pane()
    pane.show_view("transcript")  # a shorter one begins with its result
    while not painted or len(pane.transcript.store) < TURNS:  # noqa: ASYNC110  nothing tells of it
        await asyncio.sleep(0.002)
    whole = time.perf_counter() - began
    await leave(window, app, bridge)
    return {"seconds": painted[0] - began, "whole": whole}


async def streaming(folder: str) -> dict[str, float]:
    """Lateness of a heartbeat, in milliseconds, while four turns of one debate stream into the pane that is shown."""
    window, app, bridge = await opened_window(folder)
    id = await recorded(app, "together", 1, STREAMS, Stream(TOKENS_A_SECOND, SECONDS))
    window.open_debate(id, begun=True)
    while window.debates.pane() is None:  # noqa: ASYNC110  as a person who clicked
        await asyncio.sleep(0.002)
    late: list[float] = []
    await asyncio.sleep(1.0)
    session = app.sessions.get(id)
    end = time.perf_counter() + SECONDS - 3
    while time.perf_counter() < end:
        due = time.perf_counter() + BEAT
        await asyncio.sleep(BEAT)
        late.append((time.perf_counter() - due) * 1000)
    assert session.runner.flights, "the turns ended too soon"
    await leave(window, app, bridge)
    return {"p50": median(late), "p95": percentile(late, 0.95), "p99": percentile(late, 0.99), "max": max(late)}


async def moving(folder: str) -> dict[str, float]:
    """Milliseconds for what is done with a debate of 2,000 turns: changing the theme, one change of width, each of a
    hundred steps of scrolling to its next picture; and bytes for each of ten such debates that are open."""
    import psutil

    from disputatio.app.application import new_id
    from disputatio.faces.gui.kit import theme
    from disputatio.faces.gui.kit.colours import DARK, LIGHT

    window, app, bridge = await opened_window(folder)
    id = await recorded(app, "in-turn", TURNS // 2, 2, Stream(0, 0))
    async with app.sessions.open(id) as session:
        await session.wait_for_rest()
    window.open_debate(id)
    while window.debates.pane() is None or len(window.debates.pane().transcript.store) < TURNS:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    await asyncio.sleep(1.0)
    view = window.debates.pane().transcript
    qt = theme.QApplication.instance()

    def took(work: Callable[[], object]) -> float:
        began = time.perf_counter()
        work()
        view.viewport().repaint()
        return (time.perf_counter() - began) * 1000

    themes = [took(lambda look=look: theme.apply(qt, look)) for look in (DARK, LIGHT) * 3]
    widths = [took(lambda wide=wide: window.resize(wide, 920)) for wide in (1400, 1320, 1480) * 2]
    await asyncio.sleep(0.5)
    bar, steps = view.verticalScrollBar(), []
    for _ in range(100):
        steps.append(took(lambda: bar.setValue(bar.value() - 300)))
        await asyncio.sleep(0)
    before, ids = psutil.Process().memory_info().rss, []
    rows = (await app.records(id))[1]
    for _ in range(10):
        ids.append(new_id())
        await app.log.append(ids[-1], [record.event for record in rows])
        window.open_debate(ids[-1])
        while window.debates.current != ids[-1]:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.5)
    grown = (psutil.Process().memory_info().rss - before) / len(ids)
    await leave(window, app, bridge)
    return {
        "theme": median(themes),
        "resize": median(widths),
        "scroll": percentile(steps, 0.95),
        "memory": grown / 1e6,
    }


async def eight(folder: str) -> dict[str, float]:
    """Lateness of a heartbeat, in milliseconds, while eight turns stream into two debates of 2,000 messages, and the
    share of a processor that it takes."""
    window, app, bridge = await opened_window(folder)
    provider, ids = Late(100, SECONDS), []
    for _ in range(2):
        ids.append(await recorded(app, "together", TURNS // 4 + 1, 4, provider))
        window.open_debate(ids[-1], begun=True)
        while ids[-1] not in window.debates.panes:  # noqa: ASYNC110  as a person who clicked
            await asyncio.sleep(0.01)
    while provider.streams < 8:  # noqa: ASYNC110  until both have said 2,000 messages
        await asyncio.sleep(0.1)
    await asyncio.sleep(2.0)
    late: list[float] = []
    cpu, began = time.process_time(), time.perf_counter()
    end = began + SECONDS - 4
    while time.perf_counter() < end:
        due = time.perf_counter() + BEAT
        await asyncio.sleep(BEAT)
        late.append((time.perf_counter() - due) * 1000)
    share = (time.process_time() - cpu) / (time.perf_counter() - began) * 100
    await leave(window, app, bridge)
    return {"p99": percentile(late, 0.99), "max": max(late), "cpu": share}


async def leave(window: Any, app: Any, bridge: Any) -> None:
    window.hide()
    window.debates.stop()
    await bridge.close()
    await app.close()


def first_window(folder: str) -> None:
    """Our process up to the first paint of the window, then out."""
    from disputatio.faces.gui.shell import process

    process.FirstPaint._tell = lambda self: os._exit(0)  # type: ignore[method-assign]
    process.run([])


def bare_window(folder: str) -> None:
    """The least that Qt can do: one empty window, painted once."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication, QWidget

    class Bare(QWidget):
        def paintEvent(self, event: Any) -> None:
            QTimer.singleShot(0, lambda: os._exit(0))

    app = QApplication([])
    window = Bare()
    window.resize(1480, 920)
    window.show()
    app.exec()


def child(name: str, module: str = "benchmarks.window", home: str = "") -> tuple[float, dict[str, float]]:
    """Run one measurement in its own process, over the data of `home` or over none: wall seconds, and what it
    printed."""
    with tempfile.TemporaryDirectory() as empty:
        folder = home or empty
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "DISPUTATIO_HOME": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # warm: what a first start compiled is there at the next
        command = [sys.executable, "-m", module, name, folder]
        began = time.perf_counter()
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
        took = time.perf_counter() - began
    if done.returncode:
        raise RuntimeError(f"{name} failed:\n{done.stderr}")
    lines = done.stdout.strip().splitlines()
    return took, json.loads(lines[-1]) if lines else {}


def measure() -> list[Figure]:
    ours, bare = [], []
    for _ in range(6):
        ours.append(child("first")[0])
        bare.append(child("bare")[0])
    first, empty = median(ours[1:]), median(bare[1:])
    opened = min(
        (child("opening")[1] for _ in range(3)), key=lambda found: found["seconds"]
    )  # others share this machine
    stalls = child("streaming")[1]
    moved, many = child("moving")[1], child("eight")[1]
    return [
        Figure("first window, whole process, warm", first, "s", 0.6),
        Figure("first window over a bare Qt window", first / empty, "×", 4.0, f"bare {empty:.3f} s"),
        Figure(
            "opening a debate of 2,000 turns, until its end can be read",
            opened["seconds"],
            "s",
            0.12,
            f"until all of it is there: {opened['whole']:.3f} s",
        ),
        Figure("event loop late while 4 turns stream, p50", stalls["p50"], "ms"),
        Figure(
            "event loop late while 4 turns stream, p99", stalls["p99"], "ms", 16.0, f"longest {stalls['max']:.1f} ms"
        ),
        Figure(
            "event loop late while 8 turns stream in 2 debates of 2,000 messages, p99",
            many["p99"],
            "ms",
            16.0,
            f"longest {many['max']:.1f} ms, {many['cpu']:.0f} % of a processor",
        ),
        Figure("another theme, a debate of 2,000 turns shown", moved["theme"], "ms", 60.0),
        Figure("another width of the window, the same", moved["resize"], "ms", 25.0),
        Figure("a step of scrolling to its picture, p95", moved["scroll"], "ms", 12.0),
        Figure("memory of each of ten open debates of 2,000 turns", moved["memory"], "MB"),
    ]


def run(name: str, folder: str) -> None:
    if name == "first":
        first_window(folder)
    elif name == "bare":
        bare_window(folder)
    else:
        in_window({"opening": opening, "streaming": streaming, "moving": moving, "eight": eight}[name](folder))


def in_window(work: Coroutine[Any, Any, dict[str, float]]) -> None:
    """Do it on the loop of the window, print what it found, and out."""
    from disputatio.faces.gui.kit import theme
    from disputatio.faces.gui.shell.event_loop import EventLoop
    from disputatio.faces.gui.shell.process import application

    app = application()
    theme.choose(app, "light")
    try:
        found = asyncio.Runner(loop_factory=lambda: EventLoop(app)).run(work)
    except Exception:
        traceback.print_exc()
        os._exit(1)  # the application is still open: its threads would keep the process
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    run(*sys.argv[1:3])
