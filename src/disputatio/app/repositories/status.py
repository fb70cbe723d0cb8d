"""What is told of a repository: its commit, size and languages, and how far its index and its memory have come."""

from __future__ import annotations

import asyncio

from disputatio.app.repositories.indexer import Indexer
from disputatio.app.repositories.repository_memory import MemoryState, RepositoryMemory
from disputatio.debate.values import value
from disputatio.repository.entries import Commit
from disputatio.repository.languages import Share, shares
from disputatio.repository.source_tree import SourceTree, Weight, weight
from disputatio.repository.threads import in_thread
from disputatio.storage.code import CodeStore
from disputatio.storage.repositories import RepositoryEntry


@value
class IndexState:
    """`commit` is what was indexed, "" for nothing; `stale` counts the files that differ at the commit of the status.
    `embedded` of `chunks` have vectors of `model`; `why_not`: why the others get none. `receiver` is the provider
    across a network that embedding sends the whole repository to, "" where nothing leaves, and `agreed` whether the
    person has agreed to that. Times are seconds since 1970."""

    commit: str = ""
    at: float | None = None
    files: int = 0
    chunks: int = 0
    stale: int = 0
    model: str = ""
    embedded: int = 0
    why_not: str = ""
    receiver: str = ""
    agreed: bool = False


@value
class RepositoryStatus:
    """A repository at its current commit. `path` is its folder; `branch` is "" when HEAD is detached. Where `trouble`
    is said, it cannot be read any more, and only what was kept of it is told."""

    path: str
    name: str
    commit: str = ""
    branch: str = ""
    subject: str = ""
    author: str = ""
    committed_at: str = ""
    bare: bool = False
    origin: str = ""
    files: int = 0
    weight: Weight = Weight()
    truncated: bool = False
    submodules: int = 0
    languages: tuple[Share, ...] = ()
    index: IndexState = IndexState()
    memory: MemoryState = MemoryState()
    opened_at: float | None = None
    trouble: str = ""


class Statuses:
    """Its methods raise the errors of the repository, and StorageHeld. Size and languages of a commit are measured
    once."""

    def __init__(self, store: CodeStore, indexer: Indexer, memory: RepositoryMemory) -> None:
        self._store, self._indexer, self._memory = store, indexer, memory
        self._languages: dict[tuple[str, str], tuple[Share, ...]] = {}
        self._weights: dict[tuple[str, str], Weight] = {}

    async def of(self, tree: SourceTree, kept: RepositoryEntry | None) -> RepositoryStatus:
        """Of a repository at the commit that HEAD names; `kept` is what the shelf has of it."""
        entries = await in_thread(tree.files)
        newest = await in_thread(lambda stopped: tree.history(1, stopped))
        at = newest[0] if newest else Commit(id="", author="", date="", subject="")
        return RepositoryStatus(
            path=str(tree.root),
            name=tree.name,
            commit=tree.pin,
            branch=tree.branch,
            subject=at.subject,
            author=at.author,
            committed_at=at.date,
            bare=tree.bare,
            origin=await asyncio.to_thread(tree.origin),
            files=len(entries),
            weight=await self._weight(tree),
            truncated=tree.truncated,
            submodules=sum(entry.kind == "submodule" for entry in entries),
            languages=await self._shares(tree),
            index=await self._index_state(tree, kept),
            memory=await self._memory.state(kept, tree) if kept else MemoryState(),
            opened_at=kept.opened_at if kept else None,
        )

    async def _shares(self, tree: SourceTree) -> tuple[Share, ...]:
        key = (str(tree.root), tree.pin)
        if key not in self._languages:
            self._languages[key] = await in_thread(lambda stopped: shares(tree, stopped=stopped))
        return self._languages[key]

    async def _weight(self, tree: SourceTree) -> Weight:
        key = (str(tree.root), tree.pin)
        if key not in self._weights:
            self._weights[key] = await in_thread(lambda stopped: weight(tree, stopped))
        return self._weights[key]

    async def _index_state(self, tree: SourceTree, kept: RepositoryEntry | None) -> IndexState:
        sending = await self._indexer.sending(tree)
        chosen, why_not = await self._indexer.model(str(tree.root))
        if kept is None or not kept.indexed_at:
            return IndexState(receiver=sending.receiver if sending else "", agreed=not why_not)
        files, chunks = await self._store.counts(kept.id)
        return IndexState(
            commit=kept.commit,
            at=kept.indexed_at,
            files=files,
            chunks=chunks,
            stale=(await self._indexer.pending_changes(kept, tree)).count,
            model=chosen.model,
            embedded=await self._store.coverage(kept.id, chosen.model) if chosen.model else 0,
            why_not=why_not,
            receiver=sending.receiver if sending else "",
            agreed=not why_not,
        )


def unread(kept: RepositoryEntry, trouble: str = "") -> RepositoryStatus:
    """Return what the shelf alone has of a repository that was not looked at, or that `trouble` keeps from being
    read."""
    index = IndexState(commit=kept.commit, at=kept.indexed_at)
    return RepositoryStatus(path=kept.path, name=kept.name, index=index, opened_at=kept.opened_at, trouble=trouble)
