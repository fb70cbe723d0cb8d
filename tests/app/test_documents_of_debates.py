"""The document that a collaboration ends with is in the library of what it was about (SPEC COLLAB.1)."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.debates.documents import keep_document
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.log.commands import Continue
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.views.status import reason_of_rest
from disputatio.library.workspace import DEFAULT, Assignment, Document, Project
from disputatio.testing.boards import debate_of, past_of, turn
from disputatio.testing.debates import voices
from disputatio.testing.scripted import ScriptedProvider

PATIENCE = 60.0
CONFIG = DebateConfig(
    question="Write the plan for the cache in full, with all that belongs to it",
    format="collaboration",
    seats=(SeatChoice(seat="architect", model="scripted:one"), SeatChoice(seat="reviewer", model="scripted:two")),
    options={"auto_continue": True},
)


@asynccontextmanager
async def process() -> AsyncIterator[Application]:
    async with application({"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"]}) as app:
        app.registry.add(ScriptedProvider(voices(artifact="# The plan\n\nFlush it at once.")))
        yield app


async def ended(app: Application, config: DebateConfig) -> str:
    id = await app.start(await app.preview(config))
    async with app.sessions.open(id):
        pass
    async with asyncio.timeout(PATIENCE):
        while app.sessions.get(id) is not None:  # noqa: ASYNC110  what is awaited has no event of its own
            await asyncio.sleep(0.01)
    return id


async def test_it_belongs_to_the_project_or_the_assignment_or_else_to_the_workspace() -> None:
    async with process() as app:
        id = await ended(app, CONFIG)
        [kept] = await app.library.all(Document)
        assert (kept.title, kept.text, kept.debate) == ("The plan", "# The plan\n\nFlush it at once.", id)
        assert (kept.workspace, kept.project) == (DEFAULT, "")
        project = await app.library.create(Project(name="Shop"))
        id = await ended(app, replace(CONFIG, context=ContextChoice(kind="project", ref="Shop")))
        [kept] = await app.library.all(Document, debate=id)
        assert kept.project == project.id
        task = await app.library.create(Assignment(name="Cache", project=project.id))
        id = await ended(app, replace(CONFIG, context=ContextChoice(kind="assignment", ref="Cache")))
        [kept] = await app.library.all(Document, debate=id)
        assert (kept.project, kept.assignment) == (project.id, task.id)


async def test_it_waits_at_review_ready_until_the_person_goes_on() -> None:
    async with process() as app:
        id = await app.start(await app.preview(replace(CONFIG, options={"auto_continue": False})))
        async with app.sessions.open(id) as session:
            async with asyncio.timeout(PATIENCE):
                while session.debate.status != "paused":  # noqa: ASYNC110  what is awaited has no event of its own
                    await asyncio.sleep(0.01)
            said = {path for path in session.debate.replies if "/" not in path}
            assert said == {"draft[architect]", "draft[reviewer]"}
            assert reason_of_rest(session.debate) == "Review ready: cross-review is next"
            assert (await app.catalogue.get(id)).status == "paused"
            assert not await app.library.all(Document)
            await app.sessions.deliver(id, Continue())
            async with asyncio.timeout(PATIENCE):
                while not session.debate.over:  # noqa: ASYNC110  what is awaited has no event of its own
                    await asyncio.sleep(0.01)
            assert reason_of_rest(session.debate) == "Artifact ready. The debate ran to its end"
        async with asyncio.timeout(PATIENCE):
            while not await app.library.all(Document):  # noqa: ASYNC110  what is awaited has no event of its own
                await asyncio.sleep(0.01)


async def test_a_document_that_is_made_again_takes_the_place_of_the_former_one(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = replace(debate_of("ada", "ben", question="Q " * 60), status="completed")
    made = past_of(turn("artifact[ada]", "artifact", text="First."))
    async with process() as app:
        first = await keep_document(app.library, "d", over, made)
        again = await keep_document(app.library, "d", over, past_of(turn("artifact[ada]", "artifact", text="Second.")))
        assert first is not None
        assert again is not None
        assert [(one.id, one.text) for one in await app.library.all(Document)] == [(first.id, "Second.")]
        assert len(first.title) == 51, "a document without a heading is called by the question"
        assert await keep_document(app.library, "d", over, past_of(turn("s[clerk]", "synthesis", text="So."))) is None
        assert await keep_document(app.library, "d", debate_of("ada", "ben"), made) is None, "it is not over"
        gone = replace(over, context=replace(over.context, kind="project", ref="nothing"))
        kept = await keep_document(app.library, "e", gone, made)
        assert kept is not None
        assert kept.workspace == DEFAULT
        with caplog.at_level(logging.WARNING):
            await app.library.delete(Document, kept.id)
            broken = replace(kept, title="")
            monkeypatch.setattr("disputatio.app.debates.documents._titled", lambda *_: broken)
            assert await keep_document(app.library, "f", over, made) is None
        assert "was not saved" in caplog.text
