"""Values: what holds of each of them, however it is made."""

from __future__ import annotations

from dataclasses import field, fields, is_dataclass
from typing import Any

import pytest

from disputatio.debate import values
from disputatio.debate.log.state import Spent


def test_nobody_may_assign_to_a_field_says_the_type_checker() -> None:
    """What mypy reads, strict, over the whole program: see `dataclass_transform` in the typing documentation."""
    marked = values.value.__dataclass_transform__  # type: ignore[attr-defined]
    assert {**marked, **marked["kwargs"]}["frozen_default"] is True


def test_a_value_is_compared_by_content_and_can_stand_in_a_set() -> None:
    assert Spent(cost=1) == Spent(cost=1) != Spent(cost=2)
    assert len({Spent(cost=1), Spent(cost=1), Spent(cost=2)}) == 2


def test_a_value_has_its_declared_fields_and_no_others() -> None:
    assert is_dataclass(Spent)
    assert [each.name for each in fields(Spent)] == ["cost", "tokens", "turns", "unpriced"]
    with pytest.raises(AttributeError):
        Spent().pounds = 3  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        Spent(1)  # type: ignore[misc]


def test_whatever_is_asked_of_a_value_first_is_answered_by_its_fields() -> None:
    def made() -> type[Any]:
        class Coin:
            worth: int = 1
            serial: str = field(default="", compare=False, repr=False)

        return values.value(Coin)

    shown, compared, hashed = made(), made(), made()
    assert repr(shown(worth=2, serial="7")) == f"{shown.__qualname__}(worth=2)" == repr(shown(worth=2))
    assert compared(serial="7") == compared() != compared(worth=2)
    assert compared() != shown(), "another kind of value is another value"
    assert len({hashed(serial="7"), hashed(), hashed(worth=2)}) == 2


def test_a_value_keeps_what_it_says_of_itself() -> None:
    @values.value
    class Secret:
        text: str

        def __repr__(self) -> str:
            return "Secret(…)"

    assert Secret(text="a") == Secret(text="a")
    assert repr(Secret(text="a")) == "Secret(…)"
