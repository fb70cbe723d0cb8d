"""Calls under way, and their bill: what answers take, as the provider counted, else estimated. An answer that broke
off has cost something, too, and so has one that was lost when the program was ended without warning.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Literal

from disputatio.debate.log.events import (
    Event,
    FollowUpAsked,
    KeptAnswer,
    ToolUse,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnDrafted,
    TurnFailed,
    Usage,
)
from disputatio.debate.log.steps import Call
from disputatio.debate.ranges import MOST_TOKENS
from disputatio.engine.canonical import digest, follow_up
from disputatio.engine.hub import Signal
from disputatio.engine.ports import Clock, Prices
from disputatio.engine.routing import Cargo
from disputatio.prompting.request import Brief, Request

NOTHING = Usage()


@dataclass(slots=True, eq=False)
class Flight:
    """A call under way: what was said so far (by `speaker`), and how to tell others.

    `billed`: `usage` and `cost` hold what `text` took. `request` is what is being asked, and `cargo` what it takes
    along; `latest` is the hash of what is stored of it where it is not the first of the turn; `keep` stores a body by
    its hash with the next events. `earlier` counts the characters of `text` that earlier asks of the turn said, which
    stand whatever becomes of this one. `first_ms` counts from when the model was asked, not from when its turn came.
    `kept`: whole answers of an earlier flight of this call, by the hash of what they answer; they are paid for.
    `answer`: the whole answer that was had last, if it is not saved yet.
    """

    call: Call
    ask: TurnAsked
    brief: Brief
    request: Request
    cargo: Cargo
    record: Callable[..., Awaitable[None]]
    signal: Callable[[Signal], None]
    keep: Callable[[str, str], None]
    latest: str = ""
    text: str = ""
    speaker: str = ""
    billed: bool = False
    earlier: int = 0
    saved: int = 0
    saved_at: float = 0.0
    usage: Usage = NOTHING
    cost: int | None = 0
    first_ms: int = 0
    start: float = 0.0
    tools: tuple[ToolUse, ...] = ()
    task: asyncio.Task[None] | None = None
    kept: Mapping[str, KeptAnswer] = field(default_factory=dict)
    answer: KeptAnswer | None = None

    @property
    def asking(self) -> str:
        """Return the hash of what is being asked."""
        return self.latest or self.ask.request

    def unsaved_answer(self) -> tuple[TurnDrafted, ...]:
        """Return what has to be saved before anything is made of the answer that was had last: it would be paid for
        again."""
        if self.answer is None:
            return ()
        draft = TurnDrafted(path=self.call.path, start=self.saved, text=self.text[self.saved :], answer=self.answer)
        self.answer, self.saved = None, len(self.text)
        return (draft,)

    def begin_anew(self) -> None:
        """Forget what was said, which is kept and paid for elsewhere: the next attempt starts from what earlier asks
        said."""
        self.text, self.billed, self.saved, self.usage, self.cost = (
            self.text[: self.earlier],
            self.earlier > 0,
            0,
            NOTHING,
            0,
        )

    async def follow_up(self, request: Request, why: Literal["results", "repair", "mend"]) -> None:
        """Note what is being asked from now on. It is recorded before it is asked, as the first request was."""
        body = follow_up(request, self.request, self.asking)
        self.request, self.latest = request, digest(body)
        self.keep(self.latest, body)
        await self.record(*self.unsaved_answer(), FollowUpAsked(path=self.call.path, request=self.latest, why=why))

    def add(self, usage: Usage, cost: int | None) -> None:
        self.usage = usage if self.usage is NOTHING else self.usage.plus(usage)
        self.cost = None if cost is None or self.cost is None else self.cost + cost

    def elapsed_ms(self, clock: Clock) -> int:
        """Return the milliseconds since it began."""
        return round((clock.monotonic() - self.start) * 1000)


class Flights:
    """The calls of one debate that are under way: `ready` ones are asked for and wait for the log, `aloft` ones are
    being carried out. `active`: seconds of earlier flights."""

    def __init__(self, clock: Clock, active: float) -> None:
        self.ready: dict[str, Flight] = {}
        self.aloft: dict[str, Flight] = {}
        self._clock = clock
        self._active, self._since = active, 0.0

    def paths(self) -> list[str]:
        return [*self.ready, *self.aloft]

    def active_seconds(self) -> float:
        """Return the seconds of flight until now."""
        return self._active + (self._clock.monotonic() - self._since if self.aloft else 0.0)

    def depart(self, flight: Flight, task: asyncio.Task[None]) -> None:
        if not self.aloft:
            self._since = self._clock.monotonic()
        self.aloft[flight.call.path] = flight
        flight.task = task

    def arrive(self, path: str) -> Flight:
        flight = self.aloft.pop(path)
        if not self.aloft:
            self._active += self._clock.monotonic() - self._since
        return flight

    def end(self, path: str) -> Flight:
        """End a call early, also one that is not under way yet."""
        flight = self.ready.pop(path, None) or self.arrive(path)
        if flight.task is not None:
            flight.task.cancel()
        return flight


LOST = "Disputatio was ended while this was being said; what it must have cost is estimated"


@dataclass(slots=True)
class UnfinishedCall:
    """A call that has not ended: what is saved of its `text`, the `latest` request, the whole answers that were `kept`
    since it was first asked for, by the hash of what they answer, and those of them that are in no bill yet."""

    asked: TurnAsked
    latest: str
    text: str = ""
    kept: dict[str, KeptAnswer] = field(default_factory=dict)
    unbooked: list[KeptAnswer] = field(default_factory=list)

    def running(self) -> str | None:
        """Return what was said in answer to the latest request; None where that was answered in full."""
        if self.latest in self.kept:
            return None
        text = self.text
        for answer in self.kept.values():
            text = text.removeprefix(answer.text).lstrip("\n")
        return text


class LooseCalls:
    """The calls of a log that have not ended."""

    def __init__(self) -> None:
        self.calls: dict[str, UnfinishedCall] = {}

    def observe(self, event: Event) -> None:
        match event:
            case TurnAsked():
                before = self.calls.get(event.path)
                if before is None or before.asked.request != event.request:
                    self.calls[event.path] = UnfinishedCall(asked=event, latest=event.request)
            case FollowUpAsked() if (call := self.calls.get(event.path)) is not None:
                call.latest = event.request
            case TurnDrafted() if (call := self.calls.get(event.path)) is not None:
                call.text = call.text[: event.start] + event.text
                if event.answer is not None:
                    call.kept[event.answer.request] = event.answer
                    call.unbooked.append(event.answer)
            case TurnCut() if (call := self.calls.get(event.path)) is not None:
                call.text, call.unbooked = "", []
            case TurnCompleted() | TurnFailed() | TurnAbstained():
                self.calls.pop(event.path, None)

    def kept(self, path: str) -> Mapping[str, KeptAnswer]:
        """Return the whole answers within a call."""
        call = self.calls.get(path)
        return dict(call.kept) if call is not None else {}


def credible(usage: Usage) -> bool:
    """Return whether one answer can have taken that much: models read and say far less than the limit."""
    counts = (usage.prompt, usage.completion, usage.cached, usage.written)
    return all(0 <= count <= MOST_TOKENS for count in counts) and usage.cached + usage.written <= usage.prompt


class Billing:
    """Keeps the bill of each flight."""

    def __init__(self, prices: Prices) -> None:
        self.prices = prices

    def charge(
        self, flight: Flight, request: Request, text: str, counted: Usage | None, model: str
    ) -> tuple[Usage, int | None]:
        """Charge for a whole answer, and return what it took; `counted` is what its provider says of that. What cannot
        be so is not believed."""
        usage = counted if counted is not None and credible(counted) else self.estimate(request, text)
        cost = self.prices.price(model, usage)
        flight.add(usage, cost)
        flight.billed = True
        return usage, cost

    def estimate(self, request: Request, text: str) -> Usage:
        prompt = request.system + "".join(message.text for message in request.messages)
        if request.tools:
            prompt += "".join(result.text for message in request.messages for result in message.results)
            prompt += "".join(
                f"{tool.name}{tool.description}{json.dumps({**tool.parameters})}" for tool in request.tools
            )
        return self._estimated(prompt, text)

    def _estimated(self, prompt: str, text: str) -> Usage:
        return Usage(
            prompt=self.prices.estimate_tokens(prompt),
            completion=self.prices.estimate_tokens(text),
            estimated=True,
        )

    def lost_call(self, call: UnfinishedCall, prompt: str) -> TurnCut:
        """Return a call that was under way when the program was ended without warning. Answers that were whole cost
        what is known of them; what was being said, and the `prompt` that it answers, is estimated."""
        bills = [(answer.usage, answer.cost) for answer in call.unbooked]
        if (running := call.running()) is not None:
            usage = self._estimated(prompt, running)
            bills.append((usage, self.prices.price(call.asked.model, usage)))
        costs = [cost for _, cost in bills if cost is not None]
        return TurnCut(
            path=call.asked.path,
            text=call.text,
            why=LOST,
            cost=sum(costs) if len(costs) == len(bills) else None,
            usage=reduce(Usage.plus, [usage for usage, _ in bills], NOTHING),
            lost=True,
        )

    def cut(self, flight: Flight, why: str) -> TurnCut:
        """Return a call that ends before its answer is whole: its text is kept, and what it must have cost is
        estimated."""
        said = flight.text[flight.earlier :]
        if said and not flight.billed:
            self.charge(flight, flight.request, said, None, flight.speaker or flight.ask.model)
        return TurnCut(
            path=flight.call.path,
            text=flight.text,
            why=why,
            cost=flight.cost,
            usage=flight.usage,
            tools=flight.tools,
        )

    def broken_off(self, flight: Flight, why: str, *, last: bool = False) -> tuple[TurnCut, ...]:
        """Return what an attempt said before it broke off, if anything, as an event of its own; the next begins anew.
        `last`: there is no next one, so all that the turn said is kept."""
        if not (flight.text if last else flight.text[flight.earlier :]):
            return ()
        cut = self.cut(flight, why)
        flight.begin_anew()
        return (cut,)
