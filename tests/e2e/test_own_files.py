"""Whatever Disputatio writes is for the person alone, whatever the rights of the folder that it stands in; and nothing
that it prints can rewrite a terminal, JSON neither."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
NASTY = "Is it\x1b[2J so\u202e?\x9b1m \u2066really\x7f"


@pytest.fixture(autouse=True)
def usual_mask() -> Iterator[None]:
    """New files are readable by everybody, unless the program says otherwise."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    found = [folder, *folder.rglob("*")]
    return [f"{each} {each.lstat().st_mode & 0o777:o}" for each in found if each.lstat().st_mode & 0o077]


def test_what_is_written_is_for_the_person_alone(program: Any, tmp_path: Path) -> None:
    home, out = tmp_path / "wide", tmp_path / "out"
    for folder in (home, out):
        folder.mkdir()
    program.environment["DISPUTATIO_HOME"] = str(home)
    home.chmod(0o700)
    running = program.start("debate", "Is it so?", "--rehearse", "--json", "--seat", "analyst=rehearsal:live")
    running.until('"turn-asked"')
    assert (home / "disputatio.db-wal").exists()
    assert open_to_others(home) == []
    running.process.kill()
    running.end()
    id = program("list", "--json").out
    id = json.loads(id)[0]["id"]
    assert program("backup", str(home / "backups/a.zip")).code == 0
    assert program("backup", str(out / "b.zip")).code == 0
    for kind in ("json", "markdown", "html", "pdf"):
        assert program("export", id, "--as", kind, "--out", str(out / f"x.{kind}")).code == 0
    assert program("settings", "set", "budget.cost", "2.5").code == 0
    assert program("restore", "--replace", str(out / "b.zip"), "--yes").code == 0
    assert program("list").code == 0
    assert open_to_others(home) == []
    assert [each for each in open_to_others(out) if not each.startswith(f"{out} ")] == []


def test_wider_rights_are_said_and_mended_on_request(program: Any, home: Path) -> None:
    home.chmod(0o700)
    assert program("list").code == 0
    doctor = program("doctor").out
    home.chmod(0o755)
    (home / "disputatio.db").chmod(0o644)
    (home / "disputatio.db-old").write_text("x")
    wide = program("doctor")
    (row,) = [line for line in wide.out.splitlines() if "\tPrivacy\t" in line]
    assert row.startswith("no")
    assert f"{home} (0755)" in row
    assert "disputatio.db (0644)" in row
    assert "disputatio doctor --private" in row
    assert stat.S_IMODE(home.stat().st_mode) == 0o755, "nothing is changed unasked"
    mended = program("doctor", "--private")
    assert "the permissions of 3 files and folders were changed" in mended.err
    assert open_to_others(home) == []
    assert [line for line in program("doctor").out.splitlines() if "Privacy" in line] == [
        line for line in doctor.splitlines() if "Privacy" in line
    ]


def test_no_output_can_rewrite_a_terminal(program: Any, home: Path) -> None:
    done = program("debate", NASTY, "--rehearse", "--rounds", "1", "--json", "--seat", "analyst=rehearsal:quick")
    id = done.events[0]["debate"]
    assert done.events[0]["question"] == NASTY, "in JSON it says the same as before"
    program("note", "add", NASTY, "--body", NASTY)
    commands = [
        *(("list",), ("list", "--json"), ("show", id), ("show", id, "--json"), ("show", id, "--requests", "--json")),
        *(("search", "really"), ("search", "really", "--json"), ("note", "list"), ("note", "list", "--json")),
        *(("show", NASTY), ("export", id, "--as", NASTY), ("rename", NASTY, "x"), (NASTY,), ("list", f"--{NASTY}")),
        *(("import", NASTY), ("settings", "get", NASTY), ("backup", f"/nowhere/{NASTY}"), ("delete", id)),
    ]
    for command in commands:
        told = program(*command)
        assert CONTROL.findall(told.out) == [], command
        assert CONTROL.findall(told.err) == [], command
    assert CONTROL.findall(done.out) == []


SMALL = tuple(f"{name}.json" for name in ("consents", "drafts", "health", "waiting", "tool-servers", "similarity"))
IN_PLACE: dict[str, Callable[[Path], object]] = {
    "too deep": lambda path: path.write_text("[" * 100_000),
    "of another kind": lambda path: path.write_text('{"a": {"b": [null]}, "c": [NaN, 1e999], "d": 5}'),
    "endless": lambda path: path.symlink_to("/dev/zero"),
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
}


@pytest.mark.parametrize("put", IN_PLACE.values(), ids=IN_PLACE)
def test_small_files_of_our_own_that_are_not_what_they_were_hold_nothing(
    program: Any, home: Path, tmp_path: Path, expected_logs: Callable[..., None], put: Callable[[Path], object]
) -> None:
    expected_logs("could not be kept", at_least=0)  # where nothing can be put in their place
    for name in (*SMALL, "backups.key"):
        put(home / name)
    commands = (
        ("list",),
        ("memory", "status"),
        ("tools", "list"),
        ("consents", "list"),
        ("debate", "Is it so?", "--rehearse", "--rounds", "1"),
        ("backup", str(tmp_path / "a.zip")),
    )
    for command in commands:
        done = program(*command)
        assert done.code == 0, (command, done.err)
