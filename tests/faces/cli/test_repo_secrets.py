"""What a repository holds back is listed with the ids to release it by, never the secret itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from disputatio.testing.repositories import commit

ONE = "gh" + "p_" + "q7Rz2LmX9vKc4TbW8nYp3HsD6gFj1QaE5uZo"
TWO = "sk" + "_live_" + "Zo0BtNq7Rz2LmX9vKc4TbW8n"
FILES = {
    "README.md": f"# Cache\nDeploy with {ONE}.\n",
    "src/deep/cache.py": f'key = "{TWO}"\nagain = "{ONE}"\n',
    "vendor/lib.js": f'key = "{TWO[:-1]}x";\n',
    ".env": "PASSWORD=vK3x9Lq2!pZr7\n",
}


@pytest.fixture
def shop(tmp_path: Path) -> str:
    folder = tmp_path / "shop"
    commit(folder, FILES)
    return str(folder)


def test_each_secret_is_listed_once_where_it_stands_first(cli: Any, shop: str) -> None:
    done = cli("repo", "secrets", shop)
    assert done.code == 0
    rows = [line.split("\t")[1:] for line in done.out.splitlines()[1:]]
    assert rows == [
        ["environment file", ".env:1"],
        ["GitHub token", "README.md:2"],
        ["Stripe key", "src/deep/cache.py:1"],
    ]
    assert ONE not in done.out + done.err
    assert TWO not in done.out


def test_what_only_a_tool_would_meet_can_be_released_by_its_id(cli: Any, shop: str) -> None:
    (found,) = json.loads(cli("repo", "secrets", shop, "--file", "./src/deep/cache.py", "--json").out)[:1]
    assert found["kind"] == "Stripe key"
    done = cli.debate("--repo", shop, "--rounds", "1", "--release", found["id"])
    assert done.code == 0
    assert TWO in done.out
    assert ONE not in done.out


def test_an_id_that_names_no_secret_is_refused_with_those_that_do(cli: Any, shop: str) -> None:
    (vendor,) = json.loads(cli("repo", "secrets", shop, "--file", "vendor/lib.js", "--json").out)
    known = json.loads(cli("repo", "secrets", shop, "--json").out)
    done = cli.debate("--repo", shop, "--release", "nope", "--release", known[0]["id"])
    assert done.code == 2
    assert "No secret is held back under the id nope. These are: " in done.err
    assert {each["id"] for each in (vendor, *known[1:])} <= set(
        done.err.partition("These are: ")[2].replace(",", " ").replace(".", " ").split()
    )
    assert "No debates yet" in cli("list").err
    assert "Leave it out: nothing is" in cli.debate("--release", "nope").err


def test_a_secret_is_released_in_the_middle_of_a_debate(cli: Any, shop: str) -> None:
    known = json.loads(cli("repo", "secrets", shop, "--json").out)[1]["id"]
    id = cli.debate("--repo", shop, "--rounds", "1").events[0]["debate"]
    unknown = cli("set", id, "release=nope")
    assert unknown.code == 2
    assert known in unknown.err.partition("No secret is held back under the id nope. These are: ")[2]
    assert cli("set", id, f"release={known}").code == 0
    assert json.loads(cli("show", id, "--json").out.splitlines()[-1])["value"] == [known]


def test_an_id_that_is_released_twice_is_stored_once(cli: Any, shop: str) -> None:
    known = json.loads(cli("repo", "secrets", shop, "--json").out)[1]["id"]
    done = cli.debate("--repo", shop, "--rounds", "1", "--release", known, "--release", known)
    assert done.events[0]["options"]["release"] == [known]


def test_a_file_or_a_commit_that_is_not_there_is_said_and_nothing_found_too(cli: Any, shop: str) -> None:
    assert "There is no file nope.py" in cli("repo", "secrets", shop, "--file", "nope.py").err
    assert cli("repo", "secrets", shop, "--commit", "nope").code == 2
    clean = json.loads(cli("repo", "secrets", shop, "--file", "vendor/lib.js", "--json").out)
    assert len(clean) == 1, "what is named is looked at, also what others wrote"
