"""What a command or a configuration asks for has its effect, or is refused with a reason, a remedy and exit code 2."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import get_args

import pytest
from tests.faces.cli.conftest import Cli

from disputatio.app import bootstrap
from disputatio.app.debates.requests import Why
from disputatio.debate.log.commands import Skip
from disputatio.faces.cli.debates import WHY
from disputatio.secrets.keyring import Masking
from disputatio.testing.repositories import commit

TOML = 'question = "Is it so?"\n'


def refused(cli: Cli, *arguments: str) -> str:
    done = cli(*arguments)
    assert done.code == 2, done
    assert done.out == ""
    assert len(done.err.strip().rstrip(".").split(". ")) > 1 or ":" in done.err, "with what to do instead"
    return done.err


def test_a_gate_or_a_file_that_is_given_twice_counts_once(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "plan.md").write_text("# Plan")
    given = ("--gate", "all", "--file", "plan.md")
    once, twice = (cli.debate("--format", "eight-phase", *given * times).events[0] for times in (1, 2))
    assert once["format"] == twice["format"]
    assert once["options"] == twice["options"]
    assert once["context"] == twice["context"]


CONFIGURATIONS = {
    "gates": ("[options]\ngates = true", "cannot be True"),
    "topology": ('topology = "star"', "does not use topology"),
    "aspects": ('aspects = ["cost"]', "does not use aspects"),
    "aspects the same": ('format = "dialogue"\naspects = ["CI/CD", "ci cd"]', "'CI/CD' and 'ci cd' are the same"),
    "aspects without words": ('format = "dialogue"\naspects = ["?"]', "'?' contains no words"),
    "pauses": ('format = "council"\nauto_continue = false', "does not use auto_continue"),
    "branch": ("branch = true", "A branch belongs to a repository"),
    "rounds": ("rounds = 0", "whole number of passes, 1 or more"),
    "half rounds": ("rounds = 2.5", "whole number of passes, 1 or more"),
    "rounds twice": ("rounds = 2\n[options]\nrounds = 3", "rounds appears twice"),
    "one seat twice": ('[[seats]]\nseat = "critic"\n[[seats]]\nseat = "critic"', "Seat 'critic' appears twice"),
    "one seat by two names": ('[[seats]]\nseat = "critic"\n[[seats]]\nseat = "critic#1"', "'critic' is chosen twice"),
    "a service": ('format = "council"\n[services]\nsynthesis = "rehearsal:quick"', "no service 'synthesis'"),
    "a place of no kind": ('[context]\nref = "/shop"', "is set, but context.kind is not"),
    "a commit of nothing": ('[context]\ncommit = "HEAD"', "A commit belongs to a repository"),
}


@pytest.mark.parametrize("case", CONFIGURATIONS)
def test_what_a_configuration_asks_for_in_vain_is_refused(cli: Cli, tmp_path: Path, case: str) -> None:
    text, why = CONFIGURATIONS[case]
    (tmp_path / "debate.toml").write_text(TOML + text)
    assert why in refused(cli, "debate", "--rehearse", "--config", "debate.toml")
    assert "No debates yet" in cli("list").err


@pytest.mark.parametrize("option", ["--seat", "--persona"])
def test_a_seat_is_given_once(cli: Cli, option: str) -> None:
    err = refused(cli, "debate", "Q?", "--rehearse", option, "critic=a:b", option, "critic=c:d")
    assert f"You gave {option} critic twice" in err


def test_a_rehearsal_asks_no_model_or_says_so(cli: Cli) -> None:
    for choice in ("critic=openai:gpt-5.2", "clerk=openai:gpt-5.2"):
        done = cli("debate", "Q?", "--rehearse", "--seat", choice, OPENAI_API_KEY="sk-none")
        assert done.code == 2
        assert "A rehearsal asks no AI model, but you chose openai:gpt-5.2. Leave out" in done.err


def test_a_stopped_debate_is_resumed_or_says_what_is_left(cli: Cli) -> None:
    id = cli.debate("--format", "dialogue", "--step").events[0]["debate"]
    assert cli("stop", id, "--end").code == 0
    assert cli("resume", id, "--step", "--json").of("turn-asked"), "it goes on where it was"
    cli("stop", id, "--end")
    assert cli("synthesise", id).code == 0
    assert "This debate has nothing left to do" in refused(cli, "resume", id)
    assert "has its synthesis" in refused(cli, "synthesise", id)


async def _skip(id: str, path: str) -> None:
    async with bootstrap.application(os.environ, Masking()) as app:
        await app.sessions.deliver(id, Skip(path=path))


def test_an_absent_seat_is_asked_again_or_refused(cli: Cli) -> None:
    waiting = cli.debate("--seat", "critic=human:")
    assert waiting.code == 3
    id, path = waiting.events[0]["debate"], waiting.of("turn-asked")[-1]["path"]
    asyncio.run(_skip(id, path))
    cli("swap", id, "critic=")
    assert "The seat 'critic' is empty. Give the seat a model first" in refused(cli, "retry", id, path)
    cli("swap", id, "critic=rehearsal:quick")
    again = cli("retry", id, path, "--json")
    assert again.code == 0
    assert again.of("spliced")
    assert any(event["seat"] == "critic" for event in again.of("turn-asked"))


def test_what_changes_nothing_is_not_set(cli: Cli) -> None:
    id = cli.debate().events[0]["debate"]
    assert "does not use topology" in refused(cli, "set", id, "topology=star")
    assert "not about a repository" in refused(cli, "set", id, "branch=true")
    assert "The part of the debate that rounds affects is over" in refused(cli, "set", id, "rounds=7")
    assert "is incomplete" in refused(cli, "swap", id, "critic")
    assert "You cannot be the clerk yourself" in refused(cli, "swap", id, "clerk=human:")
    assert cli("set", id, "threshold=90").code == 0


@pytest.mark.parametrize("part", ["--turns", "--cost"])
def test_options_that_do_not_go_together_are_refused(cli: Cli, part: str) -> None:
    id = cli.debate().events[0]["debate"]
    assert "--json prints the events" in refused(cli, "show", id, part, "--json")
    assert "give one of them" in refused(cli, "show", id, part, "--request", "3")


def test_a_file_that_is_there_is_not_replaced_by_an_export(cli: Cli) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    assert cli("persona", "add", "Ada").code == 0
    mine = Path("mine.md")
    mine.write_text("mine", "utf-8")
    for command in (("export", id), ("export", id, "--as", "json"), ("persona", "export", "Ada")):
        refused = cli(*command, "--out", str(mine))
        assert refused.code == 2
        assert "mine.md exists already" in refused.err
        assert mine.read_text("utf-8") == "mine"


HEARING = """
name = "hearing"
title = "Hearing"
do = ["vote"]
[options]
vote = "fitting"
choices = []
[cast.jury]
role = "Juror"
seats = [3, 3]
[step.vote]
ask = "voters"
order = "together"
sees = ["nothing", "figure options"]
gives = "ballot"
"""


def test_any_option_of_a_format_can_be_set_at_the_start(cli: Cli) -> None:
    """A format of one's own, with a vote over what is named on the command line."""
    own = Path(os.environ["DISPUTATIO_HOME"], "formats", "hearing.toml")
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text(HEARING, "utf-8")
    named = ("--option", "choices=Build it", "--option", "choices=Buy it", "--option", "vote=borda")
    done = cli.debate("--format", "hearing", *named)
    assert done.code == 0
    opened = done.of("debate-opened")[0]
    assert (opened["options"]["choices"], opened["options"]["vote"]) == (["Build it", "Buy it"], "borda")
    cast = [turn for turn in done.of("turn-completed") if turn["path"].startswith("vote[")]
    assert len(cast) == 3
    assert {turn["data"]["choice"] for turn in cast} <= {"Build it", "Buy it"}
    for wrong, why in (
        ("vote", "is incomplete"),
        ("vote=coin", "no vote 'coin'"),
        ("votes=borda", "no option 'votes'"),
    ):
        refused = cli.debate("--format", "hearing", "--option", wrong)
        assert refused.code == 2
        assert why in refused.err
    one = cli.debate("--format", "hearing", "--option", "choices=Build it")
    assert one.of("debate-opened")[0]["options"]["choices"] == ["Build it"], "a list of one entry is a list"


def test_a_consent_that_is_not_needed_and_one_that_was_never_given_are_said(cli: Cli) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    assert "This debate would send nothing that needs your consent" in cli("consents", "give", id).out
    assert "agreed to nothing" in cli("consents", "revoke", "all").out


def test_the_way_to_a_branch_that_is_not_there_yet_leads_to_it(cli: Cli, tmp_path: Path) -> None:
    commit(tmp_path / "shop", {"README.md": "# Shop\n"})
    id = cli.debate("--rounds", "1", "--repo", str(tmp_path / "shop")).events[0]["debate"]
    way = f"branch {id} --commit"
    assert f"disputatio {way}" in cli("branch", id).err
    assert "made on debate/" in cli(*way.split(), "--yes").out


def test_the_start_says_that_only_those_who_cannot_read_the_files_are_sent_excerpts(cli: Cli, tmp_path: Path) -> None:
    commit(tmp_path / "shop", {"a.py": "sound = 1\n" * 900})
    arguments = ("--rounds", "1", "--repo", str(tmp_path / "shop"))
    reading, given = cli.debate(*arguments, "--tool", "read_file").err, cli.debate(*arguments, "--no-tools").err
    assert "sent only to those who cannot read the files themselves" in reading
    assert "lines of 1 file are shown" in given
    assert {*WHY} == {*get_args(Why)}, "each request says why it was made"


def test_a_person_is_told_in_which_form_to_decide(cli: Cli) -> None:
    id = cli.debate("--format", "proposition", "--seat", "moderator=human:").events[0]["debate"]
    listed = cli("answer", id)
    assert "End with a line for each of these: “Decision: SUPPORT or OPPOSE or UNCERTAIN”" in listed.out + listed.err
    assert cli("answer", id, "It is sound.\n\nDecision: SUPPORT\nConfidence: 0.9\nOpen: none").code == 0
    assert "Moderator is confident (0.90)" in cli("show", id).out


def test_an_expert_panel_is_opened_with_its_expertises(cli: Cli) -> None:
    refused = cli.debate("--format", "expert-panel", "--name", "experts=Economist")
    assert refused.code == 2
    assert "Expert 2 has no expertise yet" in refused.err
    assert "--name experts-2=" in refused.err
    done = cli.debate("--format", "expert-panel", "--name", "experts=Economist", "--name", "experts#2=Lawyer")
    assert done.code == 0
    assert [seat["name"] for seat in done.of("debate-opened")[0]["seats"]] == ["Economist", "Lawyer"]
