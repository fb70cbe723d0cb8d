"""Recorded debates that ship with the application, and playing them: the rules, the board, the citations and the result
run for real; only the replies are recorded (SPEC TURN.3).

An example is `resources/examples/NAME.json`: what `scripts/example.py` made of an export. A debate that plays one names
it in its context, so that also a fork of it finds the recorded replies.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from disputatio.app.debates.replay import unattended
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.evolve import fold
from disputatio.debate.values import Json, value
from disputatio.debate.views.words import dollars
from disputatio.engine.errors import NotFound
from disputatio.exporting.json_export import import_json
from disputatio.providers.replay import READING, Recording, ReplayProvider, Turns, recorded_turns
from disputatio.storage.chain import event_of_row

FORMAT: Final = "disputatio-example"
TITLE: Final = "Example: "
"""How the title of a debate begins that plays an example: in every list it can be told from a person's own."""


@value
class Example:
    """A recorded debate. `recorded` is a date, `answered_by` says what answered then; `cost` is in micro-dollars, it
    and `tokens` are estimates of what the recording took; `sources` names what its citations quote, with the licence.
    """

    name: str
    title: str
    about: str
    format: str
    recorded: str
    answered_by: str
    language: str
    cost: int
    tokens: int
    turns: int
    sources: str = ""

    @property
    def answered(self) -> str:
        """What answered, and when, in a sentence."""
        return f"Recorded on {self.recorded}; the replies are those of a {self.answered_by}."

    @property
    def took(self) -> str:
        """What the recording took and what playing it costs, in a sentence."""
        cost = f"≈ {dollars(self.cost)} and " if self.cost else ""
        return f"It took {cost}≈ {self.tokens:,} tokens then (estimates); playing it asks no model and costs nothing."


Opening = Callable[[str], Awaitable[DebateOpened]]
"""How the debate of an id was opened. Raises NotFound."""


class Examples:
    """`folder` holds the files; `opening` and `said` look into the person's own debates. Raises NotFound."""

    def __init__(self, folder: Path, opening: Opening, said: Callable[[str], Awaitable[Turns]]) -> None:
        self._folder, self._opening, self._said = folder, opening, said
        self.provider = ReplayProvider(self._recording)

    def all(self) -> list[Example]:
        """Every example, in the order of the files' names. Blocks."""
        return [_read(path)[0] for path in sorted(self._folder.glob("*.json"))]

    async def get(self, name: str) -> tuple[Example, DebateOpened]:
        """An example, and how a debate begins that plays it."""
        path = self._path(name)
        example, opened, _ = await asyncio.to_thread(_read, path)
        return example, replace(opened, options=unattended(opened.options))

    async def about(self, debate: DebateOpened) -> Example | None:
        """The example that a debate plays; None for a person's own, and for one that does not ship any more."""
        try:
            return (await self.get(debate.context.example))[0]
        except NotFound:
            return None

    def _path(self, name: str) -> Path:
        path = next((path for path in self._folder.glob("*.json") if path.stem == name), None)
        if path is None:
            raise NotFound(f"There is no example {name!r}.", "List them with: disputatio examples")
        return path

    async def _recording(self, model: str, debate: str) -> Recording:
        """What is spoken in a debate: the example that its context names, else the debate that its model names."""
        name = (await self._opening(debate)).context.example if debate else ""
        if not name:
            return Recording(turns=await self._said(model))
        _, _, turns = await asyncio.to_thread(_read, self._path(name))
        return Recording(turns=turns, pace=READING)


@cache
def _read(path: Path) -> tuple[Example, DebateOpened, Turns]:
    """Read a file once: it ships with the application, and changes with it. Blocks."""
    content: Mapping[str, Json] = json.loads(path.read_text("utf-8"))
    events = [event_of_row(row).event for row in import_json(json.dumps(content["debate"])).rows]
    opened, turns = events[0], recorded_turns(events)
    assert isinstance(opened, DebateOpened)
    spent = fold(events).spent
    example = Example(
        name=path.stem,
        title=str(content["title"]),
        about=str(content["about"]),
        format=opened.format.title,
        recorded=str(content["recorded"]),
        answered_by=str(content["answered_by"]),
        language=str(content["language"]),
        cost=spent.cost,
        tokens=spent.tokens,
        turns=len(turns),
        sources=str(content.get("sources", "")),
    )
    return example, opened, turns
