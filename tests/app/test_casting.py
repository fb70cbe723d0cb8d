"""Who sits where when nobody chose: SPEC TURN.2 for every subset of keys, and never a silent swap."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from disputatio.app.paths import resource
from disputatio.app.starting import casting, warnings
from disputatio.debate.context import Context
from disputatio.debate.errors import ConfigError
from disputatio.debate.format import Block, Format
from disputatio.debate.formats.opening import cast, open_debate, options_of
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.seats import HUMAN, Seat, SeatChoice
from disputatio.providers.catalogue import EQUAL_SEATS, ROLE_MODELS
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(resource("formats"))
PROVIDERS = ("anthropic", "openai", "gemini", "perplexity")
SUBSETS = [subset for size in range(5) for subset in combinations(PROVIDERS, size)]


@pytest.mark.parametrize("keys", SUBSETS)
@pytest.mark.parametrize("name", FORMATS)
def test_defaults_for_every_subset_of_keys(name: str, keys: tuple[str, ...]) -> None:
    format = FORMATS[name]
    models = casting.part_models(format, ROLE_MODELS, EQUAL_SEATS, keys.__contains__)
    equal = [model for part, model in models.items() if part not in ROLE_MODELS]
    usable = [model for model in EQUAL_SEATS if model.partition(":")[0] in keys] or [EQUAL_SEATS[0]]
    assert equal == [usable[place % len(usable)] for place in range(len(equal))]
    for part, model in models.items():
        assert model == ROLE_MODELS.get(part, model)  # a role's model is never swapped, key or no key
    seats = cast(format, (), models)
    opened = open_debate("Is it so?", format, seats, options_of(format, {}))
    wanted = {seat.model.partition(":")[0] for seat in seats}
    missing = casting.missing_keys(opened, keys.__contains__)
    without = {seat.model for seat in seats if seat.model.partition(":")[0] not in keys}
    assert {each.partition(" (")[0] for each in missing} == without, "each model is named once"
    assert sum(each.count(",") + 1 for each in missing) == sum(seat.model in without for seat in seats)
    if wanted <= set(keys):
        casting.require_keys(opened, keys.__contains__, list(keys))
        return
    with pytest.raises(ConfigError, match="No key for") as caught:
        casting.require_keys(opened, keys.__contains__, list(keys))
    assert "rehearse" in caught.value.remedy
    assert all(key in caught.value.remedy for key in keys)


def test_people_and_services_without_a_model_need_no_key() -> None:
    format = FORMATS["dual"]
    seats = cast(format, (), {"analyst": HUMAN, "critic": "rehearsal:quick"})
    opened = open_debate("?!", format, seats, options_of(format, {}), services={"clerk": ""})
    casting.require_keys(opened, {"rehearsal"}.__contains__, [])
    assert casting.models(opened) == ["rehearsal:quick"]


def test_warnings_say_what_is_known_before_the_start() -> None:
    format = FORMATS["dual"]
    one = open_debate("?!", format, cast(format, (), {"*": "openai:gpt-5.2"}), options_of(format, {}))
    assert any("openai:gpt-5.2" in warning and "Mix providers" in warning for warning in warnings.about_seats(one))
    assert any("by rule" in warning for warning in warnings.about_seats(one))
    rehearsed = open_debate(
        "?!", format, cast(format, (), {"*": casting.REHEARSAL}), options_of(format, {}), services={"clerk": "a:b"}
    )
    assert warnings.about_seats(rehearsed) == []
    assert warnings.blind_caps(one, ()) == []
    (blind,) = warnings.blind_caps(one, ("my:own",))
    assert "my:own" in blind
    assert "$5.00" in blind
    lifted = open_debate(
        "?!", format, cast(format, (), {"*": "a:b"}), options_of(format, {"max_cost": None}), services={}
    )
    assert warnings.blind_caps(lifted, ("my:own",)) == []


def test_services_are_those_of_the_format() -> None:
    format = FORMATS["dual"]
    casting.check_services(format, {"clerk": "a:b", "synthesis": "a:b", "minutes": "", "condense": "a:b"}, str)
    with pytest.raises(ConfigError, match="clrk") as caught:
        casting.check_services(format, {"clrk": "a:b"}, str)
    assert caught.value.remedy == "Did you mean 'clerk'?"
    for wrong in ("gpt", HUMAN):
        with pytest.raises(ConfigError, match="not a model"):
            casting.check_services(format, {"clerk": wrong}, lambda asked: "Write it well.")


def test_every_part_can_be_filled_to_its_last_seat() -> None:
    for format in FORMATS.values():
        choices = [SeatChoice(seat=f"{part.name}#{part.most}") for part in format.cast]
        seats = cast(format, choices, casting.REHEARSED)
        assert len(seats) == sum(part.most for part in format.cast)
        assert len({seat.id for seat in seats}) == len({seat.name for seat in seats}) == len(seats)
        assert {seat.model for seat in seats} == {casting.REHEARSAL}
        assert all(seat.colour.startswith("#") and seat.glyph for seat in seats)


@pytest.mark.parametrize(
    ("seat", "says"),
    [
        ("analist", "Did you mean 'analyst'"),
        ("nobody", "Its seats: analyst, critic"),
        ("critic#2", "at most 1"),
        ("critic#0", "no seat"),
        ("critic#-1", "no seat"),
        ("critic#²", "no seat"),
        ("critic#" + "9" * 5000, "no seat"),
        ("critic#x", "no seat"),
        ("", "no seat"),
        ("#", "no seat"),
        ("-", "no seat"),
        ("critic/../analyst", "no seat"),
    ],
)
def test_seats_that_there_are_not(seat: str, says: str) -> None:
    with pytest.raises(ConfigError) as caught:
        cast(FORMATS["dual"], [SeatChoice(seat=seat)], {"*": "a:b"})
    assert says in str(caught.value)
    assert caught.value.field == "seats"


def test_a_seat_chosen_twice_and_a_model_that_is_none_are_refused() -> None:
    for again in ("critic", "critic#1", "critic-1"):
        with pytest.raises(ConfigError, match="twice"):
            cast(FORMATS["dual"], [SeatChoice(seat="critic"), SeatChoice(seat=again)], {"*": "a:b"})
    with pytest.raises(ConfigError, match="not a model"):
        cast(FORMATS["dual"], [SeatChoice(seat="critic", model="gpt")], {"*": "a:b"})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rounds", None),
        ("rounds", "3"),
        ("rounds", True),
        ("rounds", -1),
        ("rounds", float("nan")),
        ("rounds", float("inf")),
        ("auto_continue", 1),
        ("auto_continue", None),
        ("max_cost", "much"),
        ("max_cost", -1),
        ("max_cost", True),
    ],
)
def test_options_keep_their_kind(name: str, value: object) -> None:
    with pytest.raises(ConfigError) as caught:
        options_of(FORMATS["dual"], {name: value})  # type: ignore[dict-item]
    assert caught.value.field == name


def test_options_that_there_are_not_and_caps_that_are_lifted() -> None:
    with pytest.raises(ConfigError, match="roundz") as caught:
        options_of(FORMATS["dual"], {"roundz": 3})
    assert caught.value.remedy == "Did you mean 'rounds'?"
    for none in (0, 0.0, None):
        assert options_of(FORMATS["dual"], {"max_cost": none})["max_cost"] is None
    with pytest.raises(ConfigError, match="Option 'rounds' cannot be 0"):
        options_of(FORMATS["dual"], {"rounds": 0})


def test_caps_that_may_be_reached_are_said_before_the_start() -> None:
    format = FORMATS["dual"]
    caps = {"max_tokens": 500_000, "max_turns": 200, "max_cost": 5_000_000}
    opened = open_debate("?!", format, cast(format, (), {"*": "rehearsal:quick"}), options_of(format, caps))
    assert warnings.caps_in_reach(opened, 200, 500_000, 5_000_000) == []
    assert warnings.caps_in_reach(opened, 1, 1, None) == []
    (said,) = warnings.caps_in_reach(opened, 201, 500_001, 5_000_001)
    assert "500,000 tokens (option max_tokens) or 200 turns (option max_turns) or $5.00 (option max_cost)" in said
    lifted = open_debate("?!", format, opened.seats, options_of(format, dict.fromkeys(caps)))
    assert warnings.caps_in_reach(lifted, 10**6, 10**9, 10**9) == []


def test_who_can_look_things_up_is_told_as_far_as_it_is_known() -> None:
    seats = (Seat(id="a", part="a", model="perplexity:sonar"), Seat(id="b", part="b", model="openai:gpt-5.2"))
    format = Format(name="dual", title="Dual", body=Block(name=""), cast=())

    def told(seats: tuple[Seat, ...], **context: Any) -> casting.LookingUp:
        opened = DebateOpened(question="?", format=format, seats=seats, options={}, context=Context(**context))
        tools = ("read_file",) if opened.context.pin else ()
        return casting.looking_up(opened, lambda model: model.startswith("openai"), tools)

    assert told(seats).short == "no tools"
    assert told(seats, kind="repository").short == "no commit"
    some = told(seats, kind="repository", pin="1")
    assert (some.possible, some.why) == (True, "perplexity:sonar cannot use tools, and answers from what it is given.")
    none = told((seats[0], replace(seats[1], model="human:")), kind="repository", pin="1")
    assert (none.possible, none.why) == (False, "perplexity:sonar cannot use tools.")
    assert told(seats[1:], kind="repository", pin="1") == casting.LookingUp(possible=True, tools=("read_file",))
    people = told((replace(seats[1], model="human:"),), kind="repository", pin="1")
    assert (people.possible, people.short) == (False, "no model")


def test_a_format_with_a_chair_needs_no_synthesizer_and_keeps_its_clerk() -> None:
    models = {"clerk": "a:small", "synthesis": "b:dear"}
    assert casting.services_of(FORMATS["council"], models) == {"clerk": "a:small"}
    assert casting.services_of(FORMATS["dual"], models) == models
