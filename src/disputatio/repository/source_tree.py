"""A repository at one pinned commit, read from its object database alone.

Nothing is written and nothing is run: the work tree, the index and HEAD stay bit for bit as they are, and filters,
hooks and `core.fsmonitor` of a hostile repository have no effect. Symbolic links are never followed, submodules never
entered. All functions block; `threads.in_thread` calls them off the event loop. Reading from several threads is safe.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from disputatio.debate.natural_order import natural
from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.repository.entries import Commit, Entry, EntryKind, FileText, printable, read_text
from disputatio.repository.errors import FileMissing, NotARepository, UnknownRevision
from disputatio.repository.git_folder import require_files
from disputatio.repository.git_library import commit_of, library, readable, resolve, shown_lines
from disputatio.repository.threads import Stopped, check, never
from disputatio.secrets.places import keys_in

if TYPE_CHECKING:
    import pygit2


MAX_FILES = 200_000
"""A tree can name the same subtree again and again and so unfold to billions of paths: listing stops here."""

MAX_PATH = 4_096
"""Bytes of a path; no system knows longer ones, and a tree may be made to nest without end. What lies further down is
not listed."""

MAX_TREE = 64_000_000
"""Bytes of one folder's list as the database holds it: enough for 200,000 names of 255 signs."""

MAX_BYTES = 1_000_000
"""Larger files are not read: no reader, human or model, takes them in."""

MAX_LINEAGE = 100_000
"""First parents that are followed to the first commit: about a second."""

_LOGIN = re.compile(r"^([a-z][a-z0-9+.-]*://)[^/@\s]*@", re.I)

_ITEM = re.compile(rb"([0-7]+) ([^\0]+)\0(.{20})", re.S)
_LONG_ITEM = re.compile(rb"([0-7]+) ([^\0]+)\0(.{32})", re.S)
_DIRECTORY, _SYMLINK, _SUBMODULE = 0o040000, 0o120000, 0o160000


class SourceTree:
    """What a repository holds at `pin`, the full id of a commit ("" in a repository without any commit).

    `root` is its folder, `branch` what HEAD names ("" when detached or when another commit was asked for).
    """

    def __init__(
        self, repository: pygit2.Repository, commit: pygit2.Commit | None, branch: str, root: Path | None = None
    ) -> None:
        self.repository = repository
        self._commit = commit
        self.branch = branch
        self.pin = str(commit.id) if commit else ""
        self.bare = repository.is_bare
        self.root = root or Path(repository.workdir or repository.path)
        self.truncated = False
        self._entries: tuple[Entry, ...] | None = None
        self._by_path: dict[str, Entry] = {}

    @property
    def name(self) -> str:
        """The folder's name, without the ".git" of bare repositories."""
        folder = self.root.parent if self.root.name == ".git" else self.root
        return folder.name.removesuffix(".git") or folder.name

    def files(self, stopped: Stopped = never) -> tuple[Entry, ...]:
        """Return every path, sorted. `truncated` is true afterwards if there were more than `MAX_FILES`, or longer
        paths than `MAX_PATH`."""
        if self._entries is None:
            with readable(self.root):
                entries = sorted(self._walk(stopped), key=lambda entry: entry.raw)
            self._by_path = {entry.path: entry for entry in reversed(entries)}
            self._entries = tuple(entries)
        return self._entries

    def _walk(self, stopped: Stopped) -> list[Entry]:
        """Walk breadth first, so that a listing that has to stop has the upper floors complete."""
        found: list[Entry] = []
        waiting = deque([(b"", "", self._commit.tree_id.raw)] if self._commit else [])
        while waiting:
            check(stopped)
            prefix, folder, tree = waiting.popleft()
            for mode, name, id in self.items(tree):
                path = folder + printable(name)
                if len(prefix) + len(name) > MAX_PATH:
                    self.truncated = True
                elif mode == _DIRECTORY:
                    waiting.append((prefix + name + b"/", path + "/", id))
                else:
                    found.append(Entry(path=path, raw=prefix + name, kind=kind_of(mode), id=id.hex()))
            if len(found) + len(waiting) > MAX_FILES:
                self.truncated = True
                return found[:MAX_FILES]
        return found

    def items(self, tree: bytes) -> Iterator[tuple[int, bytes, bytes]]:
        """Yield (mode, name, id) of what is in a tree. Read from its bytes: the library's own objects take three times
        as long, which counts with 20,000 files."""
        id = library().Oid(raw=tree)
        if self.repository.odb.read_header(id)[1] > MAX_TREE:
            raise library().GitError(f"{tree.hex()} is too large to be the list of a folder")
        kind, data = self.repository.odb.read(id)
        items = _ITEM if len(tree) == 20 else _LONG_ITEM
        reached = 0
        for item in items.finditer(data):
            reached = item.end()
            yield int(item[1], 8), item[2], item[3]
        if kind != library().enums.ObjectType.TREE or reached != len(data):
            raise library().GitError(f"{tree.hex()} is not a tree")

    def entry(self, path: str) -> Entry:
        """Return the entry of a path as `files` shows it. Raises `FileMissing`."""
        self.files()
        found = self._by_path.get(path)
        if found is None:
            at = f"at commit {self.pin[:10]}" if self.pin else "because the repository has no commits"
            raise FileMissing(
                tr("There is no file {path} in {name} {at}.").format(path=path, name=self.name, at=at),
                "Check the spelling, or the commit.",
            )
        return found

    def size(self, entry: Entry) -> int:
        """Return the bytes as stored, without reading the contents. 0 for a submodule."""
        if entry.kind == "submodule":
            return 0
        with readable(self.root, entry.path):
            return int(self.repository.odb.read_header(entry.id)[1])

    def read(self, path: str | Entry, limit: int = MAX_BYTES) -> FileText:
        """Return what a path holds. Files of more than `limit` bytes are recognised and not read. Raises
        `FileMissing`."""
        entry = self.entry(path) if isinstance(path, str) else path
        if entry.kind == "submodule":
            return FileText(path=entry.path, kind="submodule")
        with readable(self.root, entry.path):
            size = int(self.repository.odb.read_header(entry.id)[1])
            if size > limit:
                return FileText(path=entry.path, kind="too large", size=size)
            data = self.repository.odb.read(entry.id)[1]
        if entry.kind == "symlink":
            return FileText(path=entry.path, kind="symlink", text=printable(data), size=size)
        return read_text(entry.path, data)

    def origin(self) -> str:
        """Return the address that `origin` was cloned from, without any login in it; "" where there is none."""
        with readable(self.root):
            try:
                address = self.repository.remotes["origin"].url or ""
            except (KeyError, ValueError):
                return ""
        return printable(_LOGIN.sub(r"\1", address).encode("utf-8", "surrogateescape"))

    def first_commit(self, stopped: Stopped = never) -> str:
        """Return the end of the line of first parents, by which a repository is known again after a move. "" where it
        cannot be told: no commits, a shallow copy, or more than `MAX_LINEAGE` commits."""
        commit = self._commit
        for _ in range(MAX_LINEAGE if commit else 0):
            assert commit is not None
            check(stopped)
            if not commit.parent_ids:
                return "" if self.repository.is_shallow else str(commit.id)
            try:
                commit = self.repository[commit.parent_ids[0]]  # type: ignore[assignment]
            except KeyError:
                return ""
        return ""

    def message(self, id: str) -> tuple[str, str]:
        """Return the full id and the message of the commit that an abbreviated id means, if it is the pin or an
        ancestor of it. Raises `UnknownRevision`: nothing, several or something else is meant, or it is not in this
        history."""
        git = library()
        if self._commit is None:
            raise UnknownRevision("The repository has no commits.", "Name a commit of another repository.")
        with readable(self.root):
            try:
                found = self.repository[self.repository.expand_id(id)]
                known = found.id == self._commit.id or self.repository.descendant_of(self._commit.id, found.id)
            except (KeyError, ValueError, git.GitError):
                known = False
        if not known or not isinstance(found, git.Commit):
            raise UnknownRevision(
                tr("There is no commit {id} in this history.").format(id=id), "Name one that `git log` lists."
            )
        return str(found.id), shown_lines(found.raw_message)

    def history(self, limit: int = 10, stopped: Stopped = never) -> tuple[Commit, ...]:
        """Return the newest commits first. Shorter than asked for where the history ends, is not on this computer or
        cannot be read further (a commit with a malformed header)."""
        if self._commit is None:
            return ()
        found: list[Commit] = []
        with readable(self.root):
            walker = self.repository.walk(self._commit.id, library().enums.SortMode.NONE)
            while len(found) < limit:
                check(stopped)
                try:
                    found.append(commit_of(next(walker)))
                except (StopIteration, KeyError, library().GitError):
                    break
        return tuple(found)


def open_tree(path: str | Path, commit: str | None = None) -> SourceTree:
    """Open the repository at a path or above it, at `commit` (any revision git understands; default HEAD).

    Raises `NotARepository`, `ForeignOwner`, `UnknownRevision` or `RepositoryDamaged`.
    """
    folder = Path(path).expanduser()
    if not os.path.exists(folder):  # also where its name is too long for one
        raise NotARepository(tr("The folder {folder} does not exist.").format(folder=folder), "Check the spelling.")
    if not folder.is_dir():
        raise NotARepository(
            tr("{folder} is a file, not a folder.").format(folder=folder), "Open the folder that holds the repository."
        )
    if what := keys_in(folder, below=False):
        raise NotARepository(
            tr("{folder} holds {what}, so it is not opened for a debate.").format(folder=folder, what=what),
            "Choose a repository in another folder.",
        )
    require_files(folder.resolve())
    with readable(folder):
        repository = library().Repository(str(folder.resolve()))
        root = _root(repository)
        if commit is None:
            return _at_head(repository, root)
        return SourceTree(repository, resolve(repository, commit), "", root)


def _root(repository: pygit2.Repository) -> Path:
    """Return the folder that a repository is known by: its work tree, if that leads back to it. A configuration that
    names another folder must not make that one be opened, and read, the next time."""
    own, work = Path(repository.path), repository.workdir
    found = library().discover_repository(work) if work else None
    return Path(work) if work and found and Path(found).resolve() == own.resolve() else own


def _at_head(repository: pygit2.Repository, root: Path) -> SourceTree:
    if not repository.head_is_unborn:
        branch = "" if repository.head_is_detached else repository.head.shorthand
        return SourceTree(repository, repository.head.peel(library().Commit), branch, root)
    branches = sorted(repository.branches, key=natural)
    if branches:
        raise UnknownRevision(
            "The current branch of this repository has no commits yet.",
            tr("Name a branch or commit to read: {branches}{words}.").format(
                branches=", ".join(branches[:5]), words=" …" if len(branches) > 5 else ""
            ),
        )
    return SourceTree(repository, None, "", root)


def kind_of(mode: int) -> EntryKind:
    if mode == _SYMLINK:
        return "symlink"
    return "submodule" if mode == _SUBMODULE else "file"


# ---- the size of a repository, and the files that words point to ------------------------------------------------
MAX_WEIGHED = 50_000
"""Files whose size is asked for, half a second of work; of larger repositories an even sample stands for the rest."""


@value
class Weight:
    """`bytes` of the files as they are stored, without submodules. `exact`: every file was asked for."""

    bytes: int = 0
    exact: bool = True


def weight(tree: SourceTree, stopped: Stopped = never) -> Weight:
    """Measure the files of a tree. Raises the errors of the repository."""
    files = [entry for entry in tree.files(stopped) if entry.kind != "submodule"]
    step = -(-len(files) // MAX_WEIGHED) or 1
    found = 0
    for number, entry in enumerate(files[::step]):
        if number % 500 == 0:
            check(stopped)
        found += tree.size(entry)
    return Weight(bytes=found if step == 1 else round(found * len(files) / len(files[::step])), exact=step == 1)


def paths_named(tree: SourceTree, words: str, limit: int, stopped: Stopped = never) -> tuple[str, ...]:
    """Return the files whose path has every word: those first whose name has them, short paths before long ones."""
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
