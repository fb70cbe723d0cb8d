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
        assert "3 to 8 are repeated until 75% agree, at most 1 round." in shown
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
