"""The board as a whole (SPEC BOARD.1): a pure fold, in whatever order replies arrive; and where no ledger is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.debate.board.board import Board, board_of, rooms_of
from disputatio.debate.board.standings import ledger_of
from disputatio.debate.log.events import Event
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.claims import claims_of
from disputatio.debate.statements.ledger import OnAspect
from disputatio.debate.views.stances import timelines
from disputatio.debate.walk.plan import Planner
from disputatio.testing.boards import debate_of, deed, message_and_record, moves_of, past_of, statement, turn
from disputatio.testing.meddler import ANYTHING, Meddler
from disputatio.testing.speakers import dice, drive, formats_of, varied_opening

FOLDER = Path(__file__).parents[2] / "resources" / "formats"
FORMATS = formats_of(FOLDER)


def board(log: Sequence[Event]) -> Board:
    debate = fold(log)
    return board_of(debate, Planner().walk(debate).past)


@pytest.mark.parametrize("name", ["dialogue", "dual", "collaborative", "eight-phase"])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=5)
def test_the_board_is_the_same_in_whatever_order_replies_arrive(name: str, seed: int) -> None:
    start = [varied_opening(FORMATS[name], seed)]
    assert board(drive(start, pick=dice(seed))) == board(drive(start, pick=dice(seed + 1)))


@given(seed=st.integers(0, 10**6))
@settings(max_examples=25)
def test_a_board_that_grows_is_the_board_of_the_whole(seed: int) -> None:
    """Remembered folds, and folds of branches that were abandoned, change nothing."""
    log = drive([varied_opening(FORMATS["dialogue"], seed)], pick=dice(seed), meddle=Meddler(seed, ANYTHING))
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


def test_where_somebody_stands_is_what_the_ledger_records() -> None:
    past = past_of(
        *message_and_record("say[ada]", "I hold that it is so.", stands=[{"stance": "It is so", "importance": 8}])
    )
    found = board_of(debate_of("ada"), past)
    assert (found.derived, found.ledger["ada"].stance, found.entries["say[ada]"].importance) == (False, "It is so", 8)


def test_an_objection_is_answered_by_what_is_recorded_and_made_by_nobody_who_wrote_at_the_same_time() -> None:
    stated = message_and_record("round[1]/say[ada]", new=[statement("P1", "It is cheap")])
    against = message_and_record(
        "round[1]/reply[ben]",
        new=[{**statement("P2", "It is dear"), "attacks": ["P1"]}],
        about=[deed("P1", "disagrees")],
    )

    def lacks(*more: Turn) -> bool:
        return bool(ledger_of(past_of(*stated, *against, *more))["ada"].on("").unanswered)

    assert lacks()
    assert lacks(*message_and_record("round[2]/say[ada]", new=[statement("P3", "It is small")]))
    answer = {**statement("P3", "Leases are cheap"), "answers": ["P2"]}
    answered = message_and_record("round[2]/say[ada]", new=[answer])
    assert not lacks(*answered)
    against_it = {**statement("P3", "Leases are cheap"), "attacks": ["P2"]}
    assert not lacks(*message_and_record("round[2]/say[ada]", new=[against_it]))
    for_it = {**statement("P3", "Pumps are dear"), "supports": ["P2"]}
    assert lacks(*message_and_record("round[2]/say[ada]", new=[for_it]))
    assert not lacks(
        *message_and_record("round[2]/say[ada]", about=[deed("P2", "partly", because="by lease it is not")])
    )
    again = message_and_record("round[2]/reply[ben]", about=[deed("P1", "disagrees")])
    assert lacks(*answered, *again), "the answer came before"
    ranked = turn("round[2]/reply[cyd]")
    late = turn("replies[clerk]", "ledger", new=[], about=[deed("P1", "disagrees", by="cyd", turn="ranking[cyd]")])
    assert lacks(*answered, ranked, turn("ranking[cyd]", "ranking", text="x"), late)
    other = message_and_record("round[2]/reply[cyd]", about=[deed("P1", "disagrees")])
    agreed = message_and_record("round[3]/reply[ben]", about=[deed("P1", "agrees")])
    back = message_and_record("round[3]/reply[cyd]", about=[deed("P1", "agrees")])
    assert lacks(*other, *agreed), "cyd's is left"
    assert not lacks(*answered, *other, *back)
    both = [turn("round[1]/reply[ben]"), turn("round[1]/say[ada]")]  # he had said it before she stated hers
    entries = {
        "new": [statement("P1", "It is cheap", by="ada", turn="round[1]/say[ada]")],
        "about": [deed("P1", "disagrees", by="ben", turn="round[1]/reply[ben]")],
    }
    before = past_of(*both, turn("round[1]/ledger[clerk]", "ledger", **entries))
    assert statements_of(before)["P1"].open
    assert not ledger_of(before)["ada"].on("").unanswered
    unread = deed("P1", "disagrees", beside=["round[1]/say[ada]", "round[1]/say[ben]"])
    past = past_of(*stated, *message_and_record("round[1]/say[ben]", about=[unread]))
    assert not ledger_of(past)["ada"].on("").unanswered


def test_what_is_said_at_the_same_time_as_an_objection_does_not_answer_it_and_saying_it_again_is_no_other_one() -> None:
    """Those who write together have read one another only in the round after."""

    def lacking(*rounds: tuple[tuple[str, ...], tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
        """What is recorded of ada and of ben, round by round: "keeps P1", "disagrees P1"."""
        stated = [statement("P1", "It is cheap", by="ada"), {**statement("P2", "It is dear", by="ben"), "attacks": []}]
        objected = {**statement("P3", "Pumps are dear", by="ben"), "attacks": ["P1"]}
        turns = [turn("open[ada]"), turn("open[ben]"), turn("ledger[clerk]", "ledger", new=[*stated, objected])]
        for number, (ada, ben) in enumerate(rounds, 1):
            paths = [f"round[{number}]/say[ada]", f"round[{number}]/say[ben]"]
            about = [
                deed(id, does, by=seat, turn=path, **({} if does == "keeps" else {"beside": paths}))
                for seat, path, deeds in zip(("ada", "ben"), paths, (ada, ben), strict=True)
                for does, id in (each.split() for each in deeds)
            ]
            turns += [turn(path) for path in paths]
            turns.append(turn(f"round[{number}]/ledger[clerk]", "ledger", new=[], about=about))
        return ledger_of(past_of(*turns))["ada"].on("").challenges

    disputed, kept, nothing = ("disagrees P1",), ("keeps P1",), ()
    assert lacking((kept, disputed)) == (("round[1]/say[ben]",),), "she had not read it"
    assert lacking((nothing, disputed), (kept, nothing)) == ()
    assert lacking((nothing, disputed), (kept, disputed)) == (), "he says again what she answers in that moment"
    assert lacking((nothing, disputed), (("agrees P3",), disputed)) == (), "by what she makes of a reason"
    assert lacking((nothing, disputed), (kept, nothing), (nothing, disputed)) == (("round[3]/say[ben]",),)
    assert lacking((nothing, disputed), (nothing, disputed)) == (("round[1]/say[ben]", "round[2]/say[ben]"),)
    assert lacking((("agrees P3",), disputed)) == (("round[1]/say[ben]",),)
    stated = statement("P1", "It is cheap", by="ada", turn="open[ada]")
    agreed = deed("P1", "agrees", by="cyd", turn="open[cyd]")
    first = turn("ledger[clerk]", "ledger", new=[stated], about=[agreed])
    paths = [f"round[1]/say[{seat}]" for seat in ("ada", "ben", "cyd")]
    attack = {**statement("P2", "Pumps are dear", by="ben", turn=paths[1]), "attacks": ["P1"]}
    about = [
        deed("P1", "keeps", by="ada", turn=paths[0]),
        deed("P1", "agrees", by="cyd", turn=paths[2], beside=paths),
    ]
    told = past_of(
        turn("open[ada]"),
        turn("open[cyd]"),
        first,
        *map(turn, paths),
        turn("round[1]/ledger[clerk]", "ledger", new=[attack], about=about),
    )
    assert ledger_of(told)["ada"].on("").challenges == ((paths[1],),), "of a row about one it is known of all"


def test_an_answer_may_be_on_record_under_another_statement_of_the_same_exchange() -> None:
    """Who speaks to something else that was stated with an objection, or gives another reason, has not left it."""
    stated = message_and_record("round[1]/say[ada]", new=[statement("P1", "It is cheap")])
    trial = statement("P2", "It should be tried first")
    against = message_and_record("round[1]/reply[ben]", new=[trial], about=[deed("P1", "disagrees")])

    def on(*more: Turn) -> OnAspect:
        return ledger_of(past_of(*stated, *against, *more))["ada"].on("")

    def said(about: Sequence[dict[str, Any]] = (), **links: Sequence[str]) -> list[Turn]:
        new = [{**statement("P3", "Leases are cheap"), **links}] if links else []
        return [*message_and_record("round[2]/say[ada]", new=new, about=about)]

    assert (on().unanswered, on().again) == (("It is cheap",), ())
    assert not on(*said([deed("P2", "agrees")])).unanswered, "she spoke to what he put in its place"
    assert not on(*said(answers=["P2"])).unanswered
    assert not on(*said(supports=["P1"])).unanswered, "she gave another reason"
    assert on(*said(supports=["P9", "P2"], attacks=["P9"])).unanswered, "of his, or of nothing that is known"
    again = message_and_record("round[2]/reply[ben]", about=[deed("P1", "disagrees")])
    answered = said([deed("P1", "keeps")])
    assert (on(*answered, *again).unanswered, on(*answered, *again).again) == (("It is cheap",), ("P1",))
    other = message_and_record("round[2]/reply[cyd]", about=[deed("P1", "disagrees")])
    assert on(*answered, *again, *other).again == (), "hers came first then"
    gave = {"id": "P1", "seat": "cyd", "does": "partly", "quote": "By day.", "because": "By night it is not"}
    room = "round[2]/crux[P2]"
    talk = [turn(f"{room}/statement[{seat}]", heard=f"room:{room}") for seat in ("ada", "cyd")]
    card = turn(f"{room}/card[clerk]", "card", about=[{**gave, "turn": f"{room}/statement[cyd]"}])
    assert not on(*answered, *talk, card).unanswered, "what is said in a room is answered there"


def test_without_a_ledger_only_what_was_declared_in_fields_is_known() -> None:
    turns = [
        turn("round[1]/say[ada]", "answer", position="Yes", confidence=0.5),
        turn("round[2]/say[ada]", "verdict", decision="SUPPORT", confidence=0.8),
        turn("round[3]/say[ada]", text="I hold the contrary of it."),
        turn("round[3]/whisper[ada]", heard="team:red", text="I hold the contrary of it."),
        turn("end[clerk]", "synthesis", text="In short, it is so."),
    ]
    found = board_of(debate_of("ada"), past_of(*turns))
    [standing] = found.ledger.values()
    assert (found.derived, standing.stance, standing.since) == (True, "SUPPORT", "round[2]/say[ada]")
    assert [one.level for one in standing.confidences] == [0.5, 0.8]
    assert (standing.shifts, standing.agreements, standing.missed) == ((), (), ())


def test_a_message_that_changes_a_position_says_so_in_its_timeline() -> None:
    past = past_of(
        *message_and_record(
            "round[1]/say[ada]", new=[statement("P1", "It is cheap")], stands=[{"stance": "For it", "confidence": 0.67}]
        ),
        *message_and_record("round[1]/say[ben]", about=[deed("P1", "disagrees", because="the pump")]),
        *message_and_record(
            "round[2]/say[ben]", "I yield.", about=[deed("P1", "agrees", because="I yield.", why="deferred")]
        ),
    )
    found = timelines(past)
    assert [(one.path, one.stance, one.flips) for one in found["ben"]] == [
        ("round[1]/say[ben]", "", ()),
        ("round[2]/say[ben]", "", ("deferred",)),
    ]
    assert (found["ada"][0].stance, found["ada"][0].sure, found["ben"][0].sure) == (
        *("For it", "67% (as the clerk read it)"),
        "",
    )
    assert ledger_of(past)["ada"].read == (0.67,), "two to one"
    said = turn("round[3]/say[ada]", "answer", position="For it", confidence=0.5)
    assert [one.sure for one in timelines(past_of(*past, said))["ada"]][1] == "50%"
    assert ledger_of(past_of(*past, said))["ada"].read == (), "they said themselves how sure they are"
    standing = ledger_of(past)["ben"]
    assert [one.text for one in standing.concessions] == ["the objection to It is cheap"]
    assert [(one.seat, one.on) for one in standing.agreements] == [("ada", "It is cheap")]
    assert standing.disagreements == ()


def test_who_reworded_a_statement_has_shifted_and_given_up_nothing() -> None:
    revised = deed("P1", "revises", text="It is cheap to run")
    past = past_of(
        *message_and_record("round[1]/say[ada]", new=[statement("P1", "It is cheap"), statement("P2", "It is fast")]),
        *message_and_record(
            "round[2]/say[ada]", about=[revised, deed("P2", "withdraws", because="it is slow, I measured")]
        ),
    )
    found = ledger_of(past)["ada"]
    assert [(one.before, one.after, one.flip) for one in found.shifts] == [
        ("It is cheap", "It is cheap to run", ""),
        ("It is fast", "It is fast (withdrawn)", "argument"),
    ]
    assert [one.text for one in found.concessions] == ["It is fast"]


def test_what_is_about_no_participant_is_in_nobodys_ledger() -> None:
    past = past_of(
        *message_and_record("round[1]/say[ada]", new=[statement("P1", "It is cheap")]),
        turn("round[1]/critique[person]", "assessment", disagree=[{"point": "P1", "reason": "no"}]),
    )
    assert claims_of(past)["P1"].sides == ("ada", "person")
    moved = past.add(turn("round[2]/critique[person]", "assessment", agree=[{"point": "P1", "reason": "I see it"}]))
    assert moves_of(moved)[0].seat == "person"
    assert list(ledger_of(moved)) == ["ada"]


def test_all_that_is_read_off_a_past_is_read_off_an_empty_one() -> None:
    assert (ledger_of(Past()), claims_of(Past()), timelines(Past())) == ({}, {}, {})
    assert rooms_of(debate_of("ada"), Past()) == ()
    records = turn("x[clerk]", "recall", heard="room:x")
    assert rooms_of(debate_of("ada"), past_of(records)) == (), "nothing was said in it"
