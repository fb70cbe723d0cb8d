"""Open debates in one process and in several on one data folder: who drives, who watches, who is told what."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.debates import open_sessions as sessions_module
from disputatio.app.debates import upkeep
from disputatio.app.debates.open_sessions import Session, is_interrupted
from disputatio.app.debates.session import answer
from disputatio.app.paths import resource
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Answer, Close, Continue, Interject, Pause, SetOption
from disputatio.debate.log.events import DebateEnded, Event, Recorded, TurnAsked, TurnCompleted, TurnCut
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import HUMAN, SeatChoice
from disputatio.engine.errors import NotFound, StorageHeld
from disputatio.engine.hub import Held
from disputatio.prompting.request import Request
from disputatio.testing.debates import assessment, recorder, voices
from disputatio.testing.scripted import Hold, Script, ScriptedProvider
from disputatio.testing.speakers import drive, formats_of, opening_event

PATIENCE = 180.0


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "LOOK", 0.02)
    monkeypatch.setattr(upkeep, "BEAT", 0.05)
    monkeypatch.setattr(sessions_module, "ANSWER", PATIENCE)


def speaking(hold: asyncio.Event | None = None) -> ScriptedProvider:
    def said(text: str) -> Script:
        return lambda request: ["I think ", Hold(hold), text] if hold else text

    says = voices(say=said("so."), assessment=assessment(disagree=["It is not so."]), ledger=recorder("It is so."))
    return ScriptedProvider(says)


CONFIG = DebateConfig(
    question="Is it so?",
    seats=(SeatChoice(seat="analyst", model="scripted:one"), SeatChoice(seat="critic", model="scripted:two")),
    services={"clerk": "scripted:small", "synthesis": "scripted:one"},
    options={"auto_continue": True, "rounds": 2},
    seed=1,
)


@asynccontextmanager
async def process(provider: ScriptedProvider | None = None) -> AsyncIterator[Application]:
    async with application({"DISPUTATIO_HOME": _home()}) as app:
        app.registry.add(provider or speaking())
        yield app


def _home() -> str:
    import os

    return os.environ["DISPUTATIO_HOME"]


async def started(app: Application, config: DebateConfig = CONFIG) -> str:
    return await app.start(await app.preview(config))


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110  what is awaited has no event of its own
            await asyncio.sleep(0.005)


def speaking_here(session: Session) -> bool:
    """Whether the beginning of a turn has arrived."""
    return bool(session.runner) and any(flight.text for flight in session.runner.flights.values())


def heard(session: Session) -> list[str]:
    """What a person said, as far as it was shown."""
    said = [record.event for record in session.hub.records if isinstance(record.event, TurnCompleted)]
    return [event.text for event in said if event.by == "person"]


async def unheld(app: Application) -> None:
    """The last lease is given up; that is written some moments after its debate was let go."""
    async with asyncio.timeout(PATIENCE):
        while await app.sessions.leases.current():  # noqa: ASYNC110  what is awaited has no event of its own
            await asyncio.sleep(0.005)


async def test_a_debate_runs_and_goes_on_after_the_last_user_left() -> None:
    async with process() as app:
        id = await started(app)
        async with app.sessions.open(id) as session:
            assert session.here
        await until(lambda: app.sessions.get(id) is None)  # it came to its end, and was closed
        row = await app.catalogue.get(id)
        assert row.status == "completed"
        assert row.score is not None
        await unheld(app)


async def test_who_leaves_while_the_end_is_being_written_leaves_a_debate_with_its_score(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    writing, gate = asyncio.Event(), asyncio.Event()
    async with process() as app:
        append = app.log.append

        async def slow(debate: str, events: Sequence[Event], *more: Any, **after: Any) -> list[Recorded]:
            if any(isinstance(event, DebateEnded) for event in events):
                writing.set()
                await gate.wait()
            return await append(debate, events, *more, **after)

        monkeypatch.setattr(app.log, "append", slow)
        id = await started(app)
        session = await app.sessions.acquire(id)
        await asyncio.wait_for(writing.wait(), PATIENCE)
        leaving = asyncio.ensure_future(app.sessions.release(id))
        await until(lambda: session.runner is None or session.runner.closing)
        gate.set()
        await leaving
        assert (await app.catalogue.get(id)).score is not None


async def test_what_cannot_be_opened_is_not_counted() -> None:
    async with process() as app:
        with pytest.raises(NotFound):
            await app.sessions.acquire("nowhere")
        id = await started(app)
        waiting = asyncio.ensure_future(app.sessions.acquire(id))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        async with app.sessions.open(id) as session:
            assert (await asyncio.wait_for(session.wait_for_rest(), PATIENCE)).over
        await until(lambda: session.runner is None)  # as nobody is counted as using it any more


async def test_users_are_counted_and_closing_meets_opening() -> None:
    async with process() as app:
        id = await started(app)
        one = await app.sessions.acquire(id)
        assert await app.sessions.acquire(id) is one
        await asyncio.wait_for(one.wait_for_rest(), PATIENCE)
        await app.sessions.release(id)
        assert app.sessions.get(id) is one
        async with asyncio.TaskGroup() as group:
            group.create_task(app.sessions.release(id))
            again = group.create_task(app.sessions.acquire(id))
        assert again.result() is app.sessions.get(id)
        assert again.result().here
        assert id in await app.sessions.leases.current()  # closing the first did not give up the second's lease
        for _ in range(3):  # once too often
            await app.sessions.release(id)
        assert app.sessions.get(id) is None
        with pytest.raises(Refused):
            await one.submit(Continue())


async def test_another_process_watches_and_both_see_the_same() -> None:
    hold = asyncio.Event()
    async with process(speaking(hold)) as one, process() as two:
        id = await started(one)
        async with one.sessions.open(id) as driven, two.sessions.open(id) as watched:
            assert (driven.here, watched.here) == (True, False)
            seen: list[int] = []

            async def look() -> None:
                async for update in watched.updates():
                    seen.extend([update.seq] if isinstance(update, Recorded) else [])

            looking = asyncio.ensure_future(look())
            hold.set()
            assert (await asyncio.wait_for(driven.wait_for_rest(), PATIENCE)).over
            assert (await asyncio.wait_for(watched.wait_for_rest(), PATIENCE)).over
            assert watched.debate == driven.debate
            assert watched.progress() == driven.progress()
            await until(lambda: len(seen) == len(driven.hub.records))
            assert seen == [record.seq for record in driven.hub.records]
            looking.cancel()


async def test_what_another_process_does_is_noticed_and_what_is_done_here_is_not() -> None:
    async with process() as one, process() as two:
        here: list[str] = []
        there: list[str] = []
        one.sessions.on_news, two.sessions.on_news = here.extend, there.extend
        id = await started(one)
        await until(lambda: id in here and id in there)  # nobody drives it yet
        async with one.sessions.open(id) as driven:
            here.clear()
            there.clear()
            assert (await asyncio.wait_for(driven.wait_for_rest(), PATIENCE)).over
            await until(lambda: id in there)
            assert here == []


async def test_a_debate_that_nobody_runs_is_told_from_one_that_runs() -> None:
    hold = asyncio.Event()
    async with process(speaking(hold)) as one, process() as two:
        id = await started(one)
        entry = await two.catalogue.get(id)
        assert is_interrupted(entry, await two.sessions.driven_debates())
        async with one.sessions.open(id) as driven:
            assert not is_interrupted(entry, await two.sessions.driven_debates())
            hold.set()
            await asyncio.wait_for(driven.wait_for_rest(), PATIENCE)
        assert not is_interrupted(await two.catalogue.get(id), ()), "it is over"


async def test_letters_are_carried_out_once_and_refusals_come_back() -> None:
    hold = asyncio.Event()
    async with process(speaking(hold)) as one, process() as two:
        id = await started(one)
        async with one.sessions.open(id) as driven, two.sessions.open(id) as watched:
            await until(lambda: speaking_here(driven))
            async with asyncio.TaskGroup() as group:
                for number in range(5):
                    group.create_task(watched.submit(Interject(text=f"Mind {number}.")))
            assert sorted(heard(watched)) == [f"Mind {number}." for number in range(5)]
            await until(lambda: sorted(heard(driven)) == sorted(heard(watched)))  # it is durable before it is shown
            with pytest.raises(Refused, match="running"):
                await watched.submit(Continue())
            with pytest.raises(Refused, match="No option"):
                await two.sessions.deliver(id, SetOption(name="roundz", value=3))
            await watched.submit(Pause(now=True))
            assert driven.debate.status == "paused"
            assert watched.debate.status == "paused"
            assert [r.event.text for r in watched.hub.records if isinstance(r.event, TurnCut)] == ["I think "]
            assert (await asyncio.wait_for(watched.wait_for_rest(), PATIENCE)).status == "paused"
            assert await one.sessions.inbox.waiting_for(id) == []


async def test_what_nobody_holds_is_delivered_without_going_on() -> None:
    async with process() as app:
        id = await started(app)
        assert await app.sessions.deliver(id, Close())
        assert app.sessions.get(id) is None
        assert (await app.catalogue.get(id)).status == "cancelled"
        with pytest.raises(Refused):
            await app.sessions.deliver(id, Pause())
        with pytest.raises(NotFound):
            await app.sessions.deliver("nowhere", Pause())
        assert await app.sessions.leases.current() == {}


async def test_who_watches_takes_over_from_who_is_gone() -> None:
    hold = asyncio.Event()
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(process(speaking(hold)))
        id = await started(one)
        two = await stack.enter_async_context(process())
        driven, watched = await one.sessions.acquire(id), await two.sessions.acquire(id)
        await until(lambda: bool(driven.runner and driven.runner.flights))
        waiting = asyncio.ensure_future(watched.wait_for_rest())
        await one.sessions.close()
        assert not driven.here
        done = await asyncio.wait_for(waiting, PATIENCE)
        assert done.status == "max_rounds"
        assert watched.here
        completed = [r.event.path for r in watched.hub.records if isinstance(r.event, TurnCompleted)]
        assert len(completed) == len(set(completed))


async def test_a_lost_lease_ends_driving_and_what_was_not_written_is_told(expected_logs: Callable[..., None]) -> None:
    expected_logs("taken over debate")
    expected_logs("could not be written", at_least=0)
    hold = asyncio.Event()
    async with process(speaking(hold)) as one, process() as two:
        id = await started(one)
        driven = await one.sessions.acquire(id)
        await until(lambda: bool(driven.runner and driven.runner.flights))
        waiting = asyncio.ensure_future(driven.wait_for_rest())
        await two.database.write(
            lambda c: c.exec_driver_sql("UPDATE leases SET holder = 'x', heartbeat = 9e12") and None
        )
        hold.set()  # what is said now cannot be written here
        await until(lambda: not driven.here)
        assert not waiting.done()  # for all that is known the debate goes on elsewhere
        assert driven.debate.status == "debating"
        assert [r.seq for r in driven.hub.records] == list(range(1, len(driven.hub.records) + 1))
        await two.database.write(lambda c: c.exec_driver_sql("DELETE FROM leases") and None)
        assert (await asyncio.wait_for(waiting, PATIENCE)).over
        assert await one.log.verify(id) == []


async def test_whoever_slept_while_another_process_came_to_the_end_writes_nothing_more(
    expected_logs: Callable[..., None],
) -> None:
    """The other one has let go of its lease by then: only the log itself tells that it was there."""
    expected_logs("taken over debate", at_least=0)
    expected_logs("could not be written", at_least=0)
    hold = asyncio.Event()
    async with process(speaking(hold)) as one:
        id = await started(one)
        driven = await one.sessions.acquire(id)
        await until(lambda: bool(driven.runner and driven.runner.flights))
        await one.sessions.tending.stop()  # it sleeps
        async with process() as two:
            await two.database.write(lambda c: c.exec_driver_sql("DELETE FROM leases") and None)
            done = await asyncio.wait_for((await two.sessions.acquire(id)).wait_for_rest(), PATIENCE)
            assert done.over
        signals: list[object] = []
        driven.hub.signal = signals.append  # type: ignore[method-assign]
        hold.set()
        await until(lambda: driven.held is not None or driven.debate.over)
        completed = [r.event.path for r in await one.log.read(id) if isinstance(r.event, TurnCompleted)]
        assert len(completed) == len(set(completed))
        assert await one.log.verify(id) == []
        one.sessions.tending.start()
        await until(lambda: driven.debate.over)
        first, *later = [signal for signal in signals if isinstance(signal, Held)]
        assert first.why == "Another Disputatio process has taken over this debate."
        assert "as soon as it can be saved" not in first.remedy, "it does not go on here"
        assert later == [Held(why="")], "it is not held: it went on elsewhere"


async def test_a_fault_of_the_program_is_told_to_all_and_a_person_can_go_on(expected_logs: Callable[..., None]) -> None:
    expected_logs("stopped by a fault of the program")
    broken = [True]
    provider = speaking()
    fine = provider.script

    def script(request: Request) -> object:
        if broken:
            raise RuntimeError("a bug")
        return fine(request)

    provider.script = script  # type: ignore[assignment]
    async with process(provider) as one, process() as two:
        told: list[BaseException] = []
        one.sessions.on_fault = told.append
        id = await started(one)
        async with one.sessions.open(id) as driven, two.sessions.open(id) as watched:
            with pytest.raises(RuntimeError, match="a bug"):
                await asyncio.wait_for(driven.wait_for_rest(), PATIENCE)
            assert (await asyncio.wait_for(watched.wait_for_rest(), PATIENCE)).status == "error"
            await until(lambda: not driven.here)  # the other process may have taken it over at once
            assert [str(fault) for fault in told] == ["a bug"], "whoever shows reports hears of it"
            with pytest.raises(RuntimeError, match="a bug"):
                await driven.wait_for_rest()
            broken.clear()
            await driven.submit(Continue())
            assert (await asyncio.wait_for(driven.wait_for_rest(), PATIENCE)).over


async def test_who_met_a_fault_sees_it_go_on_in_another_process(expected_logs: Callable[..., None]) -> None:
    expected_logs("stopped by a fault of the program")

    def broken(request: Request) -> str:
        raise RuntimeError("a bug")

    async with process(ScriptedProvider(broken)) as one, process() as two:
        id = await started(one)
        async with one.sessions.open(id) as faulted, two.sessions.open(id) as other:
            with pytest.raises(RuntimeError, match="a bug"):
                await asyncio.wait_for(faulted.wait_for_rest(), PATIENCE)
            await asyncio.wait_for(other.wait_for_rest(), PATIENCE)
            await other.submit(Continue())  # the first may still be about to let go of it
            assert (await asyncio.wait_for(other.wait_for_rest(), PATIENCE)).over
            assert other.here
            await until(lambda: faulted.debate.over)
            assert (await asyncio.wait_for(faulted.wait_for_rest(), PATIENCE)).over
            assert not faulted.here


async def test_storage_that_fails_for_a_while_ends_no_watch(expected_logs: Callable[..., None]) -> None:
    expected_logs("Looking after leases: The disk is full.")
    expected_logs("Looking after letters failed.")
    async with process() as app:
        beat, look = app.sessions.leases.beat, app.sessions.tending.watch.look
        failed: list[str] = []

        async def full() -> set[str]:
            failed.append("beat")
            raise StorageHeld("The disk is full.", "Make room.")

        async def wrong() -> object:
            failed.append("look")
            raise ZeroDivisionError

        told: list[BaseException] = []
        app.sessions.on_fault = told.append
        app.sessions.leases.beat = full  # type: ignore[method-assign]
        app.sessions.tending.watch.look = wrong  # type: ignore[method-assign,assignment]
        await until(lambda: failed.count("beat") > 2 and failed.count("look") > 2)
        assert [type(fault) for fault in told] == [ZeroDivisionError], "once, however often it goes wrong"
        app.sessions.leases.beat, app.sessions.tending.watch.look = beat, look  # type: ignore[method-assign]
        id = await started(app)
        async with app.sessions.open(id):
            pass
        await until(lambda: app.sessions.get(id) is None)  # they look after debates as before


async def test_a_score_that_cannot_be_written_keeps_no_debate_open(
    expected_logs: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected_logs("is written when it is opened again")
    expected_logs("Looking after letters", at_least=0)

    async def full(*_: object) -> None:
        raise StorageHeld("The disk is full.", "Make room.")

    async with process() as app:
        id = await started(app)
        with monkeypatch.context() as patched:
            patched.setattr("disputatio.app.debates.session.summarise", full)
            async with app.sessions.open(id) as session:
                await asyncio.wait_for(session.wait_for_rest(), PATIENCE)
            assert app.sessions.get(id) is None
            assert await app.sessions.leases.current() == {}
        assert (await app.catalogue.get(id)).score is None
        async with app.sessions.open(id):
            pass
        assert (await app.catalogue.get(id)).score is not None


async def test_who_waits_for_a_person_has_settled_in_every_process() -> None:
    seats = (SeatChoice(seat="analyst", model=HUMAN), SeatChoice(seat="critic", model="scripted:two"))
    config = DebateConfig(question="Is it so?", seats=seats, options={"auto_continue": True, "rounds": 1}, seed=1)
    async with process() as one, process() as two:
        id = await started(one, config)
        async with one.sessions.open(id) as driven, two.sessions.open(id) as watched:
            assert (await asyncio.wait_for(driven.wait_for_rest(), PATIENCE)).status == "debating"
            assert (await asyncio.wait_for(watched.wait_for_rest(), PATIENCE)).status == "debating"
            path = next(iter(driven.debate.asked))
            await watched.submit(Answer(path=path, text="I hold that it is so."))
            assert (await asyncio.wait_for(driven.wait_for_rest(), PATIENCE)).over


async def test_what_was_written_while_a_debate_was_being_opened_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = (SeatChoice(seat="analyst", model=HUMAN), SeatChoice(seat="critic", model="scripted:two"))
    config = DebateConfig(question="Is it so?", seats=seats, options={"auto_continue": True, "rounds": 1}, seed=1)
    async with process() as one, process() as two:
        id = await started(one, config)
        async with one.sessions.open(id) as driven:
            await asyncio.wait_for(driven.wait_for_rest(), PATIENCE)
            whole, read = await two.log.read(id), two.log.read

            async def before_the_last(debate: str, after: int = 0) -> list[Recorded]:
                monkeypatch.setattr(two.log, "read", read)
                await two.sessions.tending.watch.look()  # a look that knows of no open debate passes over its end
                return whole[:-1]

            monkeypatch.setattr(two.log, "read", before_the_last)
            async with two.sessions.open(id) as watched:
                await until(lambda: len(watched.hub.records) == len(whole))


async def test_fifty_debates_at_once_in_two_processes_end_alike() -> None:
    async with process() as one, process() as two:
        ids = [await started(one) for _ in range(50)]

        async def debate(app: Application, id: str) -> str:
            async with app.sessions.open(id) as session:
                return (await asyncio.wait_for(session.wait_for_rest(), PATIENCE)).status

        async with asyncio.TaskGroup() as group:
            done = [group.create_task(debate(app, id)) for id in ids for app in (one, two)]
        assert {task.result() for task in done} == {"max_rounds"}
        assert await one.log.verify(ids[7]) == []


async def test_closing_the_application_while_debates_open_and_run() -> None:
    hold = asyncio.Event()
    async with process(speaking(hold)) as app:
        ids = [await started(app) for _ in range(5)]
        sessions = [await app.sessions.acquire(id) for id in ids]
        await until(lambda: all(speaking_here(session) for session in sessions))
        waiting = [asyncio.ensure_future(session.wait_for_rest()) for session in sessions]
        late = asyncio.ensure_future(app.sessions.acquire(await started(app)))
        await app.sessions.close()
        for each in waiting:
            assert (await asyncio.wait_for(each, PATIENCE)).status == "debating"
        with pytest.raises(Refused):
            await late
        with pytest.raises(Refused):
            await sessions[0].submit(Pause())
        assert await app.sessions.leases.current() == {}
        for id in ids:
            cuts = [r.event.text for r in await app.log.read(id) if isinstance(r.event, TurnCut)]
            assert cuts == ["I think "]
    async with process() as app, app.sessions.open(ids[0]) as session:
        assert (await asyncio.wait_for(session.wait_for_rest(), PATIENCE)).over


async def test_what_was_not_written_at_the_end_is_told(
    expected_logs: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected_logs("could not be written before the debate was released")
    hold = asyncio.Event()
    async with process(speaking(hold)) as app:
        session = await app.sessions.acquire(await started(app))
        await until(lambda: bool(session.runner and session.runner.flights))
        signals: list[object] = []
        session.hub.signal = signals.append  # type: ignore[method-assign]

        async def full(*_: object, **__: object) -> list[Recorded]:
            raise StorageHeld("The disk is full.", "Make room.")

        assert session.runner is not None
        monkeypatch.setattr(app.log, "append", full)
        await session.submit(Pause(now=True))
        assert session.runner.storage_fault is not None
        await app.sessions.close()
        told = [signal for signal in signals if isinstance(signal, Held) and "before the debate" in signal.why]
        assert len(told) == 1
        assert session.debate.status == "debating"  # as the log has it


def test_what_was_pasted_and_does_not_oppose_is_recorded_as_it_declares() -> None:
    devil = formats_of(resource("formats"))["devils-advocate"]
    log = drive([opening_event(devil, rounds=1)])
    path = "round[1]/opposition[devil]"
    asked = next(place for place, event in enumerate(log) if isinstance(event, TurnAsked) and event.path == path)
    found = answer(fold(log[:asked]), path, "It may fail.\n\n### Stance\nmixed\n\n### Quote\nIt may fail.")
    assert found.data == {"stance": "mixed", "quote": "It may fail"}
