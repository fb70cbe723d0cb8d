"""Parts of files that were found to bear on a question, as a section whose lines can be cited."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from disputatio.debate.context import Section
from disputatio.debate.values import value
from disputatio.repository.entries import Entry, visible
from disputatio.repository.errors import FileMissing
from disputatio.repository.excerpts import LEAST, numbered
from disputatio.repository.screening import screened
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, check, never

CHARACTERS = 16_000
SHARE = 5_000
"""Characters of one file."""


@value
class Passage:
    """Lines `first` to `last` of a file. `clean`: no secret was found in the file when it was indexed, so that it need
    not be searched again."""

    path: str
    blob: str
    first: int
    last: int
    clean: bool = False


def text_lines(tree: SourceTree, passage: Passage) -> list[str]:
    """The lines of the passage's file, as they may be shown; none where it is not on this computer. Blocks."""
    entry = Entry(path=passage.path, raw=b"", kind="file", id=passage.blob)
    try:
        if passage.clean:
            return visible(tree.read(entry).text).split("\n")
        return screened(tree, entry).text.split("\n")
    except FileMissing:
        return []


def section(tree: SourceTree, ranked: Sequence[Passage], how: str, note: str = "", stopped: Stopped = never) -> Section:
    """As many of the passages as fit, best first, in order of their files. `how` says by what they were found."""
    read: dict[str, list[str]] = {}
    taken: dict[str, set[int]] = {}
    used: dict[str, int] = {}
    shown = 0
    for passage in ranked:
        check(stopped)
        lines = read.setdefault(passage.path, text_lines(tree, passage))
        new = [
            n for n in range(passage.first, min(passage.last, len(lines)) + 1) if n not in taken.get(passage.path, ())
        ]
        size = sum(len(numbered(n, lines[n - 1])) + 1 for n in new)
        head = 0 if passage.path in taken else len(passage.path) + 6
        room = min(CHARACTERS - sum(used.values()), SHARE - used.get(passage.path, 0))
        if size + head > room and (shown or room < LEAST):
            continue
        taken.setdefault(passage.path, set()).update(_fitting(lines, new, room - head))
        used[passage.path] = used.get(passage.path, 0) + size + head
        shown += 1
    text = "\n".join(_file(path, read[path], sorted(taken[path])) for path in taken)
    left = f"{shown} of {len(ranked)} parts that bear on the question are shown." if shown < len(ranked) else ""
    return Section(
        name="files",
        title=f"Parts of the repository that bear on the question ({how})",
        text=text,
        cut=" ".join(part for part in (left, note) if part),
    )


def _fitting(lines: Sequence[str], wanted: Iterable[int], room: int) -> list[int]:
    found = []
    for number in wanted:
        room -= len(numbered(number, lines[number - 1])) + 1
        if room < 0:
            break
        found.append(number)
    return found


def _file(path: str, lines: Sequence[str], chosen: Sequence[int]) -> str:
    body = []
    before = 0
    for number in chosen:
        if number != before + 1:
            body.append("…")
        body.append(numbered(number, lines[number - 1]))
        before = number
    return "\n".join([f"### {path}", *body]) + "\n"
