"""Each exception ends the process with the right code and is explained without keys."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from disputatio.app.errors import crash_report, exit_code, explanation, is_bug
from disputatio.app.paths import FolderUnusable, ResourceMissing
from disputatio.debate.errors import ConfigError, FormatError, Refused
from disputatio.engine.errors import NotFound, RateLimited, StorageHeld, Unauthorised
from disputatio.repository.errors import NotARepository
from disputatio.secrets.keyring import Masking

KEY = "not-a-known-shape-4711"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ConfigError("No such seat.", field="seats"), 2),
        (FormatError("Bad format."), 2),
        (Refused("Not now."), 2),
        (NotFound("No such debate."), 2),
        (NotARepository("No repository."), 2),
        (FolderUnusable("No folder."), 2),
        (StorageHeld("Disk full."), 3),
        (Unauthorised("Bad key."), 4),
        (RateLimited("Slow down."), 4),
        (ResourceMissing("Broken installation."), 70),
        (ValueError("bug"), 70),
        (AssertionError(), 70),
        (KeyboardInterrupt(), 130),
        (asyncio.CancelledError(), 130),
        (SystemExit(), 0),
        (SystemExit(2), 2),
        (SystemExit("text"), 2),
        (SystemExit(99), 70),
        (BrokenPipeError(), 0),
        (ExceptionGroup("", [Refused("a"), Unauthorised("b")]), 4),
        (ExceptionGroup("", [Unauthorised("b"), ExceptionGroup("", [ZeroDivisionError()])]), 70),
        (BaseExceptionGroup("", [KeyboardInterrupt(), Refused("a")]), 2),
    ],
)
def test_exit_codes(error: BaseException, code: int) -> None:
    assert exit_code(error) == code
    assert is_bug(error) is (code == 70)


def test_explanations() -> None:
    assert explanation(Refused("The debate has ended.", "Fork it.")) == "The debate has ended. Fork it."
    assert explanation(KeyboardInterrupt()) == "Stopped."
    assert "KeyError" in explanation(KeyError("x"))
    group = ExceptionGroup("", [Refused("One."), Refused("Two."), Refused("One.")])
    assert explanation(group) == "One.\n\nTwo."
    assert KEY not in explanation(Unauthorised(f"The key {KEY} was refused."), masked())


def masked() -> Masking:
    masking = Masking()
    masking.add(KEY)
    return masking


def test_crash_report_says_where_without_saying_who_or_what(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    secret_local = "a value of a variable"
    try:
        raise ValueError(f"cannot use {KEY} of {tmp_path}/notes", len(secret_local))
    except ValueError as error:
        report = crash_report(error, masked())
    assert "Disputatio 0" in report
    assert "Python 3" in report
    assert "test_crash_report_says_where" in report
    assert "cannot use [key] of ~/notes" in report
    assert KEY not in report
    assert "a value of a variable" not in report.replace('secret_local = "a value of a variable"', "")
