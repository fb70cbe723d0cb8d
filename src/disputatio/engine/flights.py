"""Calls under way, and their bill: what answers take, as the provider counted, else estimated. An answer that broke
off has cost something, too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from disputatio.debate.log.events import FollowUpAsked, ToolUse, TurnAsked, TurnCut, Usage
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

    async def follow_up(self, request: Request, why: Literal["results", "repair"]) -> None:
        """Note what is being asked from now on. It is recorded before it is asked, as the first request was."""
        body = follow_up(request, self.request, self.latest or self.ask.request)
        self.request, self.latest = request, digest(body)
        self.keep(self.latest, body)
        await self.record(FollowUpAsked(path=self.call.path, request=self.latest, why=why))

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


def credible(usage: Usage) -> bool:
    """Return whether one answer can have taken that much: models read and say far less than the limit."""
    counts = (usage.prompt, usage.completion, usage.cached, usage.written)
    return all(0 <= count <= MOST_TOKENS for count in counts) and usage.cached + usage.written <= usage.prompt


class Billing:
    """Keeps the bill of each flight."""

    def __init__(self, prices: Prices) -> None:
        self.prices = prices

    def charge(self, flight: Flight, request: Request, text: str, counted: Usage | None, model: str) -> None:
        """Charge for a whole answer; `counted` is what its provider says that it took. What cannot be so is not
        believed."""
        usage = counted if counted is not None and credible(counted) else self.estimate(request, text)
        flight.add(usage, self.prices.price(model, usage))
        flight.billed = True

    def estimate(self, request: Request, text: str) -> Usage:
        prompt = request.system + "".join(message.text for message in request.messages)
        if request.tools:
            prompt += "".join(result.text for message in request.messages for result in message.results)
        return Usage(
            prompt=self.prices.estimate_tokens(prompt),
            completion=self.prices.estimate_tokens(text),
            estimated=True,
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
