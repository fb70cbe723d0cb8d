"""The person at the terminal has a seat: one prompt a question for the instructor of the eight-phase protocol, and for
everybody the form in which a turn is read."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from disputatio.testing.repositories import commit

TASK = "Design a cache and migrate the store; secure it, and integrate both with the old protocol."


class Terminal(io.StringIO):
    """Somebody sits there."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def waiting(cli: Any) -> str:
    """A rehearsal that waits for the answers of the person."""
    seats = ("--format", "eight-phase", "--person", "instructor", "--complexity", "complex", "--rounds", "1")
    done = cli("debate", TASK, "--rehearse", "--json", *seats)
    assert done.code == 3, done.err
    assert "2 questions or attacks are put to you. Answer them one by one with: disputatio answer" in done.err
    return str(done.events[0]["debate"])


def said_by_person(cli: Any, id: str) -> dict[str, Any]:
    turns = [event for event in cli("show", id, "--json").events if event["type"] == "turn-completed"]
    return next(event for event in turns if event["by"] == "person")


def test_each_question_is_asked_and_what_is_left_empty_stays_open(
    cli: Any, waiting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(io, "StringIO", Terminal)  # what the fixture types into
    done = cli("answer", waiting, "--json", text="It holds ten entries.\n\n\ny\n")
    assert done.code == 0, done.err
    assert "Q1: What is known of" in done.err
    assert "Is everything clear now?" in done.err
    given = said_by_person(cli, waiting)
    assert "It holds ten entries." in given["text"]
    assert "Left open." in given["text"]
    assert given["data"]["items"] == [
        {"to": "Q1", "state": "answered", "quote": "It holds ten entries."},
        {"to": "Q2", "state": "open", "quote": ""},
    ]
    assert given["data"]["clear"] is True
    assert "dehallucination[2]" not in cli("show", waiting, "--json").out, "all is clear"


def test_whoever_names_something_unclear_is_asked_more(cli: Any, waiting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(io, "StringIO", Terminal)
    done = cli("answer", waiting, text="Ten.\nOne second.\nwhose clock?\n\n")
    assert done.code in (0, 3), done.err
    given = said_by_person(cli, waiting)
    assert (given["data"]["clear"], given["data"].get("confidence")) == (False, None)
    assert given["data"]["ambiguities"] == ["whose clock?"]
    assert "dehallucination[2]" in cli("show", waiting, "--json").out


def test_nothing_is_no_answer(cli: Any, waiting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(io, "StringIO", Terminal)
    done = cli("answer", waiting, text="\n\n\n\n")
    assert done.code == 2
    assert "You have answered nothing yet." in done.err


def test_in_a_pipe_the_questions_are_listed_whole(cli: Any, waiting: str) -> None:
    listed = cli("answer", waiting)
    assert listed.code == 0
    assert "Q1: What is known of" in listed.out + listed.err
    assert "Q2: " in listed.out + listed.err
    assert cli("answer", waiting, "Take ten.\n\nConfidence: 0.95").code == 0


def test_whose_turn_it_is_waits_and_is_told_in_which_form_to_decide(cli: Any) -> None:
    done = cli("debate", "Should we ship?", "--rehearse", "--format", "proposition", "--person", "moderator")
    assert done.code == 3
    assert "It is your turn as Moderator. End with a line for each of these: “Decision: SUPPORT or OPPOSE" in done.err
    [row] = json.loads(cli("list", "--json").out)
    assert row["status"] == "paused"
    assert "paused, waiting for you" in cli("list").out
    assert "State:     paused, waiting for you" in cli("show", row["id"]).out
    vague = cli("answer", row["id"], "Well, it depends.")
    assert vague.code == 3, "the next round waits again"
    assert "was kept as plain text" in vague.err
    clear = cli("answer", row["id"], "So it is.\n\nDecision: OPPOSE\nConfidence: 0.9\nOpen: none")
    assert clear.code == 0
    assert "was kept as plain text" not in clear.err


@pytest.fixture
def attacked(cli: Any, tmp_path: Path) -> str:
    """A rehearsal that waits for what the person puts against two attacks."""
    commit(tmp_path / "shop", {"total.py": "def total(prices):\n    assert prices\n    eval(prices)\n"})
    where = ("--repo", str(tmp_path / "shop"), "--format", "red-blue", "--person", "defenders", "--yes")
    done = cli("debate", "Is total.py safe against hostile prices?", "--rehearse", "--json", *where)
    assert done.code == 3, done.err
    id = str(done.events[0]["debate"])
    assert cli("answer", id, "I look at it.", "--yes").code == 3
    return id


def test_each_open_attack_is_asked_for_with_how_far_it_is_closed_and_a_change_from_a_file(
    cli: Any, attacked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = cli("answer", attacked)
    assert "A1 (medium): This line may fail" in listed.err
    assert "A2 (medium): " in listed.err
    change = "--- a/total.py\n+++ b/total.py\n@@ -2 +2 @@\n-    assert prices\n+    pass\n"
    (tmp_path / "guard.diff").write_text(change)
    monkeypatch.setattr(io, "StringIO", Terminal)
    said = f"I let nothing empty in.\nvalidation\nin part\n\n{tmp_path / 'guard.diff'}\n"
    done = cli("answer", attacked, "--json", "--yes", text=said)
    assert done.code in (0, 3), done.err
    assert "Does it close the attack? (yes, in part, no)" in done.err
    turns = [event for event in cli("show", attacked, "--json").events if event["type"] == "turn-completed"]
    [given] = [event for event in turns if event["by"] == "person" and "/defence" in event["path"]]
    assert given["data"]["items"] == [
        {
            "text": "I let nothing empty in.",
            "answers": "A1",
            "kind": "validation",
            "closes": "in part",
            "repeats": "",
        }
    ]
    assert given["text"].endswith(
        "```diff\n--- a/total.py\n+++ b/total.py\n@@ -2 +2 @@\n-    assert prices\n+    pass\n```"
    )
    assert "A1 medium, open in part" in cli("show", attacked).out


def test_in_a_pipe_it_is_said_how_a_defence_is_written_and_which_attacks_are_open(cli: Any, attacked: str) -> None:
    vague = cli("answer", attacked, "It is fine as it is.", "--yes")
    assert "List your defences under the heading Patches" in vague.err
    assert "Open attacks: A1: This line may fail" in vague.err
