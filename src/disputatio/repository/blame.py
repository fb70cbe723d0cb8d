"""Which commit left each line of a file as it stands. All functions block.

The library's own search takes half a minute for a busy file and cannot be stopped (measured: 34 s where this takes 1).
This one walks from the pin to older commits, hands lines on to the parents that have them, and follows a file that was
renamed. Filters, text conversions and ignored revisions of the repository's configuration take no part.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Iterable, Iterator
from itertools import count, takewhile
from typing import Any

from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.repository.entries import Commit, printable
from disputatio.repository.errors import FileMissing
from disputatio.repository.git_library import commit_of, library, readable
from disputatio.repository.past import changed_files, item_at, parent_of
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, check, never

PATIENCE = 12.0
"""Seconds that are spent on one file; lines that are left then are those of the commit reached, or older."""
RENAMED = 0.5
"""Share of its lines that a deleted file must share to be the former one."""
COMPARED = 40
"""Deleted files that are compared with the new one."""
LOOKED_AT = 20_000
"""Changed files of a commit among which a former name is looked for."""


@value
class Blame:
    """Lines `first` to `last` stand as `commit` left them; `path` is what the file was called then. `older`: the
    history was not followed further, so they may be older."""

    first: int
    last: int
    commit: Commit
    path: str
    older: bool = False


class _Suspect:
    """A version of the file, and where (from 0) the lines of the file as it is now stand in it."""

    def __init__(self, commit: Any, raw: bytes, lines: dict[int, int]) -> None:
        self.commit, self.raw, self.lines = commit, raw, lines


def blame(tree: SourceTree, path: str, first: int = 1, last: int = 0, stopped: Stopped = never) -> tuple[Blame, ...]:
    """Return who left lines `first` to `last` (0: the end) as they are. Raises `FileMissing`, also for what is no
    text."""
    entry = tree.entry(path)
    file = tree.read(entry)
    if file.kind != "text":
        raise FileMissing(
            tr("{path} has no lines: it is {file_kind}.").format(path=path, file_kind=file.kind), "Choose a text file."
        )
    total = len(file.lines)
    end = min(last or total, total)
    if not 1 <= first <= max(end, 1):
        raise FileMissing(
            tr("{path} has {total} lines.").format(path=path, total=total),
            tr("Ask for lines from 1 to {total}.").format(total=total),
        )
    with readable(tree.root, path):
        wanted = {line: line for line in range(first - 1, end)}
        found = dict(_Search(tree, stopped).run(entry.raw, wanted)) if wanted else {}
    return tuple(_hunks(found))


class _Search:
    def __init__(self, tree: SourceTree, stopped: Stopped) -> None:
        self._tree, self._stopped = tree, stopped
        self._ends = time.monotonic() + PATIENCE
        self._waiting: list[tuple[int, int, _Suspect]] = []
        self._known: dict[tuple[Any, bytes], _Suspect] = {}
        self._numbers = count()

    def run(self, raw: bytes, lines: dict[int, int]) -> Iterator[tuple[int, tuple[Any, bytes, bool]]]:
        """Yield (line from 0, (commit, name then, whether it may be older)), in any order."""
        self._suspect(self._tree.repository[self._tree.pin], raw, lines)
        while self._waiting:
            check(self._stopped)
            suspect = heapq.heappop(self._waiting)[2]
            del self._known[suspect.commit.id, suspect.raw]
            late = time.monotonic() > self._ends
            parents = [] if late else [parent_of(self._tree, id) for id in suspect.commit.parent_ids]
            for parent in self._alike_first(suspect, parents):
                self._hand_on(suspect, parent)
            older = late or None in parents
            yield from ((now, (suspect.commit, suspect.raw, older)) for now in suspect.lines)

    def _suspect(self, commit: Any, raw: bytes, lines: dict[int, int]) -> None:
        known = self._known.get((commit.id, raw))
        if known is not None:
            known.lines |= lines
        elif lines:
            known = self._known[commit.id, raw] = _Suspect(commit, raw, lines)
            heapq.heappush(self._waiting, (-commit.commit_time, next(self._numbers), known))

    def _alike_first(self, suspect: _Suspect, parents: Iterable[Any]) -> list[Any]:
        """Return the parents that are here; of a merge first one that has the very file, as `git blame` does."""
        here = [parent for parent in parents if parent is not None]
        own = item_at(suspect.commit, suspect.raw)
        return sorted(here, key=lambda p: (item := item_at(p, suspect.raw)) is None or item.id != own.id)

    def _hand_on(self, suspect: _Suspect, parent: Any) -> None:
        """Hand lines on: what a parent has too is the parent's, or older."""
        item, raw = item_at(suspect.commit, suspect.raw), suspect.raw
        former = item_at(parent, raw)
        if former is None:
            raw, former = self._former_name(suspect, parent, item)
        if former is None:
            return
        moved = dict(suspect.lines)
        if former.id != item.id:
            shared = self._shared(former, item, suspect.lines.values())
            moved = {now: shared[line] for now, line in suspect.lines.items() if line in shared}
        for now in moved:
            del suspect.lines[now]
        self._suspect(parent, raw, moved)

    def _shared(self, former: Any, item: Any, lines: Iterable[int]) -> dict[int, int]:
        """Return lines of an item, and where they stood in the former one."""
        old, new = self._data(former), self._data(item)
        if old is None or new is None:
            return {}
        patch = library().Patch.create_from(old, new, context_lines=0, interhunk_lines=0)
        shifts = _Shifts([(h.old_start, h.old_lines, h.new_start, h.new_lines) for h in patch.hunks])
        return {line: before for line in lines if (before := shifts.before(line)) is not None}

    def _data(self, item: Any) -> bytes | None:
        if getattr(item, "type_str", "") != "blob" or item.size > 2_000_000:
            return None
        return _newlines(bytes(item.data))

    def _former_name(self, suspect: _Suspect, parent: Any, item: Any) -> tuple[bytes, Any]:
        """Return a file that this commit took away: of the same contents, or the one that is most alike."""
        lost: list[tuple[bytes, Any]] = []
        for number, (raw, before, after) in enumerate(changed_files(parent.tree, suspect.commit.tree, b"")):
            if number > LOOKED_AT or time.monotonic() > self._ends:
                break
            if after is None and before.id == item.id:
                return raw, before
            if after is None:
                lost.append((raw, before))
        related = sorted(lost, key=lambda each: -_shared_end(each[0], suspect.raw))[:COMPARED]
        alike = [(self._likeness(before, item), raw, before) for raw, before in related]
        best = max(alike, key=lambda each: each[0], default=(0.0, b"", None))
        return (best[1], best[2]) if best[0] >= RENAMED else (suspect.raw, None)

    def _likeness(self, a: Any, b: Any) -> float:
        old, new = self._data(a), self._data(b)
        lines = (new or b"").count(b"\n") + 1
        return len(self._shared(a, b, range(lines))) / lines if old and new else 0.0


def _shared_end(a: bytes, b: bytes) -> int:
    """Return how many characters two paths have in common at their ends, the ending of the name apart."""
    ends = [(raw.rpartition(b".")[0] or raw)[::-1] for raw in (a, b)]
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(*ends, strict=False))))


class _Shifts:
    """Where lines stood before a patch; lines from 0, hunks (old start, lines, new start, lines) from 1."""

    def __init__(self, hunks: list[tuple[int, int, int, int]]) -> None:
        self._hunks = hunks

    def before(self, line: int) -> int | None:
        """Return where a line stood; None for one that the patch brought."""
        shift = 0
        for old_start, old_lines, new_start, new_lines in self._hunks:
            begins = new_start - 1 if new_lines else new_start
            if line < begins:
                break
            if line < begins + new_lines:
                return None
            shift = (old_start - 1 if old_lines else old_start) + old_lines - begins - new_lines
        return line + shift


def _newlines(data: bytes) -> bytes:
    """Count lines as `entries.read_text` does."""
    data = data.replace(b"\r\n", b"\n")
    return data if b"\n" in data else data.replace(b"\r", b"\n")


def _hunks(found: dict[int, tuple[Any, bytes, bool]]) -> Iterator[Blame]:
    run: list[int] = []
    for line in sorted(found):
        if run and _key(found[run[0]]) != _key(found[line]):
            yield _hunk(run, found[run[0]])
            run = []
        run.append(line)
    if run:
        yield _hunk(run, found[run[0]])


def _key(of: tuple[Any, bytes, bool]) -> tuple[object, bytes, bool]:
    return of[0].id, of[1], of[2]


def _hunk(run: list[int], of: tuple[Any, bytes, bool]) -> Blame:
    commit, raw, older = of
    return Blame(first=run[0] + 1, last=run[-1] + 1, commit=commit_of(commit), path=printable(raw), older=older)
