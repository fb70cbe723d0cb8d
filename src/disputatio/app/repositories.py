"""Repositories as a person knows them: opened, indexed, searched, read, forgotten. Every face calls this.

Everything is read from one commit, off the event loop, and nothing of the repository is changed or run. All methods
raise the errors of `repository.errors`, each with what to do, and StorageHeld.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path

from disputatio.app.asking import OneAsker
from disputatio.app.code_search import CodeResults, CodeSearch
from disputatio.app.consents import Sending
from disputatio.app.embedding import Embedding
from disputatio.app.held import held
from disputatio.app.indexing import Indexed, Indexer, Tell, silent
from disputatio.app.repository_memory import Knowledge, MemoryState, RepositoryMemory
from disputatio.app.summarising import MemoryForecast, Summarised, Summarising
from disputatio.debate.context import Context
from disputatio.debate.errors import Refused
from disputatio.debate.values import value
from disputatio.engine.billing import Prices
from disputatio.engine.errors import NotFound
from disputatio.engine.ports import Clock
from disputatio.repository import past
from disputatio.repository.blame import Blame, blame
from disputatio.repository.cloning import Fetched, clone
from disputatio.repository.context import from_tree
from disputatio.repository.entries import Commit, FileText
from disputatio.repository.errors import RepositoryError
from disputatio.repository.languages import Share, shares
from disputatio.repository.measuring import Weight, paths_named, weight
from disputatio.repository.past import Difference, FileHistory
from disputatio.repository.reading import RepositoryTools
from disputatio.repository.screening import Screened
from disputatio.repository.source_tree import SourceTree, open_tree
from disputatio.repository.threads import Stopped, in_thread, never
from disputatio.secrets.detection import find
from disputatio.secrets.screening import HeldBack, Screening
from disputatio.storage.code import CodeStore, Shelved

OPEN = 6
"""Trees that stay open between two questions about them."""
OFTEN = 0.1
"""Seconds between two words about a copy that is fetched."""
CAUGHT_UP = 100
"""Files that changed since the index was made and that a debate's context is kept waiting for: about a second."""


@value
class IndexState:
    """`commit` is what was indexed, "" for nothing; `stale` counts the files that differ at the commit of the status.
    `embedded` of `chunks` have vectors of `model`; `why_not`: why the others get none. Times are seconds since 1970."""

    commit: str = ""
    at: float | None = None
    files: int = 0
    chunks: int = 0
    stale: int = 0
    model: str = ""
    embedded: int = 0
    why_not: str = ""


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


class Repositories:
    def __init__(
        self,
        store: CodeStore,
        embedding: Embedding,
        clock: Clock,
        asker: OneAsker,
        prices: Prices,
        clones: Path | None = None,
    ) -> None:
        """`clones`: the folder of copies that are fetched from the network."""
        self._store, self._embedding, self._clock, self._clones = store, embedding, clock, clones
        self.indexer = Indexer(store, embedding, clock)
        self._search = CodeSearch(store, embedding)
        self.memory = RepositoryMemory(store)
        self.summarising = Summarising(store, asker, prices, clock)
        self._trees: OrderedDict[tuple[str, str], SourceTree] = OrderedDict()
        self._languages: dict[tuple[str, str], tuple[Share, ...]] = {}
        self._weights: dict[tuple[str, str], Weight] = {}

    # ---- the shelf -----------------------------------------------------------------------------------------------
    async def opened(self) -> list[RepositoryStatus]:
        """Those that were opened, the latest first, without looking at any: `status` tells more of one."""
        return [
            RepositoryStatus(path=each.path, name=each.name, index=_indexed(each), opened_at=each.opened_at)
            for each in await self._store.all()
        ]

    async def shelve(self, path: str) -> str:
        """Put the repository at a path, or above it, on the shelf without telling of it; returns its folder."""
        tree = await self.tree(path)
        await self._shelve(tree)
        return str(tree.root)

    async def open(self, path: str) -> RepositoryStatus:
        """Put the repository at a path, or above it, on the shelf, and tell of it."""
        await self._shelve(await self.tree(path))
        return await self.status(path)

    async def status(self, path: str) -> RepositoryStatus:
        """Of the commit that HEAD names now. One that was opened and cannot be read any more tells why."""
        try:
            tree = await self.tree(path)
        except RepositoryError as error:
            kept = await self._store.find(path)
            if kept is None:
                raise
            index = _indexed(kept)
            return RepositoryStatus(
                path=kept.path, name=kept.name, index=index, opened_at=kept.opened_at, trouble=error.user_message
            )
        return await self._told(tree, await self._store.find(str(tree.root)))

    async def clone(self, address: str, progress: Callable[[Fetched], object], cancel: Stopped = never) -> str:
        """Fetch a bare copy into the data folder and put it on the shelf; returns its path. The person asked for it.
        `progress` is called on the event loop, `cancel` in another thread. Raises `NotCloned`, `ReadingStopped`."""
        if self._clones is None:
            raise Refused("There is no folder for copies.", "Clone it with git and open the folder.")
        below, loop, last = self._clones, asyncio.get_running_loop(), [0.0]

        def tell(fetched: Fetched) -> None:
            if (now := time.monotonic()) - last[0] >= OFTEN:
                last[0] = now
                loop.call_soon_threadsafe(progress, fetched)

        made = await in_thread(lambda stopped: clone(address, below, tell, lambda: stopped() or cancel()))
        return await self.shelve(str(made))

    def cloned(self, path: str) -> bool:
        """Whether it is a copy in the data folder."""
        return self._clones is not None and Path(path).parent == self._clones

    async def forget(self, path: str) -> bool:
        """Drop everything that is kept of a repository: index, vectors, summaries. The repository itself stays as it
        is, but for a copy that was fetched into the data folder. False where nothing was kept."""
        kept = await self._kept(path)
        if kept is not None:
            await self._store.forget(kept.id)
            if self.cloned(kept.path):
                self._trees.clear()
                await asyncio.to_thread(shutil.rmtree, kept.path, ignore_errors=True)
        return kept is not None

    # ---- the index -----------------------------------------------------------------------------------------------
    async def index(self, path: str, progress: Tell = silent, cancel: Stopped = never) -> Indexed:
        """Index the current commit, in steps that are kept: `cancel` is asked now and then (it may be called in another
        thread), and cancelling the task serves as well. `progress` is called on the event loop."""
        tree = await self.tree(path)
        return await self.indexer.run(await self._shelve(tree), tree, progress, cancel)

    async def embedding_missing(self) -> str:
        """Why no embedding model can be asked, in words; "" where one can."""
        return (await self._embedding.chosen()).why_not

    async def embedding_sending(self, path: str) -> Sending | None:
        """What embedding would send across a network, for the person to agree to; None where nothing leaves."""
        tree = await self.tree(path)
        chosen = await self._embedding.chosen()
        if chosen.config is None or chosen.here:
            return None
        return Sending(
            kind="repository",
            ref=str(tree.root),
            what="its text files in parts, to be embedded",
            characters=0,
            provider=chosen.config.name,
            address=chosen.config.base_url,
        )

    async def search(self, path: str, query: str, limit: int = 20, commit: str = "") -> CodeResults:
        """The chunks that bear on a query, by words and by meaning. Raises NotFound where nothing is indexed."""
        tree = await self.tree(path, commit)
        kept = await self._store.find(str(tree.root))
        if kept is None or not kept.indexed_at:
            raise NotFound(f"{tree.name} is not indexed yet.", f"Index it first: disputatio repo index {tree.root}")
        return await self._search.find(kept, tree, query, limit)

    # ---- for a debate --------------------------------------------------------------------------------------------
    async def context(
        self, path: str, commit: str, question: str, *, ask: bool = True, screening: Screening | None = None
    ) -> Context:
        """What the participants may take as known: repository memory or the usual sections, and what bears on the
        question. An index that lags behind by a few files is brought up first; `ask`: an embedding model may be asked.
        `screening` knows what a person released, and learns what was held back."""
        tree = await self.tree(path, commit)
        kept = await self._store.find(str(tree.root))
        if kept is None or not kept.indexed_at:
            return await in_thread(lambda stopped: from_tree(tree, question, stopped, screening=screening))
        if not commit and 0 < (await self.indexer.pending(kept, tree)).count <= CAUGHT_UP:
            await self.indexer.catch_up(kept, tree)
        bearing = await self._search.section(kept, tree, question, ask=ask, screening=screening)
        memory = await self.memory.section(kept, tree)
        return await in_thread(
            lambda stopped: from_tree(tree, question, stopped, memory=memory, bearing=bearing, screening=screening)
        )

    async def tools(self, path: str, commit: str = "") -> RepositoryTools:
        """The read-only tools of participants, on one commit."""
        return RepositoryTools(await self.tree(path, commit))

    async def held(self, path: str, commit: str = "", files: Sequence[str] = ()) -> tuple[HeldBack, ...]:
        """The likely secrets of a commit, by the ids to release them. Cancelling the task stops it."""
        tree = await self.tree(path, commit)
        return await in_thread(lambda stopped: held(tree, files, stopped))

    # ---- repository memory ---------------------------------------------------------------------------------------
    async def knowledge(self, path: str) -> Knowledge:
        """What is known of the whole: what a model summarised, else the map that a program extracted."""
        kept, tree = await self._shelved(path)
        return await self.memory.knowledge(kept, tree)

    async def memory_forecast(self, path: str, model: str) -> MemoryForecast:
        """What `remember` would take with a model. Raises Refused without a model, NotFound without an index."""
        kept, tree = await self._shelved(path)
        return await self.summarising.forecast(kept, tree, model)

    async def remember(self, path: str, model: str, progress: Tell = silent, cancel: Stopped = never) -> Summarised:
        """Let a model summarise what is new or changed. Ask the person first: it costs, and the files leave the
        computer. Raises the errors of models, too; what was summarised before stays."""
        kept, tree = await self._shelved(path)
        return await self.summarising.make(kept, tree, model, progress, cancel)

    async def _shelved(self, path: str) -> tuple[Shelved, SourceTree]:
        tree = await self.tree(path)
        kept = await self._store.find(str(tree.root))
        if kept is None:
            raise NotFound(f"{tree.name} is not indexed yet.", f"Index it first: disputatio repo index {tree.root}")
        return kept, tree

    # ---- reading -------------------------------------------------------------------------------------------------
    async def origin(self, path: str) -> str:
        """The address that the repository at a path was cloned from, "" where there is none."""
        tree = await self.tree(path)
        return await in_thread(lambda stopped: tree.origin())

    async def tree(self, path: str, commit: str = "") -> SourceTree:
        """The repository at a path, at a commit (default what HEAD names now)."""
        found = await in_thread(lambda stopped: open_tree(path or ".", commit or None))
        key = (str(found.root), found.pin)
        tree = self._trees.setdefault(key, found)
        tree.branch = found.branch or tree.branch
        self._trees.move_to_end(key)
        while len(self._trees) > OPEN:
            self._trees.popitem(last=False)
        return tree

    async def read(self, path: str, commit: str, file: str) -> Screened:
        """A file as it stands at a commit, for a person on this computer: nothing is taken out of it, and `held` tells
        what no model would be shown."""
        tree = await self.tree(path, commit)
        return await in_thread(lambda stopped: _whole(tree.read(file)))

    async def named(self, path: str, commit: str, words: str, limit: int = 20) -> tuple[str, ...]:
        """The files of a commit whose path has every word, the likeliest first. Needs no index."""
        tree = await self.tree(path, commit)
        return await in_thread(lambda stopped: paths_named(tree, words, limit, stopped))

    async def blame(self, path: str, commit: str, file: str, first: int = 1, last: int = 0) -> tuple[Blame, ...]:
        """Who wrote lines `first` to `last` (0: the end) of a file."""
        tree = await self.tree(path, commit)
        return await in_thread(lambda stopped: blame(tree, file, first, last, stopped))

    async def history(self, path: str, commit: str = "", file: str = "", limit: int = 30) -> FileHistory:
        """The commits before and at a commit, newest first; of one file or folder where it is named."""
        tree = await self.tree(path, commit)
        if file:
            return await in_thread(lambda stopped: past.history(tree, file, limit, stopped))
        found: tuple[Commit, ...] = await in_thread(lambda stopped: tree.history(limit + 1, stopped))
        return FileHistory(commits=found[:limit], whole=len(found) <= limit)

    async def diff(self, path: str, base: str, head: str = "", file: str = "") -> tuple[Difference, ...]:
        """What changed between two commits, in one file or folder or everywhere."""
        tree = await self.tree(path)
        return await in_thread(lambda stopped: past.difference(tree, base, head, file, stopped))

    # ---- inside --------------------------------------------------------------------------------------------------
    async def _kept(self, path: str) -> Shelved | None:
        """What is kept under a path as it was given, or of the repository that is there."""
        given = await self._store.find(path) or await self._store.find(await asyncio.to_thread(_absolute, path))
        if given is not None:
            return given
        try:
            return await self._store.find(str((await self.tree(path)).root))
        except RepositoryError:
            return None

    async def _shelve(self, tree: SourceTree) -> Shelved:
        first = await in_thread(tree.first_commit)
        return await self._store.open(str(tree.root), first, tree.name, self._clock.now(), _gone)

    async def _told(self, tree: SourceTree, kept: Shelved | None) -> RepositoryStatus:
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
            memory=await self.memory.state(kept, tree) if kept else MemoryState(),
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

    async def _index_state(self, tree: SourceTree, kept: Shelved | None) -> IndexState:
        if kept is None or not kept.indexed_at:
            return IndexState()
        files, chunks = await self._store.counts(kept.id)
        chosen, why_not = await self.indexer.model(kept.path)
        return IndexState(
            commit=kept.commit,
            at=kept.indexed_at,
            files=files,
            chunks=chunks,
            stale=(await self.indexer.pending(kept, tree)).count,
            model=chosen.model,
            embedded=await self._store.coverage(kept.id, chosen.model) if chosen.model else 0,
            why_not=why_not,
        )


def _absolute(path: str) -> str:
    return str(Path(path).expanduser().absolute())


def _gone(path: str) -> bool:
    return not Path(path).exists()


def _indexed(kept: Shelved) -> IndexState:
    return IndexState(commit=kept.commit, at=kept.indexed_at)


def _whole(file: FileText) -> Screened:
    return Screened(file=file, held=tuple(find(file.text, file.path)))
