"""What isolates a program, as a port; what a program may use in there, and what becomes of it.

Three things isolate: bubblewrap (`bubblewrap`), docker and podman (`containers`). Each of them gives a program no
network, no home and no keys, a small file system of its own, and limits. `box` runs programs in whichever the
person has chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Literal, Protocol

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import value

MB: Final = 1 << 20
HOME: Final = "/work"
"""Where a program stands and runs."""
WRITABLE: Final = ("/tmp", "/dev/shm", HOME)
"""Where it can write; each has its share of the disk."""
ADDRESSES: Final = 1024
"""MB of addresses that a process may take besides its memory, for programs, libraries and the stacks of threads."""
FILES: Final = 256
"""Files that a process may hold open: what waits in pipes and sockets is memory, too."""
ENVIRONMENT: Final = (
    ("HOME", HOME),
    ("LANG", "C.UTF-8"),
    ("TMPDIR", "/tmp"),
    ("MALLOC_ARENA_MAX", "2"),  # else each thread would reserve 64 MB of addresses
)

Excess = Literal["", "time", "memory", "processes", "output", "disk"]


@value
class Bounds:
    """What a program may use. `seconds` of wall time; `memory`: MB of all its processes together; `processes`, each of
    their threads counted; `output`: bytes that it may say; `disk`: MB that it may write, in memory; `folder`: MB that
    it may add to a folder that it is given. `reserves`: what runs it takes far more addresses than memory, so that
    these are not bounded."""

    seconds: float = 30.0
    memory: int = 512
    processes: int = 64
    output: int = MB
    disk: int = 64
    folder: int = 512
    reserves: bool = False


@value
class Outcome:
    """What became of a program. `code`: its exit code, negative for the signal that ended it; `said`: its standard
    output, `complained`: its standard error; `seconds` that it took; `excess`: the bound at which it was ended."""

    code: int
    said: str
    complained: str
    seconds: float
    excess: Excess = ""


@value
class Enclosure:
    """How one program is started in isolation. `line`: the command, with the `files` that it inherits and its
    `environment`; `own`: a folder on the disk that it may change, and by how many MB; `seen`: whether its processes
    descend from this one, so that what they use can be added up. `verdict` says which bound the kernel ended it at, by
    its exit code; `end` takes away what is left of it. Both block."""

    line: Sequence[str]
    files: Sequence[int] = ()
    environment: Mapping[str, str]
    own: tuple[Path, int] | None = None
    seen: bool = True
    verdict: Callable[[int], Excess] = lambda code: ""
    end: Callable[[], None] = lambda: None


class Walls(Protocol):
    """What isolates programs: one kind. `title`: what it is, for the person; `remedy`: what to do where it fails."""

    title: str
    remedy: str

    def fault(self) -> tuple[str, str]:
        """Return what is missing here, and what to do about it; ("", "") for nothing. Blocks."""

    def bounded(self) -> str:
        """Say who bounds what all processes of a program use together. Blocks."""

    def enclosure(
        self, command: Sequence[str], files: Mapping[str, str], bounds: Bounds, folder: Path | None, open_: ExitStack
    ) -> Enclosure:
        """Return how a command is started among some files, or in a folder that it may change. `open_` closes what it
        needs."""


class NoIsolation(DisputatioError):
    """Nothing is run here, because this machine cannot isolate it."""


def limits(bounds: Bounds) -> str:
    """Return what a shell does before it starts the command: the kernel's limits of each process."""
    seconds, blocks = int(bounds.seconds) + 1, bounds.disk * MB // 512
    size = bounds.memory * 1024
    address = "" if bounds.reserves else f"ulimit -v {size + ADDRESSES * 1024}; "
    return f"ulimit -c 0; ulimit -n {FILES}; ulimit -t {seconds}; ulimit -f {blocks}; ulimit -d {size}; {address}"
