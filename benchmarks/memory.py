"""Hybrid search over 10,000 and 100,000 memories of 384 dimensions in one project of fifty; also without sqlite-vec.

Texts are sentences from a vocabulary whose words are as unequally frequent as words are (Zipf); vectors stand in
clusters, as those of sentences do. Each search is one question of eight words: by words, by vector, fused.
"""

from __future__ import annotations

import random
import tempfile
import time
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path

import numpy as np

from benchmarks.table import Figure, median, percentile
from disputatio.engine.ports import Vector
from disputatio.library.memory import Memory
from disputatio.storage import memories, sqlite, vectors
from disputatio.storage.database import Database
from disputatio.storage.search import HybridSearch, Query, Search
from disputatio.storage.sqlite import raw

DIMENSION, PROJECTS, QUESTIONS = 384, 50, 200
LIMITS = {10_000: 10.0, 100_000: 25.0}
"""Milliseconds at the 95th percentile (issue 3)."""
SPACE = "bench@384"
WORDS = [f"word{number}" for number in range(20_000)]
FREQUENCIES = list(accumulate(1 / (rank + 10) for rank in range(len(WORDS))))


class Corpus:
    """Reproducible texts and vectors."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)
        self.numbers = np.random.default_rng(seed)
        self.centres = self.numbers.normal(size=(200, DIMENSION))

    def text(self, words: int) -> str:
        return " ".join(self.source.choices(WORDS, cum_weights=FREQUENCIES, k=words))

    def vector(self) -> Vector:
        found = self.centres[self.source.randrange(200)] + self.numbers.normal(size=DIMENSION)
        return array("f", (found / np.linalg.norm(found)).astype(np.float32).tobytes())

    def memory(self, number: int) -> Memory:
        scope = f"project/{number % PROJECTS}"
        return Memory(
            kind="insight", ref=str(number), scope=scope, text=self.text(14), importance=8.0, at=float(number)
        )


async def fill(database: Database, count: int, corpus: Corpus) -> float:
    """Keep so many memories; returns how many a second."""
    began = time.perf_counter()
    space = await database.write(lambda c: vectors.ready_space(raw(c), SPACE, DIMENSION, 0.0))
    for start in range(0, count, 5_000):
        rows = [(corpus.memory(start + n), corpus.vector()) for n in range(min(5_000, count - start))]

        def keep(connection: object, rows: list[tuple[Memory, Vector]] = rows) -> None:
            handle = raw(connection)  # type: ignore[arg-type]
            for memory, vector in rows:
                vectors.put(handle, space, memories.keep(handle, memory), memory.scope, vector)

        await database.write(keep)
    return count / (time.perf_counter() - began)


async def searches(
    database: Database, corpus: Corpus, scoped: bool = True, count: int = QUESTIONS
) -> tuple[list[float], list[float]]:
    """Milliseconds of each search, by the wall clock and of processor time."""
    search, times, work = HybridSearch(database, Search(database)), [], []
    for number in range(count + 5):
        scopes = (f"project/{number % PROJECTS}",) if scoped else ()
        query = Query(text=corpus.text(8), vector=corpus.vector(), space=SPACE, scopes=scopes)
        began, busy = time.perf_counter(), time.process_time()
        found = await search.find(query)
        times.append((time.perf_counter() - began) * 1000)
        work.append((time.process_time() - busy) * 1000)
        assert len(found) == 10
    return times[5:], work[5:]


@contextmanager
def without_extension() -> Iterator[None]:
    """As on a machine whose SQLite cannot load sqlite-vec."""
    loading, sqlite.load_vectors = sqlite.load_vectors, lambda connection: "switched off for this figure"
    try:
        yield
    finally:
        sqlite.load_vectors = loading


async def measure() -> list[Figure]:
    figures = []
    for count, limit in LIMITS.items():
        with tempfile.TemporaryDirectory() as folder:
            figures += await _of(Path(folder) / "memory.db", count, limit)
    return figures


async def _of(path: Path, count: int, limit: float) -> list[Figure]:
    corpus = Corpus(count)
    database = await Database.open(path)
    speed = await fill(database, count, corpus)
    times, work = await searches(database, corpus)
    everywhere, _ = await searches(database, corpus, scoped=False, count=20)
    await database.close()
    with without_extension():
        database = await Database.open(path)
        plain, _ = await searches(database, corpus)
        await database.close()
    name = f"hybrid search, {count:,} memories"
    return [
        Figure(f"{name}, one project of fifty, p95", percentile(times, 0.95), "ms", limit),
        Figure(f"{name}, one project of fifty, p50", median(times), "ms"),
        Figure(f"{name}, processor time, p95", percentile(work, 0.95), "ms"),
        Figure(f"{name}, without sqlite-vec, p95", percentile(plain, 0.95), "ms", limit, "numpy"),
        Figure(f"{name}, without sqlite-vec, p50", median(plain), "ms"),
        Figure(f"{name}, all projects, p50", median(everywhere), "ms"),
        Figure(f"keeping {count:,} memories with their vectors", speed, "rows/s"),
    ]
