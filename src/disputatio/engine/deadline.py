"""How long a model may keep silent."""

from __future__ import annotations

import asyncio

from disputatio.engine.errors import TimedOut
from disputatio.engine.limits import Limits


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
