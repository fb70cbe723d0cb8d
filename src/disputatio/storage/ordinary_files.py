"""Reading files that a person named: ordinary ones, and no more of them than is wanted."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def read_ordinary(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a file. Blocks. Raises OSError, for what is no ordinary file too: a folder
    cannot be read, a device may never end, and a pipe to which nobody writes would be waited for."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is not an ordinary file", str(path))
    with os.fdopen(descriptor, "rb") as file:
        return file.read(most)
