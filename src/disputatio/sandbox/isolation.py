"""The box: a process without network, home and keys, in a small file system of its own, within limits.

It is made by bubblewrap, with new namespaces of every kind and none to be had inside. Only the system's programs and
libraries can be read; all that can be written is in memory, is bounded, and is gone afterwards. The kernel bounds each
process by itself. Time, the memory of all processes together, their number with their threads, and what they say are
watched from outside, twenty times a second: a program that takes memory faster than that can exceed its bound for a
moment before it is ended. Memory that no process would answer for is refused (see `system_calls`) or bounded with the
address space.
"""

from __future__ import annotations

import contextlib
import os
import platform
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import value
from disputatio.sandbox.system_calls import filter_for

MB = 1 << 20
HOME = "/work"
"""Where a program stands and runs."""
WRITABLE = ("/tmp", "/dev/shm", HOME)
"""Where it can write; each has its share of the disk."""
ADDRESSES = 1024
"""MB of addresses that a process may take besides its memory, for programs, libraries and the stacks of threads."""
FILES = 256
"""Files that a process may hold open: what waits in pipes and sockets is memory, too."""
TICK = 0.05
"""Seconds between two looks at what a program uses."""
CHILDREN = "/proc/thread-self/children"
"""Where the kernel lists what a thread has started; without, nobody could add up what a program uses."""
FIRST_TO_GO = 'echo 1000 > /proc/self/oom_score_adj; exec "$@"'
"""Where memory runs out, the kernel ends the box before any program of the person."""
PROBE_PATIENCE = 10.0
"""Seconds."""
_ENVIRONMENT = (
    ("PATH", "/usr/bin:/bin"),
    ("HOME", HOME),
    ("LANG", "C.UTF-8"),
    ("TMPDIR", "/tmp"),
    ("MALLOC_ARENA_MAX", "2"),  # else each thread would reserve 64 MB of addresses
)
_SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime")

Excess = Literal["", "time", "memory", "processes", "output"]


@value
class Bounds:
    """What a program may use. `seconds` of wall time; `memory`: MB of all its processes together; `processes`, each of
    their threads counted; `output`: bytes that it may say; `disk`: MB that it may write, in memory. `reserves`: what
    runs it takes far more addresses than memory, so that these are not bounded."""

    seconds: float = 30.0
    memory: int = 512
    processes: int = 64
    output: int = MB
    disk: int = 64
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


class NoIsolation(DisputatioError):
    """Nothing is run here, because this machine cannot isolate it."""


class Box:
    """Runs programs in isolation. `folders`: what they may read besides the system's programs and libraries."""

    def __init__(
        self, folders: Callable[[], Sequence[str]] = tuple, find: Callable[[str], str | None] = shutil.which
    ) -> None:
        self._folders = folders
        self._find = find
        self._fault: tuple[str, str] | None = None

    def check(self) -> None:
        """Look once whether this machine can isolate. Raises `NoIsolation` where it cannot. Blocks."""
        if self._fault is None:
            self._fault = self._probe()
        if self._fault != ("", ""):
            raise NoIsolation(*self._fault)

    def _probe(self) -> tuple[str, str]:
        what = "Code of participants cannot be run: "
        if platform.system() != "Linux":
            return f"{what}isolating it is only supported on Linux.", "Run it yourself; the debate goes on without it."
        if filter_for(platform.machine()) is None:
            return f"{what}there is no filter of system calls for {platform.machine()}.", "Run it yourself."
        if not os.path.exists(CHILDREN):
            return f"{what}this kernel does not tell which processes a program has started.", "Run it yourself."
        program = self._find("bwrap")
        if program is None:
            return f"{what}bubblewrap is not installed.", "Install it: sudo apt-get install bubblewrap."
        try:
            found = self._run(program, ["/bin/true"], {}, Bounds(seconds=PROBE_PATIENCE), lambda: False)
        except OSError as error:
            return f"{what}{program} cannot be started ({error.strerror}).", "Install bubblewrap again."
        if found.code == 0:
            return "", ""
        why = found.complained.strip().splitlines()[-1:] or [f"exit code {found.code}"]
        return (
            f"{what}bubblewrap cannot isolate here ({why[0][:200]}).",
            "Allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1; on Ubuntu also an AppArmor "
            "profile for bwrap), or update bubblewrap.",
        )

    def run(
        self,
        command: Sequence[str],
        files: Mapping[str, str],
        bounds: Bounds | None = None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Outcome:
        """Run a command among some files, by their names. Blocks until it has ended, or `stopped` says so; nothing that
        it started is left then. Raises `NoIsolation`."""
        self.check()
        program = self._find("bwrap")
        assert program is not None, "checked"
        return self._run(program, command, files, bounds or Bounds(), stopped)

    def _run(
        self,
        program: str,
        command: Sequence[str],
        files: Mapping[str, str],
        bounds: Bounds,
        stopped: Callable[[], bool],
    ) -> Outcome:
        with ExitStack() as open_:
            given = [(name, _memory_file(text.encode("utf-8", "replace"), open_)) for name, text in files.items()]
            filter = filter_for(platform.machine()) or b""
            seccomp = _memory_file(filter, open_)
            line = [
                *("/bin/sh", "-c", FIRST_TO_GO, "sh", program),
                *_walls(bounds, self._folders()),
                *(part for name, fd in given for part in ("--file", str(fd), f"{HOME}/{name}")),
                *("--seccomp", str(seccomp)),
                *("/bin/sh", "-c", _limits(bounds), "sh", *command),
            ]
            start = time.monotonic()
            process = subprocess.Popen(
                line,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[seccomp, *(fd for _, fd in given)],
                env={},
                cwd="/",
                start_new_session=True,
            )
            with process:
                try:
                    said, complained, excess = _watch(process, bounds, start, stopped)
                finally:
                    _end(process)
            return Outcome(
                code=process.returncode,
                said=said.decode("utf-8", "replace"),
                complained=complained.decode("utf-8", "replace"),
                seconds=time.monotonic() - start,
                excess=excess,
            )


def _memory_file(content: bytes, open_: ExitStack) -> int:
    fd = os.memfd_create("box")
    open_.callback(os.close, fd)
    with open(os.dup(fd), "wb") as file:
        file.write(content)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _walls(bounds: Bounds, folders: Sequence[str]) -> Iterator[str]:
    """Yield what bubblewrap is told of the box."""
    yield from ("--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session")
    yield from ("--hostname", "box", "--clearenv")
    for name, text in _ENVIRONMENT:
        yield from ("--setenv", name, text)
    yield from ("--ro-bind", "/usr", "/usr")
    for name in _SYSTEM:
        if os.path.islink(name):
            yield from ("--symlink", os.readlink(name), name)
        elif os.path.isdir(name):
            yield from ("--ro-bind", name, name)
    for name in _SETTINGS:
        yield from ("--ro-bind-try", name, name)
    for folder in folders:
        yield from ("--ro-bind", folder, folder)
    yield from ("--proc", "/proc", "--dev", "/dev")
    for place in WRITABLE:
        yield from ("--size", str(bounds.disk * MB // len(WRITABLE)), "--tmpfs", place)
    yield from ("--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", HOME)


def _limits(bounds: Bounds) -> str:
    """Return what the shell in the box does before it becomes the command: the kernel's limits of each process."""
    seconds, blocks = int(bounds.seconds) + 1, bounds.disk * MB // 512
    size = bounds.memory * 1024
    address = "" if bounds.reserves else f"ulimit -v {size + ADDRESSES * 1024}; "
    return (
        f'ulimit -c 0; ulimit -n {FILES}; ulimit -t {seconds}; ulimit -f {blocks}; ulimit -d {size}; {address}exec "$@"'
    )


def _watch(
    process: subprocess.Popen[bytes], bounds: Bounds, start: float, stopped: Callable[[], bool]
) -> tuple[bytes, bytes, Excess]:
    """Read what a program says until it ends or exceeds a bound."""
    assert process.stdout is not None
    assert process.stderr is not None
    texts: dict[int, bytearray] = {process.stdout.fileno(): bytearray(), process.stderr.fileno(): bytearray()}
    excess: Excess = ""
    looked = start
    with selectors.DefaultSelector() as selector:
        for fd in texts:
            selector.register(fd, selectors.EVENT_READ)
        while (selector.get_map() or process.poll() is None) and not excess:
            for key, _ in selector.select(max(looked + TICK - time.monotonic(), 0)):
                part = os.read(key.fd, 65_536)
                texts[key.fd] += part
                if not part:
                    selector.unregister(key.fd)
            now = time.monotonic()
            if sum(map(len, texts.values())) > bounds.output:
                excess = "output"
            elif now - start > bounds.seconds or stopped():
                excess = "time"
            elif now - looked >= TICK:
                looked, excess = now, _excess(process.pid, bounds)
    said, complained = (bytes(each[: bounds.output]) for each in texts.values())
    return said, complained, excess


def _excess(pid: int, bounds: Bounds) -> Excess:
    """Return the bound that a process and its descendants exceed together."""
    memory, count = 0, 0
    waiting = [pid]
    while waiting:
        one = waiting.pop()
        threads = _threads(one)
        memory += next((found for thread in threads if (found := _memory(one, thread))), 0)
        count += len(threads)
        if count > bounds.processes:
            return "processes"
        waiting += (child for thread in threads for child in _children(one, thread))
    return "memory" if memory > bounds.memory * 1024 else ""


def _threads(pid: int) -> list[str]:
    with contextlib.suppress(OSError):  # it has ended meanwhile
        return os.listdir(f"/proc/{pid}/task")
    return []


def _children(pid: int, thread: str) -> list[int]:
    """Return what a thread has started. One that has ended meanwhile hides nothing of the others."""
    with contextlib.suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{thread}/children").read_text(encoding="ascii").split()]
    return []


def _memory(pid: int, thread: str) -> int:
    """Return the kilobytes of memory that a thread shares with its process, those in the swap included; 0 where it has
    ended, as the first thread of a process may have while others go on."""
    with contextlib.suppress(OSError):
        told = Path(f"/proc/{pid}/task/{thread}/status").read_text("ascii").splitlines()
        fields = dict(line.partition(":")[::2] for line in told)
        return sum(int(fields.get(name, "0").split()[0]) for name in ("VmRSS", "VmSwap"))
    return 0


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a box with all that is in it: its first process takes the others with it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
