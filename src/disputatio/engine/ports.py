"""What the engine needs from the outside world, as protocols; their adapters live on higher floors.

A model is asked in one way only, by streaming: one path to test. The real clock stands here, too: it is the only place
below the faces that reads the time."""

from __future__ import annotations

import asyncio
import time
from array import array
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

from disputatio.debate.log.events import Event, Recorded, ToolUse, Usage
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
    `data`: what a recording has of this reply, for where it cannot be read anew, and `tools`: what was looked up for it
    then.
    """

    reason: Literal["stop", "length", "tool"]
    model: str = ""
    usage: Usage | None = None
    toolless: bool = False
    effortless: bool = False
    data: dict[str, Json] | None = None
    tools: tuple[ToolUse, ...] = ()


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
    per million tokens, None where unknown. `until`: the day on which the provider takes it away, in its own words; ""
    where none was told."""

    provider: str
    name: str
    title: str = ""
    context: int = 0
    prompt_price: int | None = None
    completion_price: int | None = None
    until: str = ""

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


Vector: TypeAlias = "array[float]"
"""An embedding: 32-bit floats (`array("f")`) of length 1, so that a product of two is the cosine of their angle. Its
bytes are what the database keeps; numpy reads them without a copy where it is used at all."""


class Clock(Protocol):
    """Time. `now` is seconds since 1970 UTC; `monotonic` only measures; `sleep` may be cancelled."""

    def now(self) -> float: ...

    def monotonic(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


class Prices(Protocol):
    """What tokens cost. Both are estimates of the offline price table."""

    def price(self, model: str, usage: Usage) -> int | None:
        """Micro-dollars, None where the model's price is unknown (never 0 for that)."""
        ...

    def estimate_tokens(self, text: str) -> int: ...


class EventLog(Protocol):
    """The logs of all debates, hash-chained. Raises `StorageHeld` when it cannot write; then nothing was appended."""

    async def append(
        self, debate: str, events: Sequence[Event], requests: Mapping[str, str] | None = None
    ) -> list[Recorded]:
        """Durable when it returns (a killed process loses nothing of it). All or nothing, in order.

        `requests` are full requests by the SHA-256 of their canonical JSON, stored once each with the events that
        name them.
        """
        ...

    async def read(self, debate: str, since: int = 0) -> list[Recorded]:
        """Return what was recorded after place `since`, oldest first."""
        ...

    async def get(self, hash: str) -> str | None:
        """Return a full request by its hash."""
        ...


class Embedder(Protocol):
    """A model that turns texts into vectors. Vectors of different spaces are never compared.

    `model` is "provider:model"; `dimension` is 0 until a server that nobody knows has answered once; `name` is the
    space: the model with its dimension.
    """

    model: str
    dimension: int

    @property
    def name(self) -> str: ...

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return a vector for each text, in their order; long texts by their beginning. Raises the errors of
        `engine.errors`, among them InvalidReply for what is no vector of this space."""
        ...

    async def close(self) -> None: ...


class SystemClock:
    """engine.ports.Clock on this machine's clocks."""

    def now(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
