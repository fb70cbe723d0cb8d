"""Proposed changes: unified diffs as models and people write them, read strictly where it matters and tolerantly where
it does not. Pure functions.

Tolerated: counts in hunk headers that are wrong, `@@` without numbers, blank context lines without their space, paths
without `a/` and `b/`. Never tolerated: a path that leaves the tree or names git's own files, symbolic links,
submodules, binary changes, and a header whose lines name different files. What cannot be read is refused with the line
of the diff that is at fault.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import Json, value

LARGEST = 1_000_000
"""Characters of a diff; nobody reviews more."""
MOST_CHANGES = 20
"""Diffs of one turn that can be put on the branch, each tried for whether it applies; nobody reviews more of them."""
LISTING = "patches"
"""The contract whose turns are lists of changes."""
MOST_FILES = 200
MOST_HUNKS = 1_000

Operation = Literal[" ", "-", "+"]


@value
class Line:
    """One line of a hunk. `newline` is false where the diff says that the file ends without a newline here."""

    operation: Operation
    text: str
    newline: bool = True


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


def proposed_patches(gives: str, text: str, data: Mapping[str, Json]) -> list[str]:
    """Return the diffs that a turn proposes, each once, in order; of a list of changes without any in its text, those
    of its items. More than `MOST_CHANGES` are not taken up: `beyond` says so."""
    return list(dict.fromkeys(fenced_diffs(text) or (_listed(data) if gives == LISTING else [])))


def _listed(data: Mapping[str, Json]) -> list[str]:
    """Return the diffs of a structured list of changes: fenced in the text of an item, or the text as a whole."""
    items = data.get("items")
    texts = [str(item.get("text") or "") for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    return [
        diff
        for text in texts
        for diff in fenced_diffs(text) or ([text] if text.startswith(("---", "diff --git")) else [])
    ]


def beyond(gives: str, text: str, data: Mapping[str, Json]) -> str:
    """Return what is to be said of a turn that proposes more changes than are taken up; "" where all are."""
    if gives != LISTING and text.count("@@") + text.count("diff --git") <= MOST_CHANGES:
        return ""  # the common case, told without taking the text apart
    count = len(proposed_patches(gives, text, data))
    if count <= MOST_CHANGES:
        return ""
    return f"{count} changes proposed: the first {MOST_CHANGES} can be put on the branch, the others stand in the text."


def fenced_diffs(text: str) -> list[str]:
    """Return the diffs among the fenced blocks of a turn: those called diff or patch, and unnamed ones that begin like
    one."""
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
