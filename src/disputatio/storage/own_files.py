"""Files of the person. Those that they name are read where they are ordinary ones, and no more of them than is wanted.
Those that they wrote, formats and roles, are kept in a backup, and brought back beside what is here.

The latter are data until somebody loads them: what a backup holds in their place is bounded, and can get nowhere but
into their folders.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from disputatio.debate.values import value
from disputatio.storage.sqlite import storage_error


def read_ordinary(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a file. Blocks. Raises OSError, for what is no ordinary file too: a folder
    cannot be read, a device may never end, and a pipe to which nobody writes would be waited for."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is not an ordinary file", str(path))
    with os.fdopen(descriptor, "rb") as file:
        return file.read(most)


MOST: Final = 300
LARGEST: Final = 1 << 18
"""Bytes of a file; larger ones are no format and no role."""
_NAME: Final = re.compile(r"(?P<folder>[a-z]+)/(?P<file>[\w-][\w .+-]{0,118}\.toml)")

Folders = Mapping[str, Path]
"""Where they are, by what the folder is called in a backup."""


@value
class BroughtBack:
    """What became of the files of a backup, by their names there. `kept`: what is here, and was put aside."""

    added: tuple[str, ...] = ()
    stayed: tuple[str, ...] = ()
    kept: tuple[Path, ...] = ()


def gather(folders: Folders) -> dict[str, bytes]:
    """Return the files of the person, by their names in a backup. What cannot be read is no file of theirs. Blocks."""
    found: dict[str, bytes] = {}
    for folder, place in folders.items():
        for path in sorted(place.glob("*.toml")):
            name = f"{folder}/{path.name}"
            try:
                content = read_ordinary(path, LARGEST + 1)
            except OSError:
                continue
            if _NAME.fullmatch(name) and len(content) <= LARGEST and len(found) < MOST:
                found[name] = content
    return found


def unpack_own(archive: zipfile.ZipFile, folders: Folders) -> dict[str, bytes]:
    """Return the files of an archive that belong into one of the folders. Blocks; raises what zipfile raises."""
    found: dict[str, bytes] = {}
    for member in archive.infolist():
        name = _NAME.fullmatch(member.filename)
        if name is None or name["folder"] not in folders or len(found) == MOST:
            continue
        with archive.open(member) as file:
            content = file.read(LARGEST + 1)
        if len(content) <= LARGEST:
            found[member.filename] = content
    return found


def bring_back(files: Mapping[str, bytes], folders: Folders, aside: str = "") -> BroughtBack:
    """Write what is missing. What is here and different stays, or, if `aside` is given, is kept under its name with
    that at the end, so that it is no format and no role any more. Blocks; raises StorageHeld."""
    added, stayed, kept = list[str](), list[str](), list[Path]()
    try:
        for name, content in files.items():
            folder, _, file = name.partition("/")
            path = folders[folder] / file
            if os.path.lexists(path):
                if path.is_file() and read_ordinary(path, LARGEST + 1) == content:
                    continue
                if not aside:
                    stayed.append(name)
                    continue
                kept.append(path.rename(path.with_name(f"{path.name}.{aside}")))
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
                target.write(content)
            added.append(name)
    except OSError as fault:
        raise storage_error(fault, path) from fault
    return BroughtBack(added=tuple(added), stayed=tuple(stayed), kept=tuple(kept))
