"""Starting the program loads no provider's SDK and nothing else that can wait until it is needed."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

SDKS = {"openai", "anthropic", "google.genai", "mcp"}
LATER = SDKS | {"alembic", "pygit2", "PySide6"}
"""What is imported on first use, or, Qt, by the window alone."""


def loaded_by(statement: str) -> set[str]:
    """The modules that a fresh interpreter has after a statement."""
    code = f"import sys\n{statement}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.mark.parametrize("module", ["disputatio.app.bootstrap", "disputatio.__main__"])
def test_starting_loads_nothing_that_can_wait(module: str) -> None:
    if importlib.util.find_spec(module.rpartition(".")[0]) is None or importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not written yet")
    assert loaded_by(f"import {module}") & LATER == set()


def test_no_module_of_a_provider_loads_its_sdk() -> None:
    folder = Path(importlib.util.find_spec("disputatio").submodule_search_locations[0], "providers")
    names = [f"disputatio.providers.{path.stem}" for path in sorted(folder.glob("*.py")) if path.stem != "__init__"]
    assert names, "no providers were found"
    assert loaded_by(f"import {', '.join(names)}") & SDKS == set()
