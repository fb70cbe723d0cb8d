"""What is written, where, and that no key is in it."""

from __future__ import annotations

import io
import json
import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from disputatio.app import logs
from disputatio.app.logs import FILE_NAME, Logging
from disputatio.secrets.keyring import Masking

KEY = "not-a-known-shape-4711"
SHAPED = "sk-" + "ant-api03-q7Rz2LmX9vKc4TbW8nYp3HsD6"
log = logging.getLogger("disputatio.test")


@pytest.fixture
def logging_() -> Iterator[Logging]:
    masking = Masking()
    masking.add(KEY)
    found = Logging(masking)
    yield found
    found.stop()


def written(folder: Path) -> str:
    return (folder / FILE_NAME).read_text(encoding="utf-8")


def test_levels(logging_: Logging, tmp_path: Path) -> None:
    logging_.start(tmp_path, "info")
    log.debug("too small")
    log.info("worth a line")
    logging_.set_level("debug")
    log.debug("now it counts")
    logging.getLogger("httpx2").info("GET https://example.org")
    assert "too small" not in written(tmp_path)
    assert "INFO" in written(tmp_path)
    assert "worth a line" in written(tmp_path)
    assert "now it counts" in written(tmp_path)
    assert "example.org" not in written(tmp_path)


@pytest.mark.usefixtures("caplog")
def test_keys_are_masked_in_messages_arguments_and_tracebacks(logging_: Logging, tmp_path: Path) -> None:
    lines = io.StringIO()
    logging_.start(tmp_path, "debug", lines)
    log.info("key %s", KEY)
    log.info(f"key {KEY} and {SHAPED}")  # noqa: G004
    log.info({"Authorization": f"Bearer {SHAPED}"})
    log.info("extra", extra={"header": KEY})
    try:
        raise ValueError(f"rejected {KEY} {SHAPED}")
    except ValueError:
        log.exception("failed")
    for text in (written(tmp_path), lines.getvalue()):
        assert "failed" in text
        assert "rejected [key]" in text
        assert KEY not in text
        assert SHAPED not in text


@pytest.mark.usefixtures("caplog")
def test_json_lines_can_be_read_by_programs(logging_: Logging, tmp_path: Path) -> None:
    lines = io.StringIO()
    logging_.start(tmp_path, "info", lines)
    log.warning("two\nlines %d", 2, extra={"debate": "d1"})
    (record,) = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert record["message"] == "two\nlines 2"
    assert (record["level"], record["logger"], record["debate"]) == ("warning", "disputatio.test", "d1")
    assert record["at"].endswith("+00:00")


def test_files_rotate_and_stay_private(logging_: Logging, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MAX_BYTES", 2_000)
    logging_.start(tmp_path)
    for number in range(400):
        log.info("line %d", number)
    files = sorted(tmp_path.iterdir())
    assert len(files) == logs.KEPT + 1
    assert "line 399" in written(tmp_path)
    if os.name != "nt":
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_text_that_is_no_unicode_is_written_all_the_same(logging_: Logging, tmp_path: Path) -> None:
    logging_.start(tmp_path)
    log.info("name %s", "\udcff")
    assert "\\udcff" in written(tmp_path)


def test_stopping_and_starting_again(logging_: Logging, tmp_path: Path) -> None:
    (tmp_path / "second").mkdir()
    logging_.start(tmp_path)
    log.info("one")
    logging_.start(tmp_path / "second")
    log.info("two")
    logging_.stop()
    log.info("three")
    assert "two" not in written(tmp_path)
    assert "three" not in written(tmp_path / "second")
    assert "two" in written(tmp_path / "second")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device here that is always full")
def test_a_full_disk_takes_no_log_and_that_ends_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / FILE_NAME).symlink_to("/dev/full")
    logs = Logging(Masking())
    logs.start(tmp_path)
    logging.getLogger("disputatio.test").info("lost")
    logs.stop()
    assert capsys.readouterr().err == ""
