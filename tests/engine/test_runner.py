"""One live debate, driven by scripted models: what is asked, recorded, kept and resumed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import pytest

from disputatio.app.paths import resource
from disputatio.debate.errors import Refused
from disputatio.debate.formats.loader import load
from disputatio.debate.formats.opening import cast, open_debate, options_of
from disputatio.debate.log.commands import Answer, Continue, Extend, Interject, Pause, SetOption, Skip, Swap
from disputatio.debate.log.events import (
    DebateEnded,
    DebateHalted,
    DebateOpened,
    Event,
    Recorded,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnDrafted,
    TurnFailed,
)
from disputatio.debate.walk.plan import Planner
from disputatio.engine.errors import BrokenStream, RateLimited, StorageHeld, Transient, Unauthorised
from disputatio.engine.hub import Delta, Held, Hub, Retrying
from disputatio.engine.limits import Limits, Timeouts
from disputatio.engine.performer import Performer
from disputatio.engine.routing import Routing
from disputatio.engine.runner import Runner
from disputatio.prompting.request import Request
from disputatio.testing.debates import FrozenClock, MemoryLog
from disputatio.testing.scripted import (
    Anywhere,
    FlatPrices,
    Hold,
    NoFinish,
    NoMemory,
    NoSources,
    Script,
    ScriptedProvider,
    Silence,
    says,
)

STANDARD = (resource("formats") / "standard.toml").read_text("utf-8")
TABLE = """
name = "table"
title = "Table"
do = ["round"]
[options]
rounds = 2
[cast.table]
role = "Participant"
seats = [2, 4]
[step.round]
repeat = "$rounds"
pause = true
do = ["turn"]
[step.turn]
ask = "all"
ORDER
"""


@dataclass(slots=True)
class Stage:
    runner: Runner
    provider: ScriptedProvider
    log: MemoryLog
    clock: FrozenClock
    performer: Performer

    @property
    def events(self) -> list[Event]:
        return [record.event for record in self.runner.hub.records]

    def of(self, kind: type) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


def opened(order: str = "", models: str = "scripted:one", seats: int = 2, **options: object) -> DebateOpened:
    text = TABLE.replace("ORDER", f'order = "{order}"' if order else "")
    format = load(text, "table.toml", STANDARD)
    chosen = options_of(format, {"auto_continue": True, **options})  # type: ignore[dict-item]
    return open_debate("Is it so?", format, cast(format, (), {"*": models}, extra=seats - 2), chosen)


async def stage(
    script: Script, first: DebateOpened | None = None, limits: Limits | None = None, log: MemoryLog | None = None
) -> Stage:
    clock = FrozenClock()
    log, provider, limits = log or MemoryLog(clock), ScriptedProvider(script), limits or Limits()
    routing = Routing(lambda model: provider, Anywhere(), clock, limits)
    performer = Performer(routing, limits, clock, FlatPrices(), NoMemory(), NoSources())
    if not await log.read("d"):
        await log.append("d", [first or opened()])
    runner = Runner("d", Hub(await log.read("d")), performer, log, clock)
    runner.start()
    return Stage(runner, provider, log, clock, performer)


async def settle(on: Stage) -> None:
    await asyncio.wait_for(on.runner.wait_for_rest(), 60)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110  what is awaited has no event of its own
            await asyncio.sleep(0.001)


async def test_a_debate_runs_to_its_end_and_every_ask_stands_before_its_reply() -> None:
    on = await stage(says("I say so."))
    await settle(on)
    assert on.runner.debate.status == "max_rounds"
    asked = [event.path for event in on.of(TurnAsked)]
    assert asked == [event.path for event in on.of(TurnCompleted)]
    assert len(asked) == 4
    for event in on.of(TurnAsked):
        assert await on.log.get(event.request)  # type: ignore[attr-defined]  # the full request is kept


async def test_a_completed_turn_has_its_figures() -> None:
    on = await stage(says("I say so."))
    await settle(on)
    turn = on.of(TurnCompleted)[0]
    assert isinstance(turn, TurnCompleted)
    assert (turn.usage.total, turn.cost, turn.model, turn.by) == (120, 120, "scripted:one", "model")
    assert on.runner.debate.spent.cost == 480


async def test_an_unknown_price_is_unknown() -> None:
    on = await stage(says("I say so."), opened(models="scripted:unpriced"))
    await settle(on)
    assert on.runner.debate.spent.unpriced == 4
    assert all(event.cost is None for event in on.of(TurnCompleted))


async def test_tokens_are_estimated_and_marked_where_the_provider_does_not_count() -> None:
    on = await stage(says("I say so."))
    on.provider.usage = None
    await settle(on)
    last = on.of(TurnCompleted)[-1]
    assert isinstance(last, TurnCompleted)
    assert last.usage.estimated
    assert last.usage.total > 0


async def test_rounds_pause_and_go_on() -> None:
    on = await stage(says("Yes."), opened(auto_continue=False))
    await settle(on)
    assert (on.runner.debate.status, on.runner.debate.reason) == ("paused", "round")
    assert len(on.of(TurnCompleted)) == 2
    await on.runner.submit(Continue())
    await settle(on)
    assert on.runner.debate.status == "max_rounds"


async def test_a_rate_limit_waits_as_the_provider_says_and_is_seen() -> None:
    left = [RateLimited("Slow down.", after=7.0)]
    seen: list[object] = []
    on = await stage(lambda request: left.pop() if left else "Yes.")
    on.runner.hub.signal = seen.append  # type: ignore[method-assign,assignment]
    await settle(on)
    assert on.clock.slept == [7.0]
    assert [signal.seconds for signal in seen if isinstance(signal, Retrying)] == [7.0]
    assert not on.of(TurnFailed)


async def test_a_hint_is_capped_and_backoff_doubles() -> None:
    errors = [Transient("Down."), Transient("Down."), RateLimited("Slow.", after=600.0)]
    on = await stage(lambda request: errors.pop() if errors else "Yes.")
    await settle(on)
    assert on.clock.slept == [60.0, 2.0, 4.0]


async def test_after_three_retries_the_debate_stops_with_the_reason_and_retry_goes_on() -> None:
    broken = [True]
    on = await stage(lambda request: Transient("The server is down.", "Try later.") if broken else "Yes.")
    await settle(on)
    assert on.runner.debate.status == "error"
    assert "The server is down." in on.runner.debate.why
    assert len(on.provider.requests) == 4
    broken.clear()
    on.clock.advance(100)
    await on.runner.submit(Continue())
    await settle(on)
    assert on.runner.debate.status == "max_rounds"


async def test_a_wrong_key_is_never_retried() -> None:
    on = await stage(lambda request: Unauthorised("The key is wrong.", "Mend it in the settings."))
    await settle(on)
    assert len(on.provider.requests) == 1
    failed = on.of(TurnFailed)[0]
    assert isinstance(failed, TurnFailed)
    assert (failed.kind, failed.remedy) == ("unauthorised", "Mend it in the settings.")


async def test_a_stream_that_breaks_is_had_again_once_and_its_partial_is_kept() -> None:
    scripts: list[object] = [["I beg", "in", NoFinish()]]
    on = await stage(lambda request: scripts.pop() if scripts else "Whole.")  # type: ignore[arg-type,return-value]
    await settle(on)
    cut = on.of(TurnCut)
    assert [event.text for event in cut] == ["I begin"]
    assert cut[0].usage.total > 0  # what it cost is counted
    assert cut[0].usage.estimated
    assert next(event.text for event in on.of(TurnCompleted)) == "Whole."


async def test_a_stream_that_breaks_twice_is_an_error() -> None:
    on = await stage(lambda request: ["I beg", BrokenStream("It broke.")])
    await settle(on)
    assert on.runner.debate.status == "error"
    assert len(on.provider.requests) == 2
    assert [event.text for event in on.of(TurnCut)] == ["I beg", "I beg"]  # type: ignore[attr-defined]
    failed = on.of(TurnFailed)[0]
    assert isinstance(failed, TurnFailed)
    assert (failed.usage.total, failed.cost) == (0, 0)  # what was said is counted with what was kept of it


async def test_stop_now_closes_the_stream_keeps_the_text_and_resumes() -> None:
    hold = asyncio.Event()
    on = await stage(lambda request: ["I think ", Hold(hold), "so."])
    await until(lambda: bool(on.runner.flights) and next(iter(on.runner.flights.values())).text == "I think ")
    await on.runner.submit(Pause(now=True))
    await settle(on)
    assert on.runner.debate.status == "paused"
    assert [event.text for event in on.of(TurnCut)] == ["I think "]
    assert on.provider.cancellations == 1
    hold.set()
    await on.runner.submit(Continue())
    await settle(on)
    assert on.runner.debate.status == "max_rounds"
    assert {event.text for event in on.of(TurnCompleted)} == {"I think so."}


async def test_stop_lets_the_turn_in_flight_complete() -> None:
    hold = asyncio.Event()
    on = await stage(lambda request: [Hold(hold), "Done."])
    await until(lambda: bool(on.runner.flights))
    await on.runner.submit(Pause())
    hold.set()
    await settle(on)
    assert on.runner.debate.status == "paused"
    assert len(on.of(TurnCompleted)) == 1


async def test_an_interjection_is_heard_by_whoever_comes_next() -> None:
    hold = asyncio.Event()
    on = await stage(lambda request: [Hold(hold), "Yes."])
    await until(lambda: bool(on.runner.flights))
    await on.runner.submit(Interject(text="Mind the budget."))
    hold.set()
    await settle(on)
    asked = on.of(TurnAsked)
    said = next(event.path for event in on.of(TurnCompleted) if event.by == "person")  # type: ignore[attr-defined]
    assert said not in asked[0].sees  # type: ignore[attr-defined]
    assert all(said in event.sees for event in asked[1:])  # type: ignore[attr-defined]
    assert any("Mind the budget." in message.text for message in on.provider.requests[1].messages)


async def test_a_person_takes_a_seat_and_answers() -> None:
    on = await stage(says("Yes."), opened())
    await settle(on)
    first = opened()
    seats = tuple(replace(seat, model="human:") if place == 0 else seat for place, seat in enumerate(first.seats))
    on = await stage(says("Yes."), replace(first, seats=seats))
    await settle(on)
    assert on.runner.debate.status == "debating"
    path = on.of(TurnAsked)[0].path  # type: ignore[attr-defined]
    with pytest.raises(Refused):
        await on.runner.submit(Answer(path="round[1]/turn[table-2]", text="Not mine."))
    await on.runner.submit(Answer(path=path, text="I hold that."))
    await settle(on)
    assert [event.text for event in on.of(TurnCompleted)][:2] == ["I hold that.", "Yes."]


def with_chat(order: str = "", seat: int = 0) -> DebateOpened:
    """One seat is asked by copying and pasting."""
    first = opened(order)
    seats = [*first.seats]
    seats[seat] = replace(seats[seat], model="clipboard:chatgpt")
    return replace(first, seats=tuple(seats))


async def test_a_seat_of_another_chat_waits_like_a_person_and_its_request_is_kept() -> None:
    on = await stage(says("Yes."), with_chat())
    await settle(on)
    (asked,) = on.of(TurnAsked)
    assert isinstance(asked, TurnAsked)
    assert asked.model == "clipboard:chatgpt"
    body = await on.log.get(asked.request)
    assert body is not None
    assert "Is it so?" in body
    assert on.runner.active_seconds() == 0, "waiting is no debating"
    await on.runner.close()

    again = await stage(says("Yes."), log=on.log)
    await settle(again)
    assert again.of(TurnAsked) == [asked], "it is the same request after a restart"
    with pytest.raises(Refused, match="no reply yet"):
        await again.runner.submit(Answer(path=asked.path, text=" \n"))
    await again.runner.submit(Answer(path=asked.path, text="So says the chat."))
    await settle(again)
    first, second = again.of(TurnCompleted)[:2]
    assert isinstance(first, TurnCompleted)
    assert isinstance(second, TurnCompleted)
    assert (first.text, first.model, first.by, first.cost) == ("So says the chat.", "clipboard:chatgpt", "model", 0)
    assert second.text == "Yes."
    assert "So says the chat." in again.provider.requests[0].messages[0].text


async def test_other_seats_speak_while_one_waits_for_a_chat() -> None:
    on = await stage(says("Yes."), with_chat("together"))
    await settle(on)
    assert [event.path for event in on.of(TurnCompleted)] == ["round[1]/turn[table-2]"]  # type: ignore[attr-defined]
    assert on.runner.debate.status == "debating"
    path = "round[1]/turn[table]"
    await on.runner.submit(Skip(path=path))
    await settle(on)
    assert on.runner.debate.abstained[path] == "skipped by you"


async def test_a_seat_changes_hands_while_it_waits() -> None:
    """From the person to a chat, and from the chat to a model: each is asked anew, and as it is asked."""
    first = opened()
    seats = tuple(replace(seat, model="human:") if place == 0 else seat for place, seat in enumerate(first.seats))
    on = await stage(says("Yes."), replace(first, seats=seats))
    await settle(on)
    await on.runner.submit(Swap(seat="table", model="clipboard:claude"))
    await settle(on)
    models = [event.model for event in on.of(TurnAsked)]  # type: ignore[attr-defined]
    assert models == ["human:", "clipboard:claude"]
    assert on.of(TurnAsked)[1].request  # type: ignore[attr-defined]
    await on.runner.submit(Swap(seat="table", model="scripted:one"))
    await settle(on)
    assert on.runner.debate.status == "max_rounds"
    assert all(event.model == "scripted:one" for event in on.of(TurnCompleted))  # type: ignore[attr-defined]


async def test_models_are_told_how_long_to_think_and_may_be_told_otherwise_for_a_seat() -> None:
    first = opened(effort="quick")
    on = await stage(says("Yes."), replace(first, seats=(replace(first.seats[0], effort="thorough"), first.seats[1])))
    await settle(on)
    assert [request.effort for request in on.provider.requests] == ["thorough", "quick"] * 2
    body = await on.log.get(on.of(TurnAsked)[0].request)  # type: ignore[attr-defined]
    assert body is not None
    assert '"effort":"thorough"' in body


async def test_a_quorum_goes_on_without_a_failed_seat_and_it_is_marked_absent() -> None:
    def script(request: Request) -> object:
        return Unauthorised("No key.") if request.brief.seat == "table-2" else "Yes."

    on = await stage(script, opened("together", seats=3))  # type: ignore[arg-type]
    await settle(on)
    assert on.runner.debate.status == "max_rounds"
    assert all(why.startswith("absent: No key.") for why in on.runner.debate.abstained.values())
    assert len(on.runner.debate.abstained) == 2


async def test_two_of_two_cannot_do_without_one() -> None:
    keys: list[str] = []

    def script(request: Request) -> object:
        return Unauthorised("No key.") if request.brief.seat == "table-2" and not keys else "Yes."

    on = await stage(script, opened("together"))  # type: ignore[arg-type]
    await settle(on)
    assert on.runner.debate.status == "error"
    keys.append("found")
    before = len(on.provider.requests)
    await on.runner.submit(Continue())
    await settle(on)
    retried = [request.brief.path for request in on.provider.requests[before:]]
    assert retried[0] == "round[1]/turn[table-2]"  # the failed one alone
    assert "round[1]/turn[table]" not in retried


async def test_silence_ends_a_turn_before_the_first_word_and_between_words() -> None:
    limits = Limits(timeouts=Timeouts(first=0.05, between=0.05, turn=10))
    for acts in ([Silence(5), "late"], ["early", Silence(5)]):
        on = await stage(lambda request, acts=acts: acts, limits=limits)  # type: ignore[misc]
        await settle(on)
        assert on.runner.debate.status == "error"
        assert on.provider.cancellations > 0
        await on.runner.close()


async def test_a_turn_has_a_longest_time() -> None:
    limits = Limits(timeouts=Timeouts(first=5, between=5, turn=0.1))
    on = await stage(lambda request: ["drip", *[Silence(0.03), "drip"] * 50], limits=limits)
    await settle(on)
    assert on.runner.debate.status == "error"
    assert "longer than" in on.runner.debate.why


async def test_a_log_that_cannot_be_written_holds_the_debate_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("disputatio.engine.journal.HELD_RETRY", 0.01)
    hold = asyncio.Event()
    on = await stage(lambda request: [Hold(hold), "Yes."])
    seen: list[object] = []
    on.runner.hub.signal = seen.append  # type: ignore[method-assign,assignment]
    await until(lambda: bool(on.runner.flights))
    on.log.fault = StorageHeld("The disk is full.", "Make room.")
    hold.set()
    await settle(on)
    held = [signal.why for signal in seen if isinstance(signal, Held)]
    assert held == ["The disk is full.", ""]
    assert on.runner.debate.status == "max_rounds"
    assert [event.path for event in on.of(TurnAsked)] == [event.path for event in on.of(TurnCompleted)]
    assert on.events == [record.event for record in await on.log.read("d")]


async def test_after_a_kill_only_what_is_missing_is_asked() -> None:
    on = await stage(says("Yes."))
    await settle(on)
    whole = [record.event for record in await on.log.read("d")]
    for cut in range(1, len(whole)):
        log = MemoryLog()
        await log.append("d", whole[:cut])
        again = await stage(says("Yes."), log=log)
        await settle(again)
        assert again.runner.debate.status == "max_rounds"
        had = {event.path for event in whole[:cut] if isinstance(event, TurnCompleted)}
        assert not had & {request.brief.path for request in again.provider.requests}
        assert again.runner.debate.replies.keys() == on.runner.debate.replies.keys()
        await again.runner.close()


async def test_closing_in_the_middle_keeps_the_partial_and_goes_on_later() -> None:
    hold = asyncio.Event()
    on = await stage(lambda request: ["I think ", Hold(hold), "so."])
    await until(lambda: bool(on.runner.flights) and next(iter(on.runner.flights.values())).text == "I think ")
    await on.runner.close()
    assert [event.text for event in on.of(TurnCut)] == ["I think "]
    assert on.runner.debate.status == "debating"
    again = await stage(says("Yes."), log=on.log)
    await settle(again)
    assert again.runner.debate.status == "max_rounds"


async def test_what_streams_is_saved_from_time_to_time() -> None:
    on = await stage(says("Yes."))
    await settle(on)

    class Slow(FrozenClock):
        def monotonic(self) -> float:
            self.time += 1.0
            return self.time

    clock = Slow()
    provider = ScriptedProvider(lambda request: ["abc", "def", "ghi", "jkl"])
    limits = Limits()
    performer = Performer(
        Routing(lambda m: provider, Anywhere(), clock, limits), limits, clock, FlatPrices(), NoMemory(), NoSources()
    )
    log = MemoryLog(clock)
    await log.append("d", [opened(rounds=1)])
    runner = Runner("d", Hub(await log.read("d")), performer, log, clock)
    runner.start()
    await asyncio.wait_for(runner.wait_for_rest(), 60)
    path = "round[1]/turn[table]"
    drafts = [r.event for r in runner.hub.records if isinstance(r.event, TurnDrafted) and r.event.path == path]
    assert drafts
    saved = ""
    for draft in drafts:
        assert draft.start == len(saved)
        saved += draft.text
    assert "abcdefghijkl".startswith(saved)


async def test_a_budget_pauses_before_the_next_call() -> None:
    on = await stage(says("Yes."), opened(max_cost=100))
    await settle(on)
    assert (on.runner.debate.status, on.runner.debate.reason) == ("paused", "budget")
    assert len(on.of(TurnCompleted)) == 1
    with pytest.raises(Refused, match="max_cost"):
        await on.runner.submit(Continue())
    await on.runner.submit(SetOption(name="max_cost", value=10_000))
    await on.runner.submit(Continue())
    await settle(on)
    assert on.runner.debate.status == "max_rounds"


async def test_a_budget_of_minutes_counts_debating_not_pauses() -> None:
    on = await stage(says("Yes."), opened(auto_continue=False, max_minutes=10))
    await settle(on)
    on.clock.advance(3600)
    await on.runner.submit(Continue())
    await settle(on)
    assert on.runner.debate.status == "max_rounds"

    clocks: list[FrozenClock] = []

    def slow(request: Request) -> str:
        clocks[0].advance(400)
        return "Yes."

    on = await stage(slow, opened(max_minutes=10))
    clocks.append(on.clock)
    await settle(on)
    assert (on.runner.debate.status, on.runner.debate.reason) == ("paused", "budget")
    assert on.runner.debate.why == "the time is up (13 of 10 minutes of debating; option max_minutes)"
    with pytest.raises(Refused, match="max_minutes"):
        await on.runner.submit(Continue())


async def test_a_skipped_turn_is_cut_and_the_debate_goes_on_without_it() -> None:
    hold = asyncio.Event()
    on = await stage(lambda request: "Yes." if request.brief.seat != "table" else ["I", Hold(hold)])
    await until(lambda: bool(on.runner.flights))
    await on.runner.submit(Skip(path="round[1]/turn[table]"))
    await until(lambda: getattr(on.runner.flights.get("round[2]/turn[table]"), "text", "") == "I")
    await on.runner.submit(Skip(path="round[2]/turn[table]"))
    await settle(on)
    assert on.runner.debate.status == "max_rounds"
    assert on.provider.cancellations == 2


async def test_another_model_from_the_next_turn_on() -> None:
    hold = asyncio.Event()
    on = await stage(lambda request: [Hold(hold), "Yes."])
    await until(lambda: bool(on.runner.flights))
    await on.runner.submit(Swap(seat="table", model="scripted:two"))
    hold.set()
    await settle(on)
    models = {event.path: event.model for event in on.of(TurnCompleted)}  # type: ignore[attr-defined]
    assert models["round[1]/turn[table]"] == "scripted:one"
    assert models["round[2]/turn[table]"] == "scripted:two"


async def test_more_rounds_after_the_end() -> None:
    on = await stage(says("Yes."))
    await settle(on)
    await on.runner.submit(Extend(rounds=1))
    await settle(on)
    assert on.runner.debate.status == "max_rounds"
    assert len(on.of(TurnCompleted)) == 6
    assert len(on.of(DebateEnded)) == 2


async def test_a_slow_watcher_misses_nothing() -> None:
    on = await stage(lambda request: ["a", "b", "c"])
    seen = []
    texts: dict[str, str] = {}
    async with asyncio.timeout(60):
        async for update in on.runner.hub.updates():
            await asyncio.sleep(0.002)
            if isinstance(update, Delta):
                assert update.start == len(texts.get(update.path, ""))
                texts[update.path] = texts.get(update.path, "") + update.text
            elif hasattr(update, "seq"):
                seen.append(update.seq)
                if isinstance(update.event, DebateEnded):
                    break
    assert seen == list(range(1, len(on.runner.hub.records) + 1))
    assert set(texts.values()) == {"abc"}


async def test_a_fallback_speaks_only_where_it_is_allowed_and_says_so() -> None:
    clock, limits = FrozenClock(), Limits()
    provider = ScriptedProvider(lambda request: Transient("Down.") if request.model == "one" else "From two.")
    log = MemoryLog(clock)
    await log.append("d", [opened()])
    routing = Routing(lambda model: provider, Anywhere(), clock, limits, {"scripted:one": ["scripted:two"]})
    performer = Performer(routing, limits, clock, FlatPrices(), NoMemory(), NoSources())
    runner = Runner("d", Hub(await log.read("d")), performer, log, clock)
    runner.start()
    done = await asyncio.wait_for(runner.wait_for_rest(), 60)
    assert done.status == "max_rounds"
    assert {reply.model for reply in done.replies.values()} == {"scripted:two"}
    assert routing.health["scripted:one"].last_error == "Down."
    assert routing.health["scripted:two"].success_rate == 1.0


async def test_a_model_that_keeps_failing_is_given_a_rest() -> None:
    on = await stage(lambda request: Transient("Down."))
    for _ in range(2):
        await settle(on)
        assert on.runner.debate.status == "error"
        await on.runner.submit(Continue())
    await settle(on)
    asked = len(on.provider.requests)
    await on.runner.submit(Continue())
    await settle(on)
    assert len(on.provider.requests) == asked
    assert "given a rest" in on.runner.debate.why


class BrokenRules(Planner):
    """Rules that cannot take in anything more."""

    def observe(self, event: Event) -> None:
        raise RuntimeError("a bug in the rules")


async def test_a_bug_in_the_rules_keeps_nobody_waiting(expected_logs: Callable[..., None]) -> None:
    expected_logs("stopped by a fault of the program")
    expected_logs("cannot say that it is in error")
    on = await stage(says("Yes."))
    on.runner.planner = BrokenRules()
    with pytest.raises(RuntimeError, match="a bug in the rules"):
        await settle(on)
    await on.runner.close()


class FaultWhileWriting(MemoryLog):
    """While it writes that a turn is asked for, another task of the debate fails."""

    runner: Runner

    async def append(
        self, debate: str, events: Sequence[Event], requests: Mapping[str, str] | None = None
    ) -> list[Recorded]:
        recorded = await super().append(debate, events, requests)
        if any(isinstance(event, TurnAsked) for event in events):
            self.runner.crash = RuntimeError("a bug elsewhere")
        return recorded


async def test_after_a_fault_nobody_is_asked_any_more() -> None:
    log = FaultWhileWriting(FrozenClock())
    on = await stage(says("Yes."), log=log)
    log.runner = on.runner
    await until(lambda: on.runner.crash is not None)
    await on.runner.close()
    assert on.provider.requests == []


async def test_a_bug_in_the_engine_reaches_everybody_who_waits_and_the_debate_shows_it(
    expected_logs: Callable[..., None],
) -> None:
    expected_logs("stopped by a fault of the program")

    def script(request: Request) -> str:
        raise RuntimeError("a bug")

    on = await stage(script)
    waiting = [asyncio.ensure_future(on.runner.wait_for_rest()) for _ in range(3)]
    await asyncio.wait(waiting, timeout=60)
    assert [str(each.exception()) for each in waiting] == ["a bug"] * 3
    with pytest.raises(RuntimeError, match="a bug"):  # also whoever comes later
        await settle(on)
    with pytest.raises(Refused):
        await on.runner.submit(Continue())
    assert await on.runner.close() == 0
    assert (on.runner.debate.status, on.runner.debate.reason) == ("error", "fault")
    last = on.events[-1]
    assert isinstance(last, DebateHalted)
    assert "RuntimeError" in last.why
    again = await stage(says("Yes."), log=on.log)
    await again.runner.submit(Continue())
    await settle(again)
    assert again.runner.debate.status == "max_rounds"
