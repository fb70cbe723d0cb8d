"""The library that reads repositories: loaded at first use, its errors in words of our own, and its commits as values.
Names, dates and messages in a repository are untrusted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from disputatio.debate.wording import tr
from disputatio.repository.entries import Commit, printable
from disputatio.repository.errors import (
    FileMissing,
    ForeignOwner,
    NotARepository,
    RepositoryDamaged,
    RepositoryError,
    UnknownRevision,
)

if TYPE_CHECKING:
    import pygit2


@lru_cache(maxsize=1)
def library() -> ModuleType:
    """Load it at first use: nobody waits for it who opens no repository."""
    import pygit2

    return pygit2


@contextmanager
def readable(path: Path, part: str = "some folders") -> Iterator[None]:
    """Translate the library's errors. A missing object (of `part`) is normal in partial and in broken copies."""
    try:
        yield
    except RepositoryError:
        raise
    except KeyError:
        raise FileMissing(
            tr(
                "The contents of {part} are not on this computer: the repository at {path} is an incomplete copy."
            ).format(part=part, path=path),
            "Fetch the missing objects with git, then open it again.",
        ) from None
    except library().GitError as error:
        raise _translated(path, str(error)) from None
    except OSError as error:
        raise RepositoryDamaged(
            tr("The repository at {path} cannot be read: {printable}.").format(
                path=path, printable=_printable(str(error))
            ),
            "Check its files.",
        ) from error


def _printable(cause: str) -> str:
    """Make a message printable: names in it are those of the repository."""
    return printable(cause[:500].encode("utf-8", "surrogateescape"))


def _translated(path: Path, cause: str) -> RepositoryError:
    cause = _printable(cause)
    if "not owned by current user" in cause:
        return ForeignOwner(
            tr("The repository at {path} belongs to another user of this computer, so it is not opened.").format(
                path=path
            ),
            "Make a copy that is yours (git clone), or become the owner of the folder.",
        )
    if "not found at" in cause or "could not find repository" in cause.lower():
        return NotARepository(
            tr("There is no git repository at {path} or above it.").format(path=path),
            "Open a folder that holds one, or run `git init` and commit something first.",
        )
    return RepositoryDamaged(
        tr("The repository at {path} cannot be read: {cause}.").format(path=path, cause=cause),
        "Check it with `git fsck`; if git reads it, it uses a feature that this application does not know yet.",
    )


MAX_REVISION = 300
"""Characters of a revision."""


def resolve(repository: pygit2.Repository, revision: str) -> pygit2.Commit:
    """Return the commit that a revision means. Messages are not searched for (`:/…`, `^{/…}`): expressions come from
    models too, and some take for ever."""
    git = library()
    try:
        if revision.startswith(":") or "^{/" in revision or len(revision) > MAX_REVISION:
            raise KeyError(revision)
        found: pygit2.Commit = repository.revparse_single(revision).peel(git.Commit)
    except (KeyError, ValueError, git.GitError):
        raise UnknownRevision(
            tr("There is no commit {printable!r} in this repository.").format(
                printable=printable(revision[:MAX_REVISION].encode("utf-8", "replace"))
            ),
            "Name a commit id, a branch or a tag, for example HEAD~1 or main.",
        ) from None
    return found


def subject_of(commit: pygit2.Commit) -> str:
    """Return the first line of a commit's message, as it can be shown."""
    return printable(commit.raw_message.lstrip().partition(b"\n")[0])


def commit_of(commit: pygit2.Commit) -> Commit:
    author = commit.author
    return Commit(
        id=str(commit.id),
        author=printable(author.raw_name),
        date=_date(author.time, author.offset),
        subject=subject_of(commit),
    )


def shown_lines(raw: bytes) -> str:
    """Return a message whose lines can be printed."""
    return "\n".join(printable(line) for line in raw.replace(b"\r\n", b"\n").split(b"\n"))


def _date(seconds: int, offset: int) -> str:
    """`offset` in minutes from UTC. Both are whatever the commit's author wrote."""
    try:
        return datetime.fromtimestamp(seconds, timezone(timedelta(minutes=offset))).isoformat()
    except (OverflowError, ValueError, OSError):
        return ""
