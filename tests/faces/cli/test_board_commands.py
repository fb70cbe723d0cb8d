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


def first_claim(cli: Any, dialogue: str) -> str:
    return str(json.loads(cli("show", dialogue, "--claims", "--json").out)[0]["id"])


@pytest.fixture
def carded(cli: Any, dialogue: str) -> str:
    """The dialogue after its first claim went into a crux room."""
    done = cli("room", dialogue, first_claim(cli, dialogue))
    assert done.code == 0, done.err
    return dialogue


def test_the_parts_of_the_board_are_shown(cli: Any, dialogue: str) -> None:
    ledger = cli("show", dialogue, "--ledger").out
    assert cli("room", dialogue, first_claim(cli, dialogue)).code == 0
    assert "Persona 1: " in ledger
    assert "On cost: " in ledger
    assert "Disagrees with Persona" in ledger
    assert "made by rule, without a model" in ledger
    claims = cli("show", dialogue, "--claims").out
    assert claims.startswith("CLAIM\tSTATUS\tSIDES")
    cards = cli("show", dialogue, "--cruxes").out
    assert "It turned on a " in cards
    assert "Best case of Persona 2: " in cards
    assert "The card was made by rule, without a model." in cards
    rounds = cli("show", dialogue, "--rounds").out
    assert "cost: " in rounds
    assert "The record was made by rule, without a model." in rounds
    stances = cli("show", dialogue, "--stances").out.splitlines()
    assert stances[0].startswith("PARTICIPANT\tMESSAGE\tSURE")
    assert "% (as the clerk read it)" in stances[1], "nobody declared how sure they are"
    assert "statement bears on another" in cli("show", dialogue, "--arguments").err
    reflections = cli("show", dialogue, "--reflections")
    assert reflections.code == 0


def test_a_crux_room_is_told_apart_while_it_runs(cli: Any, dialogue: str) -> None:
    done = cli("room", dialogue, first_claim(cli, dialogue))
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    opened = [place for place, line in enumerate(lines) if line.startswith("== Crux room: ")]
    assert len(opened) == len({lines[place] for place in opened}) > 0, "each room is announced once"
    inside = [place for place, line in enumerate(lines) if "in the crux room" in line and line[:1] in "●■"]
    assert min(inside) > opened[0]
    card = next(place for place, line in enumerate(lines) if line.startswith("Crux card · "))
    assert "in the crux room" not in lines[card]


def test_the_charts_of_the_window_are_shown_in_words(cli: Any, dialogue: str) -> None:
    heard = cli("show", dialogue, "--heard").out
    assert "has read, word for word: " in heard
    assert "was also shown: The board " in heard
    assert cli("show", dialogue, "--agreement").out.startswith("Nothing has been measured yet")
    drawn = cli("show", dialogue, "--map").out.splitlines()
    assert drawn[0].startswith("P1 (")
    assert json.loads(cli("show", dialogue, "--map", "--json").out)["propositions"][0]["key"] == "P1"


def test_each_part_as_json(cli: Any, carded: str) -> None:
    found = {part: json.loads(cli("show", carded, f"--{part}", "--json").out) for part in PARTS}
    assert {one["seat"] for one in found["ledger"]} == {"personas", "personas-2"}
    assert {"id", "status", "sides", "links", "messages"} <= set(found["claims"][0])
    assert found["cruxes"][0]["best"]
    assert found["rounds"][0]["aspect"] == "cost"
    assert set(found["stances"]) == {"personas", "personas-2"}
    assert {node["id"] for node in found["arguments"]["nodes"]} >= {one["id"] for one in found["claims"]}
    said = [moment for moments in found["stances"].values() for moment in moments]
    assert any(one["words"] for one in said), "the receipt of each stance"


def test_each_statement_is_shown_with_its_history_and_in_whose_words(cli: Any, dialogue: str) -> None:
    shown = cli("show", dialogue, "--points").out
    found = json.loads(cli("show", dialogue, "--points", "--json").out)
    assert found
    for one in found:
        assert f"{one['id']} " in shown
        assert one["status"] in ("agreed", "contested", "assumption", "unaddressed", "withdrawn", "settled")
        for worded in one["wordings"]:
            assert worded["words"], "each wording has its receipt"
            assert f"“{worded['words']}”" in shown
        for worded in one["wordings"][:-1]:
            assert f"Earlier wording: {worded['text']}" in shown
    assert "stated it (" in shown


def test_where_nobody_keeps_a_ledger_only_fields_are_known(cli: Any) -> None:
    (Path.cwd() / "off.toml").write_text('[options]\nledger = "off"\n', "utf-8")
    id = cli.debate("--config", "off.toml").events[0]["debate"]
    shown = cli("show", id, "--ledger")
    assert "only what participants declared themselves" in shown.err
    assert "Analyst: " in shown.out
    stances = cli("show", id, "--stances")
    assert "only what participants declared themselves" in stances.err
    assert stances.out.splitlines()[1].startswith("Analyst\tround[1]/analysis[analyst]")
    assert cli("show", id, "--cruxes").out.startswith("No crux room has ended yet")
    assert "No round has been recorded" in cli("show", id, "--rounds").out


def test_a_claim_goes_into_a_room_by_hand(cli: Any, dialogue: str) -> None:
    claims = json.loads(cli("show", dialogue, "--claims", "--json").out)
    before = len(json.loads(cli("show", dialogue, "--cruxes", "--json").out))
    done = cli("room", dialogue, claims[0]["id"])
    assert done.code == 0, done.err
    assert len(json.loads(cli("show", dialogue, "--cruxes", "--json").out)) == before + 1


def test_the_ledger_says_what_a_crux_room_made_of_a_disagreement(cli: Any, dialogue: str) -> None:
    [claim] = json.loads(cli("show", dialogue, "--claims", "--json").out)[:1]
    assert cli("room", dialogue, claim["id"]).code == 0
    [card] = json.loads(cli("show", dialogue, "--cruxes", "--json").out)[-1:]
    assert card["how"], "in rehearsal both sides come to a common statement"
    assert not card["resolved"], "which settles nothing"
    ledger = cli("show", dialogue, "--ledger").out
    assert f": {claim['text']} — the crux room did not settle it" in ledger
    assert f"  Agrees with Persona 1: {card['how']}" in ledger
    text = cli("export", dialogue, "--as", "markdown").out
    assert f"Not resolved. Both accept, without settling the claim: {card['how']}" in text
    assert f": {card['how']}" in text.partition("### Agreed")[2].partition("### ")[0]


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
    assert (
        ledger.count(f": {before['text'].rstrip('.')} — ")
        == ledger.count("rejected by the person: it was measured\n")
        == 2
    )
    text = cli("export", dialogue, "--as", "markdown").out
    assert "  - Rejected by the person: it was measured\n" in text
    assert cli("rule", dialogue, id, "open").code == 0
    assert (claims()[id]["status"], claims()[id]["resolution"]) == ("active", "left open by the person")
    assert "rejected by the person" not in cli("show", dialogue, "--ledger").out
    assert cli("rule", dialogue, id, "set aside").code == 0
    assert claims()[id]["resolution"] == "set aside by the person"
    wrong = cli("rule", dialogue, id, "agreed")
    assert wrong.code == 2
    assert "is not one of 'accepted', 'rejected', 'open', 'set aside'" in wrong.err


def test_a_card_is_told_in_words(cli: Any, carded: str) -> None:
    shown = cli("show", carded).out
    assert "- Best case of Persona 2: " in shown
    assert '"crux"' not in shown


def test_a_claim_that_is_none_is_refused(cli: Any, dialogue: str) -> None:
    done = cli("room", dialogue, "c999999")
    assert done.code == 2
    assert "Claims of this debate: " in done.err


def test_the_export_has_the_board(cli: Any, carded: str) -> None:
    text = cli("export", carded, "--as", "markdown").out
    for heading in ("## Where everyone stands", "## Statements", "## Crux cards", "## Round records"):
        assert heading in text


def test_the_questions_of_a_socratic_debate_are_shown_with_what_became_of_them(cli: Any) -> None:
    id = cli.debate("--format", "socratic", "--rounds", "1").events[0]["debate"]
    lines = cli("show", id, "--questions").out.splitlines()
    assert lines[0].startswith("Q1 open (Participant 1, round 1): What is known of")
    assert lines[1] == "    Participant 2 left it open"
    first = json.loads(cli("show", id, "--questions", "--json").out)[0]
    assert (first["id"], first["status"], first["replies"][0]["words"]) == ("Q1", "open", "")
    whole = cli("show", id).out
    assert "\nQuestions\n" in whole
    assert "## Questions" in cli("export", id, "--as", "markdown").out


def test_a_debate_without_questions_says_so(cli: Any, dialogue: str) -> None:
    assert "nobody has to declare whether questions" in cli("show", dialogue, "--questions").out
