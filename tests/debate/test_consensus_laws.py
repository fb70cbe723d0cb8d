"""Agreement, stability and confidence are three things (SPEC CONSENSUS.1 to 4): the formulas, for any figures, and what
no debate may do, for any answers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.debate.test_answers_compared import NAMES, moment, round_of

from disputatio.debate.log.turns import Turn
from disputatio.debate.policies.answers import answers
from disputatio.debate.policies.conditions import stable, unanimous
from disputatio.debate.policies.stability import stability_of
from disputatio.debate.policy import At
from disputatio.debate.statements.consensus import Measure, beta_quantile
from disputatio.debate.views.score import band

COUNTS = st.integers(0, 40)
POSITIONS = st.sampled_from(["Buy it", "Build it", "Do not buy it", "Wait", "2031"])
ROUNDS = st.lists(st.tuples(POSITIONS, POSITIONS, POSITIONS), min_size=1, max_size=4)
OBJECTION = Turn(
    path="x[ben]", seat="ben", gives="assessment", heard="all", text="", model="b:1",
    data={"agree": [], "disagree": [{"text": "Buy it", "reason": "it costs more than it saves"}]},
)  # fmt: skip


# ---- the gauge -------------------------------------------------------------------------------------------------------
@given(agreed=COUNTS, contested=COUNTS, assumptions=COUNTS, unaddressed=COUNTS, data=st.data())
def test_the_figures_of_the_gauge_are_those_of_the_formulas(
    agreed: int, contested: int, assumptions: int, unaddressed: int, data: st.DataObject
) -> None:
    earned, given_up = data.draw(st.integers(0, agreed)), data.draw(st.integers(0, agreed))
    found = Measure(
        agreed=agreed, contested=contested, assumptions=assumptions, unaddressed=unaddressed,
        earned=earned, given_up=given_up,
    )  # fmt: skip
    decided, whole = agreed + contested, agreed + contested + assumptions + unaddressed
    assert found.score == pytest.approx(agreed / decided if decided else 0)
    assert found.coverage == pytest.approx(decided / whole if whole else 0)
    assert found.earned_share == pytest.approx(earned / whole if whole else 0)
    assert found.given_up_share == pytest.approx(given_up / agreed if agreed else 0)
    assert replace(found, assumptions=assumptions + 1).score == found.score, "an assumption is counted beside it"
    low, high = found.interval
    assert 0 < low < (agreed + 1) / (decided + 2) < high < 1, "the mean of the distribution lies within"


@given(agreed=st.integers(0, 30), contested=st.integers(0, 30))
def test_the_interval_leaves_a_fortieth_of_the_distribution_on_either_side(agreed: int, contested: int) -> None:
    """By the exact distribution function of Beta(a, b), a binomial tail."""
    a, b = agreed + 1, contested + 1

    def below(x: Fraction) -> Fraction:
        n = a + b - 1
        return sum((comb(n, j) * x**j * (1 - x) ** (n - j) for j in range(a, n + 1)), Fraction(0))

    for probability in (0.025, 0.975):
        at = Fraction(beta_quantile(a, b, probability))
        off = Fraction(1, 10**7)
        assert below(max(at - off, Fraction(0))) < Fraction(probability) < below(min(at + off, Fraction(1)))


@pytest.mark.parametrize(
    ("score", "word"),
    [(0, "split"), (0.399, "split"), (0.4, "mixed"), (0.69, "mixed"), (0.7, "converging"), (0.85, "agreed")],
)
def test_bands(score: float, word: str) -> None:
    assert band(score) == word


# ---- answers ---------------------------------------------------------------------------------------------------------
def held(rounds: list[tuple[str, str, str]], *more: Turn) -> At:
    said = [turn for n, positions in enumerate(rounds) for turn in round_of(n, *positions)]
    return moment(*said, *more, path=f"round[{len(rounds) - 1}]")


@given(
    words=st.lists(st.sampled_from(["Buy it", "buy it.", "BUY IT!", " Buy  it"]), min_size=9, max_size=9),
    objects=st.booleans(),
)
def test_identical_answers_never_end_in_impasse(words: list[str], objects: bool) -> None:
    """Whatever else is contested: they hold one thing."""
    at = held([(words[n], words[n + 1], words[n + 2]) for n in (0, 3, 6)], *([OBJECTION] if objects else []))
    for found in (stable(at, 2), unanimous(at)):
        assert found is None or found.outcome == "consensus"
    settled = stable(at, 2)
    assert settled is not None


@given(rounds=ROUNDS, objects=st.booleans())
def test_stable_answers_end_as_their_groups_and_disputes_say(rounds: list[tuple[str, str, str]], objects: bool) -> None:
    rounds = [*rounds, rounds[-1], rounds[-1]]
    found = stable(held(rounds, *([OBJECTION] if objects else [])), 2)
    assert found is not None, "nobody moved in either of the last two rounds"
    one = len(set(rounds[-1])) == 1
    assert found.outcome == ("consensus" if one else "impasse" if objects else "completed")


@given(rounds=ROUNDS, moved=st.integers(0, 2), to=POSITIONS)
def test_whoever_moved_in_either_of_the_last_two_rounds_keeps_it_open(
    rounds: list[tuple[str, str, str]], moved: int, to: str
) -> None:
    last = [*rounds[-1]]
    last[moved] = to
    found = stable(held([*rounds, rounds[-1], (last[0], last[1], last[2])]), 2)
    assert (found is None) == (to != rounds[-1][moved])


@given(rounds=ROUNDS, sure=st.lists(st.sampled_from([0.0, 0.3, 1.0]), min_size=12, max_size=12))
def test_how_sure_they_are_changes_neither_agreement_nor_stability(
    rounds: list[tuple[str, str, str]], sure: list[float]
) -> None:
    at = held(rounds)
    turns = [replace(one, data={**one.data, "confidence": sure[n]}) for n, one in enumerate(at.past)]
    other = moment(*turns, path=at.path)
    assert stability_of(at) == stability_of(other)
    assert answers(at, at.past).groups == answers(other, other.past).groups
    assert (unanimous(at) is None) == (unanimous(other) is None)


@given(rounds=ROUNDS, order=st.permutations(range(3)))
def test_stability_is_the_same_whoever_holds_what_and_is_no_agreement(
    rounds: list[tuple[str, str, str]], order: list[int]
) -> None:
    def typed(rounds: list[tuple[str, str, str]]) -> At:
        values = [tuple((one, {"kind": "option", "value": one, "unit": ""}) for one in each) for each in rounds]
        said = [turn for n, positions in enumerate(values) for turn in round_of(n, *positions)]
        return moment(*said, path=f"round[{len(rounds) - 1}]")

    found = stability_of(typed(rounds))
    assert stability_of(typed([(each[order[0]], each[order[1]], each[order[2]]) for each in rounds])) == found
    moves = [sum(a != b for a, b in zip(one, other, strict=True)) for one, other in pairwise(rounds)]
    assert found.drift == pytest.approx([each / len(NAMES) for each in moves])
    assert all(-1e-9 <= each <= 1 + 1e-9 for each in found.entropy)
    assert [each < 1e-9 for each in found.entropy] == [len(Counter(each)) == 1 for each in rounds]
    assert stability_of(typed([rounds[0]] * 3)).drift == (0, 0), "steady, whether they agree or not"
