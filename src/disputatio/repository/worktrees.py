"""Temporary worktrees: the files of a debate's branch in a folder of their own, with proposed changes put in, for
programs that need files (SPEC GIT.1).

The repository is only read. A worktree belongs to a scratch repository beside it that borrows the objects, so that what
a change makes is written there, and neither the work tree of the person, nor index, HEAD or objects of the repository
are touched. Contents are written as they are stored: no filter and no hook runs. Names that would lead out of the
folder, or into git's own, are left out; links are made last, so that nothing is written through one.

Folders bear the process that made them. Whoever makes one takes away first what a killed process has left.
"""

from __future__ import annotations

import os
import secrets
import stat
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from disputatio.debate.values import value
from disputatio.debate.wording import figure, tr
from disputatio.repository.branches import DebateBranch, open_branch, usable
from disputatio.repository.errors import RepositoryError
from disputatio.repository.git_library import library
from disputatio.repository.patch_reader import parse
from disputatio.repository.patches import PatchRefused
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, check, never
from disputatio.repository.tree_edits import Trees, patched_files

if TYPE_CHECKING:
    import pygit2

MOST_FILES = 100_000
MOST_BYTES = 2_000_000_000
"""Of all files together."""
IN_MEMORY = 250_000_000
"""Of all files together, where they stand in memory; with more they stand on the disk."""
SHARED: Final = Path("/dev/shm")
"""Where Linux keeps files in memory: thousands of small ones are written there in a moment, and taken away again,
whatever the disk is busy with."""
ROOM: Final = 1_000_000_000
"""Bytes that have to be free there, and in memory: nothing else is to be short of them."""
LONGEST_NAME, LONGEST_PATH = 255, 3_000
"""Bytes."""
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
PAUSES = (0.0, 0.05, 0.2, 1.0)
"""Seconds before each attempt to take a folder away."""
_NUMBERS = count(1)


class WorktreeTooLarge(RepositoryError):
    """The commit holds more than a temporary worktree takes."""


@value
class Worktree:
    """`tree` is the id of what stands in `folder`: equal trees hold equal files. `left_out`: names that were not
    written."""

    folder: Path
    tree: str
    files: int
    left_out: int = 0


@contextmanager
def worktree(
    place: Path,
    repository: str | Path,
    debate: str,
    pin: str,
    changes: Sequence[str] = (),
    stopped: Stopped = never,
    turns: Collection[str] = (),
    most: int = 0,
) -> Iterator[Worktree]:
    """Make a worktree of a debate's branch (of its pin while there is none) below the folder `place`, each of the
    `changes` put in, and take it away afterwards. `turns` proposed them: whether what they proposed is on the branch
    already, or what the same author had proposed before, is a matter of moments, and changes nothing. `most`: bytes of
    all its files, where that is less than usual. Blocks. Raises `PatchRefused` for a change that does not apply, and
    the errors of the repository."""
    branch = open_branch(repository, debate, pin)
    start = _start(branch, turns)
    sweep(place)
    own = place / f"{process_mark(os.getpid())}-{next(_NUMBERS)}"
    own.mkdir(parents=True, mode=0o700)
    try:
        with usable(branch.name):
            scratch = library().init_repository(str(own / "git"), bare=True)
            scratch.odb.add_disk_alternate(_objects(branch.repository.path))
            try:
                source = _source(scratch, start, changes)
            except PatchRefused as refused:  # participants read the commit that is debated, and may mean that
                source = _otherwise(scratch, pin, changes, refused)
            yield _Filling(own / "work", source, branch.repository.odb, most or MOST_BYTES).filled(stopped)
    finally:
        remove(own)


@contextmanager
def quick_worktree(
    place: Path,
    repository: str | Path,
    debate: str,
    pin: str,
    changes: Sequence[str] = (),
    stopped: Stopped = never,
    turns: Collection[str] = (),
) -> Iterator[Worktree]:
    """Make the same in memory, where the system has a place there and the files are not too many for it; else below
    `place`: a disk may take ten times as long for thousands of small files. Blocks. Raises as `worktree`."""
    with ExitStack() as stack:
        made: Worktree | None = None
        if (fast := memory_folder()) is not None:
            with suppress(WorktreeTooLarge):
                made = stack.enter_context(worktree(fast, repository, debate, pin, changes, stopped, turns, IN_MEMORY))
        yield made or stack.enter_context(worktree(place, repository, debate, pin, changes, stopped, turns))


def _start(branch: DebateBranch, turns: Collection[str]) -> str:
    """Return the commit that some turns proposed to change: the newest before their proposals were put on."""
    log = branch.log()
    if not any(each.ours for each in log):
        return branch.pin
    own = [each for each in log if each.proposal.rpartition("#")[0] in turns]
    if not own:
        return branch.tip
    return str(next(iter(branch.repository[own[-1].id].peel(library().Commit).parent_ids), ""))


def _otherwise(scratch: pygit2.Repository, pin: str, changes: Sequence[str], refused: PatchRefused) -> SourceTree:
    """Return what the pin holds with changes put in; where they do not fit there either, they were `refused`."""
    try:
        return _source(scratch, pin, changes)
    except PatchRefused:
        raise refused from None


def _objects(git: str) -> str:
    """Return where a repository keeps its objects: for a work tree of its own that is its repository."""
    with suppress(OSError, UnicodeDecodeError):
        return os.path.join(git, Path(git, "commondir").read_text("utf-8").strip(), "objects")
    return os.path.join(git, "objects")


def _source(scratch: pygit2.Repository, start: str, changes: Sequence[str]) -> SourceTree:
    """Return what a commit holds with changes put in, as a commit of the scratch repository."""
    git, trees = library(), Trees(scratch)
    tree = scratch[start].peel(git.Tree) if start else scratch[scratch.TreeBuilder().write()].peel(git.Tree)
    for diff in changes:
        tree = scratch[trees.with_files(tree, patched_files(trees, tree, parse(diff)))].peel(git.Tree)
    who = git.Signature("Disputatio", "disputatio@localhost", 0, 0)
    made = scratch.create_commit(None, who, who, "worktree", tree.id, [])
    return SourceTree(scratch, scratch[made].peel(git.Commit), "")


class _Filling:
    """A folder that is being filled. Whoever made the tree may want files elsewhere: every name is checked, folders are
    made before any link, and no file replaces another."""

    def __init__(self, folder: Path, source: SourceTree, lender: pygit2.Odb, most: int) -> None:
        """`lender`: the objects that `source` borrows. Nearly all of its files are among them, and there each is found
        at once; the scratch repository would look through its own first, file by file."""
        self._folder, self._root, self._source = folder, os.fspath(folder).encode() + b"/", source
        self._lender, self._own, self._oid = lender, source.repository.odb, library().Oid
        self._most, self._bytes, self._files, self._left_out = most, 0, 0, 0

    def filled(self, stopped: Stopped) -> Worktree:
        self._folder.mkdir(mode=0o700)
        tree = self._source.repository[self._source.pin].peel(library().Tree).id
        links: list[tuple[bytes, bytes]] = []
        waiting = [(b"", tree.raw)]
        while waiting:
            check(stopped)
            prefix, inner = waiting.pop()
            for mode, name, id in self._source.items(inner):
                path = prefix + name
                if not _fit(name, path):
                    self._left_out += 1
                elif stat.S_ISDIR(mode):
                    if self._made(os.mkdir, path, 0o700):
                        waiting.append((path + b"/", id))
                elif stat.S_ISREG(mode):
                    self._put(path, id, 0o755 if mode & 0o111 else 0o644)
                elif stat.S_ISLNK(mode):
                    links.append((path, id))
            if self._files + len(waiting) + len(links) > MOST_FILES:
                raise WorktreeTooLarge(
                    tr("The commit has more than {most_files} files.").format(most_files=figure(MOST_FILES)),
                    "Debate a smaller repository.",
                )
        for path, id in links:
            self._link(path, id)
        return Worktree(folder=self._folder, tree=str(tree), files=self._files, left_out=self._left_out)

    def _made(self, make: Callable[..., object], path: bytes, *arguments: object) -> bool:
        """Make something where nothing stands; say whether that was so."""
        try:
            make(self._root + path, *arguments)
        except FileExistsError:
            self._left_out += 1
            return False
        return True

    def _read(self, id: bytes) -> bytes:
        oid = self._oid(raw=id)
        try:
            data: bytes = self._lender.read(oid)[1]
        except KeyError:  # a change made it
            data = self._own.read(oid)[1]
        self._bytes += len(data)
        if self._bytes > self._most:
            much = f"{self._most // 1_000_000:,} MB"
            raise WorktreeTooLarge(
                tr("The commit holds more than {much}.").format(much=much), "Debate a smaller repository."
            )
        return data

    def _put(self, path: bytes, id: bytes, mode: int) -> None:
        data = self._read(id)
        try:
            # without Python's own files: they ask the system three times as often
            file = os.open(self._root + path, NEW, mode)
        except FileExistsError:
            self._left_out += 1
            return
        try:
            written = os.write(file, data)
            while written < len(data):
                written += os.write(file, memoryview(data)[written:])
        finally:
            os.close(file)
        self._files += 1

    def _link(self, path: bytes, id: bytes) -> None:
        target = self._read(id)
        if not target or b"\0" in target or len(target) > LONGEST_PATH:
            self._left_out += 1
        else:
            self._files += self._made(lambda place: os.symlink(target, place), path)


def _fit(name: bytes, path: bytes) -> bool:
    """Return whether a name may stand in a folder that is not git's own."""
    odd = b"/" in name or name.lower() in (b".", b"..", b".git")
    return not odd and len(name) <= LONGEST_NAME and len(path) <= LONGEST_PATH


# ---- taking away -----------------------------------------------------------------------------------------------------
def sweep_all(place: Path) -> int:
    """Do as `sweep` below the folder and in memory."""
    fast = memory_folder()
    return sweep(place) + (sweep(fast) if fast is not None else 0)


def sweep(place: Path) -> int:
    """Take away the worktrees of processes that are not there any more; returns how many. Blocks."""
    with suppress(OSError):
        left = [each for each in place.iterdir() if not each.is_symlink() and each.is_dir() and not _alive(each.name)]
        for each in left:
            remove(each)
        return len(left)
    return 0


def process_mark(pid: int) -> str:
    """Return what names a process, and no later one of the same number, where the system tells when it began."""
    with suppress(OSError):
        told = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
        return f"{pid}-{told[19]}"
    return f"{pid}-0"


def _alive(name: str) -> bool:
    pid = name.partition("-")[0]
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, OverflowError, ValueError):
        return False
    except OSError:
        return True  # somebody else's: nothing of ours to take away
    return name.startswith(f"{process_mark(int(pid))}-")


def remove(folder: Path) -> None:
    """Take a folder away with everything in it, whatever a program has made of its rights, and however deep it is: what
    stands in a folder of it is moved up beside that one first. What a program that is just being ended still puts there
    goes, too. Never follows a link. Blocks."""
    for pause in PAUSES:
        time.sleep(pause)
        _empty(folder)
        if not os.path.lexists(folder):
            return


def _empty(folder: Path) -> None:
    root, numbers, mark = os.fspath(folder), count(), secrets.token_hex(8)
    waiting = [] if os.path.islink(root) or not os.path.isdir(root) else [root]
    emptied: list[str] = []
    while waiting:
        place = waiting.pop()
        with suppress(OSError):
            os.chmod(place, 0o700)
            emptied.append(place)
            with os.scandir(place) as listed:
                found = list(listed)
            for each in found:
                with suppress(OSError):
                    if not each.is_dir(follow_symlinks=False):
                        os.unlink(each.path)
                        continue
                    moved = os.path.join(root, f"{mark}-{next(numbers)}")
                    os.chmod(each.path, 0o700)
                    os.rename(each.path, moved)
                    waiting.append(moved)
    for place in reversed(emptied):
        with suppress(OSError):
            os.rmdir(place)


def memory_folder(shared: Path = SHARED, room: int = ROOM) -> Path | None:
    """Return a folder in memory that nobody else can read; None where there is no such place, little room, or programs
    cannot be started from it, or where somebody else has taken its name. Blocks."""
    with suppress(OSError, ValueError, IndexError, AttributeError):  # other systems know neither place nor calls
        system = os.statvfs(shared)
        if system.f_flag & os.ST_NOEXEC or min(system.f_bavail * system.f_frsize, _available()) < room:
            return None
        own = shared / f"disputatio-{os.getuid()}"
        with suppress(FileExistsError):
            own.mkdir(mode=0o700)
        found = os.lstat(own)
        if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077:
            return own
    return None


def _available() -> int:
    """Return how many bytes of memory can be taken without anything being moved to the disk."""
    lines = Path("/proc/meminfo").read_text("ascii", "replace").splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable:"))
