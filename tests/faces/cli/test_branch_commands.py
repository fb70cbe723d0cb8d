"""The branch of a debate, what was agreed to, and GitHub's issues, from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pygit2
import pytest

from disputatio.app.paths import Paths
from disputatio.app.privacy.frontier import Consents
from disputatio.app.privacy.sendings import Sending
from disputatio.testing.loopback.github import TOKEN, running_github
from disputatio.testing.repositories import commit

SECRET = "gh" + "p_" + "q7Rz2LmX9vKc4TbW8nYp3HsD6gFj1QaE5uZo"


@pytest.fixture
def shop(tmp_path: Path) -> str:
    files = {
        "retry.py": "def retry(order):\n    send(order)\n",
        "README.md": f"# Shop\nThe retry of orders is sound. {SECRET}\n",
    }
    commit(tmp_path / "shop", files, origin="https://github.com/acme/shop.git")
    return str(tmp_path / "shop")


@pytest.fixture
def id(cli: Any, shop: str) -> str:
    """A debate with a branch."""
    done = cli.debate("--repo", shop, "--branch", "--rounds", "1", "--yes")
    assert done.code == 0, done.err
    found: str = done.events[0]["debate"]
    assert f"on the branch debate/{found}" in done.err
    return found


def test_a_branch_is_shown_with_commits_diff_and_blame(cli: Any, shop: str, id: str) -> None:
    done = cli("branch", id[:5])
    assert done.code == 0
    assert f"debate/{id}" in done.out
    assert done.out.count("Round 1") == 1, "the round and its loop ended as one"
    assert "Synthesis" in done.out
    assert f"+++ b/debates/{id}/debate.md" in cli("branch", id, "--diff").out
    commits = cli("branch", id, "--log").out.splitlines()[1:]
    assert len(commits) >= 2
    newest = commits[0].split("\t")[0]
    assert f"debates/{id}/debate.md" in cli("branch", id, "--diff", "--of", newest).out
    assert " + " in cli("branch", id, "--blame", f"debates/{id}/synthesis.md").out.splitlines()[0]
    view = json.loads(cli("branch", id, "--json").out)
    assert view["wanted"] is True
    assert len(view["log"]) == len(commits)
    assert pygit2.Repository(shop).status() == {}


def test_a_turn_that_proposes_too_much_says_so_in_itself_and_on_the_branch(cli: Any, shop: str) -> None:
    first = cli.debate("--repo", shop, "--branch", "--rounds", "1", "--yes", "--seat", "critic=human:")
    assert first.code == 3, "it waits for the person and does not hold the terminal"
    id = first.events[0]["debate"]
    diff = "```diff\n--- /dev/null\n+++ b/n{0}.md\n@@ -0,0 +1 @@\n+{0}\n```\n"
    changes = "".join(diff.format(number) for number in range(22))
    done = cli("answer", id, "-", text=f"{changes}\n### Agree\n- P1\n")
    told = "22 changes proposed: the first 20 can be put on the branch, the others stand in the text."
    assert f"Critic: {told}" in done.out
    assert "n21.md" in cli("export", id, "--as", "markdown").out, "nothing of the text is lost"
    branch = cli("branch", id)
    assert branch.out.count("applies") == 20
    assert told in branch.err


def test_a_branch_needs_consent_and_a_repository(cli: Any, shop: str) -> None:
    refused = cli.debate("--repo", shop, "--branch")
    assert (refused.code, refused.out) == (2, "")
    assert "would write a branch" in refused.err
    assert "--yes" in refused.err
    assert cli.debate("--branch").code == 2
    assert list(pygit2.Repository(shop).references) == ["refs/heads/main"]


def test_the_configuration_and_the_settings_can_ask_for_a_branch(cli: Any, shop: str) -> None:
    Path("debate.toml").write_text(f'branch = true\n[context]\nkind = "repository"\nref = "{shop}"\n', "utf-8")
    assert "would write a branch" in cli.debate("--config", "debate.toml").err
    assert cli("settings", "set", "debates.branch", "true").code == 0
    assert "would write a branch" in cli.debate("--repo", shop).err
    assert cli.debate("--rounds", "1").code == 0  # nothing to write to: nothing is asked


def test_deleting_takes_the_branch_and_switches_it_off(cli: Any, shop: str, id: str) -> None:
    done = cli("branch", id, "--delete", "--yes")
    assert done.code == 0, done.err
    assert "Deleted" in done.out
    assert list(pygit2.Repository(shop).references) == ["refs/heads/main"]
    assert "There is no branch yet" in cli("branch", id).err
    refused = cli("branch", id, "--commit")
    assert refused.code != 0
    assert "--yes" in refused.err
    assert "made on" in cli("branch", id, "--commit", "--yes").out
    assert "already" in cli("branch", id, "--commit").out


def test_wrong_uses_say_what_is_right(cli: Any, id: str) -> None:
    assert "Give only one" in cli("branch", id, "--log", "--delete").err
    assert "proposes no change" in cli("branch", id, "--apply", "nowhere").err
    assert "not a commit of" in cli("branch", id, "--diff", "--of", "123456").err
    assert "no file" in cli("branch", id, "--blame", "nope").err
    other = cli.debate("--rounds", "1").events[0]["debate"]
    assert "not about a repository" in cli("branch", other).err


def test_consents_are_listed_and_revoked(cli: Any, home: Path) -> None:
    assert "agreed to nothing" in cli("consents", "list").err
    kept = Consents(Paths.from_environment({"DISPUTATIO_HOME": str(home)}).config)
    kept.give(
        Sending(kind="repository", ref=f"/{name}", what="README", characters=5, provider="openai", address=address)
        for name, address in (("shop", ""), ("other", "http://far.example/v1"))
    )
    rows = json.loads(cli("consents", "list", "--json").out)
    assert {(row["provider"], row["kind"], row["ref"]) for row in rows} == {
        ("openai", "repository", "/shop"),
        ("openai", "repository", "/other"),
    }
    assert {row["address"] for row in rows} == {"", "http://far.example/v1"}
    assert "Revoked" in cli("consents", "revoke", rows[0]["id"]).out
    assert len(kept.all()) == 1
    assert "no consent" in cli("consents", "revoke", rows[0]["id"]).err
    assert cli("consents", "revoke", "all").code == 0
    assert kept.all() == []


def test_a_debate_that_goes_on_asks_for_what_was_never_agreed_to(cli: Any, shop: str) -> None:
    id = cli.debate("--repo", shop, "--rounds", "1").events[0]["debate"]
    assert cli("set", id, "threshold=90").code == 0
    refused = cli("swap", id, "critic=openai:gpt-5.2", OPENAI_API_KEY="sk-none")
    assert refused.code == 2
    assert f"This would go to openai: repository {shop}" in refused.err
    assert "Give --yes" in refused.err
    assert cli("swap", id, "critic=openai:gpt-5.2", "--yes", OPENAI_API_KEY="sk-none").code == 0
    assert cli("consents", "revoke", "all").code == 0
    refused = cli("extend", id, OPENAI_API_KEY="sk-none")
    assert refused.code == 2
    assert "Give --yes" in refused.err
    agreed = cli("consents", "give", id, OPENAI_API_KEY="sk-none")
    assert f"This may go to openai: repository {shop}" in agreed.out
    [row] = json.loads(cli("consents", "list", "--json").out)
    assert (row["provider"], row["ref"].rstrip("/")) == ("openai", shop)


def test_a_branch_that_is_switched_on_later_is_asked_about_as_well(cli: Any, shop: str) -> None:
    id = cli.debate("--repo", shop, "--rounds", "1").events[0]["debate"]
    refused = cli("set", id, "branch=true")
    assert refused.code == 2
    assert f"to the repository {shop}" in refused.err
    assert "Give --yes" in refused.err
    assert cli("set", id, "branch=true", "--yes").code == 0
    assert [row["kind"] for row in json.loads(cli("consents", "list", "--json").out)] == [f"debate/{id}"]


def test_what_is_held_back_is_listed_and_let_out_by_name(cli: Any, shop: str) -> None:
    done = cli("debate", "Is the retry of orders sound?", "--rehearse", "--repo", shop, "--rounds", "1")
    assert SECRET not in done.out + done.err
    [line] = [line for line in done.err.splitlines() if "--release" in line]
    assert "GitHub token in README.md:2" in line
    named = line.rpartition("--release ")[2].rstrip(")")
    again = cli.debate("--repo", shop, "--rounds", "1", "--release", named)
    assert "--release" not in again.err
    assert SECRET in again.out  # it is in the context now, as the person wished
    assert "is held back under the id 1234" in cli.debate("--repo", shop, "--rounds", "1", "--release", "1234").err


def test_issues_are_listed_and_shown(cli: Any, shop: str) -> None:
    assert "no token" in cli("repo", "issues", shop).err
    with running_github() as hub:
        hub.issue("acme/shop", 3, "Orders are lost", "Since Monday.", comments=["Here, too."])
        hub.issue("acme/shop", 4, "Retry thrice", None, pull=True)
        assert cli("settings", "set", "github.address", hub.root).code == 0
        done = cli("repo", "issues", shop, GITHUB_TOKEN=TOKEN)
        assert done.code == 0, done.err
        assert "#3\tissue\tOrders are lost\toctocat" in done.out
        assert "#4\tpull request\tRetry thrice\toctocat" in done.out
        one = cli("repo", "issues", shop, "-n", "3", GITHUB_TOKEN=TOKEN)
        assert "Since Monday." in one.out
        assert "Here, too." in one.out
        assert json.loads(cli("repo", "issues", shop, "-n", "4", "--json", GITHUB_TOKEN=TOKEN).out)["thread"]["pull"]
        debated = cli.debate("--repo", shop, "--rounds", "1", "--issue", "3")
        assert "no token" in debated.err
        debated = cli(
            "debate", "Why?", "--rehearse", "--repo", shop, "--rounds", "1", "--issue", "3", GITHUB_TOKEN=TOKEN
        )
        assert debated.code == 0, debated.err
        hub.trouble(403, headers={"Retry-After": "60"})
        assert "limit of requests is used up" in cli("repo", "issues", shop, GITHUB_TOKEN=TOKEN).err
        assert TOKEN not in done.out + done.err + debated.out + debated.err
    assert cli.debate("--issue", "3").code == 2
