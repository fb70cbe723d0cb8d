"""Small repositories on disk, for tests and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pygit2

WHEN = 1_700_000_000
"""Seconds since 1970 of every commit, so that the same files make the same commit."""


def commit(
    folder: Path, files: Mapping[str, str | bytes], message: str = "First", author: str = "Ada", origin: str = ""
) -> str:
    """Write files into the repository at `folder`, which is made if there is none, and commit all that is there.
    Returns the id of the commit. `origin`: where the repository says that it is from."""
    repository = pygit2.init_repository(str(folder), initial_head="main")
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    repository.index.add_all()
    repository.index.write()
    who = pygit2.Signature(author, "ada@example.org", WHEN, 0)
    parents = [] if repository.head_is_unborn else [repository.head.target]
    made = repository.create_commit("HEAD", who, who, message, repository.index.write_tree(), parents)
    if origin:
        repository.remotes.create("origin", origin)
    return str(made)
