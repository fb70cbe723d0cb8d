"""Consents on the command line: nobody can be asked here, so each command says what would go where and what to add."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from disputatio.app.errors import Exit
from disputatio.debate.log.state import Debate
from disputatio.faces.cli.run import outcome_of
from disputatio.testing.repositories import commit

KEY = {"OPENAI_API_KEY": "sk-none"}
FAR = "openai:gpt-4o-mini"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    commit(tmp_path / "shop", {"cart.py": "def total(cart):\n    return sum(cart)\n", "README.md": "# Shop\n"})
    return tmp_path / "shop"


def test_a_repository_is_indexed_by_its_words_unless_all_of_it_may_leave(cli, shop: Path) -> None:
    done = cli("repo", "index", str(shop), **KEY)
    assert done.code == 0
    assert f"This would go to openai: the whole repository {shop}" in done.err
    assert "to agree to that, give --embed" in done.err
    assert cli("consents", "list").out == ""


def test_an_imported_debate_goes_on_only_once_that_is_agreed(cli, shop: Path, tmp_path: Path) -> None:
    id = cli.debate("--repo", str(shop), "--rounds", "1", "--step").events[0]["debate"]
    assert cli("swap", id, f"critic={FAR}", "--yes", **KEY).code == 0
    file = tmp_path / "debate.json"
    assert cli("export", id, "--as", "json", "--out", str(file)).code == 0
    assert cli("consents", "revoke", "all").code == 0
    for command in (("delete", id), ("bin", "empty", "--yes"), ("import", str(file))):
        cli(*command)
    refused = cli("extend", id, **KEY)
    assert refused.code == 2
    assert f"This would go to openai: repository {shop}" in refused.err
    assert "Give --yes" in refused.err
    assert cli("consents", "list").out == ""


def test_what_is_remembered_is_embedded_once_that_is_agreed(cli, tmp_path: Path) -> None:
    assert cli("persona", "add", "Ada").code == 0
    guide = tmp_path / "guide.md"
    guide.write_text("# Guide\n\nOrders are retried.\n", "utf-8")
    assert cli("persona", "corpus", "add", "Ada", str(guide)).code == 0
    refused = cli("memory", "reembed", **KEY)
    assert refused.code == 2
    assert "This would go to openai: everything remembered" in refused.err
    assert "for about $" in refused.err or "at an unknown price" in refused.err
    told = cli("memory", "status", **KEY)
    assert "you have not agreed to send them to openai" in told.out
    assert json.loads(cli("consents", "list", "--json").out) == []


def test_a_debate_that_paused_for_a_consent_waits_for_a_person() -> None:
    code, what, next = outcome_of(Debate(status="paused", reason="consent", why="You have not agreed to this yet: …"))
    assert code is Exit.WAITING
    assert "You have not agreed" in what
    assert "--yes" in next


def test_a_question_that_seems_to_hold_a_secret_goes_nowhere_before_a_person_agrees(cli) -> None:
    secret = "do" + "p_v1_" + "0f3a91c77be2d48c65a0b19e7d3f42c8" * 2
    question = f"Why is {secret} refused?"
    seats = [word for seat in ("analyst", "critic", "synthesis", "clerk") for word in ("--seat", f"{seat}={FAR}")]
    refused = cli("debate", question, *seats, **KEY)
    assert refused.code == 2
    assert "The question seems to contain a secret (DigitalOcean token in line 1)" in refused.err
    assert "It would go to openai unchanged." in refused.err
    assert "Give --yes" in refused.err
    assert secret not in refused.out + refused.err
    assert cli("list").out == "", "nothing was started"
    rehearsed = cli("debate", question, "--rehearse", "--rounds", "1", "--step")
    assert rehearsed.code in (0, 3)
    assert "The question seems to contain a secret" in rehearsed.err
