"""Starting the program loads no provider's SDK and nothing else that can wait until it is needed."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

SDKS = {"openai", "anthropic", "google.genai", "mcp"}
LATER = SDKS | {"alembic", "pygit2", "PySide6"}
"""What is imported on first use, or, Qt, by the window alone."""
AFTER_THE_WINDOW = LATER - {"PySide6"} | {
    "pydantic",
    "sqlalchemy",
    "httpx",
    "numpy",
    "markdown_it",
    "pygments",
    "typst",
    "click",
    "rich",
}
"""What the window shows itself without."""
BEFORE = {
    "debate": {
        "context",
        "errors",
        "log",
        "log.seats",
        "ids",
        "natural_order",
        "patterns",
        "reasons",
        "ranges",
        "tools",
        "values",
        "views",
        "views.labels",
        "views.look_ups",
        "views.participants",
        "views.words",
        "wording",
    },
    "library": set[str](),
    "prompting": set[str](),
    "engine": {"errors", "limits"},
    "providers": {"config"},
    "storage": set[str](),
    "repository": set[str](),
    "embeddings": set[str](),
    "exporting": set[str](),
}
"""What it needs of the floors below before it is there. Whatever else, it knows by type alone (`TYPE_CHECKING`), or has
made by `faces.gui.shell.factory`."""


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


def test_the_window_is_there_before_the_debates_and_what_keeps_them() -> None:
    loaded = loaded_by("import disputatio.faces.gui.shell.process")
    assert loaded & AFTER_THE_WINDOW == set()
    for package, needed in BEFORE.items():
        name = f"disputatio.{package}"
        found = {module.removeprefix(f"{name}.") for module in loaded if module.startswith(f"{name}.")}
        assert found <= needed, name


def test_no_expression_that_looks_for_secrets_is_made_before_it_is_used() -> None:
    """They take 20 ms together."""
    code = "import disputatio.faces.gui.shell.process; from disputatio.debate.patterns import compile_pattern"
    assert loaded_by(f"{code}; assert compile_pattern.cache_info().currsize == 0")


def test_the_source_of_what_is_imported_is_not_read() -> None:
    """PySide6 would, for each module that is imported after it."""
    code = "import linecache, disputatio.faces.gui.shell.process, disputatio.faces.gui.shell.factory"
    assert loaded_by(f"{code}; assert not [name for name in linecache.cache if 'disputatio' in name]")


def test_what_follows_the_window_comes_in_pieces() -> None:
    """Each is imported on the window's own thread; all of them at once are some 180 modules."""
    code = (
        "import sys, importlib, disputatio.faces.gui.shell.process, disputatio.app.bootstrap\n"
        "from disputatio.faces.gui.shell.process import PIECES\n"
        "found = [len(sys.modules)]\n"
        "for name in PIECES:\n"
        "    importlib.import_module(f'disputatio.faces.gui.{name}')\n"
        "    found.append(len(sys.modules))\n"
        "most = max(after - before for before, after in zip(found, found[1:]))\n"
        "assert most <= 50, most"
    )
    assert "disputatio.faces.gui.shell.factory" in loaded_by(code)
