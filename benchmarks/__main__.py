"""All figures in one run: `python -m benchmarks`; some of them: `python -m benchmarks engine window`."""

from __future__ import annotations

import argparse
import asyncio
import platform
import sys
from collections.abc import Callable, Sequence
from functools import partial

from benchmarks import (
    board,
    bookkeeping,
    branch,
    citations,
    crowd,
    engine,
    exports,
    formats,
    kills,
    memory,
    phases,
    repository,
    repository_window,
    secrets,
    server,
    shelf,
    stalls,
    tokens,
    waiting,
    window,
)
from benchmarks.table import show


def _repository() -> None:
    show("A repository", asyncio.run(repository.measure()))
    show("A repository in the window (offscreen)", repository_window.measure())


def _stalls(part: str) -> None:
    show("Stalls of the window (offscreen)", stalls.measure(part))


PARTS: dict[str, tuple[str, Callable[[], None]]] = {
    # first, in a process in which nothing else was measured: its peers run in such ones
    "engine": (
        "our own work per turn, and wall time against the critical path of the calls",
        lambda: show("The engine", asyncio.run(engine.measure())),
    ),
    "board": ("the board of a long debate: its log, its views", lambda: show("The board", board.measure())),
    "bookkeeping": (
        "what is said of annotated debates against what was said in them, with a model as clerk and without",
        lambda: show("The bookkeeping", bookkeeping.measure()),
    ),
    "branch": ("keeping a debate on a branch", lambda: show("The branch of a debate", branch.measure())),
    "citations": (
        "planted citations: how many are recognised, verified, called false though true",
        lambda: show("Citations", citations.measure()),
    ),
    "crowd": (
        "a hundred debates at once: memory, and what is mixed up; memory of an hour among hostile servers",
        lambda: show("Memory of a process", crowd.measure()),
    ),
    "exports": (
        "exporting a debate of 2,000 messages in each format: time and size",
        lambda: show("Exports", exports.measure()),
    ),
    "formats": (
        "every format: our own work per turn, parallel turns against the critical path, tallies of large votes",
        lambda: show("The formats", formats.measure()),
    ),
    "kills": (
        "debates of every format that are killed at random moments: what is lost, paid twice, or ends otherwise",
        lambda: show("Kills", kills.measure()),
    ),
    "memory": ("search among 100,000 memories", lambda: show("The memory", asyncio.run(memory.measure()))),
    "phases": (
        "the eight phases: twelve seats on each topology, work per turn against dual, the start of a box",
        lambda: show("The eight phases", asyncio.run(phases.measure())),
    ),
    "repository": ("indexing and searching a repository, and its pages", _repository),
    "secrets": (
        "secrets that get through, harmless lines that are held back, and how long a search takes",
        lambda: show("Secret detection", secrets.measure()),
    ),
    "server": (
        "how soon the tool server answers, against importing its SDK",
        lambda: show("The tool server", server.measure()),
    ),
    "shelf": (
        "a library of 5,000 debates in the window: first picture, list, search",
        lambda: show("A library of 5,000 debates (offscreen)", shelf.measure()),
    ),
    "tokens": (
        "what recorded debates took then, and take now; DISPUTATIO_PANELS names the folder of their exports",
        tokens.measure,
    ),
    "waiting": (
        "how long participants wait for the clerk, by a model of latencies",
        lambda: show("Waiting for the clerk", waiting.measure()),
    ),
    "window": (
        "first window against a bare Qt window, opening 2,000 turns, stalls while four turns stream",
        lambda: show("The window (offscreen)", window.measure()),
    ),
    "stalls": (
        "how long the window stalls while something large is opened, and what stays of it once it is closed",
        lambda: show("Stalls of the window (offscreen)", stalls.measure()),
    ),
    **{f"stalls:{name}": (about, partial(_stalls, name)) for name, about in stalls.NAMES.items()},
}


def main(arguments: Sequence[str]) -> None:
    width = max(len(name) for name in PARTS)
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Measure Disputatio on this machine and print the figures. It needs no key, no display and no\n"
        "network, and takes some minutes; times say little by themselves, read the ratios.",
        epilog="parts:\n" + "\n".join(f"  {name:{width}}  {about}" for name, (about, _) in PARTS.items()),
    )
    parser.add_argument("part", nargs="*", metavar="PART", help="measure only this (all of them without it)")
    chosen = parser.parse_args(arguments).part
    if unknown := [name for name in chosen if name not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}; choose from {', '.join(PARTS)}")
    sys.stdout.write(f"Python {platform.python_version()}, {platform.system()}, {platform.machine()}\n")
    for name, (_, measure) in PARTS.items():
        if name in chosen or (not chosen and ":" not in name):  # what a part consists of is measured with it
            measure()


if __name__ == "__main__":
    main(sys.argv[1:])
