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

from disputatio.debate.context import Context
from disputatio.debate.errors import DisputatioError
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
from disputatio.debate.evidence import items_of, summary
from disputatio.debate.ids import parent
from disputatio.debate.state import Debate
from disputatio.debate.steps import Call
from disputatio.debate.values import Json
from disputatio.engine.chat import Finished, Part, Provider, TextDelta, ThinkingDelta, ToolCalled
from disputatio.engine.deadline import Deadline
from disputatio.engine.errors import (
    BrokenStream,
    InvalidReply,
    NotFound,
    ProviderError,
    Rejected,
    Resting,
    Transient,
    Unauthorised,
)
from disputatio.engine.limits import Gates, Limits
from disputatio.engine.plain import plain, storable
from disputatio.engine.ports import Clock
from disputatio.engine.routing import Routing
from disputatio.engine.signals import Delta, Retrying, Signal
from disputatio.library.memory import rehearsed
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

    async def recall(self, kind: str, ref: str, question: str, rehearsal: bool = False) -> list[dict[str, Json]]:
        """Items {"text", "established"} that bear on a question in the same context, best first. `rehearsal`: for a
        debate in which no AI is asked."""
        ...


class Sources(Protocol):
    """What citations are checked against: the pinned repository, documents, notes, files."""

    async def check(self, context: Context, text: str, of: str) -> dict[str, Json]:
        """The record of the citations of a text (see `debate.evidence`), which is the turn at the path `of`.

        Raises DisputatioError where the sources of the context cannot be read.
        """
        ...


@dataclass(slots=True, eq=False)
class Flight:
    """A call under way: what was said so far (by `speaker`), and how to tell others. `billed`: `usage` and `cost` hold
    what `text` took. `first_ms` counts from when the model was asked, not from when its turn came."""

    call: Call
    asked: TurnAsked
    brief: Brief
    request: Request
    record: Callable[..., Awaitable[None]]
    signal: Callable[[Signal], None]
    text: str = ""
    speaker: str = ""
    billed: bool = False
    saved: int = 0
    saved_at: float = 0.0
    usage: Usage = field(default_factory=Usage)
    cost: int | None = 0
    first_ms: int = 0
    started: float = 0.0
    tools: tuple[ToolUse, ...] = ()
    task: asyncio.Task[None] | None = None

    def begin_anew(self) -> None:
        """What was said is kept elsewhere: the next attempt starts from nothing."""
        self.text, self.billed, self.saved, self.usage, self.cost = "", False, 0, Usage(), 0

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

    def __init__(
        self, routing: Routing, limits: Limits, clock: Clock, prices: Prices, memory: Memory, sources: Sources
    ) -> None:
        self.routing = routing
        self.limits = limits
        self.clock = clock
        self.prices = prices
        self.memory = memory
        self.sources = sources
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
        if call.seat == "sources":
            return (await self._check(flight, debate),)
        if call.seat == "sandbox":
            return (TurnAbstained(path=call.path, why="no isolated execution is set up, so nothing was run"),)
        try:
            return (await self._turn(flight),)
        except ProviderError as error:
            return (*self._broken_off(flight, error.what), self._failed(flight, error))

    def _failed(self, flight: Flight, error: ProviderError) -> Event:
        call = flight.call
        if call.seat == "clerk" and rules.covers(call.gives):
            return self._by_rules(flight, f"{error.what} Derived by rule instead.")
        return TurnFailed(
            path=call.path,
            kind=error.kind,
            why=error.what,
            remedy=error.remedy,
            cost=flight.cost,
            usage=flight.usage,
        )

    def cut(self, flight: Flight, why: str) -> TurnCut:
        """A call that ends before its answer is whole: its text is kept, and what it must have cost is estimated."""
        if flight.text and not flight.billed:
            usage = self._estimate(flight.request, flight.text)
            flight.add(usage, self.prices.price(flight.speaker or flight.asked.model, usage))
            flight.billed = True
        return TurnCut(path=flight.call.path, text=flight.text, why=why, cost=flight.cost, usage=flight.usage)

    def _broken_off(self, flight: Flight, why: str) -> tuple[TurnCut, ...]:
        """What an attempt said before it broke off, if anything, as an event of its own."""
        if not flight.text:
            return ()
        cut = self.cut(flight, why)
        flight.begin_anew()
        return (cut,)

    async def _recall(self, flight: Flight, debate: Debate) -> TurnCompleted:
        """A debate goes on without memory (SPEC §15), and says so."""
        context, items, note = debate.context, list[dict[str, Json]](), ""
        try:
            if context.kind != "none":
                apart = rehearsed(seat.model for seat in debate.seats.values())
                items = await self.memory.recall(context.kind, context.ref, debate.question, apart)
        except DisputatioError as error:
            note = f"Nothing could be recalled: {error.what}"
        text = "\n".join(f"- {item.get('text', '')}" for item in items)
        data: dict[str, Json] = {"items": list(items), **({"note": note} if note else {})}
        return TurnCompleted(path=flight.call.path, text=text, data=data, by="rules")

    async def _check(self, flight: Flight, debate: Debate) -> Event:
        """The citations of the turn that encloses the call, else of the last one that it sees."""
        path, turns = flight.call.path, flight.brief.turns
        turn = next((one for one in turns if one.path == parent(path)), turns[-1] if turns else None)
        if turn is None:
            return TurnAbstained(path=path, why="there is no turn whose citations could be checked")
        try:
            data = await self.sources.check(debate.context, turn.text, turn.path)
        except DisputatioError as error:
            return TurnAbstained(path=path, why=f"the citations could not be checked: {error.what}")
        return TurnCompleted(
            path=path, text=summary(items_of(data)), data=data, by="rules", total_ms=self._elapsed(flight)
        )

    async def _turn(self, flight: Flight) -> TurnCompleted:
        model = flight.asked.model
        if not model:
            if rules.covers(flight.call.gives):
                return self._by_rules(flight, "")
            raise Unauthorised(
                f"No model is set for {flight.brief.name} ({flight.call.task}).", "Choose one for this seat and retry."
            )
        said = await self._ask(flight, flight.request)
        data = storable(await self._read(flight, said))
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
                passing = error.retry or isinstance(error, BrokenStream)
                if not isinstance(error, Resting):
                    self.routing.failed(model, error.what, passing)
                if place == len(candidates) - 1 or not passing:
                    raise
                if not silent:
                    await self._ask_anew(flight, error.what)
        raise AssertionError("no model to ask")

    async def _persist(self, flight: Flight, request: Request, model: str, silent: bool) -> Said:
        """One model, with retries as the policy says."""
        tried = broken = 0
        while True:
            self._may_ask(model)
            try:
                return await self._stream(flight, request, model, silent)
            except Resting:
                raise
            except ProviderError as error:
                if flight.text and not silent and error.retry:
                    error = BrokenStream(error.what, error.remedy, model=model)
                wait = self.limits.retry.wait(error, tried, broken)
                if wait is None:
                    raise error from None
                tried, broken = tried + 1, broken + isinstance(error, BrokenStream)
                self.routing.failed(model, error.what)
                if not silent:
                    await self._ask_anew(flight, error.what)
                flight.signal(Retrying(path=flight.call.path, seconds=wait, why=error.what, attempt=tried))
                await self.clock.sleep(wait)

    async def _ask_anew(self, flight: Flight, why: str) -> None:
        """Keep what a broken attempt said, before the next one starts from the beginning of the turn."""
        if partial := self._broken_off(flight, why):
            await flight.record(*partial, flight.asked)

    def _provider(self, model: str) -> Provider:
        try:
            return self.routing.provider(model)
        except NotFound as error:
            raise Rejected(error.what, error.remedy, model=model) from error

    def _may_ask(self, model: str) -> None:
        """Raises Resting while the circuit breaker keeps a model from being asked."""
        if self.routing.resting(model):
            why = self.routing.health[model].last_error
            raise Resting(
                f"{model} failed repeatedly, and is given a rest. {why}".strip(),
                "Wait a minute, or choose another model.",
                model=model,
            )

    async def _stream(self, flight: Flight, request: Request, model: str, silent: bool) -> Said:
        provider = self._provider(model)
        chat = provider.chat(request.model)
        text: list[str] = []
        finished: Finished | None = None
        length = 0
        parts = cast("AsyncGenerator[Part, None]", chat.stream(request))
        async with self.gates.of(provider.name), Deadline(self.limits, model) as deadline, aclosing(parts) as stream:
            began = self.clock.monotonic()
            self._may_ask(model)  # others may have found out while this call waited for its turn
            async for part in stream:
                deadline.heard()
                length += len(part.text) if isinstance(part, (TextDelta, ThinkingDelta)) else 0
                if length > self.limits.longest:
                    raise endless(model, self.limits.longest)
                match part:
                    case TextDelta():
                        text.append(part.text)
                        if not silent:
                            await self._heard(flight, plain(part.text), model, began)
                    case ThinkingDelta():
                        flight.signal(Delta(path=flight.call.path, start=0, text=part.text, thinking=True))
                    case Finished():
                        finished = part
                    case ToolCalled():
                        continue
        if finished is None:
            raise BrokenStream(f"{model} stopped in mid-sentence.", "Retry the turn.", model=model)
        whole = plain("".join(text))
        self._count(flight, request, whole, finished, model)
        if not whole.strip():
            raise Transient(f"{model} gave an empty answer.", "Retry, or choose another model.", model=model)
        self.routing.succeeded(model, (self.clock.monotonic() - began) * 1000)
        return Said(whole, model)

    async def _heard(self, flight: Flight, text: str, model: str, began: float) -> None:
        now = self.clock.monotonic()
        if not flight.text:
            flight.billed, flight.speaker = False, model
            flight.first_ms = round((now - began) * 1000)
        flight.signal(Delta(path=flight.call.path, start=len(flight.text), text=text))
        flight.text += text
        if now - flight.saved_at >= self.limits.autosave:
            piece, start = flight.text[flight.saved :], flight.saved
            flight.saved, flight.saved_at = len(flight.text), now
            await flight.record(TurnDrafted(path=flight.call.path, start=start, text=piece))

    def _count(self, flight: Flight, request: Request, text: str, finished: Finished, model: str) -> None:
        usage = finished.usage or self._estimate(request, text)
        flight.add(usage, self.prices.price(model, usage))
        flight.billed = True

    def _estimate(self, request: Request, text: str) -> Usage:
        prompt = request.system + "".join(message.text for message in request.messages)
        return Usage(
            prompt=self.prices.estimate_tokens(prompt),
            completion=self.prices.estimate_tokens(text),
            estimated=True,
        )


def endless(model: str, longest: int) -> InvalidReply:
    return InvalidReply(
        f"{model} said more than {longest:,} characters in one turn and was stopped.",
        "Retry, or choose another model.",
        model=model,
    )


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
