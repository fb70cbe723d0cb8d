"""Messages and tools as Anthropic takes them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from disputatio.prompting.request import Message, Request, ToolResult, ToolSpec
from disputatio.providers.messages import alternating, arguments_of

if TYPE_CHECKING:
    from anthropic.types import ContentBlockParam, MessageParam, ToolParam, ToolResultBlockParam


def claude_messages(request: Request) -> list[MessageParam]:
    found: list[MessageParam] = []
    for message in alternating(request.messages):
        if message.calls:
            found.append({"role": "assistant", "content": [*claude_calling(message)]})
        elif message.results:
            found.append({"role": "user", "content": [claude_result(result) for result in message.results]})
        elif message.role == "user":
            found.append({"role": "user", "content": message.text})
        else:
            found.append({"role": "assistant", "content": message.text})
    return found


def claude_tool(tool: ToolSpec) -> ToolParam:
    schema: dict[str, object] = dict(tool.parameters)
    return {"name": tool.name, "description": tool.description, "input_schema": schema}


def claude_calling(message: Message) -> Iterator[ContentBlockParam]:
    """What was thought comes first, then what was said, then the calls."""
    for call in message.calls:
        if call.signature:
            yield from json.loads(call.signature)
    if message.text.strip():
        yield {"type": "text", "text": message.text}
    for call in message.calls:
        given: dict[str, object] = dict(arguments_of(call))
        yield {"type": "tool_use", "id": call.id, "name": call.name, "input": given}


def claude_result(result: ToolResult) -> ToolResultBlockParam:
    return {"type": "tool_result", "tool_use_id": result.id, "content": result.text, "is_error": result.failed}
