"""The least similarity of an embedding model, from pairs of which it is known whether one bears on the other."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.app.paths import resource
from disputatio.library.similarity import PRECISION, Threshold, pairs_of, threshold_of

SCORED = st.lists(st.tuples(st.sampled_from([-1.0, -0.2, 0.1, 0.3, 0.5, 0.7, 0.9]), st.booleans()), max_size=30)


def test_the_threshold_lies_between_what_bears_and_what_does_not() -> None:
    found = threshold_of([(0.9, True), (0.6, True), (0.2, False), (0.1, False)])
    assert found == Threshold(least=0.4, precision=1.0, recall=1.0, pairs=4)
    assert found.f1 == 1.0


def test_finding_more_does_not_count_where_too_much_of_it_is_wrong() -> None:
    found = threshold_of([(0.9, True), (0.8, True), (0.7, False), (0.6, True), (0.5, True)])
    assert found is not None
    assert (found.least, found.precision, found.recall) == (0.75, 1.0, 0.5)


def test_pairs_that_are_equally_alike_are_not_parted() -> None:
    assert threshold_of([(0.5, True), (0.5, False)]) is None
    assert threshold_of([(0.5, False), (0.4, True)]) is None
    assert threshold_of([]) is None


@given(SCORED)
def test_it_holds_what_it_says_and_no_other_threshold_is_better(scored: list[tuple[float, bool]]) -> None:
    def measured(least: float) -> tuple[float, float]:
        taken = [bears for score, bears in scored if score > least]
        right = sum(taken)
        return right / len(taken) if taken else 0.0, right / max(1, sum(bears for _, bears in scored))

    def f1(least: float) -> float:
        precision, recall = measured(least)
        return 2 * precision * recall / (precision + recall) if recall and precision >= PRECISION else 0.0

    found = threshold_of(scored)
    # what is as unlike as can be is never above a threshold, so no threshold takes it
    best = max((f1(score - 0.05) for score, _ in scored if score > -1), default=0.0)
    if found is None:
        assert best == 0.0
    elif all(score > -1 for score, _ in scored):
        assert measured(found.least) == pytest.approx((found.precision, found.recall), abs=1e-4)
        assert found.f1 == pytest.approx(best, abs=1e-3)


def test_the_pairs_that_ship_are_many_and_each_is_of_its_own() -> None:
    pairs = pairs_of(resource("memory", "pairs.tsv").read_text("utf-8"))
    labels = Counter(each.label for each in pairs)
    assert labels == {"same": 60, "related": 120, "different": 180}
    assert len({(each.one, each.other) for each in pairs}) == len(pairs)
    assert all(each.one != each.other and each.one.endswith((".", "?")) for each in pairs)
    assert {each.bears for each in pairs if each.label == "related"} == {True}


def test_a_line_of_another_kind_is_no_pair() -> None:
    with pytest.raises(KeyError):
        pairs_of("# a remark\n\nalike\tone\tother\n")
