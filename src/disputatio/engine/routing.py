"""Which model answers, and how healthy each one is (SPEC TURN.4). A fallback happens only where it is allowed.

This is the only way from the engine to a provider, so the person's consent (SPEC CONTEXT.5) is asked for here: whoever
chose the model, and whenever, nothing reaches it that was not agreed to."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from disputatio.debate.context import Context
from disputatio.debate.log.state import Debate
from disputatio.debate.personas import Character
from disputatio.debate.values import OptionValue, value
from disputatio.engine.errors import NotAgreed
from disputatio.engine.limits import Limits
from disputatio.engine.ports import Clock, Provider

ANY = "*"
"""The fallbacks of every model that has none of its own."""

TASKS: Final = ("reasoning", "analysis", "extraction", "synthesis", "code", "judging")
"""What a model is asked for, as far as it matters to who may stand in."""
ROLES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("critic", "moderator", "advocate", "reviewer"), "analysis"),
    **dict.fromkeys(("architect", "proposer", "optimizer", "red attacker", "blue defender"), "code"),
    **dict.fromkeys(("synthesizer", "chair"), "synthesis"),
    "judge": "judging",
}
"""By the role of a seat; all others reason."""
SHAKY: Final = 0.5
"""The share of calls below which a stand-in comes after the others, once it was asked `ENOUGH` times."""
ENOUGH: Final = 4


def task_of(seat: str, role: str, task: str) -> str:
    """Return which of `TASKS` a call is."""
    if seat == "clerk":
        return "synthesis" if task == "synthesis" else "extraction"
    return ROLES.get(role.strip().casefold(), "reasoning")


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
    """What is known of a model: times are seconds on the clock, latencies milliseconds. `last`: when it was asked last,
    in seconds since 1970; `open_until` and `recent` are of this process alone."""

    successes: int = 0
    failures: int = 0
    latency: float = 0.0
    last_error: str = ""
    last: float = 0.0
    open_until: float = 0.0
    recent: deque[float] = field(default_factory=deque)

    @property
    def success_rate(self) -> float | None:
        total = self.successes + self.failures
        return self.successes / total if total else None

    @property
    def shaky(self) -> bool:
        """Whether it fails more often than not."""
        rate = self.success_rate
        return rate is not None and rate < SHAKY and self.successes + self.failures >= ENOUGH


class Routing:
    """Finds the models to try, best first, and learns from what happens to them."""

    def __init__(
        self,
        provider: Callable[[str], Provider],
        permission: Permission,
        clock: Clock,
        limits: Limits,
        fallbacks: Mapping[str, Sequence[str]] | None = None,
        by_task: Callable[[str], Sequence[str]] = lambda task: (),
        suits: Callable[[str, int], bool] = lambda model, tokens: True,
    ) -> None:
        """`by_task` names the models that may stand in for any at a task of `TASKS`, best first; `suits` says whether
        one can be asked at all, is not too dear, and can read so many tokens."""
        self._provider, self._permission = provider, permission
        self._clock = clock
        self._limits = limits
        self._fallbacks = dict(fallbacks or {})
        self._by_task, self._suits = by_task, suits
        self.health: dict[str, Health] = {}
        self.noted: Callable[[], None] = lambda: None

    async def reach(self, model: str, cargo: Cargo) -> Provider:
        """Return the provider of a model, for one request. Raises NotAgreed, and NotFound where there is none."""
        await self.check(model, cargo)
        return self._provider(model)

    async def check(self, model: str, cargo: Cargo) -> None:
        """Raise NotAgreed where the person has not agreed."""
        await self._permission.check(model, cargo)

    async def permitted_models(
        self, model: str, cargo: Cargo, task: str = "", tokens: Callable[[], int] = int
    ) -> list[str]:
        """Do as `candidates`, without the fallbacks that nobody agreed to. Raises NotAgreed where that is the model."""
        found = []
        for candidate in self.candidates(model, task, tokens):
            try:
                await self.check(candidate, cargo)
                found.append(candidate)
            except NotAgreed:
                if candidate == model:
                    raise
        return found

    def candidates(self, model: str, task: str = "", tokens: Callable[[], int] = int) -> list[str]:
        """Return the model itself first, then its allowed fallbacks, those that mostly fail behind the others. Whose
        circuit is open comes last, and so does a model that cannot read so many `tokens`."""
        allowed = self._fallbacks.get(model) or self._fallbacks.get(ANY, ())
        others = [other for other in dict.fromkeys((*self._by_task(task), *allowed)) if other != model]
        if not others:
            return [model]
        length = tokens()
        fitting = sorted((other for other in others if self._suits(other, length)), key=self._is_shaky)
        unfit = not self._suits(model, length)
        return sorted([model, *fitting], key=lambda each: self.is_resting(each) or (each == model and unfit))

    def _is_shaky(self, model: str) -> bool:
        known = self.health.get(model)
        return known is not None and known.shaky

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
        health.last = self._clock.now()
        self.noted()

    def forget(self) -> None:
        """Forget all of it. Keys or addresses changed: what is known of health is of another time."""
        self.health.clear()
        self.noted()

    def note_failure(self, model: str, why: str, passing: bool = True) -> None:
        """Note that a call failed. Only what may pass by itself (`passing`) opens the circuit: a wrong key, a refusal
        or too long a request says nothing about the next one."""
        health, now = self.health.setdefault(model, Health()), self._clock.monotonic()
        health.failures += 1
        health.last_error = why
        health.last = self._clock.now()
        self.noted()
        if not passing:
            return
        health.recent.append(now)
        while health.recent and health.recent[0] < now - self._limits.breaker_window:
            health.recent.popleft()
        if len(health.recent) >= self._limits.breaker_failures:
            health.open_until = now + self._limits.breaker_rest
            health.recent.clear()
