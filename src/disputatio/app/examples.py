"""Recorded debates that ship with the application, and playing them: the rules, the board, the citations and the result
run for real; only the replies are recorded (SPEC TURN.3).

An example is `resources/examples/NAME.json`: what `scripts/example.py` made of an export. A debate that plays one names
it in its context, so that also a fork of it finds the recorded replies.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Final

from disputatio.app.debates.replay import unattended_options
from disputatio.app.paths import resource
from disputatio.debate.context import Context
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.values import Json, value
from disputatio.debate.views.words import dollars
from disputatio.debate.wording import day, figure, tr
from disputatio.engine.errors import NotFound
from disputatio.exporting.json_export import import_json
from disputatio.providers.replay import READING, Recording, ReplayProvider, Turns, recorded_turns
from disputatio.storage.chain import event_of_row

TITLE: Final = "Example: "
"""How the title of a debate begins that plays an example: in every list it can be told from a person's own."""


@value
class Example:
    """A recorded debate. `rules` is the title of its format, `recorded` a date, `answered_by` says what answered then;
    `cost` is in micro-dollars, it and `tokens` are estimates of what the recording took; `sources` names what its
    citations quote, with the licence."""

    name: str
    title: str
    about: str
    rules: str
    recorded: str
    answered_by: str
    language: str
    cost: int
    tokens: int
    turns: int
    sources: str

    @property
    def answered(self) -> str:
        """What answered, and when, in a sentence."""
        return tr("Recorded on {recorded}. The replies come from a {answered_by}.").format(
            recorded=day(self.recorded), answered_by=tr(self.answered_by)
        )

    @property
    def took(self) -> str:
        """What the recording took and what playing it costs, in a sentence."""
        cost = tr("≈ {cost} and ").format(cost=dollars(self.cost)) if self.cost else ""
        return tr(
            "It took {cost}≈ {tokens} tokens at the time (estimates). Playing it asks no model and costs nothing."
        ).format(cost=cost, tokens=figure(self.tokens))


Opening = Callable[[str], Awaitable[DebateOpened]]
"""How the debate of an id was opened. Raises NotFound."""


class Examples:
    """`opening` and `said` look into the person's own debates. Raises NotFound."""

    def __init__(self, opening: Opening, said: Callable[[str], Awaitable[Turns]]) -> None:
        self._opening, self._said = opening, said
        self.provider = ReplayProvider(self._recording)

    async def all(self) -> list[Example]:
        """Every example, in the order of the files' names."""
        return await asyncio.to_thread(lambda: [_head(path) for path in _files()])

    async def get(self, name: str) -> tuple[Example, DebateOpened]:
        """An example, and how a debate begins that plays it."""
        path, opened, _ = await asyncio.to_thread(_read, name)
        return _head(path), replace(opened, options=unattended_options(opened.options))

    async def about(self, context: Context) -> Example | None:
        """The example that a debate with this context plays; None for one that does not ship any more."""
        return next((each for each in await self.all() if each.name == context.example), None)

    async def _recording(self, model: str, debate: str) -> Recording:
        """What is spoken in a debate: the example that its context names, else the debate that its model names."""
        name = (await self._opening(debate)).context.example if debate else ""
        if not name:
            return Recording(turns=await self._said(model))
        _, _, turns = await asyncio.to_thread(_read, name)
        return Recording(turns=turns, pace=READING)


def _files() -> list[Path]:
    return sorted(resource("examples").glob("*.json"))


def _read(name: str) -> tuple[Path, DebateOpened, Turns]:
    """The file of an example, how the recorded debate was opened, and what was said in it. Blocks. Raises NotFound."""
    path = next((path for path in _files() if path.stem == name), None)
    if path is None:
        raise NotFound(tr("There is no example {name!r}.").format(name=name), "List them with: disputatio examples")
    return path, *_events(path)


@cache
def _content(path: Path) -> Mapping[str, Json]:
    """A file as it is, read once: it ships with the application, and changes with it. Blocks."""
    content: Mapping[str, Json] = json.loads(path.read_text("utf-8"))
    return content


@cache
def _head(path: Path) -> Example:
    """What is said of an example before it is played. Blocks."""
    content = _content(path)
    named = {one.name: content[one.name] for one in fields(Example) if one.name != "name"}
    return Example(name=path.stem, **named)  # type: ignore[arg-type]


@cache
def _events(path: Path) -> tuple[DebateOpened, Turns]:
    """How the recorded debate was opened, and what was said in it. Blocks."""
    events = [event_of_row(row).event for row in import_json(json.dumps(_content(path)["debate"])).rows]
    opened = events[0]
    assert isinstance(opened, DebateOpened)
    return opened, recorded_turns(events)
