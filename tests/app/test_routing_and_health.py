"""Which model stands in for which, and what is kept of how models have done."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from disputatio.app.bootstrap import application
from disputatio.app.models.health import FILE, HealthBook
from disputatio.app.starting import casting
from disputatio.app.starting.configuration import DebateConfig, from_mapping
from disputatio.debate.log.events import TurnCompleted
from disputatio.debate.log.seats import Seat
from disputatio.engine.limits import Limits
from disputatio.engine.routing import Routing, task_of
from disputatio.providers import catalogue
from disputatio.testing.debates import FrozenClock
from disputatio.testing.loopback import Fault, LoopbackServer
from disputatio.testing.scripted import Anywhere

GPT, CLAUDE, FLASH = "openai:gpt-5.2", "anthropic:claude-haiku-4-5", "gemini:gemini-2.5-flash"


def routing(
    by_task: dict[str, Sequence[str]] | None = None, unfit: Sequence[str] = (), clock: FrozenClock | None = None
) -> Routing:
    def provider(model: str) -> Any:
        raise AssertionError(model)

    return Routing(
        provider,
        Anywhere(),
        clock or FrozenClock(),
        Limits(),
        by_task=lambda task: (by_task or {}).get(task, ()),
        suits=lambda model, tokens: model not in unfit and (model != "small:" or tokens < 100),
    )


@pytest.mark.parametrize(
    ("seat", "role", "task", "found"),
    [
        ("analyst", "Analyst", "analysis", "reasoning"),
        ("table-2", "Participant", "say", "reasoning"),
        ("critic", "Critic", "critique", "analysis"),
        ("proposer", "Proposer", "propose", "code"),
        ("judge", "Judge", "judgement", "judging"),
        ("clerk", "clerk", "minutes", "extraction"),
        ("clerk", "clerk", "synthesis", "synthesis"),
        ("chair", "Chair", "answer", "synthesis"),
    ],
)
def test_what_a_model_is_asked_for(seat: str, role: str, task: str, found: str) -> None:
    assert task_of(seat, role, task) == found


def test_stand_ins_are_those_of_the_task_without_those_that_do_not_suit() -> None:
    found = routing({"reasoning": ("a:", "b:", "c:")}, unfit=("b:",))
    assert found.candidates("x:", "reasoning") == ["x:", "a:", "c:"]
    assert found.candidates("a:", "reasoning") == ["a:", "c:"]
    assert found.candidates("x:", "judging") == ["x:"]


def test_one_that_mostly_fails_comes_after_the_others() -> None:
    found = routing({"reasoning": ("a:", "b:")})
    for _ in range(4):
        found.note_failure("a:", "Overloaded.", passing=False)
    assert found.candidates("x:", "reasoning") == ["x:", "b:", "a:"]


def test_a_model_that_cannot_read_so_much_comes_last() -> None:
    found = routing({"reasoning": ("a:",)})
    assert found.candidates("small:", "reasoning", lambda: 99) == ["small:", "a:"]
    assert found.candidates("small:", "reasoning", lambda: 100) == ["a:", "small:"]
    assert found.candidates("small:", "judging", lambda: 100) == ["small:"], "nobody may stand in"


def environment(home: Path, server: LoopbackServer) -> dict[str, str]:
    given = {"DISPUTATIO_HOME": str(home)}
    given |= {f"{name}_API_KEY": f"key-{name}" for name in ("OPENAI", "ANTHROPIC", "GEMINI")}
    urls = {"OPENAI": server.openai_url, "ANTHROPIC": server.anthropic_url, "GEMINI": server.gemini_url}
    return given | {f"{name}_BASE_URL": url for name, url in urls.items()}


@pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")
async def test_a_stand_in_of_the_task_speaks_and_the_turn_says_who(home: Path) -> None:
    config = from_mapping(
        {
            "question": "Is it so?",
            "rounds": 1,
            "auto_continue": True,
            "tools": False,
            "seats": [{"seat": "analyst", "model": GPT}, {"seat": "critic", "model": FLASH}],
            "services": {"clerk": "", "synthesis": ""},
        }
    )
    async with LoopbackServer() as server, application(environment(home, server)) as app:
        app.settings.set("calls.retries", 0)
        app.settings.set("routing.reasoning", ("perplexity:sonar", CLAUDE))
        server.fault("openai", Fault.TOO_LONG, times=1)
        session = await app.open_and_run(await app.prepare(config))
        await session.wait_for_rest()
        done = {e.event.path: e.event for e in session.hub.records if isinstance(e.event, TurnCompleted)}
        assert done["round[1]/analysis[analyst]"].model == CLAUDE, "Perplexity has no key"
        assert session.debate.model_of("analyst", "analysis") == GPT, "asked for"
        assert done["round[1]/critique[critic]"].model == FLASH
        health = {each.model: each for each in app.health.all()}
        assert (health[GPT].calls, health[GPT].success_rate, health[GPT].state) == (1, 0.0, "failing")
        assert "too long" in health[GPT].last_error.lower()
        assert health[CLAUDE].state == "well"
    async with LoopbackServer() as server, application(environment(home, server)) as app:
        assert {each.model: each.calls for each in app.health.all()}[GPT] == 1, "a new start knows it"
        await app.health.forget()
        assert app.health.all() == []
        assert not (home / FILE).exists()


@pytest.mark.parametrize(("ceiling", "there"), [(0.0, True), (5.0, False), (50.0, True)])
async def test_a_stand_in_may_not_be_dearer_than_the_person_says(home: Path, ceiling: float, there: bool) -> None:
    async with LoopbackServer() as server, application(environment(home, server)) as app:
        await asyncio.to_thread(catalogue.load)
        stand_ins = ("openai:gpt-5.2", "gemini:no-such-model")
        await asyncio.to_thread(app.settings.set, "routing.analysis", stand_ins)
        await asyncio.to_thread(app.settings.set, "routing.ceiling", ceiling)
        found = app.routing.candidates("anthropic:claude-opus-4-5-20251101", "analysis")
        assert (GPT in found) is there
        assert ("gemini:no-such-model" in found) is (ceiling == 0), "nobody knows its price"


async def test_what_several_processes_see_is_added_up(tmp_path: Path) -> None:
    clock = FrozenClock()
    one, two = routing(clock=clock), routing(clock=clock)
    first, second = HealthBook(one, tmp_path), HealthBook(two, tmp_path)
    await asyncio.to_thread(first.load)
    await asyncio.to_thread(second.load)
    one.note_success("a:x", 100)
    two.note_failure("a:x", "Overloaded.")
    one.note_success("rehearsal:quick", 1)
    await first.close()
    await second.close()
    kept = json.loads((tmp_path / FILE).read_text("utf-8"))
    assert {name: row[:2] for name, row in kept.items()} == {"a:x": [1, 1]}, "a rehearsal cannot fail"
    third = HealthBook(routing(), tmp_path)
    await asyncio.to_thread(third.load)
    assert [(each.model, each.calls, each.success_rate) for each in third.all()] == [("a:x", 2, 0.5)]


@pytest.mark.parametrize("text", ["", "[]", "nonsense", '{"a:x": [1]}', '{"a:x": ["b", 1, 1, "", 1]}'])
async def test_a_file_that_cannot_be_read_holds_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    book = HealthBook(routing(), tmp_path)
    await asyncio.to_thread(book.load)
    assert book.all() == []
    await book.close()


def seats(judge: str, *others: str) -> tuple[Seat, ...]:
    table = [Seat(id=f"p{n}", part="p", role="Proposer", name=f"P{n}", model=model) for n, model in enumerate(others)]
    return (*table, Seat(id="judge", part="judge", role="Judge", name="Judge", model=judge))


def test_a_judge_gets_a_model_of_another_family_where_a_key_allows() -> None:
    equals = (CLAUDE, GPT, FLASH)
    found = casting.with_impartial_judges(seats(CLAUDE, CLAUDE, GPT), (), equals, lambda name: True)
    assert found[-1].model == FLASH
    without = casting.with_impartial_judges(seats(CLAUDE, CLAUDE, GPT), (), equals, lambda name: name != "gemini")
    assert without[-1].model == CLAUDE
    chosen = casting.with_impartial_judges(seats(CLAUDE, CLAUDE, GPT), ("judge",), equals, lambda name: True)
    assert chosen[-1].model == CLAUDE, "the person chose it"


async def test_the_eight_phases_have_an_impartial_judge_or_say_so(home: Path) -> None:
    async with LoopbackServer() as server, application(environment(home, server)) as app:
        plan = await app.preview(DebateConfig(question="?q", format="eight-phase"))
        models = {seat.id: seat.model.partition(":")[0] for seat in plan.opening.seats}
        judged = {model for id, model in models.items() if id != "judge"}
        assert (models["judge"] not in judged) is (len(judged) < 3)
        partial = any("may favour its like" in each for each in plan.warnings)
        assert partial is (models["judge"] in judged)


async def test_an_architect_without_a_known_price_is_said_before_the_start(home: Path) -> None:
    async with LoopbackServer() as server, application(environment(home, server)) as app:
        plan = await app.prepare(DebateConfig(question="Is it so?", format="collaboration"))
        assert any("The price of gemini:gemini-3.0-pro-001 is unknown" in each for each in plan.warnings)
        assert "without what gemini:gemini-3.0-pro-001 costs, which is unknown" in plan.forecast.summary
