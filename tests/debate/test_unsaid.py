"""What was put to each speaker of a record, so that what it leaves out is seen (SPEC LEDGER.1)."""

from __future__ import annotations

from typing import Any

from disputatio.debate.log.turns import Turn
from disputatio.debate.statements.unsaid import put_to
from disputatio.testing.boards import deed, past_of, statement, turn


def pass_of(number: int, new: Any = (), about: Any = (), seats: str = "ada ben cyd") -> tuple[Turn, ...]:
    """A round of messages, and the record of it."""
    said = [turn(f"round[{number}]/say[{seat}]", text=f"{seat} speaks") for seat in seats.split()]
    return *said, turn(f"round[{number}]/ledger[clerk]", "ledger", new=[*new], about=[*about])


def by(seat: str, entry: dict[str, Any], number: int = 1) -> dict[str, Any]:
    return {**entry, "by": seat, "turn": f"round[{number}]/say[{seat}]"}


def asked(*turns: Turn, of: str = "ada ben cyd", beside: tuple[str, ...] = ()) -> dict[str, str]:
    found = put_to(past_of(*turns), ((seat, beside) for seat in of.split()))
    return {seat: " ".join(ids) for seat, ids in found.items()}


FIRST = pass_of(1, [by("ada", statement("P1", "It is safe")), by("ben", statement("P2", "It is dear"))])


def test_each_is_asked_about_what_others_have_stated_since_they_were_last_asked() -> None:
    assert asked(*FIRST) == {"ada": "P2", "ben": "P1", "cyd": "P1 P2"}
    second = pass_of(2, [by("cyd", statement("P3", "It is slow"), 2)])
    assert asked(*FIRST, *second) == {"ada": "P3", "ben": "P3"}, "of the rest there was an answer, or there was none"
    assert asked(*FIRST, *pass_of(2, seats="ada"), of="ada ben") == {"ben": "P1"}, "who has not spoken since is asked"
    assert asked(*FIRST, of="dot") == {"dot": "P1 P2"}, "and so is who has never spoken"


def test_who_disputes_is_asked_again_who_agrees_is_not_until_it_is_reworded() -> None:
    judged = [
        by("ben", deed("P1", "disagrees"), 2),
        by("cyd", deed("P1", "agrees"), 2),
        by("ada", deed("P2", "doubts"), 2),
    ]
    second = pass_of(2, about=judged)
    assert asked(*FIRST, *second) == {"ben": "P1"}
    agreed = pass_of(1, FIRST[-1].data["new"], [by("cyd", deed("P1", "agrees"))])
    assert asked(*agreed, of="cyd") == {"cyd": "P2"}, "they said so before they were asked"
    reworded = pass_of(3, about=[by("ada", deed("P1", "revises", text="It is safe by day"), 3)])
    assert asked(*FIRST, *second, *reworded) == {"ben": "P1", "cyd": "P1"}


def test_what_its_author_says_again_is_put_to_those_who_have_judged_it_in_no_turn() -> None:
    """Two judgements came a round or two after a statement, and the record had not been asked for them."""
    kept = pass_of(2, about=[by("ada", deed("P1", "keeps"), 2), by("cyd", deed("P2", "disagrees"), 2)])
    assert asked(*FIRST, *kept) == {"ben": "P1", "cyd": "P1 P2"}
    assert asked(*FIRST, *kept, *pass_of(3)) == {"cyd": "P2"}
    others = pass_of(2, about=[by("cyd", deed("P1", "agrees"), 2)])
    assert asked(*FIRST, *others) == {}, "what somebody else makes of it is no repetition"


def test_nobody_is_asked_about_what_is_withdrawn_or_what_they_had_not_read() -> None:
    gone = pass_of(1, FIRST[-1].data["new"], [by("ada", deed("P1", "withdraws"))])
    assert asked(*gone) == {"ada": "P2", "cyd": "P2"}
    assert asked(*FIRST, of="cyd", beside=("round[1]/say[ada]", "round[2]/say[cyd]")) == {"cyd": "P2"}
    twice = put_to(past_of(*FIRST), [("cyd", ("round[1]/say[ada]",)), ("cyd", ())])
    assert twice == {"cyd": ("P1", "P2")}, "in another turn they had"


def test_who_takes_no_side_is_not_asked_and_what_waits_for_its_record_is_no_answer() -> None:
    waiting = turn("round[2]/say[ada]", text="ada speaks"), turn("round[2]/say[judge]", text="judge speaks")
    assert asked(*FIRST, *waiting, of="ada judge") == {"ada": "P2"}
    ruled = turn("ruling[person]", "ruling", point="P2", status="agreed")
    assert asked(*FIRST, ruled, of="ada cyd") == {"cyd": "P1"}, "what the person has settled is settled"
