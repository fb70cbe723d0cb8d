"""How long the window stalls over a repository of 20,000 files: its page, the index that is made in the background, a
question about it, a file at its lines with its authors, and the branch of a debate with its diffs.

A stall is measured as in `stalls`, each in a process of its own: `python -m benchmarks.repository_window NAME FOLDER`.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygit2

from benchmarks.repository import FILES, QUESTION, commit, module, path
from benchmarks.stalls import AFTER, Heart
from benchmarks.table import Figure
from benchmarks.window import PARAGRAPH, child, in_window, leave, opened_window
from disputatio.debate.values import OptionValue

LIMIT = 50.0
"""Milliseconds (issue 4)."""
RUNS = 3
STEP = 0.01
"""Seconds between two looks whether it is there, as a person who waits."""


def shop(folder: str) -> Path:
    place = Path(folder) / "shop.git"
    repository = pygit2.init_repository(str(place), bare=True, initial_head="main")
    commit(repository, {path(number): module(number) for number in range(FILES)})
    commit(repository, {path(number): module(number, 1) for number in range(10)})
    return place


async def so(true: Callable[[], object]) -> None:
    while not true():  # noqa: ASYNC110  nothing tells of it
        await asyncio.sleep(STEP)


async def watched(folder: str, work: Callable[[Any, str], Any], before: Any = None) -> dict[str, float]:
    """A window, and the longest stall from the beginning of the work until a second after its end."""
    place = str(await asyncio.to_thread(shop, folder))
    window, app, bridge = await opened_window(folder)
    if before is not None:
        await before(window, place)
    await asyncio.sleep(AFTER)
    heart = Heart()
    await work(window, place)
    await asyncio.sleep(AFTER)
    found = heart.found()
    await leave(window, app, bridge)
    return found


async def page(window: Any, place: str) -> None:
    """From the click until commit, size, languages and commits of the repository are there."""
    window.places.show_page("repository", "open", place)
    shown = window.places.pages["repository"]
    await so(lambda: shown.status is not None and shown.view.past.list.rows())


async def discussed(window: Any, place: str) -> None:
    """The page, with what is open on GitHub (a server on this machine), and an issue in full."""
    from disputatio.faces.gui.repository.discussion import IssueDialog
    from disputatio.testing.loopback.github import running_github

    with running_github() as hub:
        pygit2.Repository(place).remotes.create("origin", "https://github.com/acme/shop.git")
        for number in range(1, 7):
            hub.issue("acme/shop", number, f"Carts are lost ({number})", PARAGRAPH, comments=[PARAGRAPH] * 10)
        await asyncio.to_thread(window.app.settings.set, "github.address", hub.root)
        window.app.keys.remember("github", hub.token)
        await page(window, place)
        card = window.places.pages["repository"].view.github
        await so(card.list.rows)
        card.list.opened.emit("1")
        dialog = window.findChild(IssueDialog)
        await so(dialog.debate.isEnabled)
        dialog.reject()


async def index(window: Any, place: str) -> None:
    """All of it, from nothing, with its progress on the page."""
    shown = window.places.pages["repository"]
    shown.view.index.run.click()
    await so(lambda: shown.status.index.at)


async def question(window: Any, place: str) -> None:
    """The first context of a debate, while the question is asked."""
    from disputatio.app.starting.configuration import ContextChoice

    window.start_screen.composer.set_draft(QUESTION)
    window.new_debate(ContextChoice(kind="repository", ref=place))
    preparing = window.start_screen.preparing
    await so(lambda: preparing.prepared is not None and preparing.prepared.opening.context.kind == "repository")


async def source(window: Any, place: str) -> None:
    """A file of the page at its lines, then who wrote each and its history."""
    from disputatio.faces.gui.sources.source_reader import Passage

    status = window.places.pages["repository"].status
    window.places.show_source(Passage(ref=place, pin=status.commit, name="shop", path=path(3), first=9, last=12))
    shown = window.places.pages["source"]
    await so(lambda: shown.stack.currentWidget() is shown.source)
    shown.bar.blame.click()
    shown.bar.history.click()
    await so(lambda: shown.source.wrote(1) is not None and shown.history.list.count())


async def debated(window: Any, place: str) -> None:
    """A rehearsed debate about the repository, at its end, on a branch of its own."""
    from disputatio.app.starting.configuration import ContextChoice, DebateConfig

    app = window.app
    options: dict[str, OptionValue] = {"auto_continue": True, "rounds": 3}
    config = DebateConfig(question=QUESTION, context=ContextChoice(kind="repository", ref=place), options=options)
    prepared = await app.prepare(config, rehearse=True)
    session = await app.open_and_run(prepared)
    await session.wait_for_rest()
    await app.sessions.release(session.id)
    await app.branches.commit(session.id)
    window.debated = session.id


async def branch(window: Any, place: str) -> None:
    """Its page: commits, proposals, and all that was changed."""
    window.places.show_page("branch", "debate", window.debated)
    shown = window.places.pages["branch"]
    await so(lambda: shown.list.rows() and shown.diff.blockCount() > 1)


WORK: dict[str, Callable[[str], Any]] = {
    "page": lambda folder: watched(folder, page),
    "github": lambda folder: watched(folder, discussed),
    "index": lambda folder: watched(folder, index, page),
    "question": lambda folder: watched(folder, question),
    "source": lambda folder: watched(folder, source, page),
    "branch": lambda folder: watched(folder, branch, debated),
}
NAMES = {
    "page": "opening the page of 20,000 files: longest stall",
    "github": "the same with GitHub, and an issue in full: longest stall",
    "index": "indexing 20,000 files in the background: longest stall",
    "question": "first context of 20,000 files in the window: longest stall",
    "source": "a file with authors and history: longest stall",
    "branch": "the branch of a debate with its diffs: longest stall",
}


def measure() -> list[Figure]:
    """The middle one of some runs, as other processes take their share; the index, which takes long, once."""
    figures = []
    for name, title in NAMES.items():
        count = 1 if name == "index" else RUNS
        runs = sorted((child(name, "benchmarks.repository_window")[1] for _ in range(count)), key=_longest)
        middle, low, high = runs[count // 2], runs[0]["longest"], runs[-1]["longest"]
        spread = f"; runs: {low:.0f} to {high:.0f} ms" if count > 1 else ""
        note = f"{middle['worked']:.0f} ms of it at work{spread}"
        figures.append(Figure(title, middle["longest"], "ms", LIMIT, note))
    return figures


def _longest(found: dict[str, float]) -> float:
    return found["longest"]


if __name__ == "__main__":
    in_window(WORK[sys.argv[1]](sys.argv[2]))
