"""Repository memory: what a model summarised bottom-up from the files, kept by the ids of their blobs, and until then a
map that a program extracted. Only what a model summarised, with citations that hold, counts as verified knowledge."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Literal

from disputatio.app.asking import OneAsker
from disputatio.app.consents import Sending
from disputatio.app.indexing import IndexProgress, Tell
from disputatio.app.sources import Desk
from disputatio.debate.context import Context, Section
from disputatio.debate.errors import Refused
from disputatio.debate.events import Usage
from disputatio.debate.evidence import GROUNDED, items_of
from disputatio.debate.values import value
from disputatio.engine.billing import Prices
from disputatio.engine.errors import InvalidReply, NotFound
from disputatio.engine.ports import Clock
from disputatio.library.memory import rehearsed
from disputatio.prompting.request import Request
from disputatio.providers.config import ProviderConfig
from disputatio.providers.transport import local
from disputatio.repository import knowledge as parts
from disputatio.repository.errors import FileMissing
from disputatio.repository.evidence import RepositorySources
from disputatio.repository.knowledge import Source
from disputatio.repository.outline import ROOM, SHORT, Outline, decoded, ranked
from disputatio.repository.screening import screened
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, check, in_thread
from disputatio.storage.code import CodeStore, Shelved, Summary

AT_ONCE = 4
OUT_OF_DATE = "(changed since: may be out of date)"
"""Behind a statement that rests on a file that is another at the commit in question."""


@value
class MemoryState:
    """What is known of the whole: "none"; a "map" extracted by program; "made" by a model that summarised it. `stale`
    names what was changed since, `parts` counts what was summarised: of a map, what a run that did not end has left to
    the next one. `at` is seconds since 1970."""

    kind: Literal["none", "map", "made"] = "none"
    model: str = ""
    commit: str = ""
    at: float | None = None
    parts: int = 0
    stale: tuple[str, ...] = ()


@value
class Knowledge:
    """The text that stands for a repository, with where it comes from; `cut` says what was left out."""

    state: MemoryState
    text: str
    cut: str = ""


@value
class MemoryForecast:
    """What it would take to bring the memory up to the present commit, as estimates. `cost` in micro-dollars, None
    where the price is unknown. `files` are to be summarised, `left` are too many and only in the map; `characters` of
    the repository would go to the model's provider."""

    model: str
    calls: int
    files: int
    folders: int
    left: int
    characters: int
    tokens: int
    cost: int | None


@value
class Remembered:
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


class RepositoryMemory:
    """Raises the errors of the repository, StorageHeld, and of models where one is asked."""

    def __init__(self, store: CodeStore, asker: OneAsker, prices: Prices, clock: Clock) -> None:
        self._store, self._asker, self._prices, self._clock = store, asker, prices, clock

    # ---- what is known -------------------------------------------------------------------------------------------
    async def state(self, kept: Shelved, tree: SourceTree) -> MemoryState:
        known = await self._made(kept)
        whole = known.get(("repository", ""))
        if whole is None:
            if not kept.indexed_at:
                return MemoryState()
            return MemoryState(kind="map", commit=kept.commit, at=kept.indexed_at, parts=len(known))
        stale = await in_thread(lambda stopped: _stale(tree, known))
        return MemoryState(
            kind="made", model=whole.model, commit=whole.commit, at=whole.at, parts=len(known), stale=stale
        )

    async def knowledge(self, kept: Shelved, tree: SourceTree) -> Knowledge:
        """The accumulated text, else the map, else nothing."""
        state = await self.state(kept, tree)
        if state.kind == "made":
            text = (await self._store.summaries(kept.id))["repository", ""].text
            return Knowledge(state=state, text=_marked(text, state.stale))
        if state.kind == "map":
            text, cut = await self._map(kept)
            return Knowledge(state=state, text=text, cut=cut)
        return Knowledge(state=state, text="")

    async def section(self, kept: Shelved, tree: SourceTree) -> Section:
        """For the context of a debate. Verified only where a model made it and its citations were checked."""
        known = await self.knowledge(kept, tree)
        if known.state.kind == "made":
            return Section(
                name="memory",
                title=f"Repository memory of commit {known.state.commit[:10]}, summarised by {known.state.model} on"
                f" {_day(known.state.at)}, citations checked",
                text=known.text + _changed_since(known.state),
                verified=True,
            )
        text, cut = await self._map(kept, SHORT)
        title = "Map of the repository, extracted by a program from definitions, imports and docstrings; not summarised"
        return Section(name="map", title=title, text=text, cut=cut)

    async def _map(self, kept: Shelved, room: int = ROOM) -> tuple[str, str]:
        """The map that was made with the index, and what was left out of it."""
        known = (await self._store.summaries(kept.id)).get(("map", str(room)))
        text, cut = json.loads(known.text) if known else ("", "")
        return text, cut

    async def _made(self, kept: Shelved) -> dict[tuple[str, str], Summary]:
        """What models summarised."""
        return {key: each for key, each in (await self._store.summaries(kept.id)).items() if each.kind != "map"}

    async def _outlines(self, kept: Shelved) -> list[tuple[str, str, Outline]]:
        rows = await self._store.outlines(kept.id)
        return await in_thread(lambda stopped: [(path, language, decoded(text)) for path, language, text in rows])

    # ---- making it -----------------------------------------------------------------------------------------------
    async def forecast(self, kept: Shelved, tree: SourceTree, model: str) -> MemoryForecast:
        """What `make` would ask of a model. Raises Refused where there is nothing to ask."""
        plan = await self._plan(kept, tree, model)
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
        return MemoryForecast(
            model=model,
            calls=len(batches) + len(folders),
            files=len(plan.changed),
            folders=len(folders),
            left=plan.left,
            characters=characters,
            tokens=usage.total,
            cost=self._prices.price(model, usage) if folders else 0,
        )

    async def make(self, kept: Shelved, tree: SourceTree, model: str, tell: Tell, stopped: Stopped) -> Remembered:
        """Summarise what is new or changed, and sum it up anew. Each part is kept at once: what is stopped goes on
        from there."""
        plan = await self._plan(kept, tree, model)
        work = _Work(plan=plan, model=model, tree=tree, tell=tell, stopped=stopped)
        await self._files(kept, work)
        await self._folders(kept, work)
        wanted = {("file", path) for path in plan.files} | {("folder", each.path) for each in plan.folders if each.path}
        await self._store.unsummarise(kept.id, plan.known.keys() - wanted - {("repository", "")})
        cost = None if work.unpriced else work.cost
        return Remembered(
            made=work.made, kept=len(wanted) + 1 - work.made, unsupported=work.dropped, tokens=work.tokens, cost=cost
        )

    async def _plan(self, kept: Shelved, tree: SourceTree, model: str) -> _Plan:
        if not model or rehearsed([model]):
            raise Refused(
                "There is no model to summarise the repository: the map, which needs none, stands in for it.",
                "Name one (--model PROVIDER:MODEL), or set a key: then the utility model is asked.",
            )
        if not kept.indexed_at:
            raise NotFound(f"{kept.name} is not indexed yet.", f"Index it first: disputatio repo index {kept.path}")
        known = await self._made(kept)
        outlines = await self._outlines(kept)
        return await in_thread(lambda stopped: _planned(tree, outlines, known, stopped))

    async def _files(self, kept: Shelved, work: _Work) -> None:
        gate = asyncio.Semaphore(AT_ONCE)
        done = 0

        async def one(batch: Sequence[Source]) -> None:
            nonlocal done
            async with gate:
                check(work.stopped)
                answer = await self._asked(work, parts.ask_files(batch, _name(work.model)))
            found = parts.answered(answer, batch)
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

    async def _folders(self, kept: Shelved, work: _Work) -> None:
        texts = {path: each.text for (_, path), each in (await self._made(kept)).items()}
        holds = await in_thread(lambda stopped: _checker(work.tree))
        done = len(work.plan.changed)
        for folder in work.plan.folders:
            check(work.stopped)
            if _new(work.plan, folder) or not work.fresh.isdisjoint(folder.children) or (not folder.path and work.made):
                children = [(path, texts[path]) for path in folder.children if path in texts]
                ask = parts.ask_folder(folder.path, children, _name(work.model))
                if not folder.path:
                    ask = parts.ask_whole(children, _name(work.model))
                answer = await self._asked(work, ask)
                text, dropped = await asyncio.to_thread(parts.supported, answer, holds)
                work.dropped += dropped
                await self._keep(kept, work, [_row(folder, text, work.model)])
                texts[folder.path] = text
                done += 1
            work.tell(IndexProgress(step="summarising", done=done, total=work.total, path=folder.path))

    async def _asked(self, work: _Work, request: Request) -> str:
        answer = await self._asker.ask(work.model, request)
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

    async def _keep(self, kept: Shelved, work: _Work, made: Sequence[tuple[str, str, str, str]]) -> None:
        now = self._clock.now()
        rows = [
            Summary(kind=k, path=p, source=s, text=t, model=work.model, commit=work.tree.pin, at=now)
            for k, p, s, t in made
        ]
        work.made += len(rows)
        work.fresh |= {path for _, path, _, _ in made}
        await self._store.summarise(kept.id, rows)


class _Work:
    """A run in progress."""

    def __init__(self, plan: _Plan, model: str, tree: SourceTree, tell: Tell, stopped: Stopped) -> None:
        self.plan, self.model, self.tree, self.tell, self.stopped = plan, model, tree, tell, stopped
        self.made = self.dropped = self.tokens = self.cost = 0
        self.unpriced = False
        self.fresh: set[str] = set()
        self.total = len(plan.changed) + sum(_new(plan, folder) for folder in plan.folders)


def memory_sending(
    path: str, expected: MemoryForecast, config: Callable[[str], ProviderConfig | None]
) -> Sending | None:
    """What summarising would send across a network, for the person to agree to; None where nothing leaves."""
    known = config(expected.model.partition(":")[0])
    if known is None or (known.base_url and local(known.base_url)):
        return None
    return Sending(
        kind="repository",
        ref=path,
        what=f"{expected.files:,} of its files, to be summarised",
        characters=expected.characters,
        provider=known.name,
        address=known.base_url,
    )


def _planned(
    tree: SourceTree,
    outlines: Sequence[tuple[str, str, Outline]],
    known: Mapping[tuple[str, str], Summary],
    stopped: Stopped,
) -> _Plan:
    """Blocks."""
    wanted = ranked(outlines)
    files: dict[str, str] = {}
    changed: list[Source] = []
    for path in wanted[: parts.MOST_FILES]:
        check(stopped)
        try:
            entry = tree.entry(path)
            old = known.get(("file", path))
            if old is None or old.source != entry.id:
                text = screened(tree, entry).text
                if not text.strip():
                    continue
                changed.append(Source(path=path, id=entry.id, text=text))
            files[path] = entry.id
        except FileMissing:
            continue
    left = max(0, len(wanted) - parts.MOST_FILES)
    return _Plan(files=files, changed=tuple(changed), folders=tuple(parts.folders(files)), left=left, known=known)


def _row(folder: parts.Folder, text: str, model: str) -> tuple[str, str, str, str]:
    """Raises InvalidReply for a text of the whole of which nothing holds."""
    if not folder.path and not text:
        raise InvalidReply(
            f"{model} summarised the repository without one citation that holds, so nothing of it is kept.",
            "Try again, or name another model.",
            model=model,
        )
    return "folder" if folder.path else "repository", folder.path, folder.source, text


def _new(plan: _Plan, folder: parts.Folder) -> bool:
    old = plan.known.get(("folder" if folder.path else "repository", folder.path))
    return old is None or old.source != folder.source


def _stale(tree: SourceTree, known: Mapping[tuple[str, str], Summary]) -> tuple[str, ...]:
    """Summarised files that are another, or gone. Blocks."""
    found = []
    for (kind, path), each in known.items():
        if kind == "file":
            try:
                if tree.entry(path).id != each.source:
                    found.append(path)
            except FileMissing:
                found.append(path)
    return tuple(sorted(found))


def _checker(tree: SourceTree) -> Callable[[str], bool]:
    """Whether a line cites something, and all that it cites stands so in the tree. Blocks."""
    context = Context(kind="repository", ref=str(tree.root), title=tree.name, pin=tree.pin)
    desk = Desk(context=context, repository=RepositorySources(tree))

    def holds(line: str) -> bool:
        cited = [item for item in items_of(desk.record(line, "")) if item.status != "external"]
        return bool(cited) and all(item.status in GROUNDED for item in cited)

    return holds


def _marked(text: str, stale: Sequence[str]) -> str:
    """The statements that rest on what was changed say so: their citations were checked at another commit."""
    if not stale:
        return text
    return "\n".join(f"{line} {OUT_OF_DATE}" if _rests(line, stale) else line for line in text.split("\n"))


def _rests(line: str, stale: Sequence[str]) -> bool:
    """Whether a line names one of these files, and not only one whose path is longer."""
    return any(re.search(rf"(?<![\w./-]){re.escape(path)}(?![\w/-])", line) for path in stale if path in line)


def _changed_since(state: MemoryState) -> str:
    if not state.stale:
        return ""
    names = ", ".join(state.stale[:20]) + (f" and {len(state.stale) - 20} more" if len(state.stale) > 20 else "")
    return f"\n\nChanged since this was written, so that what it says of them may be out of date: {names}"


def _name(model: str) -> str:
    return model.partition(":")[2]


def _day(at: float | None) -> str:
    return datetime.fromtimestamp(at or 0, UTC).strftime("%Y-%m-%d")
