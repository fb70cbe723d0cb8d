"""Parts of files that were found to bear on a question, as a section whose lines can be cited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from disputatio.debate.context import Section
from disputatio.debate.values import value
from disputatio.repository.entries import Entry, visible
from disputatio.repository.errors import FileMissing
from disputatio.repository.excerpts import LEAST, held_back, numbered_line, touches
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, check, never
from disputatio.secrets.detection import Finding, Screening, redact

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


@value
class _Seen:
    """A file as it may be shown: its lines, and what was held back of `text`."""

    lines: tuple[str, ...] = ()
    held: tuple[Finding, ...] = ()
    text: str = ""


def text_lines(tree: SourceTree, passage: Passage) -> tuple[str, ...]:
    """Return the lines of the passage's file, as they may be shown; none where it is not on this computer. Blocks."""
    return _seen(tree, passage, Screening()).lines


def _seen(tree: SourceTree, passage: Passage, screening: Screening) -> _Seen:
    entry = Entry(path=passage.path, raw=b"", kind="file", id=passage.blob)
    try:
        text = tree.read(entry).text
    except FileMissing:
        return _Seen()
    found = () if passage.clean else tuple(screening.find(text, passage.path))
    return _Seen(lines=tuple(visible(redact(text, found)).split("\n")), held=found, text=text)


def section(
    tree: SourceTree,
    ranked: Sequence[Passage],
    how: str,
    note: str = "",
    stopped: Stopped = never,
    screening: Screening | None = None,
) -> Section:
    """As many of the passages as fit, best first, in order of their files. `how` says by what they were found."""
    screening = screening or Screening()
    seen: dict[str, _Seen] = {}
    taken: dict[str, set[int]] = {}
    used: dict[str, int] = {}
    shown = 0
    for passage in ranked:
        check(stopped)
        if passage.path not in seen:
            seen[passage.path] = _seen(tree, passage, screening)
        lines, before = seen[passage.path].lines, taken.get(passage.path, set())
        new = [n for n in range(passage.first, min(passage.last, len(lines)) + 1) if n not in before]
        size = sum(len(numbered_line(n, lines[n - 1])) + 1 for n in new)
        head = 0 if before else len(passage.path) + 6
        room = min(CHARACTERS - sum(used.values()), SHARE - used.get(passage.path, 0))
        if size + head > room and (shown or room < LEAST):
            continue
        taken[passage.path] = before | set(_fitting(lines, new, room - head))
        used[passage.path] = used.get(passage.path, 0) + size + head
        shown += 1
    left = f"{shown} of {len(ranked)} parts that bear on the question are shown." if shown < len(ranked) else ""
    return Section(
        name="files",
        title=f"Parts of the repository that bear on the question ({how})",
        text="\n".join(_file(path, seen[path].lines, sorted(taken[path])) for path in taken),
        cut=" ".join(part for part in (left, note, _held(seen, taken, screening)) if part),
    )


def _held(seen: Mapping[str, _Seen], taken: Mapping[str, set[int]], screening: Screening) -> str:
    """Names what was held back of the lines that are shown, never the secret."""
    held = [
        each
        for path, lines in taken.items()
        for each in seen[path].held
        if touches(each, seen[path].text, sorted(lines))
    ]
    screening.note(held)
    return held_back(held)


def _fitting(lines: Sequence[str], wanted: Iterable[int], room: int) -> list[int]:
    found = []
    for number in wanted:
        room -= len(numbered_line(number, lines[number - 1])) + 1
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
        body.append(numbered_line(number, lines[number - 1]))
        before = number
    return "\n".join([f"### {path}", *body]) + "\n"
