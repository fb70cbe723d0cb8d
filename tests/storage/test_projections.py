"""The queryable tables: derived from events alone, in step with the log, rebuildable, and never in the log's way."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
import sqlalchemy as sa

from disputatio.debate.context import Context
from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import (
    DebateEnded,
    DebateHalted,
    DebateOpened,
    DebateResumed,
    Event,
    PassBegan,
    SeatAssigned,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnFailed,
    Usage,
)
from disputatio.debate.log.seats import Seat
from disputatio.debate.views.differences import TOO_LONG
from disputatio.engine.errors import NotFound
from disputatio.storage import schema
from disputatio.storage.catalogue import Catalogue
from disputatio.storage.database import Database
from disputatio.storage.insights import InsightStore
from disputatio.storage.log import SqliteEventLog
from disputatio.storage.projections import (
    Summary,
    differences,
    keep_measures,
    measures,
    rebuild,
    rebuild_behind,
    summarise,
)
from disputatio.storage.search import Search
from disputatio.storage.sqlite import raw
from disputatio.testing.debates import FrozenClock

TABLES = ("debate_sessions", "debate_turns", "code_versions", "insights")


def opened(question: str = "Which  database\nis best?", kind: str = "project") -> DebateOpened:
    return DebateOpened(
        question=question,
        format=Format(name="dual", title="Dual", body=Block(name=""), cast=()),
        seats=(Seat(id="analyst", part="analyst", role="Analyst", model="openai:gpt"),),
        options={"rounds": 5},
        context=Context(kind=kind, ref="p1", title="Store"),
    )


def turn(path: str, seat: str = "analyst", gives: str = "say", **members: object) -> list[Event]:
    asked = TurnAsked(path=path, seat=seat, model="openai:gpt", task="t", gives=gives, heard="all", sees=())
    return [asked, TurnCompleted(path=path, text=f"text of {path}", **members)]


INSIGHTS = {
    "items": [
        {"text": "SQLite suffices", "kind": "agreed"},
        {"text": "Use one writer", "kind": "decision", "confidence": 3, "agreed_by_all": True},
        {"text": "PostgreSQL needs a server", "kind": "finding", "confidence": 0.7},
        {
            "text": "Nobody but me said so",
            "kind": "agreed",
            "receipts": [{"seat": "critic", "quote": "Not the analyst"}],
        },
        {"text": "", "kind": "agreed"},
        {"text": "of no kind", "kind": "gossip"},
        "not even an object",
    ]
}
WHOLE: list[Event] = [
    opened(),
    PassBegan(path="round", n=1),
    *turn("round[1]/analysis[analyst]", model="openai:gpt-5", data={"confidence": 0.75}, cost=12, total_ms=900),
    *turn(
        "round[1]/critique[critic]", "critic", "assessment", by="rules", cost=None, usage=Usage(prompt=3, completion=4)
    ),
    PassBegan(path="round", n=2, pause=True),
    DebateResumed(),
    SeatAssigned(seat="analyst", model="gemini:pro"),
    *turn("round[2]/code[analyst]", gives="code", data={"language": "python", "code": "1", "metrics": {"a": 1}}),
    *turn("insights[clerk]", "clerk", "insights", data=INSIGHTS),
    DebateEnded(outcome="consensus", why="all agreed"),
]


async def dump(db) -> dict[str, list[tuple[object, ...]]]:
    return await db.read(lambda c: {t: raw(c).execute(f"SELECT * FROM {t} ORDER BY id").fetchall() for t in TABLES})


@pytest.mark.parametrize(
    ("events", "status"),
    [
        ([], "running"),
        ([PassBegan(path="round", n=2, pause=True)], "paused"),
        ([DebateHalted(status="paused", reason="person", why="w")], "paused"),
        ([DebateHalted(status="paused", reason="person", why="w"), DebateResumed()], "running"),
        ([DebateHalted(status="error", reason="fault", why="w")], "failed"),
        ([DebateEnded(outcome="consensus", why="w")], "completed"),
        ([DebateEnded(outcome="impasse", why="w")], "completed"),
        ([DebateEnded(outcome="max_rounds", why="w")], "completed"),
        ([DebateEnded(outcome="completed", why="w")], "completed"),
        ([DebateEnded(outcome="stopped", why="w")], "cancelled"),
        ([DebateEnded(outcome="stopped", why="w"), DebateResumed()], "running"),
    ],
)
async def test_the_status_follows_from_the_events(database, events: list[Event], status: str) -> None:
    async with database() as db:
        await SqliteEventLog(db, FrozenClock()).append("d", [opened(), *events])
        entry = await Catalogue(db, FrozenClock()).get("d")
        assert entry.status == status
        assert (entry.completed_at is not None) == (status in ("completed", "cancelled"))


async def test_the_rounds_of_all_aspects_are_counted_and_no_exchange_in_a_room(database) -> None:
    passes = [("aspect[cost]/miniround", 1), ("aspect[cost]/miniround", 2), ("aspect[risk]/miniround", 1)]
    room = ("aspect[risk]/miniround[1]/crux[P1]/exchange", 4)
    async with database() as db:
        began = [PassBegan(path=path, n=n) for path, n in (*passes, room)]
        await SqliteEventLog(db, FrozenClock()).append("d", [opened(), *began])
        assert (await Catalogue(db, FrozenClock()).get("d")).rounds == 3


async def test_a_long_question_gives_a_title_that_ends_with_a_whole_word(database) -> None:
    question = "Design a cache and migrate the store; secure it, and integrate both with the old protocol."
    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())
        await log.append("d", [replace(opened(), question=question)])
        await log.append("e", [replace(opened(), question="漢" * 200)])
        catalogue = Catalogue(db, FrozenClock())
        title = (await catalogue.get("d")).title
        assert title == "Design a cache and migrate the store; secure it, and integrate both with the…"
        assert len((await catalogue.get("e")).title) == 80, "no blank, no word to end with"
        told = "The hut is cold, and the boiler that heats the whole house has to be replaced. How shall we heat it?"
        await log.append("f", [replace(opened(), question=told)])
        assert (await catalogue.get("f")).title == "How shall we heat it?", "it broke off before the question"


async def test_a_session_tells_what_it_is_about_and_what_it_cost(database) -> None:
    async with database() as db:
        await SqliteEventLog(db, FrozenClock(100.0)).append("d-123", WHOLE)
        catalogue = Catalogue(db, FrozenClock())
        entry = await catalogue.get("d-1")
        assert entry.title == "Which database is best?"
        assert (entry.format, entry.rounds, entry.turns, entry.why) == ("dual", 2, 4, "all agreed")
        assert (entry.cost, entry.unpriced_turns, entry.tokens) == (12, 1, 7)
        assert (entry.context_kind, entry.context_ref, entry.context_title) == ("project", "p1", "Store")
        assert (entry.created_at, entry.score, entry.outcome) == (100.0, None, {})
        found = Summary(outcome="impasse", score=0.9, winner="yes", method="points", verdict_score=0.7, confidence=0.8)
        await summarise(db, "d-123", found)
        entry = await catalogue.get("d-123")
        verdict = {"outcome": "impasse", "winner": "yes", "method": "points", "score": 0.7, "confidence": 0.8}
        assert (entry.score, entry.outcome) == (0.9, verdict)
        with pytest.raises(NotFound, match="List the debates"):
            await catalogue.get("x")


async def turns_of(db: Database) -> list[Any]:
    """Return the rows of the debate "d", in the order in which its turns were completed."""
    query = sa.select(schema.TURNS).where(schema.TURNS.c.session_id == "d").order_by(schema.TURNS.c.seq)
    return await db.read(lambda c: list(c.execute(query)))


async def test_turns_have_their_round_phase_author_and_model(database) -> None:
    async with database() as db:
        await SqliteEventLog(db, FrozenClock()).append("d", WHOLE)
        turns = {each.path: each for each in await turns_of(db)}
        first = turns["round[1]/analysis[analyst]"]
        assert (first.id, first.round, first.phase) == ("d:round[1]/analysis[analyst]", 1, "analysis")
        assert (first.agent_id, first.agent_role, first.provider, first.model) == (
            "analyst",
            "Analyst",
            "openai",
            "gpt-5",
        )
        assert (first.confidence, first.response_time_ms) == (0.75, 900)
        assert json.loads(turns["round[1]/critique[critic]"].metadata)["by"] == "rules"
        assert (turns["insights[clerk]"].round, turns["insights[clerk]"].phase) == (None, "insights")
        code = await db.read(
            lambda c: raw(c).execute("SELECT language, code, version_number FROM code_versions").fetchall()
        )
        assert code == [("python", "1", 1)]


async def test_what_follows_the_end_of_a_debate_has_all_of_it_read_again_but_once(database) -> None:
    async with database() as db:
        log, asked = SqliteEventLog(db, FrozenClock()), []
        await log.append("d", WHOLE)
        await db.write(lambda c: raw(c).set_trace_callback(asked.append))
        for number in range(4):
            await log.append("d", turn(f"said[{number}]"))
        await db.write(lambda c: raw(c).set_trace_callback(None))
        assert len([each for each in asked if each.startswith("SELECT seq, at, type, body")]) == 1
        assert await differences(db, "d") == []


async def test_a_partial_turn_is_kept_until_the_whole_one_replaces_it(database) -> None:
    async with database() as db:
        log, catalogue = SqliteEventLog(db, FrozenClock()), Catalogue(db, FrozenClock())
        asked, whole = turn("say[analyst]")
        failed = TurnFailed(path="say[analyst]", kind="transient", why="w", cost=5)
        await log.append("d", [opened(), asked, TurnCut(path="say[analyst]", text="half of", cost=2), failed])
        (row,) = await turns_of(db)
        assert (row.content, json.loads(row.metadata)["partial"]) == ("half of", "cut")
        await log.append("d", [asked, whole])
        (row,) = await turns_of(db)
        assert (row.content, json.loads(row.metadata).get("partial")) == ("text of say[analyst]", None)
        assert (await catalogue.get("d")).cost == 7


async def test_event_by_event_at_once_by_two_processes_or_rebuilt_gives_the_same_tables(database) -> None:
    async with database("at-once.db") as db:
        await SqliteEventLog(db, FrozenClock()).append("d", WHOLE)
        expected = await dump(db)
    async with database("stepwise.db") as db, database("stepwise.db") as other:
        logs = [SqliteEventLog(db, FrozenClock()), SqliteEventLog(other, FrozenClock())]
        for place, event in enumerate(WHOLE):
            await logs[place // 3 % 2].append("d", [event])
        assert await dump(db) == expected
        await db.write(lambda c: [raw(c).execute(f"DELETE FROM {table}") for table in TABLES] and None)
        assert await rebuild(db) == {"d": len(WHOLE)}
        assert await dump(db) == expected
        assert await logs[0].verify("d") == []


async def test_a_failed_projection_warns_and_is_made_up_for(database, caplog) -> None:
    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())
        await log.append("d", [opened()])
        await db.write(lambda c: raw(c).execute("ALTER TABLE debate_turns RENAME TO away") and None)
        with caplog.at_level(logging.WARNING):
            await log.append("d", turn("a[analyst]"))
        assert "behind its log" in caplog.text
        assert len(await log.read("d")) == 3
        await db.write(lambda c: raw(c).execute("ALTER TABLE away RENAME TO debate_turns") and None)
        assert await rebuild_behind(db) == ["d"]
        assert [each.path for each in await turns_of(db)] == ["a[analyst]"]
        assert await rebuild_behind(db) == []


async def test_what_people_did_to_insights_survives_a_rebuild(database) -> None:
    clock = FrozenClock()
    async with database() as db:
        await SqliteEventLog(db, clock).append("d", WHOLE)
        store = InsightStore(db, clock)
        by_confidence = await store.about("project", "p1")
        assert [(each.kind, each.confidence, each.established) for each in by_confidence] == [
            ("decision", 1.0, False),  # a way to go, and no fact
            ("agreed", 0.9, True),
            ("agreed", 0.9, False),  # one of those who hold positions was silent
            ("finding", 0.7, False),
        ]
        decision, agreed, _, finding = (each.id for each in by_confidence)
        await store.count_retrieval([decision, finding])
        await store.count_retrieval([decision])
        await store.edit(finding, status="disputed", why="outdated")
        await store.edit(agreed, status="deleted")
        await rebuild(db, "d")
        left = {each.kind: (each.status, each.retrievals, each.why) for each in await store.of_debate("d")}
        kept = {"agreed": ("active", 0, "")}
        assert left == {"finding": ("disputed", 1, "outdated"), "decision": ("active", 2, ""), **kept}
        with pytest.raises(NotFound):
            await store.edit("nothing", text="x")


async def test_debates_are_renamed_and_go_through_the_bin(database) -> None:
    clock = FrozenClock()
    async with database() as db:
        log, catalogue, search = SqliteEventLog(db, clock), Catalogue(db, clock), Search(db)
        await log.append("a", WHOLE)
        clock.advance(1)
        await log.append("b", [opened("Another one?", "none")])
        assert [each.id for each in await catalogue.all()] == ["b", "a"]
        assert [
            each.id for each in await catalogue.all(status="completed", context_kind="project", context_ref="p1")
        ] == ["a"]
        await catalogue.rename("a", "Storage")
        assert [hit.title for hit in (await search.find("storage"))["debate"]] == ["Storage"]
        await catalogue.delete("a", insights=True)
        assert await search.find("critique") == {}
        assert [each.id for each in await catalogue.all(deleted=True)] == ["a"]
        assert await InsightStore(db, clock).of_debate("a") == []
        await catalogue.restore("a")
        assert "turn" in await search.find("critique")
        await catalogue.delete("a")
        assert await catalogue.purge(["b"]) == [], "it is not in the bin"
        assert await catalogue.purge(["a", "b"]) == ["a"]
        assert await log.read("a") == []
        assert await search.find("critique") == {}
        with pytest.raises(NotFound):
            await catalogue.restore("a")


PROGRAM = "x = 1"
MIGRATION = import_module("disputatio.storage.migrations.0006_code_versions")


def program_with_tests(path: str, code: str, *passed: bool) -> list[Event]:
    """A program, and a run of its tests."""
    written = turn(path, gives="code", data={"language": "python", "code": code})
    asked = TurnAsked(path=f"test-{path}", seat="sandbox", model="", task="t", gives="tests", heard="all", sees=(path,))
    items = [{"text": "t", "passed": one} for one in passed]
    return [*written, asked, TurnCompleted(path=f"test-{path}", text="", data={"passed": all(passed), "items": items})]


async def test_versions_of_code_have_their_tests_what_changed_and_what_is_measured_later(database) -> None:
    columns = "version_number, turn_id, test_pass_rate, quality_score, metrics, diff_from_previous"
    query = f"SELECT {columns} FROM code_versions ORDER BY version_number"
    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())
        await log.append("d", [opened(), *program_with_tests("a[analyst]", PROGRAM, True, False)])
        await log.append("d", program_with_tests("b[analyst]", "x = 2", True))
        await keep_measures(db, "d", {"a[analyst]": (0.5, {"complexity": 1})})
        assert await measures(db, "d") == {"a[analyst]": (0.5, {"complexity": 1})}
        assert await db.rows(query) == [
            (1, "d:a[analyst]", 0.5, 0.5, '{"complexity":1}', ""),
            (2, "d:b[analyst]", 1.0, None, None, "--- v1\n+++ v2\n@@ -1 +1 @@\n-x = 1\n+x = 2"),
        ]
        assert await differences(db, "d") == []
        for damaged in ("{", b"\xff", "[" * 100_000, 7):
            await db.write(lambda c, it=damaged: raw(c).execute("UPDATE code_versions SET metrics = ?", (it,)) and None)
            assert not isinstance((await measures(db, "d")).get("a[analyst]", (0, {}))[1], str)
        await rebuild(db)
        assert [row[:3] for row in await db.rows(query)] == [(1, "d:a[analyst]", 0.5), (2, "d:b[analyst]", 1.0)]
        assert await measures(db, "d") == {}


async def test_programs_that_were_made_to_do_harm_are_kept_without_a_stall(database) -> None:
    huge, alike = "x = 1\n" * 1_700_000, "y\n" * 50_000
    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())
        async with asyncio.timeout(60):
            for number, code in enumerate((huge, f"{huge}z", alike, f"{alike}z", "a\0b\n")):
                data = {"language": "python", "code": code}
                events = turn(f"w{number}[analyst]", gives="code", data=data)
                await log.append("d", [*([] if number else [opened()]), *events])
        columns = "length(CAST(code AS BLOB)), diff_from_previous"
        rows = await db.rows(f"SELECT {columns} FROM code_versions ORDER BY version_number")
        assert [row[0] for row in rows] == [10_200_000, 10_200_001, 100_000, 100_001, 4]
        assert [row[1] for row in rows[1:4]] == [TOO_LONG] * 3


async def test_debates_with_code_of_an_earlier_version_are_projected_anew(database) -> None:
    async with database() as db:
        await SqliteEventLog(db, FrozenClock()).append(
            "d", [opened(), *program_with_tests("a[analyst]", PROGRAM, True)]
        )
        await SqliteEventLog(db, FrozenClock()).append("e", [opened(), *turn("say[analyst]")])
        await db.write(lambda c: raw(c).execute("DELETE FROM code_versions"))
        await db.write(lambda c: raw(c).execute(MIGRATION.BEHIND))
        assert await rebuild_behind(db) == ["d"]
        assert await db.rows("SELECT version_number, test_pass_rate FROM code_versions") == [(1, 1.0)]
