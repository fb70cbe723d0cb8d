"""Programs in turns, and what became of trying them: each try with its tests, and what its author made of a failure.

A turn that brings a program is the first attempt; whatever mends it inside of that turn, or in the next pass of the
loop that it stands in, is the next one. Which program a test was about follows from its place alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import dropwhile

from disputatio.debate.citations.passages import fences, vocabulary
from disputatio.debate.ids import inside, join, segments
from disputatio.debate.languages import language_title
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, share, word
from disputatio.debate.values import Json, value

SHELLS = vocabulary("sh bash shell zsh")
"""Such a block holds a program if its first line says so; otherwise it shows what a person would type."""
DIFFS = ("diff", "patch")
"""What is in such a block is a change, which the commands of a debate may test (debate.hooks)."""
CHANGING = ("artifact", "patches")
"""Contracts by which participants propose changes to a repository."""
PROGRAMMED = "code"
"""The contract that is a program and nothing else."""
CASES, TESTS, REFLECTION = "cases", "tests", "reflection"
LONGEST_FAILURE = 600
"""Characters of a failure."""


@value
class Program:
    code: str
    language: str


def program_of(gives: str, text: str, data: dict[str, Json]) -> Program | None:
    """Return the program of a turn: what its form gives as one, else its longest fenced block in a programming
    language. A turn that is to be a program and nothing else may leave the language out."""
    code, language = data.get("code"), data.get("language")
    if gives in (PROGRAMMED, CASES) and isinstance(code, str) and code.strip():
        return Program(code=code, language=language if isinstance(language, str) else "")
    fenced = fences(text) if "```" in text or "~~~" in text else ()
    blocks = [Program(code=one.body, language=_language(one.info)) for one in fenced if one.body.strip()]
    named = [one for one in blocks if _runs(one)]
    if gives in (PROGRAMMED, CASES):
        named = named or [one for one in blocks if one.language in SHELLS or not one.language]
    return max(named, key=lambda one: len(one.code), default=None)


def change_of(gives: str, text: str) -> Program | None:
    """Return the changes to a repository that a document or a defence proposes, as one diff; None where it proposes
    none."""
    if gives not in CHANGING or not ("```" in text or "~~~" in text):
        return None
    diffs = [one.body.rstrip("\n") for one in fences(text) if _language(one.info) in DIFFS]
    return Program(code="\n".join(diffs), language="diff") if diffs else None


def brings(gives: str, text: str, data: dict[str, Json]) -> bool:
    """Return whether a turn holds a program, or a change to a repository."""
    return (program_of(gives, text, data) or change_of(gives, text)) is not None


def _language(info: str) -> str:
    return info.split()[0].casefold() if info.split() else ""


def _runs(block: Program) -> bool:
    if block.language in SHELLS:
        return block.code.lstrip().startswith("#!")
    return bool(language_title(block.language))


@value
class Attempt:
    """One program that was tried. `turn`: the turn that it belongs to, `path`: the one that gives it, which is the same
    for the first attempt; `number` from 1. `results`: what came of its tests in words, `tests` as their form has it. Of
    a failure: `cause`, `wrong`, `change` and how sure its author was of the fix, once they reflected on it at
    `reflected`."""

    turn: str
    path: str
    seat: str
    number: int
    program: Program
    passed: bool = False
    results: str = ""
    tests: dict[str, Json] = field(default_factory=dict)
    failed: tuple[str, ...] = ()
    reflected: str = ""
    cause: str = ""
    wrong: str = ""
    change: str = ""
    confidence: float | None = None

    @property
    def failure(self) -> str:
        """Say what failed; "" where nothing did."""
        return "" if self.passed else "; ".join(self.failed)[:LONGEST_FAILURE] or self.results[:LONGEST_FAILURE]


@dataclass(slots=True)
class Attempts:
    """A fold over completed turns in the order of the log or of the program; both come to the same."""

    programs: dict[str, tuple[str, Program]] = field(default_factory=dict)
    series: dict[str, dict[str, Attempt]] = field(default_factory=dict)

    def add(self, path: str, seat: str, gives: str, text: str, data: dict[str, Json]) -> Attempt | None:
        """Take in a turn; returns the attempt that it is about, where it says something of one."""
        if gives == TESTS:
            return self._tested(path, text, data)
        if gives == REFLECTION:
            return self._reflected(path, data)
        if seat in SERVICES or gives == CASES:
            return None
        if (program := program_of(gives, text, data) or change_of(gives, text)) is not None:
            self.programs[path] = seat, program
        return None

    def _tested(self, path: str, text: str, data: dict[str, Json]) -> Attempt | None:
        around = next((one for one in self.programs if inside(path, one)), "")
        if "checks" in data and not around:
            return None  # several proposals were checked beside one another
        mine = [one for one in self.programs if inside(one, around)]
        if not mine:
            return None
        of = mine[-1] if around else _nearest(path, mine)
        tried = self.series.setdefault(around or _looped(of), {})
        first = next(iter(tried.values()), None)
        seat, program = self.programs[of]
        new = tried.get(of) or Attempt(
            turn=first.turn if first else around or of, path=of, seat=seat, number=len(tried) + 1, program=program
        )
        listed = items(data.get("items")) if "checks" not in data else ()
        wrong = tuple(word(one.get("text")) for one in listed if one.get("passed") is not True)
        said = "\n".join(dropwhile(_heads, text.splitlines()))
        tried[of] = replace(new, passed=data.get("passed") is True, results=said, tests=data, failed=wrong)
        return tried[of]

    def _reflected(self, path: str, data: dict[str, Json]) -> Attempt | None:
        around = next((one for one in self.programs if inside(path, one)), "")
        tried = self.series.get(around or self._beside(path))
        if not tried:
            return None
        last = list(tried.values())[-1]
        tried[last.path] = replace(
            last,
            reflected=path,
            cause=word(data.get("cause")),
            wrong=word(data.get("wrong")),
            change=word(data.get("change")),
            confidence=share(data.get("confidence")),
        )
        return tried[last.path]

    def _beside(self, path: str) -> str:
        """Return the series that a reflection beside its program and its tests is about."""
        last = {list(tried)[-1]: key for key, tried in self.series.items()}
        return last[_nearest(path, list(last))] if last else ""

    def failed(self, turn: str) -> bool:
        """Return whether an attempt of a turn has failed so far."""
        return any(not one.passed for one in self.all if one.turn == turn)

    @property
    def all(self) -> list[Attempt]:
        return [attempt for tried in self.series.values() for attempt in tried.values()]


def _heads(line: str) -> bool:
    """Return whether a line only says whose work was checked, which is known of an attempt."""
    return not line.strip() or line.startswith("### ")


def _nearest(path: str, others: list[str]) -> str:
    """Return the place that has most in common with a path, the newest of several."""

    def common(other: str) -> int:
        pairs = zip(segments(path), segments(other), strict=False)
        return next((at for at, (one, two) in enumerate(pairs) if one != two), len(segments(path)))

    return max(reversed(others), key=common)


def _looped(path: str) -> str:
    """Return a place without the pass of the loop that it stands in: what is done again there is the next attempt."""
    *outer, (loop, index), last = ("", ""), *segments(path)
    kept = [*outer[1:], *([(loop, "" if index.isdecimal() else index)] if loop else []), last]
    found = ""
    for name, item in kept:
        found = join(found, f"{name}[{item}]" if item else name)
    return found


def attempts_of(past: Past) -> list[Attempt]:
    """Return the programs that were tried up to a point, by the order in which each turn was first tried."""
    found = Attempts()
    for turn in past.fold("tried", _with_turn, tuple[Turn, ...]()):
        found.add(turn.path, turn.seat, turn.gives, turn.text, turn.data)
    return found.all


def _with_turn(before: tuple[Turn, ...], turn: Turn) -> tuple[Turn, ...]:
    """Return the turns that say something of attempts: all others, which are most, are looked at once."""
    says = turn.gives in (TESTS, REFLECTION) or brings(turn.gives, turn.text, turn.data)
    return (*before, turn) if says else before


def failures(attempts: Iterable[Attempt]) -> list[Attempt]:
    """Return the attempts from which something can be learnt: those of turns of which one failed."""
    known = list(attempts)
    turns = {one.turn for one in known if not one.passed}
    return [one for one in known if one.turn in turns]


def mended(attempts: Iterable[Attempt]) -> dict[str, int]:
    """Return the number of each attempt that failed and that another one of its turn followed, by its path."""
    known = list(attempts)
    last = {one.turn: one.path for one in known}
    return {one.path: one.number for one in known if not one.passed and last[one.turn] != one.path}
