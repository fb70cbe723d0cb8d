"""What the ledger says of a side that has not spoken on a claim itself: no more than that somebody else names it."""

from disputatio.debate.log.turns import Turn
from disputatio.debate.views.board import board_of
from disputatio.debate.views.board_view import board_items
from disputatio.testing.boards import debate_of, past_of, told, turn

ADA, BEN, CYD = (f"aspect[cost]/take[{seat}]" for seat in ("ada", "ben", "cyd"))


def claimed(*sides, status="active"):
    return [{"id": "c1", "text": "The lake freezes in winter", "sides": list(sides), "status": status}]


def held(*turns):
    debate, past = debate_of("ada", "ben", "cyd"), past_of(turn("opening[ada]"), *turns)
    assert board_of(debate, past).claims
    [item] = board_items(debate, past).claims
    return [cell.hold for cell in item.cells]


def test_who_is_named_as_a_side_by_somebody_else_is_said_to_hold_or_dispute():
    assert held(*told(BEN, claims=claimed("ada", "ben"))) == ["said to hold", "disputes", "silent"]
    assert held(*told(ADA, claims=claimed("ada", "ben"))) == ["holds", "said to dispute", "silent"]


def test_their_own_word_counts_as_soon_as_there_is_one():
    both = (*told(BEN, claims=claimed("ada", "ben")), *told(ADA, claims=claimed("ada", "ben")))
    assert held(*both) == ["holds", "disputes", "silent"]


def test_of_what_is_settled_nobody_is_said_to_be_a_side_any_more():
    over = (
        *told(BEN, claims=claimed("ada", "ben")),
        *told("closing[ben]", claims=claimed("ada", "ben", status="resolved")),
    )
    assert held(*over)[0] == "silent"


def test_what_both_have_settled_in_a_room_is_settled_for_both():
    room = "aspect[cost]/crux[c1]"
    said = {"statement": "It freezes at the shore", "resolved": True}
    talk = [
        Turn(path=f"{room}/x[{seat}]", seat=seat, gives="stance", heard=f"room:{room}", text="", data=said)
        for seat in ("ada", "ben", "ada")
    ]
    card = turn(f"{room}/card[clerk]", "card", claim="c1", resolved=True)
    assert held(*told(BEN, claims=claimed("ada", "ben")), *talk, card) == ["settled", "settled", "silent"]


def test_aspects_stand_in_the_order_in_which_they_were_debated():
    said = (*told("aspect[zeal]/take[ada]", position="Much"), *told("aspect[cost]/take[ada]", position="Little"))
    debate = debate_of("ada", "ben")
    assert [one.name for one in board_items(debate, past_of(*said)).aspects] == ["zeal", "cost"]


def test_what_the_ledger_records_of_a_claim_is_shown_by_who_says_it():
    said = (
        *told(ADA, claims=claimed("ada", "ben")),
        *told(BEN, concessions=["The lake freezes in winter"]),
        *told(CYD, agreements=[{"seat": "ada", "on": "The lake freezes in winter", "strength": "mild"}]),
    )
    assert held(*said) == ["holds", "conceded", "agrees"]
    with_second = {"seat": "ben", "on": "The lake freezes in winter", "strength": "mild"}
    assert held(*told(ADA, claims=claimed("ada", "ben")), *told(CYD, agreements=[with_second]))[2] == "disputes"
    assert held(*told(ADA, claims=claimed("ada", "ben")), *told(CYD, disagreements=[with_second]))[2] == "supports"
    with_first = {**with_second, "seat": "ada"}
    assert held(*told(ADA, claims=claimed("ada", "ben")), *told(CYD, disagreements=[with_first]))[2] == "disputes"


def test_what_a_person_has_ruled_leaves_what_was_said_as_it_was():
    ruled = turn("round[1]/ruling-1[person]", "ruling", claim="c1", status="rejected")
    both = (*told(BEN, claims=claimed("ada", "ben")), *told(ADA, claims=claimed("ada", "ben")))
    assert held(*both, ruled) == ["holds", "disputes", "silent"]


def test_what_is_resolved_without_a_room_is_settled_for_who_came_round():
    both = (*told(ADA, claims=claimed("ada", "ben")), *told(BEN, claims=claimed("ada", "ben")))
    over = told("closing[ben]", claims=claimed("ada", "ben", status="resolved"))
    assert held(*both, *over)[:2] == ["holds", "settled"]


def test_claims_link_to_one_another_in_both_directions():
    debate = debate_of("ada", "ben")
    other = {"id": "c2", "text": "Ice carries a car", "sides": ["ben", "ada"], "supports": ["c1", "a.py:1"]}
    past = past_of(*told(ADA, claims=claimed("ada", "ben")), *told(BEN, claims=[other]))
    first, second = board_items(debate, past).claims
    assert [link.words for link in first.links] == ["+ supported by"]
    assert [link.words for link in second.links] == ["+ supports", "+ supports"]
    assert second.drawn == ("supports c1", "supports a.py:1")
    assert first.spoken == "The lake freezes in winter, active, Ada against Ben, cost"
    assert [cell.spoken for cell in first.cells] == ["holds, cost", "said to dispute"]


def test_what_is_about_no_aspect_comes_under_the_whole_question():
    said = told("round[1]/say[ada]", claims=claimed("ada", "ben"), position="Much", evidence=["a.py:1"])
    debate = debate_of("ada", "ben")
    [whole] = board_items(debate, past_of(*said)).aspects
    assert whole.title == "The whole question"
    assert [cell.evidence for cell in whole.cells] == [("a.py:1",), ()]


def test_what_is_said_of_something_else_says_nothing_of_a_claim():
    elsewhere = [{"seat": "ada", "on": "Trains run on Sundays", "strength": "mild"}]
    said = (
        *told(ADA, claims=claimed("ada", "ben")),
        *told(CYD, agreements=elsewhere, disagreements=elsewhere, concessions=["Cats like fish"]),
    )
    assert held(*said)[2] == "silent"
