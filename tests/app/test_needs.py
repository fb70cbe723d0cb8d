"""What waits for a person, over all debates; and what nobody approves in time (SPEC GATE.1)."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import pytest

from disputatio.app import bootstrap
from disputatio.app.application import Application
from disputatio.app.audit import audit
from disputatio.app.debates.needs import FILE, TICK, Needs
from disputatio.app.private_files import write_json
from disputatio.app.settings import declarations
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Review
from disputatio.debate.log.events import TurnAsked, TurnCompleted
from disputatio.debate.wording import speak
from disputatio.testing.debates import FrozenClock
from disputatio.testing.pseudo_language import PseudoLanguage
from disputatio.testing.repositories import commit

CONFIG = {"auto_continue": True, "gates": ["critique"], "rounds": 1}


async def started(app: Application, question: str = "Is it so?", **options: object) -> str:
    config = DebateConfig(question=question, seed=7, options={**CONFIG, **options})
    session = await app.open_and_run(await app.prepare(config, rehearse=True))
    await session.wait_for_rest()
    await app.sessions.release(session.id)
    return session.id


def with_clock(app: Application, clock: FrozenClock) -> Needs:
    """As another process of the same folder would look after the debates."""
    known = app.needs
    return Needs(
        known._catalogue,
        known._log,
        known._sessions,
        known._frontier,
        known._settings,
        clock,
        app.paths.data,
        known._branches,
    )


async def test_every_need_is_found_and_the_oldest_comes_first() -> None:
    async with bootstrap.application() as app:
        assert await app.needs.all() == []
        gate = await started(app)
        await started(app, "Is it mine?", gates=[])
        assert [need.debate for need in await app.needs.all()] == [gate]
        [need] = await app.needs.gates()
        assert (need.kind, need.what, need.title) == ("gate", "May the critique begin?", "Is it so?")
        assert need.gate is not None
        assert all(model.startswith("rehearsal:") for model in need.gate.models)
        assert await app.needs.all() == [need], "and again from what is known"
        speak(PseudoLanguage())
        [told] = await app.needs.gates()
        speak(None)
        assert told.what != need.what, "whoever looks next reads it in a language of their own"
        assert await app.needs.all() == [need]


async def test_a_debate_that_waits_here_is_answered_once_among_processes() -> None:
    async with bootstrap.application() as app, bootstrap.application() as other:
        id = await started(app)
        [need] = await app.needs.gates()
        yes = Review(approved=True, path=need.path, reviewer="one")
        no = Review(approved=False, reason="No.", end=True, path=need.path, reviewer="two")
        loop = asyncio.get_running_loop()
        tasks = [loop.create_task(each) for each in (app.sessions.deliver(id, yes), other.sessions.deliver(id, no))]
        await asyncio.wait(tasks)
        answers = [task.exception() for task in tasks]
        refused = [each for each in answers if isinstance(each, Refused)]
        assert len(refused) == 1, answers
        assert "already been answered" in str(refused[0]) or "is over" in str(refused[0])
        replies = [r.event for r in await app.log.read(id) if isinstance(r.event, TurnCompleted)]
        assert len([event for event in replies if event.path == need.path]) == 1


async def test_nobody_answers_in_time() -> None:
    async with bootstrap.application() as app:
        id = await started(app)
        clock = FrozenClock()
        decisions = with_clock(app, clock)
        assert await decisions.tick() == []
        for _ in range(60):
            clock.advance(TICK)
            assert await decisions.tick() == []
        clock.advance(3 * 86_400)  # the application was closed for the weekend
        assert await with_clock(app, clock).tick() == []
        [need] = await decisions.gates()
        assert decisions.waiting_time(need) == 60 * TICK
        for _ in range(59):
            clock.advance(TICK)
            assert await decisions.tick() == []
        clock.advance(TICK)
        [late] = await decisions.tick()
        assert late.debate == id
        entry = await app.catalogue.get(id)
        assert entry.status == "cancelled"
        assert (await audit(app, id)).intact
        assert entry.why == "nobody approved the critique within 30 minutes, which counts as a rejection"
        answer = [r.event for r in await app.log.read(id) if isinstance(r.event, TurnCompleted)][-1]
        assert answer.by == "rules"
        assert answer.data == {"approved": False, "reviewer": "the clock", "overdue": True}
        assert await decisions.tick() == []
        assert json.loads(await asyncio.to_thread((app.paths.data / FILE).read_text)) == {}


async def test_an_application_that_runs_looks_after_them_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "TICK", 0.05)
    async with bootstrap.application() as app:
        await asyncio.to_thread(app.settings.set, declarations.GATE_MINUTES, 1)
        id = await started(app)
        [need] = await app.needs.gates()
        async with asyncio.timeout(20):
            while await app.needs.gates():  # it is written anew: a look that goes on just now would write over it
                passed = {f"{id} {need.path}": [59.99, time.time()]}  # in another process, which has ended
                await asyncio.to_thread(write_json, app.paths.data / FILE, passed)
                await asyncio.sleep(0.1)
        events = [record.event for record in await app.log.read(id)]
        answer = [event for event in events if isinstance(event, TurnCompleted)][-1]
        assert answer.data == {"approved": False, "reviewer": "the clock", "overdue": True}
        assert not [event for event in events if isinstance(event, TurnAsked) and "/critique[" in event.path]


async def test_with_no_limit_it_waits_for_ever_and_a_broken_file_counts_from_the_start() -> None:
    async with bootstrap.application() as app:
        await started(app)
        await asyncio.to_thread(app.settings.set, declarations.GATE_MINUTES, 0)
        clock = FrozenClock()
        decisions = with_clock(app, clock)
        for _ in range(200):
            clock.advance(TICK)
            assert await decisions.tick() == []
        await asyncio.to_thread((app.paths.data / FILE).write_text, "[")
        [need] = await decisions.gates()
        assert decisions.waiting_time(need) == 0.0


async def test_a_dear_first_round_is_asked_about() -> None:
    async with bootstrap.application() as app:
        plan = await app.preview(DebateConfig(question="Is it so?", options={**CONFIG, "gates": ["spend:0.001"]}))
        assert plan.opening.options["gates"] == ["spend:0.001", "round"]
        cheap = await app.preview(DebateConfig(question="Is it so?", options={**CONFIG, "gates": ["spend:900"]}))
        assert cheap.opening.options["gates"] == ["spend:900"]


async def test_a_branch_that_nobody_here_agreed_to_is_asked_about(tmp_path: Path) -> None:
    commit(tmp_path / "shop", {"README.md": "# Shop\n"}, "First")
    context = ContextChoice(kind="repository", ref=str(tmp_path / "shop"))
    async with bootstrap.application() as app:
        config = DebateConfig(question="Is it so?", seed=7, context=context, options={**CONFIG, "branch": True})
        prepared = await app.prepare(config, rehearse=True)
        await app.log.append("taken", [prepared.opening])  # as an import brings it: nobody here agreed
        session = await app.sessions.acquire("taken")
        await session.wait_for_rest()
        await app.sessions.release("taken")
        assert [need.kind for need in await app.needs.gates()] == ["gate", "write"]
        view = await app.branches.view("taken")
        assert not view.tip, "nothing is written before somebody agrees"
        await app.needs.write("taken")
        assert [need.kind for need in await app.needs.gates()] == ["gate"]
        await app.log.append("other", [prepared.opening])
        assert [need.kind for need in await app.needs.needs("other")] == ["write"]
        await app.needs.refuse_write("other")
        assert await app.needs.needs("other") == []
