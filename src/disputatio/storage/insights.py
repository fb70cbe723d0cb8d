"""What is remembered: recall for a new debate, and what a person does to insights."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from disputatio.debate.context import ContextKind
from disputatio.engine.errors import NotFound
from disputatio.engine.ports import Clock
from disputatio.library.insight import Insight, InsightStatus
from disputatio.storage import schema, statements
from disputatio.storage.database import Database
from disputatio.storage.search import SHORT, index_some
from disputatio.storage.statements import raw

INSIGHTS = schema.INSIGHTS

RECALLED = 10

TERMS = 40
"""Words of a question that the text search uses."""


class InsightStore:
    """Without embeddings, likeness is the text search's: shared words, rare ones first."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def recall(self, kind: ContextKind, ref: str, text: str = "", limit: int = RECALLED) -> list[Insight]:
        """Insights about a context, most alike to `text` first, then by confidence. Counts them as retrieved."""
        now = self._clock.now()

        def work(connection: sa.Connection) -> list[Insight]:
            while index_some(connection, 100):
                pass
            found = _about(connection, kind, ref, text)[:limit]
            ids = [each.id for each in found]
            counted = INSIGHTS.c.retrievals + 1
            connection.execute(
                sa.update(INSIGHTS).where(INSIGHTS.c.id.in_(ids)).values(retrievals=counted, retrieved_at=now)
            )
            return found

        return await self._database.write(work)

    async def about(self, kind: ContextKind, ref: str) -> list[Insight]:
        """All insights about a context that were not deleted, surest first; counts nothing."""
        return await self._database.read(lambda c: _about(c, kind, ref, "", ("active", "disputed")))

    async def of_debate(self, debate: str) -> list[Insight]:
        query = sa.select(INSIGHTS).where(INSIGHTS.c.debate == debate, INSIGHTS.c.status != "deleted")
        return await self._database.read(lambda c: [_insight(row) for row in c.execute(query)])

    async def edit(self, id: str, *, text: str | None = None, status: InsightStatus | None = None) -> None:
        """Reword, dispute, or delete an insight. Raises NotFound."""
        values: dict[str, Any] = {"updated_at": self._clock.now()}
        values |= {"text": text} if text is not None else {}
        values |= {"status": status} if status is not None else {}

        def work(connection: sa.Connection) -> None:
            if not connection.execute(sa.update(INSIGHTS).where(INSIGHTS.c.id == id).values(values)).rowcount:
                raise NotFound(f"There is no insight {id!r}.", "List the insights to see their ids.")
            raw(connection).execute(statements.keep(schema.SEARCH_QUEUE), ("insight", id))

        await self._database.write(work)


def _about(
    connection: sa.Connection, kind: str, ref: str, text: str, statuses: tuple[str, ...] = ("active",)
) -> list[Insight]:
    query = (
        sa.select(INSIGHTS)
        .where(INSIGHTS.c.context_kind == kind, INSIGHTS.c.context_ref == ref, INSIGHTS.c.status.in_(statuses))
        .order_by(INSIGHTS.c.confidence.desc(), INSIGHTS.c.created_at.desc(), INSIGHTS.c.id)
    )
    found = [_insight(row) for row in connection.execute(query)]
    rank = _likeness(connection, text)
    return sorted(found, key=lambda each: rank.get(each.id, len(rank)))


def _likeness(connection: sa.Connection, text: str) -> dict[str, int]:
    """The rank of the insights that share words with a text."""
    words = dict.fromkeys(word.strip(".,;:!?\"'()") for word in text.split())
    terms = [f'"{word.replace(chr(34), "")}"' for word in words if len(word) >= SHORT][:TERMS]
    if not terms:
        return {}
    sql = "SELECT ref FROM search_index WHERE kind = 'insight' AND search_index MATCH ? ORDER BY rank"
    rows = raw(connection).execute(sql, (f"body : ({' OR '.join(terms)})",)).fetchall()
    return {ref: place for place, (ref,) in enumerate(rows)}


def _insight(row: sa.Row[Any]) -> Insight:
    return Insight(**row._mapping)
