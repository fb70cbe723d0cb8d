"""What a power cut leaves behind: files that end anywhere. What is there is whole, what was recorded before is not
touched, and with `privacy.write_through` each event waits for the disk itself."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from disputatio.app.bootstrap import application
from disputatio.storage.sqlite import raw

CUTS = 12
WAL = "disputatio.db-wal"


def test_files_that_were_cut_anywhere_hold_a_beginning_of_the_log(program: Any, home: Path, id_in: Any) -> None:
    slowly = ("--seat", "analyst=rehearsal:quick", "--seat", "critic=rehearsal:live")
    running = program.start("debate", "Is it so?", "--rehearse", "--json", "--seed", "7", *slowly)
    id = id_in(running.until('"turn-asked"', "critique"))
    running.process.kill()
    running.end()
    elsewhere, rng = program.folder / "cut", random.Random(7)
    whole = [json.loads(line) for line in program_on(program, home, "show", id, "--json").splitlines()]
    size, lengths = (home / WAL).stat().st_size, set()
    assert size > 50_000, "it has not been taken into the database yet"
    for number in range(CUTS):
        shutil.rmtree(elsewhere, ignore_errors=True)
        shutil.copytree(home, elsewhere)
        os.remove(elsewhere / "disputatio.db-shm")  # it is not on the disk
        with (elsewhere / WAL).open("r+b") as file:
            file.truncate(0 if number == 0 else rng.randrange(size))
            if number % 2:  # pages are not written in their order
                file.seek(rng.randrange(file.seek(0, os.SEEK_END)))
                file.write(rng.randbytes(64))
        listed = json.loads(program_on(program, elsewhere, "list", "--json"))
        assert program("doctor", DISPUTATIO_HOME=str(elsewhere)).code == 0
        if not listed:
            continue
        assert program("audit", "verify", id, DISPUTATIO_HOME=str(elsewhere)).code == 0
        left = [json.loads(line) for line in program_on(program, elsewhere, "show", id, "--json").splitlines()]
        assert left == whole[: len(left)]
        lengths.add(len(left))
    assert len(lengths) > 1
    done = program("resume", id, "--json", DISPUTATIO_HOME=str(elsewhere)) if listed else None
    assert done is None or done.code == 0


def program_on(program: Any, home: Path, *command: str) -> str:
    """Run a command on a copy of a data folder, since opening it tidies it."""
    copy = program.folder / "looked-at"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(home, copy)
    done = program(*command, DISPUTATIO_HOME=str(copy))
    assert done.code == 0, done.err
    return str(done.out)


@pytest.mark.parametrize(("value", "synchronous"), [("false", 1), ("true", 2)])
@pytest.mark.may_block("looks at the database by the driver itself")
async def test_each_event_waits_for_the_disk_where_the_person_wants_that(
    home: Path, value: str, synchronous: int
) -> None:
    (home / "settings.toml").write_text(f"[privacy]\nwrite_through = {value}\n")
    async with application({"DISPUTATIO_HOME": str(home)}) as app:
        found = await app.database.write(lambda c: raw(c).execute("PRAGMA synchronous").fetchone())
        assert found == (synchronous,)
