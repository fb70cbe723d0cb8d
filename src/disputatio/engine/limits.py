"""Retry, time-outs and concurrency, as values (SPEC TURN.5, §17). The SDKs' own retries are off: this is the only
policy, so what happens can be shown, and cancelled."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from disputatio.debate.values import value
from disputatio.engine.errors import BrokenStream, ProviderError, RateLimited, Transient


@value
class RetryPolicy:
    """Backoff `first` seconds, doubling to `longest`; a provider's hint is honoured up to `hint_cap` seconds."""

    attempts: int = 3
    first: float = 1.0
    longest: float = 30.0
    hint_cap: float = 60.0
    broken_streams: int = 1

    def wait(self, error: ProviderError, tried: int, broken: int) -> float | None:
        """Seconds until the next attempt, or None to give up. `tried` attempts failed before this one, of which
        `broken` after part of the answer had come."""
        if isinstance(error, BrokenStream):
            return self.backoff(tried) if broken < self.broken_streams else None
        if not error.retry or tried >= self.attempts:
            return None
        hint = error.after if isinstance(error, (RateLimited, Transient)) else None
        return min(hint, self.hint_cap) if hint is not None else self.backoff(tried)

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
    kept: int = 16_000


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
