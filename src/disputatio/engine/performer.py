"""Carries out one call: ask, stream, retry, read what was said. What comes of it are events; it never raises for what
a provider does."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Protocol, cast

from disputatio.debate.events import (
    Event,
    ToolUse,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnDrafted,
    TurnFailed,
    Usage,
)
from disputatio.debate.state import Debate
from disputatio.debate.steps import Call
from disputatio.debate.values import Json
from disputatio.engine.chat import Finished, Part, TextDelta, ThinkingDelta, ToolCalled
from disputatio.engine.errors import BrokenStream, ProviderError, TimedOut, Transient, Unauthorised
from disputatio.engine.limits import Gates, Limits
from disputatio.engine.ports import Clock
from disputatio.engine.routing import Routing
from disputatio.engine.signals import Delta, Retrying, Signal
from disputatio.prompting import rules
from disputatio.prompting.briefing import brief_of
from disputatio.prompting.compose import compose, compose_repair
from disputatio.prompting.interpret import Unreadable, interpret
from disputatio.prompting.request import Brief, Request


class Prices(Protocol):
    """What tokens cost. Both are estimates of the offline price table."""

    def price(self, model: str, usage: Usage) -> int | None:
        """Micro-dollars, None where the model's price is unknown (never 0 for that)."""
        ...

    def estimate_tokens(self, text: str) -> int: ...


class Memory(Protocol):
    """What earlier debates have settled."""

    async def recall(self, kind: str, ref: str, question: str) -> list[dict[str, Json]]:
        """Items {"text", "established"} that bear on a question in the same context, best first."""
        ...


@dataclass(slots=True, eq=False)
class Flight:
    """A call under way: what was said so far, and how to tell others."""

    call: Call
    asked: TurnAsked
    brief: Brief
    request: Request
    record: Callable[..., Awaitable[None]]
    signal: Callable[[Signal], None]
    text: str = ""
    saved: int = 0
    saved_at: float = 0.0
    usage: Usage = field(default_factory=Usage)
    cost: int | None = 0
    first_ms: int = 0
    started: float = 0.0
    tools: tuple[ToolUse, ...] = ()
    task: asyncio.Task[None] | None = None

    def add(self, usage: Usage, cost: int | None) -> None:
        before = self.usage
        self.usage = Usage(
            prompt=before.prompt + usage.prompt,
            completion=before.completion + usage.completion,
            cached=before.cached + usage.cached,
            estimated=before.estimated or usage.estimated,
        )
        self.cost = None if cost is None or self.cost is None else self.cost + cost


@dataclass(frozen=True, slots=True)
class Said:
    """A whole answer."""

    text: str
    model: str


class Performer:
    """Carries out calls for all debates; holds nothing of any of them."""

    def __init__(self, routing: Routing, limits: Limits, clock: Clock, prices: Prices, memory: Memory) -> None:
        self.routing = routing
        self.limits = limits
        self.clock = clock
        self.prices = prices
        self.memory = memory
        self.gates = Gates(limits.concurrency)

    def prepare(self, debate: Debate, call: Call, id: str) -> tuple[TurnAsked, Brief, Request, str]:
        """What will be asked, before it is: the event, and the full request as canonical JSON."""
        brief = brief_of(debate, call, id)
        model = debate.model_of(call.seat, call.task)
        request = compose(brief, model.partition(":")[2])
        body = canonical(request)
        asked = TurnAsked(
            path=call.path,
            seat=call.seat,
            model=model,
            task=call.task,
            gives=call.gives,
            heard=call.heard,
            sees=call.sees,
            request=hashlib.sha256(body.encode()).hexdigest(),
        )
        return asked, brief, request, body

    async def perform(self, flight: Flight, debate: Debate) -> tuple[Event, ...]:
        """The events that end a call. Cancelling it cancels the request; `flight.text` keeps what was said."""
        flight.started = flight.saved_at = self.clock.monotonic()
        call = flight.call
        if call.seat == "memory":
            return (await self._recall(flight, debate),)
        if call.seat == "sandbox":
            return (TurnAbstained(path=call.path, why="no isolated execution is set up, so nothing was run"),)
        try:
            return (await self._turn(flight),)
        except ProviderError as error:
            if call.seat == "clerk" and rules.covers(call.gives):
                return (self._by_rules(flight, f"{error.what} Derived by rule instead."),)
            return (
                TurnFailed(
                    path=call.path,
                    kind=error.kind,
                    why=error.what,
                    remedy=error.remedy,
                    cost=flight.cost,
                    usage=flight.usage,
                ),
            )

    def cut(self, flight: Flight, why: str) -> TurnCut:
        """A call that ends before its answer is whole: its text is kept, and what it must have cost is estimated."""
        if flight.text:
            usage = self._estimate(flight.request, flight.text)
            flight.add(usage, self.prices.price(flight.asked.model, usage))
        return TurnCut(path=flight.call.path, text=flight.text, why=why, cost=flight.cost, usage=flight.usage)

    async def _recall(self, flight: Flight, debate: Debate) -> TurnCompleted:
        context = debate.context
        items = await self.memory.recall(context.kind, context.ref, debate.question) if context.kind != "none" else []
        text = "\n".join(f"- {item.get('text', '')}" for item in items)
        return TurnCompleted(path=flight.call.path, text=text, data={"items": list(items)}, by="rules")

    async def _turn(self, flight: Flight) -> TurnCompleted:
        model = flight.asked.model
        if not model:
            if rules.covers(flight.call.gives):
                return self._by_rules(flight, "")
            raise Unauthorised(
                f"No model is set for {flight.brief.name} ({flight.call.task}).", "Choose one for this seat and retry."
            )
        said = await self._ask(flight, flight.request)
        data = await self._read(flight, said)
        return TurnCompleted(
            path=flight.call.path,
            text=said.text,
            data=data,
            model=said.model,
            usage=flight.usage,
            cost=flight.cost,
            first_ms=flight.first_ms,
            total_ms=self._elapsed(flight),
            tools=flight.tools,
        )

    def _by_rules(self, flight: Flight, why: str) -> TurnCompleted:
        text, data = rules.derive(flight.call.gives, flight.brief, "")
        if why:
            data = {**data, "note": why}
        return TurnCompleted(
            path=flight.call.path,
            text=text,
            data=data,
            by="rules",
            usage=flight.usage,
            cost=flight.cost,
            total_ms=self._elapsed(flight),
        )

    def _elapsed(self, flight: Flight) -> int:
        return round((self.clock.monotonic() - flight.started) * 1000)

    async def _read(self, flight: Flight, said: Said) -> dict[str, Json]:
        """The payload of an answer: read, repaired once, else derived by rule and marked, else nothing."""
        gives, brief = flight.call.gives, flight.brief
        try:
            return interpret(gives, said.text, brief)
        except Unreadable as error:
            why = str(error)
        if gives == "assessment" and flight.call.task != "assess-again":
            return {}  # the format asks for it once more (SPEC DUAL.2)
        kept = flight.text
        try:
            repair = compose_repair(brief, said.text, why, flight.request.model)
            again = await self._ask(flight, repair, silent=True)
            return interpret(gives, again.text, brief)
        except (Unreadable, ProviderError):
            if not rules.covers(gives):
                return {}
            _, data = rules.derive(gives, brief, said.text)
            return {**data, "derived": "rules"}
        finally:
            flight.text = kept

    async def _ask(self, flight: Flight, request: Request, *, silent: bool = False) -> Said:
        """Ask the model, then its allowed fallbacks. Raises the last ProviderError."""
        candidates = self.routing.candidates(flight.asked.model)
        for place, model in enumerate(candidates):
            try:
                name = model.partition(":")[2]
                named = request if name == request.model else replace(request, model=name)
                return await self._persist(flight, named, model, silent)
            except ProviderError as error:
                self.routing.failed(model, error.what)
                if place == len(candidates) - 1 or not (error.retry or isinstance(error, BrokenStream)):
                    raise
        raise AssertionError("no model to ask")

    async def _persist(self, flight: Flight, request: Request, model: str, silent: bool) -> Said:
        """One model, with retries as the policy says."""
        tried = broken = 0
        while True:
            if self.routing.resting(model):
                raise Transient(
                    f"{model} failed repeatedly, and is given a rest.", "Wait a minute, or choose another model."
                )
            try:
                return await self._stream(flight, request, model, silent)
            except ProviderError as error:
                partial = flight.text and not silent
                if partial and error.retry:
                    error = BrokenStream(error.what, error.remedy, model=model)
                wait = self.limits.retry.wait(error, tried, broken)
                if wait is None:
                    raise error from None
                tried, broken = tried + 1, broken + bool(partial)
                self.routing.failed(model, error.what)
                if partial:
                    await flight.record(self.cut(flight, error.what), flight.asked)
                    flight.text, flight.saved, flight.usage, flight.cost = "", 0, Usage(), 0
                flight.signal(Retrying(path=flight.call.path, seconds=wait, why=error.what, attempt=tried))
                await self.clock.sleep(wait)

    async def _stream(self, flight: Flight, request: Request, model: str, silent: bool) -> Said:
        provider = self.routing.provider(model)
        chat = provider.chat(request.model)
        text: list[str] = []
        finished: Finished | None = None
        began = self.clock.monotonic()
        parts = cast("AsyncGenerator[Part, None]", chat.stream(request))
        async with self.gates.of(provider.name), Deadline(self.limits, model) as deadline, aclosing(parts) as stream:
            async for part in stream:
                deadline.heard()
                match part:
                    case TextDelta():
                        text.append(part.text)
                        if not silent:
                            await self._heard(flight, part.text)
                    case ThinkingDelta():
                        flight.signal(Delta(path=flight.call.path, start=0, text=part.text, thinking=True))
                    case Finished():
                        finished = part
                    case ToolCalled():
                        continue
        if finished is None:
            raise BrokenStream(f"{model} stopped in mid-sentence.", "Retry the turn.", model=model)
        whole = "".join(text)
        if not whole.strip():
            raise Transient(f"{model} gave an empty answer.", "Retry, or choose another model.", model=model)
        self._count(flight, request, whole, finished, model)
        self.routing.succeeded(model, (self.clock.monotonic() - began) * 1000)
        return Said(whole, model)

    async def _heard(self, flight: Flight, text: str) -> None:
        now = self.clock.monotonic()
        if not flight.text:
            flight.first_ms = round((now - flight.started) * 1000)
        flight.signal(Delta(path=flight.call.path, start=len(flight.text), text=text))
        flight.text += text
        if now - flight.saved_at >= self.limits.autosave:
            piece, start = flight.text[flight.saved :], flight.saved
            flight.saved, flight.saved_at = len(flight.text), now
            await flight.record(TurnDrafted(path=flight.call.path, start=start, text=piece))

    def _count(self, flight: Flight, request: Request, text: str, finished: Finished, model: str) -> None:
        usage = finished.usage or self._estimate(request, text)
        flight.add(usage, self.prices.price(model, usage))

    def _estimate(self, request: Request, text: str) -> Usage:
        prompt = request.system + "".join(message.text for message in request.messages)
        return Usage(
            prompt=self.prices.estimate_tokens(prompt),
            completion=self.prices.estimate_tokens(text),
            estimated=True,
        )


class Deadline:
    """Ends a stream that keeps silent too long: before the first part, between parts, or in all.

    The timer is moved only when a tenth of its time has passed, so that fast streams cost nothing.
    """

    def __init__(self, limits: Limits, model: str) -> None:
        self._times = limits.timeouts
        self._model = model
        self._begun = False
        self._scope = asyncio.timeout(self._times.first)
        self._loop = asyncio.get_running_loop()
        self._last = self._loop.time() + self._times.turn

    async def __aenter__(self) -> Deadline:
        await self._scope.__aenter__()
        return self

    def heard(self) -> None:
        now, due = self._loop.time(), self._scope.when() or 0.0
        if not self._begun or due - now < 0.9 * self._times.between:
            self._begun = True
            self._scope.reschedule(min(now + self._times.between, self._last))

    async def __aexit__(self, *error: object) -> None:
        try:
            await self._scope.__aexit__(*error)  # type: ignore[arg-type]
        except TimeoutError:
            raise TimedOut(self._why(), "Retry, or choose another model.", model=self._model) from None

    def _why(self) -> str:
        if not self._begun:
            return f"{self._model} said nothing for {self._times.first:g} seconds."
        if self._loop.time() >= self._last:
            return f"{self._model} took longer than {self._times.turn:g} seconds for one turn."
        return f"{self._model} fell silent for {self._times.between:g} seconds."


ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def canonical(request: Request) -> str:
    """A request as JSON, keys sorted: what its hash is made of, and what the audit shows."""
    return ENCODER.encode(
        {
            "model": request.model,
            "system": request.system,
            "messages": [{"role": message.role, "text": message.text} for message in request.messages],
            "schema_name": request.schema_name,
            "schema": request.schema,
            "temperature": request.temperature,
            "max_tokens": request.max_tokens,
        }
    )
