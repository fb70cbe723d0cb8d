"""Checks of proposals as they are shown: one line for each command, and on demand each test, each finding and what the
command printed. All of it comes from programs that nobody has read, and is shown as it is, as plain text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from disputatio.debate.hooks import KINDS, TESTS, line_of
from disputatio.debate.payload import items, word
from disputatio.debate.ranges import amount
from disputatio.debate.values import Json, value
from disputatio.debate.views.look_ups import took
from disputatio.debate.views.words import once
from disputatio.debate.wording import tr


@value
class ShownCheck:
    """What one command came to. `of`: the path of the turn that was checked; `name`: "Unit tests: 3 tests, 1 failed";
    `output`: the tests and findings, those that failed first, and what it printed; `tests`: all of its tests by name,
    with whether they passed and what is known of a failure, where it reported each."""

    of: str
    name: str
    passed: bool
    command: str = ""
    milliseconds: int | None = None
    output: str = ""
    tests: tuple[tuple[str, bool, str], ...] = ()

    @property
    def took(self) -> str:
        return took(self.milliseconds) if self.milliseconds is not None else ""


def shown_checks(data: Mapping[str, Json]) -> tuple[ShownCheck, ...]:
    """Return the checks that a turn of the sandbox reports, in their order; nothing for code that was only tried."""
    return tuple(map(_shown, items(data.get("checks"))))


def _shown(check: Mapping[str, Json]) -> ShownCheck:
    passed, command = check.get("passed") is True, word(check.get("command"))
    kind = tr(KINDS.get(word(check.get("kind")), ""))
    came = word(check.get("count")) or (tr("passed") if passed else tr("failed"))
    seconds = check.get("seconds")
    listed = list(items(check.get("items")))
    lines = [f"{'✓' if each.get('passed') else '✗'} {line_of(each)}" for each in listed]
    if isinstance(more := check.get("more"), int) and more > 0:
        lines.append(tr("… and {more} more").format(more=more))
    parts = ([f"$ {command}"] if command else [], [word(check.get("note"))], lines, [word(check.get("said"))])
    return ShownCheck(
        of=word(check.get("of")),
        name=f"{once(kind)}: {came}" if kind else tr("The change does not apply"),
        passed=passed,
        command=command,
        milliseconds=round(1000 * seconds) if isinstance(seconds, (int, float)) and amount(seconds) else None,
        output="\n\n".join("\n".join(part) for part in parts if any(part)),
        tests=_tests(listed) if word(check.get("kind")) == TESTS and len(lines) == len(listed) else (),
    )


def _tests(listed: Sequence[Mapping[str, Json]]) -> tuple[tuple[str, bool, str], ...]:
    found = tuple(map(_test, listed))
    short = [_DOTTED.sub("", name) for name, _, _ in found]
    if len(set(short)) < len(found):
        return found
    return tuple((name, passed, why) for name, (_, passed, why) in zip(short, found, strict=True))


_DOTTED = re.compile(r"^(?:\w+\.)+(?=\w+(?:\[|$))")
"""The modules and classes in front of the name of a test, which are the same for most."""


def _test(item: Mapping[str, Json]) -> tuple[str, bool, str]:
    text, passed = word(item.get("text")), item.get("passed") is True
    name, _, why = (text, "", "") if passed else text.partition(": ")
    return name, passed, why


def run_again(attempts: int) -> str:
    """Say that what a turn tells was run before and came to no end; "" where it was not."""
    times = tr("{attempts} times").format(attempts=attempts) if attempts > 2 else tr("twice")
    return tr("Run {times}: it was interrupted before.").format(times=times) if attempts > 1 else ""


def tally_of_checks(checks: tuple[ShownCheck, ...]) -> str:
    """Say how many checks failed: "3 checks passed", "1 of 3 checks failed"; "" without any."""
    failed, many = sum(not each.passed for each in checks), tr("check") if len(checks) == 1 else tr("checks")
    if not checks:
        return ""
    return (
        tr("{failed} of {number_of_checks} {many} failed").format(
            failed=failed, number_of_checks=len(checks), many=many
        )
        if failed
        else tr("{number_of_checks} {many} passed").format(number_of_checks=len(checks), many=many)
    )
