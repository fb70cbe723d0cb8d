"""The verification of the record: whether the words of a judgement say as much as was recorded (SPEC RECEIPT.1)."""

from __future__ import annotations

from typing import Any

from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.proofreading import Row, rows_of
from disputatio.debate.statements.statement import Statement
from disputatio.debate.views.progress import history_of
from disputatio.testing.boards import deed, past_of, statement, turn

A, B, A2, B2 = "round[1]/case[ada]", "round[1]/reply[ben]", "round[2]/case[ada]", "round[2]/reply[ben]"
PLACE = "conclusion/record/verification[clerk]"
CHEAP, QUICK = "It is cheap, I grant", "Quick it is not"


def say(path: str, text: str = "") -> Turn:
    return turn(path, text=text)


def record(round: int, *about: dict[str, Any], new: tuple[dict[str, Any], ...] = ()) -> Turn:
    return turn(f"round[{round}]/ledger[clerk]", "ledger", new=[*new], about=[*about])


def row(id: str, does: str, by: str, path: str, quote: str, **more: Any) -> dict[str, Any]:
    return deed(id, does, by=by, turn=path) | {"quote": quote} | more


def came_to(id: str, says: str, by: str = "ben") -> dict[str, Any]:
    return {"by": by, "id": id, "says": says}


def verified(*rows: dict[str, Any], place: str = PLACE) -> Turn:
    return turn(place, "verification", rows=[*rows])


FIRST = (
    say(A, "It is cheap and sound. It is quick."),
    say(B, "It is cheap, I grant. Quick it is not, as nobody has shown."),
    record(
        1,
        row("P1", "agrees", "ben", B, CHEAP, because="nobody has shown"),
        row("P2", "disagrees", "ben", B, QUICK),
        new=(
            statement("P1", "It is cheap and sound", by="ada", turn=A),
            statement("P2", "It is quick", by="ada", turn=A),
        ),
    ),
)
PART = came_to("P1", "partly")


def rows(*turns: Turn) -> list[Row]:
    return rows_of(registry_of(past_of(*turns)).statements.values())


def one(*turns: Turn, id: str = "P1") -> Statement:
    return registry_of(past_of(*FIRST, *turns)).statements[id]


def test_what_came_to_a_part_is_no_agreement_and_rests_on_the_same_words() -> None:
    assert one().agreed
    found = one(verified(PART))
    assert (found.status, found.in_part, found.judgements) == ("unaddressed", True, {})
    assert [(step.deed, step.path, step.words) for step in found.history[1:]] == [("partly", B, CHEAP)]


def test_what_came_to_nothing_is_as_if_it_had_never_been_recorded() -> None:
    found = one(verified(came_to("P2", "neither"), came_to("P9", "neither"), came_to("P1", "neither", "cyd")), id="P2")
    assert (found.status, [step.deed for step in found.history]) == ("unaddressed", ["stated"])
    assert not found.disputed
    assert one(verified(came_to("P2", "neither"))).agreed, "of the others nothing changes"


def test_what_came_to_a_question_is_one() -> None:
    doubt = say(B2, "Who can know?"), record(2, row("P3", "doubts", "ben", B2, "Who can know", strength="strong"))
    stated = record(2, new=(statement("P3", "It lasts", by="ada", turn=A),))
    assert one(stated, *doubt, id="P3").status == "assumption"
    found = one(stated, *doubt, verified(came_to("P3", "questions")), id="P3")
    assert (found.status, found.questioned, found.turned and found.turned.weak) == ("unaddressed", True, True)


def test_it_never_comes_to_more() -> None:
    for says in ("agrees", "disagrees", "doubts", "questions"):
        assert one(verified(came_to("P1", says))) == one()
    for says in ("agrees", "partly", "doubts", "questions"):
        assert one(verified(came_to("P2", says)), id="P2") == one(id="P2")


def test_who_only_reports_and_takes_no_side_has_not_agreed() -> None:
    neutral = turn(
        "round[1]/verdict[mod]", "verdict", text="It is cheap, they say.", decision="against", confidence=0.7
    )
    judged = record(2, row("P2", "agrees", "mod", neutral.path, "It is cheap, they say"))
    told = came_to("P2", "neither", "mod"), came_to("P2", "neither")
    turns = *FIRST[:2], neutral, FIRST[2], judged
    assert registry_of(past_of(*turns)).statements["P2"].judgements["mod"].neutral
    assert registry_of(past_of(*turns, verified(*told))).statements["P2"].judgements == {}
    part = registry_of(past_of(*turns, verified(came_to("P2", "partly", "mod")))).statements["P2"]
    assert [(step.deed, step.neutral) for step in part.history if step.seat == "mod"] == [("partly", True)]


def test_who_had_disputed_it_has_moved_to_a_part_of_it() -> None:
    later = say(B2, "Cheap it is."), record(2, row("P2", "agrees", "ben", B2, "Cheap it is", why="none"))
    past = past_of(*FIRST, *later, verified(came_to("P2", "partly")))
    found = registry_of(past).statements["P2"]
    assert (found.status, found.in_part, found.disputed) == ("unaddressed", True, True)
    assert [move.kind for move in registry_of(past).moves[B2]] == ["conceded"]


def test_the_same_said_twice_comes_to_less_from_the_first_time_on() -> None:
    again = say(B2, "Sound, yes."), record(2, row("P1", "agrees", "ben", B2, "Sound, yes"))
    found = next(each for each in rows(*FIRST, *again) if each.id == "P1")
    assert found == Row(id="P1", seat="ben", does="agrees", places=((B, CHEAP), (B2, "Sound, yes")))
    assert [step.deed for step in one(*again, verified(PART)).history[1:]] == ["partly", "partly"]


def test_only_judgements_of_the_present_wording_that_somebody_gave_are_verified() -> None:
    assert [(each.id, each.does) for each in rows(*FIRST)] == [("P1", "agrees"), ("P2", "disagrees")]
    reworded = say(A2), record(2, row("P1", "revises", "ada", A2, "Now", text="It is cheap"))
    assert [each.id for each in rows(*FIRST, *reworded)] == ["P2"]
    gone = say(A2), record(2, row("P1", "withdraws", "ada", A2, "I withdraw that"))
    assert [each.id for each in rows(*FIRST, *gone)] == ["P2"]
    doubted = (
        say(B2),
        record(2, row("P1", "questions", "ben", B2, "Is it"), row("P2", "doubts", "ben", B2, "Who can")),
    )
    assert [each.does for each in rows(*FIRST, *doubted)] == ["questions", "doubts"]
    ruled = turn("person", "ruling", point="P2", status="accepted")
    assert [each.id for each in rows(*FIRST, ruled)] == ["P1"]


def test_what_has_no_words_is_not_verified() -> None:
    silent = record(2, row("P2", "doubts", "cyd", "round[1]/reply[cyd]", ""))
    found = rows(*FIRST[:2], say("round[1]/reply[cyd]", "Well."), FIRST[2], silent)
    assert [(each.id, each.seat) for each in found] == [("P1", "ben"), ("P2", "ben")]


def test_what_follows_from_other_things_is_not_verified() -> None:
    follows = (
        say(B2, "The rent is high."),
        record(2, new=(statement("P3", "The rent is high", by="ben", turn=B2, attacks=["P1"]),)),
        say("round[2]/reply[cyd]", "High indeed."),
        record(3, row("P3", "agrees", "cyd", "round[2]/reply[cyd]", "High indeed")),
    )
    found = registry_of(past_of(*FIRST, *follows)).statements["P1"]
    assert found.judgements["cyd"].through == "P3"
    assert ("P1", "cyd") not in [(each.id, each.seat) for each in rows(*FIRST, *follows)]


def test_who_accepts_a_part_of_an_attack_does_not_dispute_by_it_what_it_attacks() -> None:
    attack = (
        say(B2, "The rent is high, and rises."),
        record(2, new=(statement("P3", "The rent is high, and rises", by="ben", turn=B2, attacks=["P1"]),)),
        say("round[2]/reply[cyd]", "High indeed."),
        record(3, row("P3", "agrees", "cyd", "round[2]/reply[cyd]", "High indeed")),
    )
    assert one(*attack).judgements["cyd"].through == "P3"
    assert "cyd" not in one(*attack, verified(came_to("P3", "partly", "cyd"))).judgements


def test_a_record_that_could_not_be_verified_stays_as_it_was() -> None:
    assert one(turn(PLACE, "verification", note="The record stays as it was")).agreed
    missed = past_of(*FIRST, say(A2, "On we go."), verified())
    assert dict(registry_of(missed).missed) == {A2: "ada"}, "it is no record of what was said since"


def test_the_last_round_is_measured_by_what_was_verified() -> None:
    def agreed(past: Past) -> list[int]:
        return [found.agreed for _, found in history_of(past)]

    assert (agreed(past_of(*FIRST)), agreed(past_of(*FIRST, verified(PART)))) == ([1], [0])
    assert agreed(past_of(say(A), verified())) == []
