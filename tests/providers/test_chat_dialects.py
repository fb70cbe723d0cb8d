"""What servers that speak chat completions do differently."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.engine.errors import ContentRefused, QuotaExceeded, Transient
from disputatio.engine.ports import ThinkingDelta
from disputatio.prompting.request import Message
from disputatio.providers.chat_completions import ThinkingSplitter
from disputatio.providers.remote import strict
from disputatio.testing.loopback import Fault
from disputatio.testing.loopback.streams import Stream

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")


def chunk(delta: dict[str, object], finish: str | None = None, **more: object) -> str:
    body = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "m"}
    return (
        f"data: {json.dumps({**body, 'choices': [{'index': 0, 'delta': delta, 'finish_reason': finish}], **more})}\n\n"
    )


def wire(monkeypatch: pytest.MonkeyPatch, *events: str) -> None:
    monkeypatch.setattr(Stream, "opening", lambda self: iter(events))
    monkeypatch.setattr(Stream, "closing", lambda self: iter(["data: [DONE]\n\n"]))


async def test_sources_of_perplexity_follow_its_text(
    stage: Any, monkeypatch: pytest.MonkeyPatch, question: Any
) -> None:
    found = [{"title": "Bees", "url": "https://bees.example"}, {"title": "Hives", "url": "https://hives.example"}]
    wire(monkeypatch, chunk({"content": "Bees hum [1]."}, "stop", search_results=found))
    async with stage("perplexity") as here:
        here.script(text="")
        text = await here.text()
        assert text.startswith("Bees hum [1].")
        assert "[2] Hives https://hives.example" in text
        here.script(text="")
        structured = replace(question, schema={"type": "object"}, schema_name="x")
        assert await here.text(structured) == "Bees hum [1].", "a list of sources would spoil JSON"


@pytest.mark.parametrize("name", ["reasoning", "reasoning_content"])
async def test_reasoning_beside_the_text(stage: Any, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    wire(monkeypatch, chunk({name: "Hm."}), chunk({"content": "Yes."}, "stop"))
    async with stage("openai-compatible") as here:
        here.script(text="")
        here.script(text="")
        assert await here.thinking() == "Hm."
        assert await here.text() == "Yes."


async def test_reasoning_inside_the_text(stage: Any) -> None:
    async with stage("openai-compatible") as here:
        here.script(text="<think>First this.</think>\n\nThen <think> is a word.", chunk=3)
        parts = await here.parts()
    assert "".join(part.text for part in parts if isinstance(part, ThinkingDelta)) == "First this."
    assert (
        "".join(getattr(p, "text", "") for p in parts if not isinstance(p, ThinkingDelta)) == "Then <think> is a word."
    )


async def test_an_error_in_a_stream_may_carry_a_status(stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for error, expected in (
        ({"code": 502, "message": "Provider returned error"}, Transient),
        ({"code": 402, "message": "More credits are needed"}, QuotaExceeded),
        ("overloaded", Transient),
    ):
        wire(monkeypatch, f"data: {json.dumps({'error': error})}\n\n")
        async with stage("openai-compatible") as here:
            here.script(text="")
            assert type(await here.error()) is expected


async def test_a_content_filter_in_the_middle_is_a_refusal(stage: Any) -> None:
    async with stage("openai") as here:
        here.script(finish="content_filter")
        assert type(await here.error()) is ContentRefused


async def test_an_unknown_finish_reason_is_a_finish(stage: Any) -> None:
    async with stage("openai-compatible") as here:
        here.script(finish="eos")
        assert (await here.finished()).reason == "stop"


async def test_servers_that_know_the_other_name_of_the_limit(stage: Any) -> None:
    async with stage("openai-compatible") as here:
        here.fault(Fault.BAD_REQUEST, said="Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        await here.text()
        first, second = (seen.body for seen in here.server.requests)
    assert first["max_tokens"] == second["max_completion_tokens"] == 300
    assert "max_tokens" not in second


async def test_neighbours_of_one_role_are_joined(kind: Any, stage: Any, question: Any) -> None:
    said = [("user", "One."), ("user", "Two."), ("assistant", "Three."), ("user", "Four.")]
    asked = replace(question, messages=tuple(Message(role=r, text=t) for r, t in said))  # type: ignore[arg-type]
    async with stage(kind) as here:
        await here.text(asked)
        body = here.server.requests[0].body
    turns = body["contents"] if kind == "gemini" else [m for m in body["messages"] if m["role"] != "system"]  # type: ignore[attr-defined]
    assert len(turns) == 3  # type: ignore[arg-type]
    assert "One.\\n\\nTwo." in json.dumps(body)


@given(
    thought=st.text(st.sampled_from("ab <>/think"), max_size=20).filter(lambda t: "</think>" not in t),
    answer=st.text(st.sampled_from("ab <>/think\n"), max_size=20),
    opened=st.booleans(),
    cuts=st.lists(st.integers(1, 5), max_size=40),
)
def test_reasoning_is_split_alike_however_it_arrives(thought: str, answer: str, opened: bool, cuts: list[int]) -> None:
    whole = f"<think>{thought}</think>{answer}" if opened else answer
    pieces, at = [], 0
    for size in cuts:
        pieces.append(whole[at : at + size])
        at += size
    pieces.append(whole[at:])
    assert gathered(pieces) == gathered([whole])
    if opened:
        assert gathered([whole]) == (thought, answer.lstrip())
    elif not answer.lstrip().startswith("<think>"):
        assert gathered([whole]) == ("", answer)


def gathered(pieces: list[str]) -> tuple[str, str]:
    splitter = ThinkingSplitter()
    found = [part for piece in pieces for part in splitter.feed(piece)] + splitter.flush()
    thoughts = "".join(text for kind, text in found if kind == "thought")
    return thoughts, "".join(text for kind, text in found if kind == "text")


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "object", "properties": {"a": {}}, "required": ["a"], "additionalProperties": False}, True),
        ({"type": "object", "properties": {"a": {}}, "required": [], "additionalProperties": False}, False),
        ({"type": "object", "properties": {"a": {}}, "required": ["a"]}, False),
        ({"type": "array", "items": {"type": "object", "properties": {"a": {}}}}, False),
        ({"type": "string"}, True),
    ],
)
def test_strict_mode_only_for_schemas_that_allow_it(schema: Any, expected: bool) -> None:
    assert strict(schema) is expected
