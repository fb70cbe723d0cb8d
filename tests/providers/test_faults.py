"""Everything that goes wrong at a provider ends as one of our own errors, which says what happened and what to do."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.engine.errors import (
    BrokenStream,
    ContentRefused,
    ProviderError,
    QuotaExceeded,
    RateLimited,
    Rejected,
    TimedOut,
    TooLong,
    Transient,
    Unauthorised,
)
from disputatio.providers.config import ProviderConfig
from disputatio.providers.openai_compatible import OpenAICompatible
from disputatio.testing.loopback import Fault, LoopbackServer
from disputatio.testing.loopback.streams import Stream

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")

KINDS_OF_FAULT = {
    Fault.UNAUTHORISED: Unauthorised,
    Fault.FORBIDDEN: Unauthorised,
    Fault.NOT_FOUND: Rejected,
    Fault.BAD_REQUEST: Rejected,
    Fault.TOO_LONG: TooLong,
    Fault.RATE_LIMITED: RateLimited,
    Fault.QUOTA: QuotaExceeded,
    Fault.SERVER_ERROR: Transient,
    Fault.UNAVAILABLE: Transient,
    Fault.OVERLOADED: Transient,
    Fault.REFUSED: ContentRefused,
    Fault.ERROR_EVENT: Transient,
    Fault.NO_FINISH: BrokenStream,
    Fault.MALFORMED: BrokenStream,
    Fault.WRONG_SHAPE: BrokenStream,
    Fault.CUT: BrokenStream,
    Fault.HANG_UP: Transient,
    Fault.NOT_SSE: BrokenStream,
    Fault.EMPTY: BrokenStream,
}


@pytest.mark.parametrize("fault", list(KINDS_OF_FAULT), ids=lambda fault: fault.value)
async def test_every_fault_becomes_its_kind(kind: Any, stage: Any, fault: Fault) -> None:
    calls = 2 if (kind, fault) == ("gemini", Fault.NOT_FOUND) else 1  # looked for under both versions
    async with stage(kind) as here:
        for _ in range(calls):
            here.fault(fault, chunk=5)
        error = await here.error()
        asked = len(here.server.requests)
    assert type(error) is KINDS_OF_FAULT[fault]
    assert kind.title() in error.what
    assert "m-1" in error.what
    assert error.remedy
    assert "{" not in error.what + error.remedy
    assert asked == calls, "the SDK tried again by itself"


@pytest.mark.parametrize(
    ("headers", "after"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after-ms": "1500"}, 1.5),
        ({"Retry-After": "Sat, 21 Nov 2026 10:00:30 GMT", "Date": "Sat, 21 Nov 2026 10:00:00 GMT"}, 30.0),
        ({"Retry-After": "soon"}, None),
        ({}, None),
    ],
)
async def test_when_to_come_back(kind: Any, stage: Any, headers: dict[str, str], after: float | None) -> None:
    async with stage(kind) as here:
        here.fault(Fault.RATE_LIMITED, headers=headers)
        here.fault(Fault.UNAVAILABLE, headers=headers)
        limited, unavailable = await here.error(), await here.error()
    assert isinstance(limited, RateLimited)
    assert isinstance(unavailable, Transient)
    assert limited.after == after
    assert unavailable.after == after


async def test_a_refused_connection_names_the_address(kind: Any, stage: Any, make_provider: Any, question: Any) -> None:
    async with LoopbackServer() as server:
        address = server.root
    provider = make_provider(kind, address)
    with pytest.raises(Transient) as caught:
        _ = [part async for part in provider.stream("m-1", question)]
    await provider.close()
    assert address in caught.value.what
    assert "settings" in caught.value.remedy


async def test_without_a_key_nobody_is_asked(kind: Any, stage: Any) -> None:
    async with stage(kind, key="") as here:
        if kind == "openai-compatible":
            here.script(text="Local servers need none.")
            assert await here.text() == "Local servers need none."
            return
        error = await here.error()
        assert isinstance(error, Unauthorised)
        assert f"{kind.upper()}_API_KEY" in error.remedy
        assert here.server.connections == 0


async def test_the_key_is_never_shown(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.fault(Fault.UNAUTHORISED, said="Incorrect key sk-secret-0123456789\nsecond\x1b[31m line")
        error = await here.error()
    assert "sk-secret" not in error.user_message
    assert "\n" not in error.what
    assert "\x1b" not in error.what


async def test_a_page_instead_of_a_stream_is_recognised(stage: Any) -> None:
    for kind in ("openai", "anthropic"):
        async with stage(kind) as here:
            here.fault(Fault.NOT_SSE)
            error = await here.error()
            assert "text/html" in error.what
            assert "address" in error.what


async def test_a_comment_that_the_sdk_cannot_read_breaks_the_stream(stage: Any) -> None:
    async with stage("gemini") as here:
        here.fault(Fault.DRIP)
        assert isinstance(await here.error(), BrokenStream)


async def test_events_without_a_name_are_not_taken_for_an_empty_answer(stage: Any) -> None:
    async with stage("anthropic") as here:
        here.fault(Fault.UNNAMED_EVENTS)
        assert isinstance(await here.error(), BrokenStream)


async def test_a_good_bye_that_is_lost_does_not_lose_the_answer(stage: Any) -> None:
    async with stage("openai") as here:
        here.fault(Fault.CUT_AFTER_FINISH, prompt=None)
        assert (await here.finished()).reason == "stop"


async def test_an_answer_that_only_thought_says_so(stage: Any) -> None:
    async with stage("openai") as here:
        here.script(text="", thinking="Hm.", finish="length")
        error = await here.error()
    assert isinstance(error, BrokenStream)
    assert "whole length" in error.what


async def test_a_read_that_takes_too_long_is_timed_out(kind: Any, stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("transport", "gemini", "anthropic", "openai_compatible"):
        monkeypatch.setattr(f"disputatio.providers.{module}.PATIENCE", 0.2)
    async with stage(kind) as here:
        for fault in (Fault.SLOW_HEADERS, Fault.STALL):
            here.fault(fault)
            assert isinstance(await here.error(), TimedOut)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"status": 400, "kind": "gemini", "code": "API_KEY_INVALID", "said": "API key not valid."}, Unauthorised),
        ({"status": 400, "kind": "anthropic", "said": "Your credit balance is too low."}, QuotaExceeded),
        ({"status": 400, "kind": "openai", "code": "content_policy_violation", "said": "No."}, ContentRefused),
    ],
)
async def test_codes_and_sentences_say_more_than_the_status(
    stage: Any, said: dict[str, Any], expected: type[ProviderError]
) -> None:
    async with stage(said["kind"]) as here:
        here.fault(Fault.BAD_REQUEST, code=said.get("code", ""), said=said["said"])
        assert type(await here.error()) is expected


async def test_google_says_in_the_body_when_to_come_back(stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def body(protocol: str, script: Any) -> dict[str, object]:
        delay = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34s"}
        return {"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "Slow down.", "details": [delay]}}

    monkeypatch.setattr("disputatio.testing.loopback.server.error_body", body)
    async with stage("gemini") as here:
        here.fault(Fault.RATE_LIMITED)
        error = await here.error()
    assert isinstance(error, RateLimited)
    assert error.after == 34.0


NAMES = ["choices", "delta", "content", "type", "index", "error", "candidates", "parts", "text", "usage", "message"]
NAMES += ["finish_reason", "usageMetadata"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(NAMES),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)


@settings(max_examples=100)
@given(
    kind=st.sampled_from(["openai", "anthropic", "gemini", "perplexity"]),
    events=st.lists(JSON, min_size=1, max_size=3),
)
async def test_nothing_on_the_wire_raises_anything_else(kind: Any, stage: Any, events: list[object]) -> None:
    """Any JSON as the first events of a stream: a reply, or one of our errors."""
    names = {"anthropic": "event: content_block_delta\n"}
    async with stage(kind) as here:
        wire = [f"{names.get(here.protocol, '')}data: {json.dumps(event)}\n\n" for event in events]
        here.script()
        with pytest.MonkeyPatch.context() as patch, suppress(ProviderError):
            patch.setattr(Stream, "opening", lambda self: iter(wire))
            await here.parts()


async def test_a_nameless_model_in_the_list_is_an_error_of_ours() -> None:
    async with LoopbackServer() as server:
        provider = OpenAICompatible(ProviderConfig(name="mine", kind="openai-compatible", base_url=server.openai_url))
        server.models["openai"] = (7,)  # type: ignore[assignment]
        with pytest.raises(ProviderError):
            await provider.models()
        await provider.close()
