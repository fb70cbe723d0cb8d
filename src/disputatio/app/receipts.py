"""The words that an insight rests on, as the debate that it comes from recorded them (SPEC MEMORY.1)."""

from __future__ import annotations

from disputatio.app.application import Application
from disputatio.debate.ids import when
from disputatio.debate.log.events import TurnCompleted
from disputatio.debate.log.evolve import fold
from disputatio.debate.payload import items, word
from disputatio.debate.values import value
from disputatio.debate.views.participants import name_of
from disputatio.engine.errors import NotFound
from disputatio.library.memory import Insight


@value
class InsightReceipt:
    """What somebody said in the turn at `path`. `at`: when that was, in words."""

    who: str
    path: str
    at: str
    words: str

    @property
    def line(self) -> str:
        return f"{self.who}, {self.at}: “{self.words}”"


async def receipts_of(app: Application, insight: Insight) -> tuple[InsightReceipt, ...]:
    """Return none for a finding of the clerk's own, and for an insight whose debate was erased."""
    path, _, place = insight.id.removeprefix(f"{insight.debate}:").rpartition("#")
    try:
        _, records = await app.records(insight.debate)
    except NotFound:
        return ()
    made = (record.event for record in records)
    turn = next((one for one in made if isinstance(one, TurnCompleted) and one.path == path), None)
    listed = turn.data.get("items") if turn is not None else None
    if not isinstance(listed, list) or not place.isdecimal() or int(place) >= len(listed):
        return ()
    seats = fold(record.event for record in records[:1]).seats
    item = listed[int(place)]
    return tuple(
        InsightReceipt(
            who=name_of(word(one.get("seat")), seats),
            path=word(one.get("turn")),
            at=when(word(one.get("turn"))),
            words=word(one.get("quote")),
        )
        for one in items(item.get("receipts") if isinstance(item, dict) else None)
        if word(one.get("quote"))
    )
