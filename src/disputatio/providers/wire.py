"""What several protocols share on the wire: messages, the arguments of calls, what strict modes take of a schema."""

from __future__ import annotations

import json
from collections.abc import Iterable

from disputatio.debate.values import Json
from disputatio.prompting.request import Message, Request, ToolCall


# ---- messages in the form that every provider takes -------------------------------------------------------------
def alternate(messages: Iterable[Message]) -> list[Message]:
    """Neighbours with one role are joined, since some servers refuse them apart."""
    found: list[Message] = []
    for message in messages:
        if found and found[-1].role == message.role:
            joined = f"{found[-1].text}\n\n{message.text}"
            found[-1] = Message(role=message.role, text=joined, repeats=found[-1].repeats, parts=found[-1].parts)
        else:
            found.append(message)
    return found


def arguments_of(call: ToolCall) -> dict[str, Json]:
    """The arguments of a call as an object: that they are one was seen to when it was made."""
    found = json.loads(call.arguments)
    return found if isinstance(found, dict) else {}


def strict(schema: Json) -> bool:
    """Whether every object lists all its properties as required and allows no others, as strict modes demand."""
    if isinstance(schema, list):
        return all(strict(item) for item in schema)
    if not isinstance(schema, dict):
        return True
    if "properties" in schema:
        properties, required = schema["properties"], schema.get("required")
        names = list(properties) if isinstance(properties, dict) else []
        if schema.get("additionalProperties") is not False or not isinstance(required, list):
            return False
        if {str(name) for name in required} != set(names):
            return False
    return all(strict(item) for item in schema.values())


def wire_name(request: Request) -> str:
    """A name for the schema in the alphabet that providers accept (letters, digits, _ and -, at most 64)."""
    kept = "".join(c if c.isascii() and (c.isalnum() or c in "_-") else "_" for c in request.schema_name)
    return kept[:64] or "reply"
