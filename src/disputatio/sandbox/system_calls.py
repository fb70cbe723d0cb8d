"""A filter of system calls for the box: a classic BPF program, as the kernel's seccomp takes it.

Refused, with EPERM, is what reaches around namespaces and limits or has been a door into the kernel: memory that
belongs to no process (memfd, segments of System V), key rings, io_uring, BPF, tracing of other processes, page faults
handled by oneself, mounts, new namespaces, clocks, modules and reboots. The filter is of one architecture; a program of
another one (32 bits on a machine of 64) is killed.

The numbers are those of the kernel's own tables (`unistd_64.h` of x86, `asm-generic/unistd.h` for ARM). The layout of
the data that a filter sees is in seccomp(2): the number of the call at 0, the architecture at 4.
"""

from __future__ import annotations

import struct

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
