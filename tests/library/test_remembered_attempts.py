"""Episodes: what is remembered of a program that was tried and failed."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from disputatio.library.episodes import LONGEST_TASK, Episode
from disputatio.library.memory import LONGEST


def episode(**more: Any) -> Episode:
    known: dict[str, Any] = {
        "id": "d/forge[smith]",
        "debate": "d",
        "turn": "d/forge[smith]",
        "agent": "smith",
        "role": "Implementer",
        "task": "Add two numbers.",
        "attempt": 2,
        "language": "python",
        "code": "def add(): ...",
        "passed": False,
        "tests": {"passed": False, "items": [{"text": "t1", "passed": False}, {"text": "t2", "passed": True}, "t3"]},
    }
    return Episode(**known | more)


def test_an_episode_is_named_by_role_or_seat_and_says_which_attempt_it_was() -> None:
    assert episode().title == "Implementer, attempt 2"
    assert episode(role="", passed=True).title == "smith, attempt 2 (passed)"


def test_what_failed_is_what_ended_the_program_and_each_test_that_did_not_pass() -> None:
    assert episode().failed == ("t1", "t3")
    assert episode(tests={"note": " It ran for too long. ", "items": [{"text": ""}]}).failed == (
        "It ran for too long.",
    )
    assert episode(tests={}).failed == ()


def test_what_is_remembered_leaves_out_what_nobody_said() -> None:
    assert episode().text == "Task: Add two numbers.\nTests: t1; t3."
    full = episode(cause="A sign.", wrong="It\nsubtracts", change="Add.")
    assert [name for name, _ in full.lines] == ["Tests", "Root cause", "What went wrong", "What to change"]
    assert full.text.endswith("Root cause: A sign. What went wrong: It subtracts. What to change: Add.")


@given(st.text(), st.text(), st.text(), st.lists(st.none() | st.text() | st.dictionaries(st.text(), st.text())))
def test_what_is_remembered_is_two_lines_and_bounded(task: str, cause: str, note: str, items: list[Any]) -> None:
    one = episode(task=task * 50, cause=cause * 200, tests={"note": note, "items": items})
    assert len(one.text) <= LONGEST
    head, *rest = one.text.split("\n")
    assert len(head) <= LONGEST_TASK + len("Task: ")
    assert len(rest) <= 1
    assert all(text for _, text in one.lines)
