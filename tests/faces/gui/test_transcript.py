import gc
import random
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSizeF, Qt
from PySide6.QtGui import (
    QAccessible,
    QGuiApplication,
    QHelpEvent,
    QKeySequence,
    QPyTextObject,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QMenu, QPlainTextEdit, QToolTip

from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.colours import DARK, LIGHT
from disputatio.faces.gui.kit.focus import stops
from disputatio.faces.gui.transcript import message_store
from disputatio.faces.gui.transcript.message_actions import MessageActions
from disputatio.faces.gui.transcript.message_body import MessageBody
from disputatio.faces.gui.transcript.message_document import message_document
from disputatio.faces.gui.transcript.message_items import ActOn, Ahead, MessageAction, MessageItem
from disputatio.faces.gui.transcript.message_rows import EDGE
from disputatio.faces.gui.transcript.message_store import KEPT, LONGEST
from disputatio.faces.gui.transcript.view import AWAY, FOLLOWED, Transcript


def item(number: int, text: str | None = None, **more: object) -> MessageItem:
    author = "Critic" if number % 2 else "Analyst"
    standard = {
        "author": author,
        "role": author.lower(),
        "round": number // 2 + 1,
        "text": paragraph(number) if text is None else text,
    }
    return MessageItem(**{"key": str(number), **standard, **more})


def paragraph(number: int) -> str:
    chance = random.Random(number)
    words = " ".join(
        chance.choice(("claim", "**warrant**", "`code`", "rebuttal")) for _ in range(chance.randint(5, 200))
    )
    return f"## Turn {number}\n\n{words}\n\n- one\n- two\n"


@pytest.fixture
def transcript(qtbot) -> Transcript:
    made = Transcript()
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    return made


def settle(transcript: Transcript) -> None:
    for _ in range(4):
        QApplication.processEvents()


def filled(transcript: Transcript, count: int) -> Transcript:
    transcript.set_items([item(number) for number in range(count)])
    settle(transcript)
    return transcript


def scroll_up(transcript: Transcript, by: int) -> None:
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.value() - by)
    settle(transcript)


def pill(transcript: Transcript) -> TextButton:
    return transcript.findChild(TextButton, "pill")


def test_what_a_head_has_no_room_for_is_told_to_whoever_points_at_it(transcript):
    model = "claude-opus-4-5-20251101"
    transcript.set_items([item(0, model=model, chip="Answer"), item(1, model="short")])
    settle(transcript)

    def told(key):
        card, place = transcript.live_cards()[key], QPoint(120, 28)
        QToolTip.showText(card.mapToGlobal(place), "")
        QApplication.sendEvent(card, QHelpEvent(QEvent.Type.ToolTip, place, card.mapToGlobal(place)))
        return QToolTip.text() if QToolTip.isVisible() else ""

    assert told("1") == "", "nothing of it is cut"
    assert told("0") == ""
    transcript.resize(360, 600)
    settle(transcript)
    assert model in told("0")


# Only what is seen exists


def test_two_thousand_messages_open_with_a_handful_of_widgets(transcript):
    filled(transcript, 2_000)
    assert len(transcript.store) == 2_000
    assert 1 <= len(transcript.findChildren(MessageBody)) <= 12
    assert "1999" in transcript.live_cards()


def test_of_messages_that_are_announced_only_those_in_sight_are_made_before_it_is_shown(transcript, qtbot):
    made = []

    def card(key):
        made.append(key)
        return item(int(key))

    transcript.set_items([Ahead(key=str(number), text=item(number).text) for number in range(2_000)], card)
    transcript.follow_end()
    assert "1999" in transcript.live_cards()
    assert len(made) <= 20, "each in sight, and what stands above it for its heading"
    qtbot.waitUntil(lambda: len(made) == 2_000, timeout=60_000)
    assert len(set(made)) == 2_000, "the others a little later, once each: a search needs them"


def test_a_message_that_is_announced_is_made_for_whoever_asks(transcript):
    transcript.set_items([Ahead(key="1", text=""), item(2)], lambda key: item(int(key), text="made now"))
    assert transcript.text("1") == "made now"
    assert transcript.store.rows_holding("made now") == [0]
    transcript.update_item("1", item(1, text="another"))
    assert transcript.store[0].text == "another"


def test_scrolling_through_everything_keeps_widgets_and_documents_few(transcript):
    filled(transcript, 400)
    for number in (0, 399, 200, 50, 300, 123):
        transcript.go_to(str(number))
    for _ in range(60):
        scroll_up(transcript, 300)
    assert len(transcript.findChildren(MessageBody)) <= 16
    assert transcript.store.kept <= KEPT + 16


def test_a_hidden_transcript_builds_nothing(qtbot):
    made = Transcript()
    qtbot.addWidget(made)
    made.set_items([item(number) for number in range(50)])
    settle(made)
    assert made.live_cards() == {}


def test_rows_do_not_overlap_and_fill_the_window(transcript):
    filled(transcript, 60)
    for key in ("10", "30", "59"):
        transcript.go_to(key)
        cards = sorted(transcript.live_cards().values(), key=lambda card: card.y())
        for one, two in pairwise(cards):
            assert one.geometry().bottom() < two.y()
            assert int(two.key) == int(one.key) + 1
            assert one.body.geometry().bottom() <= one.height()


class Measured(QPyTextObject):
    """An object in a text that hears of each layout: the width in pixels for which it is made."""

    KIND = QTextFormat.ObjectTypes.UserObject.value + 99

    def __init__(self, parent):
        super().__init__(parent)
        self.widths: list[float] = []

    def put_into(self, document):
        form = QTextCharFormat()
        form.setObjectType(self.KIND)
        QTextCursor(document).insertText("\ufffc", form)
        document.documentLayout().registerHandler(self.KIND, self)
        self.widths.clear()

    def intrinsicSize(self, document, position, form):
        self.widths.append(document.textWidth())
        return QSizeF(5, 5)

    def drawObject(self, painter, box, document, position, form):
        """Nothing is to be seen of it."""


@pytest.mark.parametrize("times", [1, 2], ids=["a new card", "a card that was used before"])
def test_a_message_is_laid_out_once_at_its_width_when_it_is_shown(transcript, monkeypatch, times):
    ear = Measured(transcript)

    def made(*given):
        document = message_document(*given)
        ear.put_into(document)
        return document

    monkeypatch.setattr(message_store, "message_document", made)
    for _ in range(times):
        transcript.set_items([item(0, "text")])
        transcript.follow_end()
        widths = list(ear.widths)
        QApplication.processEvents()
    assert widths == [transcript.live_cards()["0"].body.width()], "what takes long to lay out stalls the window"


def test_two_messages_with_one_key_change_nothing(transcript):
    filled(transcript, 3)
    with pytest.raises(ValueError, match="key"):
        transcript.set_items([item(1), item(1)])
    settle(transcript)
    assert [transcript.text(str(number)) for number in range(3)] == [paragraph(number) for number in range(3)]
    assert "2" in transcript.live_cards()


# Where the reader is


def test_it_opens_at_the_end_and_follows_what_comes(transcript):
    filled(transcript, 30)
    bar = transcript.verticalScrollBar()
    assert transcript.following
    assert bar.value() == bar.maximum()
    for number in range(30, 36):
        transcript.append(item(number))
        settle(transcript)
        assert bar.value() == bar.maximum()
    assert "35" in transcript.live_cards()


def test_a_reader_elsewhere_is_left_alone_and_told(transcript):
    filled(transcript, 30)
    scroll_up(transcript, 900)
    assert not transcript.following
    key = transcript.current_key()
    before = transcript.live_cards()[key].y()
    transcript.append(item(30))
    transcript.append(item(31))
    settle(transcript)
    assert transcript.live_cards()[key].y() == before
    assert pill(transcript).isVisible()
    pill(transcript).click()
    settle(transcript)
    assert transcript.following
    assert not pill(transcript).isVisible()
    assert "31" in transcript.live_cards()


def test_scrolling_back_to_the_end_follows_again(transcript):
    filled(transcript, 30)
    scroll_up(transcript, 500)
    heard: list[bool] = []
    transcript.following_changed.connect(heard.append)
    transcript.verticalScrollBar().setValue(transcript.verticalScrollBar().maximum())
    settle(transcript)
    assert transcript.following
    assert heard == [True]


def test_what_one_reads_stays_while_rows_above_it_grow(transcript, qtbot, monkeypatch):
    monkeypatch.setattr("disputatio.faces.gui.transcript.view.AWAY", FOLLOWED)
    filled(transcript, 20)
    transcript.append(item(20, "begin", state="streaming"))
    for number in range(21, 31):
        transcript.append(item(number))
    settle(transcript)
    transcript.go_to("22")
    transcript.verticalScrollBar().setValue(transcript.verticalScrollBar().value() - 150)
    settle(transcript)
    assert not transcript.following
    card = transcript.live_cards()["22"]
    before = card.y()
    for times in range(1, 11):
        transcript.feed("20", "\n\nmore and more text in a paragraph of its own")
        drawn(qtbot, transcript, "20", "more and more", times)
        assert transcript.live_cards()["22"].y() == pytest.approx(before, abs=2)


def test_measuring_on_the_way_up_never_makes_the_text_jump(transcript):
    filled(transcript, 80)
    for _ in range(40):
        cards = {key: card.y() for key, card in transcript.live_cards().items()}
        here = transcript.verticalScrollBar().value()
        scroll_up(transcript, 170)
        moved = {key: card.y() - cards[key] for key, card in transcript.live_cards().items() if key in cards}
        assert moved
        if here > 400:
            assert set(moved.values()) <= {169, 170, 171}


def at_the_top(transcript):
    """The key of the message that the reader sees first."""
    above = {key: card.y() for key, card in transcript.live_cards().items() if card.y() <= EDGE}
    return max(above, key=above.__getitem__)


def drawn(qtbot, transcript, key, words, times=1):
    """Wait for the tick with which they are drawn."""
    qtbot.waitUntil(lambda: transcript.live_cards()[key].body.toPlainText().count(words) == times)


@pytest.mark.parametrize("key", ["30", "31"])  # the one with the line of its round above it, and the one after
def test_resizing_keeps_the_message_at_the_top(transcript, key):
    filled(transcript, 60)
    transcript.go_to(key, focus=False)
    for width in (500, 900, 640):
        transcript.resize(width, 600)
        settle(transcript)
        assert at_the_top(transcript) == key


def test_another_theme_repaints_and_stays(transcript, qapp):
    filled(transcript, 60)
    transcript.go_to("30", focus=False)
    theme.apply(qapp, DARK)
    settle(transcript)
    assert "30" in transcript.live_cards()
    colours = {
        fragment.charFormat().foreground().color().name()
        for fragment in fragments(transcript.live_cards()["30"].body)
        if fragment.charFormat().fontFixedPitch()
    }
    assert colours == {DARK.inline_code.lower()}
    theme.apply(qapp, LIGHT)
    settle(transcript)
    assert at_the_top(transcript) == "30"


def fragments(body: MessageBody):
    block = body.document().begin()
    while block.isValid():
        at = block.begin()
        while not at.atEnd():
            yield at.fragment()
            at += 1
        block = block.next()


# Streaming


def test_deltas_are_drawn_with_the_next_tick_not_at_once(transcript, qtbot):
    filled(transcript, 3)
    transcript.append(item(3, state="streaming", text=" "))
    settle(transcript)
    for word in ("Hello ", "**wor", "ld**"):
        transcript.feed("3", word)
    body = transcript.live_cards()["3"].body
    assert "Hello" not in body.toPlainText()
    drawn(qtbot, transcript, "3", "Hello world")
    assert body.toPlainText().strip() == "Hello world"
    assert transcript.text("3").strip() == "Hello **world**"


def test_away_from_the_end_it_is_drawn_less_often(transcript, qtbot):
    filled(transcript, 30)
    transcript.begin_stream("29")
    scroll_up(transcript, 1200)
    transcript._flush_timer.stop()
    transcript.feed("29", "more")
    assert transcript._flush_timer.interval() == AWAY
    transcript.follow_end()
    assert transcript._flush_timer.interval() == FOLLOWED


def test_a_hidden_transcript_draws_nothing_and_loses_nothing(transcript, qtbot):
    filled(transcript, 3)
    transcript.begin_stream("2")
    transcript.hide()
    transcript.feed("2", " hidden words")
    qtbot.wait(3 * FOLLOWED)
    assert "hidden words" not in transcript.live_cards()["2"].body.toPlainText()
    transcript.show()
    drawn(qtbot, transcript, "2", "hidden words")


def test_a_finished_message_has_its_final_form_and_a_screen_reader_is_told(transcript, heard):
    transcript.set_items([item(0, state="streaming", text="See [x][1]")])
    settle(transcript)
    transcript.feed("0", "\n\n[1]: https://example.org\n")
    transcript.finish("0", item(0, transcript.text("0"), footer="12 tokens"))
    assert heard == [("Analyst finished, round 1", False)], "not a word of it while it grows"
    settle(transcript)
    card = transcript.live_cards()["0"]
    assert {fragment.charFormat().anchorHref() for fragment in fragments(card.body)} >= {"https://example.org"}
    assert card.item.state == "done"
    with pytest.raises(KeyError):
        transcript.feed("0", "late")
    transcript.begin_stream("0")
    transcript.finish("0", item(0, "See", state="failed", notice="No."))
    assert heard[1:] == [("Analyst failed, round 1", True)]


def test_a_selection_survives_the_end_of_the_stream(transcript):
    transcript.set_items([item(0, state="streaming", text="alpha beta gamma")])
    settle(transcript)
    body = transcript.live_cards()["0"].body
    body.select(6, 10)
    transcript.finish("0", item(0, "alpha beta gamma"))
    settle(transcript)
    assert transcript.live_cards()["0"].body.textCursor().selectedText() == "beta"


def test_streams_run_side_by_side(transcript, qtbot):
    transcript.set_items([item(number, state="streaming", text="") for number in range(4)])
    settle(transcript)
    expected = {}
    for number in range(4):
        expected[str(number)] = f"stream {number}:" + "x" * number
        for letter in expected[str(number)]:
            transcript.feed(str(number), letter)
    for key, text in expected.items():
        drawn(qtbot, transcript, key, text)
        assert transcript.live_cards()[key].body.toPlainText() == text


# Keys and names


def test_keys_are_told_apart(transcript):
    filled(transcript, 3)
    with pytest.raises(ValueError, match="key"):
        transcript.append(item(1))
    with pytest.raises(ValueError, match="key"):
        transcript.set_items([item(1), item(1)])
    for call in (transcript.begin_stream, transcript.text, transcript.go_to):
        with pytest.raises(KeyError):
            call("nobody")


def test_each_visible_message_is_an_element_of_its_own_with_a_name(transcript):
    transcript.set_items(
        [item(0, "one two three"), item(1, "four", state="partial"), item(2, "", state="failed", notice="No.")]
    )
    settle(transcript)
    cards = transcript.live_cards()
    assert cards["0"].body.accessibleName() == "Analyst, round 1, 3 words"
    assert cards["1"].body.accessibleName() == "Critic, round 1, 1 word, interrupted"
    assert cards["2"].accessibleName() == "Analyst, round 2, 0 words, failed"
    assert cards["2"].focusPolicy() & Qt.FocusPolicy.TabFocus
    found = QAccessible.queryAccessibleInterface(cards["0"].body)
    assert found.text(QAccessible.Text.Name) == "Analyst, round 1, 3 words"
    assert found.textInterface().characterCount() == len("one two three")
    assert QAccessible.queryAccessibleInterface(cards["2"]).role() == QAccessible.Role.ListItem
    assert QAccessible.queryAccessibleInterface(transcript).role() == QAccessible.Role.List


def test_alt_and_arrows_go_from_message_to_message(transcript, qtbot):
    filled(transcript, 40)
    transcript.go_to("20")
    body = transcript.live_cards()["20"].body
    qtbot.waitUntil(body.hasFocus)
    qtbot.keyClick(body, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert transcript.current_key() == "21"
    assert transcript.live_cards()["21"].body.hasFocus()
    for _ in range(2):
        transcript.go_by(-1)
    assert transcript.current_key() == "19"
    transcript.go_by_round(1)
    assert transcript.current_key() == "20"
    transcript.go_by_round(-1)
    assert transcript.current_key() == "18"


def test_end_goes_to_the_end_from_inside_a_message(transcript, qtbot):
    filled(transcript, 40)
    transcript.go_to("3")
    body = transcript.live_cards()["3"].body
    qtbot.waitUntil(body.hasFocus)
    qtbot.keyClick(body, Qt.Key.Key_End)
    assert transcript.following
    assert "39" in transcript.live_cards()


def test_page_keys_and_the_wheel_scroll_the_transcript(transcript, qtbot):
    filled(transcript, 40)
    transcript.go_to("20")
    body = transcript.live_cards()["20"].body
    before = transcript.verticalScrollBar().value()
    qtbot.keyClick(body, Qt.Key.Key_PageDown)
    settle(transcript)
    assert transcript.verticalScrollBar().value() > before + 300
    wheel = QWheelEvent(
        QPointF(20, 5), QPointF(20, 5), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    body.wheelEvent(wheel)
    assert not wheel.isAccepted(), "a message leaves the wheel to the transcript"


def test_tab_goes_through_the_messages_in_their_order(transcript):
    filled(transcript, 30)
    for key in ("20", "5", "12"):
        transcript.go_to(key)
    cards = sorted(transcript.live_cards().values(), key=lambda card: int(card.key))
    bodies = [card.body for card in cards]
    assert [each for each in stops(transcript) if each in bodies] == bodies


def test_zoom_grows_text_and_keeps_the_place(transcript, qtbot):
    filled(transcript, 40)
    transcript.go_to("20", focus=False)
    small = transcript.live_cards()["20"].body.document().defaultFont().pointSizeF()
    heard: list[float] = []
    transcript.zoom_changed.connect(heard.append)
    transcript.zoom_by(2)
    settle(transcript)
    assert heard == [1.25]
    assert transcript.live_cards()["20"].body.document().defaultFont().pointSizeF() == pytest.approx(small * 1.25)
    for _ in range(20):
        transcript.zoom_by(1)
    assert transcript.zoom() == 2.0
    transcript.set_zoom(1.0)
    qtbot.waitUntil(lambda: "20" in transcript.live_cards())


# Actions


def test_copying_gives_the_markdown_as_it_came(transcript):
    text = "# T\n\n\\(x\\) and **b**\n\n---\n\n![](a.png)"
    transcript.set_items([item(0, text)])
    transcript.carry_out(ActOn(key="0", action=MessageAction.COPY))
    assert QGuiApplication.clipboard().text() == text


def strip(transcript, key):
    """The buttons that a message shows under the pointer, by what they say."""
    card = transcript.live_cards()[key]
    card.hovered.emit(card, True)
    shown = [each for each in transcript.findChild(MessageActions).findChildren(IconButton) if each.isVisible()]
    return {button.toolTip(): button for button in shown}


def test_the_strip_offers_what_the_message_offers(transcript, qtbot):
    transcript.set_items([item(0, offers=(MessageAction.RETRY,)), item(1, offers=())])
    settle(transcript)
    heard: list[ActOn] = []
    transcript.action.connect(heard.append)
    assert list(strip(transcript, "0")) == ["Copy as Markdown", "Retry"]
    qtbot.mouseClick(strip(transcript, "0")["Retry"], Qt.MouseButton.LeftButton)
    assert heard == [ActOn(key="0", action=MessageAction.RETRY)]
    assert list(strip(transcript, "1")) == ["Copy as Markdown"]


def test_the_menu_has_the_actions_the_code_and_the_selection(transcript, qtbot):
    transcript.set_items([item(0, "words\n\n```python\nx = 1\n```")])
    settle(transcript)
    card = transcript.live_cards()["0"]
    card.body.select(0, 5)
    card.menu.emit(card, QPoint(5, 5))
    menu = transcript.findChild(QMenu)
    labels = {entry.text(): entry for entry in menu.actions() if entry.text()}
    assert list(labels) == [
        "Copy selection", "Copy as Markdown", "Retry", "Fork from here", "Interject after this", "Copy code 1 (python)",
    ]  # fmt: skip
    heard: list[ActOn] = []
    transcript.action.connect(heard.append)
    labels["Fork from here"].trigger()
    labels["Copy code 1 (python)"].trigger()
    assert heard == [ActOn(key="0", action=MessageAction.FORK)]
    assert QGuiApplication.clipboard().text() == "x = 1"
    menu.close()


def test_code_has_a_copy_button(transcript, qtbot):
    transcript.set_items([item(0, "```python\na\n```\n\ntext\n\n```\nb\n```")])
    settle(transcript)
    body = transcript.live_cards()["0"].body
    first, second = [button for button in body.findChildren(IconButton) if button.isVisible()]
    assert first.accessibleName() == "Copy python code"
    qtbot.mouseClick(second, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "b"


def press(widget, words):
    next(button for button in widget.findChildren(TextButton) if button.text() == words).click()


def test_a_failed_message_says_what_to_do(transcript, qtbot):
    failed = item(
        0,
        "half an ans",
        state="failed",
        notice="The model was busy. Try again.",
        details="HTTP 429",
        remedies=(MessageAction.RETRY, MessageAction.CHANGE_MODEL, MessageAction.SKIP),
    )
    transcript.set_items([failed])
    settle(transcript)
    card = transcript.live_cards()["0"]
    assert card.body.isVisible()
    panel = card.notice
    labels = [button.text() for button in panel.findChildren(TextButton) if button.isVisible()]
    assert labels == ["Details", "Retry", "Change model…", "Skip this turn"]
    heard: list[ActOn] = []
    transcript.action.connect(heard.append)
    for words in labels[1:]:
        press(panel, words)
    assert heard == [ActOn(key="0", action=action) for action in failed.remedies]
    short = card.height()
    press(panel, "Details")
    settle(transcript)
    assert panel.findChild(QPlainTextEdit).isVisible()
    assert card.height() > short + 80
    press(panel, "Copy details")
    assert QGuiApplication.clipboard().text() == "HTTP 429"


def test_open_details_stay_open_when_the_card_comes_back(transcript):
    failed = item(0, "", state="failed", notice="It failed.", details="why", remedies=(MessageAction.RETRY,))
    transcript.set_items([failed, *(item(number) for number in range(1, 60))])
    settle(transcript)
    transcript.go_to("0")
    press(transcript.live_cards()["0"].notice, "Details")
    transcript.go_to("50")
    assert "0" not in transcript.live_cards()
    transcript.go_to("0")
    assert transcript.live_cards()["0"].notice.findChild(QPlainTextEdit).isVisible()


def test_an_error_that_is_repaired_leaves_no_panel(transcript):
    transcript.set_items([item(0, "", state="failed", notice="It failed.", remedies=(MessageAction.RETRY,))])
    settle(transcript)
    high = transcript.live_cards()["0"].height()
    transcript.update_item("0", item(0, "Now it works."))
    settle(transcript)
    card = transcript.live_cards()["0"]
    assert not card.notice.isVisible()
    assert card.body.toPlainText() == "Now it works."
    assert card.height() != high


def test_only_web_and_mail_links_are_passed_on(transcript):
    from PySide6.QtCore import QUrl

    transcript.set_items([item(0, "[x](https://example.org/a)")])
    settle(transcript)
    heard: list[str] = []
    transcript.link.connect(heard.append)
    body = transcript.live_cards()["0"].body
    for address in ("https://example.org/a", "file:///etc/passwd", "javascript:x"):
        body.anchorClicked.emit(QUrl(address))
    assert heard == ["https://example.org/a"]


# Finding


def test_finding_goes_round_in_both_directions(transcript):
    transcript.set_items(
        [
            item(n, f"Message {n}. " + ("A **needle** and a needle." if n in (3, 20, 30) else "hay " * 80))
            for n in range(40)
        ]
    )
    settle(transcript)
    search = transcript.search
    assert search.start("NEEDLE") == 3
    seen = []
    for _ in range(7):
        assert search.next()
        seen.append(search.key)
        assert transcript.live_cards()[search.key].body.extraSelections()
    assert seen == ["3", "3", "20", "20", "30", "30", "3"]
    assert search.previous()
    assert search.key == "30"
    search.stop()
    assert all(not card.body.extraSelections() for card in transcript.live_cards().values())
    assert not search.next()
    assert search.start("nowhere") == 0


def test_words_broken_by_markup_are_found(transcript):
    transcript.set_items([item(0, "a **needle**work")])
    settle(transcript)
    assert transcript.search.start("needlework") == 1
    assert transcript.search.next()


def test_the_place_that_was_found_is_in_sight(transcript):
    long = "\n\n".join(f"paragraph {n}" for n in range(400))
    transcript.set_items([item(0, long + "\n\nthe needle\n\n" + long)])
    settle(transcript)
    transcript.search.start("needle")
    assert transcript.search.next()
    card = transcript.live_cards()["0"]
    top = card.y() + card.body.y() + card.body.place_of(transcript.search.at)
    assert 0 <= top <= transcript.viewport().height()


# Long messages


def test_a_very_long_message_shows_its_end_on_demand(transcript, qtbot):
    text = "\n\n".join(f"paragraph number {n}" for n in range(5_000))
    transcript.set_items([item(0, text)])
    settle(transcript)
    card = transcript.live_cards()["0"]
    assert len(card.body.toPlainText()) <= LONGEST
    qtbot.waitUntil(lambda: card.more is not None and card.more.isVisible())
    transcript.carry_out(ActOn(key="0", action=MessageAction.COPY))
    assert QGuiApplication.clipboard().text() == text
    card.more.click()
    card = transcript.live_cards()["0"]
    qtbot.waitUntil(lambda: card.body.toPlainText().endswith("paragraph number 4999"))
    settle(transcript)
    assert not card.more.isVisible()


def test_a_very_long_stream_is_not_cut_when_it_ends(transcript, qtbot):
    text = "\n\n".join(f"paragraph number {n}" for n in range(4_000))
    transcript.set_items([item(0, "", state="streaming")])
    settle(transcript)
    transcript.feed("0", text)
    drawn(qtbot, transcript, "0", "paragraph number 3999")
    transcript.finish("0", item(0, text))
    settle(transcript)
    assert transcript.live_cards()["0"].body.toPlainText().endswith("paragraph number 3999")


def test_the_caret_is_kept_in_sight(transcript, qtbot):
    transcript.set_items([item(0, "\n\n".join(f"paragraph {n}" for n in range(300)))])
    settle(transcript)
    transcript.go_to("0")
    body = transcript.live_cards()["0"].body
    qtbot.waitUntil(body.hasFocus)
    cursor = QTextCursor(body.document())
    cursor.setPosition(body.document().characterCount() // 2)
    body.setTextCursor(cursor)
    settle(transcript)
    card = transcript.live_cards()["0"]
    assert 0 <= card.y() + body.y() + body.cursorRect().top() <= transcript.viewport().height()


def test_copy_is_a_key_too(transcript, qtbot):
    filled(transcript, 4)
    transcript.go_to("1")
    transcript.copy_current()
    assert QGuiApplication.clipboard().text() == paragraph(1)
    assert QKeySequence("Ctrl+Shift+C").toString()


def test_an_empty_transcript_is_harmless(transcript):
    transcript.set_items([])
    settle(transcript)
    transcript.go_by(1)
    transcript.go_by_round(1)
    transcript.follow_end()
    transcript.copy_current()
    assert transcript.current_key() == ""
    assert transcript.search.start("x") == 0


def test_a_document_that_is_shown_is_never_thrown_away(transcript, small_heap):
    filled(transcript, 3)
    for round_ in range(20):
        transcript.update_item("2", item(2, f"text {round_}"))
        gc.collect()
        transcript.live_cards()["2"].body.grab()
        settle(transcript)
    assert transcript.live_cards()["2"].body.toPlainText() == "text 19"
