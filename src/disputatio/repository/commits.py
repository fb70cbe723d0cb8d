"""Commits: which one a revision means, and what can be shown of one. Names, dates and messages are untrusted."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING

from disputatio.repository.entries import Commit, printable
from disputatio.repository.errors import UnknownRevision
from disputatio.repository.git_library import library

if TYPE_CHECKING:
    import pygit2

MAX_REVISION = 300
"""Characters of a revision."""


def resolve(repository: pygit2.Repository, revision: str) -> pygit2.Commit:
    """The commit that a revision means. Messages are not searched for (`:/…`, `^{/…}`): expressions come from models
    too, and some take for ever."""
    git = library()
    try:
        if revision.startswith(":") or "^{/" in revision or len(revision) > MAX_REVISION:
            raise KeyError(revision)
        found: pygit2.Commit = repository.revparse_single(revision).peel(git.Commit)
    except (KeyError, ValueError, git.GitError):
        raise UnknownRevision(
            f"There is no commit {printable(revision[:MAX_REVISION].encode('utf-8', 'replace'))!r} in this repository.",
            "Name a commit id, a branch or a tag, for example HEAD~1 or main.",
        ) from None
    return found


def commit_of(commit: pygit2.Commit) -> Commit:
    subject = commit.raw_message.lstrip().partition(b"\n")[0]
    author = commit.author
    return Commit(
        id=str(commit.id),
        author=printable(author.raw_name),
        date=_date(author.time, author.offset),
        subject=printable(subject),
    )


def shown_lines(raw: bytes) -> str:
    """A message whose lines can be printed."""
    return "\n".join(printable(line) for line in raw.replace(b"\r\n", b"\n").split(b"\n"))


def _date(seconds: int, offset: int) -> str:
    """`offset` in minutes from UTC. Both are whatever the commit's author wrote."""
    try:
        return datetime.fromtimestamp(seconds, timezone(timedelta(minutes=offset))).isoformat()
    except (OverflowError, ValueError, OSError):
        return ""
