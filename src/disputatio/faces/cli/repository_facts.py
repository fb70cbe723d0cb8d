"""What is known of a repository, in words: name and value, to be shown below one another."""

from __future__ import annotations

import shlex

from disputatio.app.repository_status import RepositoryStatus
from disputatio.debate.views.words import counted
from disputatio.faces.cli.words import when


def facts(found: RepositoryStatus) -> list[tuple[str, str]]:
    """Values that are "" have nothing to say."""
    return [
        ("Folder", f"{found.path}{' (bare)' if found.bare else ''}"),
        ("Trouble", found.trouble),
        ("Commit", _commit(found)),
        ("Branch", found.branch or ("detached" if found.commit else "")),
        ("Origin", found.origin),
        ("Files", _files(found)),
        ("Languages", ", ".join(f"{each.language} {each.percent}" for each in found.languages)),
        ("Index", _index(found)),
        ("By meaning", _embedded(found)),
        ("Memory", _memory(found)),
    ]


def _commit(found: RepositoryStatus) -> str:
    if not found.commit:
        return "" if found.trouble else "none yet"
    return f"{found.commit[:10]} {found.committed_at[:10]} {found.author}: {found.subject}"


def _files(found: RepositoryStatus) -> str:
    more = "more than " if found.truncated else ""
    modules = f", {counted(found.submodules, 'submodule')}" if found.submodules else ""
    return f"{more}{found.files:,}{modules}"


def _index(found: RepositoryStatus) -> str:
    if not found.index.at and not found.commit:
        return "none"
    if not found.index.at:
        return f"none: disputatio repo index {shlex.quote(found.path)}"
    stale = f"; {counted(found.index.stale, 'file')} changed since" if found.index.stale else "; up to date"
    commit = found.index.commit[:10] or "being brought up to date"
    return f"{found.index.chunks:,} parts of {found.index.files:,} files at {commit}, {when(found.index.at)}{stale}"


def _embedded(found: RepositoryStatus) -> str:
    if not found.index.at:
        return ""
    if found.index.why_not:
        return f"no, by words only: {found.index.why_not}"
    return f"{found.index.embedded:,} of {found.index.chunks:,} parts embedded by {found.index.model}"


def _memory(found: RepositoryStatus) -> str:
    memory = found.memory
    if memory.kind == "made":
        stale = f"; {counted(len(memory.stale), 'file')} changed since" if memory.stale else "; up to date"
        return f"{memory.parts:,} summaries by {memory.model} at {memory.commit[:10]}, {when(memory.at)}{stale}"
    if memory.kind == "none":
        return "none"
    begun = f"; {counted(memory.parts, 'part')} summarised, not all: repo index --model goes on" if memory.parts else ""
    return f"a map extracted by a program; no model has summarised it{begun}"
