"""The licences of what the frozen application takes from the system that it is built on: Python itself, and the
libraries that Qt and Python load. Those of packages come with their metadata."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

FOLDER = "licences"


def of_system(binaries: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return entries for PyInstaller's list of data; `binaries` is its list of libraries. Where the system's packages
    cannot be asked (it is no Debian, nor made of one), the libraries' licences are not found, and this is said."""
    own = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    found = {"python": own} if own.is_file() else {}
    roots = (sys.prefix, sys.base_prefix)
    files = [source for _, source, _ in binaries if not source.startswith(roots)]
    if shutil.which("dpkg-query"):
        found |= dict(_copyrights(files))
    elif files:
        sys.stderr.write("Without dpkg-query, the licences of the system's libraries are left out.\n")
    return [(f"{FOLDER}/{name}.txt", str(path), "DATA") for name, path in sorted(found.items())]


def _copyrights(files: Iterable[str]) -> Iterator[tuple[str, Path]]:
    for file in sorted({each for name in files for each in _spellings(name)}):
        asked = subprocess.run(["dpkg-query", "--search", file], capture_output=True, text=True, check=False)
        package = asked.stdout.partition(":")[0]
        path = Path("/usr/share/doc", package, "copyright")
        if asked.returncode == 0 and path.is_file():
            yield package, path


def _spellings(file: str) -> set[str]:
    """Return the paths under which a package may list a file: /lib is a link to /usr/lib."""
    found = {file, os.path.realpath(file)}
    return found | {path.removeprefix("/usr") for path in found}
