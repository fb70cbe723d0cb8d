"""Walls made by bubblewrap, with new namespaces of every kind and none to be had inside.

Only the system's programs and libraries can be read, and what the person names; all that can be written is in memory,
is bounded, and is gone afterwards. A program that needs many files gets a folder of its own, which its caller takes
away. Memory that no process would answer for is refused (`filter_for`) or bounded with the address space. What
all processes use together is bounded by the kernel where systemd gives a cgroup (`scopes`), and looked at in any case.
"""

from __future__ import annotations

import os
import platform
import shutil
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from disputatio.sandbox.isolation import ENVIRONMENT, HOME, MB, WRITABLE, Bounds, Enclosure, limits
from disputatio.sandbox.scopes import Scope

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


# ---- the filter of system calls ------------------------------------------------------------------------------------
# A classic BPF program, as the kernel's seccomp takes it.
#
# Refused, with EPERM, is what reaches around namespaces and limits or has been a door into the kernel: memory that
# belongs to no process (memfd, segments of System V), key rings, io_uring, BPF, tracing of other processes, page faults
# handled by oneself, mounts, new namespaces, clocks, modules and reboots. The filter is of one architecture; a program
# of another one (32 bits on a machine of 64) is killed.
#
# The numbers are those of the kernel's own tables (`unistd_64.h` of x86, `asm-generic/unistd.h` for ARM). The layout of
# the data that a filter sees is in seccomp(2): the number of the call at 0, the architecture at 4.
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050001  # EPERM
_X32 = 0x40000000
"""Calls of the x32 interface on x86 have this bit: they would pass by every comparison."""

_MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_REFUSED = {
    "x86_64": {
        "shmget": 29, "memfd_create": 319, "memfd_secret": 447,
        "ptrace": 101, "personality": 135, "pivot_root": 155, "chroot": 161, "acct": 163, "settimeofday": 164,
        "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168, "reboot": 169, "init_module": 175,
        "delete_module": 176, "quotactl": 179, "lookup_dcookie": 212, "clock_settime": 227, "mbind": 237,
        "kexec_load": 246, "add_key": 248, "request_key": 249, "keyctl": 250, "unshare": 272, "move_pages": 279,
        "perf_event_open": 298, "open_by_handle_at": 304, "setns": 308, "process_vm_readv": 310,
        "process_vm_writev": 311, "finit_module": 313, "kexec_file_load": 320, "bpf": 321, "userfaultfd": 323,
        "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428, "move_mount": 429,
        "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433, "mount_setattr": 442,
    },
    "aarch64": {
        "shmget": 194, "memfd_create": 279, "memfd_secret": 447,
        "lookup_dcookie": 18, "umount2": 39, "mount": 40, "pivot_root": 41, "chroot": 51, "quotactl": 60, "acct": 89,
        "personality": 92, "unshare": 97, "kexec_load": 104, "init_module": 105, "delete_module": 106,
        "clock_settime": 112, "ptrace": 117, "reboot": 142, "settimeofday": 170, "add_key": 217, "request_key": 218,
        "keyctl": 219, "swapon": 224, "swapoff": 225, "mbind": 235, "move_pages": 239, "perf_event_open": 241,
        "open_by_handle_at": 265, "setns": 268, "process_vm_readv": 270, "process_vm_writev": 271,
        "finit_module": 273, "bpf": 280, "userfaultfd": 282, "kexec_file_load": 294, "io_uring_setup": 425,
        "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428, "move_mount": 429, "fsopen": 430,
        "fsconfig": 431, "fsmount": 432, "fspick": 433, "mount_setattr": 442,
    },
}  # fmt: skip
"""What is refused, by architecture: name and number of the call."""


def filter_for(machine: str) -> bytes | None:
    """Return the filter of an architecture, as `platform.machine` names it; None where its numbers are not known."""
    if machine not in _MACHINES:
        return None
    refused = sorted(_REFUSED[machine].values())
    lines = [
        _line(_LOAD, 4),
        _line(_EQUAL, _MACHINES[machine], yes=1),
        _line(_RETURN, _KILL),
        _line(_LOAD, 0),
    ]
    if machine == "x86_64":
        lines.append(_line(_AT_LEAST, _X32, yes=len(refused) + 1))
    lines += [_line(_EQUAL, number, yes=len(refused) - at) for at, number in enumerate(refused)]
    return b"".join([*lines, _line(_RETURN, _ALLOW), _line(_RETURN, _REFUSE)])


def _line(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    """Return one instruction: what it does, with which value, and how many lines to skip if that holds or does not."""
    return struct.pack("=HBBI", code, yes, no, value)
