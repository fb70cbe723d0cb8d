"""A tree with a failing node, through the three real SDKs: who leads the proposers has no credit left. The debate rests
and says what can be done; the seat is left empty, what hung on it is spread over what hangs beside it, which is told,
and the debate comes to its end without it (SPEC TOPOLOGY.1, TEST.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.e2e.test_every_format import Wire, wire  # noqa: F401  a fixture

from disputatio.testing.loopback import Fault, LoopbackServer, Script, running_server

LEAD, OTHERS = "anthropic:claude-opus-4-5-20251101", "openai:gpt-5-mini"
SEATS = {
    "architect": "gemini:gemini-3.0-pro-001",
    "proposers": LEAD,
    "proposers-2": OTHERS,
    "proposers-3": OTHERS,
    **dict.fromkeys(("instructor", "reviewers", "attacker", "judge", "synthesis"), "openai:gpt-5.2"),
    **dict.fromkeys(("critics", "optimizer", "defender", "clerk"), "gemini:gemini-2.5-flash"),
}
MOVED = "Proposer 2 reports to Teacher, Proposer 3 reports to Phase critic"


@pytest.fixture
def server(wire: Wire) -> Iterator[LoopbackServer]:  # noqa: F811
    with running_server(wire) as running:
        yield running


def test_a_node_of_a_tree_fails_for_good_and_what_hung_on_it_is_spread_over_its_siblings(
    program: Any, real_models: LoopbackServer
) -> None:
    real_models.always("anthropic", Script(fault=Fault.QUOTA))
    seats = [part for seat, model in SEATS.items() for part in ("--seat", f"{seat}={model}")]
    plain = ("--topology", "tree", "--planning", "dpde", "--complexity", "simple", "--rounds", "1", "--no-tools")
    begun = program("debate", "Write a cache.", "--format", "eight-phase", *plain, *seats)
    id = begun.err.partition("Debate ")[2].split()[0]
    assert begun.code == 4
    assert "Proposer 1 failed: Anthropic" in begun.err
    assert "has no credit left" in begun.err
    assert f"disputatio swap {id} proposers=PROVIDER:MODEL" in begun.err
    assert f'"disputatio swap {id} proposers=" leaves the seat empty' in begun.err, "and how to go on without it"
    before = program("show", id).out
    assert "Proposer 1 leads the proposers" in before
    assert "Proposer 2: reports to Proposer 1" in before
    assert "Tree:" not in before, "it failed, and has not left"

    assert program("resume", id).code == 4, "it fails again as long as nobody does anything about it"
    left = program("swap", id, "proposers=")
    assert left.out == f"proposers: left empty; {MOVED}.\n"
    done = program("resume", id)
    assert done.code == 0, done.err
    assert "-- Proposer 1 (negotiation) gave no answer: the seat is empty" in done.out
    shown = program("show", id).out
    assert "Proposer 2 leads the proposers" in shown
    assert f"Tree: Proposer 1 left, so {MOVED}." in shown
    assert "Proposer 2: reports to Teacher, has planned, moved here, since its lead left." in shown
    assert "Proposer 1: left empty" in shown
    assert MOVED in program("export", id, "--as", "markdown").out

    events = program.events(id).events
    assert [event["outcome"] for event in events if event["type"] == "debate-ended"] == ["max_rounds"]
    said = [event["path"] for event in events if event["type"] == "turn-completed"]
    assert not [path for path in said if path.endswith("[proposers]")]
    assert {f"round[1]/proposal/propose[proposers-{n}]" for n in (2, 3)} <= set(said)
    critique = next(event for event in events if event["type"] == "turn-asked" and "/critique[" in event["path"])
    assert critique["path"] in said
    assert program("replay", id).code == 0
    assert program("audit", "verify", id).code == 0
