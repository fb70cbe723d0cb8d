"""Walls made by bubblewrap, with new namespaces of every kind and none to be had inside.

Only the system's programs and libraries can be read, and what the person names; all that can be written is in memory,
is bounded, and is gone afterwards. A program that needs many files gets a folder of its own, which its caller takes
away. Memory that no process would answer for is refused (see `system_calls`) or bounded with the address space. What
all processes use together is bounded by the kernel where systemd gives a cgroup (`scopes`), and looked at in any case.
"""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from disputatio.sandbox.isolation import ENVIRONMENT, HOME, MB, WRITABLE, Bounds, Enclosure, limits
from disputatio.sandbox.scopes import Scope
from disputatio.sandbox.system_calls import filter_for

CHILDREN = "/proc/thread-self/children"
"""Where the kernel lists what a thread has started; without, nobody could add up what a program uses."""
FIRST_TO_GO: Final = "echo 1000 > /proc/self/oom_score_adj; "
"""Where memory runs out, the kernel ends the box before any program of the person."""
PATH: Final = "/usr/bin:/bin"
_SYSTEM: Final = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS: Final = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime")


class Bubblewrap:
    """isolation.Walls. `folders`: what programs may read besides the system's programs and libraries; programs in them
    are found before the system's."""

    title = "bubblewrap"
    remedy = (
        "Allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1; on Ubuntu also an AppArmor "
        "profile for bwrap), or update bubblewrap."
    )

    def __init__(
        self,
        folders: Callable[[], Sequence[str]] = tuple,
        find: Callable[[str], str | None] = shutil.which,
        scope: Scope | None = None,
    ) -> None:
        self._folders, self._find = folders, find
        self._scope = scope or Scope()

    def fault(self) -> tuple[str, str]:
        if platform.system() != "Linux":
            return "isolating it is only supported on Linux.", "Run it yourself; the debate goes on without it."
        if filter_for(platform.machine()) is None:
            return f"there is no filter of system calls for {platform.machine()}.", "Run it yourself."
        if not os.path.exists(CHILDREN):
            return "this kernel does not tell which processes a program has started.", "Run it yourself."
        if self._find("bwrap") is None:
            return "bubblewrap is not installed.", "Install it: sudo apt-get install bubblewrap."
        return "", ""

    def bounded(self) -> str:
        if why := self._scope.why_not():
            return f"memory and processes of the whole are counted twenty times a second, since {why}"
        return "the kernel bounds memory and processes of the whole (a cgroup, by systemd)"

    def enclosure(
        self, command: Sequence[str], files: Mapping[str, str], bounds: Bounds, folder: Path | None, open_: ExitStack
    ) -> Enclosure:
        program = self._find("bwrap")
        assert program is not None, "checked"
        given = [(name, _memory_file(text.encode("utf-8", "replace"), open_)) for name, text in files.items()]
        seccomp = _memory_file(filter_for(platform.machine()) or b"", open_)
        inner = [
            program,
            *_walls(bounds, self._folders(), folder),
            *(part for name, fd in given for part in ("--file", str(fd), f"{HOME}/{name}")),
            *("--seccomp", str(seccomp)),
            *("/bin/sh", "-c", f'{limits(bounds)}exec "$@"', "sh", *command),
        ]
        own = (folder, bounds.folder) if folder is not None else None
        inherited = [seccomp, *(fd for _, fd in given)]
        if self._scope.why_not():
            line = ["/bin/sh", "-c", f'{FIRST_TO_GO}exec "$@"', "sh", *inner]
            return Enclosure(line=line, files=inherited, environment={}, own=own)
        told = _memory_file(b"", open_)
        return Enclosure(
            line=self._scope.line(bounds, FIRST_TO_GO, told, inner),
            files=[*inherited, told],
            environment=self._scope.environment,
            own=own,
            verdict=lambda code: "memory" if self._scope.killed(os.pread(told, 4096, 0)) else "",
        )


def _memory_file(content: bytes, open_: ExitStack) -> int:
    fd = os.memfd_create("box")
    open_.callback(os.close, fd)
    with open(os.dup(fd), "wb") as file:
        file.write(content)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _walls(bounds: Bounds, folders: Sequence[str], own: Path | None = None) -> Iterator[str]:
    """Yield what bubblewrap is told of the box."""
    yield from ("--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session")
    yield from ("--hostname", "box", "--clearenv")
    for name, text in (("PATH", PATH), *ENVIRONMENT, *_programs(folders)):
        yield from ("--setenv", name, text)
    yield from ("--ro-bind", "/usr", "/usr")
    for name in _SYSTEM:
        if os.path.islink(name):
            yield from ("--symlink", os.readlink(name), name)
        elif os.path.isdir(name):
            yield from ("--ro-bind", name, name)
    for name in _SETTINGS:
        yield from ("--ro-bind-try", name, name)
    yield from ("--proc", "/proc", "--dev", "/dev")
    for place in WRITABLE:
        if place == HOME and own is not None:
            yield from ("--bind", os.fspath(own), HOME)
        else:
            yield from ("--size", str(bounds.disk * MB // len(WRITABLE)), "--tmpfs", place)
    for folder in folders:
        yield from ("--ro-bind-try", folder, folder)
    yield from ("--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", HOME)


def _programs(folders: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield variables by which the programs and modules in some folders are found."""
    places = [os.path.join(folder, inner) for folder in folders for inner in ("bin", ".bin")]
    if found := [place for place in places if os.path.isdir(place)]:
        yield "PATH", ":".join([*found, PATH])
    if modules := [folder for folder in folders if os.path.basename(folder) == "node_modules"]:
        yield "NODE_PATH", ":".join(modules)
