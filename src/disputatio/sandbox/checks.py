"""Running a command that a person has configured, among the files of a project or beside one program, and saying what
came of it: by the report that it wrote, else by its exit code and its words (SPEC HOOK.1).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from disputatio.debate.hooks import REPORT, Command
from disputatio.debate.values import Json, value
from disputatio.sandbox.box import Box
from disputatio.sandbox.isolation import MB, Bounds, Outcome
from disputatio.sandbox.reports import Item, ToolReport, read_report
from disputatio.sandbox.trials import EXCEEDED, cut

OUTPUT: Final = 4 * MB
"""Bytes that a command may say, its report included."""
NOT_THERE: Final = (126, 127)
"""Exit codes of a shell that could not start a program."""
AFTERWARDS: Final = """\
report=$1; mark=$2; shift 2
"$@"; code=$?
printf '\\n%s' "$mark"
if [ -f "$report" ] && [ ! -L "$report" ]; then head -c 3000000 "$report"; fi
exit $code"""
"""What the shell in the box does: the report is read in there, so that nobody outside follows what a program left."""


@value
class Check:
    """What one command came to. `code`: its exit code; `count` and `items`: what its report says; `note`: why it has
    none to speak of; `said`: what it printed, cut."""

    command: Command
    passed: bool
    code: int
    seconds: float
    count: str = ""
    note: str = ""
    items: tuple[Item, ...] = ()
    said: str = ""

    @property
    def data(self) -> dict[str, Json]:
        items: list[Json] = [item.data for item in self.items]
        return {
            "kind": self.command.kind,
            "command": self.command.line,
            "gating": self.command.gating,
            "passed": self.passed,
            "code": self.code,
            "seconds": round(self.seconds, 2),
            "count": self.count,
            "note": self.note,
            "items": items,
            "said": self.said,
        }


def checked(
    box: Box,
    bounds: Bounds,
    command: Command,
    stopped: Callable[[], bool],
    *,
    folder: Path | None = None,
    files: Mapping[str, str] | None = None,
    hide: Callable[[str], str] = str,
) -> Check:
    """Run a command in a folder, or among some files. `hide` takes likely secrets out of what it says, before any of it
    is cut off. Blocks. Raises `NoIsolation`."""
    nonce = secrets.token_hex(8)
    mark, report = f"report-{nonce}:", f"/tmp/report-{nonce}"
    words = [word.replace(REPORT, report) for word in command.words]
    # What the person's own tools reserve is theirs to know: their memory is watched all the same.
    bounds = replace(bounds, seconds=float(command.seconds or bounds.seconds), output=OUTPUT, reserves=True)
    line = ["/bin/sh", "-c", AFTERWARDS, "sh", report, mark, *words]
    outcome = box.run(line, files or {}, bounds, stopped, folder)
    before, marked, told = outcome.said.rpartition(f"\n{mark}")
    said = before if marked else outcome.said
    found = (read_report(told, hide) if marked and told.strip() else None) or read_report(said, hide)
    printed = "\n".join(part for part in (said.strip(), outcome.complained.strip()) if part)
    return _check(command, bounds, outcome, found, cut(printed, hide))


def _check(command: Command, bounds: Bounds, outcome: Outcome, found: ToolReport | None, said: str) -> Check:
    failed = found is not None and found.what == "test" and found.failed > 0
    return Check(
        command=command,
        passed=outcome.code == 0 and not outcome.excess and not failed,
        code=outcome.code,
        seconds=outcome.seconds,
        count=found.count if found is not None else "",
        note=_note(command, bounds, outcome, found),
        items=found.items if found is not None else (),
        said=said,
    )


def _note(command: Command, bounds: Bounds, outcome: Outcome, found: ToolReport | None) -> str:
    if outcome.excess:
        figures = {
            "seconds": bounds.seconds, "memory": bounds.memory, "processes": bounds.processes,
            "output": bounds.output, "folder": bounds.folder,
        }  # fmt: skip
        return EXCEEDED[outcome.excess].format(**figures)
    if outcome.code in NOT_THERE and found is None:
        name = command.words[0] if command.words else command.line
        return (
            f"{name} could not be started: programs see the system's programs and the folders of sandbox.reads alone."
        )
    if outcome.code and found is None:
        return f"It ended with {f'signal {-outcome.code}' if outcome.code < 0 else f'exit code {outcome.code}'}."
    return ""
