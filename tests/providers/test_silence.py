"""How long a model may keep silent: longer if it thinks, and as long as there are signs of life."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import Any

import pytest

from disputatio.app.settings import declarations
from disputatio.engine.errors import TimedOut
from disputatio.engine.limits import WAITING, Deadline, Limits, Timeouts
from disputatio.engine.ports import TextDelta
from disputatio.prompting.request import Message, Request
from disputatio.providers.transport import PATIENCE
from disputatio.testing.loopback import Fault

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")

THINKERS = {"openai": "gpt-5.2", "anthropic": "claude-opus-4-5-20251101", "openai-compatible": "deepseek-r1:8b"}
BRISK = Timeouts(headers=0.3, first=0.3, thinking=20, between=0.3, turn=20)
SILENCE = 0.9
"""Seconds of silence before the first piece: three times what a model that does not think may take."""


async def said(here: Any, model: str, timeouts: Timeouts = BRISK) -> str:
    """What comes of a call within these limits. The SDK is loaded before they begin to count."""
    text = ""
    await here.provider.ready(here.provider.site())
    with Deadline(Limits(timeouts=timeouts), model) as deadline:
        async for part in here.provider.chat(model).stream(question()):
            deadline.postpone()
            text += part.text if isinstance(part, TextDelta) else ""
    return text


def question() -> Request:
    return Request(model="any", system="", messages=(Message(role="user", text="Is it so?"),))


@pytest.mark.parametrize("kind", THINKERS)
async def test_a_model_that_thinks_in_silence_is_waited_for(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.script(text="Yes.", delay=SILENCE)
        assert await said(here, THINKERS[kind]) == "Yes."
        here.script(text="Yes.", delay=SILENCE)
        with pytest.raises(TimedOut):
            await said(here, "m-1")


async def test_some_servers_accept_a_call_only_when_its_thinking_ends(stage: Any) -> None:
    async with stage("gemini") as here:
        here.fault(Fault.SLOW_HEADERS)
        with pytest.raises(TimedOut) as late:
            await said(here, "gemini-2.5-flash", Timeouts(headers=0.1, first=0.1, thinking=0.6, between=0.1, turn=20))
    assert "0.6 seconds" in str(late.value)


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
async def test_a_server_that_takes_no_call_is_given_up_sooner_than_one_that_does(kind: Any, stage: Any) -> None:
    times = Timeouts(headers=0.2, first=20, thinking=20, between=20, turn=20)
    async with stage(kind) as here:
        here.fault(Fault.SLOW_HEADERS)
        with pytest.raises(TimedOut) as late:
            await said(here, "m-1", times)
        assert "0.2 seconds" in str(late.value)
        here.script(text="Yes.", delay=SILENCE)
        assert await said(here, "m-1", times) == "Yes."


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
async def test_a_ping_is_a_sign_of_life(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.script(text="Yes.", pings=int(SILENCE / 0.02))
        assert await said(here, "m-1") == "Yes."


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
async def test_pings_alone_end_with_the_time_of_a_turn(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.fault(Fault.DRIP, after=1)
        with pytest.raises(TimedOut) as late:
            await said(here, "m-1", Timeouts(headers=0.3, first=0.3, thinking=0.3, between=0.3, turn=1.2))
    assert "longer than 1.2 seconds for one turn" in str(late.value)


async def test_thoughts_are_signs_of_life(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.script(text="Yes.", thinking="Let me see.", delay=0.15)
        assert await said(here, "m-1") == "Yes."


async def test_silence_in_the_middle_ends_a_call_even_of_a_model_that_thinks(stage: Any) -> None:
    async with stage("openai") as here:
        here.fault(Fault.STALL, after=1)
        with pytest.raises(TimedOut) as late:
            await said(here, "gpt-5.2")
    assert "fell silent for 0.3 seconds" in str(late.value)


async def test_a_call_that_ended_is_waited_for_no_longer(stage: Any) -> None:
    async with stage("openai") as here:
        here.script(text="Yes.")
        await said(here, "m-1")
        assert WAITING.get() is None


async def test_a_call_that_is_over_is_let_go_of_before_its_time_would_have_been_up():
    """A loop keeps a timer that was cancelled while an earlier one waits, until there are a hundred of them."""
    earlier = asyncio.get_running_loop().call_later(1, int)

    async def call() -> weakref.ref[Deadline]:
        with Deadline(Limits(), "a:model") as deadline:
            return weakref.ref(deadline)

    over = await asyncio.create_task(call())
    gc.collect()
    assert over() is None
    earlier.cancel()


def test_no_sdk_ends_a_silence_that_a_person_allows_in_the_settings() -> None:
    limits = (declarations.TIMEOUT_HEADERS, declarations.TIMEOUT_FIRST, declarations.TIMEOUT_THINKING)
    assert all(each.high is not None and each.high < PATIENCE for each in (*limits, declarations.TIMEOUT_BETWEEN))
