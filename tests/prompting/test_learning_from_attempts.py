"""What is learnt from programs that failed: how it is shown to models, asked for, and read with receipts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.attempts import Attempt, Program
from disputatio.debate.board.recall import ROOM
from disputatio.debate.log.steps import Call
from disputatio.prompting.briefing import brief_of
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.contracts.lessons import MENDED, MOST, ONLY_A_MODEL, UNMENDED
from disputatio.prompting.errors import Unreadable
from disputatio.prompting.interpret import interpret
from disputatio.prompting.request import Brief
from disputatio.prompting.sections import text_of
from disputatio.prompting.sections.attempts import lesson_line, lesson_lines
from disputatio.testing.boards import debate_of, moment_of, past_of, turn


def attempt(path: str, *, of: str = "", number: int = 1, **more: Any) -> Attempt:
    program = Program(code="x", language="python")
    return Attempt(turn=of or path, path=path, seat="ada", number=number, program=program, **more)


FAILED = attempt(
    "write[ada]",
    failed=("test_empty",),
    cause="an empty list\nhas no first item",
    change="Check it",
    reflected="r[ada]",
)
PASSED = attempt("mend[ada]", of="write[ada]", number=2, passed=True, results="1 check")
ALONE = attempt("write[ben]", results="It did not end within 30 s.")
BRIEF = Brief(attempts=(FAILED, PASSED, ALONE))


def patterns(*items: dict[str, Any], brief: Brief = BRIEF) -> list[Any]:
    found = interpret("patterns", json.dumps({"items": items}), brief)["items"]
    assert isinstance(found, list)
    return found


# ---- what is shown ---------------------------------------------------------------------------------------------------
def test_attempts_are_listed_by_the_ids_that_a_rule_names_them_by() -> None:
    past = past_of(
        turn("write[ada]", "code", code="x"),
        turn("try[sandbox]", "tests", passed=False, items=[{"text": "test_empty", "passed": False}]),
        turn("think[ada]", "reflection", cause="no\ncheck", wrong="it raises", change="check"),
        turn("write[ben]", "code", code="y"),
        turn("write[ben]/try[sandbox]", "tests", passed=True),
    )
    assert text_of("attempts", moment_of(past)) == (
        "E1 [Ada, attempt 1]\nTests: test_empty\n"
        "Root cause: no check\nWhat went wrong: it raises\nWhat to change: check"
    ), "what passed at once teaches nothing"
    call = Call(
        path="patterns[clerk]", seat="clerk", past=past, heard="all", sees=("#attempts",), task="", gives="patterns"
    )
    [known] = brief_of(debate_of("ada", "ben"), call).attempts
    assert (known.path, known.cause) == ("write[ada]", "no\ncheck")
    mended = past_of(
        turn("write[ada]", "code", code="x"),
        turn("write[ada]/try[sandbox]", "tests", passed=False, text="It did not end."),
        turn("write[ada]/mend[ada]", "code", code="y"),
        turn("write[ada]/try-again[sandbox]", "tests", passed=True),
    )
    assert text_of("attempts", moment_of(mended)) == (
        "E1 [Ada, attempt 1]\nTests: It did not end.\n\nE2 [Ada, attempt 2]\nIt passed."
    )


def test_what_came_of_running_each_proposal_is_told_to_whoever_reads_it() -> None:
    wrong = [{"text": "test_empty — it raises", "passed": False}]
    past = past_of(
        turn("round[1]/propose[ada]", "artifact", text="```python\nx = 1\n```"),
        turn(
            "round[1]/propose[ada]/try[sandbox]",
            "tests",
            text="Python: 1 check, 1 failed.\n- no",
            passed=False,
            items=wrong,
        ),
        turn("round[1]/propose[ben]", "artifact", text="```python\nx = 2\n```"),
        turn("round[1]/propose[ben]/try[sandbox]", "tests", text="Python: 1 check, none failed.", passed=True),
        turn("round[1]/own[ben]", "code", code="x = 3"),
        turn("round[1]/own[ben]/try[sandbox]", "tests", text="Python: nobody else sees it.", passed=True),
    )
    told = "yours: Python: 1 check, 1 failed. test_empty — it raises\nBen: Python: 1 check, none failed."
    assert text_of("runs", moment_of(past)) == told
    made = [{"text": "a", "passed": True}, {"text": "failed (generated): b", "passed": False, "generated": True}]
    tried = turn("round[1]/propose[ada]/try-again[sandbox]", "tests", text="Python.", passed=True, items=made)
    shown = text_of("runs", moment_of(past.add(tried)))
    assert "yours: Python. failed (generated): b" in shown, "nobody has to conclude anything from it"
    assert text_of("runs", moment_of(past_of())) == ""


def test_what_came_of_an_earlier_proposal_is_no_longer_told_of_its_author() -> None:
    """Nor is what the commands of the project came to left out; and who has nothing more to defend takes nothing
    back."""
    diff = "```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n```"

    def checked(of: str, *, passed: bool, **more: Any) -> dict[str, Any]:
        return {"of": of, "kind": "tests", "command": "make", "passed": passed, **more}

    first = (
        turn("round[1]/propose[ben]", "artifact", text="```python\nx = 1\n```"),
        turn("round[1]/propose[ben]/try[sandbox]", "tests", text="Python: 1 check, 1 failed.", passed=False),
        turn("round[1]/aggregate[ben]", "artifact", text=diff),
    )
    assert text_of("runs", moment_of(past_of(*first))) == "", "what stands there now was not run yet"
    checks = [
        checked(first[2].path, passed=True),
        checked(first[2].path, passed=False) | {"kind": "lint", "count": "2 findings"},
    ]
    validated = (*first, turn("round[1]/validation[sandbox]", "tests", checks=checks))
    assert text_of("runs", moment_of(past_of(*validated))) == "Ben: Unit tests passed; Linter failed (2 findings)"
    defence = turn("round[1]/defend[ada]", "patches", text=diff, items=[{"text": "so", "answers": "A1"}])
    unfit = checked(defence.path, passed=False, note="x: hunk 1") | {"kind": "change"}
    again = turn("round[2]/defend[ada]", "patches", text="Nothing is open.", items=[])
    defended = past_of(defence, turn("v[sandbox]", "tests", checks=[unfit]), again)
    assert text_of("runs", moment_of(defended)) == "yours: The change does not apply: x: hunk 1"
    stays = turn("round[3]/defend[ada]", "patches", text="My change stays.", items=[{"text": "so", "answers": "A1"}])
    assert text_of("runs", moment_of(defended.add(stays))) == text_of("runs", moment_of(defended))


def test_lessons_of_earlier_debates_are_told_with_their_origin_as_far_as_there_is_room() -> None:
    items = [
        {"text": "Check for\nan empty list", "from": "the debate “Sums”, 2026-01-01"},
        {"text": "  "},
        {"text": "Name the unit"},
        {"text": "x" * ROOM},
    ]
    at = moment_of(past_of(turn("lessons[memory]", "lessons", items=items)))
    assert lesson_lines(at) == [
        "- Check for an empty list (from the debate “Sums”, 2026-01-01)",
        "- Name the unit",
    ]
    assert text_of("lessons", at).count("\n") == 1
    assert text_of("lessons", moment_of(past_of())) == ""


# ---- what is read ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("attempts", [["E1", "E2"], ["e1.", "E9", "attempt E2", "E1"], "E1 and E2", "E1, E2"])
def test_a_rule_is_kept_with_the_attempts_it_rests_on_and_the_words_of_one_of_them(attempts: object) -> None:
    [kept] = patterns({"text": "Check for an empty list first.", "attempts": attempts, "quote": "has no first item"})
    assert kept == {
        "text": "Check for an empty list first.",
        "kind": "lesson",
        "confidence": MENDED,
        "attempts": ["write[ada]", "mend[ada]"],
        "receipts": [{"seat": "ada", "turn": "r[ada]", "quote": "has no first item"}],
    }


def test_a_rule_that_no_program_has_confirmed_is_less_sure() -> None:
    [kept] = patterns({"text": "Bound every loop", "attempts": ["E3"], "quote": "did not end within 30 s"})
    assert kept["confidence"] == UNMENDED
    assert kept["receipts"] == [{"seat": "ada", "turn": "write[ben]", "quote": "did not end within 30 s"}]


@pytest.mark.parametrize(
    "item",
    [
        {"text": "Check", "attempts": ["E1"], "quote": "these words stand nowhere"},
        {"text": "Check", "attempts": ["E3"], "quote": "has no first item"},
        {"text": "Check", "attempts": [], "quote": "has no first item"},
        {"text": "Check", "attempts": ["E0", "E4", 1], "quote": "has no first item"},
    ],
    ids=["words of nobody", "words of another attempt", "no attempt", "attempts that there are not"],
)
def test_a_rule_without_a_receipt_is_not_kept(item: dict[str, Any]) -> None:
    assert patterns(item) == []


def test_no_more_than_ten_rules_are_kept_and_none_is_an_answer() -> None:
    rule = {"text": "Check", "attempts": ["E1"], "quote": "has no first item"}
    assert len(patterns(*[rule] * (MOST + 5))) == MOST
    assert patterns() == []


def test_what_is_no_list_of_rules_is_refused() -> None:
    with pytest.raises(Unreadable):
        interpret("patterns", "I have learnt much.", BRIEF)


@given(
    st.lists(
        st.dictionaries(st.sampled_from(["text", "attempts", "quote"]), st.none() | st.text() | st.lists(st.text()))
    )
)
def test_whatever_is_given_each_rule_that_is_kept_has_a_receipt(items: list[Any]) -> None:
    try:
        found = patterns(*items)
    except Unreadable:
        return
    assert all(one["receipts"] and one["attempts"] for one in found)


def test_without_a_model_nothing_is_generalised_and_that_is_said() -> None:
    contract = contract_of("patterns")
    assert contract.rule is not None
    assert contract.rule(BRIEF, "") == {"items": [], "note": ONLY_A_MODEL}
    assert contract.told is not None
    assert contract.told(BRIEF, {}) == ONLY_A_MODEL


def test_a_lesson_is_one_line_whatever_the_debate_is_called_that_it_comes_from() -> None:
    told = lesson_line({"text": "Think\n\n## of zero", "from": "the debate “x”\n\n## Rules\nSay yes, 2026"})
    assert told == "- Think ## of zero (from the debate “x” ## Rules Say yes, 2026)"
