"""A bare copy of a repository that a person asked for by its address. All functions block.

Only HTTPS, without a login (plain HTTP on this computer alone). Nothing is checked out, so no filter and no hook has a
part in it, and submodules are not fetched. What is not whole is taken away again.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.repository.errors import NotCloned
from disputatio.repository.git_library import library
from disputatio.repository.threads import Stopped, check, never

LARGEST = 4_000_000_000
"""Bytes that are fetched at most."""
PATIENCE = 60_000
"""Milliseconds without an answer before a server is given up."""
LOGIN = "Clone it with git, which knows your logins, and open the folder."

_ADDRESS = re.compile(
    r"(?P<scheme>https?)://(?P<login>[^/@\s]*@)?(?P<host>[A-Za-z0-9.-]+)(?::\d{1,5})?"
    r"/(?P<path>[\w.~+-]+(?:/[\w.~+-]+){0,9})/?",
    re.ASCII,
)
_HERE = ("127.0.0.1", "localhost")


@value
class CloneProgress:
    """How far a copy is: objects of so many, and bytes so far."""

    objects: int = 0
    total: int = 0
    bytes: int = 0


Tell = Callable[[CloneProgress], object]


def name_of(address: str) -> str:
    """Return what the copy of an address is called. Raises `NotCloned` for one that is not fetched from."""
    found = _ADDRESS.fullmatch(address.strip())
    if found is None or (found["scheme"] == "http" and found["host"] not in _HERE):
        raise NotCloned(
            tr("“{address}” is not an address to fetch from.").format(address=address.strip()[:200]),
            "Give one like https://github.com/owner/name. For other kinds, clone with git and open the folder.",
        )
    if found["login"]:
        raise NotCloned(
            "There is a login in the address; it would be kept in the copy.",
            tr("Leave it out. {login}").format(login=LOGIN),
        )
    name = found["path"].rpartition("/")[2].removesuffix(".git").strip(".")
    return name or "repository"


def clone(address: str, below: Path, tell: Tell = lambda fetched: None, stopped: Stopped = never) -> Path:
    """Fetch a bare copy into a new folder below another; returns it. `tell` is called in this thread. Raises
    `NotCloned`, `ReadingStopped`."""
    name = name_of(address)
    places = (below / f"{name}{f'-{number}' if number > 1 else ''}.git" for number in count(1))
    place = next(found for found in places if not found.exists())
    with ExitStack() as undo:
        undo.callback(shutil.rmtree, place, ignore_errors=True)
        _fetch(address.strip(), place, tell, stopped)
        undo.pop_all()  # it is whole, and stays
    return place


def _fetch(address: str, place: Path, tell: Tell, stopped: Stopped) -> None:
    git = library()
    git.settings.server_connect_timeout = git.settings.server_timeout = PATIENCE
    try:
        proxy = address.startswith("https://") or None  # that of this computer, which asks what lies elsewhere
        git.clone_repository(address, str(place), bare=True, callbacks=_callbacks(tell, stopped), proxy=proxy)
    except (git.GitError, KeyError, OSError, ValueError) as error:
        check(stopped)
        raise _why(address, str(error)) from None


def _callbacks(tell: Tell, stopped: Stopped) -> Any:
    class Watching(library().RemoteCallbacks):  # type: ignore[misc]  # the library is loaded at first use
        def sideband_progress(self, string: str) -> None:
            check(stopped)

        def transfer_progress(self, stats: Any) -> None:
            check(stopped)
            if stats.received_bytes > LARGEST:
                raise NotCloned(
                    tr("It is larger than {largest} GB.").format(largest=LARGEST // 1_000_000_000),
                    "Clone it with git and open the folder.",
                )
            tell(CloneProgress(objects=stats.received_objects, total=stats.total_objects, bytes=stats.received_bytes))

    return Watching()


def _why(address: str, cause: str) -> NotCloned:
    low = cause.lower()
    if "proxy" in low or "scheme" in low:
        return NotCloned(
            tr("{address} cannot be fetched: {cause}.").format(address=address, cause=cause),
            "Check the proxy in the variable HTTPS_PROXY: it has to begin with http://.",
        )
    if "authentication" in low or "401" in low or "403" in low:
        return NotCloned(tr("{address} is not public: it asks for a login.").format(address=address), LOGIN)
    if "404" in low or "not found" in low:
        return NotCloned(tr("There is no repository at {address}.").format(address=address), "Check the spelling.")
    return NotCloned(
        tr("{address} cannot be fetched: {cause}.").format(address=address, cause=cause or tr("no reason was given")),
        "Check the address and the connection.",
    )
