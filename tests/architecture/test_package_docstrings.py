"""What a package's docstring lists is there, and whatever is there is listed: a newcomer who reads the door finds the
room."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "disputatio"
PACKAGES = sorted(path.parent for path in SOURCE.rglob("__init__.py"))
LISTED = re.compile(r"^ {0,7}(?:\d\. +)?(?P<names>[a-z_]+(?:, [a-z_]+)*)  +\S")
"""A line of a table: names of modules, and after two spaces or more what they hold."""
NAMED = re.compile(r"`(?P<name>[a-z0-9_]+)(?:\.py)?`")
FILE = re.compile(r"(?<![\w/.])(?P<path>[a-z_]+(?:/[a-z_]+)+\.py)\b")


def absent(package: Path, text: str) -> Iterator[str]:
    """What a docstring names and the package does not have; places inside the program are from its top."""
    there = {path.stem for path in package.glob("*.py")} | {path.name for path in package.iterdir() if path.is_dir()}
    for line in text.splitlines():
        if (listed := LISTED.match(line)) is not None:
            yield from (name for name in listed["names"].split(", ") if name not in there)
        yield from (found["path"] for found in FILE.finditer(line) if not (SOURCE / found["path"]).exists())


def unnamed(package: Path, text: str) -> Iterator[str]:
    """What a package has and its docstring does not name, in a table or between backticks."""
    named = {found["name"] for found in NAMED.finditer(text)}
    for line in text.splitlines():
        if (listed := LISTED.match(line)) is not None:
            named |= set(listed["names"].split(", "))
    there = {path.stem for path in package.glob("*.py")} | {path.parent.name for path in package.glob("*/__init__.py")}
    yield from sorted(name for name in there - named if not name.startswith("__"))


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.relative_to(SOURCE.parent).as_posix())
def test_a_package_names_each_of_its_modules(package: Path) -> None:
    tree = ast.parse((package / "__init__.py").read_text("utf-8"))
    assert list(unnamed(package, ast.get_docstring(tree) or "")) == []


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.relative_to(SOURCE.parent).as_posix())
def test_a_package_lists_only_modules_that_it_has(package: Path) -> None:
    tree = ast.parse((package / "__init__.py").read_text("utf-8"))
    assert list(absent(package, ast.get_docstring(tree) or "")) == []


def test_a_module_that_went_is_noticed() -> None:
    text = "Commands.\n\nmain     the group\ndriving  running a debate\n\nSee debate/formats.py and debate/format.py."
    assert list(absent(SOURCE / "faces" / "cli", text)) == ["driving", "debate/formats.py"]


def test_a_module_that_nobody_named_is_noticed() -> None:
    text = "Consent.\n\nfrontier  lets through or refuses\n\nIts error is in `consent_needed`."
    assert list(unnamed(SOURCE / "app" / "privacy", text)) == ["sendings"]
