"""Episodes in the tables: a buffer of the newest thousand, found by agent and debate, remembered with their task."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from disputatio.debate.context import Context
from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import DebateOpened, Event, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import Seat
from disputatio.debate.values import Json
from disputatio.storage.catalogue import Catalogue
from disputatio.storage.database import Database
from disputatio.storage.episodes import EpisodeStore
from disputatio.storage.insights import InsightStore
from disputatio.storage.log import SqliteEventLog
from disputatio.storage.projections import MOST_EPISODES, rebuild
from disputatio.storage.search import Search
from disputatio.storage.sqlite import raw
from disputatio.testing.debates import FrozenClock

TASK = "Write a program that adds"


def opened(task: str = TASK) -> DebateOpened:
    return DebateOpened(
        question=task,
        format=Format(name="smithy", title="Smithy", body=Block(name=""), cast=()),
        seats=(
            Seat(id="smith", part="smith", role="Implementer", model="openai:gpt"),
            Seat(id="other", part="other", role="Tester", model="openai:gpt"),
        ),
        options={},
        context=Context(kind="project", ref="p", title="P"),
    )


def said(path: str, seat: str, gives: str, **data: Json) -> list[Event]:
    asked = TurnAsked(path=path, seat=seat, model="openai:gpt", task="t", gives=gives, heard="all", sees=())
    return [asked, TurnCompleted(path=path, text="", data=data)]


def failing(number: int, seat: str = "smith", passed: bool = False) -> list[Event]:
    """A program, and what came of it."""
    place = f"round[{number}]/forge[{seat}]"
    return [
        *said(place, seat, "code", code=f"program {number}", language="python"),
        *said(f"{place}/trial[sandbox]", "sandbox", "tests", passed=passed, items=[{"text": "t", "passed": passed}]),
    ]


def learnt(*texts: str) -> list[Event]:
    items: list[Json] = [{"text": text, "kind": "lesson", "confidence": 0.8} for text in texts]
    return said("patterns[clerk]", "clerk", "patterns", items=items)


def several(numbers: range, seat: str = "smith") -> Iterator[Event]:
    for number in numbers:
        yield from failing(number, seat)


async def remembered(db: Database) -> list[tuple[str, str]]:
    await Search(db).catch_up()
    sql = "SELECT kind, ref FROM memories WHERE live ORDER BY kind, ref"
    return await db.read(lambda c: raw(c).execute(sql).fetchall())


async def test_the_oldest_of_more_than_a_thousand_episodes_goes_first(database) -> None:
    clock = FrozenClock()
    async with database() as db:
        log = SqliteEventLog(db, clock)
        for debate, first in (("a", 1), ("b", 401), ("c", 801)):
            await log.append(debate, [opened(), *several(range(first, first + 400))])
            clock.advance(60)
        store = EpisodeStore(db)
        kept = await store.all(limit=5_000)
        assert len(kept) == MOST_EPISODES == 1_000
        assert [len([one for one in kept if one.debate == debate]) for debate in "abc"] == [200, 400, 400]
        assert (kept[0].debate, kept[-1].debate) == ("c", "a"), "the newest is listed first"
        assert len([ref for kind, ref in await remembered(db) if kind == "episode"]) == 1_000, "and none is recalled"
        await log.append("a", failing(9_999))
        assert len(await store.all(limit=5_000)) == 1_000
        [newest] = await store.all(limit=1)
        assert (newest.code, newest.debate) == ("program 9999", "a")


async def test_episodes_of_one_agent_and_of_one_debate_are_found(database) -> None:
    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())
        await log.append("abc", [opened(), *failing(1), *failing(2, "other")])
        await log.append("xyz", [opened(), *failing(1)])
        store = EpisodeStore(db)
        assert {one.debate for one in await store.all(agent="smith")} == {"abc", "xyz"}
        assert [one.agent for one in await store.all(agent="TESTER")] == ["other"]
        assert {one.agent for one in await store.all(debate="ab")} == {"smith", "other"}
        assert await store.all(debate="%") == []
        assert await store.all(agent="smith", debate="q") == []


async def test_a_task_is_remembered_as_long_as_something_was_learnt_from_it(database) -> None:
    clock = FrozenClock()
    async with database() as db:
        log, insights, catalogue = SqliteEventLog(db, clock), InsightStore(db, clock), Catalogue(db, clock)
        await log.append("a", [opened(), *failing(1, passed=True)])
        assert await remembered(db) == [], "nothing failed"
        await log.append("a", [*failing(2), *learnt("Think of zero")])
        episode, lesson = "a:round[2]/forge[smith]", "a:patterns[clerk]#0"
        everything = [("episode", episode), ("lesson", lesson), ("task", "a")]
        assert await remembered(db) == everything
        await rebuild(db, "a")
        assert await remembered(db) == everything
        await catalogue.delete("a")
        await insights.edit(lesson, status="active")
        assert await remembered(db) == [("lesson", lesson), ("task", "a")], "the lesson was kept"
        await insights.edit(lesson, status="disputed", why="no")
        assert await remembered(db) == []
        await catalogue.restore("a")
        assert await remembered(db) == [("episode", episode), ("task", "a")]
        await insights.edit(lesson, status="deleted")
        assert await remembered(db) == [("episode", episode), ("task", "a")]
        await catalogue.delete("a")
        await catalogue.purge(["a"])
        assert await remembered(db) == []
        assert await EpisodeStore(db).all() == []


@pytest.mark.parametrize(
    ("column", "damaged"),
    [
        ("test_results", "{"), ("test_results", "[1]"), ("test_results", b"\xff"), ("test_results", "[" * 100_000),
        ("confidence", "sure"), ("confidence", 1e300), ("attempt", "first"), ("created_at", "once"), ("passed", "no"),
        ("agent_role", b"\x00"), ("task", 7), ("failure_analysis", b"\xff"), ("code", 7),
    ],
)  # fmt: skip
async def test_a_damaged_episode_is_told_as_far_as_it_can_be_read(database, column, damaged) -> None:
    async with database() as db:
        await SqliteEventLog(db, FrozenClock()).append("a", [opened(), *failing(1)])
        sql = f"UPDATE episodes SET {column} = ?"
        await db.write(lambda c: raw(c).execute(sql, (damaged,)) and None)
        [one] = await EpisodeStore(db).all()
        assert one.title
        assert isinstance(one.text, str)
        assert one.confidence is None or 0 <= one.confidence <= 1
