"""The branch of a debate, `debate/<id>`: what came of it as commits on top of the commit that was debated.

Only objects and this one reference are written. The work tree, the index and HEAD stay bit for bit as they are; hooks
and filters of the repository never run, since nothing is checked out and contents are stored as they are. Commits are
deterministic: who, when, what and on top of what decide their ids. The trailers of a commit say what it is of, so the
branch itself is the record of what was committed, and whoever writes again writes nothing twice.

All functions block; `threads.in_thread` calls them off the event loop. A branch object belongs to one thread at a time.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.repository.entries import printable
from disputatio.repository.errors import BranchUnusable
from disputatio.repository.git_library import library, subject_of
from disputatio.repository.patch_reader import checked_path, parse
from disputatio.repository.patches import PatchRefused
from disputatio.repository.source_tree import open_tree
from disputatio.repository.tree_edits import File, Trees, patched_files

if TYPE_CHECKING:
    import pygit2

FOLDER = "debates"
"""Where the documents of debates stand in the tree of their branches."""
NAME, ADDRESS = "Disputatio", "disputatio@localhost"
"""Who commits where the repository's configuration names nobody."""
DEBATE, EVENT, PROPOSAL = "Disputatio-Debate", "Disputatio-Event", "Disputatio-Proposal"
MOST_COMMITS = 10_000
"""Commits that are looked through for those of the debate."""
LEFT = 2.0
"""Seconds after which a lock on our own branch belongs to nobody: git holds one for a moment."""

_TRAILER = re.compile(rf"^({DEBATE}|{EVENT}|{PROPOSAL}): (.+)$", re.M)


@value
class Milestone:
    """One commit of the branch. `at` in seconds since 1970. `event` is the place in the debate's log that it is of (0:
    none), `proposal` the proposal that it applies ("turn#n"); `ours` is false for what a person committed on top."""

    id: str
    subject: str
    author: str
    at: int
    event: int = 0
    proposal: str = ""
    ours: bool = True


@value
class CommitDraft:
    """A commit to be made: `files` by path (None deletes), what it says, when, and what it is of."""

    subject: str
    at: int
    files: Mapping[str, bytes | None]
    event: int = 0
    proposal: str = ""
    body: str = ""


def branch_name(debate: str) -> str:
    return f"debate/{debate}"


class DebateBranch:
    """The branch of one debate. `pin` is the commit that the debate is about, "" where the repository had none."""

    def __init__(self, repository: pygit2.Repository, debate: str, pin: str) -> None:
        self.repository = repository
        self.debate, self.pin = debate, pin
        self.name = branch_name(debate)
        self.reference = f"refs/heads/{self.name}"
        self.trees = Trees(repository)

    # ---- what there is ---------------------------------------------------------------------------------------------
    @property
    def tip(self) -> str:
        """The full id of its newest commit, "" while there is no such branch."""
        with usable(self.name):
            reference = self.repository.references.get(self.reference)
            return str(reference.peel(library().Commit).id) if reference else ""

    def log(self) -> tuple[Milestone, ...]:
        """Return what was committed since the commit that was debated, newest first; nothing while there is no
        branch."""
        tip = self.tip
        if not tip:
            return ()
        found: list[Milestone] = []
        with usable(self.name):
            walker = self.repository.walk(tip, library().enums.SortMode.TOPOLOGICAL)
            if self.pin:
                walker.hide(self.pin)
            for commit in walker:
                found.append(self._milestone(commit))
                if len(found) == MOST_COMMITS:
                    break
        return tuple(found)

    def _milestone(self, commit: pygit2.Commit) -> Milestone:
        message = commit.raw_message.decode("utf-8", "replace")
        trailers = dict(_TRAILER.findall(message.strip().rpartition("\n\n")[2]))
        ours = trailers.get(DEBATE) == self.debate
        event = trailers.get(EVENT, "")
        return Milestone(
            id=str(commit.id),
            subject=subject_of(commit),
            author=printable(commit.author.raw_name),
            at=commit.commit_time,
            event=int(event) if ours and event.isdecimal() else 0,
            proposal=trailers.get(PROPOSAL, "") if ours else "",
            ours=ours,
        )

    def require_ours(self) -> tuple[Milestone, ...]:
        """Return what was committed. Raises `BranchUnusable` where somebody else made a branch of that name."""
        found = self.log()
        if self.tip and not any(each.ours for each in found):
            raise BranchUnusable(
                tr("This repository has a branch {name} that this debate did not make.").format(name=self.name),
                "Rename or delete that branch; nothing on it was changed.",
            )
        return found

    # ---- writing ---------------------------------------------------------------------------------------------------
    def commit(self, writing: CommitDraft) -> str:
        """Commit files on top of the branch, which begins with the first; returns the id, "" if they are all there
        already. Raises `BranchUnusable`, `PatchRefused` (a path that must not be written)."""
        files = {checked_path(path): File(data) if data is not None else None for path, data in writing.files.items()}
        return self._commit(writing, files)

    def apply(self, diff: str, writing: CommitDraft) -> str:
        """Commit a proposed change; returns the id. Raises `PatchRefused`, which says which hunk and line stand in the
        way, and `BranchUnusable`."""
        if any(each.proposal == writing.proposal for each in self.require_ours() if writing.proposal):
            raise PatchRefused(
                "This proposal is already on the branch.",
                tr("Look at it in the diff of {name}.").format(name=self.name),
            )
        id = self._commit(writing, self.changes(diff))
        if not id:
            raise PatchRefused("The proposal changes nothing: the branch already has it.", "")
        return id

    def changes(self, diff: str) -> dict[str, File | None]:
        """Return the files as a diff would leave them, at the tip or else at the pin. Raises
        `PatchRefused`."""
        with usable(self.name):
            found = patched_files(self.trees, self._tree(self.tip or self.pin), parse(diff))
        for path in found:
            if path.casefold().startswith(f"{FOLDER}/{self.debate}/".casefold()):
                raise PatchRefused(
                    tr("{path} is a document of the debate.").format(path=path), "Proposals change other files."
                )
        return found

    def _commit(self, writing: CommitDraft, files: Mapping[str, File | None]) -> str:
        self.require_ours()
        self._require_free()
        parent = self.tip or self.pin
        self._drop_left_lock()
        with usable(self.name):
            base = self._tree(parent)
            tree = self.trees.with_files(base, files)
            if base is not None and tree == base.id:
                return ""
            who = library().Signature(*self._person(), writing.at, 0)
            message = _message(self.debate, writing)
            parents = [library().Oid(hex=parent)] if parent else []
            return str(self.repository.create_commit(self.reference, who, who, message, tree, parents))

    def _tree(self, commit: str) -> pygit2.Tree | None:
        return self.repository[commit].peel(library().Tree) if commit else None

    def _person(self) -> tuple[str, str]:
        """Return who commits: as the configuration of the repository says, read only."""
        try:
            config = self.repository.config.snapshot()
            name, address = config["user.name"] or "", config["user.email"] or ""
        except (KeyError, ValueError, UnicodeDecodeError, library().GitError):
            return NAME, ADDRESS
        name, address = (re.sub(r"[<>\n\x00]", "", each).strip() for each in (name, address))
        return (name, address) if name and address else (NAME, ADDRESS)

    def _require_free(self) -> None:
        """Committing to a branch that is checked out would make its work tree differ from it, and one whose folder
        leads elsewhere would be written there."""
        folder = self._common_folder()
        if any(os.path.islink(os.path.join(folder, kind, "heads", "debate")) for kind in ("refs", "logs/refs")):
            raise BranchUnusable(
                "The folder of the branches debate/… in this repository is a link to another place.",
                "Remove the link heads/debate in its refs or logs, or debate a fresh clone of it.",
            )
        with usable(self.name):
            branch = self.repository.lookup_branch(self.name)
            head = self.repository.lookup_reference("HEAD").raw_target
            busy = head == self.reference.encode() or (branch is not None and branch.is_checked_out())
        if busy:
            raise BranchUnusable(
                tr("The branch {name} is checked out, and the work tree must stay as it is.").format(name=self.name),
                "Check out another branch there, then try again.",
            )

    def _drop_left_lock(self) -> None:
        """Take away the lock that a process left on this branch when it was killed while it wrote; nobody else's."""
        lock = os.path.join(self._common_folder(), *self.reference.split("/")) + ".lock"
        with suppress(OSError):
            while 0 <= (age := time.time() - os.lstat(lock).st_mtime) < LEFT:
                time.sleep(LEFT - age)
            if age >= LEFT:
                os.unlink(lock)

    def _common_folder(self) -> str:
        """Return where the branches are: for a work tree of its own not in its own .git, but in that of its
        repository."""
        own = self.repository.path
        try:
            with open(os.path.join(own, "commondir"), encoding="utf-8") as stream:
                return os.path.join(own, stream.read(4096).strip())
        except (OSError, UnicodeDecodeError):
            return own

    def delete(self) -> int:
        """Take the branch away; returns how many commits stood on it. Raises `BranchUnusable`."""
        count = len(self.require_ours())
        if not self.tip:
            raise BranchUnusable(
                tr("There is no branch {name} in this repository.").format(name=self.name),
                "There is nothing to delete.",
            )
        self._require_free()
        with usable(self.name):
            self.repository.references.delete(self.reference)
        return count


def open_branch(path: str | Path, debate: str, pin: str) -> DebateBranch:
    """Open the branch of a debate. Raises `NotARepository`, `ForeignOwner`, `UnknownRevision` (the debated commit is
    gone), `BranchUnusable`."""
    tree = open_tree(path, pin or None)
    if not library().reference_is_valid_name(f"refs/heads/{branch_name(debate)}") or "/" in debate:
        raise BranchUnusable(
            tr("{debate!r} cannot be part of a branch's name.").format(debate=debate), "Use a debate with another id."
        )
    with usable(branch_name(debate)):
        return DebateBranch(library().Repository(str(tree.root)), debate, pin)


def _message(debate: str, writing: CommitDraft) -> str:
    trailers = [f"{DEBATE}: {debate}"]
    trailers += [f"{EVENT}: {writing.event}"] if writing.event else []
    trailers += [f"{PROPOSAL}: {' '.join(writing.proposal.split())}"] if writing.proposal else []
    subject = " ".join(writing.subject.split())[:120] or "Milestone"
    parts = (subject, writing.body.strip(), "\n".join(trailers))
    return "\n\n".join(part for part in parts if part).replace("\0", "�") + "\n"


@contextmanager
def usable(name: str) -> Iterator[None]:
    """Translate what can go wrong with a branch."""
    try:
        yield
    except DisputatioError:
        raise
    except KeyError as missing:
        raise BranchUnusable(
            tr("The branch {name} cannot be used: {missing} is not in this copy of the repository.").format(
                name=name, missing=missing
            ),
            "Fetch the missing objects with git, then try again.",
        ) from None
    except (library().GitError, OSError, ValueError) as error:
        raise _translated(name, str(error)) from None


def _translated(name: str, cause: str) -> BranchUnusable:
    text = cause.lower()
    if any(
        sign in text for sign in ("permission denied", "read-only", "failed to create temporary", "access is denied")
    ):
        why, remedy = "the repository cannot be written", "Make its .git folder writable, or debate a copy of it."
    elif any(sign in text for sign in ("collides", "not a directory", "not directory")):
        why, remedy = "another branch has the name `debate`", "Rename that branch, then try again."
    elif "lock" in text:
        why, remedy = (
            "another program is writing it",
            "Try again; if no program is, delete the .lock file that it left.",
        )
    elif "tip is not the first parent" in text or "modified" in text:
        why, remedy = "it was changed at the same moment", "Try again."
    elif "no space" in text:
        why, remedy = "the disk is full", "Make room, then try again."
    else:
        why, remedy = cause, "Check the repository with `git fsck`."
    return BranchUnusable(tr("The branch {name} cannot be used: {why}.").format(name=name, why=why), remedy)
