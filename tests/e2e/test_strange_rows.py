"""Rows that nobody could have written: SQLite lets anything in anywhere. No command takes that for a fault of the
program, and none waits for what is not there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from disputatio.storage.sqlite import choose


@pytest.fixture
def debated(program: Any) -> str:
    """A debate that has ended, and a note."""
    id = str(program.debate("--rounds", "1").events[0]["debate"])
    made = (
        ("project", "add", "Shop"),
        ("task", "add", "Do", "--project", "Shop"),
        ("note", "add", "A", "--body", "So."),
    )
    assert all(program(*command).code == 0 for command in made)
    return id


@contextmanager
def opened(home: Path) -> Iterator[Any]:
    database = choose().connect(str(home / "disputatio.db"), isolation_level=None)
    try:
        yield database
    finally:
        database.close()


STRANGE = {
    ("debates", "updated_at"): "'soon'",
    ("debates", "head_seq"): "'['",
    ("debates", "title"): "x'ff00fe'",
    ("debate_sessions", "outcome"): "'x'",
    ("debate_sessions", "cost"): "'dear'",
    ("debate_sessions", "final_consensus_score"): "9e999",
    ("debate_turns", "metadata"): "'[1, 2]'",
    ("debate_turns", "created_at"): "'then'",
    ("notes", "tags"): "'5'",
    ("tasks", "priority"): "'x'",
    ("projects", "goals"): "''",
    ("notes", "updated_at"): "x'00'",
}


@pytest.mark.parametrize(("place", "value"), STRANGE.items(), ids=str)
def test_what_a_table_cannot_hold_is_damage_and_no_fault_of_the_program(
    program: Any, home: Path, debated: str, place: tuple[str, str], value: str, expected_logs: Any
) -> None:
    expected_logs("", at_least=0)
    table, column = place
    with opened(home) as database:
        database.execute(f"UPDATE {table} SET {column} = {value}")
    reading = (("list",), ("show", debated), ("audit", "verify", debated), ("search", "retry"), ("note", "list"))
    debate = ("debate", "Is it so?", "--rehearse", "--rounds", "1", "--project", "Shop", "--yes")
    for done in [program(*command) for command in (*reading, ("project", "show", "Shop"), debate)]:
        assert done.code in (0, 2, 3), done
        assert "inside Disputatio" not in done.err
        assert done.code != 3 or f"the table {table} holds what cannot stand in {column}" in done.err
    doctor = program("doctor")
    assert doctor.code == 3
    assert f"the table {table} holds what cannot stand in {column}" in doctor.out


def test_a_schema_that_is_no_text_any_more_is_damage(program: Any, home: Path, debated: str) -> None:
    """Not even what is wrong with its rows can be asked then."""
    with opened(home) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file = home / "disputatio.db"
    content = file.read_bytes()
    file.write_bytes(content.replace(b"notesnotes", b"n\xb4tesnotes", 1))
    for command in (("list",), ("show", debated), ("debate", "Is it so?", "--rehearse"), ("doctor",)):
        done = program(*command)
        assert done.code == 3
        assert "is damaged" in done.out + done.err


@pytest.mark.parametrize(
    ("gone", "missing"),
    [
        ("UPDATE events SET seq = '{}' WHERE seq = 1", 1),
        ("UPDATE events SET debate_id = 'else'", 1),
        ("DELETE FROM events WHERE seq = 5", 5),
        ("DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)", 0),
    ],
)
def test_nobody_goes_on_with_a_log_that_is_not_whole(
    program: Any, home: Path, debated: str, gone: str, missing: int
) -> None:
    """It would wait for ever for what was never asked, or pay again for what was."""
    with opened(home) as database:
        missing = missing or database.execute("SELECT max(seq) FROM events").fetchone()[0]
        database.execute(gone)
    for command in (("show", debated), ("resume", debated), ("extend", debated, "--rounds", "1"), ("fork", debated)):
        done = program(*command)
        assert done.code == 2
        assert f"its event {missing} is missing" in done.err
    doctor = program("doctor").out
    assert "does not end where it should" in doctor or "the table events holds what cannot stand in seq" in doctor
    assert program("audit", "verify", debated).code in (2, 3)
    assert json.loads(program("list", "--json").out)[0]["id"] == debated
