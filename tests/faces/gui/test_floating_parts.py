"""What lies over something else: the buttons of a message beside those of its code, and the list of a choice."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import LIGHT
from disputatio.faces.gui.kit.inputs import DropDown
from disputatio.faces.gui.transcript.message_items import MessageItem
from disputatio.faces.gui.transcript.view import Transcript

CODE = "```python\n" + "\n".join(f"print({number})" for number in range(60)) + "\n```"


def test_the_buttons_of_a_message_lie_on_no_button_of_its_code(qtbot, lexers):
    transcript = Transcript()
    qtbot.addWidget(transcript)
    transcript.resize(760, 420)
    transcript.show()
    transcript.set_items([MessageItem(key="one", author="Ada", text=CODE)])
    qtbot.waitUntil(lambda: "one" in transcript.live_cards())
    card, strip = transcript.live_cards()["one"], transcript._actions
    qtbot.waitUntil(lambda: bool(card.copy_buttons()))
    transcript.go_to("one")
    strip.show_for(card)
    (copy,) = card.copy_buttons()
    bar, met = transcript.verticalScrollBar(), False
    for value in range(0, 140, 5):
        bar.setValue(value)
        transcript._sync()
        (copy,) = card.copy_buttons()
        met |= strip.y() <= copy.bottom() and copy.top() <= strip.geometry().bottom()
        assert not strip.geometry().intersects(copy), value
    assert met, "they come to the same height"


def test_the_list_of_a_choice_has_round_corners_and_no_bars(qtbot, qapp):
    theme.apply(qapp, LIGHT)
    choice = DropDown()
    qtbot.addWidget(choice)
    choice.addItems([f"Choice {number}" for number in range(6)])
    choice.show()
    QTest.keyClick(choice, Qt.Key.Key_Return)  # as every other control is used
    around = choice.view().window()
    assert around.isVisible()
    assert not around.mask().contains(around.rect().topLeft()), "the corner is not part of it"
    assert around.mask().contains(around.rect().center())
    bars = [each for each in around.findChildren(QWidget) if "Scroller" in each.metaObject().className()]
    assert not [each for each in bars if each.isVisible()]
    choice.hidePopup()
