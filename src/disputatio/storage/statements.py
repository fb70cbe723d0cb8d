"""SQL text of the hot path, compiled once from the tables, with values in the order of their columns."""

from __future__ import annotations

from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite


def raw(connection: sa.Connection) -> Any:
    """The driver's own connection, inside the same transaction."""
    return connection.connection.driver_connection


@cache
def text_of(statement: sa.sql.ClauseElement) -> str:
    return str(statement.compile(dialect=sqlite.dialect(paramstyle="qmark")))


@cache
def insert(table: sa.Table) -> str:
    return text_of(sa.insert(table))


@cache
def keep(table: sa.Table) -> str:
    """Insert; a row that is there already stays."""
    return text_of(sqlite.insert(table).on_conflict_do_nothing())


@cache
def upsert(table: sa.Table, *keep_columns: str) -> str:
    """Insert, or replace the row with the same key, but for some columns of it."""
    statement = sqlite.insert(table)
    keys = list(table.primary_key.columns)
    new = {
        c.name: statement.excluded[c.name] for c in table.columns if not c.primary_key and c.name not in keep_columns
    }
    if not new:
        return text_of(statement.on_conflict_do_nothing())
    return text_of(statement.on_conflict_do_update(index_elements=keys, set_=new))
