"""What a turn looked up, on its card: live, folded, opened, pooled."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from disputatio.debate.log.events import ToolUse
from disputatio.debate.views.transcript import TurnEntry
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.transcript.card_panels import FOLDED, LISTED, ToolUses, summary
from disputatio.faces.gui.transcript.items_from_entries import looked_up as of_turn
from disputatio.faces.gui.transcript.message_items import LookUp, MessageItem
from disputatio.faces.gui.transcript.view import Transcript

READS = LookUp(words="reads src/shop.py:1-40", took="5 ms", result="1| import time")
FAILED = LookUp(words="searches for “a & b”", state="failed", result="It took too long.")
RUNNING = LookUp(words="lists the files", state="running")


def entry(**more: object) -> TurnEntry:
    found = TurnEntry(
        path="p", seat="analyst", name="Analyst", role="Analyst", task="t", gives="say", asked_model="", at=0, seq=1,
        round=1,
    )  # fmt: skip
    for name, value in more.items():
        setattr(found, name, value)
    return found


def item(*lookups: LookUp, state: str = "done", key: str = "a") -> MessageItem:
    return MessageItem(key=key, author="Analyst", round=1, text="It is so.", state=state, lookups=lookups)  # type: ignore[arg-type]


@pytest.fixture
def transcript(qtbot) -> Transcript:
    made = Transcript()
    qtbot.addWidget(made)
    made.resize(700, 700)
    made.show()
    return made


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def uses(transcript: Transcript, key: str = "a") -> ToolUses:
    found = transcript.live_cards()[key].uses
    assert found is not None
    return found


def lines(shown: ToolUses) -> list[str]:
    buttons = shown.findChildren(TextButton)
    placed = [button for button in buttons if button.isVisibleTo(shown)]
    return [button.text() for button in sorted(placed, key=lambda button: button.y())]


def press(qtbot, shown: ToolUses, words: str) -> None:
    (button,) = [one for one in shown.findChildren(TextButton) if one.isVisibleTo(shown) and words in one.text()]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    settle()


def test_a_finished_turn_has_one_line_that_opens_to_all_and_to_what_came_back(qtbot, transcript):
    transcript.set_items([item(READS, FAILED)])
    settle()
    shown, card = uses(transcript), transcript.live_cards()["a"]
    assert lines(shown) == ["Looked up 2 times: reads src/shop.py:1-40 · searches for “a && b”"]
    low = card.height()
    press(qtbot, shown, "Looked up")
    assert lines(shown) == ["Looked up 2 times", "reads src/shop.py:1-40 · 5 ms", "searches for “a && b” · failed"]
    assert card.height() > low
    result = shown.findChild(QPlainTextEdit)
    assert not result.isVisibleTo(shown)
    press(qtbot, shown, "reads")
    assert result.isVisibleTo(shown)
    assert result.toPlainText() == "1| import time"
    assert result.y() > shown.findChildren(TextButton)[1].y()
    assert card.body.y() >= shown.y() + shown.height()
    press(qtbot, shown, "searches")
    assert result.toPlainText() == "It took too long."
    press(qtbot, shown, "searches")
    assert not result.isVisibleTo(shown)
    press(qtbot, shown, "Looked up")
    assert card.height() == low


def test_while_it_happens_every_line_is_seen(qtbot, transcript):
    transcript.append(item(RUNNING, state="streaming"))
    settle()
    assert lines(uses(transcript)) == ["lists the files …"]
    transcript.update_item("a", item(READS, RUNNING, state="streaming"))
    settle()
    assert lines(uses(transcript)) == ["reads src/shop.py:1-40 · 5 ms", "lists the files …"]
    transcript.feed("a", " And more.")
    transcript.finish("a", item(READS, FAILED))
    settle()
    assert lines(uses(transcript)) == ["Looked up 2 times: reads src/shop.py:1-40 · searches for “a && b”"]


def test_what_is_open_stays_with_its_message(qtbot, transcript):
    transcript.set_items([item(READS, FAILED, key=str(number)) for number in range(60)])
    settle()
    press(qtbot, uses(transcript, "59"), "Looked up")
    transcript.go_to("0")
    settle()
    assert len(lines(uses(transcript, "0"))) == 1
    transcript.go_to("59")
    settle()
    assert len(lines(uses(transcript, "59"))) == 3
    transcript.set_items([item(key="59")])
    settle()
    assert not any(card.uses.isVisibleTo(card) for card in transcript.live_cards().values() if card.uses)


def test_long_lines_are_cut_to_the_room_there_is_and_said_whole(qtbot, transcript):
    transcript.set_items([item(LookUp(words="reads " + "long/" * 100, result="x"))])
    settle()
    shown = uses(transcript)
    assert "…" in lines(shown)[0]
    assert shown.findChildren(TextButton)[0].accessibleName().count("long/") == 100


def test_by_keyboard(qtbot, transcript):
    transcript.set_items([item(READS)])
    settle()
    shown = uses(transcript)
    head = shown.findChildren(TextButton)[0]
    head.setFocus()
    qtbot.keyClick(head, Qt.Key.Key_Space)
    settle()
    assert len(lines(shown)) == 2
    assert head.accessibleName().endswith("expanded")


def test_in_words() -> None:
    assert summary((READS,)) == "Looked up once: reads src/shop.py:1-40"
    assert summary((READS, FAILED), whole=False) == "Looked up 2 times"
    assert (FOLDED, LISTED) == (-2, -1)


def test_of_a_turn() -> None:
    made = ToolUse(name="read_file", arguments='{"path": "a.py"}', result="1| x", milliseconds=7)
    untaken = ToolUse(name="tools", arguments="", result="m does not take tools.", failed=True)
    assert of_turn(entry()) == ()
    found = of_turn(entry(tools=(made, untaken), looking=("list_files", "{}")))
    assert found[0].words == "read a.py"
    assert found[0].took == "7 ms"
    assert found[0].result == 'read_file {"path": "a.py"}\n\n1| x'
    assert found[1] == LookUp(words="m does not take tools.", state="failed")
    assert found[2] == LookUp(words="lists the files", state="running")
    assert len(of_turn(entry(status="cut", looking=("list_files", "{}")))) == 0
