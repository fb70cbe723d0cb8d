"""The board as a whole (SPEC BOARD.1): a pure fold, in whatever order replies arrive; and where no ledger is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from disputatio.debate.board.minutes import ledger_of
from disputatio.debate.board.points_ledger import LONGEST, derived_ledger
from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.debate.log.events import Event
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements.claims import claims_of
from disputatio.debate.statements.ledger import Standing
from disputatio.debate.views.board import Board, board_of, rooms_of
from disputatio.debate.views.stances import timelines
from disputatio.debate.walk.plan import Planner
from disputatio.testing.boards import debate_of, past_of, told, turn
from disputatio.testing.meddler import ANYTHING, Meddler
from disputatio.testing.speakers import dice, drive, shipped, varied

FOLDER = Path(__file__).parents[2] / "resources" / "formats"
FORMATS = shipped(FOLDER)


def board(log: Sequence[Event]) -> Board:
    debate = fold(log)
    return board_of(debate, Planner().walk(debate).past)


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", ["dialogue", "dual", "collaborative", "eight-phase"])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=10)
def test_the_board_is_the_same_in_whatever_order_replies_arrive(name: str, seed: int) -> None:
    start = [varied(FORMATS[name], seed)]
    boards = [board(drive(start, pick=dice(salt))) for salt in (seed, seed + 1, seed + 2)]
    assert boards[1] == boards[0]
    assert boards[2] == boards[0]


@pytest.mark.unmeasured
@given(seed=st.integers(0, 10**6))
@settings(max_examples=25)
def test_a_board_that_grows_is_the_board_of_the_whole(seed: int) -> None:
    """Remembered folds, and folds of branches that were abandoned, change nothing."""
    log = drive([varied(FORMATS["dialogue"], seed)], pick=dice(seed), meddle=Meddler(seed, ANYTHING))
    planner = Planner()
    for end, event in enumerate(log, 1):
        planner.observe(event)
        if end % 9 == 0 or end == len(log):
            debate = fold(log[:end])
            grown = board_of(debate, planner.walk(debate).past)
            assert grown == board(log[:end])
            assert set(grown.claims) >= {one.claim for one in grown.cards if one.claim in grown.claims}
            assert all(room.path for room in grown.rooms)


def test_an_empty_board() -> None:
    found = board_of(debate_of("ada", question="Why?"), Past())
    assert (found.question, found.aspects, found.ledger, found.claims, found.derived) == ("Why?", (), {}, {}, True)
    assert board_of(debate_of("ada", aspects=["a/b"]), Past()).aspects == ("a-b",)


def test_a_kept_ledger_goes_before_a_derived_one() -> None:
    past = past_of(*told("say[ada]", "I hold that it is so.", stance="It is so", importance=8))
    found = board_of(debate_of("ada"), past)
    assert (found.derived, found.ledger["ada"].stance, found.entries["say[ada]"].importance) == (False, "It is so", 8)


# what a format without a ledger knows


def derived(*turns: Turn) -> dict[str, Standing]:
    return derived_ledger(debate_of("ben", "ada"), past_of(*turns))


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("*Rehearsal: no AI model was asked.*\n\nThe cache is safe. It has a battery.", "The cache is safe."),
        ("# Title\n\n> a quotation of some length\n\n**Bold title here**\n\nIt is safe enough.", "It is safe enough."),
        ("**It is safe** for us all", "It is safe for us all"),
        ("I read three files.\n\n- a list of things\n\nI hold that it is safe. More.", "I hold that it is safe."),
        ("1. One two three\n\n| a | b | c |\n\n`code is not prose`", ""),
        ("Too short", ""),
        ("", ""),
        ("word " * 100, ("word " * 100)[:LONGEST].rsplit(" ", 1)[0] + " …"),
    ],
)
def test_the_stance_of_a_message_is_the_sentence_that_concludes_it(text: str, stance: str) -> None:
    assert derived(turn("round[1]/say[ada]", text=text))["ada"].stance == stance


def test_positions_and_decisions_are_stances_and_silence_keeps_the_last() -> None:
    turns = [
        turn("round[1]/say[ada]", "answer", position="Yes", confidence=0.5),
        turn("round[2]/say[ada]", "verdict", decision="SUPPORT", confidence=0.8),
        turn("round[3]/say[ada]", text=""),
        turn("round[3]/whisper[ada]", heard="team:red", text="I hold the contrary of it."),
        turn("end[clerk]", "synthesis", text="In short, it is so."),
    ]
    [standing] = derived(*turns).values()
    assert (standing.stance, standing.since, standing.updated) == ("SUPPORT", "round[2]/say[ada]", "round[3]/say[ada]")
    assert [one.level for one in standing.confidences] == [0.5, 0.8]
    assert standing.rules


def test_participants_come_in_the_order_of_the_cast_and_only_who_spoke() -> None:
    assert list(derived(turn("say[ada]", text="x"), turn("say[ben]", text="y"), turn("say[zoe]", text="z"))) == [
        "ben",
        "ada",
    ]
    assert derived() == {}


A, B = "Caches reduce latency for readers", "Locks protect shared counters"
SPOKEN = (turn("round[1]/say[ada]", text="I hold it."), turn("round[1]/critique[ben]", text="I do not."))


def listed(*texts: str, n: int = 1, withdrawn: Sequence[str] = ()) -> Turn:
    data: dict[str, Any] = {"items": list(texts), "withdrawn": list(withdrawn)}
    return turn(f"round[{n}]/say[ada]/points[clerk]", "points", **data)


def assessed(n: int = 1, **verdicts: Any) -> Turn:
    return turn(f"round[{n}]/critique[ben]", "assessment", **verdicts)


def checked(text: str) -> Turn:
    items = [{"citation": "a.py:1", "status": "verified", "says": text}]
    return turn("round[1]/say[ada]/evidence[sources]", "evidence", items=items)


def test_an_open_point_is_a_disagreement_and_a_challenge() -> None:
    found = derived(*SPOKEN, listed(A, B), assessed(disagree=[A], unverifiable=[B]))
    assert [(one.seat, one.on, one.strength) for one in found["ben"].disagreements] == [
        ("ada", A, "strong"),
        ("ada", B, "mild"),
    ]
    assert found["ada"].aspects[""].unanswered == (A, B)
    alone = derived(*SPOKEN, turn("round[2]/x[ada]", "assessment", disagree=[A]))
    assert alone["ada"].aspects == {}, "nobody challenges themselves"


def test_an_agreed_point_is_an_agreement_and_its_evidence_is_the_authors() -> None:
    found = derived(*SPOKEN, listed(A), checked(A), assessed(agree=[A]))
    assert [(one.seat, one.on) for one in found["ben"].agreements] == [("ada", A)]
    assert (found["ben"].shifts, found["ben"].concessions) == ((), ())
    assert (found["ada"].aspects[""].evidence, found["ada"].aspects[""].unanswered) == (("a.py:1",), ())


@pytest.mark.parametrize(
    ("reason", "gate", "expected"),
    [
        ("", None, "capitulation"),
        ("the test shows it", None, "capitulation"),
        ("a.py:1 shows it", None, "evidence"),
        ("as P2 says", None, "argument"),
        ("", ["a.py:1"], "evidence"),
        ("", ["P2"], "argument"),
        ("the test shows it", ["everybody says so"], "capitulation"),
    ],
)
def test_who_comes_round_has_moved(reason: str, gate: Any, expected: str) -> None:
    """Whatever the clerk calls it, the class follows from what was named, with or without a gate."""
    again = assessed(2, agree=[{"point": "P1", "reason": reason}])
    new = [turn("round[2]/say[ada]", text="I add to it."), listed(B, n=2), checked(A)]
    items = [{"point": "P1", "class": "spontaneous", "because": gate}]
    flips = [turn("f[clerk]", "flips", items=items)] if gate is not None else []
    standing = derived(*SPOKEN, listed(A), assessed(disagree=[A]), *new, again, *flips)["ben"]
    [shift] = standing.shifts
    assert (shift.before, shift.after, shift.flip) == (f"contested: {A}", f"agreed: {A}", expected)
    assert standing.concessions[0].text == f"the objection to: {A}"
    assert standing.disagreements == ()


def test_a_derived_ledger_has_timelines_with_the_classes_of_its_flips() -> None:
    said = [*SPOKEN, listed(A), assessed(disagree=[A]), turn("round[2]/say[ada]", text="I add to it.", confidence=0.7)]
    past = past_of(*said, assessed(2, agree=[{"point": "P1", "reason": "fine"}]))
    ledger = derived_ledger(debate_of("ada", "ben"), past)
    found = timelines(past, ledger)
    assert [(one.path, one.stance, one.confidence, one.flips) for one in found["ada"]] == [
        ("round[1]/say[ada]", "I hold it.", None, ()),
        ("round[2]/say[ada]", "I add to it.", 0.7, ()),
    ]
    assert found["ben"][-1].flips == ("capitulation",)
    assert found["ben"][-1].sentence == f"agreed: {A}"
    assert found["ben"][-1].stance == found["ben"][0].stance == "I do not."
    assert timelines(past) == {}
    stranger = past_of(*said, turn("round[3]/say[zoe]", text="Hello to all of you."))
    assert timelines(stranger, derived_ledger(debate_of("ada", "ben"), stranger))["zoe"][0].flips == ()


def test_who_withdraws_a_point_has_given_it_up_and_a_ruling_moves_nobody() -> None:
    withdrawn = derived(*SPOKEN, listed(A), assessed(disagree=[A]), listed(n=2, withdrawn=["P1"]))
    assert [one.text for one in withdrawn["ada"].concessions] == [A]
    [shift] = withdrawn["ada"].shifts
    assert (shift.before, shift.after, shift.flip) == (A, f"withdrawn: {A}", "capitulation")
    assert withdrawn["ben"].disagreements == ()
    ruled = derived(
        *SPOKEN, listed(A), assessed(disagree=[A]), turn("r[person]", "ruling", point="P1", status="set aside")
    )
    assert ruled["ben"].disagreements == ()
    unassessed = derived(*SPOKEN, listed(A))
    assert unassessed["ben"].agreements == ()
    set_aside = turn("x[ben]", "ruling", point="P1", status="set aside")
    assert derived(*SPOKEN, listed(A), set_aside)["ben"].agreements == ()


def test_a_seat_that_has_left_the_cast_is_no_judge() -> None:
    found = derived(turn("round[1]/say[zoe]", text="x"), turn("round[1]/c[yan]", "assessment", disagree=[A]))
    assert found == {}


def test_all_that_is_read_off_a_past_is_read_off_an_empty_one() -> None:
    assert (ledger_of(Past()), claims_of(Past()), timelines(Past())) == ({}, {}, {})
    assert rooms_of(debate_of("ada"), Past()) == ()
    records = turn("x[clerk]", "recall", heard="room:x")
    assert rooms_of(debate_of("ada"), past_of(records)) == (), "nothing was said in it"
