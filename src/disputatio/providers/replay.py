"""Speaks a recorded debate: the same words at the same places, without asking any model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping

from disputatio.debate.events import TurnCompleted
from disputatio.engine.chat import ChatModel, Check, Finished, ModelInfo, Part, TextDelta
from disputatio.engine.errors import Rejected
from disputatio.prompting.request import Request

PIECE = 48
"""Characters of a part, so that a replayed debate streams like a live one."""


class ReplayModel:
    def __init__(self, turns: Mapping[str, TurnCompleted], model: str) -> None:
        self._turns = turns
        self._model = model

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        """The recorded turn of the request's place; raises Rejected where the record has none."""
        path = request.brief.path
        turn = self._turns.get(path)
        if turn is None:
            raise Rejected(
                f"The recording has no turn at {path or 'this place'}, and a replay asks no model.",
                "Choose another model for this seat to go on from here, or fork the debate before this turn.",
                model=f"replay:{self._model}",
            )
        for start in range(0, len(turn.text), PIECE):
            yield TextDelta(text=turn.text[start : start + PIECE])
        yield Finished(reason="stop", model=turn.model, usage=turn.usage)


class ReplayProvider:
    """`turns` are the completed turns of the recorded debate by path."""

    name = "replay"
    title = "Replay"

    def __init__(self, turns: Mapping[str, TurnCompleted] | None = None) -> None:
        self._turns = dict(turns or {})

    def chat(self, model: str) -> ChatModel:
        return ReplayModel(self._turns, model)

    async def models(self) -> list[ModelInfo]:
        return [ModelInfo(provider="replay", name="recorded", title="As recorded", prompt_price=0, completion_price=0)]

    async def check(self) -> list[Check]:
        return [Check(name="Recording", ok=bool(self._turns), detail=f"{len(self._turns)} recorded turns.")]

    async def close(self) -> None:
        """Holds nothing."""


def recorded(events: Iterable[object]) -> dict[str, TurnCompleted]:
    """The completed turns of a debate's events by path; the newest where a path was spoken twice."""
    return {event.path: event for event in events if isinstance(event, TurnCompleted)}
