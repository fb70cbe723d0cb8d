"""`disputatio export`: every format, to a file and to standard output, and what is refused."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from disputatio.exporting.formats import EXPORTS, KINDS


def test_help_explains_every_format(cli) -> None:
    told = cli("export", "--help").out
    for kind in KINDS:
        assert f"{kind:<9} {EXPORTS[kind].about}" in " ".join(told.split()) or f"{kind:<9} " in told
        assert EXPORTS[kind].about.split(",")[0] in told


def test_an_unknown_format_is_refused_with_the_list(cli) -> None:
    done = cli("export", "x", "--as", "docx")
    assert done.code == 2
    assert all(f"'{kind}'" in done.err for kind in KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_each_format_goes_to_a_file_that_is_not_there_yet(cli, kind: str) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    name = f"debate{EXPORTS[kind].ending}"
    done = cli("export", id, "--as", kind, "--out", name)
    assert done.code == 0
    assert f"Exported to {name}. {EXPORTS[kind].use}" in done.err
    assert Path(name).stat().st_size > 50
    again = cli("export", id, "--as", kind, "--out", name)
    assert (again.code, f"{name} exists already" in again.err) == (2, True)


def test_what_is_printed_is_what_is_written(cli) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    for kind in (each for each in KINDS if not EXPORTS[each].binary):
        cli("export", id, "--as", kind, "--out", f"{kind}.txt")
        assert cli("export", id, "--as", kind).out == Path(f"{kind}.txt").read_text("utf-8")


def test_a_folder_that_is_not_there_is_said(cli) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    done = cli("export", id, "--as", "pdf", "--out", "missing/debate.pdf")
    assert done.code == 2
    assert "missing/debate.pdf cannot be written: No such file or directory. Choose another place." in done.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device here that is always full")
def test_a_full_disk_is_said(cli) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    done = cli("export", id, "--as", "pdf", "--out", "/dev/full")
    assert (done.code, "/dev/full cannot be written: No space left on device" in done.err) == (2, True)


def test_a_pdf_goes_through_a_pipe_and_is_never_sent_to_a_terminal(cli) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    program = [sys.executable, "-P", "-m", "disputatio", "export", id, "--as", "pdf"]
    piped = subprocess.run(program, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    assert (piped.returncode, piped.stdout[:5], piped.stdout.rstrip()[-5:]) == (0, b"%PDF-", b"%%EOF")
    ours, theirs = pty.openpty()
    try:
        shown = subprocess.run(program, stdout=theirs, stderr=subprocess.PIPE, check=False, stdin=subprocess.DEVNULL)
    finally:
        os.close(ours)
        os.close(theirs)
    assert shown.returncode == 2
    assert b"PDF is not text, so a terminal cannot show it. Give a file: --out debate.pdf" in shown.stderr
