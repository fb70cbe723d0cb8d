"""The benchmark command measures the window that there is: a figure that can no longer be taken is noticed here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_help_names_every_part_and_a_part_that_is_none_is_refused() -> None:
    def benchmarks(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "benchmarks", *arguments]
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        return subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240, check=False
        )

    told = benchmarks("--help")
    assert told.returncode == 0, told.stderr
    parts = ("board", "branch", "citations", "engine", "formats", "memory", "phases", "repository", "shelf", "window")
    for part in parts:
        assert f"  {part} " in told.stdout
    refused = benchmarks("engin")
    assert refused.returncode == 2
    assert "engin" in refused.stderr
    assert refused.stdout == ""


def test_a_large_library_can_still_be_measured(tmp_path: Path) -> None:
    code = (
        "import asyncio, sys; from benchmarks import shelf; shelf.DEBATES, shelf.SEARCHES = 240, 4;"
        "asyncio.run(shelf.fill(sys.argv[1])); shelf.in_window(getattr(shelf, sys.argv[2])(sys.argv[1]))"
    )
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "DISPUTATIO_HOME": str(tmp_path)}
    for name, figure in (("listing", "whole"), ("searching", "p95")):
        command = [sys.executable, "-c", code, str(tmp_path / name), name]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240, check=False
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout.splitlines()[-1])[figure] > 0


def test_opening_a_long_debate_can_still_be_measured_over_a_folder_that_was_measured_before(tmp_path: Path) -> None:
    code = "import sys; from benchmarks import window; window.TURNS = 200; window.run('opening', sys.argv[1])"
    command = [sys.executable, "-c", code, str(tmp_path)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "DISPUTATIO_HOME": str(tmp_path)}
    for _ in range(2):
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240, check=False
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout.splitlines()[-1])["seconds"] > 0


def test_stalls_over_a_repository_can_still_be_measured(tmp_path: Path) -> None:
    code = (
        "import sys; from benchmarks import repository_window as part; part.FILES = 200;"
        "part.in_window(part.WORK['branch'](sys.argv[1]))"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "DISPUTATIO_HOME": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["longest"] > 0
