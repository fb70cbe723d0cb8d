"""What the window can say names a place in the window, and no command that is typed (`debate.wording.by_face`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

SOURCES: Final = Path(__file__).parents[2] / "src" / "disputatio"
COMMANDS: Final = re.compile(
    r"\b(disputatio|settings|keys|hooks) (add|set|token|connect|list|index|answer|audit|branch|debate|doctor|examples|"
    r"hooks|keys|memory|persona|rebuild|repo|restore|resume|roles|settings|tools)\b|\(--\w|with --\w"
)
TYPED: Final = {
    "app/diagnosis.py": "`disputatio doctor` alone shows it",
    "app/errors.py": "somebody left who was reading the output of a command",
    "app/examples.py": "the window lists the examples; only who types has a name that there is not",
    "app/settings/store.py": "the pages have the settings that there are; only who types can miss",
    "storage/database.py": "how the program itself is started",
    "app/settings/declarations.py": "of a setting that no page shows",
    "app/starting/casting.py": "rehearsals by the switch of a command",
    "app/memory/thresholds.py": "the command alone says so",
    "app/repositories/summariser.py": "names the switch to whoever types",
    "app/audit.py": "in `REBUILD`, which `by_face` gets by name",
    "faces/gui/start/configuration_dialog.py": "says that a terminal can do the same",
    "app/personas/files.py": "in a file, for whoever reads it",
    "app/starting/formats.py": "of --step, which is a switch of commands alone",
}
"""Where it may stand outside of `by_face`, and why."""


def _commands(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the texts that name a command and are no part of a call of `by_face`, nor docstrings."""
    nodes = list(ast.walk(tree))
    naming = [
        each
        for each in nodes
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and COMMANDS.search(each.value)
    ]
    if not naming:
        return
    chosen = {
        id(each)
        for call in nodes
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "by_face"
        for each in ast.walk(call)
    }
    told = {id(each.value) for each in nodes if isinstance(each, ast.Expr)}
    yield from ((each.lineno, str(each.value)) for each in naming if id(each) not in chosen | told)


def test_whoever_has_a_window_is_told_of_no_command() -> None:
    found = [
        f"{place}:{line}: {text}"
        for path in sorted(SOURCES.rglob("*.py"))
        if (place := path.relative_to(SOURCES).as_posix()) not in TYPED
        and not place.startswith(("faces/cli", "faces/mcp"))
        for line, text in _commands(ast.parse(path.read_text("utf-8")))
    ]
    assert found == []
