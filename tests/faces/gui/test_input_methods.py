"""Writing with an input method: what is composed is nobody's yet, and the Enter that ends it sends nothing."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QVBoxLayout

from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.plain_text import PlainEdit


def compose(widget, preedit="", commit=""):
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(widget, event)


@pytest.fixture
def dialog(qtbot):
    made = QDialog()
    field, go = LineField(), QPushButton("Go")
    go.setDefault(True)
    column = QVBoxLayout(made)
    column.addWidget(field)
    column.addWidget(go)
    go.clicked.connect(made.accept)
    qtbot.addWidget(made)
    made.show()
    field.setFocus()
    made.field = field
    return made


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_neither_searches_nor_closes_a_dialog_while_words_are_composed(dialog, qtbot, key):
    sent = []
    dialog.field.returnPressed.connect(lambda: sent.append(dialog.field.text()))
    compose(dialog.field, "にほ")
    qtbot.keyClick(dialog.field, key)
    assert sent == []
    assert dialog.isVisible()
    compose(dialog.field, commit="日本")
    assert dialog.field.text() == "日本"
    qtbot.keyClick(dialog.field, key)
    assert sent == ["日本"]
    assert not dialog.isVisible()


def test_a_composition_that_is_given_up_leaves_enter_to_the_field(dialog, qtbot):
    sent = []
    dialog.field.returnPressed.connect(lambda: sent.append(dialog.field.text()))
    dialog.field.setText("x")
    compose(dialog.field, "ni")
    compose(dialog.field)
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert sent == ["x"]


def test_escape_gives_up_a_word_and_closes_nothing(dialog, qtbot):
    compose(dialog.field, "にほ")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    compose(dialog.field)
    qtbot.keyClick(dialog.field, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_longer_text_is_composed_without_its_hint_below_and_without_stopping_anything(dialog, qtbot):
    text = PlainEdit()
    text.setPlaceholderText("Interject…")
    dialog.layout().addWidget(text)
    text.show()
    text.setFocus()
    compose(text, "مرحبا")
    assert text.placeholderText() == ""
    text.setPlaceholderText("Say more…")
    assert text.placeholderText() == "", "also where it becomes another one meanwhile"
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        qtbot.keyClick(text, key)
    assert (dialog.isVisible(), text.toPlainText()) == (True, "")
    compose(text)
    assert text.placeholderText() == "Say more…"
    qtbot.keyClick(text, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
