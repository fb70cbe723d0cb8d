"""How models have done so far, over all debates: kept in a file, so that a new start does not forget it. What other
processes have seen meanwhile is added up with what this one has."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Literal

from disputatio.app.private_files import read_json, write_json
from disputatio.debate.ranges import amount
from disputatio.debate.values import value
from disputatio.debate.wording import Words, english
from disputatio.engine.routing import Health, Routing

LOG = logging.getLogger(__name__)

FILE: Final = "health.json"
SETTLE: Final = 2.0
"""Seconds in which several calls become one writing."""
LONGEST: Final = 500
"""Characters of an error that are kept."""
MOST: Final = 1_000
"""Models that are kept: those asked last."""


ModelState = Literal["well", "shaky", "failing", "resting"]
STATES: Final[dict[ModelState, str]] = Words(
    {"well": "healthy", "shaky": "unstable", "failing": "failing", "resting": "resting"}
)
"""How a model does, in a word."""


@value
class ModelHealth:
    """What is known of a model, for a person. `latency` in milliseconds; `last`: seconds since 1970; `resting`: it is
    left alone for a while after many faults."""

    model: str
    calls: int
    success_rate: float | None
    latency: float
    last_error: str
    last: float
    resting: bool

    @property
    def state(self) -> ModelState:
        if self.resting:
            return "resting"
        rate = self.success_rate
        return "well" if rate is not None and rate >= 0.9 else "shaky" if rate else "failing"


class HealthBook:
    """Load it once; it then keeps what `routing` learns. `load` blocks."""

    def __init__(self, routing: Routing, folder: Path) -> None:
        self._routing, self._path = routing, folder / FILE
        self._before: dict[str, Health] = {}
        self._saving: asyncio.Task[None] | None = None
        routing.noted = self._noted

    def load(self) -> None:
        """A file that cannot be read holds nothing."""
        self._before = self._read()
        self._routing.health = {name: replace(found) for name, found in self._before.items()}

    def all(self) -> list[ModelHealth]:
        """Return every model that was ever asked, the latest first."""
        rows = [
            ModelHealth(
                model=name,
                calls=found.successes + found.failures,
                success_rate=found.success_rate,
                latency=found.latency,
                last_error=found.last_error,
                last=found.last,
                resting=self._routing.is_resting(name),
            )
            for name, found in self._routing.health.items()
            if _asked(name)
        ]
        return sorted(rows, key=lambda row: (-row.last, row.model))

    async def forget(self) -> None:
        """Forget everything that is known."""
        self._before = {}
        self._routing.forget()
        await asyncio.to_thread(self._path.unlink, missing_ok=True)

    async def close(self) -> None:
        """Write what is not written yet."""
        if self._saving is not None:
            self._saving.cancel()
            await asyncio.wait([self._saving])
        if self._saving is not None:
            await self._save()

    def _noted(self) -> None:
        if self._saving is None or self._saving.done():
            with english():
                self._saving = asyncio.get_running_loop().create_task(self._soon(), name="health")

    async def _soon(self) -> None:
        await asyncio.sleep(SETTLE)
        await self._save()

    async def _save(self) -> None:
        seen = {name: replace(found) for name, found in self._routing.health.items() if _asked(name)}
        try:
            whole = await asyncio.to_thread(self._write, seen)
        except OSError as error:
            LOG.warning("The health of models could not be kept: %s", error)
            return
        self._before = {name: replace(found) for name, found in whole.items()}
        for name, found in whole.items():  # what was learnt while it was being written comes on top
            now = self._routing.health.get(name)
            base = seen.get(name, Health())
            if now is not None:
                now.successes += found.successes - base.successes
                now.failures += found.failures - base.failures

    def _write(self, seen: dict[str, Health]) -> dict[str, Health]:
        """Add what this process has seen since it last wrote to what the file says by now."""
        whole = self._read()
        for name, found in seen.items():
            before, there = self._before.get(name, Health()), whole.get(name, Health())
            newer = found if found.last >= there.last else there
            whole[name] = Health(
                successes=there.successes + found.successes - before.successes,
                failures=there.failures + found.failures - before.failures,
                latency=newer.latency,
                last_error=newer.last_error,
                last=newer.last,
            )
        kept = dict(sorted(whole.items(), key=lambda each: -each[1].last)[:MOST])
        rows = {
            name: [one.successes, one.failures, round(one.latency, 1), one.last_error[:LONGEST], round(one.last, 1)]
            for name, one in kept.items()
        }
        write_json(self._path, rows)
        return kept

    def _read(self) -> dict[str, Health]:
        try:
            return {str(name): _health(row) for name, row in read_json(self._path).items()}
        except (ValueError, TypeError, AttributeError):
            return {}


def _asked(model: str) -> bool:
    """Return whether a model is one that can fail: a rehearsal or a recording cannot."""
    return model.partition(":")[0] not in ("rehearsal", "replay")


def _health(row: Any) -> Health:
    """Read the health of a model. Raises ValueError or TypeError for what is none."""
    successes, failures, latency, error, last = row
    numbers = (successes, failures, latency, last)
    if not all(isinstance(each, (int, float)) and amount(each) and each >= 0 for each in numbers):
        raise ValueError(row)
    return Health(
        successes=int(successes),
        failures=int(failures),
        latency=float(latency),
        last_error=str(error),
        last=float(last),
    )
