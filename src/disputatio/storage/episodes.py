"""Episodes, as the projections keep them: found by agent, by debate, or by id. `search` finds them by likeness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import sqlalchemy as sa

from disputatio.debate.payload import share
from disputatio.library.episodes import Episode
from disputatio.storage import schema
from disputatio.storage.codec import json_object
from disputatio.storage.database import Database

EPISODES = schema.EPISODES
MEMBERS = [each.name for each in fields(Episode)]
"""In the order of the table's columns."""
NEWEST = (EPISODES.c.created_at.desc(), EPISODES.c.id.desc())


class EpisodeStore:
    """Its methods raise StorageHeld."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self, *, agent: str = "", debate: str = "", limit: int = 50) -> list[Episode]:
        """Return them newest first; of one agent (a seat's id or role) or of one debate, by the beginning of its id."""
        query = sa.select(EPISODES).order_by(*NEWEST).limit(limit)
        if agent:
            query = query.where(_is_agent(agent))
        if debate:
            query = query.where(EPISODES.c.session_id.startswith(debate, autoescape=True))
        return await self._database.read(lambda c: [episode_of(row) for row in c.execute(query)])

    async def these(self, ids: Sequence[str]) -> list[Episode]:
        """Return those that there are, in the order given."""
        query = sa.select(EPISODES).where(EPISODES.c.id.in_(ids))
        found = await self._database.read(lambda c: {row.id: episode_of(row) for row in c.execute(query)})
        return [found[id] for id in ids if id in found]

    async def mended(self, turns: Sequence[str]) -> dict[str, Episode]:
        """Return the attempt that passed in the end, by its turn; turns that have none are left out."""
        query = sa.select(EPISODES).where(EPISODES.c.turn_id.in_(turns), EPISODES.c.passed)
        return await self._database.read(lambda c: {row.turn_id: episode_of(row) for row in c.execute(query)})


def _is_agent(agent: str) -> sa.ColumnElement[bool]:
    return (EPISODES.c.agent_id == agent) | (sa.func.lower(EPISODES.c.agent_role) == agent.casefold())


def episode_of(row: Sequence[Any]) -> Episode:
    """Return a row of the table as an episode; what of it is damaged is left out, until the table is made anew."""
    members = dict(zip(MEMBERS, row, strict=True))
    for each in fields(Episode):
        if each.type == "str" and not isinstance(members[each.name], str):
            members[each.name] = ""
    attempt, at = members["attempt"], members["at"]
    return Episode(
        **members
        | {
            "passed": members["passed"] in (1, True),
            "tests": json_object(members["tests"]),
            "attempt": attempt if isinstance(attempt, int) else 0,
            "confidence": share(members["confidence"]),
            "at": float(at) if isinstance(at, int | float) else 0.0,
        }
    )
