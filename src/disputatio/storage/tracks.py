"""The track record of each model, from what a person has marked in debates of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from disputatio.debate.decide.hindsight import tracks_of
from disputatio.debate.ids import MARKING
from disputatio.debate.track import Track
from disputatio.debate.values import Json
from disputatio.storage.codec import json_object
from disputatio.storage.database import Database

QUERY: Final = f"""
    SELECT t.session_id, t.metadata FROM debate_turns t
    JOIN debates d ON d.debate_id = t.session_id JOIN debate_sessions s ON s.id = t.session_id
    WHERE t.agent_id = 'person' AND t.path LIKE '%{MARKING}%[person]'
      AND s.parent = '' AND NOT d.imported AND d.deleted_at IS NULL
    ORDER BY t.session_id, t.seq
"""
"""What somebody else may have made proves nothing, and a fork repeats what was marked in another debate."""


async def tracks(database: Database) -> dict[str, Track]:
    """Return the record of each model that has one; what was marked last in a debate counts."""
    last: dict[str, Mapping[str, Json]] = {}
    for debate, metadata in await database.rows(QUERY):
        marked = json_object(metadata).get("data")
        last[str(debate)] = marked if isinstance(marked, dict) else {}
    return tracks_of(last.values())
