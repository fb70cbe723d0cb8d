"""A provider whose models say what a test wants, fail when it wants, and remember what they were asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import dataclass, field

from disputatio.debate.citations.evidence import record
from disputatio.debate.context import Context
from disputatio.debate.log.events import Usage
from disputatio.debate.log.state import Debate
from disputatio.debate.values import Json
from disputatio.engine.errors import ProviderError
from disputatio.engine.ports import Check, Finished, ModelInfo, Part, TextDelta, ToolCalled
from disputatio.engine.routing import Cargo
from disputatio.prompting.request import Request


@dataclass(frozen=True, slots=True)
class Silence:
    """Say nothing for some seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Hold:
    """Wait for an event before going on."""

    event: asyncio.Event


@dataclass(frozen=True, slots=True)
class NoFinish:
    """End the stream without saying that the answer is complete."""


Act = str | ProviderError | Silence | Hold | NoFinish | ToolCalled
Script = Callable[[Request], Act | Sequence[Act]]


def says(text: str) -> Script:
    return lambda request: text


@dataclass(slots=True)
class ScriptedProvider:
    """`script` maps a request to what happens: text, an error, a silence, a call of a tool … in order. `requests` are
    those that it got. `toolless`: it says that it takes no tools, whatever is offered; `effortless`: that it could not
    be told how long to think."""

    script: Script
    name: str = "scripted"
    title: str = "Scripted"
    requests: list[Request] = field(default_factory=list)
    cancellations: int = 0
    usage: Usage | None = field(default_factory=lambda: Usage(prompt=100, completion=20))
    toolless: bool = False
    effortless: bool = False

    def chat(self, model: str) -> ScriptedModel:
        return ScriptedModel(self, model)

    async def models(self) -> list[ModelInfo]:
        return [ModelInfo(provider=self.name, name="one")]

    async def check(self, *, reply: bool = False) -> list[Check]:
        return [Check(name="reached", ok=True, detail="It is here.")]

    async def close(self) -> None:
        return None


@dataclass(frozen=True, slots=True)
class ScriptedModel:
    provider: ScriptedProvider
    name: str

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        self.provider.requests.append(request)
        found = self.provider.script(request)
        acts = [found] if isinstance(found, Act) else list(found)
        try:
            for act in acts:
                match act:
                    case str():
                        yield TextDelta(text=act)
                    case ProviderError():
                        raise act
                    case Silence():
                        await asyncio.sleep(act.seconds)
                    case Hold():
                        await act.event.wait()
                    case NoFinish():
                        return
                    case ToolCalled():
                        yield act
        except asyncio.CancelledError:
            self.provider.cancellations += 1
            raise
        toolless = self.provider.toolless and bool(request.tools)
        yield Finished(
            reason="stop",
            model=self.name,
            usage=self.provider.usage,
            toolless=toolless,
            effortless=self.provider.effortless,
        )


class FlatPrices:
    """One micro-dollar a token; four characters are a token."""

    def price(self, model: str, usage: Usage) -> int | None:
        return None if model.endswith(":unpriced") else usage.total

    def estimate_tokens(self, text: str) -> int:
        return len(text) // 4


class NoSources:
    """Finds no citation in anything."""

    async def check(self, context: Context, text: str, of: str, released: Collection[str] = ()) -> dict[str, Json]:
        return record((), of)


class Anywhere:
    """Everything was agreed to."""

    async def check(self, model: str, cargo: Cargo) -> None:
        """Never raises."""


class NoMemory:
    """Nothing was ever said before."""

    async def lessons(self, id: str, debate: Debate) -> list[dict[str, Json]]:
        return []

    async def remember(self, id: str, debate: Debate, sought: str, *, long: bool) -> list[dict[str, Json]]:
        return []

    async def recall(self, kind: str, ref: str, question: str, rehearsal: bool = False) -> list[dict[str, Json]]:
        return []
