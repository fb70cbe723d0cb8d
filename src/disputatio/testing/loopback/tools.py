"""Tools in requests, read as the servers of each protocol read them: what is offered, and whether what was called
before is answered as they demand. A request that breaks their rules is refused here as it is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from disputatio.testing.loopback.dialects import Protocol

Body = Mapping[str, Any]


def offered(protocol: Protocol, body: Body) -> list[str]:
    """The names of the tools that a request offers."""
    tools = body.get("tools") or []
    if protocol == "openai":
        return [tool["function"]["name"] for tool in tools]
    if protocol == "anthropic":
        return [tool["name"] for tool in tools]
    return [each["name"] for tool in tools for each in tool.get("functionDeclarations", [])]


def results(protocol: Protocol, body: Body) -> list[str]:
    """What the calls so far came to, as the model reads it."""
    if protocol == "openai":
        return [message["content"] for message in body["messages"] if message["role"] == "tool"]
    if protocol == "anthropic":
        return [block["content"] for block in _blocks(body) if block["type"] == "tool_result"]
    responses = [part["functionResponse"]["response"] for part in _parts(body) if "functionResponse" in part]
    return [str(next(iter(response.values()))) for response in responses]


def broken_rule(protocol: Protocol, body: Body, signature: str = "") -> str:
    """Which rule of its protocol a request breaks with the calls in it; "" for none. `signature`: what must come back
    with the first call."""
    called, answered = _exchanges(protocol, body)
    if called != answered:
        return f"calls {called} are not each answered: {answered}"
    if called and protocol == "anthropic" and not body.get("tools"):
        return "tool_use blocks stand in a request that offers no tools"
    if called and protocol != "openai" and signature and signature not in str(body):
        return "the signature of a call is missing"
    return ""


def _exchanges(protocol: Protocol, body: Body) -> tuple[list[str], list[str]]:
    if protocol == "openai":
        messages = body["messages"]
        called = [call["id"] for message in messages for call in message.get("tool_calls") or ()]
        return called, [message["tool_call_id"] for message in messages if message["role"] == "tool"]
    if protocol == "anthropic":
        called = [block["id"] for block in _blocks(body) if block["type"] == "tool_use"]
        return called, [block["tool_use_id"] for block in _blocks(body) if block["type"] == "tool_result"]
    return list(_named(body, "functionCall")), list(_named(body, "functionResponse"))


def _blocks(body: Body) -> Iterator[Mapping[str, Any]]:
    for message in body["messages"]:
        if not isinstance(message["content"], str):
            yield from message["content"]


def _parts(body: Body) -> Iterable[Mapping[str, Any]]:
    return (part for content in body["contents"] for part in content["parts"])


def _named(body: Body, kind: str) -> Iterator[str]:
    """Gemini tells calls apart by their names and order, and by an id where it gave one."""
    for part in _parts(body):
        if kind in part:
            yield f"{part[kind]['name']} {part[kind].get('id', '')}".strip()
