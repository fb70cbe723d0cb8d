"""Speaks a recorded debate: the same words at the same places, without asking any model. ``replay:ID`` is debate ID."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping

from disputatio.debate.log.events import TurnCompleted
from disputatio.engine.chat import ChatModel, Check, Finished, ModelInfo, Part, TextDelta
from disputatio.engine.errors import NotFound, Rejected
from disputatio.prompting.request import Request

PIECE = 24
"""Characters of a part, so that a replayed debate streams like a live one."""

Turns = Mapping[str, TurnCompleted]
Load = Callable[[str], Awaitable[Turns]]
"""The completed turns of a debate, by path. Raises NotFound."""


class ReplayModel:
    """One recorded debate. `delay` is seconds between two parts."""

    def __init__(self, load: Load, debate: str, delay: float = 0.0) -> None:
        self._load, self._debate, self._delay = load, debate, delay

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        """The recorded turn of the request's place; raises Rejected where the record has none."""
        path, model = request.brief.path, f"replay:{self._debate}"
        try:
            turn = (await self._load(self._debate)).get(path)
        except NotFound as error:
            raise Rejected(error.what, error.remedy, model=model) from error
        if turn is None:
            raise Rejected(
                f"The recording has no turn at {path or 'this place'}, and a replay asks no model.",
                "Choose another model for this seat to go on from here, or fork the debate before this turn.",
                model=model,
            )
        for start in range(0, len(turn.text), PIECE):
            await asyncio.sleep(self._delay)
            yield TextDelta(text=turn.text[start : start + PIECE])
        yield Finished(reason="stop", model=model, usage=turn.usage)


class ReplayProvider:
    """`load` finds the turns of a debate that is named as the model."""

    name = "replay"
    title = "Replay"

    def __init__(self, load: Load, delay: float = 0.0) -> None:
        self._load, self._delay = load, delay

    def chat(self, model: str) -> ChatModel:
        return ReplayModel(self._load, model, self._delay)

    async def models(self) -> list[ModelInfo]:
        """None are listed: every debate is one."""
        return []

    async def check(self) -> list[Check]:
        return [Check(name="Replay", ok=True, detail="replay:ID speaks debate ID again; no AI model is asked.")]

    async def close(self) -> None:
        """Holds nothing."""


def recorded_turns(events: Iterable[object]) -> dict[str, TurnCompleted]:
    """The completed turns of a debate's events by path; the newest where a path was spoken twice."""
    return {event.path: event for event in events if isinstance(event, TurnCompleted)}
