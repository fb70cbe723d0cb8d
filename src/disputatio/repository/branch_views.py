"""What the branch of a debate shows: the changes it makes, and who wrote each line of a file. Values only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from disputatio.debate.values import value
from disputatio.debate.wording import by_face, tr
from disputatio.repository.branches import DebateBranch, usable
from disputatio.repository.entries import printable, read_text, visible
from disputatio.repository.errors import BranchUnusable, FileMissing
from disputatio.repository.git_library import subject_of

if TYPE_CHECKING:
    import pygit2

LARGEST = 200_000
"""Characters of one file's diff that are shown."""
_STATES = {"A": "added", "D": "deleted", "R": "renamed"}

Change = Literal["added", "deleted", "renamed", "changed"]


@value
class FileChange:
    """One file of a diff: `text` is the unified diff ("" for binary files), `before` its earlier path if renamed."""

    path: str
    change: Change
    added: int
    removed: int
    text: str
    before: str = ""
    cut: bool = False


@value
class BlameLine:
    """A line of a file at the tip of the branch, with the commit that wrote it. `here`: it is one of the branch."""

    number: int
    text: str
    commit: str
    author: str
    at: int
    subject: str
    here: bool


def diff(branch: DebateBranch, commit: str = "") -> tuple[FileChange, ...]:
    """Return what one commit of the branch changes, or (without one) what the whole branch does to the debated commit.
    Raises `BranchUnusable`."""
    log = branch.require_ours()
    if commit:
        known = [each.id for each in log if each.id.startswith(commit)]
        if len(known) != 1:
            raise BranchUnusable(
                tr("{commit} is not a commit of {branch}.").format(commit=commit, branch=branch.name),
                by_face("Look at its commits with --log.", tr("Choose one from the list of its commits.")),
            )
    with usable(branch.name):
        new = branch.repository[known[0] if commit else branch.tip] if log else None
        if new is None:
            return ()
        parents = new.parent_ids  # type: ignore[attr-defined]
        old = (str(parents[0]) if parents else "") if commit else branch.pin
        return tuple(_changes(_difference(branch.repository, old, str(new.id))))


def _difference(repository: pygit2.Repository, old: str, new: str) -> pygit2.Diff:
    tree = repository[new].tree
    if old:
        found: pygit2.Diff = repository[old].tree.diff_to_tree(tree)
    else:
        found = tree.diff_to_tree(swap=True)
    found.find_similar()
    return found


def _changes(difference: pygit2.Diff) -> list[FileChange]:
    found = []
    for patch in difference:
        if patch is None:  # neither side has contents here: a submodule
            continue
        delta = patch.delta
        text = "" if delta.is_binary else visible(patch.data.decode("utf-8", "replace"))
        _, added, removed = patch.line_stats
        path, before = (printable(side.raw_path) for side in (delta.new_file, delta.old_file))
        found.append(
            FileChange(
                path=path,
                change=_STATES.get(delta.status_char(), "changed"),  # type: ignore[arg-type]
                added=added,
                removed=removed,
                text=text[:LARGEST],
                before=before if before != path else "",
                cut=len(text) > LARGEST,
            )
        )
    return found


def blame(branch: DebateBranch, path: str) -> tuple[BlameLine, ...]:
    """Return who wrote each line of a file of the branch. Raises `BranchUnusable`, `FileMissing`."""
    here = {each.id for each in branch.require_ours()}
    with usable(branch.name):
        entry = branch.trees.find(branch.repository[branch.tip].tree, path) if here else None
        if entry is None or entry.filemode not in (0o100644, 0o100755):
            raise FileMissing(
                tr("There is no file {path} on the branch {branch}.").format(path=path, branch=branch.name),
                "Check the spelling.",
            )
        text = read_text(path, entry.data)  # type: ignore[attr-defined]
        if text.kind != "text":
            raise FileMissing(
                tr("{path} has no lines to show: it is {text_kind}.").format(path=path, text_kind=text.kind),
                "Choose a text file.",
            )
        lines = visible(text.text).split("\n")
        found: list[BlameLine] = []
        for hunk in branch.repository.blame(path, newest_commit=branch.tip):
            commit = branch.repository[hunk.final_commit_id]
            first = hunk.final_start_line_number
            found += [
                _line(number, lines[number - 1], commit, str(commit.id) in here)  # type: ignore[arg-type]
                for number in range(first, min(first + hunk.lines_in_hunk, len(lines) + 1))
            ]
    return tuple(found)


def _line(number: int, text: str, commit: pygit2.Commit, here: bool) -> BlameLine:
    return BlameLine(
        number=number,
        text=text,
        commit=str(commit.id),
        author=printable(commit.author.raw_name),
        at=commit.commit_time,
        subject=subject_of(commit),
        here=here,
    )
