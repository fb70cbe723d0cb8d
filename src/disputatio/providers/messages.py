"""Messages as every provider takes them: user and assistant in turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from disputatio.prompting.request import Message


def alternating(messages: Iterable[Message]) -> list[tuple[Literal["user", "assistant"], str]]:
    """Neighbours with one role are joined, since some servers refuse them apart."""
    found: list[tuple[Literal["user", "assistant"], str]] = []
    for message in messages:
        if found and found[-1][0] == message.role:
            found[-1] = (message.role, f"{found[-1][1]}\n\n{message.text}")
        else:
            found.append((message.role, message.text))
    return found
