"""The canonical form of a request is JSON with sorted keys, to the letter: logs hold hashes of it."""

import json
from dataclasses import asdict

from hypothesis import given
from hypothesis import strategies as st

from disputatio.engine.canonical import canonical
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
