"""A repository of 20,000 files: listed, made the context of a debate, indexed, indexed anew after a commit that touches
ten files, and citations checked against it.

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
from disputatio.app.models.inquiry import OneAsker
from disputatio.app.privacy.consents import Consents
from disputatio.app.privacy.frontier import Frontier
from disputatio.app.repositories.repositories import Repositories
from disputatio.app.repositories.sources import DebateSources
from disputatio.app.settings import Settings
from disputatio.debate.context import Context
from disputatio.engine.clock import SystemClock
from disputatio.engine.limits import Limits
from disputatio.engine.routing import Routing
from disputatio.providers.registry import Registry
from disputatio.repository.context import load
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


class Wordless:
    """No embedding model is set: what is measured is our own work."""

    async def chosen(self) -> EmbeddingChoice:
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
        shelf = Repositories(RepositoryStore(database), Wordless(), clock, asker, registry, frontier)  # type: ignore[arg-type]
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


async def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "shop.git"
        repository = pygit2.init_repository(str(folder), bare=True, initial_head="main")
        commit(repository, {path(number): module(number) for number in range(FILES)})
        return [
            Figure("listing 20,000 files", timed(lambda: open_tree(folder).files()), "ms", 500),
            Figure("first context of 20,000 files", timed(lambda: load(folder, question=QUESTION)), "ms", 500),
            *await indexed(folder, repository),
            Figure("checking 200 citations", cited(folder), "ms", 200),
        ]
