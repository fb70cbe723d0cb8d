"""Opening a debate: who sits where, which options hold; what is wrong is said with its field and a remedy."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest

from disputatio.debate.context import Context
from disputatio.debate.errors import ConfigError
from disputatio.debate.format import Block, Format, Part
from disputatio.debate.formats.opening import COLOURS, LONGEST_QUESTION, cast, open_debate, options_of, seat_id
from disputatio.debate.log.seats import Seat, SeatChoice

PARTS = (
    Part(name="analyst", role="Analyst", colour="#111111"),
    Part(name="table", role="Expert", team="red", least=1, most=3, colour="#222222"),
    Part(name="devil-s", role="Advocate"),
)
OPTIONS: dict[str, Any] = {"rounds": 5, "flips": True, "share": 0.5, "aspects": ["a"], "topology": "mesh"}
OPTIONS |= {"max_turns": 40, "max_cost": None}
FORM = Format(name="x", title="Panel", body=Block(name=""), cast=PARTS, options=OPTIONS)
ANY = {"*": "toy:any"}


def seated(*choices: SeatChoice, extra: int = 0, **models: str) -> dict[str, Seat]:
    return {seat.id: seat for seat in cast(FORM, choices, models or ANY, extra)}


def refused(work: Any, *arguments: Any, **named: Any) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        work(*arguments, **named)
    assert caught.value.remedy, "what to do is said"
    assert caught.value.user_message == f"{caught.value.what} {caught.value.remedy}"
    return caught.value


# seats


def test_every_part_gets_its_least_seats_and_each_its_look() -> None:
    seats = seated()
    assert list(seats) == ["analyst", "table", "devil-s"]
    assert (seats["analyst"].glyph, seats["analyst"].colour, seats["analyst"].name) == ("diamond", "#111111", "Analyst")
    assert (seats["table"].team, seats["table"].colour) == ("red", "#222222")
    assert seats["devil-s"].colour == COLOURS[2], "a part without a colour gets the one of its place"
    assert len({seat.glyph for seat in seats.values()}) == 3


def test_more_seats_where_wanted_and_never_more_than_a_part_has() -> None:
    assert list(seated(extra=1)) == ["analyst", "table", "table-2", "devil-s"]
    many = seated(extra=9)
    assert [many[id].name for id in ("table", "table-2", "table-3")] == ["Expert 1", "Expert 2", "Expert 3"]
    assert many["table-2"].colour == COLOURS[2]
    assert len(many) == 5


def test_a_choice_names_a_part_a_seat_of_it_or_a_seats_id() -> None:
    for name in ("table#3", "table-3"):
        found = seated(SeatChoice(seat=name, model="toy:x", name="Cyd", persona="A sceptic."))
        assert list(found) == ["analyst", "table", "table-2", "table-3", "devil-s"]
        assert (found["table-3"].model, found["table-3"].name, found["table-3"].persona) == (
            "toy:x",
            "Cyd",
            "A sceptic.",
        )
    assert seated(SeatChoice(seat="devil-s", name="Lu"))["devil-s"].name == "Lu"
    assert seated(SeatChoice(seat="devil-s#1", name="Lu"))["devil-s"].name == "Lu"


def test_what_a_person_calls_a_seat_is_its_id() -> None:
    assert [seat_id(FORM, name) for name in ("table", "table#1", "table#2", "table-3", "devil-s")] == [
        "table",
        "table",
        "table-2",
        "table-3",
        "devil-s",
    ]
    assert refused(seat_id, FORM, "tabel").remedy == "Did you mean 'table'?"
    assert refused(seat_id, FORM, "table4").remedy == "Did you mean 'table-4'?"
    assert refused(seat_id, FORM, "chair4").remedy.endswith("the second of several is analyst-2.")


def test_the_model_of_the_choice_then_of_the_seat_then_of_the_part_then_of_any() -> None:
    models = {"table-2": "toy:seat", "table": "toy:part", "*": "toy:any"}
    found = {seat.id: seat.model for seat in cast(FORM, [SeatChoice(seat="table#3", model="toy:own")], models)}
    assert found == {
        "analyst": "toy:any",
        "table": "toy:part",
        "table-2": "toy:seat",
        "table-3": "toy:own",
        "devil-s": "toy:any",
    }
    assert [seat.model for seat in cast(FORM, [], {})] == ["", "", ""]


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        ([SeatChoice(seat="table#4")], "at most 3 of Expert"),
        ([SeatChoice(seat="table"), SeatChoice(seat="table#1")], "'table' is chosen twice"),
        ([SeatChoice(seat="tabel")], "no seat 'tabel'"),
        ([SeatChoice(seat="zzz")], "no seat 'zzz'"),
        ([SeatChoice(seat="table#0")], "no seat 'table#0'"),
        ([SeatChoice(seat="table#²")], "no seat 'table#²'"),
        ([SeatChoice(seat="table-x")], "no seat 'table-x'"),
        ([SeatChoice(seat="")], "no seat ''"),
        ([SeatChoice(seat="analyst", model="gpt")], "'gpt' is not a model"),
    ],
)
def test_a_seat_that_cannot_be_is_refused(choices: list[SeatChoice], says: str) -> None:
    error = refused(cast, FORM, choices, ANY)
    assert says in str(error)
    assert error.field == "seats"


def test_a_near_name_is_offered_else_all_names() -> None:
    assert "'table'" in refused(cast, FORM, [SeatChoice(seat="tabel")], ANY).remedy
    assert "analyst, table, devil-s" in refused(cast, FORM, [SeatChoice(seat="zzz")], ANY).remedy


# options


def test_choices_stand_over_the_formats_own_options() -> None:
    chosen: dict[str, Any] = {"rounds": 2, "flips": False, "share": 1, "aspects": ["x", "y"], "topology": "star"}
    assert options_of(FORM, chosen) == OPTIONS | chosen
    assert options_of(FORM, {}) == OPTIONS
    assert options_of(FORM, {}) is not FORM.options


@pytest.mark.parametrize("wanted", [0, None])
def test_a_cap_can_be_lifted(wanted: Any) -> None:
    assert options_of(FORM, {"max_turns": wanted})["max_turns"] is None


def test_a_cap_that_was_none_can_be_set() -> None:
    assert options_of(FORM, {"max_cost": 12})["max_cost"] == 12


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("rounds", "two"),
        ("rounds", True),
        ("rounds", -1),
        ("rounds", None),
        ("share", math.nan),
        ("share", math.inf),
        ("flips", 1),
        ("aspects", "a"),
        ("topology", 3),
        ("max_turns", -1),
        ("max_cost", "much"),
        ("max_cost", True),
    ],
)
def test_an_option_of_another_kind_is_refused_and_its_default_shown(name: str, wanted: Any) -> None:
    error = refused(options_of, FORM, {name: wanted})
    assert (error.field, json.dumps(OPTIONS[name]) in error.remedy) == (name, True), "as it is written"


def test_an_option_that_there_is_not_is_refused() -> None:
    form = replace(FORM, body=Block(name="", do=(Block(name="round", repeat="$rounds", when=("on flips",)),)))
    error = refused(options_of, form, {"round": 3})
    assert (error.field, "'rounds'" in error.remedy) == ("round", True)
    told = refused(options_of, form, {"zzz": 3}).remedy
    assert told == "It has: flips, max_cost, max_turns, rounds.", "those that its steps read, and caps"


# the first event


def test_the_first_event_holds_everything() -> None:
    context = Context(kind="repository", ref="/r")
    seats = cast(FORM, [], ANY)
    event = open_debate(
        "  Is it so?\n",
        FORM,
        seats,
        OPTIONS,
        seed=4,
        context=context,
        services={"clerk": "toy:c"},
        prompts="p",
        parent="d",
    )
    assert (event.question, event.format, event.seats, event.options) == ("Is it so?", FORM, seats, OPTIONS)
    assert (event.seed, event.context, event.services) == (4, context, {"clerk": "toy:c"})
    assert (event.prompts, event.parent) == ("p", "d")
    bare = open_debate("Is it so?", FORM, seats, {})
    assert (bare.context, bare.services) == (Context(), {})


@pytest.mark.parametrize("question", ["", " \n\t", "x" * (LONGEST_QUESTION + 1)])
def test_a_question_that_cannot_be_debated_is_refused(question: str) -> None:
    assert refused(open_debate, question, FORM, cast(FORM, [], ANY), {}).field == "question"
    assert open_debate("x" * LONGEST_QUESTION, FORM, cast(FORM, [], ANY), {})


def test_seats_that_nobody_fills_are_named() -> None:
    error = refused(open_debate, "Is it so?", FORM, cast(FORM, [], {"table": "toy:x"}), {})
    assert "Analyst, Advocate" in str(error)
    assert error.field == "seats"


@pytest.mark.parametrize("question", ["", " \n", "\x01\x02", "\u200b\u202e"])
def test_a_question_needs_something_to_see(question: str) -> None:
    assert refused(open_debate, question, FORM, cast(FORM, [], ANY), {}).field == "question"
