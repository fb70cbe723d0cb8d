"""Messages as every provider takes them: user and assistant in turn."""

from __future__ import annotations

import json
from collections.abc import Iterable

from disputatio.debate.values import Json
from disputatio.prompting.request import Message, ToolCall


def alternating(messages: Iterable[Message]) -> list[Message]:
    """Neighbours with one role are joined, since some servers refuse them apart."""
    found: list[Message] = []
    for message in messages:
        if found and found[-1].role == message.role:
            found[-1] = Message(role=message.role, text=f"{found[-1].text}\n\n{message.text}")
        else:
            found.append(message)
    return found


def arguments_of(call: ToolCall) -> dict[str, Json]:
    """The arguments of a call as an object: that they are one was seen to when it was made."""
    found = json.loads(call.arguments)
    return found if isinstance(found, dict) else {}
