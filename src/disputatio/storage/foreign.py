"""A database from elsewhere, read as data: nothing that its schema could make SQLite do is let in. Its rows go one by
one into tables of our own making; leases and commands of other processes stay behind, and indexes are made anew."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import sqlalchemy as sa

from disputatio.debate.errors import Refused
from disputatio.debate.wording import tr
from disputatio.storage import code, schema, soundness
from disputatio.storage.chain import Head, event_of_row, verify
from disputatio.storage.codec import Unreadable
from disputatio.storage.log import require_sane
from disputatio.storage.projections import read_rows
from disputatio.storage.sqlite import choose, insert

VIRTUAL: Final = re.compile(r"(search_index|memory_words|vectors_of_\d+|code_words_of_\d+)(_[a-z0-9]+)*")
"""The text and vector indexes, and the tables in which SQLite keeps them."""
MADE: Final = re.compile(
    "|".join(
        (
            *(re.escape(" ".join(ddl.split())) for ddl in soundness.INDEXES.values()),
            r"CREATE VIRTUAL TABLE code_words_of_\d+ USING fts5\(names, paths, words\)",
            r"CREATE VIRTUAL TABLE vectors_of_\d+ USING vec0"
            r"\(scope text partition key, vector float\[\d+\], chunk_size=64\)",
        )
    )
)
"""How we make them."""
CODE: Final = re.compile(r"code_words_of_(\d{1,18})")
LEFT: Final = ("leases", "inbox", "search_queue", "search_places")
"""Tables that are of the moment, or made anew: a command in the inbox would be carried out, and could be paid for."""
TYPES: Final[dict[type[Any], tuple[type, ...]]] = {
    sa.String: (str,),
    sa.Integer: (int,),
    sa.Boolean: (int,),
    sa.Float: (int, float),
    sa.LargeBinary: (bytes,),
}
QUEUED: Final = {
    "debate": "SELECT debate_id FROM debates",
    "turn": "SELECT id FROM debate_turns",
    **{kind: f"SELECT id FROM {kind}s" for kind in ("note", "document", "workspace", "project", "assignment", "task")},
    **{kind: f"SELECT id FROM {kind}s" for kind in ("persona", "insight")},
}
"""What the search finds, and where it is kept."""
ROWS: Final = 500


class NotOurs(Refused):
    """What is in the file is not what Disputatio writes. `why` completes "… cannot be restored: "."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def connect(path: Path) -> Any:
    """Open a file from elsewhere so that it can only be read, and its schema runs nothing."""
    driver = choose().connect(f"file:{quote(str(path))}?immutable=1", uri=True, isolation_level=None)
    for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON", "temp_store = MEMORY"):
        driver.execute(f"PRAGMA {pragma}")
    return driver


def require_ours(driver: Any) -> int:
    """Return the version of the schema. Raises NotOurs for anything in it that we do not make."""
    (application,) = driver.execute("PRAGMA application_id").fetchone()
    (version,) = driver.execute("PRAGMA user_version").fetchone()
    if application != schema.APPLICATION or not 1 <= version <= schema.VERSION:
        raise NotOurs("its database is not of Disputatio")
    known = set(schema.METADATA.tables)
    for kind, name, table, sql in driver.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema"):
        if kind not in ("table", "index"):
            raise NotOurs(
                tr("its database has a {kind} ({name!r}), which Disputatio never makes").format(
                    kind=kind, name=str(name)[:60]
                )
            )
        if VIRTUAL.fullmatch(str(table)):
            if str(sql).upper().startswith("CREATE VIRTUAL") and not MADE.fullmatch(" ".join(str(sql).split())):
                raise NotOurs(tr("its table {name} is not made as Disputatio makes it").format(name=name))
        elif table not in known and not str(table).startswith("sqlite_"):
            raise NotOurs(
                tr("its database has a table {table!r}, which Disputatio does not know").format(table=str(table)[:60])
            )
        elif str(sql).upper().startswith("CREATE VIRTUAL"):
            raise NotOurs(tr("its table {name} is not a table of its own").format(name=name))
    for name in known:
        if any(row[6] for row in driver.execute(f"PRAGMA table_xinfo({name})")):
            raise NotOurs(tr("its table {name} has columns that compute something").format(name=name))
    if driver.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise NotOurs("its database is damaged")
    return int(version)


def require_restorable(driver: Any) -> None:
    """Raise NotOurs, or the driver's error, for a file of the present schema that `copy` would not take. Reads all of
    it."""
    require_ours(driver)
    _require_tables(driver)
    for name, table in schema.METADATA.tables.items():
        if name not in LEFT:
            for _ in _rows(driver, table):
                pass
    for (debate,) in driver.execute("SELECT debate_id FROM debates").fetchall():
        _require_sane(driver, debate)


def _require_tables(driver: Any) -> None:
    if gone := [each for each in soundness.lacking(driver) if not each.startswith("the index")]:
        raise NotOurs(tr("in its database {gone}").format(gone=gone[0]))


def copy(driver: Any, target: Any) -> tuple[str, ...]:
    """Copy what is in a file of the present schema into an empty one of our own making. Returns whose logs were changed
    since they were made, each with what is wrong: they come as they are. Raises NotOurs."""
    _require_tables(driver)
    for name, table in schema.METADATA.tables.items():
        if name in LEFT:
            continue
        target.execute(f"DELETE FROM {name}")  # a new file has a first workspace
        target.executemany(insert(table), _rows(driver, table))
    for (name,) in driver.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        if found := CODE.fullmatch(name):
            _copy_code(driver, target, int(found[1]))
    target.execute("UPDATE embedding_spaces SET stale = 1")  # their indexes are made anew when they are used
    for kind, sql in QUEUED.items():
        target.execute(f"INSERT OR IGNORE INTO search_queue (kind, ref) SELECT '{kind}', * FROM ({sql})")
    soundness.rebuild_index(target, "memory_words")
    debates = target.execute("SELECT debate_id, title, head_seq, head_hash FROM debates").fetchall()
    for debate, *_ in debates:
        _require_sane(target, debate)
    changed = (
        (title or id, verify(read_rows(target, id), Head(seq=seq, hash=hash))) for id, title, seq, hash in debates
    )
    return tuple(f"{title} ({findings[0].rstrip('.')})" for title, findings in changed if findings)


def _rows(driver: Any, table: sa.Table) -> Iterator[tuple[object, ...]]:
    columns = list(table.columns)
    cursor = driver.execute(f"SELECT {', '.join(column.name for column in columns)} FROM {table.name} NOT INDEXED")
    while rows := cursor.fetchmany(ROWS):
        for row in rows:
            for column, value in zip(columns, row, strict=True):
                if not _fits(column, value):
                    raise NotOurs(
                        tr("its table {table} holds what cannot be a {column}").format(
                            table=table.name, column=column.name
                        )
                    )
            yield row


def _fits(column: sa.Column[Any], value: object) -> bool:
    if value is None:
        return bool(column.nullable)
    return isinstance(value, TYPES[type(column.type)]) and (not isinstance(value, float) or math.isfinite(value))


def _copy_code(driver: Any, target: Any, id: int) -> None:
    """Copy the words of a repository from the plain table in which its text index keeps them."""
    if target.execute("SELECT 1 FROM repositories WHERE id = ?", (id,)).fetchone() is None:
        return
    code.create_index(target, id)
    for row in driver.execute(f"SELECT id, c0, c1, c2 FROM code_words_of_{id:d}_content"):
        if not (isinstance(row[0], int) and all(isinstance(each, str) for each in row[1:])):
            raise NotOurs(tr("its table code_words_of_{id:d} holds what cannot be words").format(id=id))
        target.execute(f"INSERT INTO code_words_of_{id:d} (rowid, names, paths, words) VALUES (?, ?, ?, ?)", row)


def _require_sane(target: Any, debate: str) -> None:
    """Raise NotOurs for a log whose figures cannot be so; a chain that does not hold is told, and for the audit
    to say."""
    log = read_rows(target, debate)
    try:
        require_sane([event_of_row(row) for row in log], (json.loads(row.body) for row in log))
    except Refused as refused:
        raise NotOurs(
            tr("of its debate {debate}, {what}{what2}").format(
                debate=debate[:60], what=refused.what[0].lower(), what2=refused.what[1:].rstrip(".")
            )
        ) from refused
    except (Unreadable, ValueError, RecursionError, OverflowError) as fault:
        raise NotOurs(tr("an event of its debate {debate} cannot be read").format(debate=debate[:60])) from fault
