"""The memory of a process that holds a hundred debates at once, and of one that is attacked for an hour: sixty debates,
one after another, whose provider answers with floods, bombs and nonsense, each followed by an import that is refused.
And a hundred debates of five formats at once through the real SDKs of three providers: what is mixed up among them,
what one of them takes of memory, and wall time against the longest of the five alone.

The hour is one of work, not of waiting: a debate a minute. Each process measures itself; its provider is in another.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.table import Figure
from disputatio.app.application import Application, StartPlan
from disputatio.app.bootstrap import application
from disputatio.app.debate_files import take_in
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.values import OptionValue
from disputatio.testing.loopback import Fault, LoopbackServer, Script, running_server

MANY, MINUTES, SETTLED = 100, 60, 15
"""Debates at once; debates of the hour; those after which what is loaded once is loaded."""
LIMIT = 300.0
"""Megabytes."""
FAULTS = (
    *(Fault.ENDLESS_ERROR, Fault.ERROR_BOMB, Fault.ANSWER_BOMB, Fault.ENDLESS_LINE, Fault.ENDLESS_COMMENTS),
    *(Fault.ENDLESS_EVENT, Fault.MANY_OBJECTS, Fault.HUGE_HEADERS, Fault.MALFORMED, Fault.WRONG_SHAPE, None),
)
"""What the provider answers with, in turn; None: an answer of many pages."""
MODEL = "openai:gpt-5.2"
MIXED = ("dual", "collaborative", "delphi", "proposition", "council")
TOKEN = re.compile(r"token-\d{3}")
PIECES, PAUSE = 5, 0.1
"""Of an answer, and seconds before each of them."""


def measure() -> list[Figure]:
    """Run both, each in a process of its own."""
    figures = []
    with running_server() as server:
        most, end, count = _in_process("hundred", server)
        figures.append(Figure(f"{count:.0f} debates at once: most memory", most, "MB", LIMIT))
        figures.append(Figure(f"{count:.0f} debates at once: after their ends", end, "MB"))
        most, early, end = _in_process("hour", server)
        figures.append(Figure("a hostile hour: most memory", most, "MB", LIMIT))
        figures.append(Figure(f"a hostile hour: growth after the first {SETTLED} minutes", end - early, "MB", 20.0))
    with running_server(_echo) as server:
        server.delay = PAUSE
        over, foreign, each, times = _in_process("mixed", server)
        told = f"{over:.0f} debates of {len(MIXED)} formats at once, over SDKs"
        figures.append(Figure(f"{told}: turns that are mixed up", foreign, "", 0.0))
        figures.append(Figure(f"{told}: memory of each", each, "MB"))
        figures.append(Figure(f"{told}: wall time over one", times, "×"))
    return figures


def _echo(protocol: str, body: Mapping[str, object]) -> str:
    """Say which debates are spoken of in a request: whatever leaks is said again, and stays."""
    named = " ".join(dict.fromkeys(TOKEN.findall(json.dumps(body))))
    return f"I read of {named}.".ljust(12 * PIECES)


def _in_process(what: str, server: LoopbackServer) -> list[float]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        keys = {"OPENAI_API_KEY": "k-9f3a1c77", "OPENAI_BASE_URL": server.openai_url, "DISPUTATIO_HOME": home}
        if what == "mixed":
            keys |= {"ANTHROPIC_API_KEY": "k-9f3a1c78", "ANTHROPIC_BASE_URL": server.anthropic_url}
            keys |= {"GEMINI_API_KEY": "k-9f3a1c79", "GEMINI_BASE_URL": server.gemini_url}
        command = [sys.executable, "-m", "benchmarks.crowd", what]
        with subprocess.Popen(
            command,
            env={**os.environ, **keys},
            cwd=Path(__file__).parent.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for line in process.stdout:  # it says which fault is to come, and at the end what it found
                told = json.loads(line)
                if isinstance(told, list):
                    return [float(each) for each in told]
                fault = FAULTS[told % len(FAULTS)]
                server.always(
                    "openai", Script(fault=fault) if fault else Script(text="So it is. " * 50_000, chunk=4_000)
                )
                process.stdin.write("go\n")
                process.stdin.flush()
    raise RuntimeError(f"{what} ended without figures")


# ---- the process that measures itself -------------------------------------------------------------------------------
def _now() -> float:
    """Return the megabytes that are resident."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _most() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6


async def hundred() -> list[float]:
    config = DebateConfig(options={"auto_continue": True, "rounds": 3})
    async with application() as app:
        questions = [replace(config, question=f"Is {number} so?", seed=number) for number in range(MANY)]
        plans = [await app.prepare(each, rehearse=True) for each in questions]
        async with asyncio.TaskGroup() as group:
            running = [group.create_task(_to_its_end(app, plan)) for plan in plans]
        return [_most(), _now(), float(sum(task.result() for task in running))]


async def mixed() -> list[float]:
    """How many came to an end, turns that name another debate, megabytes of each, wall time over that of one."""

    async def held(number: int) -> tuple[bool, int]:
        format, own = MIXED[number % len(MIXED)], f"token-{number:03}"
        options: dict[str, OptionValue] = {"auto_continue": True, "rounds": 2}
        chosen = options if format != "council" else {}
        config = DebateConfig(question=f"Is {own} so?", format=format, options=chosen, seed=number)
        session = await app.open_and_run(await app.prepare(config))
        debate = await session.wait_for_rest()
        foreign = sum(bool(set(TOKEN.findall(turn.text)) - {own}) for turn in debate.replies.values())
        await app.sessions.release(session.id)
        return debate.over, foreign

    async with application() as app:
        app.settings.set("calls.concurrency", MANY)  # it holds from the next start on
    async with application() as app:
        alone = 0.0
        for number in range(len(MIXED)):
            began = time.monotonic()
            await held(MANY + number)
            alone = max(alone, time.monotonic() - began)
        before, began = _now(), time.monotonic()
        async with asyncio.TaskGroup() as group:
            running = [group.create_task(held(number)) for number in range(MANY)]
        times = (time.monotonic() - began) / alone
        found = [task.result() for task in running]
        each = (_most() - before) / MANY
        return [float(sum(over for over, _ in found)), float(sum(foreign for _, foreign in found)), each, times]


async def _to_its_end(app: Application, plan: StartPlan) -> bool:
    session = await app.open_and_run(plan)
    debate = await session.wait_for_rest()
    await app.sessions.release(session.id)
    return debate.over


async def hour() -> list[float]:
    early = 0.0
    async with application() as app:
        app.settings.set("calls.retries", 0)
        for minute in range(MINUTES):
            sys.stdout.write(f"{minute}\n")
            sys.stdout.flush()
            await asyncio.to_thread(sys.stdin.readline)
            await _minute(app, minute)
            early = _now() if minute == SETTLED else early
        return [_most(), early, _now()]


async def _minute(app: Application, minute: int) -> None:
    """Hold a debate that cannot go well, and refuse an import."""
    seats = tuple(SeatChoice(seat=seat, model=MODEL) for seat in ("analyst", "critic"))
    services = dict.fromkeys(("clerk", "synthesis"), MODEL)
    config = DebateConfig(question=f"Is {minute} so?", seats=seats, services=services, options={"rounds": 1}, seed=1)
    session = await app.open_and_run(await app.prepare(config))
    await session.wait_for_rest()
    await app.sessions.release(session.id)
    try:
        await take_in(app, "[" * 200_000)
    except DisputatioError:
        return
    raise RuntimeError("what is no debate was taken in")


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run({"hundred": hundred, "hour": hour, "mixed": mixed}[sys.argv[1]]())) + "\n")
