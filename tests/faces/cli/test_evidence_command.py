"""The command `evidence`: what a debate cites, checked, and each participant's share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pygit2
import pytest

from disputatio.testing.repositories import commit

CODE = """\
def retry(order):
    # A failed order is retried three times before it is given up.
    return order.send(times=3)
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A repository with one file."""
    folder = tmp_path / "shop"
    commit(folder, {"retry.py": CODE}, "Retry orders")
    return folder


def test_a_rehearsal_cites_what_is_there_and_the_command_says_so(cli: Any, shop: Path) -> None:
    done = cli.debate("--repo", str(shop))
    assert done.code == 0, done.err
    id = done.events[0]["debate"]
    shown = cli("evidence", id)
    assert shown.code == 0
    rows = [line.split("\t") for line in shown.out.splitlines() if "\t" in line]
    assert rows[0][:3] == ["TURN", "STATUS", "CITATION"]
    assert {row[1] for row in rows[1:]} == {"quotation verified", "line exists"}
    assert any(row[2].startswith("retry.py:") for row in rows[1:])
    found = json.loads(cli("evidence", id, "--json").out)
    analyst = found["participants"][0]
    told = "{verified} quote what" if analyst["exists"] else "all {total} citations quote what"
    assert f"{told.format(**analyst)} stands there" in shown.out
    assert analyst["verified"] + analyst["exists"] == analyst["total"]
    assert found["turns"][0]["items"][0]["pin"]
    assert {claim["base_score"] for claim in found["claims"]} == {1.0}
    assert "P1: base score 1.00, the one citation it rests on holds" in shown.out
    assert "No citation that could be checked failed" in cli("evidence", id, "--failed").err


def test_a_file_at_a_commit_of_the_past_is_told_with_its_commit(cli: Any, shop: Path) -> None:
    repository = pygit2.Repository(str(shop))
    then = str(repository.head.target)[:8]
    tree = repository.TreeBuilder()
    tree.insert("retry.py", repository.create_blob(b"def retry(order):\n    return None\n"), 0o100644)
    author = pygit2.Signature("Ada", "ada@example.org", 2, 0)
    repository.create_commit("HEAD", author, author, "Give up", tree.write(), [repository.head.target])
    id = cli.debate("--repo", str(shop), "--seat", "critic=human:", "--rounds", "1").events[0]["debate"]
    said = f"It was {then}:retry.py:3: `return order.send(times=3)`. See 1a2b3c4:retry.py:3."
    done = cli("answer", id, "-", text=f"{said}\n\n### Agree\n- P1\n")
    assert done.code == 0, done.err
    rows = [line.split("\t") for line in cli("evidence", id).out.splitlines() if "\t" in line]
    found = {row[2]: row for row in rows}
    assert found[f"{then}:retry.py:3"][1] == "quotation verified"
    assert found["1a2b3c4:retry.py:3"][1:5] == [
        "missing", "1a2b3c4:retry.py:3", "", "there is no commit 1a2b3c4 in the history",
    ]  # fmt: skip


def test_a_debate_that_cites_nothing_says_so(cli: Any) -> None:
    done = cli.debate("--format", "collaborative")
    shown = cli("evidence", done.events[0]["debate"])
    assert shown.code == 0
    assert "Participant 1: nothing that can be checked" in shown.out
    assert "No turn of this debate has cited a source" in shown.err


def test_an_unknown_debate_is_bad_input(cli: Any) -> None:
    assert cli("evidence", "nosuch").code == 2
