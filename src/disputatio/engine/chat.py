"""A streamed reply, part by part. Streaming is the only way a model is asked: one path to test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Literal, Protocol

from disputatio.debate.log.events import Usage
from disputatio.debate.values import Json, value
from disputatio.prompting.request import Request


@value
class TextDelta:
    text: str


@value
class ThinkingDelta:
    """Reasoning that the provider shows apart from the answer."""

    text: str


@value
class ToolCalled:
    """The model wants a tool; `arguments` is JSON text, untrusted. `id` is "" where the provider gives none;
    `signature` goes back to the provider with the call, as it came."""

    id: str
    name: str
    arguments: str
    signature: str = ""


@value
class Finished:
    """The provider said that the reply is complete. A stream without this part was cut (`BrokenStream`).

    `usage` is None where the provider did not count; `model` is who says it answered; `toolless`: tools were offered,
    and this model could not be given them; `effortless`: the model has just refused to be told how long to think;
    `data`: what a recording has of this reply, for where it cannot be read anew.
    """

    reason: Literal["stop", "length", "tool"]
    model: str = ""
    usage: Usage | None = None
    toolless: bool = False
    effortless: bool = False
    data: dict[str, Json] | None = None


Part = TextDelta | ThinkingDelta | ToolCalled | Finished


class ChatModel(Protocol):
    """One model of one provider.

    `stream` yields parts and ends after `Finished`. It raises the errors of `engine.errors` and nothing else (SDK
    exceptions never leave `providers`); cancelling it closes the socket at once; it does not retry.
    """

    def stream(self, request: Request) -> AsyncIterator[Part]: ...


@value
class ModelInfo:
    """A model that a provider offers. `context` is its window in tokens, 0 where unknown; prices are in micro-dollars
    per million tokens, None where unknown."""

    provider: str
    name: str
    title: str = ""
    context: int = 0
    prompt_price: int | None = None
    completion_price: int | None = None

    @property
    def id(self) -> str:
        return f"{self.provider}:{self.name}"


@value
class Check:
    """One row of a connection test: what was tried, whether it worked, and the next step if not."""

    name: str
    ok: bool
    detail: str
    remedy: str = ""


class Provider(Protocol):
    """A way to reach models. `name` is what stands before the colon in "provider:model"."""

    name: str
    title: str

    def chat(self, model: str) -> ChatModel: ...

    async def models(self) -> list[ModelInfo]: ...

    async def check(self) -> list[Check]: ...

    async def close(self) -> None: ...
