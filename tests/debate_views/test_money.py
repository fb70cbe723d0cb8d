"""Money is told so that nothing that cost something reads as if it had cost nothing."""

from __future__ import annotations

import pytest

from disputatio.debate.views.money import dollars, total


@pytest.mark.parametrize(
    ("micro", "told"),
    [
        (0, "$0.00"),
        (1, "<$0.0001"),
        (49, "<$0.0001"),
        (50, "$0.0001"),
        (1_234, "$0.0012"),
        (10_000, "$0.01"),
        (2_500_000, "$2.50"),
    ],
)
def test_small_amounts_have_more_decimals(micro: int, told: str) -> None:
    assert dollars(micro) == told


def test_an_unknown_price_is_never_nothing() -> None:
    assert total(500_000, 0) == "$0.50"
    assert total(0, 2) == "2 calls of unknown price"
    assert total(500_000, 1) == "$0.50 + 1 call of unknown price"
    assert total(0, 1_200) == "1,200 calls of unknown price"
