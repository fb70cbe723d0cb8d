"""How large a repository is at a commit, and which of its files are meant by some words. All functions block."""

from __future__ import annotations

from disputatio.debate.values import value
from disputatio.repository.entries import Entry
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, check, never

MAX_WEIGHED = 50_000
"""Files whose size is asked for, half a second of work; of larger repositories an even sample stands for the rest."""


@value
class Weight:
    """`bytes` of the files as they are stored, without submodules. `exact`: every file was asked for."""

    bytes: int = 0
    exact: bool = True


def weight(tree: SourceTree, stopped: Stopped = never) -> Weight:
    """Raises the errors of the repository."""
    files = [entry for entry in tree.files(stopped) if entry.kind != "submodule"]
    step = -(-len(files) // MAX_WEIGHED) or 1
    found = 0
    for number, entry in enumerate(files[::step]):
        if number % 500 == 0:
            check(stopped)
        found += tree.size(entry)
    return Weight(bytes=found if step == 1 else round(found * len(files) / len(files[::step])), exact=step == 1)


def paths_named(tree: SourceTree, words: str, limit: int, stopped: Stopped = never) -> tuple[str, ...]:
    """The files whose path has every word: those first whose name has them, short paths before long ones."""
    wanted = words.casefold().split()
    if not wanted:
        return ()
    found = [entry for entry in tree.files(stopped) if _has(entry.path.casefold(), wanted)]
    return tuple(entry.path for entry in sorted(found, key=lambda entry: _rank(entry, wanted))[:limit])


def _has(text: str, words: list[str]) -> bool:
    return all(word in text for word in words)


def _rank(entry: Entry, words: list[str]) -> tuple[bool, bool, int, str]:
    name = entry.name.casefold()
    return not name.startswith(words[-1].rpartition("/")[2]), not _has(name, words), len(entry.path), entry.path
