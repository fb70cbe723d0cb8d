"""The ledger by rule: what is said is recorded, and silence is nothing."""

from __future__ import annotations

from typing import Any

from disputatio.prompting.contracts import CONTRACTS
from disputatio.prompting.request import Brief, SeenTurn

PEOPLE = {"participants": "ada: Ada (Persona)\nben: Ben (Persona)"}


def said(seat: str, text: str, **data: Any) -> SeenTurn:
    return SeenTurn(path=f"reply[{seat}]", label=seat.title(), role="Persona", gives="say", text=text, data=data)


def recorded(*turns: SeenTurn, **figures: str) -> dict[str, Any]:
    brief = Brief(turns=turns, figures={**PEOPLE, **figures})
    derived = CONTRACTS["ledger"].derived(brief)
    assert derived is not None
    return derived[1]


def test_what_a_message_says_of_its_author() -> None:
    found = recorded(
        said("ada", "The limit is three because `a.py:3` says so. I concede that logs help. I am 80% sure. Why not?")
    )
    assert found["evidence"] == ["a.py:3"]
    assert found["concessions"] == ["I concede that logs help."]
    assert found["confidence"] == 0.8
    assert found["stance"] == found["position"] == "The limit is three because `a.py:3` says so."
    assert found["importance"] == 7


def test_a_shift_names_its_cause() -> None:
    found = recorded(said("ada", "I now hold that the limit is four because `b.py:4` shows it. The tests run daily."))
    assert [(one["cause"], one["because"]) for one in found["shifts"]] == [("`b.py:4` shows it", ["b.py:4"])]
    assert found["importance"] >= 8


def test_a_declared_confidence_goes_before_a_spoken_one() -> None:
    assert recorded(said("ada", "The limit is three, I am 80% sure of it.", confidence=0.4))["confidence"] == 0.4
    assert "confidence" not in recorded(said("ada", "The limit is three."))


def test_nothing_said_is_nothing_recorded() -> None:
    assert recorded() == {"stance": "", "position": "", "importance": 1}
    quiet = recorded(said("ben", "The cache is safe for all users."), said("ada", "The tests run every day."))
    assert (quiet["agreements"], quiet["disagreements"], quiet["claims"]) == ([], [], [])


def test_relations_are_with_whom_the_statement_is() -> None:
    turns = (
        said("ben", "The cache is safe for all users."),
        said("ada", "I strongly disagree that the cache is safe for all users. It is correct that Ben reads logs."),
    )
    found = recorded(*turns)
    assert [(one["seat"], one["on"], one["strength"]) for one in found["disagreements"]] == [
        ("ben", "The cache is safe for all users.", "strong")
    ]
    assert [one["seat"] for one in found["agreements"]] == ["ben"], "named, though no statement of theirs is repeated"


def test_a_disagreement_with_nobody_is_none() -> None:
    assert recorded(said("ada", "It is wrong that pigs fly over the moon."))["disagreements"] == []
    assert recorded(said("ada", "Ada herself is wrong about the moon phases."))["disagreements"] == []


def test_a_contradiction_opens_a_claim_with_two_sides() -> None:
    turns = (said("ben", "The cache is safe for all users."), said("ada", "The cache is not safe for all users."))
    (claim,) = recorded(*turns)["claims"]
    assert (claim["text"], claim["sides"], claim["status"]) == (
        "The cache is safe for all users.",
        ["ben", "ada"],
        "active",
    )
    known = f"- {claim['id']} [active] The cache is safe for all users (Ben against Ada)"
    again = recorded(*turns, said("ada", "The cache is not safe for all users."), claims=known)["claims"]
    assert [(one["id"], one["sides"]) for one in again] == [(claim["id"], [])], "it continues the one that is known"


def test_an_objection_takes_up_the_likest_claim_alone() -> None:
    known = "- c1 [active] The cache is safe for users (A against B)\n- c2 [active] The cache is quick for users (A)"
    found = recorded(said("ada", "It is wrong to say that the cache is quick for users."), claims=known)["claims"]
    assert [one["id"] for one in found] == ["c2"]


def test_a_concession_of_nothing_is_with_nobody() -> None:
    turns = (said("ben", "The cache is safe for all users."), said("ada", "I concede. The tests run every day."))
    found = recorded(*turns)
    assert (found["agreements"], found["disagreements"]) == ([], [])
