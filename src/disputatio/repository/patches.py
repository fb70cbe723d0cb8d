"""Proposed changes: unified diffs as models and people write them, read strictly where it matters and tolerantly where
it does not. Pure functions.

Tolerated: counts in hunk headers that are wrong, `@@` without numbers, blank context lines without their space, paths
without `a/` and `b/`. Never tolerated: a path that leaves the tree or names git's own files, symbolic links,
submodules, binary changes, and a header whose lines name different files. What cannot be read is refused with the line
of the diff that is at fault.
"""

from __future__ import annotations

import re
from typing import Literal

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import value

LARGEST = 1_000_000
"""Characters of a diff; nobody reviews more."""
MOST_FILES = 200
MOST_HUNKS = 1_000

Operation = Literal[" ", "-", "+"]


@value
class Line:
    """One line of a hunk. `ended` is false where the diff says that the file ends without a newline here."""

    operation: Operation
    text: str
    ended: bool = True


@value
class Hunk:
    """`number` counts from 1 within its file, `at` is its line in the diff, `start` the first line of the old file that
    it touches, or the one before it where it only adds (-1: the header names none)."""

    number: int
    at: int
    start: int
    lines: tuple[Line, ...]

    @property
    def before(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.operation != "+")

    @property
    def after(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.operation != "-")


@value
class FilePatch:
    """What becomes of one file. `old` is "" for a new file, `new` is "" for a deleted one; they differ for a rename.
    `executable` is None where the diff says nothing about it."""

    old: str
    new: str
    hunks: tuple[Hunk, ...] = ()
    executable: bool | None = None

    @property
    def path(self) -> str:
        return self.new or self.old


class PatchRefused(DisputatioError):
    """A proposed change that cannot be applied, with the exact reason."""


_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([\w.+-]*)[^\n`]*$")


def fenced(text: str) -> list[str]:
    """The diffs among the fenced blocks of a turn: those called diff or patch, and unnamed ones that begin like one."""
    found: list[str] = []
    mark, wanted, body = "", False, list[str]()
    for line in text.replace("\r\n", "\n").split("\n"):
        fence = _FENCE.match(line)
        if mark:
            if fence and fence[1].startswith(mark) and not fence[2]:
                if wanted or _begins(body):
                    found.append("\n".join(body) + "\n")
                mark = ""
            else:
                body.append(line)
        elif fence:
            mark, body = fence[1], []
            wanted = fence[2].lower() in ("diff", "patch", "udiff")
    return [each for each in found if "@@" in each or "diff --git" in each]


def _begins(body: list[str]) -> bool:
    first = next((line for line in body if line.strip()), "")
    return first.startswith(("diff --git ", "--- a/", "--- /dev/null"))
