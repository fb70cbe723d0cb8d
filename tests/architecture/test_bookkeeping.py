"""How true the record of the annotated debates is: what was reached once is not lost (tests/data/bookkeeping).

The clerk's answers are recorded, so this says nothing of a model; it says what the program makes of its answers. The
figures themselves are printed by `python -m benchmarks bookkeeping`.
"""

from __future__ import annotations

import pytest
from benchmarks.annotated import CASES, Case
from benchmarks.bookkeeping import BLIND, measured

REACHED = {
    "statements": (95, 98),
    "statuses": (95, 95),
    "moves": (95, 90),
    "classes of moves": (95, 90),
    "agreements": (95, 94),
    "disagreements": (95, 90),
}
"""Percent: precision, recall."""


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return [Case.of(folder) for folder in sorted(CASES.iterdir()) if (folder / "truth.json").exists()]


def test_with_the_clerk_no_consensus_is_forged_and_none_missed_and_no_figure_falls(cases: list[Case]) -> None:
    total, counts = measured(cases, by_clerk=True)
    assert (counts["forged"], counts["missed"]) == (0, 0)
    fallen = {
        name: (tally.precision, tally.recall)
        for name, tally in total.items()
        if 100 * tally.precision < REACHED[name][0] or 100 * tally.recall < REACHED[name][1]
    }
    assert fallen == {}


def test_without_a_clerk_nobody_is_said_to_have_moved_agreed_or_objected(cases: list[Case]) -> None:
    total, counts = measured(cases, by_clerk=False)
    assert (counts["forged"], counts["missed"]) == (0, 0)
    said = {name: tally.said for name, tally in total.items() if name != "statements"}
    assert said == dict.fromkeys(said, 0)


def test_what_a_clerk_answered_that_had_seen_nothing_is_read_as_it_was_given() -> None:
    found = [Case.of(folder, BLIND) for folder in sorted(CASES.iterdir()) if (folder / BLIND).exists()]
    total, _ = measured(found, by_clerk=True)
    assert 100 * total["statements"].recall >= 90
    assert 100 * min(total[name].precision for name in total if name != "statuses") >= 95
    assert 100 * total["statuses"].precision >= 94
