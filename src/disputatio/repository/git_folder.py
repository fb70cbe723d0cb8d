"""Git's own folder, looked at before the library reads it: what is no ordinary file there, or leads to what is none,
may never end, and nothing can take the library back from it, not even Ctrl+C.

Each place is looked at from which the library reads: the folder itself, also where `.git` is a file that names another
one, the folder that work trees have in common, alternates, and whatever files the configuration names.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from disputatio.debate.wording import tr
from disputatio.repository.errors import RepositoryDamaged

READ = frozenset({"refs", "logs", "info", "objects"})
"""The folders that the library reads; others belong to other programs, and to git alone."""
OBJECTS = frozenset({"pack", "info", *(f"{first:02x}" for first in range(256))})
"""The same of a folder of objects, which may be borrowed from anywhere."""
LARGEST = 100_000_000
"""Bytes of a file that is read to its end. The longest list of packed branches that is known has a tenth of it."""
MOST = 1_000_000
"""Entries that are looked at, a second or two of work."""
DEPTH = 10
"""Files that name files, and alternates of alternates, in a row: git follows fewer."""
SHORT = 1_000_000
"""Bytes of a file that is searched for names."""

_NAMED = re.compile(rb"(?:^|[\]\s])(?:path|\w*file)[ \t]*=[ \t]*\"?([^\"\r\n#;]+)", re.I)
"""A line of a configuration that names a file."""
_SYSTEM = ("/proc/", "/sys/")
"""Where files call themselves ordinary that never end, or wait."""


def require_files(folder: Path) -> None:
    """Look at the repository at a folder or above it. Raises RepositoryDamaged. Blocks."""
    above = (each / ".git" for each in (folder, *folder.parents))
    own = next((each for each in above if os.path.lexists(each)), folder)
    _Look().through(own)


class _Look:
    """One look at everything that the library would read."""

    def __init__(self) -> None:
        self._seen: set[tuple[int, int]] = set()
        self._left = MOST

    def through(self, own: Path, depth: int = DEPTH) -> None:
        """Look at a folder of git, or at a file that names one."""
        if not own.is_dir():
            self._file(own)
            if named := _after(b"gitdir:", _start(own)):
                self._deeper(own.parent / named, depth)
            return
        self._walk(own, READ)
        self._configuration(own / "config", depth)
        self._configuration(own / "config.worktree", depth)
        if common := _after(b"", _start(own / "commondir")):
            self._deeper(own / common, depth)
        for line in _start(own / "objects/info/alternates").splitlines():
            if line.strip():
                self._alternate(own / "objects" / os.fsdecode(line.strip()), depth)

    def _deeper(self, own: Path, depth: int) -> None:
        if depth and self._new(own):
            self.through(own, depth - 1)

    def _alternate(self, objects: Path, depth: int) -> None:
        if not self._new(objects) or not depth:
            return
        if objects.is_dir():
            self._walk(objects, OBJECTS, sized=False)
        else:
            self._file(objects)
        for line in _start(objects / "info/alternates").splitlines():
            if line.strip():
                self._alternate(objects / os.fsdecode(line.strip()), depth - 1)

    def _configuration(self, file: Path, depth: int) -> None:
        """Look at the files that a configuration names, and at those that they name."""
        for found in _NAMED.finditer(_start(file)):
            named = Path(os.fsdecode(found[1].strip()))
            path = file.parent / (_home(named) if named.parts[:1] == ("~",) else named)
            if _kind(path) in (0, stat.S_IFDIR):
                continue
            self._file(path)
            if depth and self._new(path):
                self._configuration(path, depth - 1)

    def _new(self, path: Path) -> bool:
        try:
            found = path.stat()
        except (OSError, ValueError):
            return False
        before = len(self._seen)
        self._seen.add((found.st_dev, found.st_ino))
        return len(self._seen) > before

    def _walk(self, folder: Path, within: frozenset[str] | None = None, *, sized: bool = True) -> None:
        """Look at what lies in a folder, however deep, or only in the folders `within` it. `sized`: files are read to
        their end, unlike those of objects, of which there may be very many."""
        try:
            entries = list(os.scandir(folder))
        except OSError:
            return
        self._left -= len(entries)
        if self._left < 0:
            raise _fault(tr("{folder} holds too many files").format(folder=folder))
        for entry in entries:
            path, ordinary = Path(entry.path), entry.is_file(follow_symlinks=False)
            if entry.is_dir():
                if (within is None or entry.name in within) and (not entry.is_symlink() or self._new(path)):
                    objects = entry.name == "objects"
                    self._walk(path, OBJECTS if objects else None, sized=sized and not objects)
            elif sized or not ordinary:
                self._file(path, sized=sized and entry.name != "index")

    def _file(self, path: Path, *, sized: bool = True) -> None:
        """Raise RepositoryDamaged unless a path is an ordinary file, of a size that files of git have, or nothing."""
        kind = _kind(path)
        place = os.path.realpath(path)
        if kind in (0, stat.S_IFSOCK) or place == os.devnull:  # a socket cannot be opened as a file
            return
        if kind != stat.S_IFREG or place.startswith(_SYSTEM):
            raise _fault(tr("{file} is not an ordinary file").format(file=path))
        if sized and path.stat().st_size > LARGEST:
            raise _fault(tr("{file} is larger than any file of git").format(file=path))


def _kind(path: Path) -> int:
    """Return what a path is, links followed; 0 where it is nothing."""
    try:
        return stat.S_IFMT(path.stat().st_mode)
    except (OSError, ValueError):
        return 0


def _start(path: Path) -> bytes:
    """Return the beginning of an ordinary file, b"" where it is none."""
    try:
        if _kind(path) != stat.S_IFREG:
            return b""
        with path.open("rb") as file:
            return file.read(SHORT)
    except OSError:
        return b""


def _after(word: bytes, text: bytes) -> str:
    """Return the path that a file of one line names."""
    line = text.strip()
    return os.fsdecode(line[len(word) :].strip()) if line.startswith(word) and b"\0" not in line else ""


def _home(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def _fault(what: str) -> RepositoryDamaged:
    return RepositoryDamaged(
        tr("{what}, so the repository is not read.").format(what=what), "Debate a fresh clone of it."
    )
