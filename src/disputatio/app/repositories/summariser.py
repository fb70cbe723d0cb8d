"""Letting a model summarise a repository, bottom-up: its files, then its folders, then the whole.

What it wrote is kept by the ids of the blobs that it was shown, so that only what is new or changed is asked again, and
what was stopped goes on. A statement about folders or the whole is dropped unless a quotation for it was verified, and
no citation of it failed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence

from disputatio.app.models.providers import OneAsker
from disputatio.app.privacy.frontier import Frontier
from disputatio.app.privacy.sendings import Asked, Sending
from disputatio.app.repositories.indexer import IndexProgress, Tell
from disputatio.app.repositories.repository_memory import made_by_models
from disputatio.app.repositories.sources import DebateSources
from disputatio.debate.citations.evidence import items_of
from disputatio.debate.context import Context
from disputatio.debate.errors import Refused
from disputatio.debate.log.events import Usage
from disputatio.debate.values import value
from disputatio.debate.wording import by_face, tr
from disputatio.engine.errors import InvalidReply, NotFound
from disputatio.engine.ports import Clock, Prices
from disputatio.engine.routing import Cargo
from disputatio.library.memory import is_rehearsal
from disputatio.prompting.request import Request
from disputatio.repository import summary_requests as parts
from disputatio.repository.errors import FileMissing
from disputatio.repository.excerpts import screened_file
from disputatio.repository.outline import Outline, decode, ranking
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.sources import RepositorySources
from disputatio.repository.summary_requests import Source
from disputatio.repository.threads import Stopped, check, in_thread
from disputatio.storage.repositories import RepositoryEntry, RepositoryStore, Summary

AT_ONCE = 4
"""Questions that a model is asked at the same time."""


@value
class MemoryForecast:
    """What it would take to bring the memory up to the present commit, as estimates. `cost` in micro-dollars, None
    where the price is unknown. `files` are to be summarised, `left` are too many and only in the map; `characters` of
    the repository would go to the model's provider, as `sending` tells for the person to agree to; that is None where
    nothing leaves this computer."""

    model: str
    calls: int
    files: int
    folders: int
    left: int
    characters: int
    tokens: int
    cost: int | None
    sending: Sending | None = None


@value
class SummaryReport:
    """What a run did: summaries that were made, statements whose citations did not hold, and what it cost (None where
    the price is unknown)."""

    made: int
    kept: int
    unsupported: int
    tokens: int
    cost: int | None


@value
class _Plan:
    """`changed` are to be summarised, `files` all that have a part in it (blob ids by path)."""

    files: Mapping[str, str]
    changed: tuple[Source, ...]
    folders: tuple[parts.Folder, ...]
    left: int
    known: Mapping[tuple[str, str], Summary]


def index_first(path: str) -> str:
    """What is said where a repository has no index yet."""
    return by_face(
        tr("Index it first with: disputatio repo index {root}").format(root=path), tr("Index it on its page first.")
    )


class Summariser:
    """Its methods raise the errors of the repository, of models, and StorageHeld."""

    def __init__(
        self, store: RepositoryStore, asker: OneAsker, prices: Prices, clock: Clock, frontier: Frontier
    ) -> None:
        self._store, self._asker, self._prices, self._clock = store, asker, prices, clock
        self._frontier = frontier

    async def forecast(self, kept: RepositoryEntry, tree: SourceTree, model: str) -> MemoryForecast:
        """Return what `make` would ask of a model. Raises Refused where there is nothing to ask."""
        return self._forecast(kept, await self._plan(kept, tree, model), model)

    def _forecast(self, kept: RepositoryEntry, plan: _Plan, model: str) -> MemoryForecast:
        folders = [each for each in plan.folders if _new(plan, each)]
        batches = parts.batches(plan.changed)
        characters = sum(min(len(file.text), parts.FILE_CHARACTERS) for file in plan.changed)
        read = (
            characters // 3
            + 700 * (len(batches) + len(folders))
            + sum(len(each.children) * parts.FILE_TOKENS for each in folders)
        )
        wrote = len(plan.changed) * parts.FILE_TOKENS + len(folders) * parts.FOLDER_TOKENS
        usage = Usage(prompt=read, completion=wrote + (parts.WHOLE_TOKENS if folders else 0), estimated=True)
        cost = self._prices.price(model, usage) if folders else 0
        what = f"{len(plan.changed):,} of its files, to be summarised"
        sending = self._frontier.sending("summary", kept.path, model, what, characters, cost)
        return MemoryForecast(
            model=model,
            calls=len(batches) + len(folders),
            files=len(plan.changed),
            folders=len(folders),
            left=plan.left,
            characters=characters,
            tokens=usage.total,
            cost=cost,
            sending=sending if folders else None,
        )

    async def make(
        self,
        kept: RepositoryEntry,
        tree: SourceTree,
        model: str,
        tell: Tell,
        stopped: Stopped,
        agreed: Collection[Asked],
    ) -> SummaryReport:
        """Summarise what is new or changed, and sum it up anew. Each part is kept at once: what is stopped goes on
        from there. Raises ConsentNeeded."""
        plan = await self._plan(kept, tree, model)
        sending = self._forecast(kept, plan, model).sending
        await self._frontier.require([sending] if sending else [], agreed)
        work = _Work(plan=plan, model=model, tree=tree, tell=tell, stopped=stopped)
        await self._files(kept, work)
        await self._folders(kept, work)
        wanted = {("file", path) for path in plan.files} | {("folder", each.path) for each in plan.folders if each.path}
        await self._store.summaries.drop(kept.id, plan.known.keys() - wanted - {("repository", "")})
        cost = None if work.unpriced else work.cost
        return SummaryReport(
            made=work.made, kept=len(wanted) + 1 - work.made, unsupported=work.dropped, tokens=work.tokens, cost=cost
        )

    async def _plan(self, kept: RepositoryEntry, tree: SourceTree, model: str) -> _Plan:
        if not model or is_rehearsal([model]):
            raise Refused(
                "There is no model to summarise the repository, so its map stands in for a summary.",
                by_face(
                    "Name a model (--model PROVIDER:MODEL), or set a key for the utility model.",
                    tr("Set a key for the utility model in the settings, under Providers."),
                ),
                place="providers",
            )
        if not kept.indexed_at:
            raise NotFound(
                tr("{kept} is not indexed yet.").format(kept=kept.name),
                index_first(kept.path),
            )
        known = await made_by_models(self._store.summaries, kept)
        rows = await self._store.code.outlines(kept.id)

        def work(stopped: Stopped) -> _Plan:
            outlines = [(path, language, decode(text)) for path, language, text in rows]
            return _planned(tree, outlines, known, stopped)

        return await in_thread(work)

    async def _files(self, kept: RepositoryEntry, work: _Work) -> None:
        gate = asyncio.Semaphore(AT_ONCE)
        done = 0

        async def one(batch: Sequence[Source]) -> None:
            nonlocal done
            async with gate:
                check(work.stopped)
                answer = await self._asked(work, parts.ask_files(batch, _name(work.model)), kept)
            found = parts.summaries_of(answer, batch)
            made = [("file", each.path, each.id, found[each.path]) for each in batch if each.path in found]
            await self._keep(kept, work, made)
            done += len(batch)
            work.tell(IndexProgress(step="summarising", done=done, total=work.total, path=batch[-1].path))

        try:
            async with asyncio.TaskGroup() as group:
                for batch in parts.batches(work.plan.changed):
                    group.create_task(one(batch))
        except ExceptionGroup as several:
            raise several.exceptions[0] from None

    async def _folders(self, kept: RepositoryEntry, work: _Work) -> None:
        texts = {path: each.text for (_, path), each in (await made_by_models(self._store.summaries, kept)).items()}
        holds = await in_thread(lambda stopped: _checker(work.tree))
        done = len(work.plan.changed)
        for folder in work.plan.folders:
            check(work.stopped)
            if _new(work.plan, folder) or not work.fresh.isdisjoint(folder.children) or (not folder.path and work.made):
                children = [(path, texts[path]) for path in folder.children if path in texts]
                ask = parts.ask_folder(folder.path, children, _name(work.model))
                if not folder.path:
                    ask = parts.ask_whole(children, _name(work.model))
                answer = await self._asked(work, ask, kept)
                text, dropped = await asyncio.to_thread(parts.with_support, answer, holds)
                work.dropped += dropped
                await self._keep(kept, work, [_row(folder, text, work.model)])
                texts[folder.path] = text
                done += 1
            work.tell(IndexProgress(step="summarising", done=done, total=work.total, path=folder.path))

    async def _asked(self, work: _Work, request: Request, kept: RepositoryEntry) -> str:
        answer = await self._asker.ask(work.model, request, Cargo(summarised=kept.path))
        usage = answer.usage or Usage(
            prompt=self._prices.estimate_tokens(request.system + request.messages[0].text),
            completion=self._prices.estimate_tokens(answer.text),
            estimated=True,
        )
        cost = self._prices.price(work.model, usage)
        work.tokens += usage.total
        work.cost += cost or 0
        work.unpriced = work.unpriced or cost is None
        return answer.text

    async def _keep(self, kept: RepositoryEntry, work: _Work, made: Sequence[tuple[str, str, str, str]]) -> None:
        now = self._clock.now()
        rows = [
            Summary(kind=k, path=p, source=s, text=t, model=work.model, commit=work.tree.pin, at=now)
            for k, p, s, t in made
        ]
        work.made += len(rows)
        work.fresh |= {path for _, path, _, _ in made}
        await self._store.summaries.keep(kept.id, rows)


class _Work:
    """A run in progress."""

    def __init__(self, plan: _Plan, model: str, tree: SourceTree, tell: Tell, stopped: Stopped) -> None:
        self.plan, self.model, self.tree, self.tell, self.stopped = plan, model, tree, tell, stopped
        self.made = self.dropped = self.tokens = self.cost = 0
        self.unpriced = False
        self.fresh: set[str] = set()
        self.total = len(plan.changed) + sum(_new(plan, folder) for folder in plan.folders)


def _planned(
    tree: SourceTree,
    outlines: Sequence[tuple[str, str, Outline]],
    known: Mapping[tuple[str, str], Summary],
    stopped: Stopped,
) -> _Plan:
    """Blocks."""
    wanted = ranking(outlines)
    files: dict[str, str] = {}
    changed: list[Source] = []
    for path in wanted[: parts.MOST_FILES]:
        check(stopped)
        try:
            entry = tree.entry(path)
            old = known.get(("file", path))
            if old is None or old.source != entry.id:
                text = screened_file(tree, entry).text
                if not text.strip():
                    continue
                changed.append(Source(path=path, id=entry.id, text=text))
            files[path] = entry.id
        except FileMissing:
            continue
    left = max(0, len(wanted) - parts.MOST_FILES)
    return _Plan(files=files, changed=tuple(changed), folders=tuple(parts.folders(files)), left=left, known=known)


def _row(folder: parts.Folder, text: str, model: str) -> tuple[str, str, str, str]:
    """Raise InvalidReply for a text of the whole of which nothing is supported."""
    if not folder.path and not text:
        raise InvalidReply(
            tr("{model} quoted nothing from the repository to support its summary, so the summary was dropped.").format(
                model=model
            ),
            "Try again, or name another model.",
        )
    return "folder" if folder.path else "repository", folder.path, folder.source, text


def _new(plan: _Plan, folder: parts.Folder) -> bool:
    old = plan.known.get(("folder" if folder.path else "repository", folder.path))
    return old is None or old.source != folder.source


def _checker(tree: SourceTree) -> Callable[[str], bool]:
    """Return whether a quotation of a line was verified in the tree, and none of its citations failed. Blocks."""
    context = Context(kind="repository", ref=str(tree.root), title=tree.name, pin=tree.pin)
    sources = DebateSources(context=context, repository=RepositorySources(tree))

    def holds(line: str) -> bool:
        cited = items_of(sources.record(line, ""))
        return any(item.grounded for item in cited) and not any(item.failed for item in cited)

    return holds


def _name(model: str) -> str:
    return model.partition(":")[2]
