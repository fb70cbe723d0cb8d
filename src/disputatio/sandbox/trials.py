"""Trying the code of a turn: which language it is in, how it is run, which of its tests passed.

A Python program brings its tests along as unittest classes, functions called test_* or examples in docstrings. In any
other language, and where there are no tests, a program passes if it ends by itself with exit code 0.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import Json, value
from disputatio.sandbox.interpreters import Language, command_for, language_of, own_python
from disputatio.sandbox.isolation import Bounds, Box, Outcome

MOST_SAID = 4_000
"""Characters of what a program said that are kept: the beginning, and the end."""
MOST_ITEMS = 200
AT_ONCE = 2
"""Programs that run at a time: each may take all the memory that it is allowed."""
HARNESS = "harness.py"
EXCEEDED = {
    "time": "It was still running after {seconds:g} seconds, so it was stopped.",
    "memory": "It used more than {memory} MB of memory, so it was stopped.",
    "processes": "It started more than {processes} processes or threads, so it was stopped.",
    "output": "It printed more than {output:,} bytes, so it was stopped.",
}


class SwitchedOff(DisputatioError):
    """The person wants no code to be run."""


class CannotRun(DisputatioError):
    """Code that nothing here can run."""


@value
class Trial:
    """What came of one test, or of the program itself."""

    name: str
    passed: bool
    why: str = ""

    @property
    def line(self) -> str:
        return f"{'passed' if self.passed else 'failed'}: {self.name}{f' — {self.why}' if self.why else ''}"


@value
class Report:
    """What came of the code of a turn. `note`: what ended it early; `said`: what it printed, cut."""

    language: str
    trials: tuple[Trial, ...]
    seconds: float
    note: str = ""
    said: str = ""

    @property
    def passed(self) -> bool:
        return not self.note and bool(self.trials) and all(one.passed for one in self.trials)

    @property
    def text(self) -> str:
        """What is told of it: to participants, and to the person."""
        failed = sum(not one.passed for one in self.trials)
        count = len(self.trials)
        head = f"{self.language}: {'1 check' if count == 1 else f'{count} checks'}, {failed or 'none'} failed."
        lines = [head, *([self.note] if self.note else []), *(f"- {one.line}" for one in self.trials)]
        return "\n".join([*lines, *(["", "What it printed:", self.said] if self.said else [])])

    @property
    def data(self) -> dict[str, Json]:
        """The payload of the contract `tests`."""
        items: list[Json] = [{"text": one.line, "passed": one.passed} for one in self.trials]
        return {"passed": self.passed, "items": items, "language": self.language}


class Sandbox:
    """Tries code, `AT_ONCE` programs at a time. `bounds` and whether it is `wanted` are asked for each one, since the
    person may change them meanwhile."""

    def __init__(
        self,
        bounds: Callable[[], Bounds] = Bounds,
        wanted: Callable[[], bool] = lambda: True,
        box: Box | None = None,
    ) -> None:
        self._bounds, self._wanted = bounds, wanted
        self._box = box or Box(own_python)
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def check(self) -> None:
        """Raises `NoIsolation` where nothing can be run here, and `SwitchedOff`."""
        if not self._wanted():
            raise SwitchedOff(
                "Running the code of participants is switched off.",
                "Switch it on in the settings, under Sandbox (sandbox.use).",
            )
        await asyncio.to_thread(self._box.check)

    async def test(self, code: str, fence: str) -> Report:
        """Try a program in the language that its fence names. Cancelling ends it. Raises `CannotRun` where nothing here
        runs that language, and as `check`."""
        await self.check()
        stop = threading.Event()
        async with self._turn:
            work = asyncio.create_task(asyncio.to_thread(self._try, code, fence, stop.is_set))
            try:
                return await asyncio.shield(work)
            finally:
                stop.set()  # a thread cannot be cancelled: it sees this at its next look

    def _try(self, code: str, fence: str, stopped: Callable[[], bool]) -> Report:
        language = language_of(fence)
        command = command_for(language) if language is not None else None
        if language is None or command is None:
            named = language.title if language is not None else fence.strip()[:40] or "code without a named language"
            raise CannotRun(f"This machine cannot run {named}.", "Use a language that it can run, such as Python.")
        bounds = replace(self._bounds(), reserves=language.reserves)
        given = _Trying(box=self._box, bounds=bounds, language=language, command=command, stopped=stopped)
        return given.report(code)


@value
class _Trying:
    """One program that is tried."""

    box: Box
    bounds: Bounds
    language: Language
    command: Sequence[str]
    stopped: Callable[[], bool]

    def report(self, code: str) -> Report:
        given = {self.language.file: code}
        if self.language.title == "Python":
            return self._with_tests(given)
        outcome = self._outcome(self.language.file, given)
        trial = Trial(name="running the program", passed=outcome.code == 0, why=_why(outcome))
        return self._told(outcome, (trial,), outcome.said)

    def _with_tests(self, given: Mapping[str, str]) -> Report:
        mark = f"report-{secrets.token_hex(8)}:"
        harness = files("disputatio.sandbox").joinpath(HARNESS).read_text(encoding="utf-8")
        outcome = self._outcome(HARNESS, {**given, HARNESS: harness}, mark)
        said, _, told = outcome.said.rpartition(f"\n{mark}")
        trials = _trials(told)
        if not trials:  # it did not get so far, or meddled with its report
            trials, said = (Trial(name="running the program", passed=False, why=_why(outcome)),), outcome.said
        return self._told(outcome, trials, said)

    def _outcome(self, file: str, given: Mapping[str, str], *arguments: str) -> Outcome:
        return self.box.run([*self.command, file, *arguments], given, self.bounds, self.stopped)

    def _told(self, outcome: Outcome, trials: tuple[Trial, ...], said: str) -> Report:
        bounds = self.bounds
        figures = {
            "seconds": bounds.seconds, "memory": bounds.memory, "processes": bounds.processes, "output": bounds.output
        }  # fmt: skip
        note = EXCEEDED[outcome.excess].format(**figures) if outcome.excess else ""
        whole = "\n".join(part for part in (said.strip(), outcome.complained.strip()) if part)
        return Report(
            language=self.language.title,
            trials=trials,
            seconds=outcome.seconds,
            note=note,
            said=_cut(whole, MOST_SAID),
        )


def _trials(told: str) -> tuple[Trial, ...]:
    """Return what the harness reports. It ran beside the program, which may have meddled: what is no report is none."""
    try:
        found = json.loads(told)
    except ValueError:
        return ()
    if not isinstance(found, list):
        return ()
    return tuple(
        Trial(name=str(one.get("name"))[:200], passed=one.get("passed") is True, why=str(one.get("why") or "")[:500])
        for one in found[:MOST_ITEMS]
        if isinstance(one, dict)
    )


def _why(outcome: Outcome) -> str:
    if outcome.excess or outcome.code == 0:
        return ""
    last = next((line for line in reversed(outcome.complained.splitlines()) if line.strip()), "")
    ended = f"signal {-outcome.code}" if outcome.code < 0 else f"exit code {outcome.code}"
    return f"{ended}{f': {last.strip()[:300]}' if last else ''}"


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    head, tail = 3 * most // 4, most // 4
    return f"{text[:head]}\n[… {len(text) - head - tail:,} characters are left out …]\n{text[-tail:]}"
