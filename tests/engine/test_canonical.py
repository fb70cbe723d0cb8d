"""The canonical form of a request is JSON with sorted keys, to the letter: logs hold hashes of it."""

import json

from hypothesis import given
from hypothesis import strategies as st

from disputatio.engine.canonical import canonical
from disputatio.prompting.request import Message, Request

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
