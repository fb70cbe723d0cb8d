"""`replay --speak`: a debate is said again, to the letter and without any model, as a new debate."""

from __future__ import annotations

import json
from typing import Any


def said(cli: Any, id: str) -> dict[str, str]:
    """What was said at each place."""
    events = [json.loads(line) for line in cli("show", id, "--json").out.splitlines()]
    return {event["path"]: event["text"] for event in events if event["type"].startswith("turn-completed")}


def test_a_debate_is_spoken_again(cli: Any) -> None:
    first = cli.debate("--rounds", "2").events[0]["debate"]
    again = cli("replay", first, "--speak")
    assert again.code == 0, again.err
    second = json.loads(cli("list", "--json").out)[0]["id"]
    assert second != first
    assert said(cli, second) == said(cli, first)
    assert "replay:" in cli("show", second, "--cost").out


def test_a_place_that_the_recording_lacks_says_what_to_do(cli: Any) -> None:
    first = cli.debate("--rounds", "1").events[0]["debate"]
    cli("replay", first, "--speak")
    second = json.loads(cli("list", "--json").out)[0]["id"]
    more = cli("extend", second)
    assert more.code == 4
    assert "The recording has no turn at" in more.err
    assert "disputatio swap" in more.err


def test_no_debate_is_bad_input(cli: Any) -> None:
    assert cli("replay", "nosuch", "--speak").code == 2
