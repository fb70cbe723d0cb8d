"""What of a repository is indexed: which files, what is kept of each, and what is embedded of a chunk. All block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from disputatio.debate.values import value
from disputatio.repository.chunks import cut
from disputatio.repository.entries import Entry
from disputatio.repository.errors import FileMissing
from disputatio.repository.languages import foreign, language_of
from disputatio.repository.outline import outline
from disputatio.repository.passages import Passage, text_lines
from disputatio.repository.relevance import stem_counts
from disputatio.repository.screening import screen
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, never
from disputatio.secrets.detection import find, secret_file
from disputatio.storage.code import ChunkRow, FileRow, Known, Place

_RUN = re.compile(r"[\w-]{16,}")
"""No token that is recognised is shorter."""

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
    """What the index has to catch up with: files to read, files that are gone (their ids, and their paths as `lost`),
    and files that were only moved (id, path now)."""

    read: tuple[Entry, ...] = ()
    gone: tuple[int, ...] = ()
    moved: tuple[tuple[int, str], ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        return len(self.read) + len(self.gone) + len(self.moved)


def changes(tree: SourceTree, known: dict[str, Known], stopped: Stopped = never) -> Changes:
    """What differs at the commit of a tree from the files that are `known`, by path."""
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
        read=tuple(sorted(read, key=lambda e: e.path)),
        gone=tuple(known[path].id for path in lost),
        moved=tuple(moved),
        lost=tuple(lost),
    )


def sizes(tree: SourceTree, stopped: Stopped = never) -> int:
    """About how many characters the files have that are indexed: their bytes, but for those too large to be read."""
    wanted = (tree.size(entry) for entry in tree.files(stopped) if _indexable(entry))
    return sum(size for size in wanted if size <= LARGEST)


def _indexable(entry: Entry) -> bool:
    return entry.kind == "file" and not foreign(entry.path) and not secret_file(entry.path) and not _telling(entry.path)


def _telling(path: str) -> bool:
    """Whether a path holds a secret itself. What is looked at first is quick: an index meets every path."""
    return any(any(c.isdigit() for c in run) for run in _RUN.findall(path)) and bool(find(path))


def _alike(a: str, b: str) -> bool:
    """Whether two paths are cut into chunks in the same way."""
    endings = [path.rpartition(".")[2].lower() for path in (a, b)]
    return endings[0] == endings[1] and language_of(a.rpartition("/")[2]) == language_of(b.rpartition("/")[2])


def file_row(tree: SourceTree, entry: Entry) -> FileRow:
    """What is kept of a file; of one that is no text, too large, or not here, only that it was looked at. Blocks."""
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
    told = outline(entry.path, file.text, made.chunks, made.parsed, len(seen.held)).encoded()
    return FileRow(
        path=entry.path, blob=entry.id, language=language, outline=told, words=stems(entry.path), chunks=chunks
    )


def stems(text: str) -> str:
    """The stems of a text, each as often as it counts."""
    return " ".join(word for word, often in sorted(stem_counts(text).items()) for _ in range(min(often, OFTEN)))


def chunk_texts(tree: SourceTree, places: Iterable[Place]) -> list[str]:
    """What is embedded of chunks: where they stand, and their text without secrets. Blocks."""
    read: dict[str, Sequence[str]] = {}
    found = []
    for place in places:
        if place.path not in read:
            read[place.path] = text_lines(tree, passage(place))
        body = "\n".join(read[place.path][place.first - 1 : place.last])
        found.append(f"{place.path} {place.name}\n{body}"[:EMBEDDED_CHARACTERS])
    return found


def passage(place: Place) -> Passage:
    """A chunk, as the repository knows it."""
    return Passage(path=place.path, blob=place.blob, first=place.first, last=place.last, clean=not place.held)
