"""What a person typed stays on its lines, and a seat that a person took says so."""

import pytest
from PySide6.QtGui import QTextDocument

from disputatio.debate.log.seats import HUMAN, Seat
from disputatio.debate.views.changes import Move
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.transcript import NoteEntry, TurnEntry
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.transcript.items_from_entries import BoardRemarks, message
from disputatio.faces.gui.transcript.shown_text import kept_lines

SEATS = {"critic": Seat(id="critic", part="critic", role="critic", model=HUMAN)}
ASSESSMENT = "Agree\n- P1: yes.\n- P2: yes.\nDisagree\n- P3: rare here."


def turn(text, *, seat="critic", task="critique", gives="assessment", status="done"):
    return TurnEntry(
        path=f"round[1]/{task}[{seat}]",
        seat=seat,
        name="Critic",
        role="critic",
        task=task,
        gives=gives,
        asked_model=HUMAN,
        at=0.0,
        seq=1,
        round=1,
        status=status,
        text=text,
        by="person",
    )


def shown_lines(markdown):
    document = QTextDocument()
    document.setMarkdown(markdown)
    return [line.strip() for line in document.toPlainText().replace("\u2028", "\n").splitlines() if line.strip()]


@pytest.mark.parametrize(
    "text",
    [
        ASSESSMENT,
        "One line.\nAnother.\n\nA paragraph.",
        "1. first\n2. second\nThen this.",
        "- an item\n  that goes on",
        "",
    ],
)
def test_every_typed_line_is_a_line(qapp, text):
    bare = [line.lstrip("-0123456789. ") for line in text.splitlines() if line.strip()]
    if text.startswith("- an item"):
        bare = ["an item that goes on"]
    assert shown_lines(kept_lines(text)) == bare


def test_code_and_tables_stay_as_they_were_typed():
    for text in ("Look:\n```\na\nb\n```\nso", "| a | b |\n| - | - |\n| 1 | 2 |"):
        assert kept_lines(text) == text


def test_the_answer_of_a_person_in_a_seat_is_shown_like_that_of_a_model(qapp):
    waiting = message(turn("", status="open"), SEATS)
    said = message(turn(ASSESSMENT), SEATS)
    assert (said.model, said.chip) == (waiting.model, waiting.chip) == ("you", "Assessment")
    assert "Disagree" in shown_lines(said.text)


def test_an_interjection_has_no_model():
    said = message(turn("One.\nTwo.", seat="person", task="interjection-1", gives="say"), SEATS)
    assert (said.model, said.chip) == ("", "Interjection")
    assert said.text == "One.  \nTwo."


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("paused by you", "Paused by you"),
        ("round 1 is over", "Paused: round 1 is over"),
        ("stopped by you", "Paused: stopped by you"),
        ("", "Paused"),
    ],
)
def test_a_pause_is_said_once(why, said):
    assert phrases.paused(why) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Stopped: stopped by you", "Stopped by you"),
        ("Stopped: the machine went to sleep", "Stopped: the machine went to sleep"),
        ("the budget is now $0.02", "The budget is now $0.02"),
        ("Critic: openai:gpt-5-mini", "Critic: openai:gpt-5-mini"),
        ("", ""),
    ],
)
def test_a_line_begins_with_a_capital_and_says_what_it_says_once(text, said):
    assert phrases.once(text) == said


def test_an_end_is_said_once_in_the_transcript():
    ended = NoteEntry(seq=9, at=0.0, kind="ended", text="Stopped: stopped by you")
    assert message(ended, SEATS).text == "Stopped by you"


@pytest.mark.parametrize(
    ("seat", "flip", "said"),
    [
        ("critic", "deferred", "↷ changed position: deferred"),
        ("critic", "", "changed position: reason not recorded"),
        ("analyst", "", "Analyst changed position: reason not recorded"),
    ],
)
def test_who_changed_position_is_named_where_somebody_else_tells_it(seat, flip, said):
    entry = turn("So it is.")
    who = Participant(seat=seat, name=seat.capitalize())
    move = Move(who=who, path=entry.path, where="round 1", before="Yes", after="No", flip=flip)
    (badge, *_) = message(entry, SEATS, told=BoardRemarks(moves={entry.path: (move,)})).badges
    assert badge.text == said
