"""Repositories as a person knows them: opened, cloned, indexed, searched, summarised, forgotten. Every face calls this.

Everything is read from one commit, off the event loop, and nothing of the repository is changed or run. All methods
raise the errors of `repository.errors`, each with what to do, and StorageHeld.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import Callable, Collection
from pathlib import Path

from disputatio.app.models.embedding import Embedding
from disputatio.app.models.providers import OneAsker
from disputatio.app.privacy.frontier import Frontier
from disputatio.app.privacy.sendings import Asked
from disputatio.app.repositories.code_search import CodeResults, CodeSearch
from disputatio.app.repositories.indexer import Indexer, IndexReport, Tell, no_progress
from disputatio.app.repositories.look_ups import RepositoryReading
from disputatio.app.repositories.repository_memory import Knowledge, RepositoryMemory
from disputatio.app.repositories.status import RepositoryStatus, Statuses, unread
from disputatio.app.repositories.summariser import MemoryForecast, Summariser, SummaryReport, index_first
from disputatio.debate.context import Context
from disputatio.debate.wording import tr
from disputatio.engine.errors import NotFound
from disputatio.engine.ports import Clock, Prices
from disputatio.repository.cloning import CloneProgress, clone
from disputatio.repository.context import from_tree
from disputatio.repository.errors import RepositoryError
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, in_thread, never
from disputatio.secrets.detection import Screening
from disputatio.storage.repositories import RepositoryEntry, RepositoryStore

# ---- copies fetched from the network ----------------------------------------------------------------------------
OFTEN = 0.1
"""Seconds between two words about a copy that is fetched."""


class Clones:
    """Copies of repositories that are fetched from the network, in a folder of ours."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def fetch(self, address: str, progress: Callable[[CloneProgress], object], cancel: Stopped) -> Path:
        """Return a bare copy of the repository at an address; returns its folder. `progress` is called on the event
        loop, `cancel` in another thread. Raises `Refused`, `NotCloned`, `ReadingStopped`."""
        below, loop, last = self._folder, asyncio.get_running_loop(), [0.0]

        def tell(fetched: CloneProgress) -> None:
            if (now := time.monotonic()) - last[0] >= OFTEN:
                last[0] = now
                loop.call_soon_threadsafe(progress, fetched)

        return await in_thread(lambda stopped: clone(address, below, tell, lambda: stopped() or cancel()))

    def has(self, path: str) -> bool:
        """Return whether it is a copy in the data folder."""
        return Path(path).parent == self._folder

    async def erase(self, path: str) -> None:
        await asyncio.to_thread(shutil.rmtree, path, ignore_errors=True)


CAUGHT_UP = 100
"""Files that changed since the index was made and that a debate's context is kept waiting for: about a second."""


class Repositories:
    def __init__(
        self,
        store: RepositoryStore,
        embedding: Embedding,
        clock: Clock,
        asker: OneAsker,
        prices: Prices,
        frontier: Frontier,
        clones: Path,
    ) -> None:
        """`clones`: the folder of copies."""
        self._store, self._embedding, self._clock = store, embedding, clock
        self.reading = RepositoryReading()
        self._clones = Clones(clones)
        self.indexer = Indexer(store, embedding, clock, frontier)
        self._search = CodeSearch(store.code, embedding)
        self.memory = RepositoryMemory(store.summaries)
        self.summarising = Summariser(store, asker, prices, clock, frontier)
        self._statuses = Statuses(store.code, self.indexer, self.memory)

    # ---- the shelf -----------------------------------------------------------------------------------------------
    async def all(self) -> list[RepositoryStatus]:
        """Return those that were opened, the latest first, without looking at any: `status` tells more of one."""
        return [unread(each) for each in await self._store.all()]

    async def shelve(self, path: str) -> str:
        """Put the repository at a path, or above it, on the shelf without telling of it; returns its folder."""
        tree = await self.reading.tree(path)
        await self._shelve(tree)
        return str(tree.root)

    async def open(self, path: str) -> RepositoryStatus:
        """Put the repository at a path, or above it, on the shelf, and tell of it."""
        await self._shelve(await self.reading.tree(path))
        return await self.status(path)

    async def status(self, path: str) -> RepositoryStatus:
        """Of the commit that HEAD names now. One that was opened and cannot be read any more tells why."""
        try:
            tree = await self.reading.tree(path)
        except RepositoryError as error:
            kept = await self._store.find(path)
            if kept is None:
                raise
            return unread(kept, error.user_message)
        return await self._statuses.of(tree, await self._store.find(str(tree.root)))

    async def origin(self, path: str) -> str:
        """Return the address that the repository at a path was cloned from, "" where there is none."""
        tree = await self.reading.tree(path)
        return await in_thread(lambda stopped: tree.origin())

    async def clone(self, address: str, progress: Callable[[CloneProgress], object], cancel: Stopped = never) -> str:
        """Fetch a bare copy into the data folder and put it on the shelf; returns its path. The person asked for it.
        `progress` is called on the event loop, `cancel` in another thread. Raises `NotCloned`, `ReadingStopped`."""
        return await self.shelve(str(await self._clones.fetch(address, progress, cancel)))

    def is_clone(self, path: str) -> bool:
        """Return whether it is a copy in the data folder."""
        return self._clones.has(path)

    async def keeps(self, path: str) -> bool:
        """Return whether anything is kept of the repository at a path."""
        return await self._kept(path) is not None

    async def forget(self, path: str) -> bool:
        """Drop everything that is kept of a repository: index, vectors, summaries. The repository itself stays as it
        is, but for a copy that was fetched into the data folder. False where nothing was kept."""
        kept = await self._kept(path)
        if kept is not None:
            await self._store.forget(kept.id)
            if self.is_clone(kept.path):
                self.reading.close()
                await self._clones.erase(kept.path)
        return kept is not None

    # ---- the index -----------------------------------------------------------------------------------------------
    async def index(
        self,
        path: str,
        progress: Tell = no_progress,
        cancel: Stopped = never,
        *,
        embed: bool = True,
        agreed: Collection[Asked] = (),
    ) -> IndexReport:
        """Index the current commit, in steps that are kept: `cancel` is asked now and then (it may be called in another
        thread), and cancelling the task serves as well. `progress` is called on the event loop. Raises ConsentNeeded,
        before anything is read, where an embedding model would be sent the repository; without `embed` none is asked,
        and nothing leaves."""
        tree = await self.reading.tree(path)
        if embed:
            await self.indexer.permit(tree, agreed)
        return await self.indexer.run(await self._shelve(tree), tree, progress, cancel, embed=embed)

    async def embedding_missing(self) -> str:
        """Return why no embedding model can be asked, in words; "" where one can."""
        return (await self._embedding.choice()).why_not

    async def search(self, path: str, query: str, limit: int = 20) -> CodeResults:
        """Return the chunks that bear on a query, by words and by meaning. Raises NotFound where nothing is indexed."""
        tree = await self.reading.tree(path)
        kept = await self._store.find(str(tree.root))
        if kept is None or not kept.indexed_at:
            raise NotFound(
                tr("{tree} is not indexed yet.").format(tree=tree.name),
                index_first(str(tree.root)),
            )
        return await self._search.find(kept, tree, query, limit)

    # ---- for a debate --------------------------------------------------------------------------------------------
    async def context(
        self, path: str, commit: str, question: str, *, ask: bool = True, screening: Screening | None = None
    ) -> Context:
        """Return what the participants may take as known: repository memory or the usual sections, and what bears on
        the question. An index that lags behind by a few files is brought up first; `ask`: an embedding model may be
        asked. `screening` knows what a person released, and learns what was held back."""
        tree = await self.reading.tree(path, commit)
        kept = await self._store.find(str(tree.root))
        if kept is None or not kept.indexed_at:
            return await in_thread(lambda stopped: from_tree(tree, question, stopped, screening=screening))
        if not commit and 0 < (await self.indexer.pending_changes(kept, tree)).count <= CAUGHT_UP:
            await self.indexer.catch_up(kept, tree)
        bearing = await self._search.section(kept, tree, question, ask=ask, screening=screening)
        memory = await self.memory.section(kept, tree)
        return await in_thread(
            lambda stopped: from_tree(tree, question, stopped, memory=memory, bearing=bearing, screening=screening)
        )

    # ---- repository memory ---------------------------------------------------------------------------------------
    async def knowledge(self, path: str) -> Knowledge:
        """Return what is known of the whole: what a model summarised, else the map that a program extracted."""
        kept, tree = await self._shelved(path)
        return await self.memory.knowledge(kept, tree)

    async def memory_forecast(self, path: str, model: str) -> MemoryForecast:
        """Return what `remember` would take with a model. Raises Refused without a model, NotFound without an index."""
        kept, tree = await self._shelved(path)
        return await self.summarising.forecast(kept, tree, model)

    async def remember(
        self,
        path: str,
        model: str,
        progress: Tell = no_progress,
        cancel: Stopped = never,
        *,
        agreed: Collection[Asked] = (),
    ) -> SummaryReport:
        """Let a model summarise what is new or changed. Tell the person first what it costs (`memory_forecast`). Raises
        ConsentNeeded for files that would leave the computer, and the errors of models; what was summarised before
        stays."""
        kept, tree = await self._shelved(path)
        return await self.summarising.make(kept, tree, model, progress, cancel, agreed)

    async def _shelved(self, path: str) -> tuple[RepositoryEntry, SourceTree]:
        tree = await self.reading.tree(path)
        kept = await self._store.find(str(tree.root))
        if kept is None:
            raise NotFound(
                tr("{tree} is not indexed yet.").format(tree=tree.name),
                index_first(str(tree.root)),
            )
        return kept, tree

    # ---- inside --------------------------------------------------------------------------------------------------
    async def _kept(self, path: str) -> RepositoryEntry | None:
        """Return what is kept under a path as it was given, or of the repository that is there."""
        given = await self._store.find(path) or await self._store.find(await asyncio.to_thread(_absolute, path))
        if given is not None:
            return given
        try:
            return await self._store.find(str((await self.reading.tree(path)).root))
        except RepositoryError:
            return None

    async def _shelve(self, tree: SourceTree) -> RepositoryEntry:
        first = await in_thread(tree.first_commit)
        return await self._store.open(str(tree.root), first, tree.name, self._clock.now(), _gone)


def _absolute(path: str) -> str:
    return str(Path(path).expanduser().absolute())


def _gone(path: str) -> bool:
    return not os.path.exists(path)
