"""What is recorded on the board is read with the ids of this debate, whatever a model calls people and claims."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from disputatio.debate.values import Json
from disputatio.prompting.errors import Incomplete
from disputatio.prompting.interpret import Unreadable, interpret
from disputatio.prompting.reading.figures import seat_meant, seats_of
from disputatio.prompting.request import Brief, Member, SeenTurn
from disputatio.testing.boards import statement_of

CAST = (
    Member(seat="personas", name="Ada", role="Persona"),
    Member(seat="personas-2", name="Ben", role="Persona"),
    Member(seat="chair", name="Cleo", role="Chair"),
)
BRIEF = Brief(path="aspect[cost]/crux[P3]/card[clerk]", cast=CAST)


def read(gives: str, **data: object) -> dict[str, object]:
    return dict(interpret(gives, json.dumps(data), BRIEF))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("personas-2", "personas-2"),
        ("Ben", "personas-2"),
        ("@ben:", "personas-2"),
        ("Ben (Persona)", "personas-2"),
        ("chair", "chair"),
        ("Cleo", "chair"),
        ("Persona", ""),
        ("Zoe", ""),
        ("", ""),
    ],
)
def test_a_participant_is_known_by_id_name_or_a_role_of_their_own(said: str, meant: str) -> None:
    assert seat_meant(seats_of(BRIEF), said) == meant


def test_nobody_is_known_where_nobody_is_listed() -> None:
    assert seats_of(Brief()) == {}


def test_records_name_seats() -> None:
    items = [{"seat": "Ada", "position": "yes", "engaged": ["Ben", "Zoe"]}, {"seat": "Zoe", "position": "no"}]
    found = read("record", summary="They met.", items=items)["items"]
    assert isinstance(found, list)
    assert [(one["seat"], one["engaged"]) for one in found] == [("personas", ["personas-2"]), ("Zoe", [])]


def test_reflections_rest_on_the_last_messages_of_whom_they_are_about() -> None:
    def said(path: str, gives: str = "say") -> SeenTurn:
        return SeenTurn(path=path, label="x", role="Persona", gives=gives, text="…")

    turns = (said("opening[personas]"), said("take[personas]"), said("take[personas-2]"), said("l[personas]", "ledger"))
    brief = replace(BRIEF, turns=turns)
    text = json.dumps({"items": [{"text": "Ada moved", "kind": "shift", "about": ["Ada", "chair", "Zoe"]}]})
    found = interpret("reflections", text, brief)["items"]
    assert isinstance(found, list)
    assert found[0]["about"] == ["personas", "chair"]  # type: ignore[index, call-overload]
    assert found[0]["sources"] == ["take[personas]"]  # type: ignore[index, call-overload]


def test_a_card_is_about_the_claim_of_its_room() -> None:
    said = {"claim": "something else", "crux": "value", "resolved": True, "minds": [{"seat": "Ben", "text": "a test"}]}
    found = read("card", **said)
    assert found["claim"] == "P3"
    assert found["minds"] == [{"seat": "personas-2", "text": "a test"}]
    unnamed = read("card", **{**said, "claim": ""})
    assert (unnamed["claim"], unnamed["crux"]) == ("P3", "value"), "the room knows what it is about"
    alone = interpret("card", json.dumps({**said, "best": [{"seat": "Zoe", "text": "x"}]}), Brief())
    assert (alone["claim"], alone["best"]) == ("something else", [{"seat": "Zoe", "text": "x"}])


@pytest.mark.parametrize(
    ("ada", "ben", "shared"),
    [("yes", "yes", True), ("yes", "no", False), ("no", "yes", True), ("no", "no", False)],
)
def test_whether_a_room_is_resolved_is_what_its_sides_said_last(ada: str, ben: str, shared: bool) -> None:
    def stance(seat: str, accepts: str) -> SeenTurn:
        data: dict[str, Json] = {"statement": "It is safe with a battery", "resolved": accepts == "yes"}
        return SeenTurn(path=f"x/rejoinder[{seat}]", label=seat, role="Persona", gives="stance", text="…", data=data)

    first = (stance("personas", "no"), stance("personas-2", "no"))
    brief = replace(BRIEF, turns=(*first, stance("personas", ada), stance("personas-2", ben)))
    for resolved in (True, False):
        said = {"crux": "value", "resolved": resolved, "how": "The clerk has decided it"}
        found = interpret("card", json.dumps(said), brief)
        assert found["resolved"] is (shared and resolved), "who accepts a statement need not give up the claim"
        assert found["how"] == ("It is safe with a battery" if shared else "")


def test_what_a_side_did_in_a_room_with_a_listed_statement_has_a_receipt_from_it() -> None:
    known = tuple(statement_of(id, "personas", f"It is {id}") for id in ("P1", "P3", "P5"))
    said = "I take the ambulance out of my sum, and keep the rest."
    turn = SeenTurn(path="x/statement[personas]", label="Ada", role="Persona", gives="say", text=said, data={})
    brief, quote = replace(BRIEF, turns=(turn,), statements=known), "I take the ambulance out"

    def about(*rows: list[str]) -> Json:
        return interpret("card", json.dumps({"crux": "value", "about": rows}), brief)["about"]

    given = {"id": "P5", "seat": "personas", "does": "withdraws", "quote": quote, "turn": turn.path, "because": ""}
    taken = about(*([id, "Ada", "withdraws", quote] for id in ("P3", "P5", "P9")))
    assert taken == [given], "the claim of the room is no other statement"
    assert about(["P5", "Ada", "", quote]) == []
    [half] = about(["P5", "Ada", "partly", quote, "and keep the rest"])
    assert (half["does"], half["because"]) == ("partly", "and keep the rest")  # type: ignore[index, call-overload]
    [[reasoned], [unheard]] = [
        about(["P5", "Ada", "withdraws", quote, why]) for why in ("and keep the rest", "It rains")
    ]
    assert (reasoned["because"], unheard["because"]) == ("and keep the rest", "")  # type: ignore[index, call-overload]
    with pytest.raises(Incomplete, match="P5 withdraws"):
        about(["P5", "Ada", "withdraws", "no such words"])


def test_what_a_side_conceded_in_a_room_has_a_receipt_from_it() -> None:
    said = "I take the ambulance out of my sum, and keep the rest."
    turn = SeenTurn(path="x/rejoinder[personas-2]", label="Ben", role="Persona", gives="stance", text=said, data={})
    brief = replace(BRIEF, turns=(turn,))
    quote = "take the ambulance out of my sum"
    card = {"crux": "value", "conceded": [["Ben", "The ambulance", quote], ["Ben", "The rota", "I give it all up"]]}
    with pytest.raises(Incomplete, match="The rota") as found:
        interpret("card", json.dumps(card), brief)
    assert found.value.data["conceded"] == [
        {
            "seat": "personas-2",
            "text": "The ambulance",
            "quote": quote,
            "turn": "x/rejoinder[personas-2]",
            "because": "",
        }
    ]


@pytest.mark.parametrize("gives", ["ledger", "record", "reflections", "card"])
def test_what_keeps_no_contract_is_unreadable(gives: str) -> None:
    with pytest.raises(Unreadable):
        interpret(gives, "I would rather talk about something else.", BRIEF)
