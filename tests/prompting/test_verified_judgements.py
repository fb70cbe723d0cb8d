"""What the clerk is shown of the judgements on record, and what its verification of them comes to (SPEC RECEIPT.1)."""

from __future__ import annotations

import json
from typing import Any

from disputatio.debate.log.turns import Turn
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.prompting.interpret import interpret
from disputatio.prompting.request import Brief
from disputatio.prompting.sections import text_of
from disputatio.testing.boards import deed, moment_of, past_of, statement, turn

A, B, R = "round[1]/case[ada]", "round[1]/reply[ben]", "review/ranking[cyd]"
SAID = "One. Two. Three. I grant that gas is dearer. Four. Five. Six. Seven.\nAnother paragraph."
TURNS = (
    turn(A, text="Gas is fossil and dearer. Logs are cheap. Few moving parts decide."),
    turn(B, text=SAID),
    turn("round[1]/reply[cyd]", text="I have nothing to add."),
    turn(R, "ranking", text="{}", order=["A"], because=["A: By its own words the fuel is dear. Logs need no power."]),
    turn(
        "round[1]/ledger[clerk]",
        "ledger",
        new=[
            statement("P1", "Gas is fossil and dearer", by="ada", turn=A),
            statement("P2", "Logs are cheap", by="ada", turn=A),
        ],
        about=[
            deed("P1", "agrees", by="ben", turn=B) | {"quote": "I grant that gas is dearer"},
            deed("P2", "doubts", by="ben", turn=B) | {"quote": "Another paragraph"},
            deed("P1", "disagrees", by="cyd", turn=R) | {"quote": "By its own words the fuel is dear"},
            deed("P2", "questions", by="dot", turn=A) | {"quote": "nowhere in it"},
        ],
    ),
)


def shown(*turns: Turn) -> list[str]:
    return text_of("judgements", moment_of(past_of(*TURNS, *turns), "conclusion/verification[clerk]")).splitlines()


def read(*rows: list[Any]) -> dict[str, Any]:
    statements = tuple(registry_of(past_of(*TURNS)).statements.values())
    told = Brief(path="conclusion/verification[clerk]", role="Clerk", gives="verification", statements=statements)
    return dict(interpret("verification", json.dumps({"rows": rows}), told))


def test_each_judgement_is_shown_under_its_statement_with_its_words_in_their_place() -> None:
    assert shown() == [
        "P1 (ada) Gas is fossil and dearer",
        "  1. ben agrees: Two. Three. «I grant that gas is dearer». Four. Five.",
        "  2. cyd disagrees: A: «By its own words the fuel is dear». Logs need no power.",
        "P2 (ada) Logs are cheap",
        "  3. ben doubts: «Another paragraph».",
    ]


def test_what_was_said_twice_is_shown_with_both() -> None:
    again = turn("round[2]/reply[ben]", text="Dearer it is.")
    about = [deed("P1", "agrees", by="ben", turn=again.path) | {"quote": "Dearer it is"}]
    told = shown(again, turn("round[2]/ledger[clerk]", "ledger", new=[], about=about))
    assert next(each for each in told if "ben agrees" in each).endswith(
        "«I grant that gas is dearer». Four. Five. / «Dearer it is»."
    )


def test_a_judgement_comes_to_a_part_a_question_or_nothing() -> None:
    assert read(["1", "partly", "fossil"], ["2.", "neither", ""], ["3", "questions", ""])["rows"] == [
        {"by": "ben", "id": "P1", "says": "partly"},
        {"by": "cyd", "id": "P1", "says": "neither"},
        {"by": "ben", "id": "P2", "says": "questions"},
    ]


def test_it_never_comes_to_more() -> None:
    kept = ["1", "agrees", ""], ["1", "doubts", ""], ["2", "partly", "dearer"], ["3", "disagrees", ""]
    assert read(*kept)["rows"] == []
    assert read(["0", "neither", ""], ["9", "neither", ""], ["one", "neither", ""])["rows"] == []


def test_a_part_needs_the_words_that_are_not_granted() -> None:
    assert read(["1", "partly", ""], ["1", "partly", "it costs less"], ["1", "partly", "foss"])["rows"] == []
    assert len(read(["1", "partly", "is fossil; in all"])["rows"]) == 1
