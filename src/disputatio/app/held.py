"""Which likely secrets a commit of a repository holds: what participants who look things up are not shown, and the ids
by which a person lets one of them out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from disputatio.repository.entries import Entry
from disputatio.repository.errors import FileMissing
from disputatio.repository.languages import foreign
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, check, never
from disputatio.secrets.screening import HeldBack, Screening


def held(tree: SourceTree, files: Sequence[str] = (), stopped: Stopped = never) -> tuple[HeldBack, ...]:
    """Of some files, or of all but what others wrote (`vendor` and the like), each secret once, where it stands first.
    Takes about a second for each megabyte. Blocks. Raises `FileMissing` for a file that is named and not there."""
    screening = Screening()
    for entry in _entries(tree, files, stopped):
        check(stopped)
        try:
            file = tree.read(entry)
        except FileMissing:
            if files:
                raise
            continue
        screening.note(screening.find(file.text, entry.path) if file.kind == "text" else ())
    return tuple(sorted(screening.held, key=lambda each: (each.path, each.line)))


def _entries(tree: SourceTree, files: Sequence[str], stopped: Stopped) -> Iterator[Entry]:
    if files:
        yield from (tree.entry(name.removeprefix("./")) for name in files)
        return
    yield from (entry for entry in tree.files(stopped) if entry.kind == "file" and not foreign(entry.path))
