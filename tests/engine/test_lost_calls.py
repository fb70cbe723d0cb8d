"""A debate whose program was ended without warning, at any moment: what a model answered in full is not asked again,
what was lost is booked and told, and no word that was saved is hidden."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.engine.test_tooling import Desk, alone, call, in_turn

from disputatio.debate.log.events import Event, Recorded, TurnAsked, TurnCompleted, TurnCut, TurnDrafted, Usage
from disputatio.debate.log.evolve import fold
from disputatio.debate.views.transcript import transcript_of
from disputatio.engine.canonical import canonical, stored_request
from disputatio.engine.errors import BrokenStream
from disputatio.engine.limits import Limits, RetryPolicy
from disputatio.engine.runner import LONGEST_GAP, active_time
from disputatio.prompting.request import Request
from disputatio.testing.debates import FrozenClock, LiveDebate, live
from disputatio.testing.scripted import ScriptedProvider

PATIENT = Limits(autosave=0, retry=RetryPolicy(first=0.0))
TURN = "turn[one]"
MENDS = ("No JSON at all.", '{"items": []}')


def mending(request: Request) -> str:
    return MENDS[len(request.messages) // 2]


def breaking() -> Callable[[Request], Any]:
    """Looks two things up, and breaks off once in between."""
    left = ["", "break"]

    def script(request: Request) -> object:
        asked = len(request.messages) // 2
        if asked == 1 and left.pop() == "break":
            return ["It br", BrokenStream("It broke.", "Retry.")]
        return ["I look. ", call(id="a")] if asked == 0 else ["More. ", call("list_files", "{}", id="b")]

    return lambda request: script(request) if len(request.messages) < 5 else "So it is."


KILLED: dict[str, tuple[str, Callable[[], Callable[[Request], Any]]]] = {
    "looks things up": (
        "say",
        lambda: in_turn(["I look. ", call(id="a")], ["More. ", call("list_files", "{}", id="b")], "So it is."),
    ),
    "is mended": ("reflections", lambda: mending),
    "broke off in between": ("say", breaking),
}


async def whole(gives: str, script: Callable[[Request], Any]) -> tuple[LiveDebate, ScriptedProvider]:
    provider = ScriptedProvider(script)
    async with live(alone(gives), provider, tools=Desk(), limits=PATIENT) as on:
        await on.settle()
        return on, provider


def answered(events: list[Event]) -> set[str]:
    return {each.answer.request for each in events if isinstance(each, TurnDrafted) and each.answer is not None}


@pytest.mark.parametrize("name", KILLED)
async def test_killed_at_any_moment_nothing_is_paid_twice_and_nothing_is_lost(name: str) -> None:
    gives, script = KILLED[name]
    untouched, asked = await whole(gives, script())
    kept = [event for event in untouched.events if isinstance(event, TurnDrafted) and event.answer is not None]
    assert len(kept) >= 1
    (turn,) = [event for event in untouched.events if isinstance(event, TurnCompleted)]
    for end in range(1, len(untouched.events)):
        before = untouched.events[:end]
        provider = ScriptedProvider(script())
        async with live(before, provider, tools=Desk(), limits=PATIENT) as on:
            on.log.requests |= untouched.log.requests
            await on.settle()
            again = {sent(request) for request in provider.requests}
            assert len(provider.requests) <= len(asked.requests)
            assert not {await kept_of(untouched, hash) for hash in answered(before)} & again, f"killed after {end}"
            assert again <= {sent(request) for request in asked.requests}, "the very same is asked"
            completed = [event for event in on.events if isinstance(event, TurnCompleted)]
            assert [each.text for each in completed] == [turn.text]
            assert [each.data for each in completed] == [turn.data]
            assert (
                completed[0].usage.total + sum(each.usage.total for each in cuts(on)) == on.runner.debate.spent.tokens
            )
            if loose := TURN in fold(before).asked:
                (lost,) = [each for each in cuts(on) if each.lost]
                saved = "".join(texts(before))
                assert lost.text == saved
                assert "ended while" in lost.why
                known = [each.answer.usage for each in unbilled(before)]
                assert lost.usage.total >= sum(usage.total for usage in known)
                assert saved in shown(on.runner.hub.records)
            assert loose == any(each.lost for each in cuts(on))


def cuts(on: LiveDebate) -> list[TurnCut]:
    return [event for event in on.events if isinstance(event, TurnCut)]


def since_asked(events: list[Event]) -> list[Event]:
    first = max((n for n, event in enumerate(events) if isinstance(event, TurnAsked)), default=0)
    return events[first:]


def texts(events: list[Event]) -> list[str]:
    """What is saved of the last attempt."""
    text = ""
    for event in since_asked(events):
        if isinstance(event, TurnDrafted):
            text = text[: event.start] + event.text
    return [text]


def unbilled(events: list[Event]) -> list[Any]:
    return [each for each in since_asked(events) if isinstance(each, TurnDrafted) and each.answer is not None]


def shown(records: list[Recorded]) -> str:
    """All that a reader can see of the turn."""
    transcript = transcript_of(records)
    entry = transcript.turns[TURN]
    return "\n".join([*entry.partials, entry.text])


def sent(request: Request) -> str:
    return json.dumps(json.loads(canonical(request)), sort_keys=True)


async def kept_of(on: LiveDebate, hash: str) -> str:
    return json.dumps(await stored_request(on.log.get, hash), sort_keys=True)


async def test_what_was_running_is_estimated_by_what_was_sent_and_said() -> None:
    script = in_turn(["I look. ", call(id="a")], "It is so, and that is why.")
    untouched, _ = await whole("say", script)
    events = untouched.events
    end = next(n for n, event in enumerate(events) if isinstance(event, TurnCompleted))
    provider = ScriptedProvider(script)
    async with live(events[:end], provider, tools=Desk(), limits=PATIENT) as on:
        on.log.requests |= untouched.log.requests
        await on.settle()
        (lost,) = cuts(on)
    first = next(event.answer for event in events if isinstance(event, TurnDrafted) and event.answer)
    assert first.usage == Usage(prompt=100, completion=20)
    assert lost.usage.estimated
    assert lost.usage.prompt > 100 + 50, "the words of the second request, too"
    assert 20 < lost.usage.completion < 40, "what was said the second time, and not the first time once more"


async def test_a_lost_call_is_no_debating_while_nobody_ran_it() -> None:
    clock = FrozenClock()
    untouched, _ = await whole("say", in_turn(["I look. ", call(id="a")], "So it is."))
    end = next(n for n, event in enumerate(untouched.events) if isinstance(event, TurnCompleted))
    async with live(untouched.events[:end], ScriptedProvider(lambda _: "So it is."), tools=Desk(), clock=clock) as on:
        clock.advance(LONGEST_GAP)
        await on.settle()
        assert active_time(on.runner.hub.records) < 1


async def test_calls_that_wait_for_a_person_are_not_lost() -> None:
    untouched, _ = await whole("say", lambda _: "So it is.")
    asked = [TurnAsked(path=TURN, seat="one", model="clipboard:chat", task="turn", gives="say", heard="all", sees=())]
    async with live([untouched.events[0], *asked], ScriptedProvider(lambda _: "So it is.")) as on:
        await on.settle()
        assert cuts(on) == []
