"""The box: a process without network, home and keys, in a small file system of its own, within limits.

Which walls it has is the person's choice. Whether they hold here is seen by running something in them, once for each
kind; where they do not, nothing is run.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from disputatio.debate.values import value
from disputatio.sandbox.interpreters import places
from disputatio.sandbox.isolation import Bounds, NoIsolation, Outcome, Walls
from disputatio.sandbox.watching import Growth, watch

PROBE_PATIENCE: Final = 10.0
"""Seconds."""
_LOOK: Final = 'for each in "$@"; do if [ -x "$each" ]; then echo "$each"; fi; done'
_CANNOT: Final = "Code of participants cannot be run: "


@value
class _Found:
    """What was seen of one kind of walls: why they do not hold, or what runs programs within them."""

    fault: tuple[str, str] = ("", "")
    programs: frozenset[str] = frozenset()


class Box:
    """Runs programs in isolation. `walls` are asked for each time where they are a choice that the person may change
    meanwhile."""

    def __init__(self, walls: Walls | Callable[[], Walls]) -> None:
        self._walls = walls if callable(walls) else lambda: walls
        self._seen: dict[str, _Found] = {}

    def check(self) -> None:
        """Look once whether this machine can isolate. Raises `NoIsolation` where it cannot. Blocks."""
        self._checked(self._walls())

    def has(self, program: str) -> bool:
        """Say whether something that runs programs is inside, by its place. Raises as `check`, and blocks as it."""
        return program in self._checked(self._walls()).programs

    def described(self) -> str:
        """Say what isolates, and what bounds a program. Blocks."""
        walls = self._walls()
        return f"{walls.title}; {walls.bounded()}"

    def _checked(self, walls: Walls) -> _Found:
        if walls.title not in self._seen:
            self._seen[walls.title] = self._probe(walls)
        found = self._seen[walls.title]
        if found.fault != ("", ""):
            what, remedy = found.fault
            raise NoIsolation(f"{_CANNOT}{what}", remedy)
        return found

    def _probe(self, walls: Walls) -> _Found:
        if (fault := walls.fault()) != ("", ""):
            return _Found(fault=fault)
        bounds, look = Bounds(seconds=PROBE_PATIENCE), ("/bin/sh", "-c", _LOOK, "sh", *places())
        try:
            outcome = self._run(walls, look, {}, bounds, lambda: False)
        except OSError as error:
            return _Found(fault=(f"{walls.title} cannot be started ({error.strerror}).", walls.remedy))
        if outcome.code == 0:
            return _Found(programs=frozenset(outcome.said.splitlines()))
        slow = f"it took more than {PROBE_PATIENCE:g} seconds" if outcome.excess else f"exit code {outcome.code}"
        why = outcome.complained.strip().splitlines()[-1:] or [slow]
        return _Found(fault=(f"{walls.title} cannot isolate here ({why[0][:200]}).", walls.remedy))

    def run(
        self,
        command: Sequence[str],
        files: Mapping[str, str],
        bounds: Bounds | None = None,
        stopped: Callable[[], bool] = lambda: False,
        folder: Path | None = None,
    ) -> Outcome:
        """Run a command among some files, by their names; in a `folder` that it may change, if one is given. Blocks
        until it has ended, or `stopped` says so; nothing that it started is left then. Raises `NoIsolation`."""
        walls = self._walls()
        self._checked(walls)
        return self._run(walls, command, files, bounds or Bounds(), stopped, folder)

    def _run(
        self,
        walls: Walls,
        command: Sequence[str],
        files: Mapping[str, str],
        bounds: Bounds,
        stopped: Callable[[], bool],
        folder: Path | None = None,
    ) -> Outcome:
        with ExitStack() as open_:
            made = walls.enclosure(command, files, bounds, folder, open_)
            grown = Growth(*made.own) if made.own is not None else None
            start = time.monotonic()
            process = subprocess.Popen(
                list(made.line),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=made.files,
                env=dict(made.environment),
                cwd="/",
                start_new_session=True,
            )
            with process:
                try:
                    said, complained, excess = watch(process, bounds, start, stopped, grown, made.seen)
                    excess = excess or made.verdict(process.wait())
                finally:
                    _end(process)
                    made.end()
            return Outcome(
                code=process.returncode,
                said=said.decode("utf-8", "replace"),
                complained=complained.decode("utf-8", "replace"),
                seconds=time.monotonic() - start,
                excess=excess,
            )


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program with all that descends from it: its first process takes the others with it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
