"""From which similarity on memories are recalled: what the person set, else what was calibrated for the embedding
model, else a cautious default. What was calibrated is kept in a file of its own: it can be made again at any time."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from disputatio.app.paths import resource
from disputatio.app.private_files import read_json, write_json
from disputatio.app.settings import Settings, declarations
from disputatio.debate.values import value
from disputatio.debate.views.words import percent
from disputatio.debate.wording import figure, tr
from disputatio.library.similarity import Pair, Threshold, pairs_of

FILE = "similarity.json"
SHIPPED = ("memory", "pairs.tsv")
AGAIN = "disputatio memory calibrate"


@value
class Least:
    """The least similarity in force. `calibrated`: what was found for the model, if anything; `chosen`: the person set
    another one."""

    value: float
    calibrated: Threshold | None = None
    chosen: bool = False

    @property
    def words(self) -> str:
        """The figure, and where it comes from."""
        found = self.calibrated
        if self.chosen:
            return tr("{value}, as you set it (memory.similarity)").format(value=figure(self.value, ".2f"))
        if found is None:
            return tr("{value}, a cautious default: not calibrated for this model").format(
                value=figure(self.value, ".2f")
            )
        figures = tr("precision {precision}%, recall {recall}%").format(
            precision=percent(found.precision), recall=percent(found.recall)
        )
        return tr("{value}, calibrated on {pairs} pairs ({figures})").format(
            value=figure(self.value, ".2f"), pairs=found.pairs, figures=figures
        )


class Thresholds:
    """By embedding model. What was found with other pairs than those that ship now does not count."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self._path, self._settings = folder / FILE, settings

    async def least(self, model: str) -> Least:
        return await asyncio.to_thread(self._least, model)

    async def pairs(self) -> tuple[Pair, ...]:
        """Return the pairs that ship with the application."""
        return pairs_of((await asyncio.to_thread(_shipped)).decode())

    async def keep(self, model: str, found: Threshold) -> None:
        await asyncio.to_thread(self._keep, model, found)

    def _least(self, model: str) -> Least:
        """Blocks."""
        default = self._settings.get(declarations.SIMILARITY)
        found = _threshold(self._kept().get(f"{model} {_digest()}"))
        if self._settings.is_set(declarations.SIMILARITY):
            return Least(value=default, calibrated=found, chosen=True)
        return Least(value=default if found is None else found.least, calibrated=found)

    def _keep(self, model: str, found: Threshold) -> None:
        """Blocks."""
        kept = {name: one for name, one in self._kept().items() if not name.startswith(f"{model} ")}
        write_json(self._path, {**kept, f"{model} {_digest()}": asdict(found)})

    def _kept(self) -> dict[str, Any]:
        """Read the file. One that cannot be read holds nothing: whoever needs it calibrates again."""
        found = read_json(self._path)
        return found if isinstance(found, dict) else {}


def _threshold(found: Any) -> Threshold | None:
    names = [each.name for each in fields(Threshold)]
    if not isinstance(found, dict) or not all(isinstance(found.get(name), int | float) for name in names):
        return None
    return Threshold(**{name: found[name] for name in names})


def _shipped() -> bytes:
    return resource(*SHIPPED).read_bytes()


def _digest() -> str:
    return hashlib.sha256(_shipped()).hexdigest()[:12]
