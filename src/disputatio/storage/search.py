"""Full-text search: FTS5 with trigrams (any language, parts of words), LIKE for words under three characters.

Texts are indexed when nobody writes, and whatever still waits is indexed before a search.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa

from disputatio.debate.values import value
from disputatio.engine.ports import Vector
from disputatio.library.memory import Memory, MemoryKind, Terms, fuse, terms
from disputatio.storage import memories, vectors
from disputatio.storage.database import Database
from disputatio.storage.sqlite import raw

SOURCES: dict[str, str] = {
    "debate": "SELECT debate_id, title, coalesce((SELECT topic FROM debate_sessions WHERE id = debates.debate_id), '')"
    " FROM debates WHERE debate_id = ? AND deleted_at IS NULL",
    "turn": "SELECT session_id, agent_role || ' · ' || phase, content FROM debate_turns"
    " JOIN debates ON debate_id = session_id WHERE id = ? AND deleted_at IS NULL",
    "note": "SELECT project, title, body FROM notes WHERE id = ?",
    "document": "SELECT project, title, text FROM documents WHERE id = ?",
    "workspace": "SELECT '', name, description FROM workspaces WHERE id = ?",
    "project": "SELECT workspace, name, description || char(10) || goals FROM projects WHERE id = ?",
    "assignment": "SELECT project, name, description FROM assignments WHERE id = ?",
    "task": "SELECT project, title, description FROM tasks WHERE id = ?",
    "persona": "SELECT workspace, name, about || char(10) || holds || char(10) || cares_for || char(10) || would_change"
    " || char(10) || voice FROM personas WHERE id = ?",
    "insight": "SELECT debate, kind, text FROM insights WHERE id = ? AND status <> 'deleted'",
}
"""How each kind of text is read: what it belongs to, its title, its body."""

PIECE = 8
"""Texts that one piece of idle work indexes: the writer's next caller waits for them, some milliseconds."""

SEARCHED = 100
"""Texts that are indexed at once while somebody waits for a search."""

SHORT = 3
"""Characters below which trigrams find nothing."""

MARKUP: Final = re.compile(r"[*`#]+|^\s*>\s?", re.MULTILINE)
"""Signs of Markdown, which a line of its own does not show."""
AROUND = 70
"""Characters of a snippet on either side of what was found."""


@value
class Hit:
    """A text that was found. `parent` is what it belongs to (a turn's debate, a note's project); `marks` are the
    places (start, end) of the words in the snippet."""

    kind: str
    id: str
    parent: str
    title: str
    snippet: str
    marks: tuple[tuple[int, int], ...]


def index_some(connection: sa.Connection, most: int = PIECE) -> bool:
    """Index what waits longest; True when there may be more."""
    driver = raw(connection)
    waiting = driver.execute("SELECT kind, ref FROM search_queue LIMIT ?", (most,)).fetchall()
    for kind, ref in waiting:
        _index(driver, kind, ref)
    return len(waiting) == most


async def index_all(database: Database) -> None:
    """Index everything that waits."""
    while await database.write(lambda connection: index_some(connection, SEARCHED)):
        pass


class Search:
    """Search over everything. Making one also sees to it that texts are indexed while nobody writes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        database.when_idle(index_some)

    async def find(self, text: str, kinds: Sequence[str] = (), limit: int = 50) -> dict[str, list[Hit]]:
        """Return the texts that hold every word, best first, grouped by kind (all kinds, or those given); `limit` for
        each."""
        words = text.split()
        if not words:
            return {}
        await self.catch_up()
        wanted = kinds or tuple(SOURCES)
        return await self._database.read(lambda connection: _find(raw(connection), words, wanted, limit))

    async def catch_up(self) -> None:
        """Index everything that waits, unless nothing can be written at all."""
        if not self._database.frozen and await self._database.read(_waiting):
            await index_all(self._database)


def _waiting(connection: sa.Connection) -> bool:
    return raw(connection).execute("SELECT 1 FROM search_queue LIMIT 1").fetchone() is not None


def _index(driver: Any, kind: str, ref: str) -> None:
    if kind == "insight":
        memories.mirror_insight(driver, ref)
    elif kind == "episode":
        memories.mirror_episode(driver, ref)
    old = driver.execute("SELECT row FROM search_places WHERE kind = ? AND ref = ?", (kind, ref)).fetchone()
    found = driver.execute(SOURCES[kind], (ref,)).fetchone() if kind in SOURCES else None
    if old is not None:
        driver.execute("DELETE FROM search_index WHERE rowid = ?", old)
    if found is None:
        driver.execute("DELETE FROM search_places WHERE kind = ? AND ref = ?", (kind, ref))
    else:
        parent, title, body = found
        sql = "INSERT INTO search_index (rowid, kind, ref, parent, title, body) VALUES (?, ?, ?, ?, ?, ?)"
        row = driver.execute(sql, (old[0] if old else None, kind, ref, parent, title, body)).lastrowid
        driver.execute("INSERT OR REPLACE INTO search_places (kind, ref, row) VALUES (?, ?, ?)", (kind, ref, row))
    driver.execute("DELETE FROM search_queue WHERE kind = ? AND ref = ?", (kind, ref))


def _find(driver: Any, words: list[str], kinds: Sequence[str], limit: int) -> dict[str, list[Hit]]:
    condition, values, order = text_condition(words)
    found = {}
    for kind in kinds:
        sql = (
            f"SELECT ref, parent, title, body FROM search_index WHERE kind = ? AND {condition} ORDER BY {order} LIMIT ?"
        )
        rows = driver.execute(sql, (kind, *values, limit)).fetchall()
        if rows:
            found[kind] = [_hit(kind, row, words) for row in rows]
    return found


def text_condition(words: Sequence[str]) -> tuple[str, list[str], str]:
    """Return what a row of the index must meet to hold every word, with its values, and the order of the best first."""
    long = [word for word in words if len(word) >= SHORT]
    parts = ["search_index MATCH ?"] if long else []
    values = [" AND ".join(f'"{word.replace(chr(34), chr(34) * 2)}"' for word in long)] if long else []
    for word in words:
        if len(word) < SHORT:
            pattern = "%" + re.sub(r"([%_\\])", r"\\\1", word) + "%"
            parts.append("(title LIKE ? ESCAPE '\\' OR body LIKE ? ESCAPE '\\')")
            values += [pattern, pattern]
    order = "bm25(search_index, 0, 0, 0, 4.0, 1.0)" if long else "rowid DESC"
    return " AND ".join(parts), values, order


def _hit(kind: str, row: tuple[str, str, str, str], words: list[str]) -> Hit:
    ref, parent, title, body = row
    text, marks = snippet(MARKUP.sub("", body), words)
    return Hit(kind=kind, id=ref, parent=parent, title=title, snippet=text, marks=marks)


def snippet(body: str, words: Sequence[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the place of the first word found, with what is around it, on one line, and where the words stand in
    it."""
    pattern = re.compile("|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)), re.IGNORECASE)
    first = pattern.search(body)
    at = first.start() if first else 0
    start, end = max(0, at - AROUND), min(len(body), at + AROUND)
    if start:  # whole words only, where there are any
        start = body.find(" ", start, at) + 1 or start
    if end < len(body):
        end = max(body.rfind(" ", first.end() if first else 0, end), 0) or end
    text = re.sub(r"\s", " ", body[start:end])
    text = ("…" if start else "") + text + ("…" if end < len(body) else "")
    return text, tuple(match.span() for match in pattern.finditer(text))


# ---- hybrid search, joined by reciprocal rank fusion ------------------------------------------------------------
CANDIDATES = 50
"""Memories that each of the two searches contributes."""


@value
class Query:
    """`vector` and `space` (its name) are those of the text where it was embedded. No `scopes`: everywhere; no `kinds`:
    all. `live`: without what is disputed."""

    text: str
    vector: Vector | None = None
    space: str = ""
    scopes: tuple[str, ...] = ()
    kinds: tuple[MemoryKind, ...] = ()
    live: bool = True
    limit: int = 10


@value
class Found:
    memory: Memory
    terms: Terms


class HybridSearch:
    """Its methods raise StorageHeld."""

    def __init__(self, database: Database, search: Search) -> None:
        self._database = database
        self._search = search

    @property
    def index(self) -> str:
        """Say what finds vectors on this machine."""
        able = self._database.capabilities
        return able.vectors or f"numpy ({able.vectors_why})"

    async def find(self, query: Query) -> list[Found]:
        """Return the best memories, best first, with the terms that brought each there."""
        await self._search.catch_up()
        return await self._database.read(lambda connection: hybrid(connection, query))


def hybrid(connection: sa.Connection, query: Query) -> list[Found]:
    driver = raw(connection)
    worded = memories.by_words(driver, query.text, query.scopes, CANDIDATES)
    space = _space_of(driver, query)
    meant = dict(vectors.near(driver, space, query.vector, query.scopes, CANDIDATES)) if space and query.vector else {}
    fused = fuse((worded, list(meant)))
    known = _wanted(memories.read(driver, fused), query)
    others = [id for id in known if id not in meant]
    cosines = meant | (vectors.likeness(driver, space, query.vector, others) if space and query.vector else {})
    newest = sorted(known, key=lambda id: (-known[id].at, -id))
    age = {id: rank for rank, id in enumerate(newest)}
    places = {id: place for place, id in enumerate(worded, 1)}, {id: place for place, id in enumerate(meant, 1)}
    found = []
    for id in [id for id in fused if id in known][: query.limit]:
        why = terms(
            age[id],
            cosines.get(id),
            known[id].importance,
            by_words=places[0].get(id),
            by_meaning=places[1].get(id),
        )
        found.append(Found(memory=known[id], terms=why))
    return found


def _space_of(driver: Any, query: Query) -> vectors.Space | None:
    """Return the space in which a query can be compared, if there is one."""
    space = vectors.find_space(driver, query.space) if query.vector is not None else None
    return space if space is not None and len(query.vector or ()) == space.dimension else None


def _wanted(known: dict[int, Memory], query: Query) -> dict[int, Memory]:
    return {
        id: memory
        for id, memory in known.items()
        if (memory.live or not query.live) and (not query.kinds or memory.kind in query.kinds)
    }
