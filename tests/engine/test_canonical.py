"""The canonical form of a request is JSON with sorted keys, to the letter: logs hold hashes of it."""

import json
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.engine.canonical import canonical, digest, follow_up, predecessor_hash, restore
from disputatio.prompting.request import Message, Request, ToolCall, ToolResult, ToolSpec

texts = st.text()
messages = st.builds(Message, role=st.sampled_from(["user", "assistant"]), text=texts)
values = st.recursive(st.none() | st.booleans() | st.integers() | texts, lambda inner: st.dictionaries(texts, inner))
requests = st.builds(
    Request,
    model=texts,
    system=texts,
    messages=st.lists(messages).map(tuple),
    schema_name=texts,
    schema=st.none() | st.dictionaries(texts, values),
    temperature=st.none() | st.floats(0, 2),
    max_tokens=st.none() | st.integers(0),
)


@given(requests)
def test_it_is_what_any_json_writer_makes_of_it(request: Request) -> None:
    fields = {
        "model": request.model,
        "system": request.system,
        "messages": [{"role": message.role, "text": message.text} for message in request.messages],
        "schema_name": request.schema_name,
        "schema": request.schema,
        "temperature": request.temperature,
        "max_tokens": request.max_tokens,
    }
    assert canonical(request) == json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


calls = st.builds(ToolCall, id=texts, name=texts, arguments=texts, signature=texts)
results = st.builds(ToolResult, id=texts, name=texts, text=texts, failed=st.booleans())
specs = st.builds(ToolSpec, name=texts, description=texts, parameters=st.dictionaries(texts, values))
talks = st.builds(
    Message,
    role=st.sampled_from(["user", "assistant"]),
    text=texts,
    calls=st.lists(calls, max_size=2).map(tuple),
    results=st.lists(results, max_size=2).map(tuple),
)


@given(texts, st.lists(talks, max_size=3).map(tuple), st.lists(specs, min_size=1, max_size=2).map(tuple))
def test_tools_and_what_they_said_belong_to_it(
    model: str, said: tuple[Message, ...], tools: tuple[ToolSpec, ...]
) -> None:
    request = Request(model=model, system="", messages=said, tools=tools)
    found = json.loads(canonical(request))
    assert found["tools"] == [asdict(tool) for tool in tools]
    for message, told in zip(said, found["messages"], strict=True):
        assert told.get("calls", []) == [asdict(call) for call in message.calls]
        assert told.get("results", []) == [asdict(one) for one in message.results]
        assert ("calls" in told, "results" in told) == (bool(message.calls), bool(message.results))
    assert canonical(request) == json.dumps(found, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


talk = st.builds(
    Request,
    model=st.sampled_from(["one", "two"]),
    system=st.sampled_from(["a", "b"]),
    messages=st.lists(talks, max_size=4).map(tuple),
    schema=st.none() | st.just({"type": "object"}),
    max_tokens=st.none() | st.integers(0, 3),
    tools=st.lists(specs, max_size=1).map(tuple),
)


@given(talk, st.lists(talk, max_size=4), st.lists(talks, max_size=2))
def test_what_follows_is_put_together_again_to_the_letter(
    first: Request, others: list[Request], more: list[Message]
) -> None:
    """Whatever it has in common with what was before, and as a turn goes on: with more messages."""
    bodies, before, hash = [canonical(first)], first, digest(canonical(first))
    for other in [*others, replace(first, messages=(*first.messages, *more))]:
        body = follow_up(other, before, hash)
        assert predecessor_hash(body) == hash
        bodies.append(body)
        assert restore(bodies) == json.loads(canonical(other))
        before, hash = other, digest(body)


def test_of_a_request_that_goes_on_only_what_is_new_is_stored() -> None:
    long = Message(role="user", text="x" * 100_000)
    first = Request(model="one", system="y" * 50_000, messages=(long,))
    body = follow_up(replace(first, messages=(long, Message(role="user", text="more"))), first, "h")
    assert body == '{"after":"h","kept":1,"messages":[{"role":"user","text":"more"}]}'


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"messages": 3}', "no"])
def test_what_is_no_request_is_said_to_be_none(body: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  of JSON as well
        predecessor_hash(body)
