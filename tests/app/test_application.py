"""What a person can do, whatever the face: check and start a debate, fork it, change keys, and close in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from disputatio.app.application import Application
from disputatio.app.bootstrap import application, assemble
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.errors import ConfigError
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import HUMAN, SeatChoice
from disputatio.engine.errors import NotFound, StorageHeld
from disputatio.secrets.keyring import Masking
from disputatio.storage.database import Database
from disputatio.testing.debates import assessment, voices
from disputatio.testing.scripted import ScriptedProvider

DEFAULTS = ("openai:gpt-5.2", "anthropic:claude-opus-4-5-20251101")


@asynccontextmanager
async def app_with(home: Path, **keys: str) -> AsyncIterator[Application]:
    environment = {"DISPUTATIO_HOME": str(home), **{f"{name.upper()}_API_KEY": key for name, key in keys.items()}}
    async with application(environment) as app:
        app.registry.add(ScriptedProvider(voices(say="It is so.", assessment=assessment(disagree=["No."]))))
        yield app


def ask(**fields: object) -> DebateConfig:
    return DebateConfig(question="Is it so?", **fields)  # type: ignore[arg-type]


async def test_without_keys_it_says_so_and_offers_rehearsal(home: Path) -> None:
    async with app_with(home) as app:
        with pytest.raises(ConfigError) as caught:
            await app.prepare(ask())
        assert all(model in str(caught.value) for model in DEFAULTS)
        assert "rehearse" in caught.value.remedy
        assert (await app.preview(DebateConfig())).opening.seats[0].model == DEFAULTS[0]  # yet it can be shown
        prepared = await app.prepare(ask(), rehearse=True)
        assert {seat.model for seat in prepared.opening.seats} == {"rehearsal:quick"}
        assert (prepared.forecast.cost, prepared.forecast.unknown) == (0, ())


async def test_with_keys_defaults_hold_and_the_forecast_is_of_their_prices(home: Path) -> None:
    async with app_with(home, openai="k1", anthropic="k2") as app:
        prepared = await app.prepare(ask())
        assert tuple(seat.model for seat in prepared.opening.seats) == DEFAULTS
        assert prepared.opening.services["clerk"].startswith("anthropic:claude-haiku")
        assert prepared.warnings == ()
        assert prepared.forecast.calls == sum(each.calls for each in prepared.forecast.models)
        assert prepared.forecast.cost is not None
        assert 0 < prepared.forecast.cost < 5_000_000
        assert app.offered_providers() == ["openai", "anthropic"]


async def test_a_server_that_was_added_is_offered_without_a_key(home: Path) -> None:
    (home / "settings.toml").write_text('[providers.cellar]\nbase_url = "http://127.0.0.1:9/v1"\n')
    async with app_with(home, anthropic="k2") as app:
        assert app.offered_providers() == ["anthropic", "cellar"], "it may need none; others are not looked for unasked"


async def test_an_unknown_price_is_said_with_what_it_means_for_the_cap(home: Path) -> None:
    seats = tuple(SeatChoice(seat=seat, model="openai:my-own-finetune") for seat in ("analyst", "critic"))
    async with app_with(home, openai="k1") as app:
        own = {"synthesis": "openai:my-own-finetune"}
        prepared = await app.prepare(ask(seats=seats, services=own))
        assert prepared.forecast.cost is None
        assert prepared.forecast.unknown == ("openai:my-own-finetune",)
        assert any("is unknown, so the limit of $5.00" in warning for warning in prepared.warnings)
        free = await app.prepare(ask(seats=seats, services=own, options={"max_cost": 0}))
        assert free.opening.options["max_cost"] is None
        assert not any("is unknown, so the limit" in warning for warning in free.warnings)


async def test_people_cost_nothing_and_need_no_key(home: Path) -> None:
    seats = (SeatChoice(seat="analyst", model=HUMAN), SeatChoice(seat="critic", model="scripted:one"))
    async with app_with(home) as app:
        prepared = await app.prepare(ask(seats=seats, services={"synthesis": ""}))
        assert HUMAN not in [each.model for each in prepared.forecast.models]
        assert HUMAN not in prepared.forecast.unknown


@pytest.mark.parametrize(
    ("config", "kind", "says"),
    [
        (DebateConfig(), ConfigError, "no question"),
        (DebateConfig(question=" \n"), ConfigError, "no question"),
        (DebateConfig(question="x" * 20_001), ConfigError, "the limit is 20,000"),
        (ask(format="duel"), NotFound, "Did you mean 'dual'"),
        (ask(format="../dual"), NotFound, "There is no format"),
        (ask(seats=(SeatChoice(seat="judge", model="a:b"),)), ConfigError, "Its seats: analyst, critic"),
        (ask(seats=(SeatChoice(seat="critic", model="nope:x"),)), NotFound, "There is no provider 'nope'"),
        (ask(seats=(SeatChoice(seat="critic", model="openai:"),)), NotFound, "names no model"),
        (ask(seats=(SeatChoice(seat="critic", model="gpt-5.2"),)), ConfigError, "Did you mean openai:gpt-5.2?"),
        (ask(services={"clerk": "gpt-5.2"}), ConfigError, "Did you mean openai:gpt-5.2?"),
        (ask(services={"clerk": "opnai:x"}), NotFound, "Did you mean openai"),
        (ask(services={"clrk": "openai:x"}), ConfigError, "Did you mean 'clerk'"),
        (ask(options={"roundz": 3}), ConfigError, "Did you mean 'rounds'"),
        (ask(options={"rounds": "three"}), ConfigError, "Give a value like its default"),
    ],
)
async def test_what_is_wrong_is_said_before_anything_is_recorded(
    home: Path, config: DebateConfig, kind: type[Exception], says: str
) -> None:
    async with app_with(home, openai="k1", anthropic="k2") as app:
        with pytest.raises(kind) as caught:
            await app.prepare(config)
        assert says in str(caught.value)
        assert await app.catalogue.all() == []


async def test_own_defaults_apply_where_the_format_has_them(home: Path) -> None:
    async with app_with(home) as app:
        for name in [shelved.name for shelved in await asyncio.to_thread(app.formats.all)]:
            prepared = await app.preview(ask(format=name))
            assert prepared.opening.options["max_cost"] == 5_000_000
            assert prepared.forecast.calls > 0
            assert prepared.forecast.tokens > 0


async def test_a_fork_has_the_past_and_a_future_of_its_own(home: Path) -> None:
    seats = tuple(SeatChoice(seat=seat, model="scripted:one") for seat in ("analyst", "critic"))
    options = {"rounds": 2, "auto_continue": True}
    async with app_with(home) as app:
        id = await app.start(await app.prepare(ask(seats=seats, options=options, services={"synthesis": ""})))
        async with app.sessions.open(id) as session:
            await asyncio.wait_for(session.wait_for_rest(), 60)
        row, records = await app.records(id)
        for at in (1, len(records) // 2, len(records), 0):
            fork = await app.fork(id, at)
            _, copied = await app.records(fork)
            cut = at or len(records)
            assert [r.event for r in copied[1:]] == [r.event for r in records[1:cut]]
            assert fold([r.event for r in copied]).parent == f"{row.id}@{cut}"
            assert await app.log.verify(fork) == []
            async with app.sessions.open(fork) as session:
                assert (await asyncio.wait_for(session.wait_for_rest(), 60)).over
        for wrong in (-1, len(records) + 1):
            with pytest.raises(ConfigError):
                await app.fork(id, wrong)
        with pytest.raises(NotFound):
            await app.fork("nowhere")
        assert [r.event for r in (await app.records(id))[1]] == [r.event for r in records]  # the first is untouched


async def test_other_keys_hold_from_the_next_call_on_and_old_troubles_are_forgotten(home: Path) -> None:
    async with app_with(home) as app:
        for _ in range(9):
            app.routing.note_failure("openai:gpt-5.2", "Connection refused.")
        assert app.routing.is_resting("openai:gpt-5.2")
        await app.keys_changed()
        assert not app.routing.is_resting("openai:gpt-5.2")


# Opening and closing the whole


async def test_two_applications_open_one_folder_at_once(home: Path) -> None:
    async with asyncio.TaskGroup() as group:
        ready = [group.create_task(opens(home)) for _ in range(4)]
    assert [task.result() for task in ready] == [True] * 4


async def opens(home: Path) -> bool:
    async with app_with(home) as app:
        id = await app.start(await app.prepare(ask(), rehearse=True))
        return id in [row.id for row in await app.catalogue.all()]


async def test_what_was_opened_is_closed_when_opening_fails(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Database] = []

    async def broken(database: Database) -> None:
        opened.append(database)
        raise StorageHeld("It is damaged.", "Restore the backup.")

    monkeypatch.setattr("disputatio.app.bootstrap.rebuild_behind", broken)
    with pytest.raises(StorageHeld, match="damaged"):
        async with application({"DISPUTATIO_HOME": str(home)}):
            pass
    with pytest.raises(StorageHeld, match="closed"):
        await opened[0].write(lambda connection: None)


async def test_closing_goes_on_whatever_fails(home: Path) -> None:
    async def broken() -> None:
        raise StorageHeld("The disk is full.", "Make room.")

    closed: list[str] = []

    async def close() -> None:
        closed.append("registry")

    app = await assemble({"DISPUTATIO_HOME": str(home)}, Masking())
    app.branches.close = broken  # type: ignore[method-assign]
    app.registry.close = close  # type: ignore[method-assign]
    with pytest.raises(StorageHeld, match="full"):
        await app.close()
    assert closed == ["registry"]
    with pytest.raises(StorageHeld, match="closed"):
        await app.database.write(lambda connection: None)


async def test_a_log_that_nobody_can_read_keeps_no_application_from_starting(
    home: Path, expected_logs: Callable[..., None]
) -> None:
    expected_logs("cannot be rebuilt")
    async with app_with(home) as app:
        ids = [await app.start(await app.prepare(ask(), rehearse=True)) for _ in range(2)]

        def damage(connection: object) -> None:
            driver = connection.connection.driver_connection  # type: ignore[attr-defined]
            driver.execute("UPDATE debates SET projected_seq = 0")
            driver.execute("UPDATE events SET type = 'levitated/1' WHERE debate_id = ?", (ids[0],))

        await app.database.write(damage)
    async with app_with(home) as app:
        async with app.sessions.open(ids[1]) as session:
            assert session.here
        with pytest.raises(Exception, match="newer Disputatio"):
            await app.sessions.acquire(ids[0])
        assert await app.sessions.leases.current() == {} or ids[0] not in await app.sessions.leases.current()
