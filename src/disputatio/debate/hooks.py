"""Checks of proposals: the commands that a person has configured for a project, and what they came to (SPEC HOOK.1).

A command is written in one line: "tests: python3 -m pytest -q". Behind its kind may stand how long it may take, and an
exclamation mark where a person is asked before the debate goes on after it failed: "tests 120 s!: make test". A debate
carries its commands in the option `hooks`, so that its log tells what was run.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile
from typing import Final

from disputatio.debate.context import Context
from disputatio.debate.errors import ConfigError
from disputatio.debate.log.turns import Past
from disputatio.debate.payload import items, word
from disputatio.debate.values import Json, OptionValue, value
from disputatio.debate.wording import mark

OPTION: Final = "hooks"
KINDS: Final[Mapping[str, str]] = {
    "tests": mark("unit tests"),
    "lint": mark("linter"),
    "analysis": mark("static analysis"),
    "scan": mark("security scan"),
    "benchmark": mark("benchmark"),
    "format": mark("format"),
    "types": mark("type check"),
    "profile": mark("profile"),
    "fuzz": mark("fuzz"),
}
"""The kinds of commands, each with its name in a sentence."""
TESTS: Final = "tests"
BY_THEMSELVES: Final = (TESTS, "lint", "analysis", "scan", "benchmark")
"""Kinds that run by themselves after a phase; the others run where a participant calls them."""
REPORT: Final = "{report}"
"""Where a command writes its report: JUnit XML or SARIF. What stands here is the file."""
MOST_SECONDS: Final = 3600
MOST_COMMANDS: Final = 20
LONGEST: Final = 2_000
"""Characters of a command."""
SHOWN: Final = 20
"""Tests that failed and findings that participants are shown of one command."""

_LINE = re.compile(
    r"\s*(?P<kind>[\w-]+)(?:\s+(?P<seconds>\d{1,5})\s*s)?\s*(?P<gating>!?)\s*:\s*(?P<line>\S.*?)\s*", re.S
)


@value
class Command:
    """`line`: the command as a person types it; no shell reads it. `seconds` that it may take, 0 for as long as any
    program may; `gating`: where it fails, a person is asked."""

    kind: str
    line: str
    seconds: int = 0
    gating: bool = False

    @property
    def written(self) -> str:
        """The command as `command_of` reads it."""
        return f"{self.kind}{f' {self.seconds} s' if self.seconds else ''}{'!' * self.gating}: {self.line}"

    @property
    def words(self) -> list[str]:
        return shlex.split(self.line)


def command_of(text: str) -> Command:
    """Read one line. Raises ConfigError."""
    found = _LINE.fullmatch(text) if len(text) <= 2 * LONGEST else None
    if found is None:
        raise ConfigError(
            f"{text[:80]!r} is no command.", 'Write its kind first, such as "tests: python3 -m pytest".', field=OPTION
        )
    kind, seconds = found["kind"].casefold(), int(found["seconds"] or 0)
    if kind not in KINDS:
        raise ConfigError(f"There is no kind of command {kind!r}.", f"There are: {', '.join(KINDS)}.", field=OPTION)
    made = Command(kind=kind, line=found["line"], seconds=seconds, gating=bool(found["gating"]))
    if found["seconds"] and not seconds:
        raise ConfigError(
            "No command ends in 0 seconds.",
            "Give more, or leave the time out: then it is that of any program.",
            field=OPTION,
        )
    if seconds > MOST_SECONDS:
        raise ConfigError(f"{seconds} seconds are too long.", f"Give at most {MOST_SECONDS}.", field=OPTION)
    if len(made.line) > LONGEST or not made.line.isprintable():
        raise ConfigError(
            f"The command for {KINDS[kind]} is no single short line.",
            "Put it into a script of the project.",
            field=OPTION,
        )
    try:
        made.words  # noqa: B018  (what cannot be taken apart is refused here)
    except ValueError as error:
        raise ConfigError(
            f"The command for {KINDS[kind]} cannot be read: {error}.", "Close every quotation mark.", field=OPTION
        ) from error
    return made


def commands_of(options: Mapping[str, OptionValue]) -> tuple[Command, ...]:
    """Return the commands that a debate carries; none where it was only told to run code. Raises ConfigError."""
    listed = options.get(OPTION)
    lines = listed if isinstance(listed, list) else []
    if len(lines) > MOST_COMMANDS:
        raise ConfigError(f"{len(lines)} commands are too many.", f"Give at most {MOST_COMMANDS}.", field=OPTION)
    return tuple(dict.fromkeys(command_of(line) for line in lines))


def checks_of(context: Context, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
    """Return of which kinds the commands are that a debate runs by itself on changes to its repository."""
    listed = options.get(OPTION)
    fit = (line for line in listed if len(line) <= 2 * LONGEST) if isinstance(listed, list) else ()
    kinds = dict.fromkeys(found["kind"].casefold() for found in map(_LINE.fullmatch, fit) if found)
    return tuple(kind for kind in kinds if kind in BY_THEMSELVES) if context.kind == "repository" else ()


def tries(context: Context, options: Mapping[str, OptionValue]) -> bool:
    """Return whether a debate carries commands that test a change to its repository."""
    return TESTS in checks_of(context, options)


# ---- gating ----------------------------------------------------------------------------------------------------------
def gates(options: Mapping[str, OptionValue]) -> bool:
    """Return whether a command of a debate makes it wait for a person where it fails."""
    listed = options.get(OPTION)
    return any("!" in line.partition(":")[0] for line in listed) if isinstance(listed, list) else False


def without_gating(option: OptionValue) -> OptionValue:
    """Return the option for a debate that waits for nobody."""
    if not isinstance(option, list):
        return option
    return [f"{head.replace('!', '')}:{line}" for head, _, line in (each.partition(":") for each in option)]


def holds(past: Past) -> str:
    """Return which checks have failed that hold a debate until a person approves, in words; "" where none does, or a
    person has answered since."""
    found = past.last("tests")
    if found is None or not found.data.get("gating"):
        return ""
    if any(turn.gives == "approval" for turn in takewhile(lambda turn: turn is not found, past.newest())):
        return ""
    failed = (KINDS.get(word(each.get("kind")), "") for each in items(found.data.get("checks")) if _holding(each))
    return ", ".join(dict.fromkeys(filter(None, failed))) or "a check"


def _holding(check: Mapping[str, Json]) -> bool:
    return bool(check.get("gating")) and not check.get("passed")


# ---- what came of them, in words ----------------------------------------------------------------------------------
def report(data: Mapping[str, Json], name: Callable[[str], str]) -> str:
    """Return what checks came to, in Markdown. `name`: what the reader calls the turn at a path. What is quoted of the
    programs is data."""
    parts: list[str] = []
    about = ""
    for check in items(data.get("checks")):
        of = word(check.get("of"))
        if of != about:
            parts.append(f"### {name(of)}")
            about = of
        parts.append("\n".join(_lines(check)))
    return "\n\n".join(parts)


def called(gives: str) -> str:
    """Return what a turn is called whose work is checked, by the form that it gives."""
    return "Defence" if gives == "patches" else "Proposal"


def head_of(check: Mapping[str, Json]) -> str:
    """Return in one line what a check came to."""
    what, state, count = _state(check)
    note = "" if check.get("passed") else word(check.get("note"))
    return f"{what} {state}{f' ({count})' if count else ''}{f': {note}' if note else ''}"


def _state(check: Mapping[str, Json]) -> tuple[str, str, str]:
    """Return what was checked, what became of that, and how much was counted."""
    if word(check.get("kind")) not in KINDS:
        return "The change", "does not apply", ""
    kind = KINDS[word(check.get("kind"))].capitalize()
    return kind, "passed" if check.get("passed") else "failed", word(check.get("count"))


def _lines(check: Mapping[str, Json]) -> Iterable[str]:
    what, state, count = _state(check)
    if word(check.get("kind")) not in KINDS:
        yield f"**{what} {state}**: {word(check.get('note'))}"
        return
    yield f"**{what} {state}**{f' ({count})' if count else ''}: `{word(check.get('command'))}`"
    if note := word(check.get("note")):
        yield f"- {note}"
    bad = [each for each in items(check.get("items")) if not each.get("passed")]
    yield from (f"- {line_of(each)}" for each in bad[:SHOWN])
    if len(bad) > SHOWN:
        yield f"- … and {len(bad) - SHOWN} more"
    if not bad and not check.get("passed") and (said := word(check.get("said"))):
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", said)), default=0))
        yield f"\n{fence}text\n{said}\n{fence}"


def line_of(item: Mapping[str, Json]) -> str:
    """Return a test or a finding in one line, with its place."""
    file, at = word(item.get("file")), item.get("line")
    place = f"{file}:{at}" if file and isinstance(at, int) and at > 0 else file
    text = " ".join(word(item.get("text")).split())
    return f"{place}: {text}" if place else text
