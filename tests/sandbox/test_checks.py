"""Commands in the real box: among the files of a folder, with their reports, and attacked."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from tests.sandbox.test_isolation import isolated

from disputatio.debate.hooks import command_of
from disputatio.repository.worktrees import remove
from disputatio.sandbox import watching
from disputatio.sandbox.box import Box
from disputatio.sandbox.bubblewrap import Bubblewrap
from disputatio.sandbox.checks import Check, checked
from disputatio.sandbox.isolation import Bounds

QUICK = Bounds(seconds=8.0, memory=256, processes=24, disk=16, folder=8)
SARIF = '{"version": "2.1.0", "runs": [{"results": [{"ruleId": "E1", "level": "error", "message": {"text": "no"}}]}]}'
JUNIT = '<testsuite><testcase name="a"/><testcase name="b"><failure message="no"/></testcase></testsuite>'


def ran(line: str, folder: Path, bounds: Bounds = QUICK, box: Box | None = None) -> Check:
    return checked(box or Box(Bubblewrap()), bounds, command_of(line), lambda: False, folder=folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    (made / "shop.py").write_text("price = 3\n", "utf-8")
    return made


@isolated
def test_a_command_stands_in_its_folder_and_may_change_it(folder: Path) -> None:
    found = ran("tests: sh -c 'cat shop.py; pwd; echo 4 > new.txt'", folder)
    assert (found.passed, found.code, found.note) == (True, 0, "")
    assert found.said == "price = 3\n/work"
    assert (folder / "new.txt").read_text("utf-8") == "4\n"


@isolated
def test_a_report_is_read_from_its_file_or_from_what_is_printed(folder: Path) -> None:
    (folder / "r.json").write_text(SARIF, "utf-8")
    (folder / "r.xml").write_text(JUNIT, "utf-8")
    lint = ran("lint: sh -c 'cp r.json {report}; echo done; exit 1'", folder)
    assert (lint.passed, lint.count, lint.items[0].text, lint.said, lint.note) == (
        False,
        "1 finding",
        "E1: no",
        "done",
        "",
    )
    printed = ran("lint: cat r.json", folder)
    assert (printed.passed, printed.count) == (True, "1 finding"), "its exit code says whether findings matter"
    tests = ran("tests: cp r.xml {report}", folder)
    assert (tests.passed, tests.count) == (False, "2 tests, 1 failed"), "tests that failed do, whatever the exit code"
    assert tests.data["items"] == [
        {"text": "b — no", "passed": False, "file": "", "line": 0},
        {"text": "a", "passed": True, "file": "", "line": 0},
    ]


@isolated
@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("tests: no-such-program", "no-such-program could not be started"),
        ("tests: sh -c 'exit 3'", "It ended with exit code 3."),
        ("tests 1 s: sleep 20", "It was still running after 1 seconds"),
        ("tests: yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "It printed more than"),
        ("tests: sh -c 'for i in 1 2 3; do head -c 9000000 /dev/zero > $i; done; sleep 9'", "It wrote more than 8 MB"),
    ],
    ids=["missing", "exit code", "time", "output", "disk"],
)  # fmt: skip
def test_what_ends_a_command_is_told(folder: Path, line: str, note: str) -> None:
    found = ran(line, folder)
    assert not found.passed
    assert note in found.note


FLOOD = "import os, sys, time\nfor i in range(40_000): {each}\ntime.sleep(3)\nprint('done')\n"
DEEP = (
    "import os, time\nfor i in range(3_000):\n    os.mkdir('d'); os.chdir('d')\n"
    "for i in range(12): open(str(i), 'wb').write(b'x' * 1_000_000)\ntime.sleep(3)\nprint('done')\n"
)


@isolated
@pytest.mark.parametrize(
    "code",
    [FLOOD.format(each="os.mkdir(str(i))"), FLOOD.format(each="open(str(i), 'w').close()"), DEEP],
    ids=["folders", "empty files", "far down"],
)
def test_a_flood_of_folders_or_files_is_ended_and_so_is_what_is_written_out_of_sight(
    folder: Path, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "MOST_NEW", 30_000)
    (folder / "flood.py").write_text(code, "utf-8")
    found = ran("tests: python3 flood.py", folder)
    assert "It wrote more than 8 MB" in found.note
    remove(folder)
    assert not folder.exists()


UNLINKED = """
import os, socket, time
held, (one, other) = [], socket.socketpair()
for n in range(6):
    file = os.open("x", os.O_CREAT | os.O_RDWR); os.unlink("x")
    os.write(file, b"x" * 4_000_000); os.fsync(file); held.append(file)
    {then}
time.sleep({pause}); print("done")
"""


@isolated
def test_what_is_deleted_and_still_open_counts(folder: Path) -> None:
    (folder / "fill.py").write_text(UNLINKED.format(then="pass", pause=3), "utf-8")
    assert "It wrote more than 8 MB" in ran("tests: python3 fill.py", folder).note


@isolated
def test_what_no_count_finds_cannot_fill_the_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deleted files on their way from one socket to another are nobody's. Where much is free they are let pass."""
    code = UNLINKED.format(then="socket.send_fds(one, [b'x'], [file]); os.close(file)", pause=1)
    (folder / "fill.py").write_text(code, "utf-8")
    assert ran("tests: python3 fill.py", folder).said == "done"
    monkeypatch.setattr(watching, "LEAST_FREE", 1 << 60)
    assert "It wrote more than 8 MB" in ran("tests: python3 fill.py", folder).note


@isolated
def test_it_counts_too_while_others_make_room(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "RECOUNT", 0.3)
    monkeypatch.setattr(watching.Growth, "_room", lambda self: (1 << 40, 1 << 40))
    (folder / "fill.py").write_text(
        "import time\nfor n in range(4): open(f'{n}', 'wb').write(b'x' * 4_000_000)\ntime.sleep(4)\nprint('done')",
        "utf-8",
    )
    assert "It wrote more than 8 MB" in ran("tests: python3 fill.py", folder).note


@isolated
def test_a_command_reaches_neither_network_nor_home_nor_keys(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted")
    (tmp_path / "diary.txt").write_text("mine", "utf-8")
    (folder / "out").symlink_to(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        (folder / "a.py").write_text(
            "import os, socket\n"
            f"print('home', os.path.exists({str(Path.home())!r}), os.path.exists({str(tmp_path)!r}))\n"
            "print('link', os.path.exists('out/diary.txt'), 'OPENAI_API_KEY' in os.environ)\n"
            f"try: socket.create_connection(('127.0.0.1', {port}), 2)\n"
            "except OSError as error: print(type(error).__name__)\n",
            "utf-8",
        )
        found = ran("tests: python3 a.py", folder)
    assert found.said.splitlines() == ["home False False", "link False False", "ConnectionRefusedError"]


@isolated
def test_a_report_that_is_a_link_or_a_pipe_is_not_followed(folder: Path) -> None:
    (folder / "r.xml").write_text(JUNIT, "utf-8")
    linked = ran("tests: sh -c 'ln -s /work/r.xml {report}'", folder)
    assert (linked.count, linked.passed) == ("", True)
    piped = ran("tests: sh -c 'mkfifo {report}'", folder)
    assert (piped.count, piped.passed) == ("", True)


@isolated
def test_folders_that_a_person_names_are_read_with_their_programs_first(folder: Path, tmp_path: Path) -> None:
    tools = tmp_path / "venv"
    (tools / "bin").mkdir(parents=True)
    (tools / "bin" / "greet").write_text("#!/bin/sh\necho hello\n", "utf-8")
    (tools / "bin" / "greet").chmod(0o755)
    box = Box(Bubblewrap(lambda: (str(tools), str(tmp_path / "gone"))))
    assert ran("lint: greet", folder, box=box).said == "hello"
    spoiled = ran(f"lint: sh -c 'echo x > {tools}/bin/greet'", folder, box=box)
    assert not spoiled.passed
    assert os.access(tools / "bin" / "greet", os.X_OK)
