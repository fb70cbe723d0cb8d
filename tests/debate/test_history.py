"""The history of a statement: what somebody held of it before."""

from __future__ import annotations

from typing import get_args

import pytest

from disputatio.debate.statements.history import Deed, HistoryStep, agreed_before


def step(seat: str, named: str, number: int) -> HistoryStep:
    deed = next(one for one in get_args(Deed) if one == named)
    return HistoryStep(path=f"round[{number}]/say[{seat}]", seat=seat, deed=deed, words=f"{named} {number}")


PART = step("ben", "partly", 5)


@pytest.mark.parametrize(
    ("before", "found"),
    [
        ("ada stated 1, ben agreed 2, cyd disputed 3", "agreed 2"),
        ("ada stated 1, ben agreed 2, ben partly 3", "agreed 2"),
        ("ada stated 1, ben agreed 2, ben disputed 3", ""),
        ("ada stated 1, ben agreed 2, ada revised 3", ""),
        ("ada stated 1, ben agreed 5", ""),
        ("ada stated 1, cyd agreed 2", ""),
    ],
)
def test_who_disputes_a_part_of_what_they_agreed_with_holds_the_rest(before: str, found: str) -> None:
    steps = [step(seat, deed, int(number)) for seat, deed, number in (one.split() for one in before.split(", "))]
    held = agreed_before([*steps, PART], PART)
    assert (held.words if held is not None else "") == found
