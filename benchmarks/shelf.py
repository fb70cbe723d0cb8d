"""A library of 5,000 debates: how soon the window and its list are there, going down to the last one, and searching.

`python -m benchmarks.shelf NAME FOLDER` is one measurement in a process of its own; the folder is filled once.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import time
from typing import Any

from benchmarks.table import Figure, median, percentile
from benchmarks.window import child, in_window, leave, opened_window

DEBATES, TURNS, WORDS = 5_000, 4, 90
"""Debates, messages of each, words of a message."""
FREQUENT = 200
"""Words that fill the texts; beside them, each debate has one of its own and shares another with nine."""
SEARCHES = 60
PATIENCE = 60.0
SEED = 7


def vocabulary(chance: random.Random) -> list[str]:
    parts = ("bal", "cor", "den", "fil", "gra", "hol", "lin", "mer", "nor", "pas", "quo", "rin", "sel", "tan", "ver")
    return ["".join(chance.choices(parts, k=chance.choice((1, 2, 2, 3)))) for _ in range(FREQUENT)]


async def fill(folder: str) -> dict[str, float]:
    """Write the debates, and let the texts be indexed."""
    from disputatio.app.bootstrap import application
    from disputatio.app.starting.configuration import DebateConfig
    from disputatio.debate.log.events import DebateEnded, TurnAsked, TurnCompleted

    chance, began = random.Random(SEED), time.perf_counter()
    words = vocabulary(chance)
    async with application({**os.environ, "DISPUTATIO_HOME": folder}) as app:
        opening = (await app.prepare(DebateConfig(question="?"), rehearse=True)).opening
        from dataclasses import replace

        async def write(number: int) -> None:
            own, few = f"zebra{number}", f"heron{number // 10}"
            question = f"Should {' '.join(chance.choices(words, k=9))} {own}?"
            events: list[Any] = [replace(opening, question=question)]
            for turn in range(TURNS):
                seat = ("analyst", "critic")[turn % 2]
                path = f"round[{turn // 2 + 1}]/{('analysis', 'critique')[turn % 2]}[{seat}]"
                text = " ".join([*chance.choices(words, k=WORDS), few])
                events.append(
                    TurnAsked(path=path, seat=seat, model="rehearsal:quick", task="", gives="say", heard="all", sees=())
                )
                events.append(TurnCompleted(path=path, text=text))
            events.append(DebateEnded(outcome="completed", why="said all"))
            await app.log.append(f"debate{number:05d}", events)

        for first in range(0, DEBATES, 250):
            async with asyncio.TaskGroup() as group:
                for number in range(first, first + 250):
                    group.create_task(write(number))
        await app.search.catch_up()
    return {"seconds": time.perf_counter() - began}


async def listing(folder: str) -> dict[str, float]:
    """Milliseconds until the page of the debates shows its first rows, and until the last of all is reached."""
    window, app, bridge = await opened_window(folder)
    await asyncio.sleep(0.5)
    began = time.perf_counter()
    window.places.show_page("debates", "search", "")
    page = window.places.pages["debates"]
    await until(lambda: page.model.rowCount() > 0)
    page.list.viewport().repaint()
    first = time.perf_counter() - began
    bar, began = page.list.verticalScrollBar(), time.perf_counter()
    longest = 0.0
    while page.model.rowCount() < DEBATES:
        step, rows = time.perf_counter(), page.model.rowCount()
        bar.setValue(bar.maximum())
        await until(lambda rows=rows: page.model.rowCount() > rows)
        page.list.viewport().repaint()
        longest = max(longest, time.perf_counter() - step)
    whole = time.perf_counter() - began
    await leave(window, app, bridge)
    return {"first": first * 1000, "longest": longest * 1000, "whole": whole}


async def searching(folder: str) -> dict[str, float]:
    """Milliseconds of searches, from asking the storage to its answer, and to what the page shows."""
    from disputatio.storage.catalogue import Narrowing

    window, app, bridge = await opened_window(folder)
    await asyncio.sleep(0.5)
    window.places.show_page("debates", "search", "")
    page = window.places.pages["debates"]
    await until(lambda: page.model.rowCount() > 0)
    chance = random.Random(SEED)
    words = vocabulary(chance)
    found: list[float] = []
    shown: list[float] = []
    for number in range(SEARCHES):
        text = (
            f"zebra{chance.randrange(DEBATES)}",
            f"heron{chance.randrange(DEBATES // 10)}",
            " ".join(chance.sample(words, 2)),
            chance.choice(words),
        )[number % 4]
        began = time.perf_counter()
        await app.mentions.find(text, Narrowing())
        found.append((time.perf_counter() - began) * 1000)
        before = page.heading.text()
        page.heading.setText("")
        began = time.perf_counter()
        page.go("search", text)
        await until(lambda: page.heading.text())
        page.results.viewport().repaint()
        shown.append((time.perf_counter() - began) * 1000)
        assert before != "", "the page says what it shows"
    await leave(window, app, bridge)
    return {"p50": median(found), "p95": percentile(found, 0.95), "shown": percentile(shown, 0.95)}


async def until(holds: Any) -> None:
    end = time.perf_counter() + PATIENCE
    while not holds():
        assert time.perf_counter() < end, "it did not come about"
        await asyncio.sleep(0.001)


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        run = lambda name, module="benchmarks.shelf": child(name, module, folder)  # noqa: E731
        filled = run("fill")[1]
        first = median([run("first", "benchmarks.window")[0] for _ in range(6)][1:])
        listed, found = run("listing")[1], run("searching")[1]
    return [
        Figure(
            f"first window over {DEBATES:,} debates, whole process, warm",
            first,
            "s",
            0.7,
            f"the folder took {filled['seconds']:.0f} s to fill",
        ),
        Figure("the page of the debates: its first rows", listed["first"], "ms"),
        Figure(
            "the same, the next part while a person scrolls, longest",
            listed["longest"],
            "ms",
            None,
            f"all of them in {listed['whole']:.1f} s",
        ),
        Figure("searching them, p95", found["p95"], "ms", 50.0, f"p50 {found['p50']:.1f} ms"),
        Figure("the same, until the page shows what was found, p95", found["shown"], "ms"),
    ]


WORK = {"listing": listing, "searching": searching}

if __name__ == "__main__":
    if sys.argv[1] == "fill":
        print(f'{{"seconds": {asyncio.run(fill(sys.argv[2]))["seconds"]}}}')  # noqa: T201
    else:
        in_window(WORK[sys.argv[1]](sys.argv[2]))
