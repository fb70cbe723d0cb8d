"""What an insight rests on, as its debate recorded it (SPEC MEMORY.1): words of participants, and what became of the
programs that a lesson was drawn from (SPEC WISDOM.1)."""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.app.application import Application
from disputatio.debate.ids import when
from disputatio.debate.log.events import TurnCompleted
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.log.seats import Seat
from disputatio.debate.payload import items, word, words
from disputatio.debate.values import Json, value
from disputatio.debate.views.participants import name_of
from disputatio.debate.wording import quoted
from disputatio.engine.errors import NotFound
from disputatio.library.episodes import Episode
from disputatio.library.memory import Insight, assent_to


@value
class InsightReceipt:
    """What somebody said in the turn at `path`. `at`: when that was, in words."""

    who: str
    path: str
    at: str
    words: str

    @property
    def line(self) -> str:
        return f"{self.who}, {self.at}: {quoted(self.words)}"


@value
class Grounds:
    """`assent`: who holds it, in words. `attempts`: those that a lesson was drawn from, as far as they are still
    kept."""

    assent: str = ""
    receipts: tuple[InsightReceipt, ...] = ()
    attempts: tuple[Episode, ...] = ()


async def grounds_of(app: Application, insight: Insight) -> Grounds:
    """Return none for a finding of the clerk's own, and for an insight whose debate was erased."""
    path, _, place = insight.id.removeprefix(f"{insight.debate}:").rpartition("#")
    try:
        _, records = await app.records(insight.debate)
    except NotFound:
        return Grounds()
    made = (record.event for record in records)
    turn = next((one for one in made if isinstance(one, TurnCompleted) and one.path == path), None)
    listed = turn.data.get("items") if turn is not None else None
    known = listed if isinstance(listed, list) else []
    item = known[int(place)] if place.isdecimal() and int(place) < len(known) else None
    if not isinstance(item, dict):
        return Grounds()
    seats = debate_in(records[:1]).seats
    tried = [f"{insight.debate}:{path}" for path in words(item.get("attempts"))]
    return Grounds(
        assent=assent_to(item, seats).told,
        receipts=tuple(_receipt(one, seats) for one in items(item.get("receipts")) if word(one.get("quote"))),
        attempts=tuple(await app.memory.learning.episodes.these(tried)),
    )


def _receipt(one: dict[str, Json], seats: Mapping[str, Seat]) -> InsightReceipt:
    path = word(one.get("turn"))
    return InsightReceipt(
        who=name_of(word(one.get("seat")), seats), path=path, at=when(path), words=word(one.get("quote"))
    )
