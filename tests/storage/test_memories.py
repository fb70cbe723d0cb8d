"""Insights as memories: mirrored, embedded, reviewed against what later debates settle, merged, disputed, forgotten."""

from __future__ import annotations

import asyncio
from array import array

import pytest

from disputatio.debate.context import Context
from disputatio.debate.errors import Refused
from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import DebateOpened, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import Seat
from disputatio.engine.errors import NotFound
from disputatio.library.memory import Memory
from disputatio.storage.catalogue import Catalogue
from disputatio.storage.database import Database
from disputatio.storage.insights import InsightStore
from disputatio.storage.log import SqliteEventLog
from disputatio.storage.memories import MemoryStore, by_words
from disputatio.storage.search import Search
from disputatio.storage.sqlite import raw
from disputatio.testing.debates import FrozenClock

SAFE = "The write path of the cache is safe under load"
UNSAFE = "The write path of the cache is not safe under load"


async def learn(
    db: Database, debate: str, *texts: str, ref: str = "p", model: str = "openai:gpt", at: float = 0
) -> None:
    """A debate that ends in these agreed insights."""
    clock = FrozenClock()
    clock.advance(at)
    opened = DebateOpened(
        question="Is it?",
        format=Format(name="dual", title="Dual", body=Block(name=""), cast=()),
        seats=(Seat(id="analyst", part="analyst", role="Analyst", model=model),),
        options={},
        context=Context(kind="project", ref=ref, title="P"),
    )
    asked = TurnAsked(
        path="insights[clerk]", seat="clerk", model=model, task="insights", gives="insights", heard="all", sees=()
    )
    items = [{"text": text, "kind": "agreed"} for text in texts]
    done = TurnCompleted(path="insights[clerk]", text="", data={"items": items})
    await SqliteEventLog(db, clock).append(debate, [opened, asked, done])


async def texts(store: InsightStore, status: str = "active") -> list[str]:
    return [each.text for each in await store.all(status=status)]  # type: ignore[arg-type]


async def words(db: Database, text: str, *scopes: str) -> list[str]:
    await Search(db).catch_up()
    sql = "SELECT text FROM memories WHERE id = ?"
    return await db.read(lambda c: [raw(c).execute(sql, (id,)).fetchone()[0] for id in by_words(raw(c), text, scopes)])


async def test_an_insight_is_found_by_its_words_in_its_context_alone(database) -> None:
    async with database() as db:
        await learn(db, "a", SAFE, "Retries wait 30 seconds")
        await learn(db, "b", SAFE, ref="other")
        assert await words(db, "Are writes to caches safe?", "project/p") == [SAFE]
        assert await words(db, "cache") == [SAFE, SAFE]
        assert await words(db, "30", "project/p") == ["Retries wait 30 seconds"]
        assert await words(db, 'the is of "', "project/p") == []
        assert await words(db, "cache", "project/p OR project/other") == []
        assert await words(db, 'cache" OR scope:x* NEAR(', "project/other") == [SAFE]


async def test_editing_and_deleting_reach_the_search_and_drop_the_vector(database) -> None:
    async with database() as db:
        await learn(db, "a", SAFE)
        store, memory = InsightStore(db, FrozenClock()), MemoryStore(db)
        await Search(db).catch_up()
        space = await memory.ready("toy@2", 2, 0)
        waiting = await memory.unembedded_memories(space, ["project/p"], 10)
        assert await memory.put(space, [(waiting[0], array("f", [1, 0]))]) == 1
        assert (await memory.coverage("toy@2")).waiting == {}
        (insight,) = await store.all()
        await store.edit(insight.id, text="Queues keep order")
        assert await words(db, "cache", "project/p") == []
        assert await words(db, "queue", "project/p") == ["Queues keep order"]
        assert (await memory.coverage("toy@2")).waiting == {"project/p": 1}
        assert await memory.put(space, [(waiting[0], array("f", [1, 0]))]) == 0, "the text it was made from is gone"
        await store.edit(insight.id, status="deleted")
        assert await words(db, "queue") == []
        assert (await memory.coverage("toy@2")).waiting == {}
        with pytest.raises(Refused):
            await store.edit(insight.id, text="  ")


async def test_a_later_agreement_on_the_contrary_disputes_an_insight_once(database) -> None:
    async with database() as db:
        store = InsightStore(db, FrozenClock())
        await learn(db, "a", SAFE, at=1)
        assert await store.review() == []
        await learn(db, "b", UNSAFE, at=2)
        await learn(db, "elsewhere", UNSAFE, ref="other", at=3)
        (said,) = await store.review()
        assert SAFE in said
        (disputed,) = await store.all(status="disputed")
        assert (disputed.text, disputed.established) == (SAFE, False)
        assert disputed.why == f"debate b agreed on the contrary: {UNSAFE}"
        await store.edit(disputed.id, status="active")
        assert await store.review() == [], "what a person restored is not disputed again by the same debate"
        assert sorted(await texts(store)) == sorted([SAFE, UNSAFE, UNSAFE])


async def test_contraries_within_one_debate_and_mere_findings_dispute_nothing(database) -> None:
    async with database() as db:
        store = InsightStore(db, FrozenClock())
        await learn(db, "a", SAFE, UNSAFE)
        assert await store.review() == []
        assert await texts(store, "disputed") == []


async def test_the_same_in_the_same_words_is_kept_once_and_stands_for_both(database) -> None:
    async with database() as db:
        store = InsightStore(db, FrozenClock())
        await learn(db, "a", SAFE, at=1)
        await store.review()
        (first,) = await store.all()
        await store.count_retrieval([first.id])
        await learn(db, "b", SAFE.upper() + "!", at=2)
        assert len(await store.review()) == 1
        (kept,) = await store.all()
        assert (kept.id, kept.debate, kept.retrievals) == (first.id, "a", 1)
        (merged,) = await store.merged_into(kept.id)
        assert (merged.debate, merged.status) == ("b", "deleted")
        assert (await store.get(merged.id)).id == kept.id, "an old link leads to what stands for it"


async def test_a_person_merges_and_is_kept_from_merging_contraries(database) -> None:
    async with database() as db:
        store = InsightStore(db, FrozenClock())
        await learn(db, "a", "Orders are retried", "We retry orders", UNSAFE, SAFE)
        await learn(db, "b", SAFE, ref="other")
        one = {each.text: each.id for each in await store.all(ref="p")}
        kept = await store.merge(one["Orders are retried"], [one["We retry orders"]])
        assert kept.text == "Orders are retried"
        assert one["We retry orders"] not in {each.id for each in await store.all()}
        with pytest.raises(Refused, match="contradict"):
            await store.merge(one[SAFE], [one[UNSAFE]])
        (other,) = await store.all(ref="other")
        with pytest.raises(Refused, match="different contexts"):
            await store.merge(one[SAFE], [other.id])
        with pytest.raises(Refused, match="with itself"):
            await store.merge(one[SAFE], [one[SAFE]])
        with pytest.raises(NotFound):
            await store.merge(one[SAFE], ["nothing"])
        with pytest.raises(NotFound):
            await store.get("")
        assert (await store.get("b#0")).id == other.id
        with pytest.raises(NotFound):
            await store.get("a#9")


async def test_what_rehearsals_agree_on_is_no_fact_and_is_kept_apart(database) -> None:
    async with database() as db:
        store, memory = InsightStore(db, FrozenClock()), MemoryStore(db)
        await learn(db, "a", SAFE, at=1)
        await learn(db, "r", UNSAFE, model="rehearsal:quick", at=2)
        assert await store.review() == [], "a rehearsal disputes nothing"
        assert [each.text for each in await store.about("project", "p")] == [SAFE]
        assert [each.text for each in await store.established_facts("project", "p", 10)] == [SAFE]
        (rehearsed,) = await store.about("project", "p", rehearsed=True)
        assert not rehearsed.established
        assert await words(db, "cache", "project/p") == [SAFE]
        assert (await memory.coverage("none")).waiting == {"project/p": 1}, "nothing of a rehearsal is embedded"


async def test_forgetting_a_debate_forgets_what_was_learnt_from_it(database) -> None:
    async with database() as db:
        await learn(db, "a", SAFE)
        await learn(db, "b", "Queues keep order")
        await Catalogue(db, FrozenClock()).delete("a", insights=True)
        assert await words(db, "cache queue") == ["Queues keep order"]
        assert await InsightStore(db, FrozenClock()).of_debate("a") == []


async def test_memories_of_a_debates_course_are_kept_and_replaced(database) -> None:
    async with database() as db:
        store = MemoryStore(db)
        memory = Memory(kind="position", ref="d/ada/1", scope="persona/ada", text="Caches lie", importance=7, round=1)
        await store.keep([memory, memory])
        await store.keep(
            [Memory(kind="position", ref="d/ada/1", scope="persona/ada", text="Caches help", importance=7)]
        )
        assert await words(db, "cache", "persona/ada") == ["Caches help"]


async def test_two_tasks_count_a_retrieval_twice(database) -> None:
    async with database() as db:
        store = InsightStore(db, FrozenClock())
        await learn(db, "a", SAFE)
        (insight,) = await store.all()
        async with asyncio.TaskGroup() as group:
            for _ in range(20):
                group.create_task(store.count_retrieval([insight.id]))
        assert (await store.get(insight.id)).retrievals == 20
