"""Badges of citations: where they stand in a message, what they say, and how they are opened."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPicture, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from disputatio.debate.citations.attribution import recognise
from disputatio.debate.citations.evidence import STATUSES, CitationRecord, Finding, item_of
from disputatio.debate.views.citations import checked_label, hint
from disputatio.debate.views.labels import VERDICTS
from disputatio.debate.views.transcript import TurnEntry
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.transcript import message_document as badges
from disputatio.faces.gui.transcript.document_style import Look
from disputatio.faces.gui.transcript.head_and_foot import Parts, paint_head, placed_badges
from disputatio.faces.gui.transcript.items_from_entries import message
from disputatio.faces.gui.transcript.message_document import message_document
from disputatio.faces.gui.transcript.message_items import Badge, MessageItem
from disputatio.faces.gui.transcript.shown_text import marks as marks_of
from disputatio.faces.gui.transcript.view import Transcript
from disputatio.faces.gui.window_actions import ShowInspector

TEXT = """The runner (`src/engine/runner.py:42`) waits; see src/engine/performer.py line 12.

- [the spec](https://example.org/a.html) and https://example.org/x say so, and <https://example.org/y> too.
- **src/b.py:4-9** says “two words” (src/b.py:4).

```python
# src/a.py:12-13
def f(x):
    return x + 1
```

The commit 1a2b3c4 shows it.

| file | what |
|---|---|
| src/a.py:7 | table |
"""


def checked(text: str, *statuses: str) -> CitationRecord:
    found = [
        item_of(
            citation,
            Finding(status=statuses[place % len(statuses)], path="src/a.py", first=3, last=3, where="src/a.py:40"),
            "abcdef1234567890",
        )
        for place, citation in enumerate(recognise(text))
    ]
    return CitationRecord(items=tuple(found))


def document(text: str, *statuses: str):
    return message_document(text, Look(theme=theme.current()), marks_of(checked(text, *statuses)))


def test_every_citation_has_a_badge_behind_it():
    plain = document(TEXT, "verified").toPlainText().replace("\u00a0", " ").replace("\u2009", "").replace("\u200b", "")
    assert plain.count("✓ quotation verified") == len(recognise(TEXT)) == 10
    assert "runner.py:42 ✓ quotation verified )" in plain
    assert "performer.py line 12 ✓ quotation verified ." in plain
    assert "the spec ✓ quotation verified  and" in plain
    assert "1a2b3c4 ✓ quotation verified  shows" in plain


def test_the_badge_of_a_quoted_block_stands_below_it_with_its_place():
    lines = document(TEXT, "verified").toPlainText().split("\n")
    code = lines.index("    return x + 1")
    assert lines[code + 1].startswith("src/a.py:12-13")
    assert "verified" in lines[code + 1]


def test_an_address_stays_a_link_of_its_own():
    made = document(TEXT, "external").toHtml()
    for address in ("https://example.org/a.html", "https://example.org/x", "https://example.org/y"):
        assert f'href="{address}"' in made


def test_without_citations_the_document_is_what_it_was():
    look = Look(theme=theme.current())
    assert message_document(TEXT, look, ()).toHtml() == message_document(TEXT, look).toHtml()


def test_what_parsing_swallows_is_listed_below_the_text():
    text = "See [here](src/gone/a.py:12) for it."
    mark = marks_of(checked("x src/gone/a.py:12", "missing"))[0]
    made = message_document(
        text, Look(theme=theme.current()), (mark.__class__(**{**_fields(mark), "start": 11, "end": 27}),)
    )
    assert made.toPlainText().split("\n")[-1].replace("\u00a0", " ").startswith("src/gone/a.py:12\u2002 ○ missing")


def _fields(mark):
    return {name: getattr(mark, name) for name in ("number", "start", "end", "status", "label", "hint")}


def test_characters_of_the_private_range_in_the_text_stay_what_they_are():
    text = "\ue000\ue001 see src/a.py:3 \ue002"
    assert document(text, "verified").toPlainText().startswith("\ue000\ue001 see src/a.py:3")
    assert badges.stand_ins("".join(map(chr, range(0xE000, 0xF900))), 1) == ""


def test_a_link_of_a_model_is_never_a_badge():
    made = message_document("[click](evidence:0)", Look(theme=theme.current()))
    assert "evidence:" not in made.toHtml()
    assert badges.number_of("evidence:12") == 12
    assert badges.number_of("evidence:x") is None
    assert badges.number_of("https://example.org") is None


@given(st.text(alphabet="`*_~[]()<>#|- \nab.py:12/\ue000", max_size=80))
def test_nothing_of_a_text_is_lost_wherever_the_mark_falls(text):
    marks = marks_of(checked(f"{text} src/a.py:3", "verified"))
    whole = f"{text} src/a.py:3"
    signs = badges.stand_ins(whole, len(marks))
    made = badges.text_with_stand_ins(whole, marks, signs)
    assert [made.count(sign) for sign in signs] == [1] * len(marks)
    rest = made
    for sign in signs:
        rest = rest.replace(sign, "")
    assert rest.split() == whole.split()


def test_every_status_has_a_sign_a_word_and_a_meaning():
    assert set(VERDICTS) == set(STATUSES)
    assert all(label.word and label.meaning for label in VERDICTS.values())
    assert len({label.sign for label in VERDICTS.values()}) == len(STATUSES), "told apart without colour"


@pytest.mark.parametrize(
    ("statuses", "words", "tone"),
    [
        (("verified",), "✓ 2 quotations verified", "ok"),
        (("verified", "moved"), "≈ 1 quotation verified; 1 moved", "caution"),
        (("verified", "missing"), "✕ 1 quotation verified; 1 missing", "error"),
        (("external",), "↗ 2 external citations", "plain"),
    ],
)
def test_the_chip_of_a_card_says_how_many_are_verified(statuses, words, tone):
    label = checked_label(checked("src/a.py:1 and src/b.py:2", *statuses))
    assert (label.marked, label.tone) == (words, tone)


def test_a_turn_without_citations_has_no_chip():
    assert checked_label(CitationRecord()) is None
    assert checked_label(checked("src/a.py:1", "verified")).marked == "✓ 1 quotation verified"
    assert checked_label(checked("src/a.py:1", "near")).marked == "≈ no quotation verified; 1 near"


def test_the_hint_says_what_differs_and_where_it_stands():
    item = item_of(
        recognise("src/a.py:1")[0],
        Finding(status="near", path="src/a.py", first=4, last=4, where="src/a.py:4", differs="“1” stands as “2”"),
        "abcdef1234567890",
    )
    assert hint(item) == (
        "Nearly. Nearly word for word. “1” stands as “2”. It stands at src/a.py:4. Checked at commit abcdef1234."
    )


# In the transcript


@pytest.fixture
def transcript(qtbot):
    made = Transcript()
    qtbot.addWidget(made)
    made.resize(800, 700)
    made.show()
    found = checked(TEXT, "verified", "misquoted")
    made.set_items(
        [
            MessageItem(
                key="a",
                author="Analyst",
                round=1,
                text=TEXT,
                badges=(Badge(text=checked_label(found).marked, opens="evidence"),),
                citations=marks_of(found),
            )
        ]
    )
    for _ in range(4):
        QApplication.processEvents()
    return made


def test_the_pointer_opens_the_source(transcript, qtbot):
    body = transcript.live_cards()["a"].body
    box, tone = body.badges[0]
    assert tone == "ok"
    with qtbot.waitSignal(transcript.cited) as seen:
        QTest.mouseClick(body.viewport(), Qt.MouseButton.LeftButton, pos=box.center().toPoint())
    assert seen.args == ["a", 0]


def test_tab_and_enter_open_the_source(transcript, qtbot):
    body = transcript.live_cards()["a"].body
    body.setFocus()
    body.moveCursor(QTextCursor.MoveOperation.Start)
    QTest.keyClick(body, Qt.Key.Key_Tab)
    with qtbot.waitSignal(transcript.cited) as seen:
        QTest.keyClick(body, Qt.Key.Key_Return)
    assert seen.args == ["a", 0]


def test_that_a_turn_was_interrupted_is_said_before_its_model_and_its_kind(qapp):
    item = MessageItem(
        key="a", author="Participant 1", model="recorded language model", chip="Questions", round=1, time="14:00",
        state="partial",
    )  # fmt: skip
    for wide in range(380, 700, 9):
        drawn, painter = QPicture(), QPainter()
        painter.begin(drawn)
        paint_head(painter, QRectF(0, 0, wide, 54), Parts(item=item, zoom=1.0))
        painter.end()
        assert "interrupted".encode("utf-16-be") in bytes(drawn.data()), wide


def test_the_chip_opens_the_evidence(transcript, qtbot):
    card = transcript.live_cards()["a"]
    assert "quotations verified" in card.accessibleName()
    box = card.rect().adjusted(3, 3, -3, -3)
    ((_, room),) = placed_badges(box.toRectF(), Parts(item=card.item, zoom=1.0))
    narrow = box.adjusted(0, 0, 260 - box.width(), 0).toRectF()
    figures = replace(card.item, footer="1,204 tokens · $0.018 · first word 0.6 s · 12.4 s in all")
    assert placed_badges(narrow, Parts(item=figures, zoom=1.0)), "figures make room for it"
    with qtbot.waitSignal(transcript.opens) as seen:
        QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=room.center().toPoint())
    assert seen.args == [ShowInspector(name="evidence")]


def test_the_menu_of_a_message_lists_its_citations(transcript, qtbot):
    card = transcript.live_cards()["a"]
    card.menu.emit(card, QPoint(5, 5))
    menu = next(found for found in transcript.findChildren(QMenu) if "Actions" in found.accessibleName())
    below = next(action.menu() for action in menu.actions() if action.menu() is not None)
    assert below.actions()[0].text() == "✓ src/engine/runner.py:42  (quotation verified)"
    with qtbot.waitSignal(transcript.cited) as seen:
        below.actions()[1].trigger()
    assert seen.args == ["a", 1]
    menu.close()


def test_badges_come_when_the_check_is_there(transcript):
    bare = MessageItem(key="b", author="Critic", round=1, text="See src/a.py:3.")
    transcript.append(bare)
    for _ in range(4):
        QApplication.processEvents()
    assert transcript.live_cards()["b"].body.badges == []
    found = checked(bare.text, "moved")
    transcript.update_item("b", MessageItem(key="b", author="Critic", text=bare.text, citations=marks_of(found)))
    for _ in range(4):
        QApplication.processEvents()
    assert [tone for _, tone in transcript.live_cards()["b"].body.badges] == ["caution"]


@pytest.mark.parametrize(
    ("text", "sure", "left"),
    [
        ("It holds (src/a.py:3).\n\n### Confidence\n0.7\n\n### Because\n- src/a.py:7 says so.", 0.7, "### Because"),
        ("## Confidence\n**70 %**\n\n## Because\nsrc/a.py:3 says so.", 0.7, "## Because"),
        ("## Confidence\n0.7\n\nsrc/a.py:3 says so.", 0.7, ""),
        ("It holds.\n\n### Confidence\n0.7", 0.7, "It holds."),
        ("It holds.\n\n### Confidence\n0.7", 0.4, ""),
        ("It holds.\n\n### Confidence\n0.7, since src/a.py:3 says so.", 0.7, ""),
        ("### Confidence\n0.7", 0.7, ""),
    ],
)
def test_how_sure_an_author_is_is_said_by_the_badge_alone(text, sure, left):
    entry = TurnEntry("r", "ada", "", "Ada", "say", "answer", "m", 0.0, 1, 0, status="done", text=text)
    entry.data, entry.evidence = {"confidence": sure}, checked(text, "verified")
    shown = message(entry, {})
    assert f"confidence {sure:.0%}" in [badge.text for badge in shown.badges]
    assert ("confidence" in shown.text.lower()) is not bool(left)
    assert left in shown.text
    assert [shown.text[each.start : each.end] for each in shown.citations] == [each.label for each in shown.citations]
