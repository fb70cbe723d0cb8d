"""Replies as they should be: text, reasoning, tools, usage, schemas, many at once."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import pytest

from disputatio.debate.log.events import Usage
from disputatio.engine.ports import Finished, TextDelta, ToolCalled
from disputatio.providers.config import ProviderConfig
from disputatio.providers.openai_compatible import OpenAIProvider
from disputatio.testing.loopback.dialects import schema_in
from disputatio.testing.loopback.scripts import Fault

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")

SCHEMA = {
    "type": "object",
    "properties": {"agree": {"type": "array", "items": {"type": "string"}}, "level": {"type": "number"}},
    "required": ["agree", "level"],
    "additionalProperties": False,
}


async def test_text_arrives_in_pieces_and_ends_with_finished(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.script(text="Jedenfalls: ja, “so” 是的 🙂.", chunk=3)
        parts = await here.parts()
    texts = [part.text for part in parts if isinstance(part, TextDelta)]
    assert "".join(texts) == "Jedenfalls: ja, “so” 是的 🙂."
    assert len(texts) > 5
    assert isinstance(parts[-1], Finished)
    assert parts[-1].reason == "stop"


async def test_usage_counts_cached_tokens_within_the_prompt(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.script(prompt=1000, completion=50, cached=300, model="m-1-2026")
        last = await here.finished()
    assert last.usage == Usage(prompt=1000, completion=50, cached=300)
    assert last.model == "m-1-2026"


async def test_a_provider_that_does_not_count_has_no_usage(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.script(prompt=None, completion=None)
        last = await here.finished()
    assert last.usage is None or kind == "anthropic"  # its opening always counts one token


async def test_reasoning_stays_apart_from_the_answer(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.script(text="The answer.", thinking="Let me see.")
        here.script(text="The answer.", thinking="Let me see.")
        assert await here.thinking() == "Let me see."
        assert await here.text() == "The answer."


async def test_a_tool_call_comes_whole_before_the_end(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.script(text="", tools=(("search", '{"query": "bees"}'),))
        parts = await here.parts()
    call, last = parts[-2:]
    assert isinstance(call, ToolCalled)
    assert (call.name, call.arguments) == ("search", '{"query": "bees"}')
    assert isinstance(last, Finished)
    assert last.reason == "tool"


async def test_a_reply_that_hit_its_limit_says_so(kind: Any, stage: Any) -> None:
    word = {"openai": "length", "anthropic": "max_tokens", "gemini": "MAX_TOKENS"}
    async with stage(kind) as here:
        here.script(finish=word[here.protocol])
        assert (await here.finished()).reason == "length"


async def test_the_schema_is_on_the_wire(kind: Any, stage: Any, question: Any) -> None:
    asked = replace(question, schema=SCHEMA, schema_name="assessment of points")
    async with stage(kind) as here:
        here.script(text='{"agree": [], "level": 1}')
        assert await here.text(asked) == '{"agree": [], "level": 1}'
        body = here.server.requests[0].body
    sent = schema_in(body)
    assert sent is not None
    assert sent["required"] == ["agree", "level"]  # type: ignore[index]
    assert set(sent["properties"]) == {"agree", "level"}  # type: ignore[index]
    if here.protocol == "openai":
        assert body["response_format"]["json_schema"]["strict"] is True
        assert body["response_format"]["json_schema"]["name"] == "assessment_of_points"


async def test_the_form_is_told_once(kind: Any, stage: Any, question: Any) -> None:
    """By the schema, where the model is shown it; in words to all others, behind what is asked last."""
    asked = replace(question, schema=SCHEMA, schema_name="points")
    async with stage(kind) as here:
        shown = here.protocol != "openai"  # at this address, nobody knows what stands behind it
        await here.text(asked)
        field = {"anthropic": "output_config.format", "gemini": "response_json_schema"}.get(
            here.protocol, "response_format"
        )
        here.fault(Fault.BAD_REQUEST, said=f"{field}: not supported")
        await here.text(asked)
        first, _, third = (seen.body for seen in here.server.requests)
    told = "Answer with one JSON object of this form"
    assert str(first).count(told) == (0 if shown else 1)
    assert str(third).count(told) == 1
    assert f"Is it so?\\n\\n{told}" in str(third)


@pytest.mark.parametrize(("url", "shown"), [("", True), ("http://127.0.0.1:1/v1", False)])
def test_openai_shows_its_models_the_schema_and_who_stands_in_for_it_may_not(url: str, shown: bool) -> None:
    assert OpenAIProvider(ProviderConfig(name="openai", kind="openai", base_url=url, key="k")).shows_schema is shown


async def test_what_is_asked_is_on_the_wire(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        await here.text()
        seen = here.server.requests[0]
    text = str(seen.body)
    assert "Be brief." in text
    assert "Is it so?" in text
    assert "0.2" in text
    assert "300" in text
    assert seen.model == "m-1"


@pytest.mark.parametrize("field", ["temperature", "schema"])
async def test_what_a_model_does_not_take_is_left_out_from_then_on(
    kind: Any, stage: Any, question: Any, field: str
) -> None:
    word = {"openai": "response_format", "anthropic": "output_config.format", "gemini": "response_json_schema"}
    async with stage(kind) as here:
        said = "temperature is not supported" if field == "temperature" else f"{word[here.protocol]}: not supported"
        here.fault(Fault.BAD_REQUEST, said=said)
        asked = replace(question, schema=SCHEMA, schema_name="points")
        assert await here.text(asked)
        assert await here.text(asked)
        first, second, third = (seen.body for seen in here.server.requests)
    if field == "temperature":
        assert "temperature" in str(first)
        assert "temperature" not in str(second)
        assert "temperature" not in str(third)
    else:
        assert schema_in(first) is not None
        assert schema_in(second) is None
        assert schema_in(third) is None
        assert "agree" in str(second)  # told in words instead


async def test_fifty_replies_at_once_stay_apart(kind: Any, stage: Any, question: Any) -> None:
    async with stage(kind) as here:
        here.server.responder = lambda protocol, body: str(body)
        here.server.delay = 0.001
        async with asyncio.TaskGroup() as group:
            tasks = []
            for number in range(50):
                asked = replace(question, system=f"You are number <{number}>.")
                tasks.append(group.create_task(here.text(asked)))
        for number, task in enumerate(tasks):
            assert f"<{number}>" in task.result()
        assert len(here.server.requests) == 50


async def test_one_connection_serves_calls_one_after_another(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        for _ in range(5):
            await here.text()
        assert here.server.connections == 1


async def test_cancelling_closes_the_socket(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.fault(Fault.STALL)
        arrived = asyncio.Event()

        async def watch() -> None:
            async for _ in here.provider.chat("m-1").stream(here_question):
                arrived.set()

        here_question = _question()
        task = asyncio.create_task(watch())
        await arrived.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with asyncio.timeout(60):
            assert (await here.server.left()).ended == "client left"


async def test_leaving_in_the_middle_closes_the_socket(kind: Any, stage: Any, question: Any) -> None:
    async with stage(kind) as here:
        here.fault(Fault.STALL)
        async with aclosing(here.provider.stream("m-1", question)) as parts:
            async for _ in parts:
                break
        async with asyncio.timeout(60):
            assert (await here.server.left()).ended == "client left"


async def test_a_provider_that_is_replaced_ends_what_it_has_begun_then_closes(
    kind: Any, stage: Any, question: Any
) -> None:
    said = ""
    async with stage(kind) as here:
        here.script(text="It is so, and so it is. " * 9, chunk=5)
        async for part in here.provider.chat("m-1").stream(question):
            if not said:
                await here.provider.retire()
            said += part.text if isinstance(part, TextDelta) else ""
        assert said == "It is so, and so it is. " * 9
        assert not here.provider.busy
        await here.text()
        assert here.server.connections == 2  # the first was closed


async def test_a_provider_that_is_replaced_while_idle_closes_at_once(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        await here.text()
        await here.provider.retire()
        await here.text()
        assert here.server.connections == 2


async def test_cancelling_before_the_first_byte_closes_the_socket(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.fault(Fault.SLOW_HEADERS)
        task = asyncio.create_task(here.text())
        await here.server.came()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with asyncio.timeout(60):
            assert (await here.server.left()).ended == "client left"


@pytest.mark.parametrize("fault", [Fault.STALL, Fault.DRIP])
async def test_silence_is_left_to_the_engine_to_end(kind: Any, stage: Any, fault: Fault) -> None:
    """A provider that keeps the line open without a word gives no part: the engine's limit between parts ends it."""
    if kind == "gemini" and fault is Fault.DRIP:
        pytest.skip("the SDK takes a comment for a broken event; see test_faults")
    async with stage(kind) as here:
        here.fault(fault, chunk=5)
        stream = here.provider.stream("m-1", _question())
        async with aclosing(stream) as parts:
            seen = [await anext(parts) for _ in range(2)]
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.3):
                    await anext(parts)
        assert all(isinstance(part, TextDelta) for part in seen)
        async with asyncio.timeout(60):
            assert (await here.server.left()).ended == "client left"


async def test_a_long_stream_outlives_every_read_limit(kind: Any, stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The SDK's limit is for one read, never for the whole reply."""
    for module in ("transport", "gemini", "anthropic", "openai_compatible"):
        monkeypatch.setattr(f"disputatio.providers.{module}.PATIENCE", 1.5)
    async with stage(kind) as here:
        here.script(text="word " * 20, chunk=5, delay=0.1)
        assert await here.text() == "word " * 20


def _question() -> Any:
    from disputatio.prompting.request import Message, Request

    return Request(model="any", system="", messages=(Message(role="user", text="Is it so?"),))
