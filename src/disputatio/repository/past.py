"""Which commits changed a path, and what differs between two commits. All functions block.

Nothing of the repository's configuration takes part: no filters, no text conversions, no diff programs. What looks like
a secret is held back on both sides of a difference before they are compared.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from disputatio.debate.values import value
from disputatio.repository.entries import Commit, Entry, printable, visible
from disputatio.repository.errors import FileMissing, UnknownRevision
from disputatio.repository.git_library import commit_of, library, readable, resolve
from disputatio.repository.source_tree import SourceTree, kind_of
from disputatio.repository.threads import Stopped, check, never
from disputatio.secrets.detection import without_secrets

if TYPE_CHECKING:
    import pygit2

MOST_COMMITS = 200_000
PATIENCE = 10.0
"""Seconds that a history is searched for the commits of a path."""
DIFF_FILES = 200
DIFF_BYTES = 400_000
"""Larger files are named, not compared."""


@value
class FileHistory:
    """The commits that changed a path, newest first. `whole`: there are no others."""

    commits: tuple[Commit, ...]
    whole: bool


@value
class Difference:
    """What changed in a file between two commits: `kind` is "added", "deleted" or "changed"; `text` a unified diff."""

    path: str
    kind: str
    text: str


def history(tree: SourceTree, path: str, limit: int = 20, stopped: Stopped = never) -> FileHistory:
    """Return the commits that changed a file or a folder, newest first; side branches that left it as it came are not
    entered. A search that takes longer than `PATIENCE` ends with what it has."""
    raw = raw_path(tree, path)
    found: list[Commit] = []
    began = time.monotonic()
    with readable(tree.root, path):
        for number, (commit, changed) in enumerate(_walk(tree, raw)):
            check(stopped)
            if number >= MOST_COMMITS or (number % 200 == 0 and time.monotonic() - began > PATIENCE):
                return FileHistory(commits=tuple(found), whole=False)
            if changed:
                found.append(commit_of(commit))
            if len(found) > limit:
                return FileHistory(commits=tuple(found[:limit]), whole=False)
    return FileHistory(commits=tuple(found), whole=True)


def _walk(tree: SourceTree, raw: bytes) -> Iterator[tuple[pygit2.Commit, bool]]:
    """Yield commits from the pin, each with whether it differs from all its parents at a path. As `git log` does, of a
    merge only a parent that has the same contents is followed."""
    start: Any = tree.repository[tree.pin]
    waiting = [(-start.commit_time, 0, start)]
    seen = {start.id}
    number = 0
    while waiting:
        commit = heapq.heappop(waiting)[2]
        own = _id(item_at(commit, raw))
        parents = [parent for id in commit.parent_ids if (parent := parent_of(tree, id)) is not None]
        same = next((parent for parent in parents if _id(item_at(parent, raw)) == own), None)
        yield commit, own is not None and same is None if not parents else same is None
        for parent in [same] if same is not None else parents:
            if parent.id not in seen:
                seen.add(parent.id)
                number += 1
                heapq.heappush(waiting, (-parent.commit_time, number, parent))


def parent_of(tree: SourceTree, id: Any) -> Any:
    """Return a parent by its id; None where the history ends on this computer."""
    try:
        return tree.repository[id]
    except KeyError:
        return None


def _id(item: Any) -> Any:
    return item.id if item is not None else None


def item_at(commit: Any, raw: bytes) -> Any:
    """Return what a commit has at a path, None for nothing."""
    item = commit.tree
    for part in raw.split(b"/") if raw else ():
        try:
            item = item[part.decode("utf-8", "surrogateescape")]
        except (KeyError, TypeError, ValueError):
            return None
    return item


def raw_path(tree: SourceTree, path: str) -> bytes:
    """Return the name as stored of a file, a folder, or a path that was there once. Raises `UnknownRevision` without
    any commit."""
    if not tree.pin:
        raise UnknownRevision("The repository has no commits.", "Commit something first.")
    try:
        return tree.entry(path).raw
    except FileMissing:
        return path.strip("/").encode("utf-8", "surrogateescape")


def difference(
    tree: SourceTree,
    base: str | None,
    head: str = "",
    path: str = "",
    stopped: Stopped = never,
    released: Collection[str] = (),
) -> tuple[Difference, ...]:
    """Return what changed from one commit (None: from nothing) to another ("" the pin) in a file, a folder or
    everywhere; at most `DIFF_FILES`. Secrets are held back but those `released` (by id)."""
    old = resolve(tree.repository, base).tree if base is not None else None
    new = resolve(tree.repository, head or tree.pin)
    found: list[Difference] = []
    with readable(tree.root, path or "some files"):
        for raw, before, after in changed_files(old, new.tree, raw_path(tree, path) if path else b""):
            check(stopped)
            if len(found) >= DIFF_FILES:
                break
            found.append(_difference(tree, raw, before, after, released))
    return tuple(found)


def changed_files(old: Any, new: Any, below: bytes) -> Iterator[tuple[bytes, Any, Any]]:
    """Yield (path, item before, item after) of each file that differs, folders of the same id not entered."""
    waiting: list[tuple[bytes, Any, Any]] = [(b"", old, new)]
    while waiting:
        prefix, before, after = waiting.pop()
        sides = [{item.raw_name: item for item in side} if side is not None else {} for side in (before, after)]
        for name in sorted({*sides[0], *sides[1]}, reverse=True):
            a, b, raw = sides[0].get(name), sides[1].get(name), prefix + name
            if (a and (a.id, a.filemode)) == (b and (b.id, b.filemode)) or not _within(raw, below):
                continue
            folders = [item if item is not None and item.type_str == "tree" else None for item in (a, b)]
            if any(folder is not None for folder in folders):
                waiting.append((raw + b"/", *folders))
            files = [item if item is not None and item.type_str != "tree" else None for item in (a, b)]
            if any(file is not None for file in files):
                yield raw, *files


def _within(raw: bytes, below: bytes) -> bool:
    """Return whether a path is the wanted one, below it, or on the way to it."""
    return not below or raw == below or raw.startswith(below + b"/") or below.startswith(raw + b"/")


def _difference(tree: SourceTree, raw: bytes, before: Any, after: Any, released: Collection[str]) -> Difference:
    path = printable(raw)
    named = without_secrets(path, released=released)
    kind = "added" if before is None else "deleted" if after is None else "changed"
    texts = [_side(tree, path, item, released) for item in (before, after)]
    flaw = next((text.flaw for text in texts if text.flaw), "")
    if flaw:
        return Difference(path=path, kind=kind, text=f"{named}: {kind}; not compared: {flaw}.\n")
    a, b = (f"a/{named}" if before is not None else "/dev/null"), (f"b/{named}" if after is not None else "/dev/null")
    patch = library().Patch.create_from(texts[0].data, texts[1].data, old_as_path=path, new_as_path=path)
    body = patch.data.decode("utf-8", "replace")
    hunks = body[body.find("\n@@") + 1 :] if "\n@@" in body else ""
    return Difference(path=path, kind=kind, text=f"--- {a}\n+++ {b}\n{hunks}")


@value
class _Side:
    data: bytes = b""
    flaw: str = ""


def _side(tree: SourceTree, path: str, item: Any, released: Collection[str]) -> _Side:
    """Return what is compared: the text without secrets, or why there is none."""
    if item is None:
        return _Side()
    entry = Entry(path=path, raw=b"", kind=kind_of(item.filemode), id=str(item.id))
    file = tree.read(entry, DIFF_BYTES)
    if file.kind == "symlink":
        return _Side(data=f"{without_secrets(file.text, released=released)}\n".encode())
    if file.kind != "text":
        return _Side(flaw=f"it is {file.kind}")
    return _Side(data=visible(without_secrets(file.text, path, released)).encode("utf-8", "replace"))
