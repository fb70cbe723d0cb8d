"""What figures can be, whatever enters."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.app.paths import resource
from disputatio.debate.decide.options import set_option
from disputatio.debate.errors import ConfigError, FormatError, Refused
from disputatio.debate.format import Block
from disputatio.debate.formats.loader import load
from disputatio.debate.formats.opening import options_of
from disputatio.debate.log.commands import SetOption
from disputatio.debate.log.evolve import fold
from disputatio.debate.payload import share
from disputatio.debate.policies.conditions import number
from disputatio.debate.ranges import LATEST, MOST, amount, blocks, bound, excessive, moment, passes
from disputatio.testing.debates import opening
from disputatio.testing.speakers import formats_of

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def loop(repeat: int | str, *inside: Block, name: str = "loop") -> Block:
    return Block(name=name, repeat=repeat, do=inside)


@pytest.mark.parametrize("found", [0, -1, 1.5, MOST, -MOST])
def test_what_can_be_counted_with_is_an_amount(found: object) -> None:
    assert amount(found)


@pytest.mark.parametrize("found", [True, None, "5", math.nan, math.inf, -math.inf, MOST + 1, 10**400, -1e300, [1]])
def test_anything_else_is_none(found: object) -> None:
    assert not amount(found)


@pytest.mark.parametrize("found", [10**400, -(10**400), 1e300, math.nan])
def test_a_number_of_a_payload_that_is_no_amount_is_passed_over(found: Any) -> None:
    assert number(found) == 0.0
    assert share(found) is None


@given(JSON)
def test_what_fits_is_not_excessive(found: Any) -> None:
    assert excessive(found) == ""


@pytest.mark.parametrize(
    ("found", "place"),
    [
        (2**63, "the whole"),
        ({"a": {"b": [1, -(2**63) - 1]}}, "a.b[1]"),
        ([{"x": 10**400}], "[0].x"),
    ],
)
def test_a_number_that_no_store_holds_is_found_where_it_is(found: Any, place: str) -> None:
    assert excessive(found) == place


def test_passes_are_counted_through_loops_inside_loops() -> None:
    options = {"rounds": 3, "auto": True}
    leaf = Block(name="say", ask="all")
    assert passes(leaf, options) == 0
    assert passes(loop(4, leaf), options) == 4
    assert passes(loop("$rounds", loop(5, leaf), loop(2, leaf)), options) == 3 + 3 * 7
    assert passes(loop("unbounded", loop(5, leaf)), options) == 5
    assert passes(Block(name="", do=(loop(1, loop(2, leaf)), loop(10))), options) == 3 + 10
    assert bound("$auto", options) == bound("$none", options) == bound("unbounded", options) == 0


@given(st.lists(st.integers(1, 6), min_size=1, max_size=4))
def test_passes_are_those_that_a_walk_would_make(repeats: list[int]) -> None:
    def walked(left: list[int]) -> int:
        return sum(1 + walked(left[1:]) for _ in range(left[0])) if left else 0

    block = Block(name="say", ask="all")
    for repeat in reversed(repeats):
        block = loop(repeat, block)
    assert passes(block, {}) == walked(repeats)


def test_blocks_are_all_below_one() -> None:
    inner = Block(name="inner")
    outer = Block(name="outer", do=(inner,))
    assert list(blocks(Block(name="", do=(outer,)))) == [outer, inner]


@given(st.floats() | st.integers(-(10**30), 10**30))
def test_every_time_has_a_date(at: float) -> None:
    assert 1970 <= moment(at).year <= 9998


def test_a_time_within_its_range_is_told_as_it_is() -> None:
    assert moment(1_700_000_000.5).timestamp() == 1_700_000_000.5
    assert moment(LATEST + 1) == moment(LATEST)


# Where the rules hold figures against them

FORMATS = formats_of(resource("formats"))
LOOPS = """name = "deep"
title = "Deep"
do = ["outer"]
[options]
rounds = 5
[cast.one]
role = "One"
[step.outer]
repeat = "$rounds"
do = ["inner"]
[step.inner]
repeat = 20
do = ["talk"]
[step.talk]
ask = "one"
"""
STANDARD = (resource("formats") / "standard.toml").read_text("utf-8")


def test_a_format_says_how_many_passes_are_too_many() -> None:
    assert load(LOOPS, "deep.toml", STANDARD).name == "deep"
    with pytest.raises(FormatError, match="1,000 passes in all"):
        load(LOOPS.replace("rounds = 5", "rounds = 500"), "deep.toml", STANDARD)


def test_a_debate_opens_with_no_more_passes() -> None:
    format = load(LOOPS, "deep.toml", STANDARD)
    assert options_of(format, {"rounds": 47})["rounds"] == 47
    with pytest.raises(ConfigError, match="1,000 passes in all"):
        options_of(format, {"rounds": 48})


def test_nor_are_there_more_in_mid_debate() -> None:
    debate = fold([opening(FORMATS["dual"], "Is it so?", model="m:m")])
    assert set_option(debate, SetOption(name="rounds", value=900))
    with pytest.raises(Refused, match="1,000 passes in all"):
        set_option(debate, SetOption(name="rounds", value=1001))
    with pytest.raises(Refused, match="not above 1,000,000,000,000,000"):
        set_option(debate, SetOption(name="max_tokens", value=10**30))
