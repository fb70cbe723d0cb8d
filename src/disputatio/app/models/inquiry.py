"""Asking a model for one text outside of any debate, with the retries and time-outs of the settings."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import cast

from disputatio.debate.log.events import Usage
from disputatio.debate.values import value
from disputatio.engine.chat import Finished, Part, TextDelta
from disputatio.engine.deadline import Deadline
from disputatio.engine.errors import BrokenStream, ProviderError, Transient
from disputatio.engine.limits import Limits
from disputatio.engine.plain import plain
from disputatio.engine.ports import Clock
from disputatio.engine.routing import Cargo, Routing
from disputatio.prompting.request import Request


@value
class Answer:
    """`usage` is None where the provider did not count."""

    text: str
    usage: Usage | None


class OneAsker:
    """Raises the errors of `engine.errors`."""

    def __init__(self, routing: Routing, limits: Limits, clock: Clock) -> None:
        self._routing, self._limits, self._clock = routing, limits, clock

    async def ask(self, model: str, request: Request, cargo: Cargo) -> Answer:
        """The whole answer of "provider:model"; `request.model` is its name alone. `cargo` goes along with the request.
        Raises NotAgreed where that may not go there."""
        await self._routing.check(model, cargo)
        tried = broken = 0
        while True:
            began = self._clock.monotonic()
            try:
                answer = await self._once(model, request, cargo)
            except ProviderError as error:
                self._routing.failed(model, error.what, error.retry or isinstance(error, BrokenStream))
                wait = self._limits.retry.wait(error, tried, broken)
                if wait is None:
                    raise
                tried, broken = tried + 1, broken + isinstance(error, BrokenStream)
                await self._clock.sleep(wait)
            else:
                self._routing.succeeded(model, (self._clock.monotonic() - began) * 1000)
                return answer

    async def _once(self, model: str, request: Request, cargo: Cargo) -> Answer:
        provider = await self._routing.reach(model, cargo)
        stream = cast("AsyncGenerator[Part, None]", provider.chat(request.model).stream(request))
        text, length, finished = list[str](), 0, None
        with Deadline(self._limits, model) as deadline:
            async with aclosing(stream) as parts:
                async for part in parts:
                    deadline.heard()
                    if isinstance(part, Finished):
                        finished = part
                    elif isinstance(part, TextDelta) and length < self._limits.longest:
                        text.append(part.text)
                        length += len(part.text)
        if finished is None:
            raise BrokenStream(f"{model} stopped in mid-sentence.", "Try again.", model=model)
        found = plain("".join(text)).strip()
        if not found:
            raise Transient(f"{model} gave an empty answer.", "Try again, or choose another model.", model=model)
        return Answer(text=found, usage=finished.usage)
