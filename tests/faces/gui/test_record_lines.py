"""What the board notes between messages, in one line each; and what a message says of itself."""

from dataclasses import replace

import pytest

from disputatio.debate.views.transcript import TurnEntry
from disputatio.debate.views.transcript_words import summary_line
from disputatio.faces.gui.transcript.items_from_entries import message


def entry(gives, model, count, by="model"):
    return TurnEntry(
        path="insights[clerk]",
        seat="clerk",
        name="Clerk",
        role="",
        task="insights",
        gives=gives,
        asked_model=model,
        at=0.0,
        seq=1,
        round=0,
        status="done",
        data={"items": [{"text": str(number)} for number in range(count)]},
        by=by,
        model=model,
    )


@pytest.mark.parametrize(
    ("gives", "model", "count", "line"),
    [
        ("insights", "openai:gpt", 3, "3 insights kept"),
        ("insights", "rehearsal:quick", 3, "3 insights found but not kept: this is a rehearsal"),
        ("insights", "rehearsal:live", 1, "1 insight found but not kept: this is a rehearsal"),
        ("reflections", "rehearsal:quick", 1, "1 reflection"),
        ("insights", "rehearsal:quick", 0, ""),
    ],
)
def test_what_was_rehearsed_is_not_said_to_be_kept(gives, model, count, line):
    assert summary_line(entry(gives, model, count)) == line


@pytest.mark.parametrize(("count", "badges"), [(20, []), (21, ["21 changes proposed, 20 taken up"])])
def test_a_message_that_proposes_too_much_says_so(count, badges):
    diff = "```diff\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x\n+{}\n```\n"
    text = "".join(diff.format(number) for number in range(count))
    card = message(replace(entry("say", "openai:gpt", 0), text=text), {})
    assert [badge.text for badge in card.badges] == badges
    assert card.text == text, "nothing of it is lost"
    assert all(badge.hint.startswith("The first 20 can be put on the branch") for badge in card.badges)


@pytest.mark.parametrize("task", ["ruling-2", "interjection-13", "ruling"])
def test_what_a_person_said_bears_no_number(task):
    """It would count what was added by hand, crux rooms too."""
    said = replace(entry("ruling", "", 0, by="person"), task=task, path=f"synthesis[clerk]/{task}[person]")
    assert message(said, {}).chip == task.partition("-")[0].capitalize()


def test_a_turn_that_had_to_oppose_and_did_not_says_so_on_its_card():
    torn = replace(entry("opposition", "openai:gpt", 0), data={"stance": "mixed", "quote": ""}, partials=["Buy it."])
    marked, kept = message(torn, {}).badges
    assert (marked.text, marked.tone) == ("✕ did not oppose", "caution")
    assert marked.hint == "This seat is there to oppose. But it declares its stance as “mixed”."
    assert (kept.text, kept.hint) == ("1 earlier attempt kept", "Buy it.")
    assert message(replace(torn, data={"stance": "opposes", "quote": "It fails"}, partials=[]), {}).badges == ()


def test_answers_say_on_their_card_how_many_questions_they_answer_and_leave_open():
    states = ("answered", "open", "answered")
    said = replace(entry("answers", "openai:gpt", 0), data={"items": [{"state": state} for state in states]})
    assert [badge.text for badge in message(said, {}).badges] == ["✓ 2 answered", "? 1 open"]
