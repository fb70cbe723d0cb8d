"""A request as JSON, keys sorted: what its hash is made of, and what the audit shows.

Written field by field, because a request is long and made for every turn: what all turns of a seat share is encoded
once.
"""

from __future__ import annotations

import json
from dataclasses import fields
from functools import lru_cache
from json.encoder import encode_basestring as quoted

from disputatio.prompting.request import Message, Request, ToolCall, ToolResult, ToolSpec

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def canonical(request: Request) -> str:
    messages = ",".join(map(_message, request.messages))
    tools = f',"tools":{_json([_members(tool) for tool in request.tools])}' if request.tools else ""
    return (
        f'{{"max_tokens":{_json(request.max_tokens)},"messages":[{messages}],"model":{quoted(request.model)},'
        f'"schema":{_json(request.schema)},"schema_name":{quoted(request.schema_name)},'
        f'"system":{_shared(request.system)},"temperature":{_json(request.temperature)}{tools}}}'
    )


def _message(message: Message) -> str:
    """What tools have to do with is written only where there is any: the hashes of other requests stay as they were."""
    said = f'"role":"{message.role}","text":{quoted(message.text)}'
    if not message.calls and not message.results:
        return f"{{{said}}}"
    calls = f'"calls":{_json([_members(call) for call in message.calls])},' if message.calls else ""
    results = f'"results":{_json([_members(result) for result in message.results])},' if message.results else ""
    return f"{{{calls}{results}{said}}}"


def _members(value: ToolSpec | ToolCall | ToolResult) -> dict[str, object]:
    return {each.name: getattr(value, each.name) for each in fields(value)}


def _json(value: object) -> str:
    return "null" if value is None else _ENCODER.encode(value)


@lru_cache(maxsize=64)
def _shared(system: str) -> str:
    return quoted(system)
