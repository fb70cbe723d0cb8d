"""Stability: drift, entropy and correlation, each by itself (SPEC CONSENSUS.3)."""

from __future__ import annotations

from math import log

import pytest

from disputatio.debate.log.turns import Turn
from disputatio.debate.policies.stability import Stability, correlation, stability_of
from disputatio.debate.policy import At
from disputatio.debate.statements.votes import Ballot
from disputatio.debate.views.tallies import stability_lines
from disputatio.testing.boards import debate_of, past_of, turn


def answered(round: int, seat: str, position: str) -> Turn:
    typed = {"kind": "option", "value": position.strip(".").casefold(), "unit": ""}
    return turn(f"round[{round}]/turn[{seat}]", "answer", text=position, position=position, value=typed)


def worded(round: int, seat: str, position: str) -> Turn:
    return turn(f"round[{round}]/turn[{seat}]", "answer", text=position, position=position)


def found(*turns: Turn) -> Stability:
    return stability_of(At(debate=debate_of("ada", "ben", "cy"), path="", past=past_of(*turns)))


def test_drift_is_the_share_of_those_who_changed_and_entropy_how_far_positions_differ() -> None:
    first = answered(1, "ada", "Yes"), answered(1, "ben", "No"), answered(1, "cy", "Perhaps")
    second = answered(2, "ada", "yes."), answered(2, "ben", "Yes"), answered(2, "cy", "Perhaps")
    third = answered(3, "ada", "Yes"), answered(3, "ben", "Yes"), answered(3, "cy", "Perhaps")
    measured = found(*first, *second, *third)
    assert measured.drift == pytest.approx((1 / 3, 0))
    two_to_one = -(2 / 3 * log(2 / 3) + 1 / 3 * log(1 / 3)) / log(3)
    assert measured.entropy == pytest.approx((1, two_to_one, two_to_one))
    assert measured.correlation is None
    assert list(stability_lines(measured)) == [
        "Nobody changed their answer in the last round; 1 of 3 in the one before.",
        "How far positions lie apart (their entropy), from 0 (all hold one) to 1 (each their own): 1.00 → 0.58 → 0.58.",
    ]


def test_one_round_of_one_mind_has_nothing_to_say_and_neither_has_one_participant() -> None:
    alike = found(*(answered(1, seat, "Yes") for seat in ("ada", "ben", "cy")))
    assert (alike.drift, alike.entropy, list(stability_lines(alike))) == ((), (0,), [])
    assert found(answered(1, "ada", "Yes")) == Stability()
    assert found() == Stability()


def test_whoever_did_not_answer_again_holds_what_they_said() -> None:
    turns = answered(1, "ada", "Yes"), answered(1, "ben", "No"), answered(2, "ada", "No")
    assert found(*turns).drift == (0.5,)
    assert next(stability_lines(found(*turns))) == "1 of 2 changed the answer in the last round."


def test_of_figures_it_is_said_how_many_estimates_changed() -> None:
    """Two statements were revised in a round of which it was said that nobody changed position."""

    def rounds(*figures: tuple[int, int]) -> list[Turn]:
        given = [(n, *each) for n, both in enumerate(figures) for each in zip(("ada", "ben"), both, strict=True)]
        return [
            turn(
                f"round[{n}]/turn[{seat}]",
                "answer",
                position=f"{figure} years",
                value={"kind": "number", "value": figure, "unit": "years"},
            )
            for n, seat, figure in given
        ]

    def told(*figures: tuple[int, int]) -> str:
        return next(stability_lines(found(*rounds(*figures))))

    assert told((5, 9), (7, 9), (7, 9)) == "No estimate changed in the last round; 1 of 2 in the one before."
    assert told((5, 9), (5, 9), (5, 9)) == "No estimate changed in the last round; none in the one before."
    assert told((5, 9), (7, 9)) == "1 of 2 estimates changed in the last round."


def ballot(voter: str, *order: str | tuple[str, ...]) -> Ballot:
    return Ballot(voter=voter, ranking=tuple((one,) if isinstance(one, str) else one for one in order))


@pytest.mark.parametrize(
    ("ballots", "tau"),
    [
        ((ballot("a", *"ABC"), ballot("b", *"ABC")), 1),
        ((ballot("a", *"ABC"), ballot("b", *"CBA")), -1),
        ((ballot("a", *"ABC"), ballot("b", *"ACB")), 1 / 3),
        ((ballot("a", ("A", "B"), "C"), ballot("b", *"ABC")), 2 / 6**0.5),
        ((ballot("a", "A"), ballot("b", "A")), None),
        ((ballot("a", *"ABC"),), None),
    ],
)
def test_rankings_are_compared_by_kendalls_tau(ballots: tuple[Ballot, ...], tau: float | None) -> None:
    assert correlation(ballots) == (None if tau is None else pytest.approx(tau))


def test_the_correlation_is_told() -> None:
    told = list(stability_lines(Stability(correlation=0.5)))
    assert told == ["The rankings correlate at 0.50 (Kendall’s tau, mean of all pairs; 1: the same)."]
    [few] = stability_lines(Stability(correlation=0.5, shared=(2, 2)))
    assert few.endswith("1: the same; each pair has only 2 answers in common).")


def test_whoever_is_no_seat_of_the_debate_counts_for_nothing() -> None:
    turns = answered(1, "ada", "Yes"), answered(1, "ben", "No"), answered(1, "zoe", "Yes"), answered(2, "ada", "No")
    assert found(*turns).entropy == pytest.approx((1, 0))


def test_other_words_are_no_other_position() -> None:
    first = worded(1, "ada", "Buy it now"), worded(1, "ben", "Wait for a year")
    assert found(*first, worded(2, "ada", "Buy at once")) == Stability(), "who knows whether it is the same?"
    assert found(*first, worded(2, "ada", "Buy it now.")) == Stability(drift=(0,), moved=((0, 2),))
    grouped = turn(
        "agreement[clerk]",
        "agreement",
        clusters=[
            {"receipts": [{"seat": seat, "turn": f"round[1]/turn[{seat}]", "quote": position}]}
            for seat, position in (("ada", "Buy it now"), ("ben", "Wait for a year"))
        ],
    )
    assert found(*first, grouped).entropy == pytest.approx((1,))
