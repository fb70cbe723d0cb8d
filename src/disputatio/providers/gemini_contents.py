"""Contents and tools as Gemini takes them."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import TYPE_CHECKING

from disputatio.prompting.request import OWN_ID, Message, Request
from disputatio.providers.messages import alternating, arguments_of

if TYPE_CHECKING:
    from google.genai.types import ContentDict, FunctionCallDict, FunctionResponseDict, PartDict, Tool


def gemini_contents(request: Request) -> Iterator[ContentDict]:
    for message in alternating(request.messages):
        yield {"role": "user" if message.role == "user" else "model", "parts": [*gemini_parts(message)]}


def gemini_parts(message: Message) -> Iterator[PartDict]:
    if message.text or not (message.calls or message.results):
        yield {"text": message.text}
    for call in message.calls:
        called: FunctionCallDict = {"name": call.name, "args": dict(arguments_of(call))}
        part: PartDict = {"function_call": {**called, "id": call.id} if theirs(call.id) else called}
        yield {**part, "thought_signature": base64.b64decode(call.signature)} if call.signature else part
    for result in message.results:
        answer: FunctionResponseDict = {"name": result.name}
        answer["response"] = {"error" if result.failed else "output": result.text}
        yield {"function_response": {**answer, "id": result.id} if theirs(result.id) else answer}


def theirs(id: str) -> bool:
    """Whether Gemini gave a call its id: it takes no others."""
    return not id.startswith(OWN_ID)


def gemini_tools(request: Request) -> Tool:
    from google.genai.types import FunctionDeclaration, Tool

    declared = [
        FunctionDeclaration(name=tool.name, description=tool.description, parameters_json_schema=tool.parameters)
        for tool in request.tools
    ]
    return Tool(function_declarations=declared)
