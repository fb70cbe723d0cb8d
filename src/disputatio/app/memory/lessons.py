"""What programs that failed teach: lessons, generalised after a debate, and the episodes that they come from, recalled
for whoever writes programs for a similar task (SPEC REFLEXION.1, WISDOM.1)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime

from disputatio.app.memory.thresholds import Thresholds
from disputatio.app.models.embedding import Embedding, QueryVector
from disputatio.debate.log.state import Debate
from disputatio.debate.values import Json, value
from disputatio.debate.views.words import clean
from disputatio.engine.errors import NotFound
from disputatio.library.episodes import Episode
from disputatio.library.memory import REHEARSED, Insight, MemoryKind, Terms, is_apart, scope_of
from disputatio.secrets.detection import without_secrets
from disputatio.storage.catalogue import Catalogue
from disputatio.storage.episodes import EpisodeStore
from disputatio.storage.insights import InsightStore
from disputatio.storage.memories import MemoryStore
from disputatio.storage.search import CANDIDATES, Found, HybridSearch, Query

TAUGHT: tuple[MemoryKind, ...] = ("lesson", "episode")
LESSONS, EPISODES = 5, 3
"""How many of each a debate is given."""
LONGEST_TITLE = 200
"""Characters of the title of a debate that something comes from: one from elsewhere may be called anything."""
EVERYWHERE = "everywhere"
"""The value of the option `lessons` by which those of other contexts are recalled, too."""


@value
class EpisodeHit:
    """An episode that was found, and why; no `terms` where nothing was searched for."""

    episode: Episode
    terms: Terms | None = None


@value
class EpisodeResults:
    """`why_not`: why nothing was compared by meaning, "" where it was or nothing was searched for."""

    hits: tuple[EpisodeHit, ...]
    why_not: str = ""


class Lessons:
    """Its methods raise StorageHeld."""

    def __init__(
        self,
        insights: InsightStore,
        episodes: EpisodeStore,
        memories: MemoryStore,
        search: HybridSearch,
        embedding: Embedding,
        catalogue: Catalogue,
        thresholds: Thresholds,
    ) -> None:
        self.episodes = episodes
        self._insights, self._memories, self._search = insights, memories, search
        self._embedding, self._catalogue, self._thresholds = embedding, catalogue, thresholds

    async def recall(self, id: str, debate: Debate) -> list[dict[str, Json]]:
        """Return what other debates about the same context teach for the task of debate `id`, or all of them where it
        asks for that, as far as its task or their words are like it: lessons first, then episodes, one of each turn.
        Counts lessons as retrieved. A rehearsal asks no embedder, and has those of rehearsals besides."""
        apart = is_apart(debate)
        scopes = await self._scopes(debate, apart=apart)
        if not scopes:
            return []
        await self._insights.review()
        asked = QueryVector() if apart else await self._embedding.query(debate.question, scopes)
        least = (await self._thresholds.least(asked.space.rpartition("@")[0])).value
        near: dict[MemoryKind, dict[str, Terms]] = {kind: {} for kind in TAUGHT}
        for one in await self._found(debate.question, asked, scopes, (*TAUGHT, "task")):
            if one.memory.debate == id or not alike(one.terms, least):
                continue
            of_task = one.memory.kind == "task"
            for each in await self._memories.of_debate(one.memory.debate, TAUGHT) if of_task else [one.memory]:
                near[each.kind].setdefault(each.ref, one.terms)
        learnt = await self._insights.these(list(near["lesson"])[:LESSONS])
        await self._insights.count_retrieval([each.id for each in learnt])
        told = [await self._lesson(each, near["lesson"][each.id]) for each in learnt]
        tried = await self._one_a_turn(near["episode"])
        return [*told, *[await self._episode(each, near["episode"][each.id]) for each in tried[:EPISODES]]]

    async def _scopes(self, debate: Debate, *, apart: bool) -> list[str]:
        """Return where to look. A debate without a context is reminded of nothing that nobody asks for (SPEC
        CONTEXT.1)."""
        if debate.options.get("lessons") == EVERYWHERE:
            known = await self._memories.scopes(TAUGHT)
            return [scope for scope in known if apart or not scope.startswith(REHEARSED)]
        context = debate.context
        if context.kind == "none":
            return []
        return [scope_of(context.kind, context.ref, apart=each) for each in ((False, True) if apart else (False,))]

    async def find(self, text: str, *, agent: str = "", debate: str = "", limit: int = 20) -> EpisodeResults:
        """Find episodes for a person: the newest, or those like a text, best first; of one agent, of one debate."""
        if not text.strip():
            listed = await self.episodes.all(agent=agent, debate=debate, limit=limit)
            return EpisodeResults(hits=tuple(EpisodeHit(episode=each) for each in listed))
        scopes = await self._memories.scopes(("episode",))
        asked = await self._embedding.query(text, scopes)
        found = {one.memory.ref: one.terms for one in await self._found(text, asked, scopes, ("episode",))}
        wanted = [each for each in await self.episodes.these(list(found)) if _is(each, agent, debate)]
        hits = tuple(EpisodeHit(episode=each, terms=found[each.id]) for each in wanted[:limit])
        return EpisodeResults(hits=hits, why_not=asked.why_not)

    async def _found(
        self, text: str, asked: QueryVector, scopes: Iterable[str], kinds: tuple[MemoryKind, ...]
    ) -> list[Found]:
        query = Query(
            text=text, vector=asked.vector, space=asked.space, scopes=tuple(scopes), kinds=kinds, limit=2 * CANDIDATES
        )
        return await self._search.find(query)

    async def _one_a_turn(self, found: Iterable[str]) -> list[Episode]:
        """Return the best episode of each turn, best first."""
        kept: dict[str, Episode] = {}
        for each in await self.episodes.these(list(found)):
            kept.setdefault(each.turn, each)
        return list(kept.values())

    async def _lesson(self, insight: Insight, terms: Terms) -> dict[str, Json]:
        origin = await self._origin(insight.debate, insight.created_at)
        return await _item(insight.id, "lesson", insight.text, insight.debate, origin, terms, insight.confidence)

    async def _episode(self, episode: Episode, terms: Terms) -> dict[str, Json]:
        mended = (await self.episodes.mended([episode.turn])).get(episode.turn)
        after = f" Attempt {mended.attempt} then passed." if mended is not None else " No later attempt passed."
        origin = f"{episode.title} in {await self._origin(episode.debate, episode.at)}"
        text = f"{episode.text}{after}"
        return await _item(episode.id, "episode", text, episode.debate, origin, terms, episode.confidence)

    async def _origin(self, debate: str, at: float) -> str:
        """Name the debate that something comes from, with the day."""
        day = datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")
        try:
            entry = await self._catalogue.get(debate)
        except NotFound:
            return f"an erased debate, {day}"
        title = " ".join(clean(entry.title or entry.topic).split())
        title = without_secrets(title)
        title = title if len(title) <= LONGEST_TITLE else f"{title[:LONGEST_TITLE].rstrip()}…"
        return f"the debate “{title}”, {day}"


def _is(episode: Episode, agent: str, debate: str) -> bool:
    mine = not agent or agent == episode.agent or agent.casefold() == episode.role.casefold()
    return mine and episode.debate.startswith(debate)


def alike(why: Terms, least: float) -> bool:
    """Return whether a memory is similar enough by meaning, or by words if it or the question is not embedded."""
    if why.relevance is None:
        return why.by_words is not None
    return why.relevance > least


async def _item(
    id: str, kind: str, text: str, debate: str, origin: str, why: Terms, confidence: float | None
) -> dict[str, Json]:
    """Return what the log records of it. What a person released for the debate that it comes from is held back
    again."""
    return {
        "id": id,
        "text": await asyncio.to_thread(without_secrets, text),
        "kind": kind,
        "debate": debate,
        "from": origin,
        "confidence": confidence,
        **terms_item(why),
    }


def terms_item(why: Terms) -> dict[str, Json]:
    """Return why a memory was recalled, as the log records it."""
    return {
        "recency": round(why.recency, 4),
        "relevance": None if why.relevance is None else round(why.relevance, 4),
        "importance": round(why.importance, 4),
        "by_words": why.by_words,
        "by_meaning": why.by_meaning,
    }
