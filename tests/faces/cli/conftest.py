"""The command line in this process: `cli("list")` gives exit code, output and errors."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from disputatio.faces.cli.main import run

QUESTION = "Is the retry of orders sound?"


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def events(self) -> list[dict[str, Any]]:
        """Its output as events, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["type"] == kind]


class Cli:
    """`text` is standard input; `window` opens the window."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys, self._monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments: str, text: str = "", window: Callable[[], int] = lambda: 99, **environ: str) -> Done:
        with self._monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO(text))
            for name, content in environ.items():
                patch.setenv(name, content)
            code = run(arguments, window)
        out, err = self._capsys.readouterr()
        return Done(code, out, err)

    def debate(self, *arguments: str) -> Done:
        """A rehearsal as JSON lines, seeded so that it comes out the same every time."""
        return self("debate", QUESTION, "--rehearse", "--seed", "7", "--json", *arguments)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    """No display, and a folder of its own to stand in."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return Cli(capsys, monkeypatch)
