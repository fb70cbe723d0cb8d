"""The command line in this process: `cli("list")` gives exit code, output and errors."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from disputatio.faces.cli.main import run


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    def call(*arguments: str, text: str = "", window: Callable[[], int] = lambda: 99) -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        code = run(arguments, window)
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return call
