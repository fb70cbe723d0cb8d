"""`versions`: what is listed, one version whole, its difference, and the ways back to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pygit2
import pytest

from disputatio.testing.repositories import commit


@pytest.fixture
def id(cli: Any) -> str:
    done = cli.debate("--format", "eight-phase", "--rounds", "1")
    assert done.code == 0, done.err
    found: str = done.events[0]["debate"]
    return found


def test_versions_are_listed_with_tests_and_score(cli: Any, id: str) -> None:
    done = cli("versions", id)
    heads, first, second, *_ = done.out.splitlines()
    assert heads.split("\t") == ["VERSION", "BY", "STEP", "LANGUAGE", "LINES", "FOLLOWS", "TESTS", "SCORE"]
    assert first.split("\t")[:7] == ["v1", "Proposer", "draft", "Python", "9", "", "not run"]
    assert second.split("\t")[5] == "v1"
    assert "What was not measured does not count" in done.err


def test_one_version_is_printed_alone_and_what_is_known_of_it_beside(cli: Any, id: str) -> None:
    done = cli("versions", id, "-n", "1")
    assert done.out.startswith("TASK = ")
    assert done.out.endswith("solution()\n")
    assert "v1: Proposer, draft" in done.err
    assert "Maintainability: " in done.err


def test_the_difference_to_any_version_is_shown(cli: Any, id: str) -> None:
    assert "v1 and v2 are the same." in cli("versions", id, "--diff").err
    assert "v1 and v1 are the same." in cli("versions", id, "-n", "1", "--diff", "--against", "1").err
    done = cli("versions", id, "-n", "1", "--diff")
    assert (done.code, "v1 follows no other version." in done.err) == (2, True)


def test_programs_get_all_of_it_as_json(cli: Any, id: str) -> None:
    found = json.loads(cli("versions", id, "--json").out)
    assert [one["version_number"] for one in found] == [1, 2]
    assert found[1]["follows"] == 1
    assert set(found[0]["metrics"]) >= {"maintainability", "complexity", "security"}
    assert [one["version_number"] for one in json.loads(cli("versions", id, "-n", "2", "--json").out)] == [2]


def test_a_version_is_written_kept_and_forked_from(cli: Any, id: str, tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    assert cli("versions", id, "--out", str(file)).code == 0
    assert file.read_text().startswith("TASK = ")
    assert "exists already" in cli("versions", id, "--out", str(file)).err
    assert ", code v2" in cli("versions", id, "--save").out
    assert ", code v2" in cli("document", "list").out
    assert "no project" in cli("versions", id, "--save", "--project", "Nowhere").err.lower()
    fork = cli("versions", id, "-n", "1", "--fork").out.strip()
    assert [one["version_number"] for one in json.loads(cli("versions", fork, "--json").out)] == [1]


def test_what_goes_wrong_is_said(cli: Any, id: str) -> None:
    assert "It has v1 to v2." in cli("versions", id, "-n", "3").err
    assert "not about a repository" in cli("versions", id, "--commit", "--yes").err
    assert cli("versions", id, "--save", "--fork").code == 2
    assert "--against goes with --diff" in cli("versions", id, "--against", "1").err
    assert "--project goes with --save" in cli("versions", id, "--project", "x").err
    assert cli("versions", "nowhere").code == 2


def test_a_debate_without_code_says_when_there_would_be_some(cli: Any) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    done = cli("versions", id)
    assert (done.code, done.out) == (0, "")
    assert "No code yet." in done.err
    for wanted in ("--diff", "--commit", "--save", "--fork"):
        done = cli("versions", id, wanted)
        assert (done.code, "No code yet." in done.err) == (2, True), wanted
    assert json.loads(cli("versions", id, "--json").out) == []
    assert "No code yet." in cli("versions", id, "-n", "1", "--json").err


def test_a_version_is_committed_to_the_branch_of_its_debate_with_consent(cli: Any, tmp_path: Path) -> None:
    commit(tmp_path / "shop", {"README.md": "# Shop\n"})
    shop = str(tmp_path / "shop")
    id = cli.debate("--format", "eight-phase", "--rounds", "1", "--repo", shop, "--yes").events[0]["debate"]
    refused = cli("versions", id, "--commit")
    assert refused.code != 0
    repository = pygit2.Repository(shop)
    assert f"debate/{id}" not in repository.branches
    assert "Committed" in cli("versions", id, "-n", "1", "--commit", "--yes").out
    assert "is on the branch already" in cli("versions", id, "-n", "1", "--commit").out, "it was agreed to"
    tree = repository.branches[f"debate/{id}"].peel(pygit2.Tree)
    assert tree[f"debates/{id}/code/version-1.py"].data.startswith(b"TASK = ")
    assert repository.status() == {}


def test_exports_have_the_versions_and_come_back_from_json(cli: Any, id: str, tmp_path: Path) -> None:
    text = cli("export", id, "--as", "markdown").out
    assert "## Code versions" in text
    assert "- v1: Proposer, draft; tests: not run; score: " in text
    assert "### v2" in text
    assert "```python\nTASK = " in text.partition("### v2")[2]
    file = tmp_path / "debate.json"
    assert cli("export", id, "--as", "json", "--out", str(file)).code == 0
    found = json.loads(file.read_text())["code_versions"]
    assert [one["version_number"] for one in found] == [1, 2]
    assert found[0]["metrics"]["complexity"] == 2
    assert "is already here" in "".join(cli("import", str(file))[1:])
