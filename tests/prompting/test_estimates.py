"""Typed answers: the number, year or option in the field that asks for a position, and nothing guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.values import Json
from disputatio.prompting.contracts.answer import value_of
from disputatio.prompting.errors import Incomplete
from disputatio.prompting.interpret import interpret
from disputatio.prompting.request import Brief

Told = tuple[str, Json, str, Json, Json] | None


def told(position: str, asked: bool) -> Told:
    found = value_of(position, asked)
    if found is None:
        return None
    assert list(found) == ["kind", "value", "unit", "low", "high"]
    return (str(found["kind"]), found["value"], str(found["unit"]), found["low"], found["high"])


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("2032", ("year", 2032, "", None, None)),
        ("**2031.**", ("year", 2031, "", None, None)),
        ("I keep 2031.", ("year", 2031, "", None, None)),
        ("In 2031 (80 % interval 2029–2034).", ("year", 2031, "", 2029, 2034)),
        ("2031, with an 80 % interval of 2029–2034.", ("year", 2031, "", 2029, 2034)),
        ("2031 ± 2", ("year", 2031, "", 2029, 2033)),
        ("about 45 percent (30 to 60 %)", ("number", 45, "%", 30, 60)),
        ("45 % (50 to 60 %)", ("number", 45, "%", None, None)),
        ("$3.5 million", ("number", 3_500_000, "$", None, None)),
        ("€1,200", ("number", 1200, "€", None, None)),
        ("−3.5", ("number", -3.5, "", None, None)),
        ("12 weeks", ("number", 12, "weeks", None, None)),
        ("Option B", ("option", "B", "", None, None)),
        ("Yes.", ("option", "yes", "", None, None)),
    ],
)
def test_a_figure_alone_is_read_wherever_it_stands(position: str, expected: Told) -> None:
    assert told(position, False) == told(position, True) == expected


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("2031 (central estimate), 2030 only if the fleet target is enforced.", 2031),
        ("My central estimate is 2031, with 2030 only if the target is enforced.", 2031),
        ("At least half of new EU passenger cars will be BEVs in 2031 (80 % interval 2029–2034).", 2031),
        ("Half of new cars will be BEVs in 2031 (80 % interval 2029–2034).", 2031),
        ("12 weeks, give or take 3", 12),
        ("Single replacement will no longer keep pace in 6 years (4 to 9).", 6),
        ("It will be 11 years (7 to 16) before it fails.", 11),
        ("I expect $1.5 million (1 to 2), by 2031.", 1_500_000),
    ],
)
def test_where_an_estimate_was_asked_for_it_may_be_qualified(position: str, expected: int) -> None:
    found = value_of(position, True)
    assert found is not None
    assert found["value"] == expected
    assert value_of(position, False) is None


@pytest.mark.parametrize(
    "position",
    [
        *("not before 2031", "by 2031", "after 2031", "2031 or 2032", "2029–2034", "2030 to 2034", "2030 - 2034"),
        *("2030, 2031 or 2032", "more than 7", "1.5.2", "4,5", "", "No, never", "A cluster", "9" * 400),
        *("Between 5 (3 to 6) and 9 (8 to 10)", "It lasts at least 6 years (4 to 9).", "It lasts 6 (of 9) years."),
        *("It will not happen in 2031", "half in 2031 and half in 2033", "3 replicas because of load", "2031?"),
        "Never in 2031, by then it won't matter",
        "9999999999 million",
    ],
)
def test_bounds_ranges_and_choices_are_no_figures(position: str) -> None:
    assert value_of(position, True) is None
    assert value_of(position, False) is None


@given(st.text(max_size=60), st.booleans())
def test_nothing_that_is_said_is_too_much(position: str, asked: bool) -> None:
    found = value_of(position, asked)
    assert found is None or found["kind"] in ("number", "year", "option")


def test_the_value_of_a_position_is_recorded_with_the_answer() -> None:
    said = "I stay.\n\n### Position\n2031 (80 % interval 2029 to 2034)\n\n### Confidence\n0.6\n\n### Because\n- targets"
    brief = Brief(task="revise", gives="answer")
    found = interpret("answer", said, brief)
    assert found["value"] == {"kind": "year", "value": 2031, "unit": "", "low": 2029.0, "high": 2034.0}
    worded = interpret("answer", said.replace("2031 (80 % interval 2029 to 2034)", "Later"), brief)
    assert "value" not in worded


def test_a_figure_that_cannot_be_read_is_asked_for_once_since_the_others_are_shown_a_median() -> None:
    """Three of twelve estimates of a held debate were not read, and all were told another median."""
    said = "Hm.\n\n### Position\n{held}\n\n### Confidence\n0.6\n\n### Because\n- targets"
    far = "I expect a quarter after about 11 years, most likely somewhere between 9 and 14."
    for task in ("estimate", "revise"):
        with pytest.raises(Incomplete, match="No figure can be read in your position, “I expect a quarter") as back:
            interpret("answer", said.format(held=far), Brief(task=task, gives="answer"))
        assert "value" not in back.value.data, "nothing is guessed"
        assert back.value.data["position"] == far
        for plain in ("Later", "What panel-2 says", "A place like `store.py:12`", "It stands at store.py:12"):
            assert interpret("answer", said.format(held=plain), Brief(task=task, gives="answer"))["position"]
    assert interpret("answer", said.format(held=far), Brief(task="answer", gives="answer"))["position"] == far
    with pytest.raises(Incomplete, match=r"You give no reason.* No figure can be read"):
        interpret("answer", said.format(held=far).replace("- targets", ""), Brief(task="revise", gives="answer"))
