"""Whether a file is sound: what SQLite finds damaged, which tables are not as they should be, and the text indexes,
which follow from other tables and are made anew when they are broken."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import Any, Final, get_args

import sqlalchemy as sa

from disputatio.library.memory import search_terms
from disputatio.library.workspace import AssignmentStatus, Priority, ProjectStatus, TaskStatus
from disputatio.storage import schema
from disputatio.storage.sqlite import choose

INDEXES: Final = {"search_index": schema.SEARCH_DDL, "memory_words": schema.MEMORY_WORDS_DDL}
NAMES: Final = tuple(f"{place}{name}" for name in INDEXES for place in ("", "main."))
"""How SQLite calls them, and what they are kept in, in its errors."""
MOST: Final = 20
"""Findings of one check."""


def damages(driver: Any) -> list[str]:
    """Return what SQLite finds damaged, table by table where its check cannot get through; nothing when all is well.
    Blocks, and changes nothing."""
    try:
        found = [str(row[0]) for row in driver.execute(f"PRAGMA integrity_check({MOST})")]
    except choose().Error as fault:  # it stops at what it cannot open
        names = (*schema.METADATA.tables, *INDEXES)
        found = [*filter(None, (_unreadable(driver, name) for name in names))] or [str(fault)]
    if found != ["ok"]:  # no further: what can be read through is not known
        return [*found, *lacking(driver)]
    unread = (_unreadable(driver, name) for name in schema.METADATA.tables)
    return lacking(driver) or strange(driver) or [*filter(None, unread)]


def is_of_search(damage: str) -> bool:
    """Whether a finding is about an index of the search, which can be made anew."""
    return any(sign in damage.lower() for sign in ("fts5", *INDEXES))


def _unreadable(driver: Any, table: str) -> str:
    try:
        for _ in driver.execute(f"SELECT * FROM {table}"):
            pass
    except choose().Error as fault:
        return f"{'the index' if table in INDEXES else 'the table'} {table} cannot be read through: {fault}"
    return ""


def lacking(driver: Any) -> list[str]:
    """Return which tables, columns and text indexes of the present schema are not there."""
    found = []
    for name, table in schema.METADATA.tables.items():
        there = {row[1] for row in driver.execute(f"PRAGMA table_info({name})")}
        columns = [column.name for column in table.columns if column.name not in there]
        if not there:
            found.append(f"the table {name} is missing")
        elif columns:
            found.append(f"the table {name} lacks {', '.join(columns)}")
    there = {row[0] for row in driver.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    return found + [f"the index {name} is missing" for name in INDEXES if name not in there]


HOLDS: Final[dict[type[Any], str]] = {
    sa.String: "typeof({0}) = 'text'",
    sa.Integer: "typeof({0}) = 'integer'",
    sa.Boolean: "{0} IN (0, 1)",
    sa.Float: "typeof({0}) IN ('integer', 'real') AND abs({0}) < 9e999",
    sa.LargeBinary: "typeof({0}) = 'blob'",
}
"""What is so of what a column of a kind holds; SQLite itself lets anything in anywhere."""
TEXTS: Final = "texts"
IN_JSON: Final = {
    "debate_sessions": {"config": "object", "outcome": "object"},
    "debate_turns": {"metadata": "object"},
    "code_versions": {"metrics": "object"},
    "projects": {"goals": TEXTS},
    "assignments": {"tasks": TEXTS},
    "notes": {"tags": TEXTS},
    "corpus_sources": {"held_back": TEXTS, "notes": TEXTS},
    "bin": {"items": "array"},
    "repository_files": {"outline": "array"},
}
"""Columns whose text is JSON, and of what kind."""


def _of_kind(column: str, kind: str) -> str:
    """Return what is so of JSON of a kind, where it is JSON at all."""
    texts = f" AND NOT EXISTS (SELECT 1 FROM json_each({column}) WHERE type != 'text')" if kind == TEXTS else ""
    of_kind = f"json_type({column}) = '{'array' if texts else kind}'{texts}"
    return f"CASE WHEN json_valid({column}) THEN {of_kind} ELSE 0 END"


UNNUMBERED: Final = "SELECT 1 FROM memories WHERE kind = 'passage' AND ref NOT GLOB '*#[0-9]*' LIMIT 1"
UNLOGGED: Final = """SELECT debate_id FROM debates WHERE head_seq != (SELECT count(*) FROM events
    WHERE events.debate_id = debates.debate_id AND seq BETWEEN 1 AND head_seq)"""


CHOSEN: Final = {
    "projects": {"status": ProjectStatus},
    "assignments": {"status": AssignmentStatus, "priority": Priority},
    "tasks": {"status": TaskStatus, "priority": Priority},
}
"""Columns that hold one of some words."""


def strange(driver: Any) -> list[str]:
    """Return which columns hold what was never written there. Blocks, and raises the driver's error for what cannot be
    read at all."""
    found = []
    for name, table in schema.METADATA.tables.items():
        for column in table.columns:
            holds = HOLDS[type(column.type)].format(column.name)
            if kind := IN_JSON.get(name, {}).get(column.name):
                holds = f"({holds} AND {_of_kind(column.name, kind)})"
            if words := CHOSEN.get(name, {}).get(column.name):
                holds = f"{column.name} IN ({', '.join(repr(word) for word in get_args(words))})"
            allowed = f"{column.name} IS NULL OR ({holds})" if column.nullable else holds
            if driver.execute(f"SELECT 1 FROM {name} WHERE NOT ({allowed}) LIMIT 1").fetchone():
                found.append(f"the table {name} holds what cannot stand in {column.name}")
    if driver.execute(UNNUMBERED).fetchone():
        found.append("the table memories holds what cannot stand in ref")
    for (debate,) in driver.execute(UNLOGGED):
        found.append(f"the log of the debate {debate} does not end where it should")
    return found[:MOST]


def broken_indexes(driver: Any) -> list[str]:
    """Return the text indexes that are damaged or missing."""
    return [name for name in INDEXES if not _whole(driver, name)]


def _whole(driver: Any, name: str) -> bool:
    try:
        driver.execute(f"SELECT * FROM {name} LIMIT 1").fetchone()
        driver.execute(f"INSERT INTO {name} ({name}) VALUES ('integrity-check')")
    except choose().Error:
        return False
    return True


def rebuild_index(driver: Any, name: str) -> None:
    """Make a text index anew from the tables that it follows from; of the search, what is to be indexed waits for
    whoever searches next. Raises the driver's error where the tables are damaged, too."""
    with suppress(choose().Error):  # of a version that is not known, it could not even be dropped
        driver.execute(f"UPDATE {name}_config SET v = 4 WHERE k = 'version'")
    driver.execute(f"DROP TABLE IF EXISTS {name}")
    driver.execute(INDEXES[name])
    if name == "search_index":
        driver.execute("INSERT OR IGNORE INTO search_queue (kind, ref) SELECT kind, ref FROM search_places")
        driver.execute("DELETE FROM search_places")
        return
    for id, scope, text in driver.execute("SELECT id, scope, text FROM memories").fetchall():
        index_words(driver, id, scope, text)


def index_words(driver: Any, id: int, scope: str, text: str) -> None:
    """Let a memory be found by its words."""
    words = (id, scope_word(scope), search_terms(text))
    driver.execute("INSERT INTO memory_words (rowid, scope, words) VALUES (?, ?, ?)", words)


def scope_word(scope: str) -> str:
    """Return a scope as one word, whatever it holds."""
    return "x" + hashlib.sha256(scope.encode("utf-8", "surrogatepass")).hexdigest()[:24]
