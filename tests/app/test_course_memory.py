"""The course of debates: kept after each round, recalled in long debates and for a persona across debates."""

from __future__ import annotations

import os
import time

import pytest

from disputatio.app import debate_files, erasures
from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.debates.open_sessions import Session
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.board.board import Board, board_of
from disputatio.debate.log.events import TurnCompleted
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.library.workspace import Project
from disputatio.storage.sqlite import raw

pytestmark = pytest.mark.may_block("the git library reads in the middle of a call")

QUESTION = "Should we keep the session store in memory?"


async def held(app: Application, project: str = "") -> Session:
    """A dialogue of two personas, at its end; about a project, if one is named."""
    persona = (await app.personas.all())[0].persona
    seats = (SeatChoice(seat="personas", persona=persona.name), SeatChoice(seat="personas#2"))
    context = ContextChoice(kind="project", ref=project) if project else ContextChoice()
    config = DebateConfig(
        question=QUESTION, format="dialogue", seats=seats, seed=3, options={"auto_continue": True}, context=context
    )
    prepared = await app.prepare(config, rehearse=True)
    session = await app.open_and_run(prepared)
    await session.wait_for_rest()
    return session


async def rehearse(app: Application, project: str = "") -> list[dict[str, object]]:
    """What was recalled in such a dialogue; what was said in it is kept."""
    session = await held(app, project)
    await app.memory.course.keep(session)
    events = [record.event for record in session.hub.records]
    recalls = [
        event for event in events if isinstance(event, TurnCompleted) and event.path.endswith("remember[memory]")
    ]
    assert recalls, "a persona sits in it, so the memory is asked before each round"
    return [item for event in recalls for item in _items(event)]


async def test_a_persona_remembers_what_it_said_in_another_debate_about_the_same_context() -> None:
    async with application({"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"]}) as app:
        project = await app.library.create(Project(name="Store"))
        assert not await rehearse(app, project.id), "a short debate is before them as it is"
        second = await rehearse(app, project.id)
        mine = [item for item in second if item["seat"] == "personas"]
        other = [item for item in second if item["seat"] == "personas-2"]
        assert any(str(item["text"]).startswith("(from another debate)") for item in mine)
        assert not any("another debate" in str(item["text"]) for item in other), "nobody remembers for somebody else"
        assert all(item["recency"] is not None and item["importance"] is not None for item in mine)


async def test_what_a_persona_said_about_one_context_is_not_recalled_in_another() -> None:
    async with application({"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"]}) as app:
        store, shop = [(await app.library.create(Project(name=name))).id for name in ("Store", "Shop")]
        await rehearse(app, store)
        assert await rehearse(app, store)
        assert not await rehearse(app, shop), "another project"
        assert not await rehearse(app), "no context loads and recalls nothing"


async def test_what_a_persona_said_without_a_context_is_recalled_nowhere_else() -> None:
    async with application({"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"]}) as app:
        project = await app.library.create(Project(name="Store"))
        await rehearse(app)
        assert not await rehearse(app)
        assert not await rehearse(app, project.id)


async def test_what_was_said_in_an_imported_debate_is_for_that_debate_alone() -> None:
    async with application({"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"]}) as app:
        project = await app.library.create(Project(name="Store"))
        id = (await held(app, project.id)).id
        await app.sessions.release(id)
        text = str(await debate_files.export(app, id, "json"))
        await app.catalogue.delete(id)
        await erasures.erase_debates(app, await erasures.of_debates(app))
        await debate_files.take_in(app, text)
        async with app.sessions.open(id) as session:
            assert await app.memory.course.keep(session)
        assert not await rehearse(app, project.id), "it is not of this person"
        assert await rehearse(app, project.id), "and this one is"


async def test_what_was_said_last_is_kept_when_the_application_is_closed_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def slow(debate: Debate, past: Past) -> Board:
        time.sleep(0.1)
        return board_of(debate, past)

    monkeypatch.setattr("disputatio.app.memory.course.board_of", slow)
    home = {"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"]}
    async with application(home) as app:
        id = (await held(app)).id
    async with application(home) as app, app.sessions.open(id) as session:
        kept = await memories(app)
        assert kept
        await app.memory.course.keep(session)
        assert await memories(app) == kept


async def memories(app: Application) -> int:
    return int(await app.database.read(lambda c: raw(c).execute("SELECT count(*) FROM memories").fetchone()[0]))


def _items(event: TurnCompleted) -> list[dict[str, object]]:
    found = event.data["items"]
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []
