"""A repository of 20,000 files: listed, made the context of a debate, indexed, indexed anew after a commit that touches
ten files, and citations checked against it. Of this project: whether the context shows the files that matter.

The repository is made on the spot: Python modules of about thirty lines in 400 folders, in a bare repository.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import pygit2

from benchmarks.table import Figure, median
from disputatio.app.models.embedding import EmbeddingChoice, QueryVector
from disputatio.app.models.providers import OneAsker
from disputatio.app.privacy.frontier import Consents, Frontier
from disputatio.app.repositories.repositories import Repositories
from disputatio.app.repositories.sources import DebateSources
from disputatio.app.settings import Settings
from disputatio.debate.context import Context
from disputatio.engine.limits import Limits
from disputatio.engine.ports import SystemClock
from disputatio.engine.routing import Routing
from disputatio.providers.registry import Registry
from disputatio.repository.context import from_tree
from disputatio.repository.source_tree import open_tree
from disputatio.repository.sources import RepositorySources
from disputatio.storage.database import Database
from disputatio.storage.repositories import RepositoryStore
from disputatio.testing.scripted import Anywhere

FILES, FOLDERS, TOUCHED, CITATIONS = 20_000, 400, 10, 200
QUESTION = "Where is the discount of an order computed, and is the retry of payments safe?"
WORDS = (
    *("order", "payment", "cart", "discount", "retry", "stock", "invoice"),
    *("customer", "session", "cache", "ledger", "parcel", "refund", "price"),
)

T = TypeVar("T")

MATTERING: dict[str, tuple[str, ...]] = {
    "May the clerk's calls overlap the next speaker in a dual debate?": (
        "resources/formats/dual.toml",
        "src/disputatio/debate/walk/walk.py",
        "src/disputatio/debate/policies/visibility.py",
    ),
    "How does a debate resume after the process was killed, and is a completed turn ever paid for twice?": (
        "src/disputatio/engine/runner.py",
        "src/disputatio/debate/walk/plan.py",
        "src/disputatio/engine/journal.py",
    ),
    "Should retries with backoff honour the hint of the provider after a rate limit?": (
        "src/disputatio/engine/limits.py",
        "src/disputatio/engine/asker.py",
        "src/disputatio/engine/errors.py",
    ),
    "Where are citations of repository lines checked against the pinned source?": (
        "src/disputatio/debate/citations/verification.py",
        "src/disputatio/repository/sources.py",
        "src/disputatio/app/repositories/sources.py",
    ),
    "How are likely secrets detected and held back before context leaves the computer?": (
        "src/disputatio/secrets/detection.py",
        "src/disputatio/secrets/rules.py",
        "src/disputatio/secrets/screening.py",
    ),
    "Is the event log hash-chained, and who notices tampering?": (
        "src/disputatio/storage/chain.py",
        "src/disputatio/storage/log.py",
    ),
    "How does a person's ruling on a statement change its status?": (
        "src/disputatio/debate/decide/decide.py",
        "src/disputatio/debate/statements/rulings_and_rooms.py",
    ),
    "When do older messages become a digest, and what stays verbatim?": (
        "src/disputatio/debate/policies/conditions.py",
        "src/disputatio/debate/policies/visibility.py",
        "src/disputatio/prompting/contracts/digest.py",
    ),
    "How does the search combine full text and vectors?": (
        "src/disputatio/storage/search.py",
        "src/disputatio/storage/vectors.py",
    ),
    "Can two processes run the same debate at once, or does a lease prevent it?": (
        "src/disputatio/storage/leases.py",
        "src/disputatio/app/debates/open_sessions.py",
    ),
    "What does a format file look like and how does the loader report its errors?": (
        "src/disputatio/debate/formats/loader.py",
        "resources/formats/README.md",
        "src/disputatio/debate/formats/file.py",
    ),
    "How is the cost of a debate forecast before it starts?": (
        "src/disputatio/debate/views/forecast.py",
        "src/disputatio/app/forecasts.py",
    ),
    "How does the window render streaming Markdown without blocking the event loop?": (
        "src/disputatio/faces/gui/transcript/markdown.py",
        "src/disputatio/faces/gui/transcript/message_body.py",
        "src/disputatio/faces/gui/bridge.py",
    ),
    "How are crux rooms opened for contested claims, and what leaves them?": (
        "src/disputatio/debate/board/room_entry.py",
        "src/disputatio/debate/statements/cards.py",
    ),
}
"""Questions about this very project, each with the files that matter, chosen before any result was looked at."""


class Wordless:
    """No embedding model is set: what is measured is our own work."""

    async def choice(self) -> EmbeddingChoice:
        return EmbeddingChoice(model="", why_not="no embedding model is set")

    async def query(self, text: str, scopes: Iterable[str]) -> QueryVector:
        return QueryVector(why_not="no embedding model is set")


def module(number: int, version: int = 0) -> str:
    """A module that nobody wrote, with words that a question can share."""
    first, second = WORDS[number % len(WORDS)], WORDS[(number * 7 + version) % len(WORDS)]
    body = "".join(
        f'\n\ndef {first}_{second}_{n}(items, limit={n + version}):\n    """The {second} of each {first}."""\n'
        f"    total = sum(item.{second} for item in items[:limit])\n    return total * {number % 97}\n"
        for n in range(5)
    )
    return f'"""Module {number} about {first} and {second}."""\n\nfrom shop.{second} import {first}\n{body}'


def commit(repository: pygit2.Repository, changed: dict[str, str]) -> None:
    author = pygit2.Signature("Ada", "ada@example.org", 1_700_000_000, 0)
    index = pygit2.Index()
    parents = [] if repository.head_is_unborn else [repository.head.target]
    if parents:
        index.read_tree(repository.head.peel(pygit2.Commit).tree)
    for path, text in changed.items():
        index.add(pygit2.IndexEntry(path, repository.create_blob(text.encode()), pygit2.enums.FileMode.BLOB))
    tree = index.write_tree(repository)
    repository.create_commit("refs/heads/main", author, author, "Change", tree, parents)


def path(number: int) -> str:
    return f"src/part{number % FOLDERS}/module{number}.py"


def timed(work: Callable[[], T], runs: int = 5) -> float:
    """Milliseconds, the median of some runs."""
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append((time.perf_counter() - began) * 1000)
    return median(times)


def cited(folder: Path) -> float:
    """Milliseconds to check citations of lines and quotations, as many turns would make them."""
    tree = open_tree(folder)
    lines = []
    for number in range(CITATIONS):
        text = module(number).split("\n")
        lines.append(f"In {path(number)}:{number % 20 + 1} stands it; `{text[6].strip()}` ({path(number)}:7).")
    turn = "\n".join(lines[: CITATIONS // 2])
    context = Context(kind="repository", ref=str(folder), pin=tree.pin)
    sources = DebateSources(context=context, repository=RepositorySources(tree))

    def check() -> None:
        found = sources.record(turn, "")
        assert found["total"] == CITATIONS, found["total"]

    return timed(check, 3)


async def indexed(folder: Path, repository: pygit2.Repository) -> list[Figure]:
    clock, limits = SystemClock(), Limits()
    registry = Registry({}, [])
    asker = OneAsker(Routing(lambda model: registry.get(model), Anywhere(), clock, limits), limits, clock)
    with tempfile.TemporaryDirectory() as home:
        database = await Database.open(Path(home) / "bench.db")
        frontier = Frontier(Settings.load(Path(home) / "s.toml"), registry.config, registry, Consents(Path(home)))
        store, clones = RepositoryStore(database), Path(home) / "clones"
        shelf = Repositories(store, Wordless(), clock, asker, registry, frontier, clones)  # type: ignore[arg-type]
        began = time.perf_counter()
        await shelf.index(str(folder))
        first = time.perf_counter() - began
        times, asked = [], []
        for version in range(1, 4):
            commit(repository, {path(n * 1999): module(n * 1999, version) for n in range(TOUCHED)})
            began = time.perf_counter()
            done = await shelf.index(str(folder))
            times.append((time.perf_counter() - began) * 1000)
            assert done.read == TOUCHED, done
            began = time.perf_counter()
            await shelf.context(str(folder), "", QUESTION)
            asked.append((time.perf_counter() - began) * 1000)
        await database.close()
    return [
        Figure("index of 20,000 files, from nothing", first, "s", 120),
        Figure("index anew after a commit of ten files", median(times), "ms", 1000),
        Figure("context from the index", median(asked), "ms", 500),
    ]


def missing() -> float:
    """Per cent of the files that matter to some questions, and that the context of each question does not show."""
    wanted, shown = 0, 0
    for question, files in MATTERING.items():
        context = from_tree(open_tree(Path(__file__).parents[1]), question=question)
        text = next(section.text for section in context.sections if section.name == "files")
        wanted += len(files)
        shown += sum(f"### {file}\n" in text for file in files)
    return 100 * (wanted - shown) / wanted


async def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "shop.git"
        repository = pygit2.init_repository(str(folder), bare=True, initial_head="main")
        commit(repository, {path(number): module(number) for number in range(FILES)})
        return [
            Figure("listing 20,000 files", timed(lambda: open_tree(folder).files()), "ms", 500),
            Figure(
                "first context of 20,000 files",
                timed(lambda: from_tree(open_tree(folder), question=QUESTION)),
                "ms",
                500,
            ),
            *await indexed(folder, repository),
            Figure("checking 200 citations", cited(folder), "ms", 200),
            Figure("files that matter to a question, not shown", missing(), "%", 35),
        ]
