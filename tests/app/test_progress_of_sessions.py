"""How far a debate is, is found once: in the thread that opens a long one."""

from __future__ import annotations

import asyncio
import os

import pytest

from disputatio.app.bootstrap import application
from disputatio.app.debates import session as session_module
from disputatio.app.debates import upkeep
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Continue
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.views.progress import Progress, progress_of
from disputatio.testing.debates import assessment, recorder, voices
from disputatio.testing.scripted import ScriptedProvider

CONFIG = DebateConfig(
    question="Is it so?",
    seats=(SeatChoice(seat="analyst", model="scripted:one"), SeatChoice(seat="critic", model="scripted:two")),
    services={"clerk": "scripted:small", "synthesis": "scripted:one"},
    options={"rounds": 3},
    seed=1,
)


def speaking() -> ScriptedProvider:
    said = voices(
        say=lambda request: ["I think so."],
        assessment=assessment(disagree=["It is not so."]),
        ledger=recorder("It is so."),
    )
    return ScriptedProvider(said)


@pytest.mark.parametrize("many", [0, 400])
async def test_progress_is_found_once_for_what_was_said(monkeypatch: pytest.MonkeyPatch, many: int) -> None:
    monkeypatch.setattr(upkeep, "LOOK", 0.02)
    monkeypatch.setattr(session_module, "MANY", many)
    home = {"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"]}
    async with application(home) as one, application(home) as other:
        one.registry.add(speaking())
        id = await one.start(await one.preview(CONFIG))
        async with one.sessions.open(id) as driven:
            await driven.wait_for_rest()
            before = driven.progress()
            assert len(before.history) == 1
            assert driven.progress() is before
            await driven.submit(Continue())
            await driven.wait_for_rest()
            assert len(driven.progress().history) == 2

        found: list[str] = []

        def counted(debate: Debate, past: Past) -> Progress:
            found.append(debate.format.name)
            return progress_of(debate, past)

        monkeypatch.setattr(session_module, "progress_of", counted)
        async with one.sessions.open(id) as driven, other.sessions.open(id) as watched:
            assert len(found) == (0 if many else 2)
            assert driven.progress() == watched.progress()
            assert len(driven.progress().history) == 2
            assert len(found) == 2
        async with asyncio.timeout(60):
            while one.sessions.get(id) or other.sessions.get(id):  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0.01)


async def test_a_long_debate_is_there_before_the_rules_have_gone_through_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "LOOK", 0.02)
    monkeypatch.setattr(session_module, "LONG", 10)
    home = {"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"]}
    async with application(home) as app, application(home) as other:
        app.registry.add(speaking())
        id = await app.start(await app.preview(CONFIG))
        async with app.sessions.open(id) as whole:
            assert whole.ready
            await whole.wait_for_rest()
            rested, said, found = whole.debate, len(whole.past()), whole.progress()

        early = await app.sessions.acquire(id, early=True)
        assert await app.sessions.acquire(id, early=True) is early
        assert (early.ready, early.here, early.debate) == (False, False, rested)
        assert (len(early.past()), early.progress().history, early.progress().round) == (0, (), found.round)
        await asyncio.sleep(3 * upkeep.LOOK)  # whoever looks after it meanwhile finds nothing to do
        assert id not in await other.sessions.leases.current()
        await early.go_through()
        assert (early.ready, early.here, len(early.past()), early.progress()) == (True, True, said, found)
        await early.go_through()
        assert id in await other.sessions.leases.current()
        for _ in range(2):
            await app.sessions.release(id)

        steered = await app.sessions.acquire(id, early=True)
        await steered.submit(Continue())  # before the rules have gone through it
        assert steered.ready
        while not (await steered.wait_for_rest()).over:
            await steered.submit(Continue())
        said = len(steered.past())
        await app.sessions.release(id)

        ended: list[int] = []

        async def noted(id: str, debate: Debate, past: Past) -> None:
            ended.append(len(past))

        monkeypatch.setattr(app.sessions, "on_end", noted)
        left = await app.sessions.acquire(id, early=True)
        await asyncio.sleep(3 * upkeep.LOOK)
        assert ended == [], "of what was said nothing is known"
        await left.go_through()
        async with asyncio.timeout(60):
            while not ended:  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0.01)
        assert ended == [said], "what it came to is written as soon as it is known"
        await app.sessions.release(id)

        left = await app.sessions.acquire(id, early=True)
        await app.sessions.release(id)
        assert left.closed
        with pytest.raises(Refused, match="closed"):
            await left.go_through()
        async with app.sessions.open(id) as again:
            assert again.ready, "who does not ask for it early gets it whole"
