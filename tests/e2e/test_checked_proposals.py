"""Hooks from the terminal, with the real box and real SDKs: suggested, adopted, tried, run in a debate, shown, played
again; a hostile repository runs nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pygit2
from tests.sandbox.test_isolation import isolated

from disputatio.testing.loopback import LoopbackServer, Script
from disputatio.testing.repositories import commit

SHOP = {
    "shop.py": "def total(prices):\n    return sum(prices) - 1\n",
    "test_shop.py": "import unittest\nfrom shop import total\n\n\nclass Totals(unittest.TestCase):\n"
    "    def test_sum(self):\n        self.assertEqual(total([2, 3]), 5)\n",
    "Makefile": "test:\n\tpython3 -m unittest -q\nevil: $(shell touch /tmp/owned-by-make)\n",
}
CHANGE = (
    "I mend it.\n\n```diff\n--- a/shop.py\n+++ b/shop.py\n@@ -1,2 +1,2 @@\n def total(prices):\n"
    "-    return sum(prices) - 1\n+    return sum(prices){}\n```\n"
)


def on_branch(repository: Path, id: str, path: str) -> str:
    """Return a file on the branch of a debate; "" where there is none."""
    found = pygit2.Repository(str(repository))
    branch = found.references.get(f"refs/heads/debate/{id}")
    tree = branch.peel(pygit2.Commit).tree if branch else None
    return tree[path].data.decode() if tree is not None and path in tree else ""


@isolated
def test_commands_are_suggested_adopted_and_tried(program: Any, tmp_path: Path) -> None:
    commit(tmp_path / "shop", SHOP)
    where = str(tmp_path / "shop")
    assert "hooks suggest" in program("hooks", "list").err
    listed = program("hooks", "suggest", where)
    assert "make test" in listed.out
    assert "Makefile, target test" in listed.out
    assert program("hooks", "list", "--json").out.strip() == "[]", "a suggestion is not adopted by being listed"
    assert program("hooks", "suggest", where, "--adopt", "7").code == 2
    assert "make test" in program("hooks", "suggest", where, "--adopt", "1").out
    assert "no commands that it does not have" in program("hooks", "suggest", where).err
    off = program("hooks", "try", where)
    assert (off.code, "switched off" in off.err) == (2, True)
    assert "sandbox.use" in program("hooks", "list").err
    assert program("settings", "set", "sandbox.use", "true").code == 0
    added = program(
        "hooks", "add", where, "tests 20 s!: python3 -m unittest -q", "scan: sh -c 'echo x.py:1: bad; exit 1'"
    )
    assert "you are asked" in added.out
    tried = program("hooks", "try", where, "--kind", "tests")
    assert tried.code == 2, "a script sees that a check failed"
    assert "AssertionError: 4 != 5" in tried.out
    assert "x.py" not in tried.out
    failed = program("hooks", "try", where, "--json")
    assert failed.code == 2
    assert [each["kind"] for each in json.loads(failed.out)["checks"]] == ["scan", "tests", "tests"]
    program("hooks", "add", where, "lint: sh -c true")
    assert program("hooks", "try", where, "--kind", "lint").code == 0
    assert program("hooks", "remove", where, "lint").code == 0
    assert program("hooks", "add", where, "cook: an egg").code == 2
    assert program("hooks", "remove", where, "lint").code == 2
    assert program("hooks", "remove", where, "tests").code == 0
    assert json.loads(program("hooks", "list", "--json").out) == [
        {"project": where, "commands": ["scan: sh -c 'echo x.py:1: bad; exit 1'"]}
    ]
    assert not Path("/tmp/owned-by-make").exists()


@isolated
def test_a_debate_checks_its_proposal_waits_where_it_fails_and_is_played_again(
    program: Any, real_models: LoopbackServer, tmp_path: Path
) -> None:
    commit(tmp_path / "shop", SHOP)
    program("settings", "set", "sandbox.use", "true")
    said = [Script(text="I plan."), Script(text=CHANGE.format(" + 1")), Script(text=CHANGE.format(""))]
    real_models.script("openai", *said)
    config = {
        "question": "Mend the total.", "format": "eight-phase", "rounds": 1, "seed": 1,
        "phases": ["proposal", "critique"], "options": {"reflexion": False, "branch": True},
        "planning": "dpde", "hooks": ["tests!: python3 -m unittest -q"],
        "context": {"kind": "repository", "ref": str(tmp_path / "shop")},
        "seats": [
            {"seat": "proposers", "model": "openai:gpt-5.2"},
            {"seat": "critics", "model": "anthropic:claude-haiku-4-5"},
        ],
        "services": {"clerk": "", "synthesis": ""},
    }  # fmt: skip
    done = program("debate", "--config", "-", "--json", "--yes", text=json.dumps(config))
    assert done.code == 3, (done.code, done.err)
    id = done.events[0]["debate"]
    (came,) = [event for event in done.of("turn-completed") if "validation[" in event["path"]]
    assert came["data"]["gating"] is True
    assert on_branch(tmp_path / "shop", id, "shop.py") in ("", SHOP["shop.py"]), "a proposal is no milestone"
    waiting = program("gates", "list").out
    assert "unit tests" in waiting or "critique" in waiting
    shown = program("show", id, "--checks").out
    assert "Unit tests: failed" in shown
    assert "AssertionError: 6 != 5" in shown
    assert "**" not in shown
    refused = program("set", id, "hooks=scan: true, evil")
    assert (refused.code, "scan: true, evil" in refused.err) == (2, True), "nobody agreed to it"
    program("hooks", "add", config["context"]["ref"], "tests!: python3 -m unittest -q")
    assert program("set", id, "hooks=true").code == 0
    rejected = program("gates", "reject", id, "--reason", "Mend it whole.")
    assert rejected.code in (0, 3), rejected.err
    approved = program("gates", "approve", id)
    assert approved.code in (0, 3), approved.err
    program("resume", id)
    events = [json.loads(line) for line in program("show", id, "--json").out.splitlines()]
    checked = [event for event in events if event["type"] == "turn-completed" and "validation[" in event["path"]]
    assert [event["data"]["passed"] for event in checked] == [False, True]
    assert program("audit", "verify", id).code == 0
    told = [str(seen.body) for seen in real_models.requests if seen.protocol == "anthropic"]
    assert any("Unit tests passed" in body for body in told), "the Critic reads what came of it"
    program("settings", "set", "sandbox.use", "false")
    again = program("replay", id)
    assert again.code == 0, again.err
    exported = program("export", id, "--as", "markdown").out
    assert "Unit tests passed" in exported
    assert program("branch", id, "--commit").code == 0
    assert on_branch(tmp_path / "shop", id, "shop.py") == SHOP["shop.py"].replace(" - 1", "")
    assert on_branch(tmp_path / "shop", id, f"debates/{id}/solution.md") == f"{CHANGE.format('').strip()}\n"
    assert "solution.md in the folder of the debate, and its changes to shop.py" in exported
