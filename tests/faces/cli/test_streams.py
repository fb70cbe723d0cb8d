"""Standard streams as a shell can leave them: closed, full, endless, with a reader that goes away, not text."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from disputatio.faces.cli import face

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no device here that is always full")


def disputatio(command: str, home: Path) -> subprocess.CompletedProcess[str]:
    """A shell's line in which $D is the program."""
    environ = {name: text for name, text in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environ |= {"D": f"{sys.executable} -P -m disputatio", "DISPUTATIO_HOME": str(home)}
    return subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, env=environ, check=False, stdin=subprocess.DEVNULL
    )


@pytest.mark.parametrize("command", ["--help", "formats list"])
def test_a_reader_that_goes_away_has_seen_enough(command: str, tmp_path: Path) -> None:
    done = disputatio(f"$D {command} | true; exit ${{PIPESTATUS[0]}}", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_debate_that_nobody_reads_is_left_and_can_be_gone_on_with(tmp_path: Path) -> None:
    done = disputatio('$D debate --rehearse "Is it read?" | head -1; exit ${PIPESTATUS[0]}', tmp_path)
    assert done.returncode == 130
    assert "Nobody is reading the output any more" in done.stderr
    id = done.stderr.split("disputatio resume ")[1].split(".")[0]
    assert disputatio(f"$D resume {id} > /dev/null", tmp_path).returncode == 0


@needs_full
@pytest.mark.parametrize("command", ["--help", "formats list", 'debate --rehearse "Is it full?"'])
def test_output_that_cannot_be_written_is_no_bug(command: str, tmp_path: Path) -> None:
    done = disputatio(f"$D {command} > /dev/full", tmp_path)
    assert done.returncode == 2
    assert "The output cannot be written: No space left on device." in done.stderr


@needs_full
def test_a_message_that_cannot_be_written_leaves_the_exit_code(tmp_path: Path) -> None:
    assert disputatio("$D show nope 2> /dev/full", tmp_path).returncode == 2


@pytest.mark.parametrize(("closed", "code"), [("formats list >&-", 0), ("list <&- >&- 2>&-", 0), ("show nope 2>&-", 2)])
def test_closed_streams_lead_nowhere(closed: str, code: int, tmp_path: Path) -> None:
    assert disputatio(f"$D {closed}", tmp_path).returncode == code
    written = (tmp_path / "disputatio.db").read_bytes()
    assert written.startswith(b"SQLite format 3")


def test_what_never_ends_is_too_much(cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(face, "LONGEST", 100)
    done = cli("debate", "--rehearse", "-", text="w" * 101)
    assert done.code == 2
    assert "more than 100 characters" in done.err
    file = tmp_path / "debate.toml"
    file.write_text("#" * 101)
    done = cli("debate", "--rehearse", "--config", str(file))
    assert done.code == 2
    assert "more than 100 characters" in done.err


def test_what_is_no_text_is_refused(cli, tmp_path: Path) -> None:
    done = cli("debate", "--rehearse", "-", text="a\0b")
    assert (done.code, done.err) == (2, "Standard input is not text. Give plain text.\n")
    export = tmp_path / "export.json"
    export.write_bytes(b"{\0}")
    done = cli("import", str(export))
    assert (done.code, done.err) == (2, "export.json is not text. Choose a file that was exported as JSON.\n")


def test_bytes_that_are_no_text_become_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the locale is none that lets everything pass."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Is \xff sound?"), "utf-8", "strict"))
    assert face.from_input() == "Is � sound?"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no device here that never ends")
def test_a_device_is_no_debate_and_no_document(cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = cli("import", "/dev/zero")
    told = "/dev/zero cannot be read: it is not an ordinary file. Choose a file that was exported as JSON.\n"
    assert (done.code, done.err) == (2, told)
    (tmp_path / "endless.txt").symlink_to("/dev/zero")
    done = cli("document", "import", str(tmp_path / "endless.txt"))
    assert done.code == 2
    assert "is not an ordinary file" in done.err
