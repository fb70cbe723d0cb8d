"""The `rehearsal:` provider: a debate without any AI, for trying everything without a key, and for tests.

It reads the brief of a request, never its prose, and lets the contract that it asks for compose the turn. Models differ
only in how fast they speak: `quick` at once, `live` at a reading pace.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from disputatio.debate.log.events import Usage
from disputatio.engine.ports import ChatModel, Check, Finished, ModelInfo, Part, TextDelta, ToolCalled
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.rehearsal import NOTICE, first_look_up, with_findings
from disputatio.prompting.request import Request

PIECE = 12
"""Characters of a part."""
PACE: dict[str, float] = {"quick": 0.0, "live": 0.048}
"""Seconds between parts, by model name: "live" is about 250 characters a second, what a quick model writes."""


class RehearsalModel:
    """One pace of rehearsal. `delay` is seconds between two parts."""

    def __init__(self, model: str, delay: float = 0.0) -> None:
        self.model = model
        self.delay = delay

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        """Yield the composed turn in small parts, after one call of a tool where there are any. Cancelling it stops at
        once; it raises nothing."""
        call = first_look_up(request)
        text = "" if call else contract_of(request.brief.gives).rehearse(with_findings(request))
        for start in range(0, len(text), PIECE):
            await asyncio.sleep(self.delay)
            yield TextDelta(text=text[start : start + PIECE])
        if call:
            yield ToolCalled(id=call.id, name=call.name, arguments=call.arguments)
        read = sum(len(message.text) for message in request.messages) + len(request.system)
        read += sum(len(result.text) for message in request.messages for result in message.results)
        usage = Usage(prompt=read // 4, completion=len(text) // 4, estimated=True)
        yield Finished(reason="tool" if call else "stop", model=f"rehearsal:{self.model}", usage=usage)


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
        """There is nothing to let go of."""
