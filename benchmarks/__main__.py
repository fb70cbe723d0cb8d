"""All figures in one run: `python -m benchmarks` (some: `python -m benchmarks board branch engine memory window`)."""

from __future__ import annotations

import asyncio
import platform
import sys

from benchmarks import board, branch, engine, memory, repository, stalls, window
from benchmarks.table import show


def main(names: list[str]) -> None:
    sys.stdout.write(f"Python {platform.python_version()}, {platform.system()}, {platform.machine()}\n")
    if not names or "board" in names:
        show("The board", board.measure())
    if not names or "branch" in names:
        show("The branch of a debate", branch.measure())
    if not names or "engine" in names:
        show("The engine", asyncio.run(engine.measure()))
    if not names or "memory" in names:
        show("The memory", asyncio.run(memory.measure()))
    if not names or "repository" in names:
        show("A repository", asyncio.run(repository.measure()))
    if not names or "window" in names:
        show("The window (offscreen)", [*window.measure(), *stalls.measure()])


main(sys.argv[1:])
