"""Speaks recorded debates: the same words at the same places, without asking any model. ``replay:ID`` is debate ID; in
a debate that plays an example, what follows the colon names what answered when it was recorded.

A request that differs from the recorded one plays all the same: the place in the debate finds the reply.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from disputatio.debate.format import MESSAGES
from disputatio.debate.log.events import TurnCompleted
from disputatio.debate.values import value
from disputatio.engine.errors import NotFound, Rejected
from disputatio.engine.ports import ChatModel, Check, Finished, ModelInfo, Part, TextDelta
from disputatio.prompting.request import Request

PIECE: Final = 12
"""Characters of a part, so that a recorded debate streams like a live one."""
READING: Final = 100.0
"""Characters a second at which an example is played: as fast as somebody reads who knows the subject."""
AGAIN: Final = 4800.0
"""Characters a second at which a person's own debate is spoken again: quick, but it can be followed."""
AT_ONCE: Final = math.inf
"""The speed that waits for nothing."""

Turns = Mapping[str, TurnCompleted]


@value
class Recording:
    """What was said, by path, and how many characters a second it is spoken at."""

    turns: Turns
    pace: float = AGAIN


Load = Callable[[str, str], Awaitable[Recording]]
"""What a model speaks in the debate of that id. Raises NotFound."""


class ReplayModel:
    """One recorded debate. `speed` tells how many times faster than its pace it is played in a debate just now."""

    def __init__(self, load: Load, model: str, speed: Callable[[str], float]) -> None:
        self._load, self._model, self._speed = load, model, speed

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        """Yield the recorded turn of the request's place. Raises Rejected where the record has none."""
        brief, model = request.brief, f"replay:{self._model}"
        try:
            recording = await self._load(self._model, brief.debate)
        except NotFound as error:
            raise Rejected(error.what, error.remedy) from error
        turn = _recorded(recording, brief.path, model)
        for start in range(0, len(turn.text), PIECE):
            speed = self._speed(brief.debate) if brief.gives in MESSAGES else AT_ONCE
            await asyncio.sleep(PIECE / (recording.pace * speed))
            yield TextDelta(text=turn.text[start : start + PIECE])
        usage = replace(turn.usage, estimated=True)
        yield Finished(reason="stop", model=model, usage=usage, data=turn.data, tools=turn.tools)


def _recorded(recording: Recording, path: str, model: str) -> TurnCompleted:
    """Return the turn of a place. Raises Rejected where no model has spoken in the recording."""
    turn = recording.turns.get(path)
    if turn is None:
        raise Rejected(
            f"The recording has no turn at {path or 'this place'}, and a replay asks no model.",
            "Choose another model for this seat to go on from here, or fork the debate before this turn.",
        )
    if turn.by == "rules":
        raise Rejected("No model answered here when it was recorded.", "Nothing needs to be done.")
    return turn


class ReplayProvider:
    """`load` finds what is spoken. Every debate that is played has a speed of its own, 1 unless it was set."""

    name = "replay"
    title = "Replay"

    def __init__(self, load: Load) -> None:
        self._load = load
        self._speeds: dict[str, float] = {}

    def set_speed(self, debate: str, speed: float) -> None:
        """Play a debate that many times as fast, from its next words on; `AT_ONCE` waits for nothing."""
        self._speeds[debate] = speed

    async def recorded(self, model: str, debate: str, path: str) -> TurnCompleted | None:
        """Return what came of running code at a place when a debate was recorded; None where nothing did."""
        try:
            return (await self._load(model.partition(":")[2], debate)).turns.get(path)
        except NotFound:
            return None

    def speed(self, debate: str) -> float:
        return self._speeds.get(debate, 1.0)

    def chat(self, model: str) -> ChatModel:
        return ReplayModel(self._load, model, self.speed)

    async def models(self) -> list[ModelInfo]:
        """Return no list: every debate is a model."""
        return []

    async def check(self) -> list[Check]:
        return [Check(name="Replay", ok=True, detail="replay:ID speaks debate ID again; no AI model is asked.")]

    async def close(self) -> None:
        """There is nothing to let go of."""


def recorded_turns(events: Iterable[object]) -> dict[str, TurnCompleted]:
    """Return the completed turns of a debate's events by path; the newest where a path was spoken twice."""
    return {event.path: event for event in events if isinstance(event, TurnCompleted)}
