"""Points, their status, and the consensus that they amount to (SPEC DUAL.3, DUAL.4, CONSENSUS.4)."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.exits import positions_of, stable, unanimous
from disputatio.debate.policy import At, Reason
from disputatio.debate.shares import percent
from disputatio.debate.statements.consensus import Measure, beta_quantile, consensus, impasse, measure
from disputatio.debate.statements.points import Points, points_of
from disputatio.prompting.sections.listings import claim as claim_figure
from disputatio.prompting.sections.listings import disputes, ledger, point_list, ranking, standings, statistics


def debate(**options: Any) -> Debate:
    seats = tuple(Seat(id=id, part="table", model=f"toy:{id}", name=id.title()) for id in ("ada", "ben", "cyd", "dot"))
    form = Format(name="x", title="X", body=Block(name=""), cast=())
    return fold([DebateOpened(question="?", format=form, seats=seats, options=options)])


def turn(path: str, gives: str, seat: str = "", model: str = "", **data: Any) -> Turn:
    seat = seat or path.rpartition("[")[2].rstrip("]")
    return Turn(path=path, seat=seat, gives=gives, heard="all", text="", data=data, model=model or f"toy:{seat}")


def past(*turns: Turn) -> Past:
    found = Past()
    for one in turns:
        found = found.add(one)
    return found


def listed(*items: object, n: int = 1, by: str = "ada", withdrawn: tuple[str, ...] = ()) -> Turn:
    return turn(f"round[{n}]/say[{by}]/points[clerk]", "points", items=list(items), withdrawn=list(withdrawn))


def assessed(n: int = 1, **verdicts: Any) -> Turn:
    return turn(f"round[{n}]/critique[ben]", "assessment", **verdicts)


def flips(n: int = 1, **classes: str) -> Turn:
    items = [{"point": point, "class": kind} for point, kind in classes.items()]
    return turn(f"round[{n}]/flip-gate[clerk]", "flips", items=items)


def checked(n: int, status: str = "verified", citation: str = "a.py:3") -> Turn:
    """A citation that stands in the sentence that states A."""
    item = {"status": status, "citation": citation, "says": A}
    return turn(f"round[{n}]/say[ada]/evidence[sources]", "evidence", of=f"round[{min(n, 1)}]/say[ada]", items=[item])


def ruling(point: str, status: str, why: str = "") -> Turn:
    return turn("start/ruling-1[person]", "ruling", point=point, status=status, why=why)


def statuses(*turns: Turn) -> dict[str, str]:
    return {point.text: point.status for point in points_of(past(*turns)).values()}


A, B = "Caches reduce latency for readers", "Locks protect shared counters"


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        ([listed(A)], "unaddressed"),
        ([listed(A), assessed(agree=[{"point": "P1"}])], "agreed"),
        ([listed(A), assessed(agree=[A])], "agreed"),
        ([listed(A), assessed(disagree=[{"text": A, "reason": "no"}])], "contested"),
        ([listed(A), assessed(unverifiable=[{"point": "P1"}])], "unverifiable"),
        ([listed(A), assessed(disagree=[A]), assessed(2, agree=[A])], "resolved"),
        ([listed(A), assessed(unverifiable=[A]), assessed(2, agree=[A])], "resolved"),
        ([listed(A), assessed(disagree=[A]), assessed(2, agree=[A]), assessed(3, agree=[A])], "resolved"),
        ([listed(A), assessed(agree=[A]), assessed(2, disagree=[A])], "contested"),
        ([listed(A), assessed(agree=[A], disagree=[A])], "contested"),
        ([listed(A), assessed(agree=[A], unverifiable=[A])], "unverifiable"),
        ([listed(A), assessed(disagree=[A]), listed(n=2, withdrawn=("P1",))], "withdrawn"),
        ([listed(A), listed(by="ben", withdrawn=("P1",))], "unaddressed"),
        ([listed(A), listed(n=2, withdrawn=("P1", "P7")), assessed(2, disagree=[A])], "withdrawn"),
        ([listed(A), listed(n=2, withdrawn=("P1",)), listed(A, n=3)], "unaddressed"),
        ([listed(A), assessed(disagree=[A]), ruling("P1", "set aside")], "set aside"),
        ([listed(A), ruling("P1", "set aside"), assessed(2, disagree=[A])], "set aside"),
        ([listed(A), assessed(disagree=[A]), ruling("P1", "agreed", "I say so")], "agreed"),
        ([listed(A), assessed(agree=[A]), ruling("P1", "contested")], "contested"),
        ([listed(A), assessed(agree=[A]), ruling("P1", "nonsense")], "agreed"),
        ([listed(A), assessed(agree=[A]), ruling("P7", "contested")], "agreed"),
    ],
)
def test_a_point_has_the_status_of_the_last_word_on_it(turns: list[Turn], expected: str) -> None:
    assert statuses(*turns) == {A: expected}


def test_paraphrases_join_and_negations_never() -> None:
    same = statuses(listed(A, "Caches reduce the latency for readers.", {"same_as": "P1", "text": "In other words"}))
    assert list(same) == [A]
    other = statuses(listed(A), assessed(agree=["Caches do not reduce latency for readers"]))
    assert other == {A: "unaddressed", "Caches do not reduce latency for readers": "agreed"}


def test_a_statement_that_was_not_listed_is_a_point_once_it_is_assessed() -> None:
    found = points_of(past(assessed(agree=[A], disagree=[{"text": B, "reason": "untested"}, {"point": "P9"}, {}])))
    assert [(one.text, one.status, one.author, one.reason) for one in found.values()] == [
        (A, "agreed", "ben", ""),
        (B, "contested", "ben", "untested"),
    ]


@pytest.mark.parametrize("nonsense", [None, 3, "x", {"a": 1}, [3, None, [], {"text": 5}, {"text": "  "}]])
def test_nonsense_from_a_model_makes_no_point(nonsense: object) -> None:
    items = nonsense if nonsense != "x" else None
    turns = [turn("r[1]/say[ada]/points[clerk]", "points", items=items, withdrawn=nonsense)]
    turns += [assessed(agree=items, disagree=items, unverifiable=items), turn("f[clerk]", "flips", items=items)]
    assert points_of(past(*turns)) == {}


def test_the_author_is_the_seat_whose_turn_was_listed() -> None:
    deep = turn("say[ada]/minutes/points[clerk]", "points", items=[A])
    alone = turn("points[clerk]", "points", items=[B])
    assert [point.author for point in points_of(past(deep, alone)).values()] == ["ada", "clerk"]


def counted(*turns: Turn) -> Measure:
    return measure(points_of(past(*turns)))


def test_facts_established_earlier_are_never_counted() -> None:
    recalled = turn("recall[memory]", "recall", items=[{"text": A, "established": True}])
    assert counted(recalled) == Measure()


@pytest.mark.parametrize(
    ("found", "score", "measured"),
    [
        (Measure(), 0.0, False),
        (Measure(unaddressed=3), 0.0, False),
        (Measure(contested=2), 0.0, True),
        (Measure(unverifiable=1), 0.0, True),
        (Measure(agreed=4), 1.0, True),
        (Measure(agreed=3, contested=1), 0.75, True),
        (Measure(agreed=3, unverifiable=1, unaddressed=9), 0.75, True),
    ],
)
def test_the_score_is_agreed_over_agreed_and_open(found: Measure, score: float, measured: bool) -> None:
    assert (found.score, found.measured) == (score, measured)


def test_withdrawn_and_set_aside_count_for_nothing() -> None:
    found = counted(listed(A, B), assessed(disagree=[A], agree=[B]), listed(n=2, withdrawn=("P1",)))
    assert (found.agreed, found.open, found.score) == (1, 0, 1.0)
    assert counted(listed(A), ruling("P1", "set aside")) == Measure()


def test_coverage_and_earned_share() -> None:
    found = counted(listed(A, B, "Third thing entirely"), assessed(agree=[A], disagree=[B]))
    assert found.coverage == pytest.approx(2 / 3)
    assert found.earned_share == pytest.approx(1 / 3)
    assert (Measure().coverage, Measure().earned_share) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("kind", "capitulated", "earned"),
    [("capitulation", 1, 0), ("spontaneous", 1, 0), ("evidence", 0, 1), ("argument", 1, 0), ("whim", 0, 0)],
)
def test_a_flip_says_how_an_agreement_came_about(kind: str, capitulated: int, earned: int) -> None:
    turns = (listed(A), assessed(disagree=[A]), checked(2), assessed(2, agree=[A]), flips(2, P1=kind, P9=kind))
    found = counted(*turns)
    assert (found.agreed, found.capitulated, found.earned) == (1, capitulated, earned)
    again = counted(*turns, assessed(3, agree=[A]))
    assert (again.capitulated, again.earned) == (capitulated, earned), "agreeing again explains nothing"
    contested = counted(*turns, assessed(3, disagree=[A]), assessed(4, agree=[A]))
    assert (contested.capitulated, contested.earned) == (0, 0), "a new change needs a new reason"


def moved(*before: Turn, because: object = ()) -> str:
    """What a change is that the clerk calls evidence."""
    gate = turn("round[2]/flip-gate[clerk]", "flips", items=[{"point": "P1", "class": "evidence", "because": because}])
    return points_of(past(listed(A), assessed(disagree=[A]), *before, assessed(2, agree=[A]), gate))["P1"].flip


def test_nobodys_word_makes_it_evidence() -> None:
    """A citation must hold, and be new since the gate last asked (SPEC FORMAT.2)."""
    assert moved() == "capitulation"
    assert moved(because=["a.py:3"]) == "capitulation", "nobody checked it"
    assert moved(checked(2)) == "evidence", "it supports the point"
    elsewhere = turn("x/evidence[sources]", "evidence", of="x", items=[{"status": "verified", "citation": "b.py:9"}])
    assert moved(elsewhere, because=["as b.py:9 says"]) == moved(elsewhere, because="b.py:9") == "evidence"
    assert moved(elsewhere, because=["b.py:99"]) == "capitulation"
    for status in ("line exists", "moved", "misquoted", "missing", "near", "ambiguous"):
        assert moved(checked(2, status), because=["a.py:3 shows it"]) == "capitulation"
    assert moved(checked(1), flips(1), because=["a.py:3"]) == "capitulation", "it was known when the gate last asked"


P1 = {"point": "P1"}
SAID = turn("round[1]/say[ada]", "say")
ANSWERED = turn("round[2]/say[ada]", "say")
OBJECTED = assessed(disagree=[{"point": "P1", "reason": "Nobody has measured how often the entries are flushed"}])
ACCEPTED = assessed(2, agree=[{"point": "P1", "reason": "It was explained"}])


def told(of: Turn, text: str) -> Turn:
    return replace(of, text=text)


def gated(*turns: Turn, because: object = (), seat: str = "", kind: str = "argument") -> str:
    item = {"point": "P1", "class": kind, "because": because, "seat": seat}
    return points_of(past(*turns, turn("round[2]/flip-gate[clerk]", "flips", items=[item])))["P1"].flip


FRESH = "The flush runs in a thread of its own"


@pytest.mark.parametrize(
    ("because", "expected"),
    [
        ((), "capitulation"),
        (["P2"], "argument"),
        ("P2 shows it", "argument"),
        (["P22"], "capitulation"),
        (["P1"], "capitulation"),
        (["the flush runs in a thread of its own"], "argument"),
        (["the flush does not run in a thread of its own"], "capitulation"),
        (["everybody agrees by now"], "capitulation"),
        (["Readers never wait for the writers of it"], "argument"),
        (["round[2]/say[ada]"], "argument"),
        (["round[1]/say[ada]"], "capitulation"),
        (["round[2]/critique[ben]"], "capitulation"),
        (["P3"], "capitulation"),
        ([A], "capitulation"),
    ],
)
@pytest.mark.parametrize("kind", ["argument", "capitulation", "spontaneous", "evidence"])
def test_an_argument_is_what_another_said_since_then_whatever_the_clerk_calls_it(
    because: object, expected: str, kind: str
) -> None:
    """P2 is Ada's and new; P1 is the point itself; P3 comes after Ben moved; of old messages nothing counts."""
    answer = told(ANSWERED, "I can explain it. Readers never wait for the writers of it.")
    late = listed("Disks are slower than most people think", n=3)
    turns = (SAID, listed(A), OBJECTED, answer, listed(FRESH, n=2), ACCEPTED, late)
    assert gated(*turns, because=because, kind=kind) == expected


def test_old_points_and_ones_own_move_nobody() -> None:
    before = (SAID, listed(A, FRESH), OBJECTED, ANSWERED)
    assert gated(*before, ACCEPTED, because=["P2"]) == "capitulation", "it was known when Ben objected"
    own = assessed(2, agree=[P1], disagree=[{"text": FRESH, "reason": "It does not"}])
    assert gated(SAID, listed(A), OBJECTED, ANSWERED, own, because=["P2"]) == "capitulation", "Ben's own"


def test_the_movers_own_words_name_as_well_as_the_clerks() -> None:
    turns = (SAID, listed(A), OBJECTED, ANSWERED, listed(FRESH, n=2))
    assert gated(*turns, assessed(2, agree=[{"point": "P1", "reason": "P2 settles it"}])) == "argument"
    assert gated(*turns, told(ACCEPTED, "I looked again. On P1 I rely on P2 from now on.")) == "argument"
    assert gated(*turns, told(ACCEPTED, "I looked again. P2 is interesting as well.")) == "capitulation"


def test_saying_it_once_more_is_no_argument_for_it() -> None:
    again = told(ANSWERED, f"I repeat: {A}, as I said.")
    assert gated(SAID, listed(A), OBJECTED, again, ACCEPTED, because=[A, f"that {A}"]) == "capitulation"
    five, thirty = (f"The cache is flushed to the disk every {n} seconds" for n in (5, 30))
    figure = (SAID, listed(five), OBJECTED, told(ANSWERED, f"Measured. {thirty}."), ACCEPTED)
    assert gated(*figure, because=[thirty]) == "argument", "another figure is another statement"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("I withdraw P1, since nobody has measured how often the entries are flushed.", "argument"),
        ("I withdraw P1. So be it.", "capitulation"),
    ],
)
def test_who_takes_a_point_back_is_classed_by_what_they_name(words: str, expected: str) -> None:
    turns = (SAID, listed(A), OBJECTED, told(ANSWERED, words), listed(n=2, withdrawn=("P1",)))
    assert gated(*turns, seat="ben") == expected
    found = points_of(past(*turns))["P1"]
    assert (found.status, found.flip, found.named) == ("withdrawn", "", expected)
    undisputed = points_of(past(SAID, listed(A), ANSWERED, listed(n=2, withdrawn=("P1",))))["P1"]
    assert undisputed.named == "spontaneous"


def test_what_was_added_to_a_message_is_of_that_message() -> None:
    asked_again = replace(ACCEPTED, path="round[2]/critique[ben]/assess-again[ben]")
    turns = (SAID, listed(A), OBJECTED, ANSWERED, listed(FRESH, n=2), assessed(2), asked_again)
    assert gated(*turns, because=["P2"]) == "argument"


def test_where_nobody_changed_there_is_no_flip_and_a_person_is_no_mover() -> None:
    assert gated(SAID, listed(A), assessed(agree=[P1]), because=["P1"]) == "", "agreed at first sight"
    ruled = (SAID, listed(A), OBJECTED, ruling("P1", "agreed"))
    assert gated(*ruled, seat="ben") == "capitulation"
    assert gated(*ruled, seat="zoe", because=["P9"]) == "capitulation"


def test_coming_round_is_classed_by_its_reason_where_no_gate_asks() -> None:
    turns = (SAID, listed(A), OBJECTED, ANSWERED, listed(FRESH, n=2))
    for reason, expected in (("as P2 says", "argument"), ("fine", "capitulation"), ("", "capitulation")):
        accepted = assessed(2, agree=[{"point": "P1", "reason": reason}])
        found = points_of(past(*turns, accepted))["P1"]
        assert (found.flip, found.named) == ("", expected)
        kept = points_of(past(*turns, accepted, assessed(3, agree=[P1])))["P1"]
        assert kept.named == expected
        assert points_of(past(*turns, accepted, assessed(3, disagree=[P1])))["P1"].named == ""


def test_who_agreed_at_first_and_then_wavered_did_not_earn_it() -> None:
    assert counted(listed(A), assessed(agree=[A])).earned == 1
    assert counted(listed(A), assessed(agree=[A]), assessed(2, disagree=[A]), assessed(3, agree=[A])).earned == 0


def leaves(policy: Any, found: Past, n: int, *arguments: Any, **options: Any) -> Reason | None:
    reason: Reason | None = policy(At(debate=debate(**options), path=f"round[{n}]", past=found), *arguments)
    return reason


def test_consensus_needs_agreement_and_nothing_open() -> None:
    agreed = past(listed(A, B), assessed(agree=[A, B]))
    assert leaves(consensus, agreed, 1, 85.0) == ("consensus", "all 2 assessed points are agreed")
    assert leaves(consensus, past(assessed(agree=[A])), 1, 85.0) == ("consensus", "the one point is agreed")
    almost = past(*(assessed(agree=[f"Thing {n} alone holds {n} items"]) for n in range(20)), assessed(2, disagree=[A]))
    assert leaves(consensus, almost, 2, 85.0) is None, "a score of 95 with an open point is no consensus"
    assert leaves(consensus, past(listed(A)), 1, 0.0) is None, "a missing objection is not agreement"
    assert leaves(consensus, Past(), 1, 0.0) is None, "no points"
    assert leaves(consensus, past(assessed(agree=[A])), 1, 101.0) is None


def test_a_capitulated_point_counts_as_contested_while_the_flip_gate_is_on() -> None:
    found = past(listed(A, B), assessed(agree=[B], disagree=[A]), assessed(2, agree=[A]), flips(2, P1="capitulation"))
    assert leaves(consensus, found, 2, 85.0, flips=False) is not None
    assert leaves(consensus, found, 2, 85.0, flips=True) is None
    assert (counted(*found).score, counted(*found).strict_score) == (1.0, 0.5)
    assert Measure().strict_score == 0.0


def test_an_impasse_is_reached_by_two_stubborn_opposites() -> None:
    """Each repeats itself: that is stability, not agreement."""
    rounds = [one for n in (1, 2, 3, 4) for one in (listed(A, n=n), assessed(n, disagree=[A]))]
    for n, expected in ((1, None), (2, None), (3, "impasse"), (4, "impasse")):
        found = past(*rounds[: 2 * n])
        assert leaves(consensus, found, n, 85.0) is None
        reason = leaves(impasse, found, n, 2)
        assert (reason.outcome if reason else None) == expected
    two = past(*(assessed(n, disagree=[A, B]) for n in (1, 2, 3)))
    assert leaves(impasse, two, 3, 2) == ("impasse", "2 points are contested and nobody has moved for 2 rounds")


def test_who_moves_is_in_no_impasse() -> None:
    moved = past(assessed(1, disagree=[A]), assessed(2, disagree=[A, B]), assessed(3, disagree=[A]))
    assert leaves(impasse, moved, 3, 2) is None
    settled = past(assessed(1, disagree=[A]), assessed(2, agree=[A]), assessed(3), assessed(4))
    assert leaves(impasse, settled, 4, 2) is None, "nothing is contested"


def answers(n: int, **positions: str) -> list[Turn]:
    return [turn(f"round[{n}]/turn[{seat}]", "answer", position=position) for seat, position in positions.items()]


def test_stable_positions_are_consensus_only_where_all_hold_the_same() -> None:
    alike = past(*answers(0, ada="Yes", ben="yes "), *answers(1, ada="yes", ben="YES"))
    assert leaves(stable, alike, 1, 1) == ("consensus", "no position changed for one round")
    opposed = past(*answers(0, ada="yes", ben="no"), *answers(1, ada="yes", ben="no"))
    assert leaves(stable, opposed, 1, 1) == ("impasse", "no position changed for one round")
    split = {"ada": "x", "ben": "x", "cyd": "y", "dot": "z"}
    reason = leaves(stable, past(*answers(0, **split), *answers(1, **split)), 1, 1)
    assert reason is not None
    assert reason.outcome == "impasse", "the most votes (2-1-1) are no consensus"


def test_stability_is_not_read_from_one_voice_from_silence_or_from_old_votes() -> None:
    lone = past(*answers(0, ada="yes"), *answers(1, ada="yes"))
    assert leaves(stable, lone, 1, 1) is None, "a lone survivor agrees with nobody"
    silent = past(*answers(0, ada="", ben=""), *answers(1, ada="", ben=""))
    assert leaves(stable, silent, 1, 1) is None, "no position is not the same position"
    changed = past(*answers(0, ada="yes", ben="no"), *answers(1, ada="yes", ben="yes"))
    assert leaves(stable, changed, 1, 1) is None
    assert positions_of(changed) == {"ada": "yes", "ben": "yes"}, "the last vote of each counts, once"
    assert leaves(stable, changed, 1, 2) is None, "too early"
    assert leaves(stable, Past(), 1, 1) is None


def test_unanimous_means_different_models_that_said_the_same() -> None:
    assert leaves(unanimous, past(*answers(0, ada="yes", ben="yes")), 0) is not None
    assert leaves(unanimous, past(*answers(0, ada="yes", ben="no")), 0) is None
    assert leaves(unanimous, past(*answers(0, ada="", ben="")), 0) is None
    assert leaves(unanimous, past(*answers(0, ada="yes")), 0) is None, "a lone survivor"
    one_model = [turn(f"sealed[{seat}]", "answer", model="toy:1", position="yes") for seat in ("ada", "ben")]
    assert leaves(unanimous, past(*one_model), 0) is None, "models that think alike agree easily"


@pytest.mark.parametrize(
    ("a", "b", "p", "expected"),
    [
        (1, 1, 0.025, 0.025),
        (1, 1, 0.5, 0.5),
        (3, 1, 0.125, 0.5),
        (1, 4, 0.025, 1 - 0.975**0.25),
        (11, 1, 0.025, 0.025 ** (1 / 11)),
        (2, 2, 0.15625, 0.25),
        (5, 5, 0.5, 0.5),
    ],
)
def test_beta_quantiles_of_known_distributions(a: int, b: int, p: float, expected: float) -> None:
    assert beta_quantile(a, b, p) == pytest.approx(expected, abs=1e-8)


@given(agreed=st.integers(0, 3000), contested=st.integers(0, 3000))
@settings(max_examples=30)
def test_the_interval_holds_the_score_and_narrows(agreed: int, contested: int) -> None:
    found = Measure(agreed=agreed, contested=contested)
    low, high = found.interval
    assert 0 < low < (agreed + 1) / (agreed + contested + 2) < high < 1
    assert high - low < 4.5 / math.sqrt(agreed + contested + 2)


def at(found: Past, path: str = "x[ada]") -> At:
    return At(debate=debate(), path=path, past=found)


def test_figures_say_the_state_in_words() -> None:
    found = past(listed(A, B), assessed(agree=[A], disagree=[{"text": B, "reason": "untested"}]))
    assert point_list(at(found)) == f"P1 [agreed] (Ada) {A}\nP2 [contested] (Ada) {B} — untested"
    assert standings(at(found)).splitlines()[0] == "Agreed: 1. Contested: 1. Unverifiable: 0. Not assessed: 0."
    assert disputes(at(found)) == f"P2 [contested] (Ada) {B} — untested"
    assert standings(at(Past())) == "Nothing has been assessed yet."
    assert disputes(at(Past())) == "Nothing is in dispute."


def test_the_ledger_names_who_spoke_however_deep_it_was_kept() -> None:
    entries = [
        turn("opening[ada]", "say"),
        turn("opening[ada]/minutes/ledger[clerk]", "ledger", stance="for"),
        turn("opening[ben]", "say"),
        turn("opening[ben]/ledger[clerk]", "ledger", stance="against"),
        turn("opening[ada]/minutes/ledger[clerk]", "ledger", stance="still for"),
    ]
    assert ledger(at(past(*entries))) == "- Ada: still for\n- Ben: against"


@pytest.mark.parametrize(
    ("positions", "expected"),
    [
        (("1", "2", "3", "10"), "4 estimates: median 2.5, quartiles 1.5 and 6.5, range 1 to 10"),
        (("5",), "1 estimates: median 5, quartiles 5 and 5, range 5 to 5"),
        (("1,000", "20%", "3"), "3 estimates: median 20, quartiles 3 and 1000, range 3 to 1000"),
        (("yes", "yes", "no"), "2 × yes\n1 × no"),
        (("nan", "inf", "3"), "1 × 3\n1 × inf\n1 × nan"),
        ((), ""),
    ],
)
def test_statistics_name_nobody(positions: tuple[str, ...], expected: str) -> None:
    given_ = answers(1, **dict(zip(("ada", "ben", "cyd", "dot"), positions, strict=False)))
    assert statistics(at(past(*given_))) == expected


def test_statistics_list_reasons_without_names() -> None:
    one = turn("r[1]/turn[ada]", "answer", position="yes", because=["it is cheap", "it works"])
    assert statistics(at(past(one))) == "1 × yes\n- it is cheap\n- it works"


def test_a_ranking_is_the_mean_of_places() -> None:
    votes = [
        turn("r[ada]", "ranking", order=["B", "A"]),
        turn("r[ben]", "ranking", order=["B"]),
        turn("r[cyd]", "ranking"),
    ]
    assert ranking(at(past(*votes))) == "B: mean rank 1.00\nA: mean rank 2.00"


def test_the_figure_of_a_claim_is_about_the_enclosing_claim() -> None:
    opened = turn("say[ben]/ledger[clerk]", "ledger", claims=[{"id": "c/1", "text": A, "sides": ["ada", "ben"]}])
    said = turn("say[ben]", "say")
    assert claim_figure(at(past(said, opened), "crux[c-1]/statement[ada]")) == f"c-1 {A}\nSides: Ada, Ben"
    assert claim_figure(at(past(said, opened), "other[ada]")) == ""
    assert disputes(at(past(said, opened))) == f"- c-1 [active] {A} (Ada against Ben)"


def test_points_keep_their_names_while_others_are_added() -> None:
    found: Points = points_of(past(listed(A), assessed(disagree=[B]), listed("A third matter altogether", n=2)))
    assert list(found) == ["P1", "P2", "P3"]
    assert [point.open for point in found.values()] == [False, True, False]


@given(st.floats(0, 1))
def test_a_threshold_is_not_reached_by_rounding(score: float) -> None:
    assert (percent(score) >= 85) == (score >= 0.85 - 1e-9)


def test_exact_hundredths_are_not_lost_to_binary_fractions() -> None:
    assert [percent(number / 100) for number in range(101)] == list(range(101))
