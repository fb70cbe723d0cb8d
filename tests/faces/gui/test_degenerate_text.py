"""Texts that no layout is made for: what would stall the window is not laid out, and nothing of it is lost."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QTextOption
from PySide6.QtWidgets import QLabel

from disputatio.faces.gui.kit.plain_text import BROKEN, LINE, WORD, PlainEdit, PlainText, PlainTextDialog, stretches
from disputatio.faces.gui.library.notes import LONGEST_LINE, MarkdownEditor
from disputatio.faces.gui.transcript import message_rows, view
from disputatio.faces.gui.transcript.markdown import PIECE, reach
from disputatio.faces.gui.transcript.message_body import PREVIEWED, Preview
from disputatio.faces.gui.transcript.message_card import COUNTED, MessageCard
from disputatio.faces.gui.transcript.message_items import MessageItem
from disputatio.faces.gui.transcript.message_store import MessageStore
from disputatio.faces.gui.transcript.search import MARKED
from disputatio.faces.gui.transcript.view import Transcript

ROW = "| one two | three | four five | six |\n"
SHAPES = {
    "a line": "word " * 200_000,
    "a word": "x" * 1_000_000,
    "a table": "| a | b | c | d |\n|---|---|---|---|\n" + ROW * (40_000 // len(ROW)),
    "a list": "- a\n" * 10_000,
    "code": "```\n" + "x = 1\n" * 20_000 + "```\n",
    "formulas": "\\(" * 20_000,
    "emphasis": "**a *b " * 6_000,
    "lists in quotations": "> - " * 3_000 + "the end",
}
DEEP = {
    "quotations": ">" * 3_000 + " the end",
    "lists": "".join("  " * level + "- x\n" for level in range(120)) + "the end",
}
LINES = st.sampled_from(
    ["text", "", "- item", "  more", "> said", "# head", "| a | b |", "|---|---|", "```", "$$", "x" * 400]
)


@pytest.fixture
def transcript(qtbot):
    made = Transcript()
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    return made


def item(text, state="done"):
    return MessageItem(key="0", author="Analyst", round=1, text=text, state=state)


def card_of(qtbot, transcript):
    qtbot.waitUntil(lambda: "0" in transcript.live_cards() and not transcript.store.unfinished("0"))
    return transcript.live_cards()["0"]


@pytest.mark.parametrize("name", SHAPES)
def test_what_is_not_laid_out_is_shown_on_a_click_as_plain_text(qtbot, transcript, name):
    text = SHAPES[name]
    transcript.set_items([item(text)])
    card = card_of(qtbot, transcript)
    shown = len(text) - transcript.store.hidden_characters("0")
    assert 100 < shown < len(text)
    qtbot.waitUntil(lambda: card.more is not None and card.more.isVisible())
    if not transcript.store.held("0"):
        card.more.click()
        card = card_of(qtbot, transcript)
    assert card.more.text() == f"Show the other {transcript.store.hidden_characters('0'):,} characters as plain text"
    card.more.click()
    dialog = next(iter(transcript.window().findChildren(PlainTextDialog)))
    qtbot.waitUntil(lambda: dialog.text.full)
    assert dialog.text.toPlainText().replace("\n", "") == text.replace("\n", "")
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == text, "to the letter"
    dialog.accept()
    assert transcript.text("0") == text


@pytest.mark.parametrize("name", DEEP)
def test_deep_nesting_is_laid_out(qtbot, transcript, name):
    transcript.set_items([item(DEEP[name])])
    card = card_of(qtbot, transcript)
    assert "the end" in card.body.toPlainText()


@pytest.mark.parametrize("name", SHAPES)
def test_while_it_streams_the_rest_waits_and_is_offered(qtbot, transcript, name):
    text = SHAPES[name]
    transcript.set_items([item("", state="streaming")])
    for start in range(0, len(text), len(text) // 20):
        transcript.feed("0", text[start : start + len(text) // 20])
        qtbot.wait(5)
    card = card_of(qtbot, transcript)
    assert transcript.store.held("0")
    qtbot.waitUntil(lambda: card.more is not None and "as plain text" in card.more.text())
    assert transcript.text("0") == text
    transcript.finish("0", item(text))
    assert transcript.text("0") == text
    assert card_of(qtbot, transcript).item.text == text


def test_a_long_answer_that_can_be_cut_is_laid_out_to_its_end_in_stretches(qtbot, transcript):
    text = "\n\n".join(f"Paragraph {n} with **some** `code` and [a link](https://example.org/{n})." for n in range(500))
    transcript.set_items([item(text)])
    assert reach(text, 0)[1] < len(text), "not at once"
    card = card_of(qtbot, transcript)
    assert card.body.toPlainText().endswith("and a link.")
    assert transcript.store.hidden_characters("0") == 0
    assert card.more is None or not card.more.isVisible()


def test_a_screen_reader_hears_that_a_message_is_very_long(qtbot, transcript):
    transcript.set_items([item("word " * COUNTED)])
    assert card_of(qtbot, transcript).accessibleName() == "Analyst, round 1, very long"


def last_safe_cut(text, start):
    return reach(text, start, math.inf, math.inf)[0]


@given(st.lists(LINES, max_size=60).map("\n".join), st.floats(0, 2_000), st.floats(0, 4_000))
def test_a_stretch_ends_where_a_text_can_be_cut_or_nowhere_safe(text, enough, more):
    done = 0
    for _ in range(len(text) + 2):
        cut, end = reach(text, done, enough, enough + more)
        assert done <= cut <= end <= len(text)
        assert cut == done or last_safe_cut(text[:cut] + text[cut:], done) >= cut
        if cut == done:
            break
        done = cut
    if end == len(text):
        assert cut == last_safe_cut(text, done)


def test_the_work_of_a_stretch_has_an_end():
    for text in SHAPES.values():
        cut, end = reach(text, 0)
        assert cut == 0
        assert end < PIECE / 0.8 + 1


@given(st.text(alphabet="ab\n", max_size=300), st.integers(1, 40))
def test_plain_text_is_broken_and_never_changed(text, times):
    whole = "".join(stretches(text * times + "x" * LINE * 3))
    assert whole.replace("\n", "") == (text * times + "x" * LINE * 3).replace("\n", "")


def test_plain_text_goes_to_the_last_place_of_some_words(qtbot):
    field = PlainText("A text")
    qtbot.addWidget(field)
    field.show_text("first mark\n" + "line\n" * 30_000 + "last mark\n" + "line\n" * 50, last="mark")
    qtbot.waitUntil(lambda: field.full)
    assert field.textCursor().block().text() == "last mark"


def test_that_lines_are_broken_is_said(qtbot):
    broken, whole = PlainTextDialog("One", "x" * (LINE + 1)), PlainTextDialog("Two", "x\n" * 10)
    for dialog, said in ((broken, True), (whole, False)):
        qtbot.addWidget(dialog)
        assert (BROKEN in [label.text() for label in dialog.findChildren(QLabel)]) is said


def test_going_to_a_message_lays_out_one_at_a_time(qtbot, transcript, monkeypatch):
    """However slow the machine is: a piece has no time here."""
    keys = [str(number) for number in range(40)]
    transcript.set_items([MessageItem(key=key, author="Analyst", text=f"Message {key}.") for key in keys])
    qtbot.waitUntil(lambda: "39" in transcript.live_cards())
    laid: list[str] = []
    lay_out = MessageCard.lay_out
    monkeypatch.setattr(MessageCard, "lay_out", lambda card, width: (laid.append(card.key), lay_out(card, width))[1])
    for module in (message_rows, view):
        monkeypatch.setattr(module, "PIECE", 0.0)
    transcript.go_to("20")
    assert laid == ["20"], "the others in sight follow, each in a piece of its own"
    assert transcript.live_cards()["20"].body.hasFocus()
    qtbot.waitUntil(lambda: {"20", "21", "22", "23"} <= set(transcript.live_cards()))
    qtbot.wait(50)
    assert transcript.current_key() == "20"
    assert 0 <= transcript.live_cards()["20"].y() <= message_rows.EDGE, "it stands at the top all the same"


def test_a_long_message_is_made_in_one_piece_and_laid_out_in_the_next(qtbot, transcript, monkeypatch):
    transcript.set_items([MessageItem(key=key, author="Analyst", text=text) for key, text in enumerated()])
    qtbot.waitUntil(lambda: str(len(SHAPES)) in transcript.live_cards())
    made: list[str] = []
    make, lay_out = MessageStore._make, MessageCard.lay_out
    monkeypatch.setattr(MessageStore, "_make", lambda store, key: (made.append(f"make {key}"), make(store, key))[1])
    monkeypatch.setattr(MessageCard, "lay_out", lambda card, w: (made.append(f"lay {card.key}"), lay_out(card, w))[1])
    for module in (message_rows, view):
        monkeypatch.setattr(module, "PIECE", 0.0)
    transcript.go_to("0")
    assert made == ["make 0"]
    qtbot.waitUntil(lambda: "0" in transcript.live_cards())
    qtbot.waitUntil(lambda: transcript.live_cards()["0"].body.hasFocus())
    assert transcript.current_key() == "0"


def enumerated():
    return [(str(number), text) for number, text in enumerate((*SHAPES.values(), "the end"))]


def test_who_looks_for_a_letter_sees_it_coloured_where_they_look(qtbot, transcript):
    transcript.set_items([item("ab " * 5_000)])
    card = card_of(qtbot, transcript)
    transcript.search.start("a")
    marks = card.body.extraSelections()
    assert 100 < len(marks) <= MARKED
    assert transcript.search.previous(), "the last one"
    qtbot.waitUntil(lambda: not transcript.store.unfinished("0"))
    assert transcript.search.at in [each.cursor.selectionStart() for each in card.body.extraSelections()]
    at = transcript.search.at
    assert transcript.search.previous()
    assert transcript.search.at == at - 3
    assert transcript.search.next()
    assert transcript.search.at == at
    assert transcript.search.next(), "the first one again"
    assert transcript.search.at == 0


@pytest.mark.parametrize("name", [*SHAPES, "much"])
def test_a_preview_is_laid_out_in_stretches(qtbot, name):
    text = SHAPES.get(name) or "\n\n".join(f"Paragraph {number}." for number in range(20_000))
    preview = Preview("A note")
    qtbot.addWidget(preview)
    preview.resize(600, 400)
    preview.show()
    preview.show_text(text)
    assert len(preview.body.toPlainText()) <= reach(text, 0)[1] + 10, "no more than one at once"
    qtbot.waitUntil(lambda: preview.full)
    assert len(preview.body.toPlainText()) <= PREVIEWED + 10
    assert preview.more.isVisible()
    preview.more.click()
    dialog = next(iter(preview.window().findChildren(PlainTextDialog)))
    qtbot.waitUntil(lambda: dialog.text.full)
    assert dialog.text.toPlainText().replace("\n", "") == text.replace("\n", "")
    dialog.accept()


def test_a_preview_that_can_be_cut_is_laid_out_to_its_end_and_goes_to_its_headings(qtbot):
    text = "\n\n".join(f"## Part {number}\n\nIt has `code` and text." for number in range(400))
    preview = Preview("A note")
    qtbot.addWidget(preview)
    preview.resize(600, 400)
    preview.show()
    preview.show_text(text)
    preview.show_heading(lambda title: title == "Part 390")
    assert preview.verticalScrollBar().value() == 0, "it is not there yet"
    qtbot.waitUntil(lambda: preview.full and preview.verticalScrollBar().value() > 10_000)
    assert "Part 399" in preview.body.toPlainText()
    assert not preview.more.isVisible()


def test_lines_of_a_field_may_end_anywhere_where_a_word_is_very_long(qtbot):
    field = PlainEdit("a word")
    qtbot.addWidget(field)
    pasted = QMimeData()
    pasted.setText("x" * (WORD + 1))
    field.insertFromMimeData(pasted)
    assert field.wordWrapMode() == QTextOption.WrapMode.WrapAnywhere
    field.setPlainText("words " * WORD)
    assert field.wordWrapMode() == QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    field.setPlainText("x" * (WORD + 1))
    assert field.wordWrapMode() == QTextOption.WrapMode.WrapAnywhere


def test_a_note_with_a_line_that_takes_too_long_is_read_and_kept_as_it_is(qtbot):
    editor = MarkdownEditor("Text")
    qtbot.addWidget(editor)
    editor.show()
    text = "short\n" + "x" * 1_000_000
    editor.set_text(text)
    assert editor.edit.isReadOnly()
    assert len(editor.edit.toPlainText()) < LONGEST_LINE + 100
    assert any("cannot be edited here" in each.text() for each in editor.findChildren(QLabel) if each.isVisible())
    assert editor.text() == text
    editor.set_text("short")
    assert not editor.edit.isReadOnly()
    assert editor.text() == "short"
    assert not any("cannot be edited" in each.text() for each in editor.findChildren(QLabel) if each.isVisible())
