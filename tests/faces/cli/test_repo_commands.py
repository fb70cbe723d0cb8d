"""The commands about repositories: what they print, what they ask, how they end."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pygit2
import pytest

from disputatio.testing.repositories import commit, running_git


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    texts = {
        "cart.py": '"""The cart."""\n\n\ndef total(cart):\n    return sum(cart)\n',
        "README.md": "# Shop\n\nSells things.\n",
    }
    commit(folder, texts)
    return folder


def test_what_is_told_of_a_repository_before_its_first_commit_and_before_its_index(
    cli, tmp_path: Path, shop: Path
) -> None:
    pygit2.init_repository(str(tmp_path / "new"), initial_head="main")
    told = dict(re.findall(r"^(\w+): +(.*)$", cli("repo", "status", str(tmp_path / "new")).out, re.M))
    assert (told["Commit"], told["Files"], told["Index"]) == ("none yet", "0", "none")
    told = dict(re.findall(r"^(\w+): +(.*)$", cli("repo", "status", str(shop)).out, re.M))
    assert told["Commit"].endswith("2023-11-14 Ada: First")
    assert told["Languages"] == "Python 100%"
    assert told["Index"] == f"none: disputatio repo index {shop}"


def test_a_repository_is_indexed_searched_and_forgotten(cli, shop: Path) -> None:
    assert "No repositories yet" in cli("repo", "status").err
    done = cli("repo", "index", str(shop))
    assert (done.code, done.out) == (0, "2 files read, 0 files gone; the index has 2 files in 3 parts.\n")
    assert "Searched by words only: there is no key for OpenAI." in done.err
    assert cli("repo", "index", str(shop)).out.startswith("Nothing new;")
    found = cli("repo", "search", str(shop), "how", "is", "the", "total", "computed")
    assert found.out.splitlines()[1] == "cart.py:4-5\tdefinition\ttotal"
    shown = cli("repo", "search", str(shop), "total", "--text", "--limit", "1")
    assert "4| def total(cart):\n5|     return sum(cart)" in shown.out
    assert json.loads(cli("repo", "search", str(shop), "total", "--json").out)["hits"][0]["path"] == "cart.py"
    told = cli("repo", "status", str(shop)).out
    assert "3 parts of 2 files" in told
    assert "a map that a program extracted" in told
    assert json.loads(cli("repo", "status", str(shop), "--json").out)["languages"][0]["language"] == "Python"
    assert [row.split("\t")[0] for row in cli("repo", "status").out.splitlines()] == ["NAME", "shop"]
    known = cli("repo", "knowledge", str(shop))
    assert known.out == "README.md: Sells things.\n  Shop:1\ncart.py: The cart.\n  total:4\n"
    assert "without a model" in known.err
    asked = cli("repo", "forget", str(shop))
    assert asked.code == 2
    assert f"Delete the data kept about {shop} for good?" in asked.err
    assert "The repository itself and its debates stay" in asked.err
    assert cli("repo", "forget", str(shop), "--yes").out == "Forgotten.\n"
    assert cli("repo", "forget", str(shop)).code == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("repo", "index", "nowhere"), "does not exist"),
        (("repo", "status", "nowhere"), "does not exist"),
        (("repo", "search", "shop", "total"), "is not indexed yet.*disputatio repo index"),
        (("repo", "knowledge", "shop"), "is not indexed yet"),
        (("repo", "forget", "shop"), "Nothing is kept"),
        (("repo", "index", "shop", "--summarise"), "no model to summarise.*--model"),
        (("repo", "index", "shop", "--model", "rehearsal:quick"), "no model to summarise"),
    ],
)
def test_what_cannot_be_done_is_told(cli, shop: Path, arguments: tuple[str, ...], words: str) -> None:
    done = cli(*arguments)
    assert done.code == 2
    assert re.search(words, done.err, re.S)


def test_summarising_is_never_paid_for_unasked(cli, shop: Path) -> None:
    done = cli("repo", "index", "shop", "--model", "openai:gpt-4o-mini", OPENAI_API_KEY="sk-x")
    assert done.code == 2
    assert "would be asked 2 times to summarise 2 files and 1 folder" in done.err
    assert "This would go to openai: the whole repository " in done.err
    assert "there is nobody to ask here. Give --yes if you are sure." in done.err


def test_a_repository_is_cloned_into_the_data_folder_and_forgotten_with_its_copy(cli, shop: Path) -> None:
    with running_git(shop) as server:
        done = cli("repo", "clone", server.address)
    copy = Path(done.out.strip())
    assert (done.code, copy.name) == (0, "shop.git")
    assert json.loads(cli("repo", "status", str(copy), "--json").out)["origin"] == server.address
    assert "The copy in the data folder is erased too" in cli("repo", "forget", str(copy), text="n\n").err
    assert copy.exists()
    assert cli("repo", "forget", str(copy), "--yes").code == 0
    assert not copy.exists()
    refused = cli("repo", "clone", "git@example.org:a/b.git")
    assert (refused.code, refused.out) == (2, "")
    assert "not an address to fetch from" in refused.err
