"""The `rehearsal:` provider: a debate without any AI, for trying everything without a key, and for tests.

It reads the brief of a request, never its prose, and composes the turn by `prompting.rehearsing`. Models differ only in
how fast they speak: `quick` at once, `live` at a reading pace.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from disputatio.debate.events import Usage
from disputatio.engine.chat import ChatModel, Check, Finished, ModelInfo, Part, TextDelta
from disputatio.prompting.rehearsing import NOTICE, speak
from disputatio.prompting.request import Request

PIECE = 24
"""Characters of a part."""
PACE: dict[str, float] = {"quick": 0.0, "live": 0.02}
"""Seconds between parts, by model name."""


class RehearsalModel:
    """One pace of rehearsal. `delay` is seconds between two parts."""

    def __init__(self, model: str, delay: float = 0.0) -> None:
        self.model = model
        self.delay = delay

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        """The composed turn in small parts. Cancelling it stops at once; it raises nothing."""
        text = speak(request.brief)
        for start in range(0, len(text), PIECE):
            await asyncio.sleep(self.delay)
            yield TextDelta(text=text[start : start + PIECE])
        read = sum(len(message.text) for message in request.messages) + len(request.system)
        usage = Usage(prompt=read // 4, completion=len(text) // 4, estimated=True)
        yield Finished(reason="stop", model=f"rehearsal:{self.model}", usage=usage)


class RehearsalProvider:
    """`delay` overrides the pace of every model; None leaves it to the model's name."""

    name = "rehearsal"
    title = "Rehearsal (no AI)"

    def __init__(self, delay: float | None = None) -> None:
        self._delay = delay

    def chat(self, model: str) -> ChatModel:
        return RehearsalModel(model, PACE.get(model, 0.0) if self._delay is None else self._delay)

    async def models(self) -> list[ModelInfo]:
        titles = {"quick": "Rehearsal, at once", "live": "Rehearsal, at a reading pace"}
        return [
            ModelInfo(provider=self.name, name=name, title=title, prompt_price=0, completion_price=0)
            for name, title in titles.items()
        ]

    async def check(self) -> list[Check]:
        return [Check(name="Rehearsal", ok=True, detail=f"{NOTICE} Nothing leaves this computer.")]

    async def close(self) -> None:
        """Holds nothing."""
