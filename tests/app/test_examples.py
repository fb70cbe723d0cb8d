"""Recorded debates that ship: each is honestly labelled, holds nothing of where it was made, and plays to its end."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from disputatio.app import debate_files
from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.debates.replay import replay
from disputatio.app.paths import resource
from disputatio.debate.citations.evidence import items_of
from disputatio.debate.log.commands import Continue, Pause
from disputatio.debate.log.events import TurnCompleted, TurnFailed
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.state import Debate
from disputatio.debate.views.score import score_of
from disputatio.engine.errors import NotFound
from disputatio.exporting.formats import EXPORTS, KINDS
from disputatio.providers.replay import AT_ONCE, READING

NAMES = sorted(path.stem for path in resource("examples").glob("*.json"))
WITH_SOURCES = [name for name in NAMES if '"title": "Files"' in resource("examples", f"{name}.json").read_text("utf-8")]
TRACES = re.compile(r"/(home|root|Users|work|tmp)/|\b(openai|anthropic|gemini|perplexity|rehearsal):\w")
"""Paths of a machine, models of a provider."""


@asynccontextmanager
async def played(app: Application, name: str, speed: float = AT_ONCE) -> AsyncIterator[tuple[str, Debate]]:
    id = await app.play(name, speed)
    async with app.sessions.open(id) as session:
        yield id, await session.wait_for_rest()


async def test_every_example_says_what_it_is(home: Path) -> None:
    async with application() as app:
        found = await app.examples.all()
    assert [each.name for each in found] == NAMES
    assert len(found) >= 2
    for each in found:
        assert each.title
        assert each.about
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", each.recorded)
        assert each.answered_by in each.answered
        assert each.recorded in each.answered
        assert "estimates" in each.took


@pytest.mark.parametrize("name", NAMES)
async def test_an_example_plays_to_the_end_that_was_recorded(name: str, home: Path) -> None:
    async with application() as app:
        example, _ = await app.examples.get(name)
        async with played(app, name) as (id, debate):
            entry, records = await app.records(id)
            exported = [await debate_files.export(app, id, kind) for kind in KINDS if not EXPORTS[kind].binary]
            learnt = await app.insights.of_debate(id)
            progress = app.sessions.get(id).progress()  # type: ignore[union-attr]
        assert debate.over
        assert entry.title.startswith("Example: ")
        assert not [record for record in records if isinstance(record.event, TurnFailed)]
        assert sum(isinstance(record.event, TurnCompleted) for record in records) == example.turns
        assert {seat.model.partition(":")[0] for seat in debate.seats.values()} == {"replay"}
        assert debate.spent.cost == 0
        assert learnt == []
        assert replay(records).same
        files = "\n".join(section.text for section in debate.context.sections)
        known = {match[0] for match in TRACES.finditer(files)}  # a program that was debated may name models
        for text in exported:
            assert {match[0] for match in TRACES.finditer(text)} <= known
        if example.answered_by.startswith("rehearsal"):
            assert score_of(debate, progress).score is None, "nobody thought"


@pytest.mark.parametrize("name", WITH_SOURCES)
async def test_citations_are_checked_against_the_files_that_came_along(name: str, home: Path) -> None:
    async with application() as app, played(app, name) as (id, _):
        _, records = await app.records(id)
        turns = [record.event for record in records if isinstance(record.event, TurnCompleted)]
        items = [item for turn in turns if turn.by == "rules" for item in items_of(turn.data)]
    assert any(item.status == "verified" for item in items)


def test_some_example_is_about_source_code() -> None:
    assert WITH_SOURCES


async def test_an_interrupted_example_goes_on_with_the_recorded_words(home: Path) -> None:
    async with application() as app:
        id = await app.play(NAMES[0])
        async with app.sessions.open(id) as session:
            async for _ in session.updates():
                if session.debate.asked:
                    break
            await session.submit(Pause(now=True))
            assert (await session.wait_for_rest()).status == "paused"
    async with application() as app:
        app.examples.provider.set_speed(id, AT_ONCE)
        async with app.sessions.open(id) as session:
            await session.submit(Continue())
            resumed = await session.wait_for_rest()
        async with played(app, NAMES[0]) as (_, whole):
            assert {path: turn.text for path, turn in resumed.replies.items()} == {
                path: turn.text for path, turn in whole.replies.items()
            }


async def test_a_fork_finds_the_recorded_words_too(home: Path) -> None:
    async with application() as app:
        async with played(app, NAMES[0]) as (id, whole):
            _, records = await app.records(id)
        first = next(record.seq for record in records if isinstance(record.event, TurnCompleted))
        fork = await app.fork(id, first)
        app.examples.provider.set_speed(fork, AT_ONCE)
        async with app.sessions.open(fork) as session:
            assert (await session.wait_for_rest()).replies.keys() == whole.replies.keys()


async def test_examples_are_read_at_reading_speed_unless_told_otherwise(home: Path) -> None:
    async with application() as app:
        id = await app.play(NAMES[0], 4)
        assert app.examples.provider.speed(id) == 4
        assert app.examples.provider.speed("another") == 1
        assert (await app.examples._recording("", id)).pace == READING


async def test_no_example_of_that_name_is_said(home: Path) -> None:
    async with application() as app:
        with pytest.raises(NotFound, match="There is no example 'nosuch'"):
            await app.play("nosuch")
        _, opened = await app.examples.get(NAMES[0])
        assert await app.examples.about(opened.context) is not None
        assert await app.examples.about(replace(opened.context, ref="example:nosuch")) is None
    assert fold([opened]).status != "idle"
