"""What turned out to be right: a person marks it once a debate is over, what each model forecast is recorded with it,
and from enough debates on its ballots weigh by that record (SPEC VOTE.1)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.decide.decide import decide
from disputatio.debate.decide.hindsight import called, markable, marked, tracks_of
from disputatio.debate.errors import Refused
from disputatio.debate.format import Block, Format
from disputatio.debate.log.commands import Extend, Mark
from disputatio.debate.log.events import DebateEnded, Spliced, TurnCompleted
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate, alter
from disputatio.debate.policies.ballots import Candidate, poll_of
from disputatio.debate.policy import At
from disputatio.debate.track import ENOUGH, GUESSING, Track
from disputatio.debate.views.track_records import is_none_right, markable_of, records_at, records_of
from disputatio.debate.views.winner import outcome_of
from disputatio.debate.walk.plan import Planner
from disputatio.testing.boards import debate_of, past_of, turn

QUESTION = "Which way?"


def debated(*said: tuple[str, str, dict[str, Any]], over: bool = True, **changes: Any) -> Debate:
    """A debate whose steps, in order, gave these: seat, contract, payload; each of a model of its own, "person" by
    hand."""
    steps = tuple(Block(name=f"s{at}", ask=f"seat {seat}", gives=gives) for at, (seat, gives, _) in enumerate(said))
    seats = {id: Seat(id=id, part=id, name=id.title(), model=f"toy:{id}") for id, _, _ in said}
    debate = Debate(
        question=QUESTION,
        format=Format(name="small", title="Small", body=Block(name="", do=steps), cast=()),
        seats=seats,
        status="debating",
    )
    events: list[Any] = [
        TurnCompleted(path=f"s{at}[{seat}]", text="So.", data=data, model=f"toy:{seat}")
        for at, (seat, _, data) in enumerate(said)
    ]
    for at, (seat, _, _) in enumerate(said):
        debate = alter(debate, entered=debate.entered.set(f"s{at}", ((seat,),)))
    debate = fold(events, debate)
    return fold([DebateEnded(outcome="completed", why="all is said")], debate) if over else debate


def after(debate: Debate, *right: str, why: str = "") -> Debate:
    return fold(decide(debate, Mark(right=right, why=why)), debate)


def payload(debate: Debate) -> dict[str, Any]:
    found = Planner().walk(debate).past.last("marks")
    assert found is not None
    return found.data


ANSWERS = (
    ("ada", "answer", {"position": "Left.", "confidence": 0.9}),
    ("ben", "answer", {"position": "Right.", "confidence": 0.6}),
)


def test_answers_are_marked_and_what_each_model_forecast_is_kept_with_it() -> None:
    debate = debated(*ANSWERS)
    splice, *_, said = decide(debate, Mark(right=("2",), why="we went right"))
    assert isinstance(splice, Spliced)
    assert isinstance(said, TurnCompleted)
    assert (said.by, said.text) == ("person", "Turned out to be right: Right (Ben).\n\nwe went right")
    assert said.data["forecasts"] == [
        {"seat": "ada", "model": "toy:ada", "sure": 0.9, "right": False},
        {"seat": "ben", "model": "toy:ben", "sure": 0.6, "right": True},
    ]
    told = after(debate, "2")
    assert told.status == "completed", "nothing goes on by this"
    past = Planner().walk(told).past
    assert [one.line for one in markable_of(told, past)] == ["1. Left (Ada): not right", "2. Right (Ben): right"]
    none = after(told, "none")
    assert [each["right"] for each in payload(none)["forecasts"]] == [False, False]
    assert is_none_right(Planner().walk(none).past)
    taken_back = after(none, "unknown")
    past = Planner().walk(taken_back).past
    assert (marked(past), payload(taken_back)["forecasts"]) == ((), [])
    assert [one.line for one in markable_of(taken_back, past)] == ["1. Left (Ada)", "2. Right (Ben)"]


@pytest.mark.parametrize(
    ("right", "says"),
    [
        ((), "No answer is named. Choose from these, or none or unknown alone: 1. Left (Ada); 2. Right (Ben)."),
        (("3",), "There is no answer 3."),
        (("none", "1"), "There is no answer none, 1."),
        (("1", "1", "x"), "There is no answer 1, 1, x."),
    ],
)
def test_what_cannot_be_marked_is_refused_with_the_list_of_what_can(right: tuple[str, ...], says: str) -> None:
    with pytest.raises(Refused) as refused:
        decide(debated(*ANSWERS), Mark(right=right))
    assert says in str(refused.value)


def test_nothing_is_marked_before_the_end_nor_where_nobody_answered() -> None:
    with pytest.raises(Refused, match="is not over"):
        decide(debated(*ANSWERS, over=False), Mark(right=("1",)))
    with pytest.raises(Refused, match="Nobody has given an answer"):
        decide(debated(("ada", "say", {})), Mark(right=("1",)))


def test_a_ballot_is_the_last_word_unless_the_voters_own_answer_turned_out_right() -> None:
    options = [
        ("ada", "artifact", {}),
        ("ben", "artifact", {}),
        ("cyd", "artifact", {}),
        ("dan", "answer", {"position": "Neither.", "confidence": 0.4}),
    ]
    votes = [
        ("ada", "ballot", {"choice": "Option 1", "confidence": 0.7}),
        ("ben", "ballot", {"choice": "Option 1", "confidence": 0.8}),
    ]
    debate = debated(*options, *votes)
    found = payload(after(debate, "1"))["forecasts"]
    assert [each["seat"] for each in found] == ["ben"], "Ada could not vote for her own; what Dan said is no option"
    assert found[0]["right"] is (found[0]["right"] is True)
    assert len(payload(after(debate, "3"))["forecasts"]) == 2


def test_of_a_proposition_the_sides_can_be_marked_and_the_moderator_alone_has_forecast() -> None:
    case = ("pro", "argument", {"side": "SUPPORT", "confidence": 0.99})
    for decision, expected in (("OPPOSE", [True]), ("SUPPORT", [False]), ("UNCERTAIN", [])):
        debate = debated(case, ("mod", "verdict", {"decision": decision, "confidence": 0.8}))
        past = Planner().walk(debate).past
        assert [one.key for one in markable(debate, past)] == ["SUPPORT", "OPPOSE"]
        assert [one.line for one in markable_of(debate, past)] == ["1. supported", "2. opposed"]
        assert [each["right"] for each in payload(after(debate, "2"))["forecasts"]] == expected


def test_who_does_not_say_how_sure_they_are_and_who_is_no_model_forecast_nothing() -> None:
    debate = debated(("ada", "answer", {"position": "Left."}), ANSWERS[1])
    assert [each["seat"] for each in payload(after(debate, "1"))["forecasts"]] == ["ben"]
    by_hand = replace(debate.replies["s1[ben]"], by="person", model="")
    other = alter(debate, replies=debate.replies.set("s1[ben]", by_hand))
    assert payload(after(other, "1"))["forecasts"] == []


def test_options_that_were_named_before_are_known_again_by_their_words() -> None:
    debate = debated(*ANSWERS, options={})
    debate = alter(debate, options={"choices": ["left", "stay"]})
    assert [(each["seat"], each["right"]) for each in payload(after(debate, "1"))["forecasts"]] == [("ada", True)]
    voted = debated(*ANSWERS, ("ada", "ballot", {"choice": "stay", "confidence": 0.7}))
    voted = alter(voted, options={"choices": ["left", "stay"]})
    assert payload(after(voted, "1"))["forecasts"] == [
        {"seat": "ada", "model": "toy:ada", "sure": 0.7, "right": False}
    ], "once they have voted, what they answered before is not their last word"


def test_a_long_answer_is_called_by_its_beginning() -> None:
    long = Candidate(key="k", text="word " * 40, authors=("gone",))
    assert called(debate_of("ada"), long) == f"{'word ' * 15}word…"


def test_what_was_marked_is_heard_by_nobody_who_debates_on() -> None:
    debate = debated(*ANSWERS)
    told = after(debate, "2", why="we know it")
    with pytest.raises(Refused):
        decide(told, Extend())  # this format has no rounds; nothing else is asked either
    assert not any(turn.message for turn in Planner().walk(told).past if turn.gives == "marks")


# ---- the record ------------------------------------------------------------------------------------------------------
def forecast(model: str, sure: float, right: bool, seat: str = "a") -> dict[str, Any]:
    return {"seat": seat, "model": model, "sure": sure, "right": right}


def test_a_debate_counts_once_for_a_model() -> None:
    one = {"forecasts": [forecast("m", 0.8, True), forecast("m", 0.6, False, "b"), forecast("n", 1.0, False)]}
    two = {"forecasts": [forecast("m", 1.0, True), "junk", {"model": "m"}, {"model": "", "sure": 1, "right": True}]}
    assert tracks_of([one, two, {}]) == {
        "m": Track(debates=2, right=0.75, sure=0.85, brier=0.1),
        "n": Track(debates=1, right=0.0, sure=1.0, brier=1.0),
    }


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=40))
def test_a_weight_lies_between_nothing_and_one_and_honest_doubt_weighs_as_guessing(
    said: list[tuple[float, bool]],
) -> None:
    found = tracks_of({"forecasts": [forecast("m", sure, right)]} for sure, right in said)["m"]
    assert 0 < found.weight < 1
    assert found.debates == len(said)
    guessing = tracks_of({"forecasts": [forecast("m", 0.5, right)]} for _, right in said)["m"]
    assert guessing.weight == 1 - GUESSING
    surest = tracks_of({"forecasts": [forecast("m", float(right), right)]} for _, right in said)["m"]
    assert surest.weight >= found.weight


def voted(tracks: dict[str, Track]) -> tuple[Debate, Any]:
    debate = alter(debate_of("ada", "ben", "cyd", choices=["Red", "Green"], vote="weighted"), tracks=tracks)
    votes = [("ada", "Red", 0.95), ("ben", "Green", 0.4), ("cyd", "Green", 0.3)]
    cast = [turn(f"vote[{who}]", "ballot", choice=one, confidence=sure, model=f"toy:{who}") for who, one, sure in votes]
    return debate, past_of(*(replace(each, model=f"toy:{each.seat}") for each in cast))


def test_ballots_weigh_by_the_record_once_every_voter_has_one_that_is_long_enough() -> None:
    good, bad = (
        Track(debates=ENOUGH, right=0.9, sure=0.9, brier=0.04),
        Track(debates=14, right=0.2, sure=0.9, brier=0.6),
    )
    long = {"toy:ada": bad, "toy:ben": good, "toy:cyd": good}
    debate, past = voted(long)
    found = poll_of(At(debate=debate, path="", past=past))
    assert found is not None
    assert {one.voter: one.trust for one in found.vote.counted} == {
        "ada": Fraction(1) - (Fraction("0.6") * 14 + 1) / 18,
        "ben": Fraction(1) - (Fraction("0.04") * 10 + 1) / 14,
        "cyd": Fraction(1) - (Fraction("0.04") * 10 + 1) / 14,
    }
    outcome = outcome_of(debate, past)
    assert outcome is not None
    assert outcome.winner == "Green", "as sure as Ada was, she has been wrong too often"
    told = " ".join(one.text for one in outcome.lines)
    assert "Each vote weighs by the track record of its model: Ada: 0.48 (from 14 debates), Ben: 0.9 (from 10" in told
    for short in ({**long, "toy:cyd": replace(good, debates=ENOUGH - 1)}, {"toy:ada": bad, "toy:ben": good}):
        debate, past = voted(short)
        outcome = outcome_of(debate, past)
        assert outcome is not None
        assert outcome.winner == "Red"
        told = " ".join(one.text for one in outcome.lines)
        assert "weighs by how sure its voter was (Ada: 0.95, Ben: 0.4, Cyd: 0.3)" in told
        assert f"not every model has a track record of {ENOUGH} debates" in told


def test_records_are_told_with_their_number_and_what_they_weigh() -> None:
    one, many = Track(debates=1, right=1.0, sure=0.8, brier=0.04), Track(debates=12, right=0.5, sure=0.9, brier=0.41)
    debate = alter(debate_of("ada", "ben"), tracks={"toy:ada": one, "toy:ben": many, "toy:zoe": many})
    assert [each.line for each in records_at(debate)] == [
        "toy:ben: right in 50 percent of 12 debates, 90 percent sure on average (Brier score 0.41); its ballot weighs "
        "0.63",
        "toy:ada: right in 100 percent of 1 debate, 80 percent sure on average (Brier score 0.04); it weighs in votes "
        "from 10 debates on",
    ]
    assert [each.brief for each in records_at(debate)] == [
        "50% right, 90% sure, 12 debates; vote counts × 0.63",
        "100% right, 80% sure, 1 debate; too few for votes",
    ]
    assert [each.model for each in records_of(debate.tracks)] == ["toy:ben", "toy:zoe", "toy:ada"]
