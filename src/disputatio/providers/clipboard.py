"""Any chat that the person already has, without a key: ``clipboard:chatgpt``.

A seat with such a model waits as a seat that the person has taken: the engine records what it would ask, shows it to be
copied, and goes on with what is pasted (see `debate.log.seats.by_hand`). So nothing is ever streamed from here. What
asks a model without a debate, or in place of another one, is told so.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from disputatio.debate.log.seats import CLIPBOARD
from disputatio.engine.errors import Rejected
from disputatio.engine.ports import ChatModel, Check, ModelInfo, Part
from disputatio.prompting.request import Request

CHATS = {"chatgpt": "ChatGPT", "claude": "Claude", "gemini": "Gemini", "chat": "Another chat"}
"""Names that are offered; any other one works as well."""


class ClipboardModel:
    """One chat. It can only sit in a debate."""

    def __init__(self, model: str) -> None:
        self._model = f"{CLIPBOARD}{model}"

    def stream(self, request: Request) -> AsyncIterator[Part]:
        raise Rejected(
            f"{self._model} is asked by copying and pasting, and there is nobody here to do it.",
            "Give the chat a seat of a debate, and choose another model for this.",
        )


class ClipboardProvider:
    name = CLIPBOARD.rstrip(":")
    title = "Copy and paste"

    def chat(self, model: str) -> ChatModel:
        return ClipboardModel(model)

    async def models(self) -> list[ModelInfo]:
        return [
            ModelInfo(provider=self.name, name=name, title=f"{title}: you copy the request and paste the reply")
            for name, title in CHATS.items()
        ]

    async def check(self) -> list[Check]:
        detail = "You copy each request into a chat of yours and paste the reply. This program sends nothing."
        return [Check(name=self.title, ok=True, detail=detail)]

    async def close(self) -> None:
        """There is nothing to let go of."""
