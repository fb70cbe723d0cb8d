"""How far a debate has come: the round, the measure after each, and the warning of models that think alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from disputatio.debate.format import Block
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import HUMAN, Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements.claims import Claim
from disputatio.debate.views.progress import Progress, history_of, of_claims, progress_of, similar_models
from disputatio.debate.walk.plan import Planner
from disputatio.testing.speakers import drive, opened, shipped

FORMATS = shipped(Path(__file__).parents[2] / "resources" / "formats")


def progress(name: str, upto: int | None = None, **options: int) -> Progress:
    log = drive([opened(FORMATS[name], seed=4, auto_continue=True, flips=False, threshold=101, **options)])
    debate = fold(log[:upto])
    return progress_of(debate, Planner().walk(debate).past)


def test_rounds_are_counted_against_their_option() -> None:
    assert (progress("dual", 1, rounds=3).round, progress("dual", 1, rounds=3).rounds) == (0, 3)
    assert (progress("dual", rounds=3).round, progress("dual", rounds=3).rounds) == (3, 3)


def test_a_number_in_the_format_itself_bounds_the_rounds_and_without_a_loop_there_are_none() -> None:
    def with_body(*blocks: Block) -> Progress:
        form = replace(FORMATS["dual"], body=Block(name="", do=blocks))
        return progress_of(fold([opened(form)]), Past())

    assert with_body(Block(name="start"), Block(name="lap", repeat=4)).rounds == 4
    assert (with_body(Block(name="start")).round, with_body(Block(name="start")).rounds) == (0, 0)
    assert with_body(Block(name="lap", repeat="$nothing")).rounds == 0


def test_the_history_has_one_measure_for_each_assessed_round_and_ends_with_the_present_one() -> None:
    found = progress("dual", rounds=3)
    assert [round for round, _ in found.history] == [1, 2, 3]
    assert found.history[-1][1] == found.measure
    assert found.points


def test_a_ruling_outside_of_the_rounds_is_in_no_round() -> None:
    said = Turn(path="round[1]/say[ada]/points[clerk]", seat="clerk", gives="points", heard="all", text="")
    judged = Turn(path="round[1]/critique[ben]", seat="ben", gives="assessment", heard="all", text="")
    ruled = Turn(path="start/ruling-1[person]", seat="person", gives="ruling", heard="all", text="")
    past = Past().add(said).add(judged).add(ruled)
    assert [round for round, _ in history_of(past)] == [1]


@pytest.mark.parametrize(
    ("models", "warns"),
    [
        (("m:1", "m:1"), True),
        (("m:1", "m:1", ""), True),
        (("m:1", "m:2"), False),
        (("m:1",), False),
        (("m:1", HUMAN), False),
        (("rehearsal:a", "rehearsal:a"), False),
        ((), False),
    ],
)
def test_one_model_on_every_seat_is_warned_of(models: tuple[str, ...], warns: bool) -> None:
    seats = {f"s{n}": Seat(id=f"s{n}", part="p", model=model) for n, model in enumerate(models)}
    text = similar_models(Debate(seats=seats))
    assert bool(text) == warns
    assert not warns or ("m:1" in text and "Mix providers" in text)


def test_nothing_has_been_asked_and_there_is_progress_to_show() -> None:
    found = progress("dual", 1, rounds=2)
    assert (found.points, found.history, found.measure.measured) == ((), (), False)


def test_a_format_that_keeps_claims_is_measured_by_them() -> None:
    def claim(id: str, **more: object) -> Claim:
        return Claim(id=id, text=id, **more)  # type: ignore[arg-type]

    claims = [
        claim("a", status="resolved"),
        claim("b"),
        claim("c", status="in crux room"),
        claim("d", status="abandoned"),
    ]
    found = of_claims({one.id: one for one in claims})
    assert (found.agreed, found.contested, found.unaddressed) == (1, 2, 1)
    assert found.score == 1 / 3
    assert not of_claims({}).measured


def test_a_claim_that_its_crux_room_left_open_is_no_agreement_because_nobody_returns_to_it() -> None:
    claims = [Claim(id="a", status="resolved"), Claim(id="b", status="abandoned", card="crux[b]/card[clerk]")]
    found = of_claims({one.id: one for one in claims})
    assert (found.agreed, found.contested, found.unaddressed, found.score) == (1, 1, 0, 0.5)
