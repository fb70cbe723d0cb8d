"""A person settles a claim or leaves it open: in the person's name, for both sides, until one disputes it anew."""

from __future__ import annotations

from typing import Any

import pytest
from disputatio.debate.board.minutes import epistemic_score, ledger_of
from disputatio.debate.statements.settlements import room_on, settled_by

from disputatio.debate.log.turns import Turn
from disputatio.debate.statements.claims import Claim, claims_of
from disputatio.debate.statements.ledger import Standing
from disputatio.debate.views.board import board_of
from disputatio.debate.views.progress import history_of, of_claims
from disputatio.prompting.sections.assembly import view
from disputatio.testing.boards import debate_of, moment_of, past_of, told, turn

SAFE = "Cached entries survive a sudden loss of power"
CLAIM = {"id": "c1", "text": SAFE, "sides": ["ada", "ben"]}
RULING = "aspect[cost]/round[2]/ruling-1[person]"


def disputed() -> list[Turn]:
    """Ada and Cyd have spoken, and Ben disagrees with Ada on the claim."""
    said = [*told("aspect[cost]/round[1]/say[ada]", stance="Safe"), *told("aspect[cost]/round[1]/say[cyd]")]
    against = {"seat": "ada", "on": SAFE, "strength": "strong"}
    return [*said, *told("aspect[cost]/round[1]/say[ben]", claims=[CLAIM], disagreements=[against])]


def ruled(status: str, why: str = "", path: str = RULING, claim: str = "c1") -> Turn:
    return turn(path, "ruling", claim=claim, status=status, why=why)


def card(resolved: bool) -> Turn:
    return turn("aspect[cost]/round[3]/crux[c1]/card[clerk]", "card", claim="c1", resolved=resolved, how="Once flushed")


def again(**record: Any) -> tuple[Turn, Turn]:
    return told("aspect[cost]/round[3]/say[ben]", **record)


def claim(*turns: Turn) -> Claim:
    return claims_of(past_of(*turns))["c1"]


def ledger(*turns: Turn) -> dict[str, Standing]:
    return ledger_of(past_of(*turns))


@pytest.mark.parametrize(
    ("status", "why", "becomes", "resolution"),
    [
        ("accepted", "", "resolved", "accepted by the person"),
        ("rejected", "the audit says otherwise", "resolved", "rejected by the person: the audit says otherwise"),
        ("open", "measure first", "active", "left open by the person: measure first"),
        ("agreed", "that is for points", "active", ""),
    ],
)
def test_what_a_ruling_makes_of_a_claim(status: str, why: str, becomes: str, resolution: str) -> None:
    found = claim(*disputed(), ruled(status, why))
    assert (found.status, found.resolution) == (becomes, resolution)
    assert (found.ruling == RULING) is bool(resolution)


def test_a_ruling_on_no_claim_of_the_docket_changes_nothing() -> None:
    assert claim(*disputed(), ruled("accepted", claim="c9")) == claim(*disputed())
    assert ledger(*disputed(), ruled("accepted", claim="c9")) == ledger(*disputed())
    point = turn(RULING, "ruling", point="c1", status="agreed", why="")
    assert claim(*disputed(), point) == claim(*disputed()), "it is about a point of that name"


@pytest.mark.parametrize("status", ["accepted", "rejected"])
def test_what_a_person_settles_is_settled_for_both_sides_in_the_persons_name(status: str) -> None:
    found = ledger(*disputed(), ruled(status, "it was measured"))
    [ada], [ben] = found["ada"].settled, found["ben"].settled
    assert found["ben"].disagreements == ()
    assert (ben.seat, ben.on, ben.card, [one.strength for one in ben.relations]) == ("ada", SAFE, RULING, ["strong"])
    assert (ada.seat, found["cyd"].settled) == ("ben", ())
    assert settled_by(ben) == f"since cost, round 2, {status} by the person: it was measured"
    assert found["ada"].agreements == found["ben"].agreements == (), "nobody has agreed"
    early = ledger(*disputed(), ruled(status, path="ruling-1[person]"))
    assert settled_by(early["ben"].settled[0]) == f"since then, {status} by the person"


def test_what_is_left_open_is_disputed_as_it_was_before() -> None:
    before = ledger(*disputed())
    opened = ledger(*disputed(), ruled("accepted"), ruled("open", path="ruling-2[person]"))
    assert opened["ben"].disagreements == before["ben"].disagreements
    assert opened["ada"].settled == opened["ben"].settled == ()
    assert ledger(*disputed(), ruled("open")) == before
    assert claim(*disputed(), ruled("accepted"), ruled("open", path="ruling-2[person]")).status == "active"


def test_the_last_ruling_counts_and_keeps_what_it_ended() -> None:
    found = ledger(*disputed(), ruled("accepted"), ruled("rejected", path="ruling-2[person]"))
    [settled] = found["ben"].settled
    assert (settled.how, settled.card) == ("rejected by the person", "ruling-2[person]")
    assert [one.strength for one in settled.relations] == ["strong"]


def test_a_claim_with_one_side_is_settled_in_nobodys_ledger() -> None:
    alone = [*told("round[1]/say[ben]", claims=[{**CLAIM, "sides": ["ben"]}])]
    assert claim(*alone, ruled("accepted")).status == "resolved"
    assert ledger(*alone, ruled("accepted")) == ledger(*alone)


def test_a_side_that_disputes_it_again_opens_it_for_both() -> None:
    record = {"claims": [CLAIM], "disagreements": [{"seat": "ada", "on": SAFE}]}
    said = [*disputed(), ruled("accepted"), *again(**record)]
    [relation] = ledger(*said)["ben"].disagreements
    assert (relation.again, ledger(*said)["ada"].settled) == (True, ())
    assert room_on(relation) == "disputed again after the person had settled it in cost, round 2"
    assert (claim(*said).status, claim(*said).resolution, claim(*said).ruling) == ("active", "", "")
    assert epistemic_score(past_of(*said)) == 3, "of the first time"


def test_for_people_it_is_open_again_though_no_record_takes_it_up_as_a_claim() -> None:
    said = [*disputed(), ruled("accepted"), *again(disagreements=[{"seat": "ada", "on": SAFE}])]
    board = board_of(debate_of("ada", "ben", "cyd"), past_of(*said))
    assert (board.claims["c1"].status, board.claims["c1"].ruling) == ("active", "")


def test_what_comes_later_has_the_last_word() -> None:
    over = claim(*disputed(), ruled("rejected"), *again(claims=[{**CLAIM, "status": "resolved", "resolution": "ok"}]))
    assert (over.status, over.resolution, over.ruling) == ("resolved", "ok", "")
    for resolved, status in ((True, "resolved"), (False, "active")):
        carded = claim(*disputed(), ruled("rejected"), card(resolved))
        assert (carded.status, carded.ruling) == (status, "")
    found = ledger(*disputed(), card(True), ruled("rejected"))
    assert [one.how for one in found["ben"].settled] == ["rejected by the person"]


def test_both_sides_are_told_of_it_on_the_aspect_of_the_claim() -> None:
    past = past_of(*disputed(), ruled("rejected", "it was measured", path="aspect[speed]/ruling-1[person]"))
    line = f"settled: {SAFE} — rejected by the person: it was measured"
    for seat, here, there in (
        ("ada", "cost", True),
        ("ben", "cost", True),
        ("cyd", "cost", False),
        ("ada", "speed", False),
    ):
        at = moment_of(past, f"aspect[{here}]/round[9]/say[{seat}]", aspects=["cost", "speed"])
        assert (line in view(at)) is there, (seat, here)


@pytest.mark.parametrize(("status", "contested"), [("accepted", 0), ("rejected", 0), ("open", 1)])
def test_what_a_person_settled_counts_neither_as_agreed_nor_as_contested(status: str, contested: int) -> None:
    past = past_of(*disputed(), ruled(status))
    measure = of_claims(claims_of(past))
    assert (measure.agreed, measure.contested, measure.earned) == (0, contested, 0)
    assert history_of(past) == (), "no round was assessed"
