"""Which embedding model is in use, what may be sent to it, and embedding what waits, in the background."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from disputatio.app.privacy.consent_needed import ConsentNeeded
from disputatio.app.privacy.frontier import EVERYTHING, Frontier
from disputatio.app.privacy.sendings import Sending, sending_of, stays
from disputatio.app.settings import Settings, declarations
from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.events import Usage
from disputatio.debate.values import value
from disputatio.debate.wording import figure, tr
from disputatio.embeddings import catalogue
from disputatio.embeddings.local import local_problem
from disputatio.engine.errors import ContentRefused, InvalidReply, ProviderError, Rejected, TooLong, Unauthorised
from disputatio.engine.ports import Clock, Embedder, Vector
from disputatio.providers.config import ProviderConfig
from disputatio.providers.registry import Registry
from disputatio.secrets.detection import without_secrets
from disputatio.secrets.keyring import Keys
from disputatio.storage.insights import InsightStore
from disputatio.storage.memories import MemoryStore, UnembeddedMemory
from disputatio.storage.vectors import Space

LOG = logging.getLogger(__name__)

QUERY = 10.0
"""Seconds that a debate waits for the vector of its question; then it is searched by words."""
BATCH = 64
CHARACTERS = 4
"""Of a text for a token, to estimate a price."""
ABOUT_ONE = (Rejected, TooLong, ContentRefused, InvalidReply)
"""Faults that may be those of one text: the others of its batch are tried apart."""
GIVEN_UP = 3
"""Texts of a batch that fail one after another before the model counts as failing."""


@value
class EmbeddingChoice:
    """The model in use. `why_not`: why it cannot be asked, in words; then text search serves."""

    model: str
    config: ProviderConfig | None = None
    folder: Path | None = None
    why_not: str = ""
    here: bool = False


@value
class QueryVector:
    """The vector of a question and its space, or why there is none."""

    vector: Vector | None = None
    space: str = ""
    why_not: str = ""


@value
class Progress:
    """Embedding in the background: `done` of `total` memories for `model`; `trouble` ended it."""

    running: bool = False
    model: str = ""
    done: int = 0
    total: int = 0
    skipped: int = 0
    trouble: str = ""


class Embedding:
    """`progress` is how far it is; `observe` tells of changes. One run at a time: `wake` starts one where none runs."""

    def __init__(
        self,
        settings: Settings,
        registry: Registry,
        keys: Keys,
        frontier: Frontier,
        memories: MemoryStore,
        insights: InsightStore,
        clock: Clock,
    ) -> None:
        self._settings, self._registry, self._keys, self._frontier = settings, registry, keys, frontier
        self._memories, self._insights, self._clock = memories, insights, clock
        self._made: tuple[EmbeddingChoice, Embedder] | None = None
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._observers: list[Callable[[Progress], None]] = []
        self.progress = Progress()

    # ---- the model ---------------------------------------------------------------------------------------------------
    async def choice(self) -> EmbeddingChoice:
        """Return the model of the settings, and whether it can be asked as things are."""
        model = self._settings.get(declarations.EMBEDDINGS)
        if not model:
            return EmbeddingChoice(model="", why_not=tr("no embedding model is set"))
        name = model.partition(":")[0]
        if name == "local":
            folder = self._settings.get(declarations.LOCAL_FOLDER)
            path = await asyncio.to_thread(Path(folder).expanduser) if folder else None
            return EmbeddingChoice(
                model=model, folder=path, here=True, why_not=await asyncio.to_thread(local_problem, path)
            )
        config = self._registry.config(name)
        if config is None and name == catalogue.VOYAGE.name:
            config = replace(catalogue.VOYAGE, key=(await self._keys.get(name)).text)
        if config is None:
            return EmbeddingChoice(model=model, why_not=tr("there is no provider {name}").format(name=name))
        lacking = not config.key and (config.kind != "openai-compatible" or name == catalogue.VOYAGE.name)
        why = tr("there is no key for {shown}").format(shown=config.shown) if lacking else ""
        return EmbeddingChoice(model=model, config=config, here=stays(config), why_not=why)

    async def may_embed(self, scope: str, chosen: EmbeddingChoice) -> bool:
        """Return whether what is kept in a scope may be sent to the model, as the frontier says."""
        return await self._frontier.may_embed(scope, chosen.config)

    async def sending(self, scope: str, chosen: EmbeddingChoice, characters: int, *, what: str) -> Sending | None:
        """Return what embedding a scope would send across a network, for the person to agree to; None where nothing
        leaves."""
        if chosen.config is None or stays(chosen.config):
            return None
        kind, _, ref = scope.partition("/")
        asked = (
            sending_of("index", ref, chosen.config)
            if kind == "index"
            else sending_of("memories", EVERYTHING, chosen.config)
        )
        cost = self._registry.price(chosen.model, Usage(prompt=characters // CHARACTERS, estimated=True))
        return replace(asked, what=what, characters=characters, cost=cost, estimated=True)

    async def require(self, scope: str, chosen: EmbeddingChoice) -> None:
        """Raise ConsentNeeded where nothing of a scope may be sent to the model."""
        if not await self.may_embed(scope, chosen):
            asked = await self.sending(scope, chosen, 0, what=tr("what is to be embedded"))
            raise ConsentNeeded([asked] if asked else [])

    async def _embedder(self, chosen: EmbeddingChoice) -> Embedder:
        """Return the embedder that was chosen. Raises NotFound."""
        if self._made is None or self._made[0] != chosen:
            await self._let_go()
            self._made = (chosen, catalogue.make(chosen.model, chosen.config, chosen.folder))
        return self._made[1]

    # ---- asking ------------------------------------------------------------------------------------------------------
    async def query(self, text: str, scopes: Iterable[str]) -> QueryVector:
        """Return the vector of a question about some scopes. Never raises for what a provider does: text search
        serves."""
        chosen = await self.choice()
        if chosen.why_not:
            return QueryVector(why_not=chosen.why_not)
        permitted = [scope for scope in scopes if await self.may_embed(scope, chosen)]
        if not permitted:
            return QueryVector(
                why_not=tr("you have not agreed to send this to {partition}").format(
                    partition=chosen.model.partition(":")[0]
                )
            )
        try:
            embedder = await self._embedder(chosen)
            async with asyncio.timeout(QUERY):
                (vector,) = await self._sent(embedder, permitted[:1], [text])
        except TimeoutError:
            return QueryVector(
                why_not=tr("{model} did not answer within {query} s").format(
                    model=chosen.model, query=figure(QUERY, "g")
                )
            )
        except DisputatioError as error:
            return QueryVector(why_not=error.what.rstrip("."))
        return QueryVector(vector=vector, space=embedder.name)

    async def space(self) -> tuple[str, int]:
        """Return the space of the model in use and its dimension. Raises the errors of the provider."""
        embedder = await self._embedder(await self.choice())
        if not embedder.dimension:
            await self._patiently(embedder, (), ["dimension"])
        return embedder.name, embedder.dimension

    async def embed(self, scope: str, texts: Sequence[str]) -> list[Vector | None]:
        """Return the vectors of texts of a scope; None for one that the model refuses. Raises ConsentNeeded where the
        model may not see them, and the errors of the provider."""
        embedder = await self._embedder(await self.choice())
        waiting = [UnembeddedMemory(id=number, scope=scope, text=text) for number, text in enumerate(texts)]
        found = {each.id: vector for each, vector in await self._tolerantly(embedder, waiting)}
        return [found.get(number) for number in range(len(texts))]

    async def cosines(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Return how alike pairs of the program's own sentences are. Raises the errors of the provider."""
        embedder = await self._embedder(await self.choice())
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        vectors: dict[str, Vector] = {}
        for start in range(0, len(texts), BATCH):
            batch = texts[start : start + BATCH]
            vectors |= zip(batch, await self._patiently(embedder, (), batch), strict=True)
        return [sum(a * b for a, b in zip(vectors[one], vectors[other], strict=True)) for one, other in pairs]

    # ---- what waits --------------------------------------------------------------------------------------------------
    def observe(self, observer: Callable[[Progress], None]) -> Callable[[], None]:
        """Call `observer` at each step, until the returned function is called."""
        self._observers.append(observer)
        return lambda: self._observers.remove(observer) if observer in self._observers else None

    def wake(self) -> None:
        """Review and embed what waits, in the background; a run that is under way looks once more at its end."""
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run(), name="embedding")
        else:
            self._again = True

    async def wait(self) -> Progress:
        """Wait until nothing runs."""
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])
        return self.progress

    async def cancel(self) -> None:
        """End the run; what is embedded stays."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._tell(replace(self.progress, running=False))

    async def close(self, patience: float = 0.0) -> None:
        """Wait for a run for so many seconds, then end it."""
        if self._task is not None and not self._task.done() and patience:
            await asyncio.wait([self._task], timeout=patience)
        await self.cancel()
        await self._let_go()

    async def _run(self) -> None:
        while True:
            self._again = False
            self._tell(Progress(running=True))
            try:
                await self._insights.review()
                await self._catch_up()
            except DisputatioError as error:
                LOG.info("Memories wait to be embedded: %s", error.what)
                self._tell(replace(self.progress, trouble=error.user_message))
            self._tell(replace(self.progress, running=False))
            if not self._again or self.progress.trouble:
                return

    async def _catch_up(self) -> None:
        chosen = await self.choice()
        if chosen.why_not:
            return
        embedder = await self._embedder(chosen)
        if not embedder.dimension:
            anything = (await self._memories.coverage("")).waiting
            if not any([await self.may_embed(scope, chosen) for scope in anything]):
                return  # nobody is asked how long the vectors are that nothing will be sent for
            await self._patiently(embedder, (), ["dimension"])
        space = await self._memories.ready(embedder.name, embedder.dimension, self._clock.now())
        waiting = (await self._memories.coverage(space.name)).waiting
        scopes = [scope for scope in waiting if await self.may_embed(scope, chosen)]
        self._tell(Progress(running=True, model=chosen.model, total=sum(waiting[scope] for scope in scopes)))
        after = 0
        while batch := await self._memories.unembedded_memories(space, scopes, BATCH, after):
            await self._batch(embedder, space, batch)
            after = batch[-1].id

    async def _batch(self, embedder: Embedder, space: Space, batch: Sequence[UnembeddedMemory]) -> None:
        own = {each.id: each for each in batch}
        shown = await asyncio.to_thread(lambda: [replace(each, text=without_secrets(each.text)) for each in batch])
        embedded = [(own[each.id], vector) for each, vector in await self._tolerantly(embedder, shown)]
        await self._memories.put(space, embedded)
        now = self.progress
        done, skipped = now.done + len(embedded), now.skipped + len(batch) - len(embedded)
        self._tell(replace(now, done=done, skipped=skipped))

    async def _tolerantly(
        self, embedder: Embedder, batch: Sequence[UnembeddedMemory]
    ) -> list[tuple[UnembeddedMemory, Vector]]:
        """A batch, and where it is refused its texts one by one: one bad text keeps no other from being embedded."""
        scopes = dict.fromkeys(each.scope for each in batch)
        try:
            return list(zip(batch, await self._patiently(embedder, scopes, [each.text for each in batch]), strict=True))
        except ABOUT_ONE:
            if len(batch) == 1:
                raise
        found: list[tuple[UnembeddedMemory, Vector]] = []
        failed = 0
        for each in batch:
            try:
                found += zip([each], await self._patiently(embedder, [each.scope], [each.text]), strict=True)
                failed = 0
            except ABOUT_ONE as error:
                failed += 1
                LOG.info("A memory could not be embedded: %s", error.what)
                if failed == GIVEN_UP and not found:
                    raise
        return found

    async def _patiently(self, embedder: Embedder, scopes: Iterable[str], texts: Sequence[str]) -> list[Vector]:
        """Faults that may pass are waited for as the settings say."""
        tried, scopes = 0, tuple(scopes)
        while True:
            try:
                return await self._sent(embedder, scopes, texts)
            except ProviderError as error:
                wait = self._settings.limits().retry.wait(error, tried, tried)
                if wait is None:
                    raise
                tried += 1
                await self._clock.sleep(wait)

    async def _sent(self, embedder: Embedder, scopes: Iterable[str], texts: Sequence[str]) -> list[Vector]:
        """The only line that sends texts to an embedding model. Raises ConsentNeeded for those of a scope that may not
        leave; a word of the program's own is of none."""
        made = self._made
        if made is None or made[1] is not embedder:
            raise Unauthorised("The embedding model was changed in the meantime.", "Embed again.")
        for scope in scopes:
            await self.require(scope, made[0])
        return await embedder.embed(texts)

    def _tell(self, progress: Progress) -> None:
        self.progress = progress
        for observer in tuple(self._observers):
            observer(progress)

    async def _let_go(self) -> None:
        made, self._made = self._made, None
        if made is not None:
            await made[1].close()
