"""Roles on the command line: listed, shown, checked, kept, removed, and given to a seat."""

from __future__ import annotations

import json
from pathlib import Path

GOOD = """
id = "dba"
title = "Database reviewer"
focus = "You look at indexes."
task = "Name the index."
tools = ["read_file", "scan"]
"""


def write(text: str) -> str:
    Path("mine.toml").write_text(text, "utf-8")
    return "mine.toml"


def test_they_are_checked_kept_shown_and_removed(cli) -> None:
    assert "You have no roles of your own yet" in cli("roles", "list").err
    bad = cli("roles", "check", write(GOOD.replace('"dba"', '"critic"').replace("scan", "scam")))
    assert bad.code != 0
    assert "mine.toml:2: `id` 'critic' is the name of a role that ships" in bad.err
    assert "mine.toml:6: `tools`: there is no tool 'scam'; did you mean 'scan'?" in bad.err
    assert "this file works" in cli("roles", "check", write(GOOD)).out
    assert "--role SEAT=dba" in cli("roles", "import", write(GOOD)).out
    assert cli("roles", "list").out.splitlines()[1].split()[:2] == ["dba", "yours"]
    (own, *others) = json.loads(cli("roles", "list", "--json").out)
    assert (own["id"], own["own"], own["tools"]) == ("dba", True, ["read_file", "scan"])
    assert not any(each["own"] for each in others)
    shown = cli("roles", "show", "database reviewer").out
    for said in ("You look at indexes.", "In each turn: Name the index.", "Tools: read_file, scan"):
        assert said in shown
    assert "Also called: phase-reviewer" in cli("roles", "show", "reviewer").out
    assert cli("roles", "show", "collab-reviewer").out.startswith("Reviewer\n")
    assert "Tools: none" in cli("roles", "show", "judge").out
    assert cli("roles", "remove", "dba", text="n\n").code != 0
    assert "dba" in cli("roles", "list").out
    assert cli("roles", "remove", "dba", "--yes").out == "Database reviewer was deleted.\n"
    assert "There is no role 'dba'" in cli("roles", "show", "dba").err
    assert "cannot be deleted" in cli("roles", "remove", "judge").err


def test_a_broken_one_is_listed_and_not_shown(cli, home) -> None:
    cli("roles", "import", write(GOOD))
    kept = next(home.rglob("dba.toml"))
    kept.write_text("id = [")
    assert "not valid TOML" in cli("roles", "list").out
    assert "not valid TOML" in cli("roles", "show", "dba").err


def test_a_seat_is_given_one(cli) -> None:
    cli("roles", "import", write(GOOD))
    done = cli("debate", "Is it so?", "--rehearse", "--rounds", "1", "--role", "critic=dba")
    assert done.code == 0, done.err
    assert "Database reviewer" in done.out
    assert "described" not in done.err
    config = Path("debate.toml")
    config.write_text('question = "So?"\n[[seats]]\nseat = "analyst"\nrole = "dba"\n', "utf-8")
    done = cli("debate", "--config", str(config), "--rehearse", "--rounds", "1")
    assert "Database reviewer" in done.out, done.err
    told = cli("debate", "Is it so?", "--rehearse", "--rounds", "1", "--role", "critic=Lawyer")
    assert "Nobody has described the role “Lawyer”" in told.err
