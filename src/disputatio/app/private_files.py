"""Files that only the person may read: what the program keeps beside the database, and what it writes where the person
says."""

from __future__ import annotations

import errno
import json
import os
import threading
from pathlib import Path
from typing import Any, Final

LARGEST: Final = 64_000_000
"""Bytes of the largest file of our own that is read as JSON."""


def read_json(path: Path) -> Any:
    """Return what a file of our own holds; None where there is none, or it is not to be read: a pipe or a device, too
    long, too deep, no JSON. Blocks."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
        return json.loads(content) if len(content) <= LARGEST else None
    except (OSError, ValueError, RecursionError):
        return None


def write_json(path: Path, content: object) -> None:
    """Put something into a file of our own, as `write_private` does."""
    write_private(path, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())


def open_private(path: str, flags: int) -> int:
    """Open a file that only the person may read, as `opener` of `open`."""
    return os.open(path, flags, 0o600)


def write_private(path: Path, content: bytes, *, durable: bool = False) -> None:
    """Put something into a file that only the person may read, all of it or nothing. A symbolic link to a file stays
    one; one that leads to a device or a pipe is replaced, and what it leads to is not touched. `durable`: it is on the
    disk before this returns, so that a power cut cannot take it. Blocks. Raises OSError, also where there is something
    else than a file."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        if not path.is_symlink():
            raise OSError(errno.EINVAL, "there is something that is no file", str(path))
        target = path
    fresh = target.with_name(f".{os.getpid()}-{threading.get_ident()}.new")  # others may be writing, too
    try:
        with open(fresh, "wb", opener=open_private) as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
