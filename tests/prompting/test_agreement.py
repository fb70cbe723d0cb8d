"""The consensus analysis of a model: whatever it says of a participant carries words of theirs (SPEC CONSENSUS.1)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from disputatio.prompting.compose import compose, compose_repair
from disputatio.prompting.contracts import CONTRACTS
from disputatio.prompting.errors import Incomplete, Unreadable
from disputatio.prompting.interpret import interpret
from disputatio.prompting.request import Brief, Member, SeenTurn


def said(seat: str, text: str, gives: str = "answer") -> SeenTurn:
    return SeenTurn(path=f"round[1]/turn[{seat}]", label=seat.title(), role="", gives=gives, text=text)


TOLD = Brief(
    gives="agreement",
    turns=(
        said("ada", "The cache is safe. It is cheap, too."),
        said("ben", "The cache is safe if the battery holds."),
        said("cyd", "The cache is not safe."),
        said("clerk", "They all say that it is cheap.", "synthesis"),
    ),
    cast=tuple(Member(seat=seat, name=seat.title(), role="Expert") for seat in ("ada", "ben", "cyd")),
)
LISTS = ("common", "disagreements", "partial", "conditional", "uncertainties")


def quote(seat: str, words: str) -> dict[str, str]:
    return {"seat": seat, "quote": words}


def read(**data: Any) -> dict[str, Any]:
    return dict(interpret("agreement", json.dumps({"level": 0.5, **data}), TOLD))


def test_a_group_is_those_whose_words_show_it() -> None:
    receipts = [quote("Ada", "the cache is safe"), quote("ben", "The cache is safe if … holds")]
    [cluster] = read(clusters=[{"theme": "safe", "text": "It is safe", "receipts": receipts}])["clusters"]
    assert cluster["seats"] == ["ada", "ben"]
    assert [one["turn"] for one in cluster["receipts"]] == ["round[1]/turn[ada]", "round[1]/turn[ben]"]


@pytest.mark.parametrize("name", ["clusters", *LISTS])
def test_who_is_not_quoted_is_left_out_and_the_reply_is_sent_back(name: str) -> None:
    """ "The cache is safe" is no receipt of Cyd's, who says "not"."""
    receipts = [quote("ada", "The cache is safe"), quote("cyd", "The cache is safe")]
    with pytest.raises(Incomplete) as back:
        read(**{name: [{"theme": "safe", "text": "It is safe", "receipts": receipts}]})
    assert "It is safe" in back.value.why
    [entry] = back.value.data[name]  # type: ignore[misc, union-attr]
    assert [one["seat"] for one in entry["receipts"]] == ["ada"]  # type: ignore[index, call-overload, union-attr]


@pytest.mark.parametrize("name", ["clusters", *LISTS])
@pytest.mark.parametrize("receipts", [[], [quote("ada", "It is free")], [quote("", "say that it is cheap")]])
def test_an_entry_without_any_receipt_is_none(name: str, receipts: Any) -> None:
    with pytest.raises(Incomplete) as back:
        read(**{name: [{"theme": "free", "text": "It is free", "receipts": receipts}]})
    assert back.value.data[name] == []
    assert back.value.data["level"] == 0.5


def test_entries_in_plain_words_are_sent_back_too() -> None:
    with pytest.raises(Incomplete):
        read(common=["It is cheap"])


def test_what_makes_no_claim_about_anybody_needs_no_receipt() -> None:
    found = read(reasoning="They differ about the battery.")
    assert (found["level"], found["reasoning"]) == (0.5, "They differ about the battery.")
    assert all(found[name] == [] for name in ("clusters", *LISTS))
    with pytest.raises(Unreadable):
        interpret("agreement", "They agree, more or less.", TOLD)


def test_a_row_for_each_participant_is_one_entry_whose_further_rows_say_it_again_or_nothing() -> None:
    found = read(
        clusters=[["safe", "It is safe", "ada", "The cache is safe"], ["safe", "", "ben", "The cache is safe if"]],
        common=[["It is cheap", "ada", "It is cheap"], ["It is so", "ben", "safe if the battery holds"]],
        disagreements=[["Whether it is safe", "ada", "is safe. It is"], ["", "cyd", "The cache is not safe"]],
        partial=[["", "cyd", "The cache is not safe"]],
    )
    [cluster] = found["clusters"]
    assert (cluster["theme"], cluster["text"], cluster["seats"]) == ("safe", "It is safe", ["ada", "ben"])
    told = {name: [[each["seat"] for each in one["receipts"]] for one in found[name]] for name in LISTS}
    assert told == {
        "common": [["ada"], ["ben"]],
        "disagreements": [["ada", "cyd"]],
        "partial": [],
        "conditional": [],
        "uncertainties": [],
    }


def test_only_rows_without_a_receipt_are_asked_for_again_and_join_the_others() -> None:
    """Six lists were given again as a whole because of one quotation."""
    first = {
        "level": 0.4,
        "reasoning": "The battery divides them.",
        "clusters": [["safe", "It is safe", "ada", "The cache is safe"], ["", "", "ben", "The cache is quite safe"]],
        "common": [["It is cheap", "ada", "It is cheap"]],
        "partial": [["It holds", "ben", "the battery holds"], ["It is free", "ada", "It is free"]],
    }
    with pytest.raises(Incomplete) as back:
        read(**first)
    repair = compose_repair(TOLD, json.dumps(first), back.value, "m").messages[-1].text
    assert "with these rows alone" in repair
    assert "N1" not in repair

    def mended(**again: Any) -> dict[str, Any]:
        said = replace(TOLD, said=json.dumps(first))
        return dict(interpret("agreement", json.dumps({"level": 0.9, **again}), said))

    row = ["safe", "It is safe", "ben", "The cache is safe if"]
    cheap = [["It costs little", "ada", "It is cheap"]]
    found = mended(clusters=[row], partial=[["it is FREE", "ada", "It is cheap, too"]], common=cheap)
    assert found["clusters"][0]["seats"] == ["ada", "ben"]
    assert (found["level"], found["reasoning"]) == (0.4, "The battery divides them.")
    assert [one["text"] for one in found["common"]] == ["It is cheap", "It costs little"]
    told = [(one["text"], [each["quote"] for each in one["receipts"]]) for one in found["partial"]]
    assert told == [("It holds", ["the battery holds"]), ("It is free", ["It is cheap, too"])]
    whole = mended(
        clusters=[first["clusters"][0], row], common=first["common"], partial=[["It is free", "ada", "It is cheap"]]
    )
    assert [len(one["receipts"]) for one in (*whole["clusters"], *whole["common"])] == [2, 1], "nothing stands twice"
    with pytest.raises(Incomplete) as left:
        mended(clusters=[row])
    assert [one["text"] for one in left.value.data["partial"]] == ["It holds"], "what is not given again is left out"  # type: ignore[index, union-attr, call-overload]
    unread = replace(TOLD, said=json.dumps({"common": first["common"]}))
    again = {"level": 0.9, "partial": [["It is free", "ada", "It is cheap"]]}
    found = dict(interpret("agreement", json.dumps(again), unread))
    assert (found["level"], found["common"]) == (0.9, []), "one that was sent back as a whole is given again as a whole"
    sound = replace(TOLD, said=json.dumps({"level": 0.4, "common": first["common"]}))
    found = dict(interpret("agreement", json.dumps(again), sound))
    assert (found["level"], found["common"]) == (0.9, []), "so is one of which no row was lacking"


def test_a_row_with_too_few_values_is_told_how_many_it_needs() -> None:
    with pytest.raises(Incomplete) as back:
        read(clusters=[["safe", "It is safe", "ada", "The cache is safe"], ["safe", "ben", "The cache is safe if"]])
    assert back.value.why.startswith("Row 2 of `clusters` has 3 values, but each has 4: theme, text, seat, quote. ")
    assert "receipt" in back.value.why
    with pytest.raises(Incomplete) as other:
        read(clusters=[["safe", "It is safe", "ben", "It is free"]])
    assert "Row" not in other.value.why, "nothing is missing in it"
    asked = compose(TOLD, "m").messages[0].text
    assert all(f"{column}: " in asked for column in ("theme", "text", "seat", "quote")), "each value is explained"


def test_the_form_is_short_beside_what_is_to_be_read() -> None:
    assert len(json.dumps(compose(TOLD, "m").schema)) < 1_500, "it was longer than the turns of a council"


def test_the_request_asks_for_words_of_everybody() -> None:
    asked = compose(TOLD, "m").messages[0].text
    assert "quote each participant whom it is about" in asked
    lists = [field for field in CONTRACTS["agreement"].fields if field.kind == "rows"]
    assert [field.name for field in lists] == ["clusters", *LISTS]
    assert all({"seat", "quote"} <= {one.name for one in field.of if not one.older} for field in lists)
