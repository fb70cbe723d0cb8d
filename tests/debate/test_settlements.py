"""What crux rooms settle in the ledger: a card that resolves ends the disagreement, one that does not leaves it open
and says so, and a later message may open it anew."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from disputatio.debate.board.minutes import epistemic_score, ledger_of
from disputatio.debate.board.points_ledger import derived_ledger
from disputatio.debate.ids import pass_of, when
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements.claims import claims_of
from disputatio.debate.statements.ledger import Relation, Settlement, Standing
from disputatio.debate.statements.settlements import room_on, settled_by, with_card
from disputatio.debate.views.board import board_of
from disputatio.debate.views.progress import progress_of
from disputatio.testing.boards import debate_of, past_of, told, turn

SAFE = "Cached entries survive a sudden loss of power"
UNSAFE = "Cached entries do not survive a sudden loss of power"
CHEAP = "The cache is cheap to run for the whole year"
COMMON = "Cached entries survive a loss of power once they were flushed"
ROOM = "round[2]/crux[c1]"
CARD = f"{ROOM}/card[clerk]"
CLAIM = {"id": "c1", "text": SAFE, "sides": ["ada", "ben"]}


def against(seat: str, on: str = SAFE, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "on": on, **more}


def disputed(*disagreements: dict[str, Any], claims: Any = (CLAIM,)) -> list[Turn]:
    """Ada and Cyd have spoken, and Ben disagrees in round 1."""
    said = [*told("round[1]/say[ada]", stance="Safe"), *told("round[1]/say[cyd]")]
    found = disagreements or (against("ada", strength="strong"),)
    return [*said, *told("round[1]/say[ben]", claims=list(claims), disagreements=list(found))]


def closed(accepted: bool, room: str = ROOM, claim: str = "c1") -> list[Turn]:
    """A crux room with its card; both accept the common statement, or one does not."""
    stances = [
        turn(f"{room}/exchange[1]/rejoinder[ada]", "stance", f"room:{room}", resolved=True, statement=COMMON),
        turn(f"{room}/exchange[1]/rejoinder[ben]", "stance", f"room:{room}", resolved=accepted, statement=""),
    ]
    return [*stances, turn(f"{room}/card[clerk]", "card", claim=claim, crux="fact", resolved=True, how="The clerk's")]


def ledger(*turns: Turn) -> dict[str, Standing]:
    return ledger_of(past_of(*turns))


def test_a_card_that_resolves_settles_the_disagreement_for_both() -> None:
    found = ledger(*disputed(), *closed(True))
    [ada], [ben] = found["ada"].settled, found["ben"].settled
    assert found["ben"].disagreements == ()
    assert (ben.seat, ben.on, ben.how, ben.card, ben.claim) == ("ada", SAFE, COMMON, CARD, "c1")
    assert [one.strength for one in ben.relations] == ["strong"]
    assert (ada.seat, ada.card, ada.relations) == ("ben", CARD, ())
    assert found["cyd"].settled == ()
    assert settled_by(ben) == f"since round 2, by: {COMMON}"


def test_a_card_that_does_not_resolve_leaves_it_open_and_says_so() -> None:
    found = ledger(*disputed(), *closed(False))
    [relation] = found["ben"].disagreements
    assert (relation.seat, relation.on, relation.strength, relation.card, relation.again) == (
        "ada",
        SAFE,
        "strong",
        CARD,
        False,
    )
    assert found["ada"].settled == found["ben"].settled == ()
    assert room_on(relation) == "the crux room of round 2 did not settle it"
    later = ledger(*disputed(), *closed(False), *told("round[3]/say[ben]", disagreements=[against("ada")]))
    assert [(one.strength, one.card) for one in later["ben"].disagreements] == [("mild", CARD)], (
        "the card stays with it"
    )


OTHER = {"id": "c2", "text": CHEAP, "sides": ["ada", "ben"]}


@pytest.mark.parametrize(
    ("disagreements", "claims", "left"),
    [
        ([against("ada", UNSAFE)], [CLAIM], []),
        ([against("ada", "whether a crash matters")], [CLAIM], []),
        ([against("ada", "whether a crash matters")], [CLAIM, OTHER], ["whether a crash matters"]),
        ([against("ada", "crashes"), against("ada", "prices")], [CLAIM], ["crashes", "prices"]),
        ([against("ada"), against("ada", CHEAP)], [CLAIM, OTHER], [CHEAP]),
        ([against("cyd")], [CLAIM], [SAFE]),
        ([against("ada"), against("", "nobody's")], [CLAIM], ["nobody's"]),
    ],
    ids=["its contrary", "the only one", "which of two", "which of both", "another", "somebody else", "nobody"],
)
def test_only_the_disagreement_of_the_claim_is_settled(disagreements: Any, claims: Any, left: list[str]) -> None:
    found = ledger(*disputed(*disagreements, claims=claims), *closed(True))
    assert [one.on for one in found["ben"].disagreements] == left
    assert len(found["ben"].settled) == 1


def test_of_two_claims_in_nearly_the_same_words_the_likest_is_meant() -> None:
    step = "The step that writes the cached entries to the disk in time is right"
    claims = [{**CLAIM, "text": step}, {**OTHER, "text": f"{step} on speed"}]
    contrary = "The step that writes the cached entries to the disk in time is not right on speed"
    said = disputed(against("ada", contrary), claims=claims)
    assert [one.on for one in ledger(*said, *closed(True))["ben"].disagreements] == [contrary]


# disputed anew


@pytest.mark.parametrize(
    ("record", "again"),
    [
        ({"disagreements": [against("ada")]}, True),
        ({"disagreements": [against("ada", UNSAFE)]}, True),
        ({"claims": [{"id": "c1"}]}, True),
        ({"claims": [{"text": SAFE}]}, True),
        ({"claims": [CLAIM], "disagreements": [against("ada")]}, True),
        ({"claims": [{"id": "c1", "status": "resolved"}]}, False),
        ({"claims": [{"id": "c1", "text": UNSAFE}]}, False),
        ({"claims": [{"id": "c1", "sides": ["ben", "cyd"]}]}, False),
        ({"claims": [CLAIM], "agreements": [against("ada")]}, False),
        ({"claims": [OTHER], "disagreements": [against("ada", CHEAP)]}, False),
        ({"disagreements": [against("cyd")]}, False),
    ],
)
def test_who_disputes_it_again_opens_it_for_both(record: dict[str, Any], again: bool) -> None:
    found = ledger(*disputed(), *closed(True), *told("round[3]/say[ben]", **record))
    opened = [one for one in found["ben"].disagreements if one.again]
    assert [(one.seat, one.card) for one in opened] == ([("ada", CARD)] if again else [])
    assert (found["ada"].settled == (), found["ben"].settled == ()) == (again, again)
    if again:
        assert room_on(opened[0]) == "disputed again after the crux room of round 2 had settled it"


def test_the_words_of_before_open_it_too_and_it_counts_as_no_new_disagreement() -> None:
    said = [*disputed(against("ada", "whether a crash matters")), *closed(True)]
    past = past_of(*said, *told("round[3]/say[ben]", disagreements=[against("ada", "whether a crash matters")]))
    [relation] = ledger_of(past)["ben"].disagreements
    assert (relation.again, relation.card) == (True, CARD)
    assert epistemic_score(past) == 3, "of the first time"


def test_the_one_who_held_it_may_open_it_and_keeps_no_strength_that_was_not_theirs() -> None:
    found = ledger(*disputed(), *closed(True), *told("round[3]/say[ada]", claims=[{"id": "c1"}]))
    assert [(one.seat, one.strength, one.again) for one in found["ada"].disagreements] == [("ben", "mild", True)]
    assert found["ben"].disagreements == ()
    contested = ledger(*disputed(), *closed(True), *told("round[3]/say[ben]", claims=[{"id": "c1"}]))
    assert [one.strength for one in contested["ben"].disagreements] == ["strong"]


def test_a_second_room_has_the_last_word() -> None:
    second = "round[3]/crux-1[c1]"
    apart = ledger(*disputed(), *closed(True), *closed(False, second))
    for seat, other in (("ada", "ben"), ("ben", "ada")):
        assert apart[seat].settled == ()
        assert [(one.seat, one.on, one.card, one.again) for one in apart[seat].disagreements] == [
            (other, SAFE, f"{second}/card[clerk]", False)
        ]
    twice = ledger(*disputed(), *closed(True), *closed(True, second))
    assert [one.card for one in twice["ben"].settled] == [f"{second}/card[clerk]"]
    marked = ledger(*disputed(), *closed(False), *closed(False, second))
    assert [one.card for one in marked["ben"].disagreements] == [f"{second}/card[clerk]"]


def test_a_settled_dispute_is_no_pressure() -> None:
    shift = {"shifts": [{"from": "It is unsafe", "to": "Keep it, with a battery", "cause": ""}]}
    pressed = ledger(*disputed(), *told("round[3]/say[ada]", **shift))["ada"].shifts
    settled = ledger(*disputed(), *closed(True), *told("round[3]/say[ada]", **shift))["ada"].shifts
    assert [one.flip for one in (*pressed, *settled)] == ["capitulation", "spontaneous"]


def test_a_card_about_nobodys_claim_changes_nothing() -> None:
    before = ledger(*disputed())
    assert with_card(before, "x/card[clerk]", claims_of(past_of(*disputed()))) == before
    alone = disputed(claims=[{"id": "c1", "text": SAFE, "sides": ["ben"]}])
    assert ledger(*alone, *closed(True))["ben"].settled == ()
    absent = disputed(claims=[{**CLAIM, "sides": ["zoe", "ben"]}])
    assert [one.seat for one in ledger(*absent, *closed(True))["ben"].settled] == ["zoe"]


# on the board


def board(*turns: Turn) -> Any:
    return board_of(debate_of("ada", "ben", "cyd"), past_of(*turns))


def test_people_see_no_challenge_that_was_settled_and_participants_see_what_they_saw() -> None:
    said = [*disputed(against("ada"), against("ada", CHEAP)), *closed(True)]
    assert ledger(*said)["ada"].on("").unanswered == (SAFE, CHEAP), "what was shown of it is pinned in the log"
    assert board(*said).ledger["ada"].on("").unanswered == (CHEAP,)
    assert board(*said).ledger["ben"].settled[0].card == CARD


def test_a_claim_that_is_disagreed_on_again_is_open_again() -> None:
    said = [*disputed(), *closed(True)]
    assert board(*said).claims["c1"].status == "resolved"
    again = board(*said, *told("round[3]/say[ben]", disagreements=[against("ada")]))
    assert (again.claims["c1"].status, again.claims["c1"].resolution) == ("active", "")
    assert again.claims["c1"].card == CARD


def test_what_is_disagreed_on_again_counts_as_contested_as_the_board_shows_it() -> None:
    said = [*disputed(), *closed(True)]
    again = [*said, *told("round[3]/say[ben]", disagreements=[against("ada")])]
    over, anew = (progress_of(debate_of("ada", "ben", "cyd"), past_of(*turns)).measure for turns in (said, again))
    assert (over.agreed, over.contested) == (1, 0)
    assert (anew.agreed, anew.contested) == (0, 1)


# formats with points


POINTS = [
    turn("round[1]/say[ada]", text="I hold it."),
    turn("round[1]/say[ada]/points[clerk]", "points", items=[SAFE, CHEAP], withdrawn=[]),
    turn("round[1]/critique[ben]", "assessment", text="I do not.", disagree=[{"point": "P1"}, {"point": "P2"}]),
]
BY_HAND = "round[1]/critique[ben]/crux-1[P1]"


def derived(*turns: Turn) -> dict[str, Standing]:
    return derived_ledger(debate_of("ada", "ben"), past_of(*turns))


def test_a_point_that_a_room_resolved_is_settled_though_no_assessment_has_said_so_yet() -> None:
    found = derived(*POINTS, *closed(True, BY_HAND, "P1"))
    made = Settlement(seat="ada", on=SAFE, how=COMMON, card=f"{BY_HAND}/card[clerk]", claim="P1")
    assert found["ben"].settled == (made,)
    assert found["ada"].settled == (replace(made, seat="ben"),)
    assert [one.on for one in found["ben"].disagreements] == [CHEAP]
    assert found["ada"].on("").unanswered == (CHEAP,)


def test_a_point_that_a_room_did_not_resolve_says_so_and_one_that_is_disputed_again_too() -> None:
    apart = derived(*POINTS, *closed(False, BY_HAND, "P1"))["ben"]
    assert [(one.on, bool(one.card), one.again) for one in apart.disagreements] == [
        (SAFE, True, False),
        (CHEAP, False, False),
    ]
    again = turn("round[2]/critique[ben]", "assessment", disagree=[{"point": "P1"}])
    found = derived(*POINTS, *closed(True, BY_HAND, "P1"), again)["ben"]
    assert [(one.on, one.again) for one in found.disagreements] == [(SAFE, True), (CHEAP, False)]
    assert found.settled == ()
    agreed = turn("round[2]/critique[ben]", "assessment", agree=[{"point": "P1", "reason": "as we said"}])
    after = derived(*POINTS, *closed(True, BY_HAND, "P1"), agreed)["ben"]
    assert ([one.on for one in after.agreements], after.settled) == ([SAFE], ()), "it is agreed, which says more"


@pytest.mark.parametrize("accepted", [True, False])
def test_a_card_changes_no_score_until_the_next_assessment_and_that_is_said(accepted: bool) -> None:
    said = [*POINTS, *closed(accepted, BY_HAND, "P1")]
    before, after = (progress_of(debate_of("ada", "ben"), past_of(*turns)) for turns in (POINTS, said))
    assert (before.carded, before.pending) == (0, "")
    assert after.measure == before.measure
    told = "1 open point was resolved in a crux room since: the next assessment counts that."
    assert after.pending == (told if accepted else "")
    both = [*said, *closed(accepted, "round[1]/critique[ben]/crux-2[P2]", "P2")]
    assert progress_of(debate_of("ada", "ben"), past_of(*both)).carded == 2 * accepted
    agreed = turn("round[2]/critique[ben]", "assessment", agree=[{"point": "P1", "reason": "as we said"}])
    later = progress_of(debate_of("ada", "ben"), past_of(*said, agreed))
    assert (later.measure.agreed, later.carded) == (1, 0)


# in words


@pytest.mark.parametrize(
    ("path", "words", "number"),
    [
        ("", "", 0),
        ("opening[ada]", "opening", 0),
        ("cross-review[ada]", "cross review", 0),
        ("round[2]/critique[critic]", "round 2", 2),
        ("aspect[cost]/take[ada]", "cost", 0),
        ("aspect[cost]/miniround[3]/crux[c1]/card[clerk]", "cost, round 3", 3),
        ("aspect[2024]/miniround[1]/reply[ada]", "2024, round 1", 1),
        ("extension-1-after-3/round[2]/say[ada]", "round 5", 5),
    ],
)
def test_a_place_is_told_in_words(path: str, words: str, number: int) -> None:
    assert (when(path), pass_of(path)) == (words, number)


def test_a_card_after_the_rounds_has_no_round_to_name() -> None:
    late = "synthesis/crux-1[c1]/card[clerk]"
    assert settled_by(Settlement(seat="ada", on=SAFE, how="", card=late)) == "after the rounds"
    assert room_on(Relation(seat="ada", on=SAFE, card=late)) == "the crux room did not settle it"
    assert room_on(Relation(seat="ada", on=SAFE)) == ""
    assert ledger_of(Past()) == {}
