"""Insights: what a person, and what later debates, do to them. `search` finds them again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa

from disputatio.debate.context import ContextKind
from disputatio.debate.errors import Refused
from disputatio.debate.statements.receipts import contrary
from disputatio.debate.wording import by_face, tr
from disputatio.engine.errors import NotFound
from disputatio.engine.ports import Clock
from disputatio.library.memory import ESTABLISHED, LEARNT, Insight, InsightStatus, one_statement, scope_of
from disputatio.storage import memories, schema, sqlite
from disputatio.storage.database import Database
from disputatio.storage.search import index_all
from disputatio.storage.sqlite import raw

INSIGHTS = schema.INSIGHTS
HIDDEN = ("reviewed",)
"""Columns that only the storage reads."""
COLUMNS = [column for column in INSIGHTS.c if column.name not in HIDDEN]
DEBATES = schema.DEBATES
ALL: sa.Select[Any] = sa.select(*COLUMNS, sa.func.coalesce(DEBATES.c.title, "").label("question")).select_from(
    INSIGHTS.outerjoin(DEBATES, DEBATES.c.debate_id == INSIGHTS.c.debate)
)

NEIGHBOURS = 50
"""Insights in like words that a new one is compared with."""


class InsightStore:
    """Its methods raise NotFound, Refused, StorageHeld."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def get(self, id: str) -> Insight:
        """Find one by its id, by the beginning of it if no other begins so, or as "debate#number"; one that was merged
        is followed to the one that stands for it."""
        return await self._database.read(lambda c: _get(c, id))

    async def these(self, ids: Sequence[str]) -> list[Insight]:
        """Return those that there are, in the order given."""
        query = ALL.where(INSIGHTS.c.id.in_(ids))
        found = await self._database.read(lambda c: {row.id: _insight(row) for row in c.execute(query)})
        return [found[id] for id in ids if id in found]

    async def all(
        self, *, kind: str = "", ref: str = "", status: InsightStatus | None = None, limit: int = 1_000
    ) -> list[Insight]:
        """Return them newest first, without the deleted ones unless they are asked for; narrowed to a context or a
        status."""
        query = ALL.where(INSIGHTS.c.status == status if status else INSIGHTS.c.status != "deleted")
        query = query.where(INSIGHTS.c.context_kind == kind) if kind else query
        query = query.where(INSIGHTS.c.context_ref == ref) if ref else query
        query = query.order_by(INSIGHTS.c.created_at.desc(), INSIGHTS.c.id).limit(limit)
        return await self._database.read(lambda c: [_insight(row) for row in c.execute(query)])

    async def about(
        self, kind: ContextKind, ref: str, *, rehearsed: bool = False, lessons: bool = False
    ) -> list[Insight]:
        """Return all insights about a context that were not deleted, or the lessons, surest first; counts nothing."""
        query = ALL.where(
            (INSIGHTS.c.kind == "lesson") == lessons,
            INSIGHTS.c.context_kind == kind,
            INSIGHTS.c.context_ref == ref,
            INSIGHTS.c.rehearsed == rehearsed,
            INSIGHTS.c.status != "deleted",
        ).order_by(INSIGHTS.c.confidence.desc(), INSIGHTS.c.created_at.desc(), INSIGHTS.c.id)
        return await self._database.read(lambda c: [_insight(row) for row in c.execute(query)])

    async def established_facts(self, kind: str, ref: str, limit: int) -> list[Insight]:
        """Return the established facts of a context, surest and newest first."""
        query = ALL.where(
            INSIGHTS.c.context_kind == kind,
            INSIGHTS.c.context_ref == ref,
            INSIGHTS.c.agreed_by_all,
            INSIGHTS.c.confidence >= ESTABLISHED,
            INSIGHTS.c.kind != "decision",
            INSIGHTS.c.status == "active",
            sa.not_(INSIGHTS.c.rehearsed),
        ).order_by(INSIGHTS.c.confidence.desc(), INSIGHTS.c.created_at.desc(), INSIGHTS.c.id)
        return await self._database.read(lambda c: [_insight(row) for row in c.execute(query.limit(limit))])

    async def of_debate(self, debate: str) -> list[Insight]:
        query = ALL.where(INSIGHTS.c.debate == debate, INSIGHTS.c.status != "deleted")
        return await self._database.read(lambda c: [_insight(row) for row in c.execute(query)])

    async def merged_into(self, id: str) -> list[Insight]:
        """Return those that an insight stands for beside itself, with where each comes from."""
        query = ALL.where(INSIGHTS.c.merged_into == id).order_by(INSIGHTS.c.created_at)
        return await self._database.read(lambda c: [_insight(row) for row in c.execute(query)])

    async def count_retrieval(self, ids: Sequence[str]) -> None:
        """Count that these were recalled, in one statement."""
        counted = {"retrievals": INSIGHTS.c.retrievals + 1, "retrieved_at": self._clock.now()}
        query = sa.update(INSIGHTS).where(INSIGHTS.c.id.in_(ids)).values(counted)
        await self._database.write(lambda c: c.execute(query) and None)

    async def edit(
        self, id: str, *, text: str | None = None, status: InsightStatus | None = None, why: str = ""
    ) -> None:
        """Reword, confirm, dispute, restore or delete an insight. What a person has reworded is confirmed."""
        if text is not None and not text.strip():
            instead = by_face("Delete it instead: disputatio memory delete ID.", tr("Delete it instead."))
            raise Refused("An insight needs a text.", instead)
        values: dict[str, Any] = {"updated_at": self._clock.now()}
        values |= {"text": text.strip()} if text is not None else {}
        values |= {"status": status, "why": why, "merged_into": ""} if status is not None else {}

        await self._database.write(lambda c: _change(c, id, values | _of_imported(c, id, status, why)))

    async def merge(self, keep: str, others: Sequence[str]) -> Insight:
        """Let one insight stand for others of the same context that say the same. Refuses contraries."""
        now = self._clock.now()

        def work(connection: sa.Connection) -> Insight:
            kept = _get(connection, keep)
            for other in (_get(connection, id) for id in others):
                _may_merge(kept, other)
                kept = _merge(connection, kept, other, now)
            return kept

        return await self._database.write(work)

    async def review(self) -> list[str]:
        """Compare what is new with what was known: a later agreement on the contrary disputes an insight, and one in
        the same words is one. Each is reviewed once, whoever does it. Returns what came of it, in sentences."""
        said: list[str] = []
        now = self._clock.now()
        if not await self._database.read(_unreviewed):
            return said
        await index_all(self._database)
        while await self._database.write(lambda c: _review_one(c, now, said)):
            pass
        return said


GONE: Final = "deleted with its debate"
"""Why an insight is deleted: its debate was, and it comes back with that. Why it was disputed stands after it."""
_DISPUTED: Final = f"{GONE}, disputed: "
_UNCONFIRMED: Final = ", unconfirmed"


def forget_of(connection: sa.Connection, debate: str) -> None:
    """Forget what was learnt from a debate, until the debate is taken out of the bin."""
    mine = (INSIGHTS.c.debate == debate, INSIGHTS.c.status != "deleted")
    before = sa.case(
        (INSIGHTS.c.status == "disputed", _DISPUTED + INSIGHTS.c.why),
        (INSIGHTS.c.status == "unconfirmed", GONE + _UNCONFIRMED),
        else_=GONE,
    )
    connection.execute(sa.update(INSIGHTS).where(*mine).values(status="deleted", why=before))
    _requeue(connection, debate)


def remember_of(connection: sa.Connection, debate: str) -> None:
    """Take back what was forgotten with a debate."""
    mine = (INSIGHTS.c.debate == debate, INSIGHTS.c.status == "deleted")
    for why, status in ((GONE, "active"), (GONE + _UNCONFIRMED, "unconfirmed")):
        connection.execute(sa.update(INSIGHTS).where(*mine, INSIGHTS.c.why == why).values(status=status, why=""))
    reason = sa.func.substr(INSIGHTS.c.why, len(_DISPUTED) + 1)
    back = sa.update(INSIGHTS).where(*mine, INSIGHTS.c.why.startswith(_DISPUTED, autoescape=True))
    connection.execute(back.values(status="disputed", why=reason))
    _requeue(connection, debate)


def erase_of(connection: sa.Connection, debate: str) -> None:
    """Erase what was learnt from a debate, for good."""
    _requeue(connection, debate)
    connection.execute(sa.delete(INSIGHTS).where(INSIGHTS.c.debate == debate))


def _requeue(connection: sa.Connection, debate: str) -> None:
    sql = "INSERT OR IGNORE INTO search_queue (kind, ref) SELECT 'insight', id FROM insights WHERE debate = ?"
    raw(connection).execute(sql, (debate,))


def _of_imported(connection: sa.Connection, id: str, status: InsightStatus | None, why: str) -> dict[str, Any]:
    """Return what else changes for an insight of an imported debate that is to have a `status`: whoever rewords or
    confirms it answers for it; who forgets it and brings it back does not."""
    row = connection.execute(sa.select(INSIGHTS.c.status, INSIGHTS.c.why).where(INSIGHTS.c.id == id)).first()
    match row:
        case ("unconfirmed", _) if status in (None, "active"):
            return {"status": "active", "why": "", "reviewed": 0}  # only now is it compared with what was known
        case ("unconfirmed", _) if status == "deleted":
            return {"why": f"{why}{_UNCONFIRMED}"}
        case ("deleted", reason) if status == "active" and reason.endswith(_UNCONFIRMED):
            return {"status": "unconfirmed"}
    return {}


def _change(connection: sa.Connection, id: str, values: dict[str, Any]) -> None:
    if not connection.execute(sa.update(INSIGHTS).where(INSIGHTS.c.id == id).values(values)).rowcount:
        raise _missing(id)
    raw(connection).execute(sqlite.keep(schema.SEARCH_QUEUE), ("insight", id))


def _get(connection: sa.Connection, id: str) -> Insight:
    row = connection.execute(ALL.where(INSIGHTS.c.id == id)).first()
    if row is None and id:
        head, mark, number = id.rpartition("#")
        query = ALL.where(INSIGHTS.c.id.startswith(head if mark else id, autoescape=True))
        query = query.where(INSIGHTS.c.id.endswith(f"#{number}", autoescape=True)) if mark else query
        rows = connection.execute(query.limit(2)).all()
        row = rows[0] if len(rows) == 1 else None
    if row is None:
        raise _missing(id)
    found = _insight(row)
    return _get(connection, found.merged_into) if found.merged_into else found


def _missing(id: str) -> NotFound:
    return NotFound(
        tr("There is no insight {id!r}.").format(id=id),
        by_face("List the insights to see their ids: disputatio memory list", tr("The page of memory lists them.")),
    )


def _may_merge(kept: Insight, other: Insight) -> None:
    if kept.id == other.id:
        raise Refused("An insight cannot be merged with itself.", "Give two ids.")
    if _scope(kept) != _scope(other):
        raise Refused(
            tr("“{kept_text}” and “{other_text}” belong to different contexts.").format(
                kept_text=kept.text, other_text=other.text
            ),
            "Delete the one that is not needed.",
        )
    if unsure := [each.id for each in (kept, other) if each.status == "unconfirmed"]:
        raise Refused(
            tr("Insight {unsure} comes from an imported debate, and you have not confirmed it.").format(
                unsure=unsure[0]
            ),
            "Confirm it first, or delete it.",
        )
    if (kept.kind == "lesson") != (other.kind == "lesson"):
        raise Refused(
            tr("Only one of “{kept_text}” and “{other_text}” is a lesson.").format(
                kept_text=kept.text, other_text=other.text
            ),
            "Merge lessons with lessons.",
        )
    if contrary(kept.text, other.text):
        raise Refused(
            tr("“{kept_text}” and “{other_text}” contradict each other.").format(
                kept_text=kept.text, other_text=other.text
            ),
            "Dispute or delete the one that is wrong.",
        )


def _merge(connection: sa.Connection, kept: Insight, gone: Insight, now: float) -> Insight:
    """Return the surest of what was known of either, under the text of the one that stays."""
    _change(
        connection,
        kept.id,
        {
            "confidence": max(kept.confidence, gone.confidence),
            "agreed_by_all": kept.agreed_by_all or gone.agreed_by_all,
            "retrievals": kept.retrievals + gone.retrievals,
            "updated_at": now,
        },
    )
    why = f"says the same as {kept.id}"
    _change(connection, gone.id, {"status": "deleted", "merged_into": kept.id, "why": why, "updated_at": now})
    connection.execute(
        sa.update(INSIGHTS).where(INSIGHTS.c.merged_into == gone.id).values(merged_into=kept.id, why=why)
    )
    return _get(connection, kept.id)


NEW = ALL.where(INSIGHTS.c.reviewed == 0).order_by(INSIGHTS.c.created_at, INSIGHTS.c.id).limit(1)


def _unreviewed(connection: sa.Connection) -> bool:
    return connection.execute(NEW).first() is not None


def _review_one(connection: sa.Connection, now: float, said: list[str]) -> bool:
    """Review the oldest that is new; False when there is none."""
    row = connection.execute(NEW).first()
    if row is None:
        return False
    new = kept = _insight(row)
    connection.execute(sa.update(INSIGHTS).where(INSIGHTS.c.id == new.id).values(reviewed=1))
    for old in _alike(connection, new) if new.status == "active" else ():
        if one_statement(new.text, old.text):
            kept = _merge(connection, old, kept, now)
            said.append(f"Known already: “{old.text}”")
        elif new.agreed_by_all and old.debate != new.debate and contrary(new.text, old.text):
            why = f"debate {new.debate} agreed on the contrary: {new.text}"
            _change(connection, old.id, {"status": "disputed", "why": why, "updated_at": now})
            said.append(f"Disputed: “{old.text}” — {why}")
    return True


def _alike(connection: sa.Connection, new: Insight) -> list[Insight]:
    """Active insights of the same context in like words that were there before, the oldest first."""
    driver = raw(connection)
    ids = memories.by_words(driver, new.text, (_scope(new),), NEIGHBOURS)
    refs = [each.ref for each in memories.read(driver, ids).values() if each.kind in LEARNT and each.ref != new.id]
    query = ALL.where(INSIGHTS.c.id.in_(refs), INSIGHTS.c.status == "active", INSIGHTS.c.reviewed == 1)
    query = query.where((INSIGHTS.c.kind == "lesson") == (new.kind == "lesson"))
    query = query.order_by(INSIGHTS.c.created_at, INSIGHTS.c.id)
    return [_insight(row) for row in connection.execute(query)]


def _scope(insight: Insight) -> str:
    return scope_of(insight.context_kind, insight.context_ref, apart=insight.rehearsed)


def _insight(row: sa.Row[Any]) -> Insight:
    return Insight(**row._mapping)
