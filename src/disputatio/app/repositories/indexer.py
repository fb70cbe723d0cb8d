"""Indexing a repository at a commit: only files whose blob is not known yet are read; then, where an embedding model
may see them, chunks are embedded. What is done when it is stopped stays, and the next run goes on from there."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Literal

from disputatio.app.models.embedding import Embedding, EmbeddingChoice
from disputatio.app.privacy.frontier import Frontier, index_scope
from disputatio.app.privacy.sendings import Asked, Sending
from disputatio.debate.values import value
from disputatio.engine.ports import Clock
from disputatio.repository.chunks import cut
from disputatio.repository.entries import Entry
from disputatio.repository.errors import FileMissing
from disputatio.repository.excerpts import Passage, screen, text_lines
from disputatio.repository.languages import foreign, language_of
from disputatio.repository.outline import ROOM, SHORT, decode, outline, refresh, repository_map
from disputatio.repository.relevance import stem_counts
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, check, in_thread, never
from disputatio.secrets.detection import find, secret_file
from disputatio.storage.code import ChunkRow, FileRow, KnownFile, Place
from disputatio.storage.repositories import RepositoryEntry, RepositoryStore, Summary

# ---- which files are indexed (everything here blocks) -----------------------------------------------------------
_RUN = re.compile(r"[\w-]{16,}")
"""No recognised token is shorter than this."""

LARGEST = 300_000
"""Bytes of a file that is indexed."""
LARGEST_DATA = 40_000
DATA = frozenset({"CSV", "JSON", "XML", "YAML", "TOML", "Jupyter Notebook"})
"""Of large files of these kinds nobody wants to be told."""

OFTEN = 6
"""Times that a word of a chunk counts, however often it stands there."""
EMBEDDED_CHARACTERS = 6_000
"""Of a chunk with its path and name. One that is longer has a very long line."""


@value
class Changes:
    """What the index has to catch up with: files to read, files that are gone (by their ids, and by their paths), and
    files that were only moved (id, path now)."""

    to_read: tuple[Entry, ...] = ()
    gone_ids: tuple[int, ...] = ()
    moves: tuple[tuple[int, str], ...] = ()
    gone_paths: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        return len(self.to_read) + len(self.gone_ids) + len(self.moves)


def changes(tree: SourceTree, known: dict[str, KnownFile], stopped: Stopped = never) -> Changes:
    """Return what differs at the commit of a tree from the files that are `known`, by path."""
    wanted = {entry.path: entry for entry in reversed(tree.files(stopped)) if _indexable(entry)}
    gone = {known[path].blob: (path, known[path].id) for path in known.keys() - wanted.keys()}
    read: list[Entry] = []
    moved: list[tuple[int, str]] = []
    for path, entry in wanted.items():
        old = known.get(path)
        if old is not None and old.blob == entry.id:
            continue
        former = gone.get(entry.id)
        if old is None and former is not None and _alike(former[0], path):
            moved.append((gone.pop(entry.id)[1], path))
        else:
            read.append(entry)
    left = {id for id, _ in moved}
    lost = sorted(path for path in known.keys() - wanted.keys() if known[path].id not in left)
    return Changes(
        to_read=tuple(sorted(read, key=lambda e: e.path)),
        gone_ids=tuple(known[path].id for path in lost),
        moves=tuple(moved),
        gone_paths=tuple(lost),
    )


def sizes(tree: SourceTree, stopped: Stopped = never) -> int:
    """About how many characters the files have that are indexed: their bytes, but for those too large to be read."""
    wanted = (tree.size(entry) for entry in tree.files(stopped) if _indexable(entry))
    return sum(size for size in wanted if size <= LARGEST)


def _indexable(entry: Entry) -> bool:
    return entry.kind == "file" and not foreign(entry.path) and not secret_file(entry.path) and not _telling(entry.path)


def _telling(path: str) -> bool:
    """Return whether a path holds a secret itself. What is looked at first is quick: an index meets every path."""
    return any(any(c.isdigit() for c in run) for run in _RUN.findall(path)) and bool(find(path))


def _alike(a: str, b: str) -> bool:
    """Return whether two paths are cut into chunks in the same way."""
    endings = [path.rpartition(".")[2].lower() for path in (a, b)]
    return endings[0] == endings[1] and language_of(a.rpartition("/")[2]) == language_of(b.rpartition("/")[2])


def file_row(tree: SourceTree, entry: Entry) -> FileRow:
    """Return what is kept of a file; of one that is no text, too large, or not here, only that it was looked at.
    Blocks."""
    language = language_of(entry.name)
    found = FileRow(path=entry.path, blob=entry.id, language=language, outline="", words="", chunks=())
    try:
        seen = screen(tree.read(entry, LARGEST_DATA if language in DATA else LARGEST))
    except FileMissing:
        return found
    file = seen.file
    if file.kind != "text":
        return found
    lines = file.text.split("\n")
    made = cut(entry.path, language, file.text)
    chunks = tuple(
        ChunkRow(
            first=chunk.first,
            last=chunk.last,
            kind=chunk.kind,
            name=chunk.name,
            names=stems(chunk.name),
            words=stems("\n".join(lines[chunk.first - 1 : chunk.last])),
        )
        for chunk in made.chunks
    )
    told = outline(entry.path, file.text, made.chunks, made.parsed, len(seen.held_back)).encode()
    return FileRow(
        path=entry.path, blob=entry.id, language=language, outline=told, words=stems(entry.path), chunks=chunks
    )


def stems(text: str) -> str:
    """Return the stems of a text, each as often as it counts."""
    return " ".join(word for word, often in sorted(stem_counts(text).items()) for _ in range(min(often, OFTEN)))


def chunk_texts(tree: SourceTree, places: Iterable[Place]) -> list[str]:
    """Return what is embedded of chunks: where they stand, and their text without secrets. Blocks."""
    read: dict[str, Sequence[str]] = {}
    found = []
    for place in places:
        if place.path not in read:
            read[place.path] = text_lines(tree, passage(place))
        body = "\n".join(read[place.path][place.first - 1 : place.last])
        found.append(f"{place.path} {place.name}\n{body}"[:EMBEDDED_CHARACTERS])
    return found


def passage(place: Place) -> Passage:
    """Return a chunk, as the repository knows it."""
    return Passage(path=place.path, blob=place.blob, first=place.first, last=place.last, clean=not place.secrets)


SCHEME = 3
"""Goes up when chunks are cut, or words are kept, in another way: then all are made anew."""

REFRESHED = 30
"""Files that may have changed so that in the map only they are brought up; with more, it is made anew."""
TOGETHER = 40
"""Files that are read, and written in one transaction."""
EMBEDDED = 64
"""Chunks that are embedded at once."""


@value
class IndexProgress:
    """`done` of `total` files or chunks; `path` is where it is."""

    step: Literal["reading", "embedding", "summarising"]
    done: int
    total: int
    path: str = ""


@value
class IndexReport:
    """What a run did. `why_not`: why chunks were not embedded, "" where they were."""

    commit: str
    read: int
    removed: int
    files: int
    chunks: int
    embedded: int
    skipped: int = 0
    why_not: str = ""


Tell = Callable[[IndexProgress], None]


def no_progress(_: IndexProgress) -> None:
    """For callers that show no progress."""


class Indexer:
    """Its methods raise the errors of the repository, StorageHeld, and `ReadingStopped` where it is stopped."""

    def __init__(self, store: RepositoryStore, embedding: Embedding, clock: Clock, frontier: Frontier) -> None:
        self._store, self._embedding, self._clock, self._frontier = store, embedding, clock, frontier

    async def run(
        self,
        shelved: RepositoryEntry,
        tree: SourceTree,
        tell: Tell = no_progress,
        stopped: Stopped = never,
        *,
        embed: bool = True,
    ) -> IndexReport:
        """Bring the index to the tree's commit, and `embed` what may be embedded."""
        done = await self.catch_up(shelved, tree, tell, stopped)
        embedded, skipped, why_not = 0, 0, "nothing was to leave this computer"
        if embed:
            embedded, skipped, why_not = await self._embed(shelved, tree, tell, stopped)
        files, chunks = await self._store.code.counts(shelved.id)
        return IndexReport(
            commit=tree.pin,
            read=len(done.to_read),
            removed=len(done.gone_ids),
            files=files,
            chunks=chunks,
            embedded=embedded,
            skipped=skipped,
            why_not=why_not,
        )

    async def pending_changes(self, shelved: RepositoryEntry, tree: SourceTree) -> Changes:
        """Return what is stale at the tree's commit."""
        if shelved.indexed_at and shelved.commit == tree.pin and shelved.scheme == SCHEME:
            return Changes()
        known = await self._store.code.known_files(shelved.id) if shelved.scheme == SCHEME else {}
        return await in_thread(lambda stopped: changes(tree, known, stopped))

    async def catch_up(
        self, shelved: RepositoryEntry, tree: SourceTree, tell: Tell = no_progress, stopped: Stopped = never
    ) -> Changes:
        """Words and places alone: no model is asked."""
        if shelved.scheme != SCHEME:
            await self._store.clear(shelved.id)
        found = await self.pending_changes(shelved, tree) if shelved.scheme == SCHEME else await self._all(tree)
        if shelved.scheme == SCHEME and shelved.commit == tree.pin and not found.count:
            return found
        await self._store.begin(shelved.id, SCHEME)
        await self._store.code.remove(shelved.id, found.gone_ids)
        await self._store.code.rename(shelved.id, [(id, path, stems(path)) for id, path in found.moves])
        for at in range(0, len(found.to_read), TOGETHER):
            check(stopped)
            batch = found.to_read[at : at + TOGETHER]
            tell(IndexProgress(step="reading", done=at, total=len(found.to_read), path=batch[0].path))
            await self._store.code.put(shelved.id, await _rows(tree, batch, stopped))
        await self._map(shelved.id, tree.pin, found)
        await self._store.finish(shelved.id, tree.pin, SCHEME, self._clock.now())
        tell(IndexProgress(step="reading", done=len(found.to_read), total=len(found.to_read)))
        return found

    async def _map(self, id: int, commit: str, found: Changes) -> None:
        """The map is made with the index: a context must not wait for it. Where little changed, only that is."""
        known = {key[1]: each for key, each in (await self._store.summaries.of(id)).items() if key[0] == "map"}
        little = not found.moves and len(found.to_read) + len(found.gone_ids) <= REFRESHED
        paths = [*(entry.path for entry in found.to_read), *found.gone_paths] if little and known else []
        rows = await self._store.code.outlines(id, paths)

        def work(stopped: Stopped) -> list[tuple[str, str]]:
            files = [(path, language, decode(text)) for path, language, text in rows]
            if not paths:
                return [(str(room), json.dumps(repository_map(files, room))) for room in (ROOM, SHORT)]
            changed = dict.fromkeys(paths) | {path: told for path, _, told in files}
            old = [(room, json.loads(each.text)) for room, each in known.items()]
            return [(room, json.dumps((refresh(text, changed), cut))) for room, (text, cut) in old]

        now, made = self._clock.now(), await in_thread(work)
        summaries = [
            Summary(kind="map", path=room, source=commit, text=text, model="", commit=commit, at=now)
            for room, text in made
        ]
        await self._store.summaries.keep(id, summaries)

    async def _all(self, tree: SourceTree) -> Changes:
        return await in_thread(lambda stopped: changes(tree, {}, stopped))

    async def model(self, path: str) -> tuple[EmbeddingChoice, str]:
        """Return the embedding model, and why it does not embed this repository ("" where it does)."""
        chosen = await self._embedding.choice()
        if not chosen.why_not and not await self._embedding.may_embed(index_scope(path), chosen):
            return chosen, f"you have not agreed that all of it goes to {chosen.model.partition(':')[0]}"
        return chosen, chosen.why_not

    async def permit(self, tree: SourceTree, agreed: Collection[Asked] = ()) -> None:
        """Raise ConsentNeeded where embedding would send a repository across a network: all of its text, which is
        measured only where the person has to be asked."""
        asked = await self.sending(tree)
        if asked is not None and await self._frontier.missing_consents([asked], agreed):
            asked = await self.sending(tree, await in_thread(partial(sizes, tree)))
        await self._frontier.require([asked] if asked else [], agreed)

    async def sending(self, tree: SourceTree, characters: int = 0) -> Sending | None:
        """Return what embedding would send across a network; None where nothing leaves."""
        chosen = await self._embedding.choice()
        if chosen.why_not:
            return None
        what = "all of its text, in parts, to be embedded, and later what changes in it"
        return await self._embedding.sending(index_scope(str(tree.root)), chosen, characters, what=what)

    async def _embed(
        self, shelved: RepositoryEntry, tree: SourceTree, tell: Tell, stopped: Stopped
    ) -> tuple[int, int, str]:
        """(chunks that were embedded, that could not be, why none was)."""
        _, why_not = await self.model(shelved.path)
        if why_not:
            return 0, 0, why_not
        name, dimension = await self._embedding.space()
        space = await self._store.code.ready(name, dimension, self._clock.now())
        _, total = await self._store.code.counts(shelved.id)
        total -= await self._store.code.coverage(shelved.id, name)
        done = skipped = after = 0
        while batch := await self._store.code.unembedded_chunks(shelved.id, space, after, EMBEDDED):
            check(stopped)
            tell(IndexProgress(step="embedding", done=done + skipped, total=total, path=batch[0].path))
            texts = await asyncio.to_thread(chunk_texts, tree, batch)
            vectors = await self._embedding.embed(index_scope(shelved.path), texts)
            made = [(place.id, vector) for place, vector in zip(batch, vectors, strict=True) if vector is not None]
            await self._store.code.embed(shelved.id, space, made)
            done, skipped, after = done + len(made), skipped + len(batch) - len(made), batch[-1].id
        return done, skipped, ""


async def _rows(tree: SourceTree, batch: Sequence[Entry], stopped: Stopped) -> list[FileRow]:
    def work(cancelled: Stopped) -> list[FileRow]:
        rows = []
        for entry in batch:
            check(stopped)
            check(cancelled)
            rows.append(file_row(tree, entry))
        return rows

    return await in_thread(work)
