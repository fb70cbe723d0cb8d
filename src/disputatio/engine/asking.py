"""Asking until there is an answer: retries as the policy says, then the fallbacks that are allowed (SPEC TURN.4, 5)."""

from __future__ import annotations

from dataclasses import replace

from disputatio.engine.billing import Billing
from disputatio.engine.errors import BrokenStream, NotAgreed, ProviderError, Resting
from disputatio.engine.flight import Flight
from disputatio.engine.limits import Limits
from disputatio.engine.listening import Attempt, Listener, Said
from disputatio.engine.ports import Clock
from disputatio.engine.routing import Routing
from disputatio.engine.signals import Delta, Retrying
from disputatio.prompting.request import Request
from disputatio.prompting.tools import unsigned


class Asker:
    """Asks a model, and those that may stand in for it."""

    def __init__(self, routing: Routing, limits: Limits, clock: Clock, billing: Billing) -> None:
        self.listener = Listener(routing, limits, clock, billing)
        self._routing = routing
        self._limits = limits
        self._clock = clock
        self._billing = billing

    async def ask(self, flight: Flight, request: Request, *, silent: bool = False, speaker: str = "") -> Said:
        """Ask the model, then its allowed fallbacks. Raises the last ProviderError. `speaker` has made the calls of the
        request: it goes on first, and whoever else must go on gets nothing that only it understands."""
        candidates = await self._routing.permitted(flight.asked.model, flight.cargo)
        if speaker:
            candidates.sort(key=lambda model: model != speaker)
        for place, model in enumerate(candidates):
            try:
                name = model.partition(":")[2]
                named = request if name == request.model else replace(request, model=name)
                if speaker and model != speaker:
                    named = unsigned(named)
                return await self._persist(flight, named, model, silent)
            except ProviderError as error:
                passing = error.retry or isinstance(error, BrokenStream)
                if not isinstance(error, Resting | NotAgreed):
                    self._routing.failed(model, error.what, passing)
                if place == len(candidates) - 1 or not passing:
                    raise
                if not silent:
                    await self._anew(flight, error.what)
        raise AssertionError("no model to ask")

    async def _persist(self, flight: Flight, request: Request, model: str, silent: bool) -> Said:
        """One model, with retries as the policy says."""
        tried = broken = 0
        while True:
            self.listener.may_ask(model)
            try:
                return await self.listener.listen(Attempt(flight, request, model, silent))
            except Resting:
                raise
            except ProviderError as error:
                if len(flight.text) > flight.said and not silent and error.retry:
                    error = BrokenStream(error.what, error.remedy, model=model)
                wait = self._limits.retry.wait(error, tried, broken)
                if wait is None:
                    raise error from None
                tried, broken = tried + 1, broken + isinstance(error, BrokenStream)
                self._routing.failed(model, error.what)
                if not silent:
                    await self._anew(flight, error.what)
                flight.signal(Retrying(path=flight.call.path, seconds=wait, why=error.what, attempt=tried))
                await self._clock.sleep(wait)

    async def _anew(self, flight: Flight, why: str) -> None:
        """Keep what a broken attempt said, before the next one starts from the beginning of the turn."""
        if partial := self._billing.broken_off(flight, why):
            await flight.record(*partial, flight.asked)
            if flight.text:
                flight.signal(Delta(path=flight.call.path, start=0, text=flight.text))
