"""Memory: what earlier debates settled, recalled for a new one, and found, changed and explained for a person."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence

from disputatio.app.memory.course import Course
from disputatio.app.memory.lessons import Lessons, alike, terms_item
from disputatio.app.memory.thresholds import Least, Thresholds
from disputatio.app.models.embedding import Embedding, Progress, QueryVector
from disputatio.app.privacy.frontier import Frontier
from disputatio.app.privacy.sendings import Asked as Agreeable
from disputatio.app.privacy.sendings import Sending
from disputatio.app.settings import Settings, declarations
from disputatio.debate.errors import Refused
from disputatio.debate.log.state import Debate
from disputatio.debate.ranges import amount
from disputatio.debate.values import Json, value
from disputatio.debate.wording import by_face, tr
from disputatio.library.memory import (
    LEARNT,
    Insight,
    MemoryKind,
    Terms,
    is_apart,
    scope_of,
)
from disputatio.library.similarity import Threshold, threshold_of
from disputatio.secrets.detection import without_secrets
from disputatio.storage import code
from disputatio.storage.catalogue import Catalogue
from disputatio.storage.insights import InsightStore
from disputatio.storage.memories import Coverage, MemoryStore
from disputatio.storage.search import CANDIDATES, Found, HybridSearch, Query
from disputatio.storage.vectors import Space

CONTEXTS = ("project", "assignment", "repository")
"""Kinds of context that remember. Debates without one save insights too, recalled on request only (SPEC MEMORY.1)."""

CALIBRATING = "{} pairs of sentences that ship with Disputatio now, and later everything remembered from your debates"


@value
class InsightHit:
    """An insight that was found, and why."""

    insight: Insight
    terms: Terms


@value
class Results:
    """`why_not`: why nothing was compared by meaning, "" where it was."""

    hits: tuple[InsightHit, ...]
    why_not: str = ""


@value
class RecallRecord:
    """A debate that an insight was recalled for, with what was recorded about it there."""

    debate: str
    title: str
    at: float
    item: dict[str, Json]


@value
class Status:
    """`why_not`: why memories are not found by meaning. `coverage` is that of the model's space; `spaces` are all that
    hold vectors, also of models that are not used any more. `least`: from which similarity on memories are recalled."""

    model: str
    why_not: str
    coverage: Coverage
    spaces: tuple[tuple[Space, int], ...]
    index: str
    least: Least


class Memories:
    """engine.performer.Memory, and what the faces show of it. Raises NotFound, Refused, StorageHeld."""

    def __init__(
        self,
        settings: Settings,
        insights: InsightStore,
        memories: MemoryStore,
        search: HybridSearch,
        embedding: Embedding,
        catalogue: Catalogue,
        frontier: Frontier,
        thresholds: Thresholds,
        learning: Lessons,
    ) -> None:
        self.learning = learning
        self._settings, self._memories, self._search, self._catalogue = settings, memories, search, catalogue
        self.insights, self.embedding, self._frontier = insights, embedding, frontier
        self.thresholds = thresholds
        self.course = Course(memories, search, embedding, catalogue)

    async def recall(self, kind: str, ref: str, question: str, rehearsal: bool = False) -> list[dict[str, Json]]:
        """Return what a debate about a context begins with: its established facts, and the other insights that bear
        on the question (SPEC MEMORY.2). Counts them as retrieved. A rehearsal asks no embedder, and has its own
        besides."""
        if kind not in CONTEXTS:
            return []
        await self.insights.review()
        scopes = (scope_of(kind, ref), *([scope_of(kind, ref, apart=True)] if rehearsal else []))
        asked = QueryVector() if rehearsal else await self.embedding.query(question, scopes)
        found = await self._find(question, asked, scopes, CANDIDATES, kinds=("insight",))
        most = self._settings.get(declarations.RECALLED)
        facts = await self._facts(kind, ref, found, most)
        least = (await self.thresholds.least(asked.space.rpartition("@")[0])).value
        others = [each for each in found if not each.insight.established and alike(each.terms, least)]
        chosen = [*facts, *others[:most]]
        await self.insights.count_retrieval([each.insight.id for each in chosen])
        if not rehearsal:
            self.embedding.wake()
        return await asyncio.to_thread(lambda: [_item(each) for each in chosen])

    async def remember(self, id: str, debate: Debate, sought: str, *, long: bool) -> list[dict[str, Json]]:
        """Return what the participants of a debate are reminded of before a round (SPEC MEMORY.3)."""
        return await self.course.remember(id, debate, sought, long=long)

    async def lessons(self, id: str, debate: Debate) -> list[dict[str, Json]]:
        """Return what programs that failed in other debates teach for the task of a debate (SPEC WISDOM.1)."""
        return await self.learning.recall(id, debate)

    async def _facts(self, kind: str, ref: str, found: Sequence[InsightHit], most: int) -> list[InsightHit]:
        """Return the established facts, which hold whatever the question is; those that bear on it come first."""
        near = [each for each in found if each.insight.established]
        known = {each.insight.id for each in near}
        rest = await self.insights.established_facts(kind, ref, most + len(known))
        far = [_unfound(each) for each in rest if each.id not in known]
        return [*near, *far][:most]

    async def search(self, text: str, *, kind: str = "", ref: str = "", limit: int = 20) -> Results:
        """Find insights for a person, in one context or in all, best first, without counting them as used."""
        scopes = tuple(scope_of(kind, ref, apart=apart) for apart in (False, True)) if kind else ()
        known = scopes or await self._embedded_scopes()
        asked = await self.embedding.query(text, known)
        found = await self._find(text, asked, scopes, limit, live=False)
        return Results(hits=tuple(found), why_not=asked.why_not)

    async def recalled_by(self, id: str) -> list[RecallRecord]:
        """Return the debates that an insight was recalled for, newest first, with the terms that brought it there."""
        rows = await self._catalogue.recalls(id)
        found = []
        for debate, title, at, items in rows:
            found += [
                RecallRecord(debate=debate, title=title, at=at, item=item)
                for item in items
                if isinstance(item, dict) and item.get("id") == id
            ]
        return found

    async def status(self) -> Status:
        chosen = await self.embedding.choice()
        spaces = await self._memories.spaces()
        own = [space.name for space, _ in spaces if not space.name.endswith(code.SPACE)]
        name = next((name for name in own if name.startswith(f"{chosen.model}@")), "")
        return Status(
            model=chosen.model,
            why_not=chosen.why_not,
            coverage=await self._memories.coverage(name),
            spaces=tuple(spaces),
            index=self._search.index,
            least=await self.thresholds.least(chosen.model),
        )

    async def catch_up(self, agreed: Collection[Agreeable] = ()) -> Progress:
        """Embed everything that is waiting, as a person asked. Raises ConsentNeeded for what may not be sent yet."""
        if (asked := await self.pending_consent()) is not None:
            await self._frontier.require([asked], agreed)
        self.embedding.wake()
        return await self.embedding.wait()

    async def pending_consent(self) -> Sending | None:
        """Return what is waiting for a consent to be embedded; None if nothing is."""
        chosen, coverage = await self.embedding.choice(), (await self.status()).coverage
        if chosen.why_not or chosen.here:
            return None
        scopes = [scope for scope in coverage.waiting if not await self.embedding.may_embed(scope, chosen)]
        if not scopes:
            return None
        count = sum(coverage.waiting[scope] for scope in scopes)
        what = f"everything remembered from your debates, and the corpora of personas ({count:,} texts now)"
        return await self.embedding.sending("", chosen, sum(coverage.characters[each] for each in scopes), what=what)

    async def calibrate(self, agreed: Collection[Agreeable] = ()) -> Threshold:
        """Set the least similarity of the model in use by the pairs that ship. Raises ConsentNeeded where nothing may
        be sent to it, and Refused where it cannot be asked or cannot tell the pairs apart."""
        chosen = await self.embedding.choice()
        if chosen.why_not:
            raise Refused(
                tr("Nothing can be calibrated: {why_not}.").format(why_not=chosen.why_not),
                by_face(
                    tr("Set a key, or choose another model: disputatio settings set memory.embeddings PROVIDER:MODEL"),
                    tr("Set a key, or choose another model in the settings of the memory."),
                ),
            )
        pairs = await self.thresholds.pairs()
        if not await self.embedding.may_embed("", chosen):
            asked = await self.embedding.sending(
                "", chosen, sum(len(each.one) + len(each.other) for each in pairs), what=CALIBRATING.format(len(pairs))
            )
            await self._frontier.require([asked] if asked else [], agreed)
        cosines = await self.embedding.cosines([(each.one, each.other) for each in pairs])
        found = threshold_of(zip(cosines, (each.bears for each in pairs), strict=True))
        if found is None:
            raise Refused(
                tr("{model} does not tell related sentences from unrelated ones well enough.").format(
                    model=chosen.model
                ),
                "Nothing has changed. Choose another embedding model.",
            )
        await self.thresholds.keep(chosen.model, found)
        return found

    async def drop_unused(self) -> list[str]:
        """Forget the vectors of models other than the one in use; returns their spaces."""
        model = (await self.embedding.choice()).model
        unused = [space for space, _ in await self._memories.spaces() if not space.name.startswith(f"{model}@")]
        for space in unused:
            await self._memories.drop(space)
        return [space.name for space in unused]

    def note_end(self, debate: Debate) -> None:
        """A debate has ended: what it left is compared with what was known, and embedded, in the background. A
        rehearsal starts nothing that could ask an AI; what it left is looked at with the next recall."""
        if not is_apart(debate):
            self.embedding.wake()

    async def close(self, patience: float = 0.0) -> None:
        await self.course.close(patience)
        await self.embedding.close(patience)

    async def _embedded_scopes(self) -> list[str]:
        """Return where to look for a question without a context: everywhere that the embedder may see."""
        insights = await self.insights.all()
        return sorted({scope_of(each.context_kind, each.context_ref, apart=each.rehearsed) for each in insights})

    async def _find(
        self,
        text: str,
        asked: QueryVector,
        scopes: Sequence[str],
        limit: int,
        *,
        live: bool = True,
        kinds: tuple[MemoryKind, ...] = LEARNT,
    ) -> list[InsightHit]:
        query = Query(
            text=text,
            vector=asked.vector,
            space=asked.space,
            scopes=tuple(scopes),
            kinds=kinds,
            live=live,
            limit=limit,
        )
        found = await self._search.find(query)
        insights = {each.id: each for each in await self.insights.these([each.memory.ref for each in found])}
        return [*_joined(found, insights)]


def _joined(found: Iterable[Found], insights: dict[str, Insight]) -> Iterable[InsightHit]:
    for each in found:
        if (insight := insights.get(each.memory.ref)) is not None and insight.status != "deleted":
            yield InsightHit(insight=insight, terms=each.terms)


def _unfound(fact: Insight) -> InsightHit:
    """Return an established fact that neither search found, with its terms."""
    return InsightHit(insight=fact, terms=Terms(recency=0.0, relevance=None, importance=fact.confidence))


def _item(each: InsightHit) -> dict[str, Json]:
    """Return what the log records of a recall: the memory, and the terms that explain it. What a person released for
    the debate that it comes from is held back again. Blocks."""
    insight, why = each.insight, each.terms
    return {
        "id": insight.id,
        "text": without_secrets(insight.text),
        "question": without_secrets(insight.question),
        "kind": insight.kind,
        "established": insight.established,
        "confidence": insight.confidence,
        "debate": insight.debate,
        **terms_item(why),
    }


def terms_of(item: dict[str, Json]) -> Terms:
    """Return the terms that a recall recorded."""

    def number(name: str) -> float | None:
        found = item.get(name)
        return float(found) if isinstance(found, int | float) and amount(found) else None

    words, meaning = number("by_words"), number("by_meaning")
    return Terms(
        recency=number("recency") or 0.0,
        relevance=number("relevance"),
        importance=number("importance") or 0.0,
        by_words=int(words) if words else None,
        by_meaning=int(meaning) if meaning else None,
    )
