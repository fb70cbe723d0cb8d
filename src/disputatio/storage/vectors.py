"""Vectors: kept as float32 in a table, found through sqlite-vec where it is there, else with numpy.

The table is the truth and the vec0 tables are indexes of it, so that one file serves machines with and without the
extension. Measured (design/backend.md §2): one partition of fifty in 100,000 vectors of 384 numbers takes 1.5 ms with
`chunk_size = 64`. All functions take the driver's connection, inside a transaction of the caller.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any, Final

from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.engine.errors import InvalidReply
from disputatio.engine.ports import Vector

MOST = 4096
"""Neighbours that sqlite-vec gives at most."""


@value
class Space:
    """One model with one dimension. Vectors of different spaces are never compared."""

    id: int
    name: str
    dimension: int
    stale: bool = False

    @property
    def index(self) -> str:
        return f"vectors_of_{self.id}"


def native(driver: Any) -> bool:
    """Return whether this connection has sqlite-vec."""
    return driver.execute("SELECT 1 FROM pragma_module_list WHERE name = 'vec0'").fetchone() is not None


SPACE: Final = "s.id, s.name, s.dimension, s.stale"
"""What `space_of` reads, of the table `embedding_spaces` as `s`."""


def space_of(row: Sequence[Any]) -> Space:
    id, name, dimension, stale = row
    return Space(id=id, name=name, dimension=dimension, stale=bool(stale))


def find_space(driver: Any, name: str) -> Space | None:
    row = driver.execute(f"SELECT {SPACE} FROM embedding_spaces s WHERE s.name = ?", (name,)).fetchone()
    return space_of(row) if row else None


def ready_space(driver: Any, name: str, dimension: int, now: float) -> Space:
    """Return the space, made where it is new, its index mended where somebody without sqlite-vec has written."""
    able = native(driver)
    sql = "INSERT OR IGNORE INTO embedding_spaces (name, dimension, stale, created_at) VALUES (?, ?, 1, ?)"
    driver.execute(sql, (name, dimension, now))
    space = find_space(driver, name)
    assert space is not None
    if able and space.stale:
        _index_anew(driver, space)
        driver.execute("UPDATE embedding_spaces SET stale = 0 WHERE id = ?", (space.id,))
    return Space(id=space.id, name=name, dimension=space.dimension, stale=not able)


def _index_anew(driver: Any, space: Space) -> None:
    driver.execute(f"DROP TABLE IF EXISTS {space.index}")
    driver.execute(
        f"CREATE VIRTUAL TABLE {space.index} USING vec0"
        f"(scope text partition key, vector float[{space.dimension}], chunk_size=64)"
    )
    driver.execute(
        f"INSERT INTO {space.index} (rowid, scope, vector) SELECT memory, scope, vector FROM vectors"
        " WHERE space = ? AND length(vector) = ?",
        (space.id, space.dimension * 4),
    )


def put(driver: Any, space: Space, memory: int, scope: str, vector: Vector) -> None:
    """Keep the vector of a memory, in place of any that it has. Raises InvalidReply for one of another space."""
    if len(vector) != space.dimension or vector.typecode != "f":
        raise InvalidReply(
            tr("A vector of {number_of_vector} numbers does not belong to {space}.").format(
                number_of_vector=len(vector), space=space.name
            ),
            "Embed the memories again.",
        )
    able = _writable(driver, space)
    if able:
        driver.execute(f"DELETE FROM {space.index} WHERE rowid = ?", (memory,))
    content = vector.tobytes()
    sql = "INSERT OR REPLACE INTO vectors (memory, space, scope, vector) VALUES (?, ?, ?, ?)"
    driver.execute(sql, (memory, space.id, scope, content))
    if able:
        sql = f"INSERT INTO {space.index} (rowid, scope, vector) VALUES (?, ?, ?)"
        driver.execute(sql, (memory, scope, content))


def forget(driver: Any, memory: int) -> None:
    """Drop the vectors of a memory, in all spaces."""
    sql = f"SELECT {SPACE} FROM embedding_spaces s JOIN vectors v ON v.space = s.id WHERE v.memory = ?"
    for space in map(space_of, driver.execute(sql, (memory,)).fetchall()):
        if _writable(driver, space):
            driver.execute(f"DELETE FROM {space.index} WHERE rowid = ?", (memory,))
    driver.execute("DELETE FROM vectors WHERE memory = ?", (memory,))


def forget_scope(driver: Any, scope: str) -> None:
    """Drop all vectors of a scope, in all spaces."""
    sql = f"SELECT DISTINCT {SPACE} FROM embedding_spaces s JOIN vectors v ON v.space = s.id WHERE v.scope = ?"
    for space in map(space_of, driver.execute(sql, (scope,)).fetchall()):
        if _writable(driver, space):
            sql = f"DELETE FROM {space.index} WHERE rowid = ?"
            of = "SELECT memory FROM vectors WHERE space = ? AND scope = ?"
            driver.executemany(sql, driver.execute(of, (space.id, scope)).fetchall())
        driver.execute("DELETE FROM vectors WHERE space = ? AND scope = ?", (space.id, scope))


def drop_space(driver: Any, space: Space) -> None:
    """Forget a space with all its vectors. Without sqlite-vec its index stays, empty of use, until one comes."""
    driver.execute("DELETE FROM vectors WHERE space = ?", (space.id,))
    if native(driver):
        driver.execute(f"DROP TABLE IF EXISTS {space.index}")
        driver.execute("DELETE FROM embedding_spaces WHERE id = ?", (space.id,))
    else:
        driver.execute("UPDATE embedding_spaces SET stale = 1 WHERE id = ?", (space.id,))


def _writable(driver: Any, space: Space) -> bool:
    """Return whether the index can follow a change. If not, it is marked: whoever has the extension makes it anew."""
    if space.stale:
        return False
    if native(driver):
        return True
    driver.execute("UPDATE embedding_spaces SET stale = 1 WHERE id = ?", (space.id,))
    return False


def near(
    driver: Any, space: Space, vector: Vector, scopes: Sequence[str] = (), limit: int = 50
) -> list[tuple[int, float]]:
    """Return (memory, cosine) of the nearest, in these scopes or everywhere, nearest first, ties by id."""
    limit = min(limit, MOST)
    search = _by_index if native(driver) and not space.stale else _by_numpy
    found: list[tuple[int, float]] = []
    for scope in scopes or (None,):
        found += search(driver, space, vector, scope, limit)
    return sorted(found, key=lambda item: (-item[1], item[0]))[:limit]


def _by_index(driver: Any, space: Space, vector: Vector, scope: str | None, limit: int) -> list[tuple[int, float]]:
    """Of vectors of length 1 the cosine is 1 - d² / 2, d being their distance."""
    condition, values = (" AND scope = ?", [scope]) if scope is not None else ("", [])
    sql = f"SELECT rowid, distance FROM {space.index} WHERE vector MATCH ? AND k = ?{condition}"
    rows = driver.execute(sql, (vector.tobytes(), limit, *values)).fetchall()
    return [(memory, 1 - distance * distance / 2) for memory, distance in rows]


def _by_numpy(driver: Any, space: Space, vector: Vector, scope: str | None, limit: int) -> list[tuple[int, float]]:
    condition, values = (" AND scope = ?", [scope]) if scope is not None else ("", [])
    sql = f"SELECT memory, vector FROM vectors WHERE space = ?{condition} AND length(vector) = ?"
    rows = driver.execute(sql, (space.id, *values, space.dimension * 4)).fetchall()
    return _nearest(rows, vector, limit)


def _nearest(rows: Sequence[tuple[int, bytes]], vector: Vector, limit: int) -> list[tuple[int, float]]:
    """Use einsum rather than a product by BLAS, whose threads wait for one another on a busy machine: measured for
    2,000 vectors 0.1 ms always, instead of 0.02 or 8."""
    import numpy as np

    if not rows:
        return []
    matrix = np.frombuffer(b"".join(content for _, content in rows), np.float32).reshape(len(rows), -1)
    cosines = np.einsum("ij,j->i", matrix, np.frombuffer(vector, np.float32))
    best = np.argpartition(-cosines, limit - 1)[:limit] if limit < len(rows) else np.arange(len(rows))
    return [(rows[place][0], float(cosines[place])) for place in best.tolist()]


def likeness(driver: Any, space: Space, vector: Vector, memories: Iterable[int]) -> dict[int, float]:
    """Return the cosines of some memories, those that have a vector."""
    wanted = list(memories)
    marks = ", ".join("?" * len(wanted))
    sql = f"SELECT memory, vector FROM vectors WHERE space = ? AND length(vector) = ? AND memory IN ({marks})"
    rows = driver.execute(sql, (space.id, space.dimension * 4, *wanted)).fetchall()
    return dict(_nearest(rows, vector, len(rows)))


def vector_of(driver: Any, space: Space, memory: int) -> Vector | None:
    row = driver.execute("SELECT vector FROM vectors WHERE memory = ? AND space = ?", (memory, space.id)).fetchone()
    return array("f", row[0]) if row else None
