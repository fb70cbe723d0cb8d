"""Tools through each real SDK: offered, called, answered, refused. The server refuses what the real ones refuse."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from disputatio.engine.errors import ProviderError, Rejected
from disputatio.engine.ports import Finished, TextDelta, ToolCalled
from disputatio.prompting.request import OWN_ID, Request
from disputatio.prompting.tools import (
    NO_MORE,
    REPOSITORY,
    exchange,
    repeatable_call,
    result,
    without_signatures,
    without_tools,
)
from disputatio.providers.chat_completions import ChatReading
from disputatio.providers.faults import Site
from disputatio.providers.reply import Reply
from disputatio.testing.loopback import Fault
from disputatio.testing.loopback.dialects import offered_tools, results

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")

READ = ("read_file", '{"path": "src/shop.py", "start": 1, "end": 40}')
SEARCH = ("search_code", '{"query": "größer"}')
NAMES = [tool.name for tool in REPOSITORY]


def calls_in(parts: list[Any]) -> list[ToolCalled]:
    return [part for part in parts if isinstance(part, ToolCalled)]


def answered(request: Request, calls: list[ToolCalled], text: str = "", said: str = "40| return total") -> Request:
    """The request that follows: each call with what it came to."""
    made = [
        replace(known, id=known.id or f"{OWN_ID}{number}")
        for number, call in enumerate(calls, 1)
        for known in [repeatable_call(call.id, call.name, call.arguments, call.signature)]
    ]
    told = [result(call, said, failed=call.name == "search_code") for call in made]
    return replace(request, messages=(*request.messages, *exchange(text, made, told)))


@pytest.fixture
def offering(question: Request) -> Request:
    return replace(question, tools=REPOSITORY)


async def test_tools_are_offered_with_their_schemas(kind: Any, stage: Any, offering: Request) -> None:
    async with stage(kind) as here:
        here.script()
        last = await here.finished(offering)
        body = here.server.requests[0].body
    if kind == "perplexity":
        assert offered_tools(here.protocol, body) == []
        assert last.toolless
        assert NO_MORE in str(body)
        return
    assert not last.toolless
    assert offered_tools(here.protocol, body) == NAMES
    assert "'required'" in str(body["tools"])
    assert "'query'" in str(body["tools"])


async def test_without_tools_nothing_of_them_is_on_the_wire(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.script()
        last = await here.finished()
        assert "tool" not in str(here.server.requests[0].body)
        assert not last.toolless


async def test_calls_come_whole_after_text_and_go_back_with_their_results(
    kind: Any, stage: Any, offering: Request
) -> None:
    if kind == "perplexity":
        pytest.skip("it takes no tools")
    async with stage(kind) as here:
        here.script(text="Let me see.", thinking="Hm.", tools=(READ, SEARCH), signature="signed+/=")
        here.script(text="So it is.")
        parts = await here.parts(offering)
        calls = calls_in(parts)
        assert [(call.name, json.loads(call.arguments)) for call in calls] == [
            (name, json.loads(arguments)) for name, arguments in (READ, SEARCH)
        ]
        assert isinstance(parts[-1], Finished)
        assert parts[-1].reason == "tool"
        said = "".join(part.text for part in parts if isinstance(part, TextDelta))
        assert said == "Let me see."
        assert await here.text(answered(offering, calls, said)) == "So it is."
        body = here.server.requests[1].body
        assert [text.count("40| return total") for text in results(here.protocol, body)] == [1, 1]
        assert "Let me see." in str(body)
        assert "größer" in json.dumps(body, ensure_ascii=False)
    assert bool(calls[0].signature) is (here.protocol != "openai")


async def test_calls_without_text_and_a_second_exchange(kind: Any, stage: Any, offering: Request) -> None:
    if kind == "perplexity":
        pytest.skip("it takes no tools")
    async with stage(kind) as here:
        here.script(text="", tools=(READ,), signature="one")
        first = calls_in(await here.parts(offering))
        here.script(text="", tools=(SEARCH,))
        then = answered(offering, first)
        second = [replace(call, id=call.id and "call-2") for call in calls_in(await here.parts(then))]
        here.script(text="So it is.")
        made = answered(then, second)
        known = made.messages[-2].calls[0]
        assert known.name == "search_code"
        last = replace(known, id=known.id.replace(f"{OWN_ID}1", f"{OWN_ID}2"))
        told = result(last, "nothing", failed=True)
        final = replace(made, messages=(*then.messages, *exchange("", [last], [told])))
        assert await here.text(final) == "So it is."
        assert len(results(here.protocol, here.server.requests[-1].body)) == 2


async def test_another_model_goes_on_without_the_signature(kind: Any, stage: Any, offering: Request) -> None:
    if kind == "perplexity":
        pytest.skip("it takes no tools")
    async with stage(kind) as here:
        here.script(tools=(READ,))
        then = answered(offering, [replace(call, signature="") for call in calls_in(await here.parts(offering))])
        here.script(text="Yes.")
        assert await here.text(without_signatures(then)) == "Yes."


async def test_what_was_found_is_told_in_words_where_no_tools_are_offered(
    kind: Any, stage: Any, offering: Request
) -> None:
    made = answered(offering, [ToolCalled(id="", name=READ[0], arguments=READ[1], signature="x")], "I look.")
    async with stage(kind) as here:
        here.script(text="Enough.")
        assert await here.text(without_tools(made)) == "Enough."
        body = here.server.requests[0].body
    assert offered_tools(here.protocol, body) == []
    assert "40| return total" in str(body)
    assert "I looked up: read_file" in str(body)
    assert NO_MORE in str(body)


REFUSALS = (
    "registry.ollama.ai/library/gemma:latest does not support tools",
    '"auto" tool choice requires --enable-auto-tool-choice',
    "Function calling is not enabled for this tool config",
)


@pytest.mark.parametrize("said", REFUSALS)
async def test_a_server_that_refuses_tools_is_asked_without_them_from_then_on(
    kind: Any, stage: Any, offering: Request, said: str
) -> None:
    async with stage(kind) as here:
        if kind != "perplexity":
            here.fault(Fault.BAD_REQUEST, said=said)
        here.script(text="From what I was given.")
        here.script(text="Again.")
        first, second = await here.parts(offering), await here.parts(offering)
        assert first[-1].toolless
        assert second[-1].toolless
        bodies = [seen.body for seen in here.server.requests]
    assert [bool(offered_tools(here.protocol, body)) for body in bodies] == [True, False, False][kind == "perplexity" :]
    assert NO_MORE in str(bodies[-1])


async def test_a_gateway_that_knows_no_model_with_tools_is_asked_without_them(stage: Any, offering: Request) -> None:
    async with stage("openai-compatible") as here:
        here.fault(Fault.NOT_FOUND, said="No endpoints found that support tool use.", code="404")
        here.script(text="Yes.")
        assert (await here.finished(offering)).toolless


async def test_a_refusal_of_something_else_is_told(kind: Any, stage: Any, offering: Request) -> None:
    async with stage(kind) as here:
        here.fault(Fault.BAD_REQUEST, said="The request has no sense.")
        assert isinstance(await here.error(offering), Rejected)


async def test_the_server_of_these_tests_refuses_what_real_ones_refuse(
    kind: Any, stage: Any, offering: Request
) -> None:
    if kind == "perplexity":
        pytest.skip("it takes no tools")
    made = answered(offering, [ToolCalled(id="call-1", name=READ[0], arguments=READ[1])])
    unanswered = replace(made, messages=made.messages[:-1])
    async with stage(kind) as here:
        assert isinstance(await here.error(unanswered), ProviderError)


def reading() -> ChatReading:
    return ChatReading(Reply(Site(title="T", name="t", model="m", url="http://x", variable="")))


def chunk(*calls: dict[str, Any], finish: str | None = None) -> Any:
    from openai.types.chat import ChatCompletionChunk

    choice = {"index": 0, "delta": {"tool_calls": list(calls)} if calls else {}, "finish_reason": finish}
    return ChatCompletionChunk.model_validate(
        {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": [choice]}
    )


def piece(index: int, id: str | None = None, name: str | None = None, arguments: str | None = None) -> dict[str, Any]:
    return {"index": index, "id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def gathered(*chunks: Any) -> list[tuple[str, str, str]]:
    read = reading()
    parts = [part for each in (*chunks, chunk(finish="tool_calls")) for part in read.take(each)]
    return [(part.id, part.name, part.arguments) for part in parts if isinstance(part, ToolCalled)]


def test_pieces_of_several_calls_are_told_apart_by_index() -> None:
    assert gathered(
        chunk(piece(0, "a", "read_file", "")),
        chunk(piece(1, "b", "list_files", "")),
        chunk(piece(1, None, None, '{"pattern"'), piece(0, None, None, '{"path"')),
        chunk(piece(0, None, None, ': "x"}'), piece(1, None, None, ': "y"}')),
    ) == [("a", "read_file", '{"path": "x"}'), ("b", "list_files", '{"pattern": "y"}')]


def test_servers_that_give_all_calls_one_index_are_understood() -> None:
    whole = [chunk(piece(0, id, "read_file", f'{{"path": "{id}"}}')) for id in "abc"]
    assert gathered(*whole) == [(id, "read_file", f'{{"path": "{id}"}}') for id in "abc"]


def test_a_name_that_comes_with_every_piece_is_one_name() -> None:
    assert gathered(chunk(piece(0, "a", "read_file", '{"path"')), chunk(piece(0, "a", "read_file", ': "x"}'))) == [
        ("a", "read_file", '{"path": "x"}')
    ]
    assert gathered(chunk(piece(0, "a", "read", "{")), chunk(piece(0, None, "_file", "}"))) == [
        ("a", "read_file", "{}")
    ]
