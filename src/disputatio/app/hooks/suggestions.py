"""Commands that the configuration files of a repository suggest. What a file says is looked for, never taken over: each
command is one of a fixed list here, so that a repository can make nobody run anything else. Nothing is run.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from disputatio.app.hooks.commands import readable
from disputatio.debate.hooks import Command
from disputatio.debate.values import value
from disputatio.repository.errors import RepositoryError
from disputatio.repository.source_tree import SourceTree

LONGEST = 500_000
"""Characters of a file that is looked at."""

_PYTEST = Command(kind="tests", line="python3 -m pytest -q --junitxml={report}")
_TOOLS: Mapping[str, tuple[Command, ...]] = {
    "pytest": (_PYTEST,),
    "ruff": (
        Command(kind="lint", line="ruff check --no-cache --output-format=sarif --output-file={report} ."),
        Command(kind="format", line="ruff format --no-cache --diff ."),
    ),
    "flake8": (Command(kind="lint", line="flake8 ."),),
    "pylint": (Command(kind="analysis", line="pylint --recursive=y ."),),
    "mypy": (Command(kind="types", line="mypy ."),),
    "pyright": (Command(kind="types", line="pyright"),),
    "black": (Command(kind="format", line="black --diff ."),),
    "bandit": (Command(kind="scan", line="bandit -q -r ."),),
    "tox": (Command(kind="tests", line="tox -q"),),
    "eslint": (Command(kind="lint", line="eslint ."),),
    "prettier": (Command(kind="format", line="prettier --check ."),),
    "shellcheck": (Command(kind="lint", line="sh -c 'shellcheck $(find . -name \"*.sh\")'"),),
}
"""Tools, by the names that configuration files know them under."""
_TARGETS = {
    "test": "tests", "tests": "tests", "check": "tests", "unit": "tests", "lint": "lint",
    "format": "format", "fmt": "format",
    "typecheck": "types", "type-check": "types", "types": "types", "analyse": "analysis", "analyze": "analysis",
    "scan": "scan", "security": "scan", "audit": "scan", "bench": "benchmark", "benchmark": "benchmark",
    "profile": "profile", "fuzz": "fuzz",
}  # fmt: skip
"""Names of targets and scripts that tell their kind."""
_FILES: Mapping[str, tuple[str, ...]] = {
    "pytest.ini": ("pytest",),
    "ruff.toml": ("ruff",),
    ".ruff.toml": ("ruff",),
    ".flake8": ("flake8",),
    "mypy.ini": ("mypy",),
    ".mypy.ini": ("mypy",),
    "pyrightconfig.json": ("pyright",),
    ".pylintrc": ("pylint",),
    ".bandit": ("bandit",),
    "eslint.config.js": ("eslint",),
    ".prettierrc": ("prettier",),
}
"""Files that are there for one tool."""


@value
class Suggestion:
    """A command, and what of the repository suggests it."""

    command: Command
    why: str


def suggestions(tree: SourceTree) -> list[Suggestion]:
    """Return the commands that a repository suggests, each once. Blocks. Raises the errors of the repository."""
    present = {entry.path for entry in tree.files() if entry.kind == "file" and "/" not in entry.path}
    found: dict[str, Suggestion] = {}
    for suggestion in _all(tree, present):
        found.setdefault(suggestion.command.line, suggestion)
    return list(found.values())


def _all(tree: SourceTree, present: set[str]) -> Iterator[Suggestion]:
    for name, tools in _FILES.items():
        if name in present:
            yield from _of(tools, name)
    for name, read in _READERS.items():
        if name not in present:
            continue
        try:
            text = tree.read(tree.entry(name)).text
        except RepositoryError:
            continue
        if len(text) <= LONGEST:
            yield from read(text, name)


def _of(tools: Iterable[str], why: str) -> Iterator[Suggestion]:
    for tool in tools:
        for command in _TOOLS.get(tool, ()):
            yield Suggestion(command=command, why=why)


def _pyproject(text: str, name: str) -> Iterator[Suggestion]:
    try:
        found: dict[str, Any] = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    tools = found.get("tool")
    for tool in tools if isinstance(tools, dict) else ():
        yield from _of((tool,), f"{name}, [tool.{tool}]")


def _ini(text: str, name: str) -> Iterator[Suggestion]:
    for section in re.findall(r"^\[([\w: -]+)\]", text, re.MULTILINE):
        tool = section.removeprefix("tool:").split(":")[0].strip()
        if tool in ("testenv", "tox"):
            tool = "tox"
        yield from _of((tool,), f"{name}, [{section}]")


def _package(text: str, name: str) -> Iterator[Suggestion]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return
    scripts = found.get("scripts") if isinstance(found, dict) else None
    for script in scripts if isinstance(scripts, dict) else ():
        if (kind := _TARGETS.get(script)) is not None:
            yield Suggestion(command=Command(kind=kind, line=f"npm run {script}"), why=f"{name}, script {script}")


def _makefile(text: str, name: str) -> Iterator[Suggestion]:
    for target in re.findall(r"^([a-z-]+)\s*:(?!=)", text, re.MULTILINE):
        if (kind := _TARGETS.get(target)) is not None:
            yield Suggestion(command=Command(kind=kind, line=f"make {target}"), why=f"{name}, target {target}")


def _pre_commit(text: str, name: str) -> Iterator[Suggestion]:
    for hook in re.findall(r"^[ \t]*(?:-[ \t]*)?id:[ \t]*[\"']?([\w-]+)", text, re.MULTILINE):
        tool = "ruff" if hook.startswith("ruff") else hook
        yield from _of((tool,), f"{name}, {hook}")


def _always(*commands: Command) -> Callable[[str, str], Iterator[Suggestion]]:
    return lambda _, name: (Suggestion(command=command, why=name) for command in commands)


_READERS: Mapping[str, Callable[[str, str], Iterator[Suggestion]]] = {
    "pyproject.toml": _pyproject,
    "setup.cfg": _ini,
    "tox.ini": _ini,
    "package.json": _package,
    "Makefile": _makefile,
    ".pre-commit-config.yaml": _pre_commit,
    "Cargo.toml": _always(
        Command(kind="tests", line="cargo test --offline"), Command(kind="lint", line="cargo clippy --offline")
    ),
    "go.mod": _always(Command(kind="tests", line="go test ./..."), Command(kind="analysis", line="go vet ./...")),
}


def environments(root: str, read: Iterable[str] = ()) -> list[str]:
    """Return the folders of a work tree that its tools live in, and where their Python is: what `sandbox.reads` would
    have to name, besides what it does already. Nothing in them is read but where that is. Blocks."""
    root = os.path.realpath(os.path.expanduser(root))
    found = [os.path.join(root, name) for name in (".venv", "venv", "node_modules")]
    there = [each for each in found if _own(each)]
    for each in tuple(there):
        python = os.path.realpath(os.path.join(each, "bin", "python3"))
        base = os.path.dirname(os.path.dirname(python))
        if _is_python(python) and not f"{base}/".startswith(("/usr/", f"{each}/")):
            there.append(base)
    return [each for each in there if each not in read and readable(each)]


def _is_python(file: str) -> bool:
    """Return whether a file is where Python has itself: a link that came with a repository could lead to anything."""
    folder, name = os.path.split(file)
    return bool(re.fullmatch(r"python3?[.\w-]*", name)) and os.path.basename(folder) == "bin" and os.path.isfile(file)


def _own(folder: str) -> bool:
    """Return whether a folder holds tools: a link that came with a repository could lead to anything."""
    made = os.path.basename(folder) == "node_modules" or os.path.isfile(os.path.join(folder, "pyvenv.cfg"))
    return made and os.path.isdir(folder) and not os.path.islink(folder)
