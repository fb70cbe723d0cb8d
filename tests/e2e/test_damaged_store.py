"""A store that is damaged, in the way, read-only or full: the program says what is so and what to do, goes on with what
can be read, makes the indexes of the search anew once, and ends when it is told to."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from disputatio.storage.sqlite import choose

DATABASE = "disputatio.db"


@pytest.fixture
def debated(program: Any) -> str:
    """A debate that has ended, and is found by the search."""
    id = str(program.debate("--rounds", "1").events[0]["debate"])
    assert program("search", "retry").code == 0
    return id


@contextmanager
def opened(home: Path) -> Iterator[sqlite3.Connection]:
    database = choose().connect(str(home / DATABASE), isolation_level=None)
    try:
        yield database
    finally:
        database.close()


def scribble(home: Path, table: str) -> None:
    """Overwrite the first page of a table."""
    with opened(home) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with (home / DATABASE).open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(random.Random(page).randbytes(size))


def truncate(home: Path) -> None:
    os.truncate(home / DATABASE, (home / DATABASE).stat().st_size // 2)


def without(table: str) -> Callable[[Path], None]:
    def drop(home: Path) -> None:
        with opened(home) as database:
            database.execute(f"DROP TABLE {table}")

    return drop


DAMAGES: dict[str, Callable[[Path], object]] = {
    "the log": lambda home: scribble(home, "events"),
    "its index": lambda home: scribble(home, "sqlite_autoindex_events_1"),
    "the list of debates": lambda home: scribble(home, "debates"),
    "the leases": lambda home: scribble(home, "leases"),
    "half of the file": truncate,
    "something else": lambda home: (home / DATABASE).write_bytes(b"Dear diary, " * 5_000),
    "a table that is gone": without("leases"),
    "another table that is gone": without("events"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_every_command_says_that_the_file_is_damaged(
    program: Any, home: Path, debated: str, damage: Any, expected_logs: Any
) -> None:
    expected_logs("Looking after .* is damaged", at_least=0)  # by a command that takes long enough
    damage(home)
    commands = [("list",), ("show", debated), ("resume", debated), ("export", debated), ("audit", "verify", debated)]
    told = [program(*command) for command in (*commands, ("debate", "Is it so?", "--rehearse", "--rounds", "1"))]
    assert all(done.code in (0, 2, 3) for done in told), told
    refused = [done for done in told if done.code == 3]
    assert refused
    for done in refused:
        assert "is damaged" in done.err
        assert "disputatio doctor" in done.err
    doctor = program("doctor")
    assert doctor.code == 3
    rows = [line for line in doctor.out.splitlines() if "\tDatabase\t" in line]
    assert rows
    assert all(line.startswith("no") for line in rows)
    assert any("disputatio restore --replace FILE (none is in" in line for line in rows)
    assert "Run `disputatio doctor`" not in doctor.out, "it is running"


def test_doctor_names_what_cannot_be_read_and_the_newest_backup(program: Any, home: Path, debated: str) -> None:
    archive = home / "backups/yesterday.zip"
    assert program("backup", str(archive)).code == 0
    scribble(home, "events")
    doctor = program("doctor")
    assert "the table events cannot be read through" in doctor.out
    assert f"disputatio restore --replace {archive}" in doctor.out
    assert program("list").code == 0, "what can be read is shown"
    assert program("restore", "--replace", str(archive), "--yes").code == 0
    assert program("show", debated).code == 0
    assert program("doctor").code == 0


def spoil(home: Path) -> None:
    """Change a letter of an event, as a disk that is wearing out does: SQLite itself sees nothing."""
    with opened(home) as database:
        database.execute("UPDATE events SET body = '[' || substr(body, 2) WHERE seq = 3")


def test_a_letter_that_is_none_any_more_is_damage_too(program: Any, home: Path, debated: str) -> None:
    with opened(home) as database:
        database.execute("UPDATE events SET body = CAST(body || x'c3' AS TEXT) WHERE type LIKE 'turn-completed/%'")
        database.execute("UPDATE requests SET body = CAST(body || x'c3' AS TEXT)")
    for command in (("export", debated), ("export", "--all", "--out", str(home / "all")), ("audit", "verify", debated)):
        done = program(*command)
        assert done.code in (2, 3), "some of several were exported"
        assert "is damaged" in done.err
    assert "the table events cannot be read through" in program("doctor").out


@pytest.mark.parametrize("damage", [spoil, DAMAGES["its index"]], ids=["a letter", "an index"])
def test_a_backup_of_a_damaged_database_says_so_and_replaces_no_copy_of_it(
    program: Any, home: Path, debated: str, damage: Any
) -> None:
    whole, broken = home / "backups/whole.zip", home / "backups/broken.zip"
    assert program("backup", str(whole)).err == ""
    damage(home)
    made = program("backup", str(broken))
    assert made.code == 3
    if broken.exists():
        assert "so this backup lacks something, or cannot be restored" in made.err
    else:
        assert "is damaged" in made.err
    restored = program("restore", "--replace", str(whole), "--yes")
    assert restored.code == 0
    assert ".damaged.db" in restored.out, "what cannot be a backup is kept as it is"
    assert program("show", debated).code == 0


def test_a_log_of_writes_that_is_missing_is_said(program: Any, home: Path, debated: str) -> None:
    (home / f"{DATABASE}-shm").write_bytes(b"\0" * 32_768)
    told = program("list")
    assert told.code == 0
    assert f"{DATABASE}-wal is missing. What was recorded last stood in it" in told.err
    assert "missing" not in program("list").err, "nothing is beside it any more"


def of_another_version(database: sqlite3.Connection) -> None:
    database.execute("UPDATE search_index_config SET v = 99 WHERE k = 'version'")


BROKEN: dict[str, Callable[[sqlite3.Connection], object]] = {
    "gone": lambda database: database.execute("DROP TABLE search_index"),
    "of another version": of_another_version,
    "without its texts": lambda database: database.execute("DROP TABLE search_index_content"),
    "its words are no words": lambda database: database.execute("UPDATE search_index_data SET block = x'0011'"),
}


@pytest.mark.parametrize("breaking", BROKEN.values(), ids=BROKEN)
def test_an_index_of_the_search_is_made_anew_once_and_that_is_said(
    program: Any, home: Path, debated: str, breaking: Any, expected_logs: Any
) -> None:
    before = program("search", "retry").out
    assert debated in before
    with opened(home) as database:
        breaking(database)
    doctor = program("doctor")
    assert doctor.code == 3
    assert "disputatio rebuild" in doctor.out
    expected_logs("The index of the search was damaged", at_least=0)
    found = program("search", "retry")
    if "was made anew" in found.err:
        assert found.err.count("was made anew") == 1
    else:  # SQLite does not see it while it searches
        assert program("rebuild").code == 0
        found = program("search", "retry")
    assert found.out == before
    assert program("doctor").code == 0
    assert "made anew" not in program("search", "retry").err


def test_words_of_memories_are_made_anew_in_the_middle_of_a_debate(
    program: Any, home: Path, debated: str, expected_logs: Any
) -> None:
    with opened(home) as database:
        database.execute("UPDATE memory_words_data SET block = x'0011'")
    expected_logs("The index of the search was damaged")
    done = program.debate("--rounds", "1")
    assert done.code == 0
    assert done.err.count("was made anew") == 1
    assert program("doctor").code == 0


def test_an_index_whose_texts_are_damaged_too_is_tried_once_and_said(
    program: Any, home: Path, debated: str, expected_logs: Any
) -> None:
    with opened(home) as database:
        database.execute("DROP TABLE search_index_content")
    scribble(home, "search_places")
    expected_logs("The index of the search could not be made anew")
    found = program("search", "retry")
    assert found.code == 3
    assert "is damaged" in found.err


# ---- a debate that is held ------------------------------------------------------------------------------------------
def test_a_held_debate_says_so_in_its_events_and_the_first_interrupt_ends_it(
    program: Any, home: Path, id_in: Any
) -> None:
    slowly = ("--seat", "analyst=rehearsal:live", "--seat", "critic=rehearsal:live")
    running = program.start("debate", "Is it so?", "--rehearse", "--json", "--rounds", "3", *slowly)
    id = id_in(running.until('"turn-asked"'))
    with opened(home) as database:
        database.execute("BEGIN IMMEDIATE")
        held = json.loads(running.until('"debate-held"'))
        assert held["debate"] == id
        assert held["seq"] is None
        assert "Another program holds" in held["why"]
        assert held["remedy"]
        running.interrupt()
        done = running.end()
    assert done.code == 130
    assert "The debate is waiting: Another program holds" in done.err
    assert f"disputatio resume {id}" in done.err
    assert "Traceback" not in done.err
    resumed = program("resume", id, "--json")
    assert resumed.code == 0, resumed.err
    assert program("audit", "verify", id).code == 0


def test_a_held_debate_goes_on_by_itself_and_says_so(program: Any, home: Path) -> None:
    running = program.start("debate", "Is it so?", "--rehearse", "--json", "--rounds", "1")
    running.until('"turn-asked"')
    with opened(home) as database:
        database.execute("BEGIN IMMEDIATE")
        running.until('"debate-held"')
    running.until('"debate-goes-on"')
    done = running.end()
    assert done.code == 0
    assert "The debate goes on." in done.err


# ---- disks that are read-only, or full ------------------------------------------------------------------------------
BWRAP = shutil.which("bwrap")
CONFINED = ("--die-with-parent", "--dev-bind", "/", "/")


def confined(*arguments: str) -> list[str]:
    return [str(BWRAP), *CONFINED, *arguments]


def can_confine() -> bool:
    return BWRAP is not None and subprocess.run(confined("true"), check=False).returncode == 0


@pytest.mark.skipif(not can_confine(), reason="bubblewrap makes the disk read-only")
def test_reading_goes_on_from_a_read_only_disk(program: Any, home: Path, debated: str) -> None:
    reads = (("list",), ("show", debated), ("export", debated), ("audit", "verify", debated))
    writes = (("debate", "Is it so?", "--rehearse"), ("resume", debated), ("rename", debated, "Else"))
    done = program.several(
        *reads,
        ("search", "retry"),
        ("doctor",),
        *writes,
        inside=confined("--ro-bind", str(home), str(home)),
    )
    for arguments, read in zip(reads, done, strict=False):
        assert read.code == 0, read.err
        assert "The disk is read-only" in read.err
        assert read.out == program(*arguments).out
    assert debated in done[4].out
    assert "read-only" in done[5].out
    for written in done[6:]:
        assert written.code in (2, 3), written
        assert "may only be read" in written.err or "read-only" in written.err
    assert len(done) == len(reads) + 2 + len(writes)


@pytest.mark.skipif(not can_confine(), reason="bubblewrap makes the disk read-only")
def test_what_was_written_last_is_read_from_a_read_only_disk_too(program: Any, home: Path, debated: str) -> None:
    """SQLite itself cannot read the file of what was written last where it cannot write."""
    with opened(home) as other:
        other.execute("SELECT count(*) FROM debates").fetchone()  # whoever leaves last would put it into the database
        assert program("rename", debated, "The name that came last").code == 0
        assert (home / f"{DATABASE}-wal").stat().st_size
        command = confined("--ro-bind", str(home), str(home), *program.command("list"))
        done = subprocess.run(
            command, env=program.surroundings({}), cwd=program.folder, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    assert "The name that came last" in done.stdout
    assert "The disk is read-only" in done.stderr


@pytest.mark.skipif(not can_confine(), reason="bubblewrap makes a small disk")
def test_a_backup_that_finds_no_room_is_not_blamed_on_the_disk_of_the_database(
    program: Any, home: Path, debated: str
) -> None:
    small = program.folder / "small"
    small.mkdir()
    inside = confined("--bind", str(home), str(home), "--size", "100000", "--tmpfs", str(small))
    (done,) = program.several(("backup", str(small / "kept.zip")), inside=inside)
    assert done.code == 3
    assert f"The disk is full, so {small / 'kept.zip'} cannot be written." in done.err


@pytest.mark.skipif(not can_confine(), reason="bubblewrap makes a small disk")
def test_a_full_disk_is_called_full(program: Any, home: Path, debated: str) -> None:
    fill = (
        'cp -r "$1"/. "$2"; dd if=/dev/zero of="$2/filler" bs=4096; truncate -s -"$3" "$2/filler"; shift 3; exec "$@"'
    )
    small = program.folder / "small"
    small.mkdir()
    command = confined(
        *("--size", "20000000", "--tmpfs", str(small), "sh", "-c", fill, "sh", str(home), str(small), "250000"),
        *program.command("debate", "Is it so?", "--rehearse", "--rounds", "3", "--json"),
    )
    process = subprocess.Popen(
        command,
        env=program.surroundings({"DISPUTATIO_HOME": str(small)}),
        cwd=program.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        lines = [json.loads(line) for line in iter(lambda: next_event(process), "")]
        assert lines[-1]["type"] == "debate-held", (process.wait(), process.stderr.read())
        assert "The disk is full" in lines[-1]["why"]
    finally:
        process.kill()
        process.communicate()


LIMIT = 80
"""Blocks of 512 bytes: less than a debate writes before it can be held."""


@pytest.mark.skipif(os.name == "nt", reason="there are no limits of a session")
def test_a_limit_on_the_size_of_files_is_not_blamed_on_the_disk(program: Any, home: Path, debated: str) -> None:
    debate, listed = program.several(
        ("debate", "Is it so?", "--rehearse", "--rounds", "3"),
        ("list",),
        inside=("sh", "-c", f'ulimit -f {LIMIT}; exec "$@"', "sh"),
    )
    assert debate.code == 3
    assert "the files of this session are limited in size" in debate.err
    assert "ulimit -f" in debate.err
    assert listed.code == 0
    assert debated in listed.out


def next_event(process: Any) -> str:
    """The next line, "" after the one that says that the debate is held."""
    if getattr(process, "held", False):
        return ""
    line = str(process.stdout.readline())
    process.held = "debate-held" in line
    return line
