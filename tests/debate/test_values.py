"""Values: what holds of each of them, however it is made."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

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
