"""What the ledger says of a side that has not spoken on a claim itself: no more than that somebody else names it."""

from disputatio.debate.board import board_of
from disputatio.debate.turns import Turn
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
