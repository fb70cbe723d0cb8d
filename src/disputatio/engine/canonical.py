"""What enters a log, in the one form in which the log holds it.

Models and terminals send halves of surrogate pairs and numbers that JSON cannot hold; whatever enters a debate goes
through `encodable_text` or `storable` first, so that the live state is exactly what the log will say. A request becomes
JSON with sorted keys: its hash is made of that, and the audit shows it. It is written field by field, because a request
is long and made for every turn: what all turns of a seat share is encoded once.
"""

from __future__ import annotations

import codecs
import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from json.encoder import encode_basestring as quoted
from typing import Any

from disputatio.debate.values import Json
from disputatio.prompting.request import Message, Request, ToolCall, ToolResult, ToolSpec

UTF16 = codecs.lookup("utf-16-le")
"""Looked up here, because Python loads it from a file at first use, which may be on the event loop."""


def encodable_text(text: str) -> str:
    """Return the text in characters that UTF-8 can hold: halves of a pair are joined, or become "�"."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return UTF16.decode(UTF16.encode(text, "surrogatepass")[0], "replace")[0]
    return text


def storable(given: Any) -> Any:
    """Return the same value without what JSON cannot hold: numbers that are none become null, lone surrogates "�"."""
    match given:
        case str():
            return encodable_text(given)
        case float():
            return given if math.isfinite(given) else None
        case dict():
            return {storable(key): storable(each) for key, each in given.items()}
        case list() | tuple():
            return type(given)(storable(each) for each in given)
    if is_dataclass(given) and not isinstance(given, type):
        return replace(given, **{each.name: storable(getattr(given, each.name)) for each in fields(given)})
    return given


AFTER, KEPT = "after", "kept"
"""Of what follows another request: the hash of that one, and how many of its messages are in this one, too."""

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def canonical(request: Request) -> str:
    """Return the JSON of a request. What requests did not always have is written only where it holds something, so that
    the hashes of others stay as they were."""
    messages = ",".join(map(_message, request.messages))
    tools = f',"tools":{_json([_members(tool) for tool in request.tools])}' if request.tools else ""
    effort = f'"effort":{quoted(request.effort)},' if request.effort else ""
    return (
        f'{{{effort}"max_tokens":{_json(request.max_tokens)},"messages":[{messages}],"model":{quoted(request.model)},'
        f'"schema":{_json(request.schema)},"schema_name":{quoted(request.schema_name)},'
        f'"system":{_shared(request.system)},"temperature":{_json(request.temperature)}{tools}}}'
    )


def digest(body: str) -> str:
    """Return the hash by which a request is stored."""
    return hashlib.sha256(body.encode()).hexdigest()


def follow_up(request: Request, before: Request, hash: str) -> str:
    """Return a request that follows the one with that hash: what the two have in common is left to the first, because
    each request of a turn that looks things up says again all that was said."""
    kept = 0
    while kept < min(len(request.messages), len(before.messages)) and request.messages[kept] == before.messages[kept]:
        kept += 1
    names = ("model", "system", "schema", "schema_name", "max_tokens", "temperature", "effort")
    other = {name: getattr(request, name) for name in names if getattr(request, name) != getattr(before, name)}
    if request.tools != before.tools:
        other["tools"] = [_members(tool) for tool in request.tools]
    messages = ",".join(map(_message, request.messages[kept:]))
    fields = {name: _json(given) for name, given in other.items()}
    fields |= {AFTER: quoted(hash), KEPT: str(kept), "messages": f"[{messages}]"}
    return "{" + ",".join(f'"{name}":{fields[name]}' for name in sorted(fields)) + "}"


def predecessor_hash(body: str) -> str:
    """Return the hash of the request that this one follows, "" for none. Raises ValueError for what is no request."""
    part = json.loads(body)
    if not isinstance(part, dict) or not isinstance(part.get("messages"), list):
        raise ValueError("this is no request")
    return str(part.get(AFTER, ""))


def restore(bodies: Sequence[str]) -> dict[str, Json]:
    """Return a request as it was sent, whole, from what is stored of it: what begins its turn, then what follows that,
    up to itself."""
    whole: dict[str, Any] = {}
    for body in bodies:
        part = json.loads(body)
        messages = [*whole.get("messages", [])[: part.pop(KEPT, 0)], *part["messages"]]
        part.pop(AFTER, None)
        whole |= part | {"messages": messages}
    return {name: given for name, given in whole.items() if name != "tools" or given}


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
