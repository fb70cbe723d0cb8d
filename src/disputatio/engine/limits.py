"""Retries, time-outs and concurrency, as values; and the deadline that ends a silent stream (SPEC TURN.5, §17). The
SDKs' own retries are off: this is the only policy, so what happens can be shown, and cancelled.

Providers see more of a call than the parts that come of it: that it was accepted, that the model thinks first, that the
connection is alive while it does. They tell the deadline of the call that they find in `WAITING`.
"""

from __future__ import annotations

import asyncio
from contextvars import Context, ContextVar, Token
from dataclasses import dataclass, field
from types import TracebackType

from disputatio.debate.values import value
from disputatio.engine.errors import BrokenStream, ProviderError, TimedOut


@value
class RetryPolicy:
    """Backoff `first` seconds, doubling to `longest`; a provider's hint is honoured up to `hint_cap` seconds."""

    attempts: int = 3
    first: float = 1.0
    longest: float = 30.0
    hint_cap: float = 60.0
    broken_streams: int = 1

    def wait(self, error: ProviderError, tried: int, broken: int) -> float | None:
        """Return the seconds until the next attempt, or None to give up. `tried` attempts failed before this one, of
        which `broken` after part of the answer had come."""
        if isinstance(error, BrokenStream):
            return self.backoff(tried) if broken < self.broken_streams else None
        if not error.retry or tried >= self.attempts:
            return None
        return self.backoff(tried) if error.after is None else min(error.after, self.hint_cap)

    def backoff(self, tried: int) -> float:
        return min(self.first * 2.0**tried, self.longest)


@value
class Timeouts:
    """Seconds: until a call is accepted, to the first part, to that of a model that thinks first, between parts, for a
    whole turn."""

    headers: float = 30.0
    first: float = 120.0
    thinking: float = 300.0
    between: float = 60.0
    turn: float = 600.0


@value
class ToolLimits:
    """What a turn may look up: calls; seconds and bytes of each; characters of each that are recorded (SPEC §17)."""

    calls: int = 8
    seconds: float = 20.0
    size: int = 64_000
    characters: int = 16_000


@value
class Limits:
    """`longest`: characters of one answer, thinking included; more than any model can say in a turn."""

    retry: RetryPolicy = field(default_factory=RetryPolicy)
    timeouts: Timeouts = field(default_factory=Timeouts)
    concurrency: int = 8
    autosave: float = 2.0
    breaker_failures: int = 5
    breaker_window: float = 120.0
    breaker_rest: float = 60.0
    longest: int = 1_000_000
    tools: ToolLimits = field(default_factory=ToolLimits)


@dataclass(slots=True)
class Gates:
    """One concurrency limit per provider, shared by all debates."""

    limit: int
    _gates: dict[str, asyncio.Semaphore] = field(default_factory=dict)

    def of(self, provider: str) -> asyncio.Semaphore:
        gate = self._gates.get(provider)
        if gate is None:
            gate = self._gates[provider] = asyncio.Semaphore(self.limit)
        return gate


WAITING: ContextVar[Deadline | None] = ContextVar("waiting", default=None)
"""The deadline of the call that this task is making, None for calls that nobody waits for in this way."""


class Deadline:
    """Ends a stream that keeps silent too long: before it is accepted, before the first part, between parts, or in all.

    There is one timer. A part that is heard only moves `due`; the timer, when it fires, looks whether it is due by
    now and otherwise waits for the rest. Cancelling is told apart from being cancelled as in `asyncio.timeout`.
    """

    def __init__(self, limits: Limits, model: str, task: asyncio.Task[None] | None = None) -> None:
        """`task` is the one that this is entered in, if that is known already."""
        self._times = limits.timeouts
        self._model = model
        self._reader = task
        self._begun = False
        self._expired = False

    def __enter__(self) -> Deadline:
        task = self._reader or asyncio.current_task()
        assert task is not None
        self._task, self._loop, self._cancelling = task, task.get_loop(), task.cancelling()
        self._start = now = self._loop.time()
        self._last = now + self._times.turn
        self._due = now + min(self._times.headers, self._times.first, self._times.turn)
        self._entered: Token[Deadline | None] = WAITING.set(self)
        self._wait()
        return self

    def postpone(self) -> None:
        """Note that a part has come."""
        self._begun = True
        due = self._loop.time() + self._times.between
        self._due = due if due < self._last else self._last
        if self._due < self._fires:
            self._timer.cancel()
            self._wait()

    def note_acceptance(self) -> None:
        """Note that the provider has taken the call: the first part may take its time."""
        self._allow(self._start + self._times.first)

    def thinks(self) -> None:
        """Note that the model thinks before it speaks, in silence perhaps, and some servers accept a call only when it
        ends."""
        self._allow(self._start + self._times.thinking)

    def alive(self) -> None:
        """Note that something has come that is no part: a ping, a comment, a piece of a thought that is not shown."""
        self._allow(self._loop.time() + self._times.between)

    def _allow(self, until: float) -> None:
        self._due = max(self._due, min(until, self._last))

    def _wait(self) -> None:
        self._fires = self._due
        # A loop keeps cancelled timers until there are many. Our context would keep us there, and the task of the call.
        self._timer = self._loop.call_at(self._fires, self._look, context=Context())

    def _look(self) -> None:
        if self._loop.time() < self._due:
            self._wait()
        else:
            self._expired = True
            self._task.cancel()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        WAITING.reset(self._entered)
        if self._expired and self._task.uncancel() <= self._cancelling and kind is asyncio.CancelledError:
            raise TimedOut(self._why(), "Retry, or choose another model.") from None

    def _why(self) -> str:
        if self._loop.time() >= self._last:
            return f"{self._model} took longer than {self._times.turn:g} seconds for one turn."
        if not self._begun:
            return f"{self._model} said nothing for {self._due - self._start:.4g} seconds."
        return f"{self._model} fell silent for {self._times.between:g} seconds."
