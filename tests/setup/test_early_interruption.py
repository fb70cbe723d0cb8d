"""Ctrl+C before the command line is loaded: one word and the usual exit code, no trace of the interpreter."""

from __future__ import annotations

import os
import subprocess
import sys

INTERRUPTED_WHILE_LOADING = """
import sys
from importlib.abc import MetaPathFinder

class Impatient(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "disputatio.faces.cli.main":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Impatient())
sys.argv[1:] = ["list"]
from disputatio.__main__ import main
sys.exit(main())
"""


def test_a_person_who_does_not_wait_for_the_start_is_told_so_in_one_word(tmp_path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_WHILE_LOADING],
        env={**os.environ, "DISPUTATIO_HOME": str(tmp_path), "DISPLAY": "", "WAYLAND_DISPLAY": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Stopped.\n")
