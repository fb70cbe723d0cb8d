"""What was read before is not paid for twice: marks, keys, and the tokens that are counted and priced."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from disputatio.debate.context import Section
from disputatio.debate.log.events import Usage
from disputatio.prompting.compose import compose
from disputatio.prompting.request import Brief, Message, Request, SeenTurn
from disputatio.prompting.tools import REPOSITORY, exchange, repeatable_call, result, without_tools
from disputatio.providers.anthropic import least_cached
from disputatio.providers.catalogue import price
from disputatio.testing.loopback import Fault
from disputatio.testing.loopback.dialects import PromptCache, blocks_of, broken_mark

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")

OPUS = "claude-opus-4-5-20251101"
README = Section(name="readme", title="README", text="The queue keeps what it is given. " * 800)


def request(turns: int, seat: str = "critic", sections: tuple[Section, ...] = (README,)) -> Request:
    """The request of a seat after so many turns."""
    said = tuple(
        SeenTurn(path=f"round[{n}]", label="Analyst", role="Analyst", gives="say", text=f"{n}. It holds. " * 150)
        for n in range(turns)
    )
    brief = Brief(debate="d1", seat=seat, role="Critic", name="Critic", task="critique", question="Is it so?")
    return compose(replace(brief, turns=said, sections=sections), OPUS)


def marked(body: Any) -> list[Any]:
    return [block for block in blocks_of(body) if "cache_control" in block]


def marks(body: Any) -> list[str]:
    """The last words of each marked block."""
    return [block["text"][-12:] for block in marked(body)]


async def test_the_next_turn_of_a_seat_reads_what_the_last_one_wrote(stage: Any) -> None:
    async with stage("anthropic") as here:
        here.script()
        here.script()
        first = [part async for part in here.provider.chat(OPUS).stream(request(2))][-1].usage
        second = [part async for part in here.provider.chat(OPUS).stream(request(4))][-1].usage
    assert first.cached == 0
    assert first.prompt > first.written > 6000
    assert second.cached == first.written, "all that was written is found again, though two turns were added"
    assert 0 < second.written < first.written
    dollars = price(f"anthropic:{OPUS}", second)
    fresh = second.prompt - second.cached - second.written
    by_hand = fresh * 5 + second.cached * 0.5 + second.written * 6.25 + second.completion * 25
    assert dollars == pytest.approx(by_hand, abs=1)


async def test_marks_stand_after_the_context_and_after_the_turns(stage: Any) -> None:
    async with stage("anthropic") as here:
        here.script()
        asked = request(3)
        await here.parts(asked, model=OPUS)
        body = here.server.requests[0].body
    text = asked.messages[0].text
    _, context, *_, turns = asked.messages[0].repeats
    assert marks(body) == [text[context - 12 : context], text[turns - 12 : turns]]
    assert "".join(block["text"] for block in body["messages"][0]["content"]) == text, "not a character is lost"
    assert "# What is asked of you now" in body["messages"][0]["content"][-1]["text"]


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(request(3, sections=()), id="too short to be cached"),
        pytest.param(replace(request(3), messages=(Message(role="user", text="So? " * 9000),)), id="nothing repeats"),
        pytest.param(request(9, seat="clerk", sections=()), id="a service hears other turns each time"),
    ],
)
async def test_nothing_is_marked_where_it_does_not_pay(stage: Any, asked: Request) -> None:
    async with stage("anthropic") as here:
        here.script()
        await here.parts(asked, model=OPUS)
        assert marks(here.server.requests[0].body) == []


def test_what_is_long_enough_depends_on_the_model() -> None:
    assert least_cached("claude-sonnet-4-20250514") == 1024
    assert least_cached("claude-3-5-haiku-20241022") == 2048
    assert least_cached("claude-haiku-4-5") == least_cached(OPUS) == 4096


async def test_a_look_up_reads_the_whole_turn_so_far_again(stage: Any) -> None:
    """Each follow-up marks its newest results, so that the next one finds all before them."""
    asked = replace(request(1), tools=REPOSITORY)
    call = repeatable_call("call-1", "read_file", '{"path": "a.py"}', "")
    followed = replace(
        asked, messages=(*asked.messages, *exchange("Let me see.", [call], [result(call, "a file " * 500)]))
    )
    other = replace(call, id="call-2")
    again = replace(followed, messages=(*followed.messages, *exchange("", [other], [result(other, "another")])))
    async with stage("anthropic") as here:
        usages = []
        for each in (asked, followed, again):
            here.script()
            usages.append((await here.parts(each, model=OPUS))[-1].usage)
        assert all(len(marked(seen.body)) <= 4 for seen in here.server.requests)
    assert 0 < usages[0].written == usages[1].cached
    assert usages[2].cached == usages[1].cached + usages[1].written


async def test_marks_survive_a_model_that_takes_no_tools(stage: Any) -> None:
    async with stage("anthropic") as here:
        here.script()
        await here.parts(without_tools(replace(request(2), tools=REPOSITORY)), model=OPUS)
        assert len(marks(here.server.requests[0].body)) == 2


async def test_openai_finds_a_seat_by_a_key_that_tells_nothing(stage: Any) -> None:
    async with stage("openai") as here:
        for asked in (request(1), request(2), request(1, seat="analyst")):
            here.script()
            await here.parts(asked)
        keys = [seen.body["prompt_cache_key"] for seen in here.server.requests]
    assert keys[0] == keys[1] != keys[2]
    assert "d1" not in keys[0]
    assert "critic" not in keys[0]
    assert len(keys[0]) <= 64


async def test_a_gateway_that_knows_no_key_is_asked_without_it(stage: Any) -> None:
    async with stage("openai") as here:
        here.script(fault=Fault.BAD_REQUEST, said="Unrecognized request argument supplied: prompt_cache_key")
        here.script()
        await here.parts(request(1))
        here.script()
        await here.parts(request(2))
        assert ["prompt_cache_key" in seen.body for seen in here.server.requests] == [True, False, False]


async def test_other_servers_get_no_key(stage: Any) -> None:
    async with stage("openai-compatible") as here:
        here.script()
        await here.parts(request(1))
        assert "prompt_cache_key" not in here.server.requests[0].body


@pytest.mark.parametrize("kind", ["openai", "gemini", "anthropic"])
async def test_the_beginning_of_a_request_stays_the_same(stage: Any, kind: Any) -> None:
    """What caches by itself compares from the first character on."""
    async with stage(kind) as here:
        for turns in (2, 4):
            here.script()
            await here.parts(request(turns))
        bodies = [flat(seen.body) for seen in here.server.requests]
    asked = request(2)
    same = next(n for n, (one, other) in enumerate(zip(*bodies, strict=False)) if one != other)
    assert same >= len(asked.system) + asked.messages[0].repeats[-1]


def flat(body: Any) -> str:
    """All texts of a request, in their order."""
    if "contents" in body:
        return str(body["systemInstruction"]["parts"][0]["text"]) + str(body["contents"][0]["parts"][0]["text"])
    texts = [message["content"] for message in body["messages"]]
    blocks = [text if isinstance(text, str) else "".join(each["text"] for each in text) for text in texts]
    return str(body.get("system", "")) + "".join(blocks)


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
async def test_tokens_that_were_written_are_counted_apart(stage: Any, kind: Any) -> None:
    async with stage(kind) as here:
        here.script(prompt=1000, completion=50, cached=300, written=600)
        assert (await here.finished()).usage == Usage(prompt=1000, completion=50, cached=300, written=600)


@pytest.mark.parametrize(
    ("model", "usage", "micro_dollars"),
    [
        # 1,000 fresh at $5, 6,000 read at $0.50, 3,000 written at $6.25, 1,000 said at $25, each a million
        (f"anthropic:{OPUS}", Usage(prompt=10_000, completion=1000, cached=6000, written=3000), 51_750),
        # 1,000 at $1, 6,000 at $0.10, 3,000 at $1.25, 1,000 at $5
        ("anthropic:claude-haiku-4-5", Usage(prompt=10_000, completion=1000, cached=6000, written=3000), 10_350),
        # OpenAI takes nothing for writing: 4,000 at $1.75, 6,000 at $0.175, 1,000 at $14
        ("openai:gpt-5.2", Usage(prompt=10_000, completion=1000, cached=6000, written=3000), 22_050),
        # 4,000 at $0.30, 6,000 at $0.03, 1,000 at $2.50
        ("gemini:gemini-2.5-flash", Usage(prompt=10_000, completion=1000, cached=6000), 3_880),
        # more written than was read in all cannot be: what is over is nothing
        ("anthropic:claude-haiku-4-5", Usage(prompt=100, cached=60, written=90), 6 + 50),
    ],
)
def test_cached_tokens_have_prices_of_their_own(model: str, usage: Usage, micro_dollars: int) -> None:
    assert price(model, usage) == micro_dollars


def test_the_server_refuses_marks_as_the_real_one_does() -> None:
    mark = {"cache_control": {"type": "ephemeral"}}
    texts = [{"type": "text", "text": f"{n}", **mark} for n in range(5)]
    assert broken_mark({"messages": [{"role": "user", "content": texts[:4]}]}) == ""
    assert "Found 5" in broken_mark({"messages": [{"role": "user", "content": texts}]})
    assert "empty" in broken_mark({"messages": [{"role": "user", "content": [{"type": "text", "text": "", **mark}]}]})
    assert "thinking" in broken_mark({"messages": [{"role": "assistant", "content": [{"type": "thinking", **mark}]}]})
    odd = [{"type": "text", "text": "a", "cache_control": {"type": "ephemeral", "ttl": "2h"}}]
    assert "2h" in broken_mark({"system": odd, "messages": []})


def test_the_server_looks_back_no_further_than_the_real_one() -> None:
    def body(blocks: int) -> dict[str, Any]:
        texts: list[dict[str, Any]] = [{"type": "text", "text": f"{n} " * 3000} for n in range(blocks)]
        texts[-1]["cache_control"] = {"type": "ephemeral"}
        return {"messages": [{"role": "user", "content": texts}]}

    cache = PromptCache()
    _, read, written = cache.count("m", body(1))
    assert (read, written > 1024) == (0, True)
    assert cache.count("m", body(20))[1] == written
    assert cache.count("m", body(41))[1] == 0
    assert cache.count("other", body(1))[1] == 0
