"""One attempt at an answer: the stream is read to its end, shown while it comes, and bounded in time and length."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import cast

from disputatio.debate.events import TurnDrafted
from disputatio.debate.values import value
from disputatio.engine.billing import Billing
from disputatio.engine.chat import Finished, Part, Provider, TextDelta, ThinkingDelta, ToolCalled
from disputatio.engine.deadline import Deadline
from disputatio.engine.errors import BrokenStream, InvalidReply, NotFound, Rejected, Resting, Transient
from disputatio.engine.flight import Flight
from disputatio.engine.limits import Gates, Limits
from disputatio.engine.plain import plain
from disputatio.engine.ports import Clock
from disputatio.engine.routing import Cargo, Routing
from disputatio.engine.signals import Delta
from disputatio.prompting.request import Request

MOST_CALLS = 64
"""Calls of one answer that are heard; far fewer are made, and each of these is answered."""


@value
class Said:
    """A whole answer, and the model that gave it. `calls`: what it wants to look up first; `toolless`: it could not be
    offered the tools of the request."""

    text: str
    model: str
    calls: tuple[ToolCalled, ...] = ()
    toolless: bool = False


@dataclass(slots=True)
class Attempt:
    """A model is being asked, for a flight. `silent`: nobody is shown what it says. `began`: when it was its turn.
    `calls`: what it wants to look up."""

    flight: Flight
    request: Request
    model: str
    silent: bool
    began: float = 0.0
    calls: tuple[ToolCalled, ...] = ()


class Listener:
    """Asks a model once. Raises the errors of `engine.errors`."""

    def __init__(self, routing: Routing, limits: Limits, clock: Clock, billing: Billing) -> None:
        self.gates = Gates(limits.concurrency)
        self._routing = routing
        self._limits = limits
        self._clock = clock
        self._billing = billing

    async def listen(self, attempt: Attempt) -> Said:
        """The whole answer."""
        model, request = attempt.model, attempt.request
        provider = await self._provider(model, attempt.flight.cargo)
        stream = cast("AsyncGenerator[Part, None]", provider.chat(request.model).stream(request))
        async with self.gates.of(provider.name):
            with Deadline(self._limits, model, attempt.flight.task) as deadline:
                attempt.began = self._clock.monotonic()
                self.may_ask(model)  # others may have found out while this call waited for its turn
                text, finished = await self._read(attempt, stream, deadline)
        if finished is None:
            raise BrokenStream(f"{model} stopped in mid-sentence.", "Retry the turn.", model=model)
        written = text + "".join([call.arguments for call in attempt.calls])
        self._billing.answered(attempt.flight, request, written, finished.usage, model)
        if not text.strip() and not attempt.calls:
            raise Transient(f"{model} gave an empty answer.", "Retry, or choose another model.", model=model)
        self._routing.succeeded(model, (self._clock.monotonic() - attempt.began) * 1000)
        return Said(text=text, model=model, calls=attempt.calls, toolless=finished.toolless)

    def may_ask(self, model: str) -> None:
        """Raises Resting while the circuit breaker keeps a model from being asked."""
        if self._routing.resting(model):
            why = self._routing.health[model].last_error
            raise Resting(
                f"{model} failed repeatedly, and is given a rest. {why}".strip(),
                "Wait a minute, or choose another model.",
                model=model,
            )

    async def _provider(self, model: str, cargo: Cargo) -> Provider:
        try:
            return await self._routing.reach(model, cargo)
        except NotFound as error:
            raise Rejected(error.what, error.remedy, model=model) from error

    async def _read(
        self, attempt: Attempt, parts: AsyncGenerator[Part, None], deadline: Deadline
    ) -> tuple[str, Finished | None]:
        """The text of a stream, and its end if it has one."""
        text: list[str] = []
        finished, length, flight = None, 0, attempt.flight
        try:
            async for part in parts:
                deadline.heard()
                if isinstance(part, (TextDelta, ThinkingDelta)):
                    length += len(part.text)
                    if length > self._limits.longest:
                        raise endless(attempt.model, self._limits.longest)
                match part:
                    case TextDelta():
                        text.append(part.text)
                        if not attempt.silent and (draft := self._heard(attempt, plain(part.text))):
                            await flight.record(draft)
                    case ThinkingDelta():
                        flight.signal(Delta(path=flight.call.path, start=0, text=part.text, thinking=True))
                    case Finished():
                        finished = part
                    case ToolCalled():
                        attempt.calls += (part,) if attempt.request.tools and len(attempt.calls) < MOST_CALLS else ()
        finally:
            await parts.aclose()
        return plain("".join(text)), finished

    def _heard(self, attempt: Attempt, text: str) -> TurnDrafted | None:
        """More of an answer, shown at once; now and then what is to be saved of it."""
        now, flight = self._clock.monotonic(), attempt.flight
        if len(flight.text) == flight.said:
            flight.billed, flight.speaker = False, attempt.model
            flight.first_ms = flight.first_ms if flight.said else round((now - attempt.began) * 1000)
        flight.signal(Delta(path=flight.call.path, start=len(flight.text), text=text))
        flight.text += text
        if now - flight.saved_at < self._limits.autosave:
            return None
        piece, start = flight.text[flight.saved :], flight.saved
        flight.saved, flight.saved_at = len(flight.text), now
        return TurnDrafted(path=flight.call.path, start=start, text=piece)


def endless(model: str, longest: int) -> InvalidReply:
    return InvalidReply(
        f"{model} said more than {longest:,} characters in one turn and was stopped.",
        "Retry, or choose another model.",
        model=model,
    )
