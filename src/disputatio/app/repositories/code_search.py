"""Finding chunks of an indexed repository for a question, by words and by meaning, with reciprocal rank fusion.

Only chunks that stand so at the commit in question are told; those of another are counted.
"""

from __future__ import annotations

import asyncio

from disputatio.app.models.embedding import Embedding, QueryVector
from disputatio.app.privacy.frontier import index_scope
from disputatio.app.repositories.indexer import passage
from disputatio.debate.context import Section
from disputatio.debate.values import value
from disputatio.library.memory import fuse
from disputatio.repository.errors import FileMissing
from disputatio.repository.excerpts import section, text_lines
from disputatio.repository.relevance import file_weight, part_weight, question_words
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, in_thread
from disputatio.secrets.detection import Screening
from disputatio.storage.code import CodeStore, Place
from disputatio.storage.repositories import RepositoryEntry

WEIGHED = 200
"""Chunks found by words that are weighed by what they are."""
MILDLY = 0.3
"""The power of a file's weight beside a place in the search by meaning: there 0.6 is about ten places."""
CANDIDATES = 60
"""Chunks that each of the two searches contributes."""


@value
class CodeHit:
    """A chunk that was found: lines `first` to `last` of `path`. `text` is without likely secrets. `by_words` and
    `by_meaning` are its places in the two searches, from 1."""

    path: str
    first: int
    last: int
    kind: str
    name: str
    text: str
    by_words: int | None = None
    by_meaning: int | None = None


@value
class CodeResults:
    """Best first. `why_not`: why nothing was compared by meaning, "" where it was; `stale` hits were left out, since
    their files differ at the commit that was searched."""

    hits: tuple[CodeHit, ...]
    why_not: str = ""
    stale: int = 0


@value
class ChunkRanking:
    """Chunks that stand so at the commit, best first; the ids that each of the two searches found, in its order."""

    places: tuple[Place, ...]
    by_words: tuple[int, ...]
    by_meaning: tuple[int, ...]
    why_not: str
    stale: int


class CodeSearch:
    def __init__(self, store: CodeStore, embedding: Embedding) -> None:
        self._store, self._embedding = store, embedding

    async def find(self, kept: RepositoryEntry, tree: SourceTree, query: str, limit: int) -> CodeResults:
        found = await self._ranked(kept, tree, query, ask=True)
        texts = await asyncio.to_thread(lambda: [_text(tree, place) for place in found.places[:limit]])
        hits = [_hit(place, text, found) for place, text in zip(found.places, texts, strict=False)]
        return CodeResults(hits=tuple(hits), why_not=found.why_not, stale=found.stale)

    async def section(
        self, kept: RepositoryEntry, tree: SourceTree, question: str, *, ask: bool, screening: Screening | None = None
    ) -> Section:
        """Return what bears on a question, for the context of a debate. `ask`: an embedding model may be asked."""
        found = await self._ranked(kept, tree, question, ask=ask)
        how = "found by words and by meaning" if found.by_meaning else "found by words"
        note = f"{found.stale} parts that were found are of another commit, and left out." if found.stale else ""
        parts = [passage(place) for place in found.places]
        return await in_thread(lambda stopped: section(tree, parts, how, note, stopped, screening))

    async def _ranked(self, kept: RepositoryEntry, tree: SourceTree, query: str, *, ask: bool) -> ChunkRanking:
        asked = QueryVector()
        if ask:
            asked = await self._embedding.query(query, [index_scope(kept.path)])
        fits = await self._store.by_words(kept.id, sorted(question_words(query)), WEIGHED)
        meant: list[int] = []
        if asked.vector is not None:
            meant = [id for id, _ in await self._store.near(kept.id, asked.space, asked.vector, CANDIDATES)]
        places = await self._store.places([*fits, *(id for id in meant if id not in fits)])
        worded = sorted(fits.keys() & places.keys(), key=lambda id: (-fits[id] * _weight(places[id], query), id))
        worded = worded[:CANDIDATES]
        scores = fuse((worded,))
        for id, score in fuse((meant,)).items():
            if id in places:
                scores[id] = scores.get(id, 0.0) + score * file_weight(places[id].path, query) ** MILDLY
        fused = sorted(scores, key=lambda id: (-scores[id], id))

        def fresh(stopped: Stopped) -> list[Place]:
            tree.files(stopped)
            return [places[id] for id in fused if _here(tree, places[id])]

        found = await in_thread(fresh)
        return ChunkRanking(
            places=tuple(found),
            by_words=tuple(worded),
            by_meaning=tuple(meant),
            why_not=asked.why_not,
            stale=len(fused) - len(found),
        )


def _weight(place: Place, query: str) -> float:
    return part_weight(place.path, place.kind, place.first, place.last, query)


def _here(tree: SourceTree, place: Place) -> bool:
    """Return whether the file of a chunk is the same at the tree's commit."""
    try:
        return tree.entry(place.path).id == place.blob
    except FileMissing:
        return False


def _text(tree: SourceTree, place: Place) -> str:
    return "\n".join(text_lines(tree, passage(place))[place.first - 1 : place.last])


def _hit(place: Place, text: str, found: ChunkRanking) -> CodeHit:
    return CodeHit(
        path=place.path,
        first=place.first,
        last=place.last,
        kind=place.kind,
        name=place.name,
        text=text,
        by_words=found.by_words.index(place.id) + 1 if place.id in found.by_words else None,
        by_meaning=found.by_meaning.index(place.id) + 1 if place.id in found.by_meaning else None,
    )
