"""`examples`: the list, and playing one in the terminal."""

from __future__ import annotations

import json
from typing import Any

import pytest


@pytest.fixture
def first(cli: Any) -> dict[str, Any]:
    return json.loads(cli("examples", "--json").out)[0]


def test_the_list_says_what_answered_and_when(cli: Any, first: dict[str, Any]) -> None:
    listed = cli("examples").out
    assert first["title"] in listed
    assert first["answered_by"] in listed
    assert first["recorded"] in listed


def test_an_example_is_played_and_says_how_to_hold_a_debate_of_ones_own(cli: Any, first: dict[str, Any]) -> None:
    done = cli("examples", first["name"], "--at-once")
    assert done.code == 0, done.err
    assert first["answered_by"] in done.err
    assert "(estimates). Playing it asks no model and costs nothing" in done.err
    assert "To hold a debate of your own" in done.err
    entry = json.loads(cli("list", "--json").out)[0]
    assert entry["title"] == f"Example: {first['title']}"
    assert f"fork {entry['id']}" in done.err


def test_events_can_be_printed_instead(cli: Any, first: dict[str, Any]) -> None:
    done = cli("examples", first["name"], "--speed", "1000", "--json")
    assert done.events[-1]["type"] == "debate-ended"


def test_no_such_example_is_bad_input(cli: Any) -> None:
    done = cli("examples", "nosuch")
    assert done.code == 2
    assert "disputatio examples" in done.err
