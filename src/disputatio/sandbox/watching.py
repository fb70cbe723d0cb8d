"""What a program uses while it runs: time, memory and processes of all that it started, what it says, what it writes.

The kernel bounds each process by itself. What all of them use together is looked at from outside, twenty times a
second: a program that takes memory faster than that can exceed its bound for a moment before it is ended, where no
cgroup bounds the whole (see `scopes`).
"""

from __future__ import annotations

import contextlib
import os
import selectors
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from disputatio.sandbox.isolation import MB, Bounds, Excess

MOST_NEW: Final = 200_000
"""Files and folders that a program may add to a folder that it is given, however small they are."""
RECOUNT, RECOUNT_SHARE = 2.0, 20.0
"""Seconds between two counts of a folder at least, and how many times as long as a count takes."""
LEAST_FREE: Final = 1024 * MB
"""Bytes of a disk below which a program is ended when it has become fuller by its bound, whoever wrote that."""
LAST: Final = 4_096
"""Bytes that the last line of what a program said may lose where it is cut."""
TICK: Final = 0.05
"""Seconds between two looks at what a program uses."""


class Growth:
    """How much a program has added to the disk of a folder. Counting its files takes long, so that they are counted
    once the disk has become fuller by as much, and now and then; others write there, too. What is deleted and still
    open counts. What no count finds is let pass as theirs, unless the disk is nearly full."""

    def __init__(self, folder: Path, most: int) -> None:
        self._folder, self._most, self._device = folder, most * MB, folder.stat().st_dev
        began = time.monotonic()
        self._had, self._many, _ = _size(folder, 10 * MOST_NEW)
        self._counted, self._took = time.monotonic(), time.monotonic() - began
        self._free, self._nodes = self._room()
        self._first = self._free

    def _room(self) -> tuple[int, int]:
        found = os.statvfs(self._folder)
        return found.f_bavail * found.f_frsize, found.f_favail

    def exceeded(self, pid: int) -> bool:
        """Return whether the program whose box is this process, or one that it has started, wrote too much."""
        free, nodes = self._room()
        if free < LEAST_FREE and self._first - free > self._most:
            return True
        fuller = self._free - free > self._most or self._nodes - nodes > MOST_NEW
        began = time.monotonic()
        if not fuller and began - self._counted < max(RECOUNT, RECOUNT_SHARE * self._took):
            return False
        size, many, whole = _size(self._folder, self._many + MOST_NEW)
        grown, new = size - self._had + _deleted(pid, self._device), many - self._many
        self._counted, self._took = time.monotonic(), time.monotonic() - began
        self._free, self._nodes = free + max(grown, 0), nodes + max(new, 0)  # the rest is somebody else's
        return grown > self._most or not whole


def _deleted(pid: int, device: int) -> int:
    """Return the bytes of files on a device that the processes of a box hold open, and that stand in no folder."""
    found: dict[int, int] = {}
    for one, threads in _descendants(pid):
        for thread in threads:
            place = f"/proc/{one}/task/{thread}/fd"
            with contextlib.suppress(OSError):
                for name in os.listdir(place):
                    with contextlib.suppress(OSError):
                        held = os.stat(f"{place}/{name}")
                        if held.st_dev == device and not held.st_nlink and stat.S_ISREG(held.st_mode):
                            found[held.st_ino] = held.st_blocks * 512
    return sum(found.values())


def _size(folder: Path, most: int) -> tuple[int, int, bool]:
    """Return the bytes that a folder takes on the disk, how many files and folders it has, and whether that is all:
    there are no more than `most`, and none is out of sight, too far down or behind rights that were taken away."""
    total, many, whole = 0, 0, True
    waiting = [os.fspath(folder)]
    while waiting and many <= most:
        try:
            listed = os.scandir(waiting.pop())
        except FileNotFoundError:
            continue
        except OSError:
            whole = False
            continue
        with listed:
            for each in listed:
                many += 1
                try:
                    total += each.stat(follow_symlinks=False).st_blocks * 512
                except FileNotFoundError:
                    continue
                except OSError:
                    whole = False
                    continue
                if each.is_dir(follow_symlinks=False):
                    waiting.append(each.path)
    return total, many, whole and many <= most


def watch(
    process: subprocess.Popen[bytes],
    bounds: Bounds,
    start: float,
    stopped: Callable[[], bool],
    grown: Growth | None,
    seen: bool,
) -> tuple[bytes, bytes, Excess]:
    """Read what a program says until it ends or exceeds a bound; `seen`: what its processes use can be added up."""
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
                looked, excess = now, _excess(process.pid, bounds) if seen else ""
                if not excess and grown is not None and grown.exceeded(process.pid):
                    excess = "disk"
    said, complained = (_kept(each, bounds.output) for each in texts.values())
    return said, complained, excess


def _kept(text: bytearray, most: int) -> bytes:
    """Return what is kept of what a program said. Where it is cut, the last line goes, or as much of it as any secret
    takes: half of one would not be known for what it is."""
    if len(text) <= most:
        return bytes(text)
    sure = max(most - LAST, 0)
    return bytes(text[: max(text.rfind(b"\n", sure, most) + 1, sure)])


def _excess(pid: int, bounds: Bounds) -> Excess:
    """Return the bound that a process and its descendants exceed together."""
    memory, count = 0, 0
    for one, threads in _descendants(pid):
        memory += next((found for thread in threads if (found := _memory(one, thread))), 0)
        count += len(threads)
        if count > bounds.processes:
            return "processes"
    return "memory" if memory > bounds.memory * 1024 else ""


def _descendants(pid: int) -> Iterator[tuple[int, list[str]]]:
    """Yield a process and all that it has started, each with its threads."""
    waiting = [pid]
    while waiting:
        one = waiting.pop()
        threads = _threads(one)
        yield one, threads
        waiting += (child for thread in threads for child in _children(one, thread))


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
