"""One attempt at an answer: the stream is read to its end, shown while it comes, and bounded in time and length."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from typing import cast

from disputatio.debate.log.events import KeptAnswer, TurnDrafted
from disputatio.debate.values import Json, value
from disputatio.engine.canonical import encodable_text
from disputatio.engine.errors import (
    BrokenStream,
    InvalidReply,
    NotAgreed,
    NotFound,
    ProviderError,
    Rejected,
    Resting,
    TooLong,
    Transient,
)
from disputatio.engine.flights import Billing, Flight
from disputatio.engine.hub import Delta, Retrying
from disputatio.engine.limits import Deadline, Gates, Limits
from disputatio.engine.ports import Clock, Finished, Part, Provider, TextDelta, ThinkingDelta, ToolCalled
from disputatio.engine.routing import Cargo, Routing, task_of
from disputatio.prompting.request import Request
from disputatio.prompting.tools import without_signatures

MOST_CALLS = 64
"""Calls of one answer that are heard; far fewer are made, and each of these is answered."""


CALL = ("id", "name", "arguments", "signature")
"""What is kept of a call that a model wants."""


@value
class Answer:
    """A whole answer, and the model that gave it. `calls`: what it wants to look up first; `toolless`: it could not be
    offered the tools of the request; `effortless`: it has just refused to be told how long to think; `data`: what a
    recording has of it, for where it cannot be read anew."""

    text: str
    model: str
    calls: tuple[ToolCalled, ...] = ()
    toolless: bool = False
    effortless: bool = False
    data: dict[str, Json] | None = None


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
    """Listens to one answer. Raises the errors of `engine.errors`."""

    def __init__(self, routing: Routing, limits: Limits, clock: Clock, billing: Billing) -> None:
        self.gates = Gates(limits.concurrency)
        self._routing = routing
        self._limits = limits
        self._clock = clock
        self._billing = billing

    async def listen(self, attempt: Attempt) -> Answer:
        """Return the whole answer."""
        model, request = attempt.model, attempt.request
        provider = await self._provider(model, attempt.flight.cargo)
        stream = cast("AsyncGenerator[Part, None]", provider.chat(request.model).stream(request))
        async with self.gates.of(provider.name):
            with Deadline(self._limits, model, attempt.flight.task) as deadline:
                attempt.began = self._clock.monotonic()
                self.may_ask(model)  # others may have found out while this call waited for its turn
                text, finished = await self._read(attempt, stream, deadline)
        if finished is None:
            raise BrokenStream(f"{model} stopped in mid-sentence.", "Retry the turn.")
        written = text + "".join([call.arguments for call in attempt.calls])
        usage, cost = self._billing.charge(attempt.flight, request, written, finished.usage, model)
        if not text.strip() and not attempt.calls:
            raise Transient(f"{model} gave an empty answer.", "Retry, or choose another model.")
        self._routing.note_success(model, (self._clock.monotonic() - attempt.began) * 1000)
        attempt.flight.answer = KeptAnswer(
            request=attempt.flight.asking,
            text=text,
            model=model,
            calls=tuple({name: encodable_text(getattr(call, name)) for name in CALL} for call in attempt.calls),
            usage=usage,
            cost=cost,
            toolless=finished.toolless,
            effortless=finished.effortless,
        )
        attempt.flight.tools = attempt.flight.tools or finished.tools
        return Answer(
            text=text,
            model=model,
            calls=attempt.calls,
            toolless=finished.toolless,
            effortless=finished.effortless,
            data=finished.data,
        )

    def repeat(self, flight: Flight, kept: KeptAnswer, silent: bool) -> Answer:
        """Return an answer that was had before the program was ended, and paid for then."""
        if not silent and kept.text:
            flight.billed, flight.speaker = True, kept.model
            flight.signal(Delta(path=flight.call.path, start=len(flight.text), text=kept.text))
            flight.text += kept.text
        calls = tuple(ToolCalled(**{name: call.get(name, "") for name in CALL}) for call in kept.calls)
        return Answer(text=kept.text, model=kept.model, calls=calls, toolless=kept.toolless, effortless=kept.effortless)

    def may_ask(self, model: str) -> None:
        """Raise Resting while the circuit breaker keeps a model from being asked."""
        if self._routing.is_resting(model):
            why = self._routing.health[model].last_error
            raise Resting(
                f"{model} failed repeatedly, and is given a rest. {why}".strip(),
                "Wait a minute, or choose another model.",
            )

    async def _provider(self, model: str, cargo: Cargo) -> Provider:
        try:
            return await self._routing.reach(model, cargo)
        except NotFound as error:
            raise Rejected(error.what, error.remedy) from error

    async def _read(
        self, attempt: Attempt, parts: AsyncGenerator[Part, None], deadline: Deadline
    ) -> tuple[str, Finished | None]:
        """Return the text of a stream, and its end if it has one."""
        text: list[str] = []
        finished, length, flight = None, 0, attempt.flight
        try:
            async for part in parts:
                deadline.postpone()
                if isinstance(part, (TextDelta, ThinkingDelta)):
                    length += len(part.text)
                    if length > self._limits.longest:
                        raise endless(attempt.model, self._limits.longest)
                match part:
                    case TextDelta():
                        text.append(part.text)
                        if not attempt.silent and (draft := self._heard(attempt, encodable_text(part.text))):
                            await flight.record(draft)
                    case ThinkingDelta():
                        flight.signal(Delta(path=flight.call.path, start=0, text=part.text, thinking=True))
                    case Finished():
                        finished = part
                    case ToolCalled():
                        attempt.calls += (part,) if attempt.request.tools and len(attempt.calls) < MOST_CALLS else ()
        finally:
            await parts.aclose()
        return encodable_text("".join(text)), finished

    def _heard(self, attempt: Attempt, text: str) -> TurnDrafted | None:
        """Take in more of an answer and show it at once; return a draft where it is time to save one."""
        now, flight = self._clock.monotonic(), attempt.flight
        if len(flight.text) == flight.earlier:
            flight.billed, flight.speaker = False, attempt.model
            flight.first_ms = flight.first_ms if flight.earlier else round((now - attempt.began) * 1000)
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
    )


# ---- retries and fallbacks (SPEC TURN.4, 5) ---------------------------------------------------------------------
class Asker:
    """Asks a model, and those that may stand in for it."""

    def __init__(self, routing: Routing, limits: Limits, clock: Clock, billing: Billing) -> None:
        self.listener = Listener(routing, limits, clock, billing)
        self._routing = routing
        self._limits = limits
        self._clock = clock
        self._billing = billing

    async def ask(self, flight: Flight, request: Request, *, silent: bool = False, speaker: str = "") -> Answer:
        """Ask the model, then its allowed fallbacks. Raises the last ProviderError. `speaker` has made the calls of the
        request: it goes on first, and whoever else must go on gets nothing that only it understands."""
        if (kept := flight.kept.get(flight.asking)) is not None:
            return self.listener.repeat(flight, kept, silent)
        kind = task_of(flight.call.seat, flight.brief.role, flight.call.task)
        candidates = await self._routing.permitted_models(
            flight.ask.model, flight.cargo, kind, lambda: self._billing.estimate(request, "").prompt
        )
        if speaker:
            candidates.sort(key=lambda model: model != speaker)
        for place, model in enumerate(candidates):
            try:
                name = model.partition(":")[2]
                named = request if name == request.model else replace(request, model=name)
                if speaker and model != speaker:
                    named = without_signatures(named)
                return await self._persist(flight, named, model, silent)
            except ProviderError as error:
                passing = error.retry or isinstance(error, BrokenStream)
                if not isinstance(error, Resting | NotAgreed):
                    self._routing.note_failure(model, error.what, passing)
                if place == len(candidates) - 1 or not (passing or isinstance(error, TooLong)):
                    raise
                if not silent:
                    await self.begin_again(flight, error.what)
        raise AssertionError("no model to ask")

    async def _persist(self, flight: Flight, request: Request, model: str, silent: bool) -> Answer:
        """Ask one model, with retries as the policy says."""
        tried = broken = 0
        while True:
            self.listener.may_ask(model)
            try:
                return await self.listener.listen(Attempt(flight, request, model, silent))
            except Resting:
                raise
            except ProviderError as error:
                if len(flight.text) > flight.earlier and not silent and error.retry:
                    error = BrokenStream(error.what, error.remedy)
                wait = self._limits.retry.wait(error, tried, broken)
                if wait is None:
                    raise error from None
                tried, broken = tried + 1, broken + isinstance(error, BrokenStream)
                self._routing.note_failure(model, error.what)
                if not silent:
                    await self.begin_again(flight, error.what)
                flight.signal(Retrying(path=flight.call.path, seconds=wait, why=error.what, attempt=tried))
                await self._clock.sleep(wait)

    async def begin_again(self, flight: Flight, why: str) -> None:
        """Keep what an attempt said that does not stand, before the next one starts from the beginning of the turn."""
        saved = flight.unsaved_answer()
        if partial := self._billing.broken_off(flight, why):
            await flight.record(*saved, *partial, flight.ask)
            if flight.text:
                flight.signal(Delta(path=flight.call.path, start=0, text=flight.text))
