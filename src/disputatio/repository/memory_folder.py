"""A folder of one's own in memory, where the system has one: thousands of small files are written there in a moment,
and taken away again, whatever the disk is busy with. Only for what nobody needs to find again."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

SHARED: Final = Path("/dev/shm")
"""Where Linux keeps files in memory."""
ROOM: Final = 1_000_000_000
"""Bytes that have to be free there, and in memory: nothing else is to be short of them."""


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
