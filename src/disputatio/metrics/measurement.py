"""Measuring a program in a process of its own, within bounds. Where that fails, the metrics say why."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event
from time import monotonic
from typing import IO, Final

from disputatio.debate.languages import language_title
from disputatio.debate.views.code_quality import Metrics, metrics_from, unmeasured
from disputatio.metrics.worker import ENDINGS

LARGEST: Final = 200_000
"""Characters of a program that is measured."""
SECONDS: Final = 15.0
"""How long it may take, whatever it does."""
LOOK: Final = 0.1
"""Seconds between two looks whether anybody still waits for it."""
AT_ONCE: Final = 2
MEASURED: Final = frozenset({"Python", *ENDINGS})
"""The languages of which something can be measured."""
ARGUMENT: Final = "measure-program"
"""What a program without a Python of its own is started with to do the worker's part (`__main__`)."""


def own_command() -> Sequence[str]:
    """Return the command that starts the worker."""
    if getattr(sys, "frozen", False):
        return (sys.executable, ARGUMENT)
    return (sys.executable, "-P", "-S", "-B", str(Path(__file__).with_name("worker.py")))


class ProgramGauge:
    """Measures programs, `AT_ONCE` at a time."""

    def __init__(self, command: Sequence[str] | None = None, seconds: float = SECONDS) -> None:
        self._command, self._seconds = command or own_command(), seconds
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def measure(self, code: str, language: str) -> Metrics:
        """Measure a program; `language` as its fence says it. Never raises for what the program is."""
        title = language_title(language)
        if title not in MEASURED:
            return unmeasured(f"nothing here measures {title or language[:40] or 'code without a named language'}")
        if len(code) > LARGEST:
            return unmeasured(f"the program is longer than {LARGEST:,} characters")
        async with self._turn:
            return await self._measured(json.dumps({"code": code, "title": title}).encode())

    async def _measured(self, given: bytes) -> Metrics:
        given_up = Event()
        try:
            return await asyncio.to_thread(self._run, given, given_up)
        finally:
            given_up.set()

    def _run(self, given: bytes, given_up: Event) -> Metrics:
        """Start the worker, wait for it, and end it: all in one thread, so that none is left alone when whoever asked
        has given up meanwhile. What it writes goes with it, however it ends. It reads the program from a file: a pipe
        holds 64 KB, and the rest would not follow once a look was taken whether anybody still waits."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place, tempfile.TemporaryFile() as program:
            program.write(given)
            program.seek(0)
            return self._measured_in(place, program, given_up)

    def _measured_in(self, place: str, program: IO[bytes], given_up: Event) -> Metrics:
        try:
            process = self._start(place, program)
        except OSError as error:
            return unmeasured(f"the tools cannot be started: {error.strerror}")
        with process:
            said = self._said(process, given_up)
            if said is None:
                process.kill()
                return unmeasured(f"it was still being measured after {self._seconds:g} seconds")
        with suppress(ValueError):
            if process.returncode == 0 and (found := metrics_from(json.loads(said))) is not None:
                return found
        return unmeasured("the tools could not cope with it")

    def _start(self, place: str, program: IO[bytes]) -> subprocess.Popen[bytes]:
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "LANG") if name in os.environ}
        return subprocess.Popen(
            self._command,
            stdin=program,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={
                **kept,
                **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), place),
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            },
            cwd=os.path.abspath(os.sep),
        )

    def _said(self, process: subprocess.Popen[bytes], given_up: Event) -> bytes | None:
        """Return what the worker says; None if it has not ended when its time is over, or nobody waits any more."""
        until = monotonic() + self._seconds
        while not given_up.is_set() and monotonic() < until:
            with suppress(subprocess.TimeoutExpired):
                return process.communicate(timeout=LOOK)[0]
        return None
