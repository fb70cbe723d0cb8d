"""Backups that somebody made to do harm: what Disputatio would not have written is refused, nothing of it runs, nothing
is carried out or paid for, and what was there stays. A backup that is ours comes back whole."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from disputatio.storage.sqlite import choose

Change = Callable[[sqlite3.Connection], object]


@pytest.fixture
def debated(program: Any) -> str:
    id = str(program.debate("--rounds", "1").events[0]["debate"])
    assert program("note", "add", "Retry", "--body", "Once is enough.").code == 0
    return id


def archive_with(program: Any, change: Change) -> Path:
    """A backup of this store, whose database was changed, with a manifest that says that it is whole."""
    whole = program.folder / "whole.zip"
    if not whole.exists():
        assert program("backup", str(whole)).code == 0
    with zipfile.ZipFile(whole) as content:
        manifest, body = json.loads(content.read("manifest.json")), content.read("disputatio.db")
    file = program.folder / "changed.db"
    file.write_bytes(body)
    database = choose().connect(str(file), isolation_level=None)
    change(database)
    database.close()
    body = file.read_bytes()
    manifest |= {"size": len(body), "sha256": hashlib.sha256(body).hexdigest()}
    archive = program.folder / "changed.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("manifest.json", json.dumps(manifest))
        made.writestr("disputatio.db", body)
    return Path(archive)


def script(*sql: str) -> Change:
    return lambda database: [database.execute(each) for each in sql]


def schema_of(change: str, name: str) -> Change:
    """Change how a table is said to be made, behind SQLite's back."""
    return script(
        "PRAGMA writable_schema = ON",
        f"UPDATE sqlite_schema SET sql = {change} WHERE name = '{name}'",
        "PRAGMA writable_schema = RESET",
    )


HOSTILE: dict[str, Change] = {
    "a trigger": script("CREATE TRIGGER t AFTER INSERT ON events BEGIN UPDATE debates SET title = 'mine'; END"),
    "a view": script("CREATE VIEW v AS SELECT * FROM notes"),
    "a view in place of a table": script(
        "ALTER TABLE tasks RENAME TO kept", "CREATE VIEW tasks AS SELECT *, load_extension('/tmp/x.so') FROM kept"
    ),
    "a table of another kind": script("CREATE VIRTUAL TABLE pages USING fts5(x, content = 'notes')"),
    "an index over other tables": script(
        "DROP TABLE search_index", "CREATE VIRTUAL TABLE search_index USING fts5(kind, ref, content = 'debates')"
    ),
    "a table that is virtual": script(
        "DROP TABLE tasks", "CREATE VIRTUAL TABLE tasks USING fts5(id, project, title, description, status)"
    ),
    "a column that computes": script("ALTER TABLE notes ADD COLUMN x AS (hex(zeroblob(9)))"),
    "a table of somebody's own": script("CREATE TABLE plans (what TEXT)"),
    "a table that is gone": script("DROP TABLE notes"),
    "a column that is gone": script("ALTER TABLE notes DROP COLUMN body"),
    "numbers for words": script("UPDATE notes SET title = 5.5, body = x'00'"),
    "words for numbers": script("UPDATE events SET at = 'soon'"),
    "no number": script("UPDATE debates SET created_at = 9e999"),
    "events that are none": script("UPDATE events SET body = '[' WHERE seq = 2"),
    "events nested too deeply": script(
        "UPDATE events SET body = replace(hex(zeroblob(50000)), '0', '[') WHERE seq = 2"
    ),
    "figures that cannot be": script(
        "UPDATE events SET body = json_set(body, '$.cost', 1e300) WHERE type LIKE 'turn-completed/%'"
    ),
    "a time without a date": script("UPDATE events SET at = 1e18"),
    "another program's": script("PRAGMA application_id = 5"),
    "of a later version": script("PRAGMA user_version = 99"),
    "of no version": script("PRAGMA user_version = 0"),
    "a schema that is none": schema_of("'CREATE TABLE notes (id'", "notes"),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_what_is_not_ours_is_refused_and_what_was_there_stays(
    program: Any, home: Path, debated: str, change: Change
) -> None:
    archive = archive_with(program, change)
    before = program("list").out
    done = program("restore", "--replace", str(archive), "--yes")
    assert done.code == 2, done
    assert "changed.zip cannot be restored: " in done.err
    assert "Choose another backup; nothing was changed." in done.err
    assert program("list").out == before
    assert program("show", debated).code == 0
    assert not list(home.glob("*before-restore*"))
    assert not list(home.glob(".restore-*"))


@pytest.mark.parametrize(
    "said",
    [{"created_at": float("nan")}, {"created_at": 1e300}, {"seal": "\ud800"}, {"size": float("inf")}, "[" * 60_000],
    ids=["a time that is none", "a time that never comes", "half of a letter", "a size without end", "depth"],
)
def test_a_manifest_that_says_what_cannot_be_is_refused(program: Any, debated: str, said: Any) -> None:
    archive = archive_with(program, script())
    with zipfile.ZipFile(archive) as content:
        manifest, body = json.loads(content.read("manifest.json")), content.read("disputatio.db")
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("manifest.json", said if isinstance(said, str) else json.dumps(manifest | said))
        made.writestr("disputatio.db", body)
    for command in (("restore",), ("restore", "--replace", "--yes")):
        done = program(*command, str(archive))
        assert done.code == 2
        assert "its manifest cannot be read" in done.err
    assert program("show", debated).code == 0


def test_commands_and_leases_of_a_backup_stay_behind(program: Any, debated: str) -> None:
    order = json.dumps({"text": "Buy it.", "to": ""})
    letter = f"INSERT INTO inbox (debate_id, at, type, body) VALUES ('{debated}', 1, 'interject/1', '{order}')"
    lease = f"INSERT INTO leases VALUES ('{debated}', 'x', 'elsewhere', 1, 9e9)"
    archive = archive_with(program, script(letter, lease))
    assert program("restore", "--replace", str(archive), "--yes").code == 0
    assert "Buy it." not in program.events(debated).out
    assert program("extend", debated, "--json").code == 0, "nobody else is said to drive it"
    assert "Buy it." not in program.events(debated).out


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM events WHERE seq = 3",
        "UPDATE events SET body = json_set(body, '$.text', 'I agree.') WHERE type LIKE 'turn-completed/%'",
        "DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)",
    ],
    ids=["an event that is missing", "words that were changed", "an end that was cut off"],
)
def test_a_log_that_was_changed_is_taken_only_with_everything_and_the_person_is_told(
    program: Any, debated: str, change: str
) -> None:
    archive = archive_with(program, script(change))
    elsewhere = {"DISPUTATIO_HOME": str(program.folder / "elsewhere")}
    added = program("restore", "--mine", str(archive), **elsewhere)
    assert "Not restored: " in added.out
    assert debated not in program("list", **elsewhere).out
    whole = program("restore", "--mine", "--replace", str(archive), "--yes", **elsewhere)
    assert whole.code == 0
    assert "The log of 1 debate in this backup was changed after it was recorded" in whole.out
    assert program("audit", "verify", debated, **elsewhere).code != 0
    sound = program("restore", "--mine", "--replace", str(program.folder / "whole.zip"), "--yes", **elsewhere)
    assert "was changed after" not in sound.out


def test_what_is_ours_comes_back_whole(program: Any, home: Path, debated: str) -> None:
    assert program("search", "retry").code == 0
    commands = (("list",), ("show", debated, "--json"), ("search", "retry"), ("note", "list"), ("export", debated))
    before = [program(*each).out for each in commands]
    archive = archive_with(program, lambda database: None)
    elsewhere = {"DISPUTATIO_HOME": str(program.folder / "elsewhere")}
    assert program("restore", "--replace", str(archive), "--yes", **elsewhere).code == 0
    assert [program(*each, **elsewhere).out for each in commands] == before
    assert program("audit", "verify", debated, **elsewhere).code == 0
    assert program("doctor", **elsewhere).code == 0
    with zipfile.ZipFile(program.folder / "whole.zip") as content:
        kept = program.folder / "kept.db"
        kept.write_bytes(content.read("disputatio.db"))
    assert rows_of(kept) == rows_of(program.folder / "elsewhere/disputatio.db")


def rows_of(file: Path) -> dict[str, list[Any]]:
    database = choose().connect(str(file))
    try:
        return {
            name: database.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in ("events", "notes")
        }
    finally:
        database.close()
