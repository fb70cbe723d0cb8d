"""A snapshot commit to the branch of a debate, a proposed change, and a temporary worktree with one put in, in a
repository of 20,000 files."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pygit2

from benchmarks.table import Figure, median, percentile
from disputatio.repository.branches import CommitDraft, DebateBranch, open_branch
from disputatio.repository.worktrees import memory_folder, process_mark, quick_worktree

FOLDERS, FILES = 200, 100
TIMES = 40
LIMIT = 50.0
"""Milliseconds (issue 4)."""
WORKTREE = 4.0
"""Seconds (issue 14)."""
WORKTREES = 5
AT = 1_700_000_000
TURN = "A turn argues about src/part_7/file_7.py:2 at some length, as turns do.\n"


def repository(folder: Path) -> str:
    """Makes a repository of that many files; returns its commit."""
    made = pygit2.init_repository(str(folder), initial_head="main")
    source = made.TreeBuilder()
    for part in range(FOLDERS):
        inside = made.TreeBuilder()
        for number in range(FILES):
            text = f'"""File {number} of part {part}."""\nvalue = {part * FILES + number}\nlast = True\n'
            inside.insert(f"file_{number}.py", made.create_blob(text.encode()), 0o100644)
        source.insert(f"part_{part}", inside.write(), 0o040000)
    root = made.TreeBuilder()
    root.insert("src", source.write(), 0o040000)
    who = pygit2.Signature("Bench", "bench@example.org", AT, 0)
    return str(made.create_commit("HEAD", who, who, "first", root.write(), []))


def snapshot(branch: DebateBranch, number: int) -> None:
    """What is committed at a milestone: the text of the debate so far, and a synthesis."""
    files: dict[str, bytes | None] = {
        "debates/bench/debate.md": (TURN * 100 * (number + 1)).encode(),
        "debates/bench/synthesis.md": f"Version {number}\n".encode(),
    }
    branch.commit(CommitDraft(subject=f"Round {number}", at=AT + number, files=files, event=number + 1))


def proposal(branch: DebateBranch, number: int) -> None:
    path = f"src/part_{number}/file_7.py"
    diff = f"--- a/{path}\n+++ b/{path}\n@@ -3 +3 @@\n-last = True\n+last = False\n"
    branch.apply(diff, CommitDraft(subject=f"Proposal {number}", at=AT + number, files={}, proposal=f"turn#{number}"))


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        pin = repository(Path(folder))
        figures = []
        for name, work in (
            ("a snapshot commit to the debate branch", snapshot),
            ("a proposed change, applied", proposal),
        ):
            times = _times(Path(folder), pin, work)
            figures += [
                Figure(f"{name}, 20,000 files, p95", percentile(times, 0.95), "ms", LIMIT),
                Figure(f"{name}, 20,000 files, p50", median(times), "ms"),
            ]
        made, gone, worked, bare, loop = _worktrees(Path(folder), pin)
        return [
            *figures,
            Figure(
                "a temporary worktree of the branch, a change put in, 20,000 files, slowest", max(made), "s", WORKTREE
            ),
            Figure("a temporary worktree of the branch, 20,000 files, p50", median(made), "s"),
            Figure("the same in processor time, p50", median(worked), "s"),
            Figure("  the files alone, written by a loop that does nothing else, p50", median(bare), "s"),
            Figure("  processor time over that of the loop, p50", median(worked) / median(loop), "×"),
            Figure("the same taken away, p50", median(gone), "s"),
        ]


def _beside() -> tempfile.TemporaryDirectory[str]:
    """Where worktrees are, named as theirs are: whatever else starts meanwhile takes away what belongs to nobody."""
    return tempfile.TemporaryDirectory(prefix=f"{process_mark(os.getpid())}-", dir=memory_folder())


def _worktrees(folder: Path, pin: str) -> tuple[list[float], ...]:
    """Seconds that each took to make, and to take away; of processor time to make; and what writing the files takes by
    itself, at the same time and place, and in processor time. Where that is a disk, nothing is taken away before all of
    them stand: ext4 without a journal looks past every file that was deleted within the last minute before it makes a
    new one, which takes up to ten times as long as the rest."""
    made, gone, worked, bare, loop = (list[float]() for _ in range(5))
    with tempfile.TemporaryDirectory() as place, _beside() as beside:
        standing = []
        for number in range(WORKTREES):
            path = f"src/part_{number}/file_8.py"
            diff = f"--- a/{path}\n+++ b/{path}\n@@ -3 +3 @@\n-last = True\n+last = False\n"
            one = quick_worktree(Path(place), folder, "bench", pin, [diff])
            began, idle = time.perf_counter(), time.process_time()
            one.__enter__()
            made.append(time.perf_counter() - began)
            worked.append(time.process_time() - idle)
            standing.append(one)
            idle = time.process_time()
            bare.append(_written(Path(beside, f"bare-{number}")))
            loop.append(time.process_time() - idle)
        for one in standing:
            began = time.perf_counter()
            one.__exit__(None, None, None)
            gone.append(time.perf_counter() - began)
    return made, gone, worked, bare, loop


def _written(place: Path) -> float:
    """Seconds to write as many files of that size in as many folders."""
    began = time.perf_counter()
    for part in range(FOLDERS):
        inside = place / f"part_{part}"
        inside.mkdir(parents=True)
        for number in range(FILES):
            file = os.open(f"{inside}/file_{number}.py", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
            os.write(file, b"value = 1\n" * 6)
            os.close(file)
    return time.perf_counter() - began


def _times(folder: Path, pin: str, work: Callable[[DebateBranch, int], None]) -> list[float]:
    """Milliseconds of each, the opening of the repository in them."""
    found = []
    for number in range(TIMES):
        began = time.perf_counter()
        work(open_branch(folder, "bench", pin), number)
        found.append((time.perf_counter() - began) * 1000)
    return found
