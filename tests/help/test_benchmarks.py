"""The benchmark command measures the window that there is: a figure that can no longer be taken is noticed here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.alone
def test_opening_a_long_debate_can_still_be_measured(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.window", "opening", str(tmp_path)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "DISPUTATIO_HOME": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["seconds"] > 0
