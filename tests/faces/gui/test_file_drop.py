"""Files that are dropped on a page, wherever on it."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from disputatio.faces.gui.kit.composer import Composer
from disputatio.faces.gui.kit.inputs import FileDrop

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
BOTH = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
FILE = Path("/somewhere/note.md")


@pytest.fixture
def room(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def page(room):
    made = QWidget(room)
    column = QVBoxLayout(made)
    for field in (QLineEdit, QTextEdit, QPlainTextEdit):
        column.addWidget(field())
    column.addWidget(Composer("Type"))
    made.taken = []
    FileDrop(made, made.taken.extend)
    made.show()
    return made


def dragged(*urls: str, text: str = "") -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl(url) for url in urls])
    if text:
        data.setText(text)
    return data


def enter(widget: QWidget, data: QMimeData) -> bool:
    event = QDragEnterEvent(QPoint(3, 3), BOTH, data, LEFT, NONE)
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def drop(widget: QWidget, data: QMimeData) -> QDropEvent:
    """As a person does it: what accepted the file when it came in gets it."""
    assert enter(widget, data)
    event = QDropEvent(QPointF(3, 3), BOTH, data, LEFT, NONE)
    event.setDropAction(Qt.DropAction.MoveAction)
    QApplication.sendEvent(widget, event)
    return event


@pytest.mark.parametrize("kind", [QLineEdit, QTextEdit, QPlainTextEdit])
def test_a_file_on_a_text_field_is_taken_and_its_address_is_not_written(page, kind):
    field = page.findChild(kind)
    under = field if kind is QLineEdit else field.viewport()
    drop(under, dragged(FILE.as_uri()))
    assert not (field.text() if kind is QLineEdit else field.toPlainText())
    assert page.taken == [FILE]


def test_words_can_still_be_dropped_on_a_field(page):
    assert enter(page.findChild(QLineEdit), dragged(text="words"))
    assert not enter(page, dragged("https://example.org/a")), "it is nothing of this computer"


def test_a_file_is_never_taken_by_a_move_which_would_let_its_owner_delete_it(page):
    event = drop(page, dragged(FILE.as_uri()))
    assert (event.isAccepted(), event.dropAction()) == (True, Qt.DropAction.CopyAction)


def test_a_composer_by_itself_takes_words_and_no_files(room):
    composer = Composer("Type")
    composer.setParent(room)
    text = composer.text
    assert not enter(text.viewport(), dragged(FILE.as_uri()))
    assert enter(text.viewport(), dragged(text="words"))
