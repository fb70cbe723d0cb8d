"""What lies beside the database, or in its place, and does not belong there: it is named, nothing is written over, and
no command waits for it. What was recorded last and is lost is said."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from disputatio.storage.sqlite import choose

DATABASE, LOG, MEMORY, JOURNAL = (f"disputatio.db{part}" for part in ("", "-wal", "-shm", "-journal"))
NOISE = random.Random(7).randbytes(50_000)


@pytest.fixture
def debated(program: Any) -> str:
    """A debate that has ended."""
    return str(program.debate("--rounds", "1").events[0]["debate"])


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A folder with what is left of another program's writes: its log, its index and its journal."""
    folder = tmp_path / "other"
    folder.mkdir()
    database = sqlite3.connect(folder / "other.db", isolation_level=None)
    database.execute("PRAGMA page_size = 1024")
    database.execute("CREATE TABLE t (x)")
    database.execute("PRAGMA cache_size = 2")
    database.execute("BEGIN")
    database.execute("INSERT INTO t SELECT zeroblob(900) FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8))")
    database.execute("CREATE TABLE u (x)")
    database.execute("INSERT INTO u SELECT zeroblob(900) FROM t, t")
    shutil.copy(folder / "other.db-journal", folder / JOURNAL)
    database.execute("ROLLBACK")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("CREATE TABLE v (x)")
    for part in ("-wal", "-shm"):
        shutil.copy(folder / f"other.db{part}", folder / f"disputatio.db{part}")
    database.close()
    return folder


def all_said(program: Any, home: Path, id: str) -> list[Any]:
    """What commands say that read, that write and that look after the store; the database is as it was."""
    before = (home / DATABASE).read_bytes() if (home / DATABASE).is_file() else b""
    done = [program(*each) for each in (("list",), ("resume", id), ("doctor",), ("debate", "So?", "--rehearse"))]
    assert not (home / DATABASE).is_file() or (home / DATABASE).read_bytes() == before
    return done


@pytest.mark.parametrize("parts", [(LOG,), (LOG, MEMORY), (JOURNAL,)], ids=str)
def test_the_writes_of_another_database_are_not_written_over_ours(
    program: Any, home: Path, debated: str, other: Path, parts: tuple[str, ...]
) -> None:
    for part in parts:
        shutil.copy(other / part, home / part)
    for done in all_said(program, home, debated):
        assert done.code == 3
        assert f"{parts[0]} belongs to another database than {DATABASE}" in done.out + done.err
        assert f"Move {parts[0]} away" in done.out + done.err
    for part in parts:
        (home / part).unlink()
    assert debated in program("list").out
    assert program("doctor").code == 0


@pytest.mark.parametrize("older", [True, False], ids=["older", "newer"])
def test_a_database_of_another_time_than_its_log_of_writes_is_left_as_it_is(
    program: Any, home: Path, debated: str, older: bool
) -> None:
    """As somebody has it who puts a copy of the file alone in its place."""
    database, log = home / DATABASE, home / LOG
    first, logs = database.read_bytes(), []
    writer = choose().connect(str(database))
    for hash in ("a", "b"):
        with writer:
            writer.execute("INSERT INTO requests (hash, body) VALUES (?, hex(zeroblob(50000)))", (hash,))
        logs.append(log.read_bytes())
        writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    writer.close()
    last = database.read_bytes()
    database.write_bytes(first if older else last)
    log.write_bytes(logs[1] if older else logs[0])
    for done in all_said(program, home, debated):
        assert done.code == 3
        assert f"{DATABASE} is {'older' if older else 'newer'} than {LOG} beside it" in done.out + done.err
        assert f"move {LOG} away" in done.out + done.err
    database.write_bytes(first)
    log.write_bytes(logs[0])
    assert program("doctor").code == 0, "the two belong together"


def test_a_backup_takes_the_place_of_what_must_not_be_opened_and_that_is_kept(
    program: Any, home: Path, debated: str, other: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "a.zip"
    assert program("backup", str(archive)).code == 0
    before = (home / DATABASE).read_bytes()
    shutil.copy(other / LOG, home / LOG)
    assert program("restore", "--replace", str(archive), "--yes").code == 0
    assert debated in program("list").out
    (kept,) = home.glob("disputatio-before-restore-*.damaged.db")
    assert kept.read_bytes() == before
    assert kept.with_name(f"{kept.name}-wal").read_bytes() == (other / LOG).read_bytes()


@pytest.mark.parametrize("whose", [0, 5])
def test_a_database_of_another_program_is_left_as_it_is(program: Any, home: Path, whose: int) -> None:
    """Also how it keeps its writes, which opening it our way would change."""
    database = sqlite3.connect(home / DATABASE)
    with database:
        database.execute(f"PRAGMA application_id = {whose}")
        database.execute("CREATE TABLE t (x)")
    database.close()
    for done in all_said(program, home, "x"):
        assert "is a database of another program" in done.out + done.err
    assert not (home / LOG).exists()


@pytest.mark.parametrize("name", [DATABASE, LOG, MEMORY, JOURNAL])
@pytest.mark.parametrize("kind", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
def test_a_pipe_or_a_folder_where_a_file_should_be_is_named(
    program: Any, home: Path, debated: str, name: str, kind: Callable[[Path], None]
) -> None:
    (home / name).unlink(missing_ok=True)
    kind(home / name)
    for done in all_said(program, home, debated):
        assert done.code == 3
        assert f"{home / name} is not a file" in done.out + done.err


def with_writes(program: Any, home: Path, kept: Path) -> None:
    """Keep a store in which something is recorded that is not yet in the database itself, as after a kill."""
    reader = choose().connect(str(home / DATABASE))
    reader.execute("SELECT count(*) FROM debates").fetchone()  # whoever leaves last puts everything in
    assert program("rename", program("list").out.splitlines()[1].split("\t")[0], "The name that came last").code == 0
    shutil.copytree(home, kept)
    reader.close()


@pytest.mark.parametrize("there", [True, False], ids=["empty", "missing"])
def test_what_was_recorded_last_is_not_thrown_away_with_a_database_that_is_gone(
    program: Any, home: Path, debated: str, tmp_path: Path, there: bool
) -> None:
    kept = tmp_path / "kept"
    with_writes(program, home, kept)
    program.environment["DISPUTATIO_HOME"] = str(kept)
    whole = (kept / DATABASE).read_bytes()
    (kept / DATABASE).unlink()
    if there:
        (kept / DATABASE).touch()
    for done in all_said(program, kept, debated):
        assert done.code == 3
        assert f"{'is empty' if there else 'is missing'}, but {LOG} beside it holds what was recorded last" in (
            done.out + done.err
        )
    (kept / DATABASE).write_bytes(whole)
    assert "The name that came last" in program("list").out


def test_a_database_that_was_emptied_begins_anew_and_that_is_said(program: Any, home: Path, debated: str) -> None:
    (home / DATABASE).write_bytes(b"")
    done = program("list")
    assert done.code == 0
    assert "was empty, so it begins anew" in done.err
    assert "was empty" not in program("list").err
    (home / DATABASE).write_bytes(b"SQL")
    assert "is damaged: it has 3 bytes" in program("list").err


@pytest.mark.parametrize("version", [0, -5])
def test_a_database_without_a_version_is_damaged(program: Any, home: Path, debated: str, version: int) -> None:
    database = choose().connect(str(home / DATABASE))
    database.execute(f"PRAGMA user_version = {version}")
    database.close()
    for done in all_said(program, home, debated):
        assert done.code == 3
        assert "is damaged: it has no version" in done.out + done.err


def shortened(log: Path) -> None:
    os.truncate(log, log.stat().st_size - 100)


def changed(log: Path) -> None:
    """In the middle of its last page."""
    content = bytearray(log.read_bytes())
    content[-2_000] ^= 0xFF
    log.write_bytes(content)


LOSSES: dict[str, Callable[[Path], object]] = {
    "its last pages": shortened,
    "all of its pages": lambda log: os.truncate(log, 32),
    "everything": lambda log: os.truncate(log, 0),
    "a letter": changed,
    "its head": lambda log: log.write_bytes(b"\0" * 32 + log.read_bytes()[32:]),
    "its sense": lambda log: log.write_bytes(NOISE),
}


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
def test_writes_that_are_lost_are_said_once(
    program: Any, home: Path, debated: str, tmp_path: Path, loss: Callable[[Path], object]
) -> None:
    kept = tmp_path / "kept"
    with_writes(program, home, kept)
    program.environment["DISPUTATIO_HOME"] = str(kept)
    loss(kept / LOG)
    done = program("list")
    assert done.code == 0
    assert f"{LOG} is damaged. What was recorded last stood in it" in done.err
    assert debated in done.out
    assert "is damaged" not in program("list").err


def test_writes_that_are_not_lost_are_no_matter(program: Any, home: Path, debated: str, tmp_path: Path) -> None:
    """A process was killed; also where the index of its writes is gone, or was never written out."""
    kept = tmp_path / "kept"
    with_writes(program, home, kept)
    for change in (lambda memory: None, Path.unlink, lambda memory: memory.write_bytes(NOISE[:32_768])):
        now = tmp_path / "now"
        shutil.copytree(kept, now)
        change(now / MEMORY)
        done = program("list", DISPUTATIO_HOME=str(now))
        assert "The name that came last" in done.out
        assert done.err == ""
        shutil.rmtree(now)


def test_nobody_waits_for_a_damaged_store(program: Any, home: Path, debated: str) -> None:
    """It can be mended only once it is let go of. What is damaged here is met when the debate is under way."""
    database = sqlite3.connect(home / DATABASE, isolation_level=None)
    (page,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'requests'").fetchone()
    (size,) = database.execute("PRAGMA page_size").fetchone()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    with (home / DATABASE).open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(NOISE[:size])
    done = program.process("debate", "Is it so?", "--rehearse", "--rounds", "1")
    assert done.code == 3
    assert "is damaged" in done.err
    assert "as soon as it can be saved" not in done.out + done.err
    assert "disputatio resume" in done.err
