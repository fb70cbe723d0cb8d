"""Names in the order in which a person counts."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.natural_order import natural


@pytest.mark.parametrize(
    "ordered",
    [
        ["Task 1", "task 2", "Task 10", "Task 11"],
        ["1", "2", "10", "11", "one"],
        ["gpt-4", "gpt-4.1", "gpt-4.10", "gpt-5", "gpt-10"],
        ["a", "a0", "a1", "b"],
        ["step 01", "step 1", "step 02", "step 2"],
        ["１", "2", "１０"],
        ["v" + "9" * 5000, "v1" + "0" * 5000],
        ["", "0", "00", "a"],
    ],
)
def test_numbers_in_names_are_counted(ordered: list[str]) -> None:
    shuffled = ordered[:]
    random.Random(7).shuffle(shuffled)
    assert sorted(shuffled, key=natural) == ordered


@given(st.text(max_size=12), st.text(max_size=12))
def test_only_equal_names_are_equal(one: str, other: str) -> None:
    assert (natural(one) == natural(other)) == (one == other)
    assert (natural(one) < natural(other)) != (natural(other) < natural(one)) or one == other
