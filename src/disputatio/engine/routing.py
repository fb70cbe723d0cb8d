"""Which model answers, and how healthy each one is (SPEC TURN.4). A fallback happens only where it is allowed.

This is the only way from the engine to a provider, so the person's consent (SPEC CONTEXT.5) is asked for here: whoever
chose the model, and whenever, nothing reaches it that was not agreed to."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from disputatio.debate.context import Context
from disputatio.debate.log.state import Debate
from disputatio.debate.personas import Character
from disputatio.debate.values import OptionValue, value
from disputatio.engine.errors import NotAgreed
from disputatio.engine.limits import Limits
from disputatio.engine.ports import Clock, Provider

ANY = "*"
"""The fallbacks of every model that has none of its own."""


@value
class Cargo:
    """What a request takes along of the person's own: the context of a debate with the look-ups that its options allow,
    and the passages of the characters who are played. `summarised` is a repository whose files go along whole, for a
    request beside debates."""

    debate: str = ""
    context: Context = Context()
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    characters: tuple[Character, ...] = ()
    summarised: str = ""


def cargo_of(id: str, debate: Debate, seat: str) -> Cargo:
    """Return what a request to the model of a seat, or of a service, takes along."""
    character = debate.personas.get(seat)
    played = (character,) if character is not None else ()
    return Cargo(debate=id, context=debate.context, options=debate.options, characters=played)


class Permission(Protocol):
    """What the person has agreed to."""

    async def check(self, model: str, cargo: Cargo) -> None:
        """Raise NotAgreed where the cargo may not go to "provider:model"."""
        ...


@dataclass(slots=True)
class Health:
    """What is known of a model in this process: times are seconds on the clock, latencies milliseconds."""

    successes: int = 0
    failures: int = 0
    latency: float = 0.0
    last_error: str = ""
    open_until: float = 0.0
    recent: deque[float] = field(default_factory=deque)

    @property
    def success_rate(self) -> float | None:
        total = self.successes + self.failures
        return self.successes / total if total else None


class Routing:
    """Finds the models to try, best first, and learns from what happens to them."""

    def __init__(
        self,
        provider: Callable[[str], Provider],
        permission: Permission,
        clock: Clock,
        limits: Limits,
        fallbacks: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._provider, self._permission = provider, permission
        self._clock = clock
        self._limits = limits
        self._fallbacks = dict(fallbacks or {})
        self.health: dict[str, Health] = {}

    async def reach(self, model: str, cargo: Cargo) -> Provider:
        """Return the provider of a model, for one request. Raises NotAgreed, and NotFound where there is none."""
        await self.check(model, cargo)
        return self._provider(model)

    async def check(self, model: str, cargo: Cargo) -> None:
        """Raise NotAgreed where the person has not agreed."""
        await self._permission.check(model, cargo)

    async def permitted_models(self, model: str, cargo: Cargo) -> list[str]:
        """Do as `candidates`, without the fallbacks that nobody agreed to. Raises NotAgreed where that is the model."""
        found = []
        for candidate in self.candidates(model):
            try:
                await self.check(candidate, cargo)
                found.append(candidate)
            except NotAgreed:
                if candidate == model:
                    raise
        return found

    def candidates(self, model: str) -> list[str]:
        """Return the model itself first, then its allowed fallbacks; those whose circuit is open come last."""
        allowed = self._fallbacks.get(model) or self._fallbacks.get(ANY, ())
        found = [model, *(other for other in allowed if other != model)]
        return sorted(found, key=self.is_resting) if len(found) > 1 else found

    def is_resting(self, model: str) -> bool:
        """Return whether the circuit breaker keeps a model from being asked just now."""
        known = self.health.get(model)
        return known is not None and known.open_until > 0 and known.open_until > self._clock.monotonic()

    def note_success(self, model: str, milliseconds: float) -> None:
        health = self.health.setdefault(model, Health())
        health.successes += 1
        health.recent.clear()
        health.open_until = 0.0
        weight = 0.2 if health.latency else 1.0
        health.latency += weight * (milliseconds - health.latency)

    def forget(self) -> None:
        """Forget all of it. Keys or addresses changed: what is known of health is of another time."""
        self.health.clear()

    def note_failure(self, model: str, why: str, passing: bool = True) -> None:
        """Note that a call failed. Only what may pass by itself (`passing`) opens the circuit: a wrong key, a refusal
        or too long a request says nothing about the next one."""
        health, now = self.health.setdefault(model, Health()), self._clock.monotonic()
        health.failures += 1
        health.last_error = why
        if not passing:
            return
        health.recent.append(now)
        while health.recent and health.recent[0] < now - self._limits.breaker_window:
            health.recent.popleft()
        if len(health.recent) >= self._limits.breaker_failures:
            health.open_until = now + self._limits.breaker_rest
            health.recent.clear()
