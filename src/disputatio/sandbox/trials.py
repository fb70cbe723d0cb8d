"""Trying the code of a turn: which language it is in, how it is run, which of its tests passed.

A Python program brings its tests along as unittest classes, functions called test_* or examples in docstrings. In any
other language, and where there are no tests, a program passes if it ends by itself with exit code 0. Cases that were
generated for it are marked and counted apart; in another language than Python they are one, run behind the program.
Somebody has made them up, and they may be wrong: what they come to is told, and whether a program passes is a matter of
its own tests alone.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import TypeVar

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import Json, value
from disputatio.debate.views.words import quantity
from disputatio.sandbox.box import Box
from disputatio.sandbox.bubblewrap import Bubblewrap
from disputatio.sandbox.interpreters import LANGUAGES, Language, command_for, language_of, own_python
from disputatio.sandbox.isolation import Bounds, Outcome

T = TypeVar("T")

MOST_SAID = 4_000
"""Characters of what a program said that are kept: the beginning, and the end."""
MARGIN = 50_000
"""Characters beside what is kept that are searched for secrets first, so that none lies across a cut."""
MOST_ITEMS = 200
MOST_TIME = 86_400_000
"""Milliseconds that a test can be said to have taken."""
AT_ONCE = 2
"""Programs that run at a time: each may take all the memory that it is allowed."""
HARNESS, CASES = "harness.py", "cases.py"
GENERATED = "running the generated cases"
EXCEEDED = {
    "time": "It was still running after {seconds:g} seconds, so it was stopped.",
    "memory": "It used more than {memory} MB of memory, so it was stopped.",
    "processes": "It started more than {processes} processes or threads, so it was stopped.",
    "output": "It printed more than {output:,} bytes, so it was stopped.",
    "disk": "It wrote more than {folder} MB, so it was stopped.",
}


class SwitchedOff(DisputatioError):
    """The person wants no code to be run."""


class CannotRun(DisputatioError):
    """Code that nothing here can run."""


@value
class Trial:
    """What came of one test, or of the program itself. `generated`: of a case that was thought of for it."""

    name: str
    passed: bool
    why: str = ""
    generated: bool = False
    milliseconds: int = 0

    @property
    def line(self) -> str:
        said = f"{'passed' if self.passed else 'failed'}{' (generated)' if self.generated else ''}"
        return f"{said}: {self.name}{f' — {self.why}' if self.why else ''}"


@value
class Report:
    """What came of the code of a turn. `note`: what ended it early; `said`: what it printed, cut."""

    language: str
    trials: tuple[Trial, ...]
    note: str = ""
    said: str = ""

    @property
    def passed(self) -> bool:
        own = [one for one in self.trials if not one.generated]
        return not self.note and bool(own) and all(one.passed for one in own)

    @property
    def text(self) -> str:
        """What is told of it: to participants, and to the person."""
        own = _counted([one for one in self.trials if not one.generated], "check")
        made = _counted([one for one in self.trials if one.generated], "generated case")
        head = f"{self.language}: {'; '.join(part for part in (own, made) if part)}."
        lines = [head, *([self.note] if self.note else []), *(f"- {one.line}" for one in self.trials)]
        return "\n".join([*lines, *(["", "What it printed:", self.said] if self.said else [])])

    @property
    def data(self) -> dict[str, Json]:
        """The payload of the contract `tests`."""
        items: list[Json] = [
            {
                "text": one.line,
                "passed": one.passed,
                "name": one.name,
                "why": one.why,
                "milliseconds": one.milliseconds,
                **({"generated": True} if one.generated else {}),
            }
            for one in self.trials
        ]
        note: dict[str, Json] = {"note": self.note} if self.note else {}
        return {"passed": self.passed, "items": items, "language": self.language, **note}


def _counted(trials: Sequence[Trial], noun: str) -> str:
    failed = sum(not one.passed for one in trials)
    return f"{quantity(len(trials), noun)}, {failed or 'none'} failed" if trials else ""


class Sandbox:
    """Tries code, `AT_ONCE` programs at a time. `bounds` and whether it is `wanted` are asked for each one, since the
    person may change them meanwhile. `hide` takes likely secrets out of what a program says, before any of it is cut
    off."""

    def __init__(
        self,
        bounds: Callable[[], Bounds] = Bounds,
        wanted: Callable[[], bool] = lambda: True,
        box: Box | None = None,
        hide: Callable[[str], str] = str,
    ) -> None:
        self._bounds, self._wanted, self._hide = bounds, wanted, hide
        self._box = box or Box(Bubblewrap(own_python))
        self._turn = asyncio.Semaphore(AT_ONCE)

    @property
    def wanted(self) -> bool:
        """Whether the person has switched it on."""
        return self._wanted()

    async def check(self) -> None:
        """Raise `NoIsolation` where nothing can be run here, and `SwitchedOff`."""
        if not self.wanted:
            raise SwitchedOff(
                "Running the code of participants is switched off.",
                "Switch it on in the settings, under Sandbox (sandbox.use).",
            )
        await asyncio.to_thread(self._box.check)

    async def described(self) -> tuple[str, list[str]]:
        """Say what isolates programs here and what bounds them, and which languages can be run, whether or not the
        person has switched it on. Raises `NoIsolation`."""
        await asyncio.to_thread(self._box.check)
        known = [one.title for one in LANGUAGES if command_for(one, self._box.has)]
        return await asyncio.to_thread(self._box.described), known

    async def test(self, code: str, fence: str, cases: str = "") -> Report:
        """Try a program in the language that its fence names, and cases that were generated for it. Cancelling ends it.
        Raises `CannotRun` where nothing here runs that language, and as `check`."""
        return await self.run(lambda box, bounds, stopped: _trial(box, bounds, code, fence, cases, stopped, self._hide))

    async def run(self, work: Callable[[Box, Bounds, Callable[[], bool]], T]) -> T:
        """Return what comes of some blocking work with the box, when it is its turn. Cancelling makes the work see that
        it is stopped. Raises as `check`, and what the work raises."""
        await self.check()
        stop = threading.Event()
        async with self._turn:
            running = asyncio.create_task(asyncio.to_thread(work, self._box, self._bounds(), stop.is_set))
            try:
                return await asyncio.shield(running)
            finally:
                stop.set()  # a thread cannot be cancelled: it sees this at its next look


def _trial(
    box: Box,
    bounds: Bounds,
    code: str,
    fence: str,
    cases: str,
    stopped: Callable[[], bool],
    hide: Callable[[str], str],
) -> Report:
    language = language_of(fence)
    command = command_for(language, box.has) if language is not None else None
    if language is None or command is None:
        named = language.title if language is not None else fence.strip()[:40] or "code without a named language"
        raise CannotRun(f"This machine cannot run {named}.", "Use a language that it can run, such as Python.")
    bounds = replace(bounds, reserves=language.reserves)
    trying = _Trying(box=box, bounds=bounds, language=language, command=command, stopped=stopped, hide=hide)
    return trying.report(code, cases)


@value
class _Trying:
    """One program that is tried."""

    box: Box
    bounds: Bounds
    language: Language
    command: Sequence[str]
    stopped: Callable[[], bool]
    hide: Callable[[str], str]

    def report(self, code: str, cases: str) -> Report:
        given = {self.language.file: code}
        if self.language.title == "Python":
            return self._with_tests({**given, **({CASES: cases} if cases else {})})
        outcome = self._outcome(self.language.file, given)
        trials = [self._whole("running the program", outcome, passed=outcome.code == 0)]
        if cases and trials[0].passed and not outcome.excess:
            tried = self._outcome(self.language.file, {self.language.file: f"{code}\n{cases}\n"})
            trials.append(self._generated(tried, passed=tried.code == 0 and not tried.excess))
        return self._told(outcome, tuple(trials), outcome.said)

    def _with_tests(self, given: Mapping[str, str]) -> Report:
        outcome, trials, said = self._harnessed(given)
        if CASES in given and (outcome.excess or not trials):  # the cases may have ended it
            ended = self._generated(outcome, passed=False)
            outcome, trials, said = self._harnessed({name: text for name, text in given.items() if name != CASES})
            trials = (*trials, ended) if trials else ()
        if not trials:  # it did not get so far, or meddled with its report
            trials, said = (self._whole("running the program", outcome, passed=False),), outcome.said
        return self._told(outcome, trials, said)

    def _harnessed(self, given: Mapping[str, str]) -> tuple[Outcome, tuple[Trial, ...], str]:
        """Run a program with its tests; return what came of it, of each test, and what was printed besides."""
        mark = f"report-{secrets.token_hex(8)}:"
        harness = files("disputatio.sandbox").joinpath(HARNESS).read_text(encoding="utf-8")
        outcome = self._outcome(HARNESS, {**given, HARNESS: harness}, mark)
        said, _, told = outcome.said.rpartition(f"\n{mark}")
        return outcome, _trials(told, self.hide), said

    def _outcome(self, file: str, given: Mapping[str, str], *arguments: str) -> Outcome:
        return self.box.run([*self.command, file, *arguments], given, self.bounds, self.stopped)

    def _told(self, outcome: Outcome, trials: tuple[Trial, ...], said: str) -> Report:
        whole = "\n".join(part for part in (said.strip(), outcome.complained.strip()) if part)
        return Report(
            language=self.language.title,
            trials=trials,
            note=self._exceeded(outcome),
            said=cut(whole, self.hide),
        )

    def _exceeded(self, outcome: Outcome) -> str:
        """Say which bound ended a run; "" where none did."""
        bounds = self.bounds
        figures = {
            "seconds": bounds.seconds, "memory": bounds.memory, "processes": bounds.processes, "output": bounds.output,
            "folder": bounds.folder,
        }  # fmt: skip
        return EXCEEDED[outcome.excess].format(**figures) if outcome.excess else ""

    def _whole(self, name: str, outcome: Outcome, *, passed: bool) -> Trial:
        """Return what came of a program that is one trial."""
        took = round(outcome.seconds * 1000)
        return Trial(name=name, passed=passed, why=_why(outcome, self.hide), milliseconds=took)

    def _generated(self, outcome: Outcome, *, passed: bool) -> Trial:
        """Return what came of generated cases that are one trial."""
        why = self._exceeded(outcome) or _why(outcome, self.hide)
        return replace(self._whole(GENERATED, outcome, passed=passed), why=why, generated=True)


def _trials(told: str, hide: Callable[[str], str]) -> tuple[Trial, ...]:
    """Return what the harness reports. It ran beside the program, which may have meddled: what is no report is none."""
    try:
        found = json.loads(told)
    except ValueError:
        return ()
    if not isinstance(found, list):
        return ()
    return tuple(
        Trial(
            name=hide(str(one.get("name"))[:MARGIN])[:200],
            passed=one.get("passed") is True,
            why=hide(str(one.get("why") or "")[:MARGIN])[:500],
            generated=one.get("generated") is True,
            milliseconds=took if isinstance(took := one.get("milliseconds"), int) and 0 <= took < MOST_TIME else 0,
        )
        for one in found[:MOST_ITEMS]
        if isinstance(one, dict)
    )


def _why(outcome: Outcome, hide: Callable[[str], str]) -> str:
    if outcome.excess or outcome.code == 0:
        return ""
    last = next((line for line in reversed(outcome.complained.splitlines()) if line.strip()), "")
    ended = f"signal {-outcome.code}" if outcome.code < 0 else f"exit code {outcome.code}"
    return f"{ended}{f': {hide(last.strip()[:MARGIN])[:300]}' if last else ''}"


def cut(text: str, hide: Callable[[str], str]) -> str:
    """Return the beginning and the end of a long text, without what `hide` takes out of them."""
    long, most = len(text), MOST_SAID
    if long > most + 2 * MARGIN:
        head, tail = hide(text[: most + MARGIN]), hide(text[-most - MARGIN :])
    else:
        head = tail = hide(text)
        if len(head) <= most:
            return head
    head, tail = head[: 3 * most // 4], tail[-(most // 4) :]
    return f"{head}\n[… {max(long - len(head) - len(tail), 0):,} characters are left out …]\n{tail}"
