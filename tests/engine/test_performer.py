"""Carrying out one call: retries, fallbacks, the circuit breaker and what it all costs, counted once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence

import pytest

from disputatio.app.paths import resource
from disputatio.debate.context import Context
from disputatio.debate.formats.loader import load
from disputatio.debate.log.commands import Pause
from disputatio.debate.log.events import DebateOpened, Event, TurnCompleted, TurnCut, TurnFailed, Usage
from disputatio.debate.values import Json
from disputatio.engine.canonical import encodable_text, storable
from disputatio.engine.errors import (
    BrokenStream,
    ContentRefused,
    NotFound,
    StorageHeld,
    TooLong,
    Transient,
    Unauthorised,
)
from disputatio.engine.hub import Retrying
from disputatio.engine.limits import Limits, RetryPolicy, Timeouts
from disputatio.engine.ports import Provider
from disputatio.engine.routing import Routing
from disputatio.prompting.request import Request
from disputatio.providers.replay import Recording, ReplayProvider
from disputatio.testing.debates import FrozenClock, LiveDebate, assessment, live, opening, voices
from disputatio.testing.scripted import Anywhere, Hold, NoFinish, ScriptedProvider, Silence, says
from disputatio.testing.speakers import formats_of

STANDARD = (resource("formats") / "standard.toml").read_text("utf-8")
DUAL = formats_of(resource("formats"))["dual"]
ALONE = """
name = "alone"
title = "One turn"
do = ["turn"]
[cast.one]
role = "Participant"
[step.turn]
ask = "all"
gives = "GIVES"
"""


def alone(gives: str = "say", model: str = "scripted:one", context: Context | None = None) -> DebateOpened:
    format = load(ALONE.replace("GIVES", gives), "alone.toml", STANDARD)
    return opening(format, "Is it so?", model=model, context=context, clerk="scripted:small")


def of(on: LiveDebate, kind: type) -> list[Event]:
    return [event for event in on.events if isinstance(event, kind)]


def spent(on: LiveDebate) -> tuple[int, int]:
    """Tokens and money by the events, which is what the debate must have counted."""
    paid = [event for event in on.events if isinstance(event, (TurnCompleted, TurnFailed, TurnCut))]
    tokens, cost = sum(e.usage.total for e in paid), sum(e.cost or 0 for e in paid)
    assert (on.runner.debate.spent.tokens, on.runner.debate.spent.cost) == (tokens, cost)
    return tokens, cost


def gates_are_free(on: LiveDebate) -> None:
    gates = on.runner.performer.asker.listener.gates
    assert all(gate._value == gates.limit for gate in gates._gates.values())


@pytest.mark.parametrize("acts", [NoFinish(), BrokenStream("It broke.")])
async def test_a_stream_that_breaks_before_the_first_word_is_had_again_once(acts: object) -> None:
    provider = ScriptedProvider(lambda request: acts)  # type: ignore[arg-type,return-value]
    async with live(alone(), provider) as on:
        await on.settle()
        assert on.runner.debate.status == "error"
        assert len(provider.requests) == 2
        gates_are_free(on)


async def test_a_repair_that_always_breaks_ends_and_the_answer_stands() -> None:
    def script(request: Request) -> object:
        if len(request.messages) > 1:
            return ["{", NoFinish()]
        return "I cannot put it in that form."

    provider = ScriptedProvider(script)  # type: ignore[arg-type]
    async with live(alone("answer"), provider) as on:
        await on.settle()
        assert on.runner.debate.status == "completed"
        done = of(on, TurnCompleted)[0]
        assert isinstance(done, TurnCompleted)
        assert done.text == "I cannot put it in that form."
        assert len(provider.requests) <= 4
        assert not of(on, TurnCut)
        gates_are_free(on)


async def test_a_form_that_was_mended_takes_the_place_of_the_first_in_what_others_read() -> None:
    mended = json.dumps({"position": "Yes", "because": ["It is cheap"], "confidence": 0.7})

    def script(request: Request) -> str:
        return mended if len(request.messages) > 1 else "I think so, as it is cheap.\n\n### Because\n- It is dear"

    async with live(alone("answer"), ScriptedProvider(script)) as on:
        await on.settle()
        (done,) = of(on, TurnCompleted)
        assert isinstance(done, TurnCompleted)
        assert done.data["position"] == "Yes"
        assert done.text.startswith(
            "I think so, as it is cheap.\n\n### Position\nYes\n\n### Confidence\n0.7\n\n### Because"
        )
        assert "dear" not in done.text


async def test_a_recorded_answer_that_cannot_be_read_anew_keeps_what_was_recorded() -> None:
    path, data = "turn[one]", {"position": "So it is.", "confidence": 0.7}

    async def load(model: str, debate: str) -> Recording:
        turn = TurnCompleted(path=path, text="I cannot put it in that form.", data=data, model="openai:a")
        return Recording(turns={path: turn})

    async with live(alone("answer", model="replay:x"), ReplayProvider(load)) as on:
        await on.settle()
        (done,) = of(on, TurnCompleted)
        assert isinstance(done, TurnCompleted)
        assert (done.path, done.text, done.data) == (path, "I cannot put it in that form.", data)
        assert done.by == "model"


async def test_a_repair_is_counted_and_so_is_what_it_repairs() -> None:
    def script(request: Request) -> str:
        return assessment(agree=["It is so."]) if len(request.messages) > 1 else "Hm."

    first = opening(DUAL, "Is it so?", model="scripted:one", clerk="scripted:small", options={"rounds": 1})
    says_ = voices(say="It is so.", assessment=script)
    provider = ScriptedProvider(says_)
    async with live(first, provider) as on:
        await on.settle()
        tokens, cost = spent(on)
        assert tokens == cost == 120 * len(provider.requests)


async def test_a_cut_during_a_repair_counts_the_answer_once() -> None:
    hold = asyncio.Event()

    def script(request: Request) -> object:
        return ["", Hold(hold)] if len(request.messages) > 1 else "I cannot put it in that form."

    provider = ScriptedProvider(script)  # type: ignore[arg-type]
    async with live(alone("answer"), provider) as on:
        await on.until(lambda: len(provider.requests) == 2)
        await on.tell(Pause(now=True))
        (cut,) = of(on, TurnCut)
        assert isinstance(cut, TurnCut)
        assert (cut.text, cut.usage.total, cut.cost) == ("I cannot put it in that form.", 120, 120)
        gates_are_free(on)


async def test_a_fallback_after_a_partial_starts_anew_and_the_partial_is_kept() -> None:
    def script(request: Request) -> object:
        return ["From one: I beg", BrokenStream("It broke.")] if request.model == "one" else ["From ", "two."]

    provider = ScriptedProvider(script)  # type: ignore[arg-type]
    async with live(alone(), provider, fallbacks={"scripted:one": ["scripted:two"]}) as on:
        await on.settle()
        assert [event.text for event in of(on, TurnCut)] == ["From one: I beg"] * 2  # type: ignore[attr-defined]
        (done,) = of(on, TurnCompleted)
        assert isinstance(done, TurnCompleted)
        assert (done.text, done.model, done.usage.total) == ("From two.", "scripted:two", 120)
        spent(on)


async def test_a_cut_of_a_fallback_is_priced_as_the_fallback() -> None:
    hold = asyncio.Event()

    def script(request: Request) -> object:
        return Transient("Down.") if request.model == "one" else ["From two", Hold(hold)]

    provider = ScriptedProvider(script)  # type: ignore[arg-type]
    async with live(alone(), provider, fallbacks={"scripted:one": ["scripted:unpriced"]}) as on:
        await on.until(lambda: any(flight.text for flight in on.runner.flights.values()))
        await on.tell(Pause(now=True))
        (cut,) = of(on, TurnCut)
        assert isinstance(cut, TurnCut)
        assert cut.cost is None
        assert on.runner.debate.spent.unpriced == 1


async def test_empty_answers_are_paid_for_too() -> None:
    left = ["", "  \n"]
    provider = ScriptedProvider(lambda request: left.pop() if left else "Yes.")
    async with live(alone(), provider) as on:
        await on.settle()
        assert on.runner.debate.status == "completed"
        assert len(provider.requests) == 3
        assert spent(on) == (360, 360)


async def test_a_failed_turn_counts_its_last_partial_once() -> None:
    provider = ScriptedProvider(lambda request: ["I refuse to", ContentRefused("The filter stopped it.")])
    async with live(alone(), provider) as on:
        await on.settle()
        (cut,), (failed,) = of(on, TurnCut), of(on, TurnFailed)
        assert isinstance(cut, TurnCut)
        assert isinstance(failed, TurnFailed)
        assert cut.text == "I refuse to"
        assert cut.usage.estimated
        assert (failed.kind, failed.usage) == ("refused", Usage())
        spent(on)


async def test_an_unknown_provider_is_an_error_of_the_turn_with_its_remedy() -> None:
    def unknown(model: str) -> Provider:
        raise NotFound("There is no provider 'nope'.", "Did you mean openai?")

    async with live(alone(model="nope:one")) as on:
        on.routing._provider = unknown
        await on.settle()
        (failed,) = of(on, TurnFailed)
        assert isinstance(failed, TurnFailed)
        assert (failed.kind, failed.remedy) == ("rejected", "Did you mean openai?")
        assert on.runner.debate.status == "error"


async def test_what_only_a_person_can_mend_opens_no_circuit() -> None:
    for fault in (Unauthorised("The key is wrong."), TooLong("Too long."), ContentRefused("No.")):
        clock, limits = FrozenClock(), Limits()
        routing = Routing(lambda model: ScriptedProvider(says("")), Anywhere(), clock, limits)
        for _ in range(20):
            routing.note_failure("scripted:one", fault.what, fault.retry)
        assert not routing.is_resting("scripted:one")
        assert routing.health["scripted:one"].last_error == fault.what
        for _ in range(limits.breaker_failures):
            routing.note_failure("scripted:one", "Down.")
        assert routing.is_resting("scripted:one")
        routing.forget()
        assert not routing.is_resting("scripted:one")


async def test_a_circuit_closes_by_itself_and_refusals_do_not_keep_it_open() -> None:
    limits, down = Limits(retry=RetryPolicy(attempts=0)), [True]
    provider = ScriptedProvider(lambda request: Transient("Down.") if down else "Yes.")
    async with live(alone(), provider, limits=limits) as on:
        for _ in range(limits.breaker_failures):
            on.routing.note_failure("scripted:one", "Down.")
        await on.settle()
        assert provider.requests == []
        assert "Down." in on.runner.debate.why  # why it rests is said
        assert on.routing.health["scripted:one"].failures == limits.breaker_failures
        on.clock.advance(limits.breaker_rest)
        down.clear()
        assert not on.routing.is_resting("scripted:one")


@pytest.mark.parametrize("fault", [StorageHeld("The disk is full.", "Make room."), NotFound("It is gone.")])
async def test_without_memory_the_debate_goes_on_and_says_so(fault: Exception) -> None:
    class Forgetful:
        async def recall(self, *_: object) -> list[dict[str, Json]]:
            raise fault

    context = Context(kind="project", ref="p", title="P")
    first = opening(DUAL, "Is it so?", model="scripted:one", context=context, options={"rounds": 1})
    provider = ScriptedProvider(voices(say="Yes.", assessment=assessment(agree=["Yes."])))
    async with live(first, provider) as on:
        on.runner.performer.services.memory = Forgetful()
        await on.settle()
        recalled = next(e for e in on.events if isinstance(e, TurnCompleted) and e.path.startswith("recall"))
        assert recalled.data == {"items": [], "note": f"Nothing could be recalled: {fault.args[0].split('.')[0]}."}
        assert on.runner.debate.over


async def test_halves_of_characters_and_numbers_that_are_none_do_no_harm() -> None:
    says_ = voices(
        say=["It is \ud83d", "\ude00 so.", " \udc00"], points='{"items": [{"text": "\\ud800", "kind": NaN}]}'
    )
    first = opening(DUAL, "Is it so?", model="scripted:one", clerk="scripted:small", options={"rounds": 1})
    async with live(first, ScriptedProvider(says_)) as on:
        await on.settle()
        assert on.runner.debate.over
        assert "It is 😀 so. �" in on.texts.values()
        from_log = {e.path: e for e in on.events if isinstance(e, TurnCompleted)}
        assert from_log == dict(on.runner.debate.replies)  # what is so is what the log says


def test_plain_text_and_values() -> None:
    assert encodable_text("It is 😀.") == "It is 😀."
    assert encodable_text("\ud83d\ude00\ud83d") == "😀�"
    given: dict[str, object] = {"a\udc00": [float("nan"), 1.5, (True, None, "\udc00")], "b": Usage(prompt=3)}
    assert storable(given) == {"a�": [None, 1.5, (True, None, "�")], "b": Usage(prompt=3)}


async def test_the_first_word_is_timed_from_when_the_model_was_asked() -> None:
    """Not from when the turn waited for its place in the provider's queue."""
    clock = FrozenClock()

    def slow(request: Request) -> str:
        clock.advance(100)
        return "Yes."

    text = ALONE.replace('role = "Participant"', 'role = "P"\nseats = [3, 3]').replace("GIVES", "say")
    table = load(f'{text}order = "together"\n', "alone.toml", STANDARD)
    first = opening(table, "Is it so?", model="scripted:one")
    async with live(first, ScriptedProvider(slow), limits=Limits(concurrency=1), clock=clock) as on:
        await on.settle()
        done = [event for event in on.events if isinstance(event, TurnCompleted)]
        assert [event.first_ms for event in done] == [100_000] * 3
        assert max(event.total_ms for event in done) > 100_000  # the wait for a place counts there
        gates_are_free(on)


async def test_places_in_the_queue_are_given_back_whatever_happens() -> None:
    faults: list[object] = [
        ["I", Silence(9), "late"],
        Transient("Down."),
        NoFinish(),
        Unauthorised("No."),
        [Silence(9)],
        "",
    ]
    limits = Limits(concurrency=1, timeouts=Timeouts(first=0.03, between=0.03, turn=1))
    for fault in faults:
        provider = ScriptedProvider(lambda request, fault=fault: fault)  # type: ignore[misc]
        async with live(alone(), provider, limits=limits) as on:
            await on.settle()
            assert on.runner.debate.status == "error"
            gates_are_free(on)


async def test_retries_are_announced_with_their_number_and_reason() -> None:
    faults = [Transient("Second."), Transient("First.")]
    seen: list[object] = []
    async with live(alone(), ScriptedProvider(lambda request: faults.pop() if faults else "Yes.")) as on:
        on.runner.hub.signal = seen.append  # type: ignore[method-assign]
        await on.settle()
        told = [(s.attempt, s.why, s.seconds) for s in seen if isinstance(s, Retrying)]
        assert told == [(1, "First.", 1.0), (2, "Second.", 2.0)]


Fallbacks = Mapping[str, Sequence[str]]


async def test_a_refusal_never_falls_back() -> None:
    provider = ScriptedProvider(lambda request: ContentRefused("No."))
    fallbacks: Fallbacks = {"*": ["scripted:two"]}
    async with live(alone(), provider, fallbacks=fallbacks) as on:
        await on.settle()
        assert [request.model for request in provider.requests] == ["one"]


async def test_nothing_is_recorded_for_a_call_that_was_given_up(expected_logs: Callable[..., None]) -> None:
    hold = asyncio.Event()
    async with live(alone(), ScriptedProvider(lambda request: ["I think ", Hold(hold), "so."])) as on:
        await on.until(lambda: any(flight.text for flight in on.runner.flights.values()))
        await on.tell(Pause(now=True))
        events = len(on.events)
        hold.set()
        for _ in range(10):
            await asyncio.sleep(0)
        assert len(on.events) == events


RECORDED = """
name = "recorded"
title = "Turns that are recorded"
do = ["turn", "again"]
[cast.one]
role = "Participant"
[step.turn]
ask = "all"
do = ["RECORD"]
[step.again]
ask = "all"
do = ["RECORD"]
"""


def recorded(record: str) -> DebateOpened:
    format = load(RECORDED.replace("RECORD", record), "recorded.toml", STANDARD)
    return opening(format, "Is it so?", model="scripted:one", clerk="scripted:small")


async def test_a_ledger_that_cannot_be_read_stays_as_it_was_and_says_so() -> None:
    provider = ScriptedProvider(lambda request: "The cache is safe for all users, I would say.")
    async with live(recorded("ledger"), provider) as on:
        await on.settle()
        found = on.runner.debate.replies["turn[one]/ledger[clerk]"].data
        assert "stays as it was" in str(found["note"])
        assert set(found) == {"note"}
        assert sum(request.schema_name == "ledger" for request in provider.requests) == 4, "each repaired once"
