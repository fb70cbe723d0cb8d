"""Phases on the command line: a line when one begins and ends, `show`, and `show --phases`, also as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest


@pytest.fixture
def eight(cli: Any) -> str:
    done = cli.debate("--format", "eight-phase", "--rounds", "1")
    assert done.code == 0, done.err
    return str(done.events[0]["debate"])


def test_a_debate_tells_when_a_phase_begins_and_what_came_of_it(cli: Any) -> None:
    done = cli("debate", "--rehearse", "--format", "eight-phase", "--rounds", "1", "Is it so?")
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    begun = [line for line in lines if line.startswith("-- Phase ")]
    assert begun[0].endswith("of 8: Self-evolvement") or begun[0].endswith("of 8: Dehallucination")
    assert begun[-1] == "-- Phase 8 of 8: Convergence"
    assert any(line.startswith("-- Proposal is done, version ") for line in lines)
    assert lines.index("-- Phase 3 of 8: Proposal") < next(
        place for place, line in enumerate(lines) if line.startswith("-- Proposal is done")
    )


def test_show_tells_the_phases_in_words(cli: Any, eight: str) -> None:
    whole, part = cli("show", eight).out, cli("show", eight, "--phases").out
    assert "Phases" in whole
    for shown in (whole, part):
        assert "4. Critique: done; " in shown
        assert "7. Adversarial: off, switched off" in shown
        assert "3 to 8 are gone through once." in shown
        assert "Proposer" in shown


def test_show_gives_the_phases_as_data(cli: Any, eight: str) -> None:
    found = json.loads(cli("show", eight, "--phases", "--json").out)
    assert [phase["name"] for phase in found["phases"]["listed"]][3:5] == ["critique", "review"]
    assert found["phases"]["listed"][6]["state"] == "off"
    assert found["phases"]["brackets"][0]["first"] == 3
    assert found["groups"] == []
    assert found["plan"]["nodes"][0]["leads"] is True


def test_a_format_without_phases_says_so(cli: Any) -> None:
    done = cli.debate("--format", "dual", "--rounds", "1")
    id = str(done.events[0]["debate"])
    assert cli("show", id, "--phases").out == "Dual debate has no phases.\n"
    assert json.loads(cli("show", id, "--phases", "--json").out) is None
    assert "Phases\n" not in cli("show", id).out


def test_an_option_that_is_a_list_is_given_once_for_each_entry_at_the_start_and_later(cli) -> None:
    eight = ("--format", "eight-phase", "--rounds", "2", "--phase", "proposal", "--phase", "review", "--step")
    one = cli.debate(*eight, "--option", "rubric=correct")
    assert one.code == 3, one.err
    assert one.events[0]["options"]["rubric"] == ["correct"]
    two = cli.debate(*eight, "--option", "rubric=correct", "--option", "rubric=2")
    assert two.events[0]["options"]["rubric"] == ["correct", "2"]
    id = one.events[0]["debate"]
    assert cli("set", id, "rubric=safe", "rubric=fast").out == "rubric is safe and fast.\n"
    changed = [json.loads(line) for line in cli("show", id, "--json").out.splitlines()][-1]
    assert (changed["name"], changed["value"]) == ("rubric", ["safe", "fast"])
    assert cli("set", id, "rubric=").out == "rubric is empty.\n"


def test_a_list_given_otherwise_is_refused_with_how_to_give_it(cli) -> None:
    joined = cli.debate("--format", "eight-phase", "--option", "rubric=correct, fast")
    assert joined.code == 2
    assert "give each by itself, rubric=correct … rubric=fast." in joined.err
    twice = cli.debate("--format", "eight-phase", "--option", "max_tokens=1", "--option", "max_tokens=2")
    assert (twice.code, "You gave max_tokens 2 times, but it has one value." in twice.err) == (2, True)
    id = cli.debate("--format", "eight-phase", "--phase", "proposal", "--rounds", "2", "--step").events[0]["debate"]
    assert "change one option at a time" in cli("set", id, "rounds=3", "threshold=80").err
    assert "You gave rounds 2 times" in cli("set", id, "rounds=3", "rounds=4").err
    assert "write OPTION=VALUE" in cli("set", id, "rounds").err
    assert cli("set", id).code == 2


def test_a_debate_whose_time_is_up_says_so_and_can_be_raised_or_summed_up_at_once(cli) -> None:
    """Nobody is there: the run ends with what can be done, and the code of a debate that waits for a person."""
    eight = ("--format", "eight-phase", "--rounds", "2", "--option", "max_minutes=0.0001")
    first, second = (cli.debate(*eight) for _ in range(2))
    assert first.code == second.code == 3
    assert "Paused: the time is up (" in first.err
    id, other = (done.events[0]["debate"] for done in (first, second))
    assert f"disputatio set {id} max_minutes=1; then continue with: disputatio resume {id}" in first.err
    assert f"which ends it: disputatio synthesise {id}" in first.err
    assert "Paused: the time is up (" in cli("export", id, "--as", "html").out
    refused = cli("resume", id)
    assert (refused.code, "or have the synthesis written now" in refused.err) == (2, True)
    done = cli("synthesise", id, "--json")
    assert done.code == 0, done.err
    asked = done.of("turn-asked")
    assert "synthesis" in {event["gives"] for event in asked}
    assert all(event["path"].startswith("conclusion/") for event in asked), "nobody debates any more"
    assert "Stopped: the time is up (" in done.err
    assert "Stopped: the time is up (" in cli("export", id, "--as", "html").out
    assert cli("set", other, "max_minutes=30").code == 0
    assert cli("resume", other).code == 0
