"""The board on the command line: `show --ledger | --claims | --cruxes | --rounds | --reflections`, and `room`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

PARTS = ("ledger", "stances", "claims", "arguments", "cruxes", "rounds", "reflections")


@pytest.fixture
def dialogue(cli: Any) -> str:
    done = cli.debate("--format", "dialogue", "--aspect", "cost")
    assert done.code == 0, done.err
    return str(done.events[0]["debate"])


def test_the_parts_of_the_board_are_shown(cli: Any, dialogue: str) -> None:
    ledger = cli("show", dialogue, "--ledger").out
    assert "Persona 1: " in ledger
    assert "On cost: " in ledger
    assert "Disagrees with Persona" in ledger
    assert "made by rule, without a model" in ledger
    claims = cli("show", dialogue, "--claims").out
    assert claims.startswith("CLAIM\tSTATUS\tSIDES")
    cards = cli("show", dialogue, "--cruxes").out
    assert "What would change the mind of Persona 1: " in cards
    assert "The card was made by rule, without a model." in cards
    rounds = cli("show", dialogue, "--rounds").out
    assert "cost: " in rounds
    assert "The record was made by rule, without a model." in rounds
    stances = cli("show", dialogue, "--stances").out.splitlines()
    assert stances[0].startswith("PARTICIPANT\tMESSAGE\tSURE")
    assert "\t85%\t" in stances[1]
    assert "no claim bears on another" in cli("show", dialogue, "--arguments").err
    reflections = cli("show", dialogue, "--reflections")
    assert reflections.code == 0


def test_a_crux_room_is_told_apart_while_it_runs(cli: Any) -> None:
    done = cli("debate", "Is it sound?", "--rehearse", "--seed", "7", "--format", "dialogue", "--aspect", "cost")
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    opened = [place for place, line in enumerate(lines) if line.startswith("== Crux room: ")]
    assert len(opened) == len({lines[place] for place in opened}) > 0, "each room is announced once"
    inside = [place for place, line in enumerate(lines) if "in the crux room" in line and line[:1] in "●■"]
    assert min(inside) > opened[0]
    card = next(place for place, line in enumerate(lines) if line.startswith("Crux card · "))
    assert "in the crux room" not in lines[card]


def test_each_part_as_json(cli: Any, dialogue: str) -> None:
    found = {part: json.loads(cli("show", dialogue, f"--{part}", "--json").out) for part in PARTS}
    assert {one["seat"] for one in found["ledger"]} == {"personas", "personas-2"}
    assert {"id", "status", "sides", "links", "messages"} <= set(found["claims"][0])
    assert found["cruxes"][0]["minds"]
    assert found["rounds"][0]["aspect"] == "cost"
    assert set(found["stances"]) == {"personas", "personas-2"}
    assert {node["id"] for node in found["arguments"]["nodes"]} == {one["id"] for one in found["claims"]}


def test_a_format_without_a_ledger_has_one_by_rule(cli: Any) -> None:
    id = cli.debate().events[0]["debate"]
    shown = cli("show", id, "--ledger")
    assert "worked out by rule" in shown.err
    assert "Analyst: " in shown.out
    stances = cli("show", id, "--stances")
    assert "worked out by rule" in stances.err
    assert stances.out.splitlines()[1].startswith("Analyst\tround[1]/analysis[analyst]")
    assert cli("show", id, "--cruxes").out.startswith("No crux room has ended yet")
    assert "No round has been recorded" in cli("show", id, "--rounds").out


def test_the_class_of_a_flip_is_shown_in_a_format_with_points_too(cli: Any) -> None:
    Path("notes.md").write_text("The cache is written to the disk every 5 seconds by a thread of its own.\n", "utf-8")
    question = "Is the cache written to the disk in time, and is it safe?"
    done = cli("debate", question, "--rehearse", "--seed", "7", "--json", "--file", "notes.md")
    assert done.code == 0, done.err
    id = done.events[0]["debate"]
    stances = cli("show", id, "--stances")
    assert stances.code == 0, stances.err
    [moved] = [line.split("\t") for line in stances.out.splitlines() if "withdrawn: " in line]
    assert moved[:2] == ["Analyst", "round[2]/analysis[analyst]"]
    assert moved[3] == "by argument"
    assert "Moved: by argument, round 2: withdrawn: " in cli("show", id, "--ledger").out
    assert "- Analyst has moved: by argument, round 2: withdrawn: " in cli("export", id, "--as", "markdown").out


def test_a_claim_goes_into_a_room_by_hand(cli: Any, dialogue: str) -> None:
    claims = json.loads(cli("show", dialogue, "--claims", "--json").out)
    before = len(json.loads(cli("show", dialogue, "--cruxes", "--json").out))
    done = cli("room", dialogue, claims[0]["id"])
    assert done.code == 0, done.err
    assert len(json.loads(cli("show", dialogue, "--cruxes", "--json").out)) == before + 1


def test_the_ledger_says_what_a_crux_room_made_of_a_disagreement(cli: Any, dialogue: str) -> None:
    def told() -> dict[str, str]:
        return {line.split(":")[0]: line for line in cli("show", dialogue, "--ledger").out.splitlines()}

    [claim] = json.loads(cli("show", dialogue, "--claims", "--json").out)[:1]
    assert cli("room", dialogue, claim["id"]).code == 0
    [card] = json.loads(cli("show", dialogue, "--cruxes", "--json").out)[-1:]
    assert card["resolved"], "in rehearsal both sides come to a common statement"
    line = told()[f"  Settled with Persona {1 + (claim['sides'][0] == 'personas')}"]
    assert line.endswith(f"{claim['text']} — after the rounds, by: {card['how']}")
    text = cli("export", dialogue, "--as", "markdown").out
    assert f"after the rounds, by: {card['how']}" in text


def test_a_person_settles_a_claim_and_takes_it_back(cli: Any, dialogue: str) -> None:
    def claims() -> dict[str, dict[str, Any]]:
        return {one["id"]: one for one in json.loads(cli("show", dialogue, "--claims", "--json").out)}

    id, before = next(iter(claims().items()))
    done = cli("rule", dialogue, id, "rejected", "--why", "it was measured")
    assert (done.code, done.out) == (0, f"{id}: rejected.\n")
    assert (claims()[id]["status"], claims()[id]["resolution"]) == (
        "resolved",
        "rejected by the person: it was measured",
    )
    ledger = cli("show", dialogue, "--ledger").out
    assert ledger.count(f": {before['text']} — ") == ledger.count("rejected by the person: it was measured\n") == 2
    text = cli("export", dialogue, "--as", "markdown").out
    assert "**resolved: rejected by the person: it was measured**" in text
    assert cli("rule", dialogue, id, "open").code == 0
    assert (claims()[id]["status"], claims()[id]["resolution"]) == ("active", "left open by the person")
    assert "rejected by the person" not in cli("show", dialogue, "--ledger").out
    wrong = cli("rule", dialogue, id, "set aside")
    assert wrong.code == 2
    assert "Choose: accepted, rejected or open" in wrong.err


def test_a_card_is_told_in_words(cli: Any, dialogue: str) -> None:
    shown = cli("show", dialogue).out
    assert "What would change the mind of Persona 1: " in shown
    assert '"crux"' not in shown


def test_a_claim_that_is_none_is_refused(cli: Any, dialogue: str) -> None:
    done = cli("room", dialogue, "c999999")
    assert done.code == 2
    assert "Claims of this debate: " in done.err


def test_the_export_has_the_board(cli: Any, dialogue: str) -> None:
    text = cli("export", dialogue, "--as", "markdown").out
    for heading in ("## Where everyone stands", "## Claims", "## Crux cards", "## Round records"):
        assert heading in text
