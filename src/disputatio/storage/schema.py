"""The tables. `VERSION` goes up with every change of them, together with a migration of the same number.

`events` is the truth. `debate_sessions`, `debate_turns`, `code_versions` are projections, rebuildable from it.
Times are seconds since 1970 UTC (`datetime(created_at, 'unixepoch')` shows them), money is in micro-dollars.

Small tables with a text key have no rowid: one page less to write a change. `events` keeps its own, so that the logs of
many running debates all grow at one end (measured: a fifth faster with fifty of them).

It stays one long table: tables refer to one another, and a migration is compared with all of them at once.
"""

from __future__ import annotations

from functools import cache

import sqlalchemy as sa
from sqlalchemy import Column, Float, Index, Integer, String, Table

VERSION = 7

APPLICATION = 0x44535054
"""SQLite's application_id of our files: "DSPT"."""

METADATA = sa.MetaData()


def _key(name: str = "id") -> Column[str]:
    return Column(name, String, primary_key=True)


def _text(name: str) -> Column[str]:
    return Column(name, String, nullable=False, server_default="")


def _optional(name: str) -> Column[str]:
    return Column(name, String)


def _count(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False, server_default="0")


def _time(name: str) -> Column[float]:
    return Column(name, Float, nullable=False)


def _number(name: str) -> Column[float]:
    return Column(name, Float)


DEBATES = Table(
    "debates",
    METADATA,
    _key("debate_id"),
    _text("title"),
    _time("created_at"),
    _time("updated_at"),
    _count("head_seq"),
    _text("head_hash"),
    _count("projected_seq"),
    _number("deleted_at"),
    Column("imported", sa.Boolean, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)
"""`imported`: it comes from elsewhere, or was forked from one that does, so that nothing of it is recalled in other
debates before a person has confirmed it."""
EVENTS = Table(
    "events",
    METADATA,
    _key("debate_id"),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    _time("at"),
    _text("type"),
    _text("body"),
    _text("prev_hash"),
    _text("hash"),
)
REQUESTS = Table("requests", METADATA, _key("hash"), _text("body"))
LEASES = Table("leases", METADATA, _key("debate_id"), _text("holder"), _text("host"), _count("pid"), _time("heartbeat"))
INBOX = Table(
    "inbox",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("debate_id", String, nullable=False, index=True),
    _time("at"),
    _text("type"),
    _text("body"),
    sqlite_autoincrement=True,
)

SESSIONS = Table(
    "debate_sessions",
    METADATA,
    _key(),
    _text("debate_id"),
    _text("topic"),
    _text("format"),
    Column("status", String, nullable=False, index=True),
    _text("why"),
    _text("topology_type"),
    _text("coordination_protocol"),
    _text("config"),
    _text("initiated_by"),
    _time("created_at"),
    _time("updated_at"),
    _number("completed_at"),
    _count("total_rounds"),
    _count("total_turns"),
    _number("final_consensus_score"),
    _optional("outcome"),
    _count("cost"),
    _count("unpriced_turns"),
    _count("tokens"),
    _text("context_kind"),
    _text("context_ref"),
    _text("context_title"),
    _text("parent"),
    Index("sessions_by_context", "context_kind", "context_ref"),
    sqlite_with_rowid=False,
)
TURNS = Table(
    "debate_turns",
    METADATA,
    _key(),
    Column("session_id", String, nullable=False, index=True),
    _count("seq"),
    _text("path"),
    Column("round", Integer),
    _text("phase"),
    _text("agent_id"),
    _text("agent_role"),
    _text("provider"),
    _text("model"),
    _text("content"),
    _number("confidence"),
    _text("tool_calls"),
    _optional("test_results"),
    _optional("reflections"),
    _text("metadata"),
    _time("created_at"),
    _count("response_time_ms"),
)
CODE_VERSIONS = Table(
    "code_versions",
    METADATA,
    _key(),
    Column("session_id", String, nullable=False, index=True),
    _text("turn_id"),
    _text("language"),
    _text("code"),
    _count("version_number"),
    _number("quality_score"),
    _number("test_pass_rate"),
    _optional("metrics"),
    _text("diff_from_previous"),
    _time("created_at"),
)
EPISODES = Table(
    "episodes",
    METADATA,
    _key(),
    Column("session_id", String, nullable=False, index=True),
    _text("turn_id"),
    Column("agent_id", String, nullable=False, index=True),
    _text("agent_role"),
    _text("task"),
    _count("attempt"),
    _text("language"),
    _text("code"),
    Column("passed", sa.Boolean, nullable=False),
    _text("test_results"),
    _text("failure_analysis"),
    _text("reflection"),
    _text("improvement"),
    _number("confidence"),
    Column("created_at", Float, nullable=False, index=True),
)
"""Attempts at programs of which one failed, the newest thousand. Those that failed are memories (kind `episode`),
and so is the task of their debate (kind `task`)."""

WORKSPACES = Table(
    "workspaces", METADATA, _key(), _text("name"), _text("description"), _time("created_at"), _time("updated_at")
)
PROJECTS = Table(
    "projects",
    METADATA,
    _key(),
    Column("workspace", String, nullable=False, index=True),
    _text("name"),
    _text("description"),
    _text("goals"),
    _text("status"),
    _time("created_at"),
    _time("updated_at"),
)
ASSIGNMENTS = Table(
    "assignments",
    METADATA,
    _key(),
    Column("project", String, nullable=False, index=True),
    _text("name"),
    _text("description"),
    _text("status"),
    _text("priority"),
    _text("tasks"),
    _time("created_at"),
    _time("updated_at"),
)
TASKS = Table(
    "tasks",
    METADATA,
    _key(),
    Column("project", String, nullable=False, index=True),
    _text("title"),
    _text("description"),
    _text("status"),
    _text("priority"),
    _time("created_at"),
    _time("updated_at"),
)
DOCUMENTS = Table(
    "documents",
    METADATA,
    _key(),
    Column("workspace", String, nullable=False, index=True),
    Column("project", String, nullable=False, index=True, server_default=""),
    Column("assignment", String, nullable=False, index=True, server_default=""),
    _text("title"),
    _text("text"),
    _text("source"),
    _text("debate"),
    _time("created_at"),
    _time("updated_at"),
)
NOTES = Table(
    "notes",
    METADATA,
    _key(),
    Column("workspace", String, nullable=False, index=True),
    Column("project", String, nullable=False, index=True, server_default=""),
    _text("title"),
    _text("body"),
    _text("author"),
    _text("tags"),
    _text("colour"),
    _text("debate"),
    _time("created_at"),
    _time("updated_at"),
)
PERSONAS = Table(
    "personas",
    METADATA,
    _key(),
    Column("workspace", String, nullable=False, index=True),
    _text("name"),
    _text("about"),
    _text("holds"),
    _text("cares_for"),
    _text("would_change"),
    _text("voice"),
    _time("created_at"),
    _time("updated_at"),
)
CORPUS_SOURCES = Table(
    "corpus_sources",
    METADATA,
    _key(),
    Column("persona", String, nullable=False, index=True),
    _text("name"),
    _text("kind"),
    _text("digest"),
    _count("pages"),
    _count("characters"),
    _count("chunks"),
    _text("held_back"),
    _text("notes"),
    _time("created_at"),
)
"""The files of a persona's corpus. They stay while the persona is in the bin."""
CORPUS_CHUNKS = Table(
    "corpus_chunks",
    METADATA,
    _key("source"),
    Column("number", Integer, primary_key=True, autoincrement=False),
    _text("section"),
    _count("page"),
    _text("text"),
)
"""The passages of those files. Each is a memory, too (kind `passage`, ref `source#number`): so it is found."""
INSIGHTS = Table(
    "insights",
    METADATA,
    _key(),
    _text("text"),
    _text("kind"),
    Column("confidence", Float, nullable=False),
    Column("agreed_by_all", sa.Boolean, nullable=False),
    _text("status"),
    Column("debate", String, nullable=False, index=True),
    _text("context_kind"),
    _text("context_ref"),
    _count("retrievals"),
    _number("retrieved_at"),
    _time("created_at"),
    _time("updated_at"),
    _text("merged_into"),
    _text("why"),
    Column("rehearsed", sa.Boolean, nullable=False, server_default="0"),
    _count("reviewed"),
    Index("insights_by_context", "context_kind", "context_ref"),
    Index("insights_not_reviewed", "reviewed", sqlite_where=sa.text("reviewed = 0")),
)
"""`reviewed`: it was compared with what was known before (see `insights.review`)."""

MEMORIES = Table(
    "memories",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("ref", String, nullable=False),
    Column("scope", String, nullable=False, index=True),
    _text("text"),
    Column("importance", Float, nullable=False),
    _text("debate"),
    _text("persona"),
    _count("round"),
    _time("at"),
    Column("live", sa.Boolean, nullable=False, server_default="1"),
    sa.UniqueConstraint("kind", "ref"),
    sqlite_autoincrement=True,
)
"""Whatever can be recalled. The ids are the rows of the text index and of the vector indexes, and never used again."""
SPACES = Table(
    "embedding_spaces",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    _count("dimension"),
    _count("stale"),
    _time("created_at"),
)
"""One for each model and dimension. `stale`: somebody without sqlite-vec changed its vectors; the index is to be made
anew."""
VECTORS = Table(
    "vectors",
    METADATA,
    Column("memory", Integer, primary_key=True, autoincrement=False),
    Column("space", Integer, primary_key=True, autoincrement=False),
    Column("scope", String, nullable=False),
    Column("vector", sa.LargeBinary, nullable=False),
    Index("vectors_by_scope", "space", "scope"),
)
"""The embeddings themselves, as float32. The tables `vectors_of_N` (vec0, one for each space) are indexes of them."""
REPOSITORIES = Table(
    "repositories",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("path", String, nullable=False, unique=True),
    Column("first", String, nullable=False, index=True),
    _text("name"),
    _text("commit_id"),
    _count("scheme"),
    _number("indexed_at"),
    _time("opened_at"),
    sqlite_autoincrement=True,
)
"""Repositories that were opened: the folder and the first commit (a moved folder is known again by it), and the commit
that was indexed. `scheme` is that of the chunks: those of an older one are made anew. Each has a table
`code_words_of_N` (FTS5) of its own, so that forgetting it is cheap and words are weighed by their rarity in it."""
REPOSITORY_FILES = Table(
    "repository_files",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("repository", Integer, nullable=False),
    Column("path", String, nullable=False),
    Column("blob", String, nullable=False),
    _text("language"),
    _text("outline"),
    sa.UniqueConstraint("repository", "path"),
)
"""What was indexed, by path and id of the blob; `outline` is JSON (see repository.outline)."""
REPOSITORY_CHUNKS = Table(
    "repository_chunks",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("repository", Integer, nullable=False, index=True),
    Column("file", Integer, nullable=False, index=True),
    _count("first_line"),
    _count("last_line"),
    _text("kind"),
    _text("name"),
    sqlite_autoincrement=True,
)
"""Where chunks stand. Their text stays in the repository; in `vectors` their ids are negative, to keep them apart from
memories. Never used again."""
REPOSITORY_SUMMARIES = Table(
    "repository_summaries",
    METADATA,
    Column("repository", Integer, primary_key=True, autoincrement=False),
    _key("kind"),
    _key("path"),
    Column("source", String, nullable=False),
    _text("text"),
    _text("model"),
    _text("commit_id"),
    _time("at"),
    sqlite_with_rowid=False,
)
"""What a model wrote about a file, a folder or the whole. `source` is the id of the blob, or a hash of what lies below:
a summary whose source is another by now is stale."""
BIN = Table("bin", METADATA, _key(), _text("kind"), _text("title"), _text("items"), _time("deleted_at"))

SEARCH_QUEUE = Table("search_queue", METADATA, _key("kind"), _key("ref"), sqlite_with_rowid=False)
SEARCH = Table(
    "search_index", sa.MetaData(), _text("kind"), _text("ref"), _text("parent"), _text("title"), _text("body")
)
"""A virtual table (FTS5), hence not of METADATA."""

SEARCH_DDL = """CREATE VIRTUAL TABLE search_index USING fts5(
    kind UNINDEXED, ref UNINDEXED, parent UNINDEXED, title, body, tokenize = 'trigram')"""
SEARCH_PLACES = Table(
    "search_places", METADATA, _key("kind"), _key("ref"), Column("row", Integer, nullable=False, unique=True)
)
"""Where a text stands in the index: FTS5 finds its rows by number only."""


MEMORY_WORDS_DDL = "CREATE VIRTUAL TABLE memory_words USING fts5(scope, words, tokenize = 'unicode61')"
"""The stems of each memory's words, and its scope as one word, so that a search reads one scope only."""

FIRST_WORKSPACE = """INSERT INTO workspaces (id, name, description, created_at, updated_at)
    VALUES ('default', 'Personal', '', strftime('%s', 'now'), strftime('%s', 'now'))"""


@cache
def _tables_ddl() -> tuple[str, ...]:
    """What makes the tables and their indexes: to put it together takes longer than SQLite needs to carry it out."""
    statements: list[str] = []

    def note(statement: sa.Executable, *_: object, **__: object) -> None:
        assert isinstance(statement, sa.ClauseElement)
        statements.append(str(statement.compile(dialect=engine.dialect)))

    engine = sa.create_mock_engine("sqlite://", note)
    METADATA.create_all(engine, checkfirst=False)
    return tuple(statements)


def create(connection: sa.Connection) -> None:
    """Make all tables of the present version in an empty file."""
    for statement in _tables_ddl():
        connection.exec_driver_sql(statement)
    connection.exec_driver_sql(SEARCH_DDL)
    connection.exec_driver_sql(MEMORY_WORDS_DDL)
    connection.exec_driver_sql(FIRST_WORKSPACE)
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
