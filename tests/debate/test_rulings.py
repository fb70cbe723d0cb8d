"""A person settles a statement or leaves it open: in the person's name, for both sides, until one disputes it anew."""

from __future__ import annotations

import pytest

from disputatio.debate.board.board import board_of
from disputatio.debate.board.standings import ledger_of
from disputatio.debate.log.turns import Turn
from disputatio.debate.statements.bookkeeping import epistemic_score, registry_of, statements_of
from disputatio.debate.statements.claims import Claim, claims_of
from disputatio.debate.statements.consensus import measure
from disputatio.debate.statements.ledger import Standing
from disputatio.debate.views.progress import history_of
from disputatio.testing.boards import debate_of, deed, message_and_record, past_of, statement, turn

SAFE = "Cached entries survive a sudden loss of power"
RULING = "aspect[cost]/round[2]/ruling-1[person]"
ADA, BEN, CYD = (f"aspect[cost]/round[1]/say[{seat}]" for seat in ("ada", "ben", "cyd"))


def disputed() -> list[Turn]:
    """Ada and Cyd have spoken, and Ben disagrees with Ada."""
    against = deed("P1", "disagrees", strength="strong")
    return [
        *message_and_record(ADA, new=[statement("P1", SAFE)]),
        *message_and_record(CYD),
        *message_and_record(BEN, about=[against]),
    ]


def ruled(status: str, why: str = "", path: str = RULING, point: str = "P1") -> Turn:
    return turn(path, "ruling", point=point, status=status, why=why)


def card(resolved: bool) -> Turn:
    return turn("aspect[cost]/round[3]/crux[P1]/card[clerk]", "card", claim="P1", resolved=resolved, how="Once flushed")


def again(does: str = "disagrees") -> tuple[Turn, Turn]:
    return message_and_record("aspect[cost]/round[3]/say[ben]", about=[deed("P1", does)])


def claim(*turns: Turn) -> Claim:
    return claims_of(past_of(*turns))["P1"]


def ledger(*turns: Turn) -> dict[str, Standing]:
    return ledger_of(past_of(*turns))


@pytest.mark.parametrize(
    ("status", "why", "becomes", "resolution"),
    [
        ("accepted", "", "resolved", "accepted by the person"),
        ("rejected", "the audit says otherwise", "resolved", "rejected by the person: the audit says otherwise"),
        ("set aside", "", "resolved", "set aside by the person"),
        ("open", "measure first", "active", "left open by the person: measure first"),
        ("agreed", "a word of earlier versions", "resolved", "accepted by the person: a word of earlier versions"),
        ("sung", "no ruling", "active", ""),
    ],
)
def test_what_a_ruling_makes_of_a_claim(status: str, why: str, becomes: str, resolution: str) -> None:
    found = claim(*disputed(), ruled(status, why))
    assert (found.status, found.resolution) == (becomes, resolution)
    assert (found.ruling == RULING) is bool(resolution)


def test_a_ruling_on_nothing_that_was_stated_changes_nothing() -> None:
    assert claim(*disputed(), ruled("accepted", point="P9")) == claim(*disputed())
    assert ledger(*disputed(), ruled("accepted", point="P9")) == ledger(*disputed())


@pytest.mark.parametrize("status", ["accepted", "rejected", "set aside"])
def test_what_a_person_settles_is_settled_for_both_sides_in_the_persons_name(status: str) -> None:
    found = ledger(*disputed(), ruled(status, "it was measured"))
    [ada], [ben] = found["ada"].settled, found["ben"].settled
    assert found["ben"].disagreements == ()
    assert (ben.seat, ben.on, ben.card, ben.how) == ("ada", SAFE, RULING, f"{status} by the person: it was measured")
    assert (ada.seat, found["cyd"].settled) == ("ben", ())
    assert found["ada"].agreements == found["ben"].agreements == (), "nobody has agreed"


def test_what_is_left_open_is_disputed_as_it_was_before() -> None:
    before = ledger(*disputed())
    opened = ledger(*disputed(), ruled("accepted"), ruled("open", path="ruling-2[person]"))
    assert opened["ben"].disagreements == before["ben"].disagreements
    assert opened["ada"].settled == opened["ben"].settled == ()
    assert ledger(*disputed(), ruled("open")) == before
    assert claim(*disputed(), ruled("accepted"), ruled("open", path="ruling-2[person]")).status == "active"


def test_the_last_ruling_counts() -> None:
    found = ledger(*disputed(), ruled("accepted"), ruled("rejected", path="ruling-2[person]"))
    [settled] = found["ben"].settled
    assert (settled.how, settled.card) == ("rejected by the person", "ruling-2[person]")


def test_what_nobody_disputed_is_settled_in_nobodys_ledger_and_is_a_claim_once_it_is_left_open() -> None:
    alone = message_and_record(ADA, new=[statement("P1", SAFE)])
    assert ledger(*alone, ruled("accepted")) == ledger(*alone)
    assert claims_of(past_of(*alone, ruled("accepted"))) == {}
    assert claim(*alone, ruled("open")).status == "active"


def test_a_side_that_disputes_it_again_opens_it_for_both() -> None:
    said = [*disputed(), ruled("accepted"), *again()]
    found = ledger(*said)
    assert [one.on for one in found["ben"].disagreements] == [SAFE]
    assert found["ada"].settled == ()
    assert (claim(*said).status, claim(*said).resolution, claim(*said).ruling) == ("active", "", "")
    assert epistemic_score(past_of(*said)) == 3, "of the first time"
    board = board_of(debate_of("ada", "ben", "cyd"), past_of(*said))
    assert (board.claims["P1"].status, board.claims["P1"].ruling) == ("active", "")


def test_who_agrees_to_what_is_settled_changes_nothing() -> None:
    assert claim(*disputed(), ruled("rejected"), *again("agrees")).status == "resolved"
    assert statements_of(past_of(*disputed(), ruled("rejected"), *again("agrees")))["P1"].status == "settled"


def test_a_card_that_comes_later_has_the_last_word() -> None:
    met = claim(*disputed(), ruled("rejected"), card(resolved=True))
    assert (met.status, met.ruling, met.resolution) == ("resolved", "", "Once flushed")
    found = ledger(*disputed(), card(resolved=True), ruled("rejected"))
    assert [one.how for one in found["ben"].settled] == ["rejected by the person"]


@pytest.mark.parametrize(("status", "contested"), [("accepted", 0), ("rejected", 0), ("set aside", 0), ("open", 1)])
def test_what_a_person_settled_counts_neither_as_agreed_nor_as_contested(status: str, contested: int) -> None:
    past = past_of(*disputed(), ruled(status))
    found = measure(registry_of(past))
    assert (found.agreed, found.contested, found.earned) == (0, contested, 0)
    assert dict(history_of(past))[1].contested == 1, "what was so in the first round stays so"
