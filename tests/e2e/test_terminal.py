"""The program on a terminal: text streams, a status line changes, turns stay."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from disputatio.testing.loopback import LoopbackServer, Script

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

HOSTILE = "Yes.\x1b]0;owned\x07\x1b[2J\x1b]8;;http://evil.example\x1b\\here\x1b]8;;\x1b\\ It holds."


def on_terminal(program, *arguments: str, **environment: str) -> tuple[int, str]:
    """Exit code, and everything that the terminal was sent."""
    ours, theirs = os.openpty()
    more = {"TERM": "xterm-256color", "COLUMNS": "90", "LINES": "24", **environment}
    process = subprocess.Popen(
        program.command(*arguments),
        cwd=program.folder,
        env=program.surroundings(more),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(ours)
    return process.wait(), shown.decode()


def test_it_streams_with_a_status_line(program, repository: Path) -> None:
    arguments = ("--rehearse", "--repo", str(repository), "--rounds", "1", "--seat", "analyst=rehearsal:live")
    code, shown = on_terminal(program, "debate", "Is the retry sound?", *arguments)
    assert code == 0
    assert "Round 1 of 1" in shown
    assert "Analyst is writing …" in shown
    assert shown.count("I read ") > 2, "the turn is seen while it is spoken"
    assert "Consensus after round" not in shown, "nobody thought, so nothing is measured"
    assert re.search(r"turns of models, \d+ requests\.\x1b\[0m$", shown.rstrip())


def test_a_hostile_model_cannot_steer_it(program, real_models: LoopbackServer) -> None:
    real_models.always("openai", Script(text=HOSTILE))
    seats = ("--seat", "analyst=openai:gpt-5.2", "--seat", "critic=rehearsal:quick", "--rounds", "1")
    code, shown = on_terminal(program, "debate", "Is it so?", *seats, NO_COLOR="1")
    assert code == 0
    assert "It holds." in shown
    assert "\x1b]" not in shown
    assert "\x1b[2J" not in shown
    assert "\x1b[38;5" not in shown, "NO_COLOR is respected"
