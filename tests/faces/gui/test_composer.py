import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from disputatio.faces.gui.kit.composer import LINES, PASTED, Composer


@pytest.fixture
def composer(qtbot) -> Composer:
    made = Composer("Interject…")
    qtbot.addWidget(made)
    made.resize(500, 60)
    made.show()
    return made


@pytest.fixture
def sent(composer) -> list[str]:
    heard: list[str] = []
    composer.sent.connect(heard.append)
    return heard


def write(qtbot, composer: Composer, text: str) -> None:
    qtbot.keyClicks(composer.text, text)


def test_enter_sends_and_the_text_stays_until_it_arrived(composer, sent, qtbot):
    write(qtbot, composer, "  hello ")
    qtbot.keyClick(composer.text, Qt.Key.Key_Return)
    assert sent == ["hello"]
    assert composer.draft() == "  hello "
    composer.clear()
    assert composer.draft() == ""


def test_shift_and_enter_begin_a_line(composer, sent, qtbot):
    write(qtbot, composer, "one")
    qtbot.keyClick(composer.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    write(qtbot, composer, "two")
    assert composer.draft().split() == ["one", "two"]
    assert sent == []


def test_enter_belongs_to_the_input_method_while_it_composes(composer, sent, qtbot):
    write(qtbot, composer, "x")
    QApplication.sendEvent(composer.text, QInputMethodEvent("にほ", []))
    qtbot.keyClick(composer.text, Qt.Key.Key_Return)
    assert sent == []
    done = QInputMethodEvent("", [])
    done.setCommitString("日本")
    QApplication.sendEvent(composer.text, done)
    qtbot.keyClick(composer.text, Qt.Key.Key_Return)
    assert sent == ["x日本"]


def test_nothing_is_not_sent(composer, sent, qtbot):
    assert not composer.button.isEnabled()
    write(qtbot, composer, "   ")
    qtbot.keyClick(composer.text, Qt.Key.Key_Return)
    assert sent == []


def test_sending_can_be_impossible_and_says_why(composer, sent, qtbot):
    held = []
    composer.held.connect(held.append)
    composer.set_sendable(False, "The debate has ended.")
    qtbot.keyClick(composer.text, Qt.Key.Key_Return)
    assert held == [], "nothing was to be sent"
    write(qtbot, composer, "words")
    qtbot.keyClick(composer.text, Qt.Key.Key_Return)
    assert sent == []
    assert held == ["The debate has ended."]
    assert composer.draft() == "words"
    assert composer.button.toolTip() == "The debate has ended."
    composer.set_sendable(True)
    qtbot.mouseClick(composer.button, Qt.MouseButton.LeftButton)
    assert sent == ["words"]


def test_up_and_down_recall_what_was_sent_and_keep_the_draft(composer, sent, qtbot):
    for words in ("first", "second"):
        composer.set_draft(words)
        composer.submit()
        composer.clear()
    composer.set_draft("unfinished")
    composer.text.moveCursor(composer.text.textCursor().MoveOperation.Start)
    for expected in ("second", "first", "first"):
        qtbot.keyClick(composer.text, Qt.Key.Key_Up)
        assert composer.draft() == expected
    composer.text.moveCursor(composer.text.textCursor().MoveOperation.End)
    for expected in ("second", "unfinished", "unfinished"):
        qtbot.keyClick(composer.text, Qt.Key.Key_Down)
        assert composer.draft() == expected


def test_it_grows_to_its_limit_and_shrinks_again(composer):
    highs = []
    for lines in (1, 3, LINES, LINES + 5):
        composer.set_draft("\n".join("x" * lines))
        highs.append(composer.text.height())
    assert highs[0] < highs[1] < highs[2]
    assert highs[2] == highs[3]
    composer.clear()
    assert composer.text.height() == highs[0]


def test_another_hint_in_an_empty_box_is_painted_whole(composer, qtbot):
    viewport = composer.text.viewport()
    painted = Painted(viewport)
    qtbot.waitUntil(lambda: bool(painted.regions))
    qtbot.wait(50)  # it is painted twice when it is shown
    painted.regions.clear()
    composer.text.setPlaceholderText("Say something else")
    qtbot.waitUntil(lambda: any(region.boundingRect() == viewport.rect() for region in painted.regions))
    assert composer.text.toolTip() == ""
    composer.text.setPlaceholderText(whole := "Say something else, at a length that no box has room for. " * 9)
    assert composer.text.placeholderText().endswith("…")
    assert whole.strip() in composer.text.toolTip(), "what is cut is there whole"


class Painted(QObject):
    """The parts of a widget that are painted."""

    def __init__(self, widget):
        super().__init__(widget)
        self.regions = []
        widget.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.regions.append(event.region())
        return False


def test_only_text_is_pasted(composer):
    rich = QMimeData()
    rich.setHtml("<b>bold</b><img src='file:///etc/hostname'>")
    rich.setText("bold")
    composer.text.insertFromMimeData(rich)
    assert composer.draft() == "bold"


def test_drafts_are_heard(composer, qtbot):
    heard: list[str] = []
    composer.draft_changed.connect(heard.append)
    write(qtbot, composer, "ab")
    assert heard == ["a", "ab"]
    assert composer.text.accessibleName() == "Interject"
    assert composer.button.accessibleName() == "Send"


def test_what_is_sent_while_the_application_opens_goes_out_once_it_is_open(qtbot):
    composer = Composer("Type a question…")
    qtbot.addWidget(composer)
    heard = []
    composer.sent.connect(heard.append)
    composer.set_sendable(False, "One moment.", soon=True)
    composer.set_draft("Is it kept?")
    qtbot.keyClick(composer.text, Qt.Key.Key_Return)
    assert heard == []
    composer.set_sendable(True)
    assert heard == ["Is it kept?"]
    composer.set_sendable(False, "One moment.", soon=True)
    composer.submit()
    composer.set_draft("Another question")
    composer.set_sendable(True)
    composer.set_sendable(False, "Busy.")
    composer.submit()
    composer.set_sendable(True)
    assert heard == ["Is it kept?"], "neither what was changed, nor what was sent twice"


def test_what_is_too_long_for_the_box_is_not_pasted_and_that_is_said(composer, qtbot):
    heard: list[str] = []
    composer.held.connect(heard.append)
    write(qtbot, composer, "before ")
    QApplication.clipboard().setText("x" * (PASTED + 1))
    composer.text.paste()
    assert composer.draft() == "before "
    assert heard[0].startswith("50,001 characters are too many")
    QApplication.clipboard().setText("x" * PASTED)
    composer.text.paste()
    assert len(composer.draft()) == PASTED + len("before ")
    assert len(heard) == 1


def test_words_beside_the_button_are_whole_however_narrow_the_box_is(qtbot):
    page, words = QWidget(), QLabel("About 11 calls and 44,730 tokens. " * 4)
    qtbot.addWidget(page)
    words.setWordWrap(True)
    composer = Composer("Question", send_label="Start", foot=True)
    composer.aside.addWidget(words, 1)
    column = QVBoxLayout(page)
    column.addWidget(composer)
    column.addStretch(1)
    page.show()
    highs = []
    for wide in (900, 420, 260):
        page.resize(wide, 600)
        column.activate()
        assert words.height() >= words.heightForWidth(words.width())
        highs.append(composer.height())
    assert highs[0] < highs[1] < highs[2], "it takes no more room than it needs"


def test_where_the_hint_has_no_room_a_brief_one_is_whole(composer, qtbot):
    hint = "Interject: steer, ask for evidence, add a fact…"
    composer.text.setPlaceholderText(hint, "Interject…")
    assert composer.text.placeholderText() == hint
    composer.resize(220, 60)
    qtbot.waitUntil(lambda: composer.text.placeholderText() == "Interject…")
    assert hint in composer.text.toolTip()
    composer.text.setPlaceholderText("This debate is over, and nobody hears it.")
    assert composer.text.placeholderText().endswith("…"), "without a brief one it is cut"
