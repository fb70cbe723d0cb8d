"""A cgroup of its own for a program: the kernel bounds what all its processes use together, however fast they take it.

systemd makes one for a command (`systemd-run --scope`), without rights of an administrator where the person has a
session. Whether the bounds really hold is seen by asking the kernel inside of one, once. Without: see `watching`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from disputatio.sandbox.isolation import MB, Bounds

OF_THE_BOX: Final = 8
"""Processes that the box itself takes."""
PATIENCE: Final = 10.0
"""Seconds."""
_OWN: Final = 'own={root}$(sed -n "s/^0:://p" /proc/self/cgroup); '
_PROBE: Final = Bounds(seconds=PATIENCE, memory=64, disk=0, processes=16)
_BUS: Final = ("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")
"""Where systemd is reached; nothing else of the environment is handed on."""


class Scope:
    """What systemd can bound here."""

    def __init__(
        self,
        find: Callable[[str], str | None] = shutil.which,
        environment: Mapping[str, str] = os.environ,
        root: Path = Path("/sys/fs/cgroup"),
    ) -> None:
        self._find, self._root = find, root
        self.environment = {name: environment[name] for name in _BUS if name in environment}
        self._why: str | None = None

    def why_not(self) -> str:
        """Say why there is no cgroup for a program here, "" where there is. Looks once. Blocks."""
        if self._why is None:
            self._why = self._fault()
        return self._why

    def _fault(self) -> str:
        try:
            controllers = (self._root / "cgroup.controllers").read_text("ascii").split()
        except OSError:
            controllers = []
        if not {"memory", "pids"} <= set(controllers):
            return "this machine has no cgroups of version 2 for memory and processes"
        if self._find("systemd-run") is None:
            return "there is no systemd-run to ask for a cgroup"
        look = f'{self._own}cat "$own/memory.max" "$own/pids.max"'
        try:
            asked = subprocess.run(
                [*self._start(_PROBE), "/bin/sh", "-c", look],
                capture_output=True, text=True, env=self.environment, timeout=PATIENCE, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"systemd-run does not work here ({error})"
        if asked.returncode:
            last = asked.stderr.strip().splitlines()[-1:] or [f"exit code {asked.returncode}"]
            return f"systemd-run gives no cgroup here ({last[0][:200]})"
        wanted = [str(_PROBE.memory * MB), str(_PROBE.processes + OF_THE_BOX)]
        return "" if asked.stdout.split() == wanted else "the cgroup that systemd gives here bounds nothing"

    @property
    def _own(self) -> str:
        return _OWN.format(root=self._root)

    def _start(self, bounds: Bounds) -> list[str]:
        # files in memory count as memory of the cgroup
        properties = (
            f"MemoryMax={(bounds.memory + bounds.disk) * MB}",
            "MemorySwapMax=0",
            f"TasksMax={bounds.processes + OF_THE_BOX}",
        )
        whose = () if os.geteuid() == 0 else ("--user",)
        asked = [part for each in properties for part in ("-p", each)]
        return [self._find("systemd-run") or "", *whose, "--scope", "--quiet", "--collect", *asked]

    def line(self, bounds: Bounds, before: str, told: int, command: Sequence[str]) -> list[str]:
        """Return how a command is started in a cgroup, after the shell has done something `before`; what the kernel
        counted in there is written to the file `told`."""
        script = f'{before}"$@"; code=$?; {self._own}cat "$own/memory.events" > /proc/self/fd/{told}; exit $code'
        return [*self._start(bounds), "/bin/sh", "-c", script, "sh", *command]

    @staticmethod
    def killed(told: bytes) -> bool:
        """Say whether the kernel ended a process because the memory of the cgroup was used up."""
        counts = dict(line.partition(" ")[::2] for line in told.decode("ascii", "replace").splitlines())
        return counts.get("oom_kill", "0") != "0"
