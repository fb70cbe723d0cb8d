"""What a package's docstring lists is there: a newcomer who reads the door finds the room."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "disputatio"
PACKAGES = sorted(path.parent for path in SOURCE.rglob("__init__.py"))
LISTED = re.compile(r"^ {0,4}(?P<names>[a-z_]+(?:, [a-z_]+)*) {2,}\S")
"""A line of a table: names of modules, and after two spaces or more what they hold."""
FILE = re.compile(r"(?<![\w/.])(?P<path>[a-z_]+(?:/[a-z_]+)+\.py)\b")


def absent(package: Path, text: str) -> Iterator[str]:
    """What a docstring names and the package does not have; places inside the program are from its top."""
    there = {path.stem for path in package.glob("*.py")} | {path.name for path in package.iterdir() if path.is_dir()}
    for line in text.splitlines():
        if (listed := LISTED.match(line)) is not None:
            yield from (name for name in listed["names"].split(", ") if name not in there)
        yield from (found["path"] for found in FILE.finditer(line) if not (SOURCE / found["path"]).exists())


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.relative_to(SOURCE.parent).as_posix())
def test_a_package_lists_only_modules_that_it_has(package: Path) -> None:
    tree = ast.parse((package / "__init__.py").read_text("utf-8"))
    assert list(absent(package, ast.get_docstring(tree) or "")) == []


def test_a_module_that_went_is_noticed() -> None:
    text = "Commands.\n\nmain     the group\ndriving  running a debate\n\nSee debate/formats.py and debate/format.py."
    assert list(absent(SOURCE / "faces" / "cli", text)) == ["driving", "debate/formats.py"]
