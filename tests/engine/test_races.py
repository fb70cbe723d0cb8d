"""What can happen at the same time: commands while the log is being written, while it cannot be, while calls end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.app.debates.replay import replay
from disputatio.app.paths import resource
from disputatio.debate.errors import Refused
from disputatio.debate.formats.loader import load
from disputatio.debate.log.commands import (
    Close,
    Command,
    Continue,
    Extend,
    Interject,
    Leave,
    Pause,
    SetOption,
    Skip,
    Swap,
)
from disputatio.debate.log.events import (
    DebateEnded,
    DebateOpened,
    Event,
    Recorded,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnDrafted,
    TurnFailed,
)
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import HUMAN
from disputatio.engine.errors import StorageHeld, Transient
from disputatio.engine.hub import Held, Hub, Settled
from disputatio.engine.limits import Limits, RetryPolicy
from disputatio.engine.performer import Performer
from disputatio.engine.ports import Clock, SystemClock
from disputatio.engine.routing import Routing
from disputatio.engine.runner import LONGEST_GAP, Activity, Runner, active_time
from disputatio.prompting.request import Request
from disputatio.testing.debates import FrozenClock, MemoryLog, opening
from disputatio.testing.scripted import (
    Anywhere,
    FlatPrices,
    Hold,
    NoMemory,
    NoSources,
    Script,
    ScriptedProvider,
    Silence,
    says,
)

PATIENCE = 60.0
TABLE = """
name = "table"
title = "Table"
do = ["round"]
[options]
rounds = 2
max_minutes = 60
[cast.table]
role = "Participant"
seats = [2, 4]
[step.round]
repeat = "$rounds"
do = ["turn"]
[step.turn]
ask = "all"
ORDER
"""
STANDARD = (resource("formats") / "standard.toml").read_text("utf-8")


def table(order: str = "", model: str = "scripted:one", **options: object) -> DebateOpened:
    text = TABLE.replace("ORDER", f'order = "{order}"' if order else "")
    return opening(load(text, "table.toml", STANDARD), "Is it so?", model=model, options=options)  # type: ignore[arg-type]


class SlowLog(MemoryLog):
    """Every append waits for `gate` (or those alone that hold an event of kind `only`); `writing` is set while one
    does. `down`: it cannot write."""

    def __init__(self, clock: Clock | None = None) -> None:
        super().__init__(clock)
        self.gate, self.writing = asyncio.Event(), asyncio.Event()
        self.gate.set()
        self.down: Exception | None = None
        self.only: type | None = None

    async def append(
        self, debate: str, events: Sequence[Event], requests: Mapping[str, str] | None = None
    ) -> list[Recorded]:
        if self.only is None or any(isinstance(event, self.only) for event in events):
            self.writing.set()
            await self.gate.wait()
            self.writing.clear()
        if self.down is not None:
            raise self.down
        return await super().append(debate, events, requests)

    async def caught(self) -> None:
        """Until the next append is under way, and stays so."""
        self.gate.clear()
        self.writing.clear()
        await asyncio.wait_for(self.writing.wait(), PATIENCE)


@dataclass
class Stage:
    runner: Runner
    provider: ScriptedProvider
    log: SlowLog
    clock: Clock
    performer: Performer

    @property
    def events(self) -> list[Event]:
        return [record.event for record in self.runner.hub.records]

    def of(self, kind: type) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]

    async def settle(self) -> None:
        await asyncio.wait_for(self.runner.wait_for_rest(), PATIENCE)

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():  # noqa: ASYNC110  what is awaited has no event of its own
                await asyncio.sleep(0.001)

    async def consistent(self) -> None:
        """What watchers saw is what stands in the log, and what the rules make of it is what is so."""
        assert [r.seq for r in self.runner.hub.records] == list(range(1, len(self.runner.hub.records) + 1))
        assert self.events == [record.event for record in await self.log.read("d")]
        assert fold(self.events) == self.runner.debate
        assert replay(self.runner.hub.records).same


@asynccontextmanager
async def stage(
    script: Script,
    first: DebateOpened | None = None,
    limits: Limits | None = None,
    clock: Clock | None = None,
    start: bool = True,
    log: SlowLog | None = None,
) -> AsyncIterator[Stage]:
    clock, limits, provider = clock or FrozenClock(), limits or Limits(), ScriptedProvider(script)
    log = log or SlowLog(clock)
    if not await log.read("d"):
        await log.append("d", [first or table()])
    performer = Performer(
        Routing(lambda model: provider, Anywhere(), clock, limits), limits, clock, FlatPrices(), NoMemory(), NoSources()
    )
    runner = Runner("d", Hub(await log.read("d")), performer, log, clock)
    on = Stage(runner, provider, log, clock, performer)
    if start:
        runner.start()
    try:
        yield on
    finally:
        on.log.gate.set()
        await asyncio.wait_for(runner.close(), PATIENCE)


async def test_stop_now_while_a_turn_is_being_recorded_asks_nobody() -> None:
    async with stage(says("Yes."), start=False) as on:
        on.runner.start()
        await on.log.caught()
        stopping = asyncio.ensure_future(on.runner.submit(Pause(now=True)))
        await asyncio.sleep(0)
        on.log.gate.set()
        await stopping
        await on.settle()
        assert on.provider.requests == []
        assert on.runner.debate.status == "paused"
        assert not on.runner.debate.asked
        await on.consistent()
        await on.runner.submit(Continue())
        await on.settle()
        assert on.runner.debate.status == "max_rounds"


async def test_a_turn_skipped_while_it_is_being_recorded_is_not_asked() -> None:
    async with stage(says("Yes."), start=False) as on:
        on.runner.start()
        await on.log.caught()
        skipping = asyncio.ensure_future(on.runner.submit(Skip(path="round[1]/turn[table]")))
        await asyncio.sleep(0)
        on.log.gate.set()
        await skipping
        await on.settle()
        assert "round[1]/turn[table]" not in [request.brief.path for request in on.provider.requests]
        assert on.runner.debate.abstained["round[1]/turn[table]"] == "skipped by you"
        await on.consistent()


async def test_a_command_while_the_end_is_being_written_is_not_overlooked() -> None:
    async with stage(says("Yes."), table(rounds=1)) as on:
        on.log.only = DebateEnded
        waiting = asyncio.ensure_future(on.runner.wait_for_rest())
        await on.log.caught()
        submitted = asyncio.ensure_future(on.runner.submit(Extend(rounds=1)))
        await asyncio.sleep(0)
        on.log.gate.set()
        await submitted
        assert (await asyncio.wait_for(waiting, PATIENCE)).over
        assert len(on.of(DebateEnded)) == 2
        assert len(on.of(TurnCompleted)) == 4
        await on.consistent()


async def test_who_waits_does_not_wake_while_a_pause_is_taken_back() -> None:
    hold = asyncio.Event()
    async with stage(lambda request: [Hold(hold), "Yes."]) as on:
        await on.until(lambda: on.runner.flights)
        await on.runner.submit(Pause(now=True))
        await on.settle()
        await on.runner.submit(Continue())  # at once, before anybody who waits has run
        waiting = asyncio.ensure_future(on.runner.wait_for_rest())
        await on.until(lambda: on.runner.flights)
        assert not waiting.done()
        hold.set()
        assert (await asyncio.wait_for(waiting, PATIENCE)).over


async def test_a_submit_that_is_cancelled_while_it_is_written_is_shown_all_the_same() -> None:
    hold = asyncio.Event()
    async with stage(lambda request: [Hold(hold), "Yes."]) as on:
        await on.until(lambda: on.runner.flights)
        on.log.gate.clear()
        submitting = asyncio.ensure_future(on.runner.submit(Interject(text="Mind the budget.")))
        await asyncio.wait_for(on.log.writing.wait(), PATIENCE)
        submitting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await submitting
        on.log.gate.set()
        hold.set()
        await on.settle()
        await on.consistent()
        assert [e.text for e in on.of(TurnCompleted) if e.by == "person"] == ["Mind the budget."]  # type: ignore[attr-defined]


async def test_a_turn_cut_while_a_draft_is_written_leaves_no_gap() -> None:
    hold = asyncio.Event()
    limits = Limits(autosave=0.0)
    async with stage(lambda request: ["I think ", Hold(hold)], limits=limits) as on:
        await on.until(lambda: on.of(TurnAsked))
        if not on.of(TurnDrafted):
            await on.log.caught()
        cutting = asyncio.ensure_future(on.runner.submit(Pause(now=True)))
        await asyncio.sleep(0)
        on.log.gate.set()
        await cutting
        await on.settle()
        await on.consistent()
        assert [event.text for event in on.of(TurnCut)] == ["I think "]  # type: ignore[attr-defined]


async def test_two_people_pause_at_once_and_one_is_told() -> None:
    hold = asyncio.Event()
    async with stage(lambda request: [Hold(hold), "Yes."]) as on:
        await on.until(lambda: on.runner.flights)
        both = [asyncio.ensure_future(on.runner.submit(Pause())) for _ in range(2)]
        await asyncio.wait(both)
        assert sorted(type(one.exception()).__name__ for one in both) == ["NoneType", "Refused"]
        hold.set()
        await on.settle()
        await on.consistent()


async def test_closing_during_backoff_is_at_once_and_keeps_the_partial() -> None:
    limits = Limits(retry=RetryPolicy(first=1000.0, longest=1000.0))
    acts = ["I beg", Transient("Down.")]
    async with stage(lambda request: acts, limits=limits, clock=SystemClock()) as on:
        await on.until(lambda: on.of(TurnCut))
        assert await asyncio.wait_for(on.runner.close(), PATIENCE) == 0
        cuts = on.of(TurnCut)
        assert [event.text for event in cuts] == ["I beg", ""]  # type: ignore[attr-defined]
        assert [event.usage.total > 0 for event in cuts] == [True, False]  # type: ignore[attr-defined]
        assert not on.runner.debate.asked
        assert (await asyncio.wait_for(on.runner.wait_for_rest(), PATIENCE)).status == "debating"
        await on.consistent()


async def test_a_swap_while_a_turn_is_tried_again_holds_from_the_next_turn_on() -> None:
    limits = Limits(retry=RetryPolicy(first=0.05))
    faults = [Transient("Down.")]
    async with stage(lambda request: faults.pop() if faults else "Yes.", limits=limits, clock=SystemClock()) as on:
        await on.until(lambda: not faults)
        await on.runner.submit(Swap(seat="table", model="scripted:two"))
        await on.settle()
        models = {event.path: event.model for event in on.of(TurnCompleted)}  # type: ignore[attr-defined]
        assert models["round[1]/turn[table]"] == "scripted:one"
        assert models["round[2]/turn[table]"] == "scripted:two"


# The log cannot be written


FULL = StorageHeld("The disk is full.", "Make room.")


async def test_stop_now_while_held_with_a_turn_prepared_goes_on_later() -> None:
    async with stage(says("Yes."), start=False) as on:
        on.log.down = FULL
        on.runner.start()
        await on.until(lambda: on.runner.storage_fault)
        await on.runner.submit(Pause(now=True))
        await on.runner.submit(Continue())
        on.log.down = None
        await on.runner.submit(Interject(text="There is room now."))
        await on.settle()
        assert on.runner.debate.status == "max_rounds"
        await on.consistent()


async def test_closing_while_held_says_how_much_is_lost_and_nothing_on_disk_is() -> None:
    hold = asyncio.Event()
    async with stage(lambda request: [Hold(hold), "Yes."]) as on:
        await on.until(lambda: on.runner.flights)
        written = len(on.runner.hub.records)
        on.log.down = FULL
        await on.runner.submit(Interject(text="Hear me."))
        signals: list[object] = []
        on.runner.hub.signal = signals.append  # type: ignore[method-assign]
        assert await asyncio.wait_for(on.runner.close(), PATIENCE) == 4  # three of the interjection, one cut
        assert len(await on.log.read("d")) == written
    async with stage(says("Yes."), log=on.log) as again:
        on.log.down = None
        await again.runner.submit(Interject(text="Hear me."))
        await again.settle()
        assert again.runner.debate.status == "max_rounds"


async def test_closing_while_it_is_tried_again_to_write_says_how_much_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("disputatio.engine.journal.HELD_RETRY", 0.001)
    hold = asyncio.Event()
    async with stage(lambda request: [Hold(hold), "Yes."]) as on:
        await on.until(lambda: on.runner.flights)

        async def full(*_: object) -> list[Recorded]:
            await asyncio.sleep(0.02)  # the next attempt is waiting for its turn by then
            raise FULL

        monkeypatch.setattr(on.log, "append", full)
        await on.runner.submit(Interject(text="Hear me."))
        assert await asyncio.wait_for(on.runner.close(), PATIENCE) == 4  # three of the interjection, one cut


async def test_what_completes_while_held_is_written_once_there_is_room_and_told() -> None:
    hold = asyncio.Event()
    async with stage(lambda request: [Hold(hold), "Yes."], table("together")) as on:
        seen: list[object] = []
        on.runner.hub.signal = seen.append  # type: ignore[method-assign]
        await on.until(lambda: len(on.runner.flights) == 2)
        on.log.down = FULL
        hold.set()
        await on.until(lambda: on.runner.storage_fault and not on.runner.flights)
        assert not on.of(TurnCompleted)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(on.runner.wait_for_rest(), 0.01)
        on.log.down = None
        await on.runner.submit(SetOption(name="rounds", value=2))
        await on.settle()
        assert on.runner.debate.status == "max_rounds"
        assert [bool(signal.why) for signal in seen if isinstance(signal, Held)] == [True, False]
        assert isinstance(seen[-1], Settled)
        await on.consistent()


async def test_an_unknown_fault_of_the_log_is_raised_and_loses_no_batch(expected_logs: Callable[..., None]) -> None:
    expected_logs("stopped by a fault of the program")
    hold = asyncio.Event()
    async with stage(lambda request: [Hold(hold), "Yes."]) as on:
        await on.until(lambda: on.runner.flights)
        on.log.down = ZeroDivisionError("odd")
        with pytest.raises(ZeroDivisionError):
            await on.runner.submit(Interject(text="Hear me."))
        with pytest.raises(ZeroDivisionError):
            await on.settle()
        on.log.down = None
        assert await on.runner.close() == 0
        assert [e.text for e in on.of(TurnCompleted)] == ["Hear me."]  # type: ignore[attr-defined]
        assert on.runner.debate.status == "error"
        await on.consistent()


async def test_after_closing_nobody_waits_and_nothing_is_accepted() -> None:
    async with stage(says("Yes.")) as on:
        await on.runner.close()
        await on.settle()
        with pytest.raises(Refused):
            await on.runner.submit(Pause())
        assert await on.runner.close() == 0


async def test_a_runner_that_was_never_started_can_be_closed() -> None:
    async with stage(says("Yes."), start=False) as on:
        await on.runner.submit(Interject(text="Hear me."))
        assert await on.runner.close() == 0
        await on.consistent()


async def test_calls_that_ignore_being_cut_do_not_keep_the_debate_from_closing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("disputatio.engine.runner.FAREWELL", 0.05)
    release = asyncio.Event()

    class Stubborn(ScriptedProvider):
        def chat(self, model: str) -> Stubborn:  # type: ignore[override]
            return self

        async def stream(self, request: Request) -> AsyncIterator[object]:
            try:
                await asyncio.sleep(1000)
            finally:
                await release.wait()
            yield None

    async with stage(says("")) as on:
        stubborn = Stubborn(says(""))
        on.performer.routing._provider = lambda model: stubborn  # type: ignore[assignment,return-value]
        await on.until(lambda: on.runner.flights)
        await asyncio.sleep(0.01)
        await asyncio.wait_for(on.runner.close(), PATIENCE)
        release.set()
        await on.consistent()


# Whatever is wanted, whenever


COMMANDS: tuple[Command, ...] = (
    Pause(),
    Pause(now=True),
    Continue(),
    Interject(text="Hear me."),
    Skip(path="round[1]/turn[table]"),
    Skip(path="round[1]/turn[table-2]"),
    Swap(seat="table", model="scripted:two"),
    SetOption(name="rounds", value=3),
    Leave(),
    Close(),
)


@settings(max_examples=60)
@given(
    wanted=st.lists(st.tuples(st.integers(0, len(COMMANDS) - 1), st.integers(0, 6)), max_size=8),
    together=st.booleans(),
    holds=st.sets(st.integers(2, 12), max_size=3),
)
async def test_whatever_is_wanted_whenever_nobody_hangs_and_the_log_is_whole(
    wanted: list[tuple[int, int]], together: bool, holds: set[int]
) -> None:
    class Moody(SlowLog):
        count = 0

        async def append(
            self, debate: str, events: Sequence[Event], requests: Mapping[str, str] | None = None
        ) -> list[Recorded]:
            self.count += 1
            await asyncio.sleep(0)
            if self.count in holds:
                raise StorageHeld("The disk is full.", "Make room.")
            return await super().append(debate, events, requests)

    def script(request: Request) -> object:
        return ["a", Silence(0), "b", Silence(0), "c"]

    clock = FrozenClock()
    async with stage(script, table("together" if together else ""), log=Moody(clock), clock=clock) as on:  # type: ignore[arg-type]
        asyncio.get_running_loop().call_later(0.02, on.runner._wake)
        for number, pause in wanted:
            for _ in range(pause):
                await asyncio.sleep(0)
            try:
                await asyncio.wait_for(on.runner.submit(COMMANDS[number]), PATIENCE)
            except Refused:
                continue
        while on.runner.storage_fault:
            on.runner._wake()
            await asyncio.sleep(0.001)
        await on.settle()
        if on.runner.debate.status == "paused":
            await on.runner.submit(Continue())
            while on.runner.storage_fault:
                on.runner._wake()
                await asyncio.sleep(0.001)
            await on.settle()
        assert on.runner.debate.over
        assert not on.runner.flights
        assert not on.runner._flights.ready
        await on.consistent()
        done = [e.path for e in on.of(TurnCompleted)]  # type: ignore[attr-defined]
        assert len(done) == len(set(done))


# Wall time


def at(*moments: tuple[float, Event]) -> list[Recorded]:
    return [Recorded(seq=n, at=when, prev_hash="", hash="", event=event) for n, (when, event) in enumerate(moments, 1)]


def asked(path: str, model: str = "scripted:one") -> TurnAsked:
    return TurnAsked(path=path, seat="table", model=model, task="turn", gives="say", heard="all", sees=())


def test_only_the_time_in_which_a_model_was_asked_counts() -> None:
    first, done = table(), TurnCompleted(path="a", text="Yes.")
    assert active_time(at((0, first), (5, asked("a")), (25, done), (1000, asked("b")))) == 20
    cut = TurnCut(path="a", text="")
    assert active_time(at((0, first), (0, asked("a")), (10, cut), (99_999, asked("a")), (100_009, done))) == 20
    killed = at((0, first), (0, asked("a")), (4, TurnDrafted(path="a", start=0, text="I")), (99_999, asked("a")))
    assert active_time(killed) == 4
    person = at((0, first), (0, asked("a", "human:")), (99_999, done))
    assert active_time(person) == 0
    assert active_time(at((0, first), (0, asked("a")), (99_999, done))) == LONGEST_GAP
    both = at((0, first), (0, asked("a")), (0, asked("b")), (10, done), (15, TurnAbstained(path="b", why="")))
    assert active_time(both) == 15
    assert active_time(at((0, first), (9, asked("a")), (3, TurnFailed(path="a", kind="k", why="w")))) == 0


def test_a_person_who_is_waited_for_costs_no_time() -> None:
    activity, done = Activity(), TurnCompleted(path="a", text="Yes.")
    for record in at((0, asked("a")), (4, done), (5, asked("a", HUMAN)), (300, done)):
        activity.add(record)
    assert (activity.seconds, activity.until(900)) == (4, 4)
    activity.add(at((400, asked("a")))[0])
    assert (activity.until(406), activity.until(99_999)) == (10, 4 + LONGEST_GAP)


async def test_minutes_count_over_a_restart() -> None:
    clock = FrozenClock()

    def slow(request: Request) -> str:
        clock.advance(1500)
        return "Yes."

    hold = asyncio.Event()
    once = [slow]
    acts = lambda request: once.pop()(request) if once else [Hold(hold)]  # noqa: E731
    async with stage(acts, table(max_minutes=40), clock=clock) as on:  # type: ignore[arg-type]
        await on.until(lambda: len(on.of(TurnCompleted)) == 1)
        await on.runner.close()
    clock.advance(10**6)
    async with stage(slow, clock=clock, log=on.log) as again:
        assert again.runner.active_seconds() < 1600  # the long turn counts as far as one turn can take
        await again.settle()
        assert (again.runner.debate.status, again.runner.debate.reason) == ("paused", "budget")
