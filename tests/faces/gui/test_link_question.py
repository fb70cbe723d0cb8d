import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from disputatio.faces.gui.transcript.message_body import LinkQuestion


class Browser(QObject):
    """Stands where the desktop's browser would be."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def open(self, address: QUrl) -> None:
        self.opened.append(address.toString())


@pytest.fixture
def browser():
    made = Browser()
    QDesktopServices.setUrlHandler("https", made, "open")
    yield made
    QDesktopServices.unsetUrlHandler("https")


@pytest.fixture
def question(qtbot):
    owner = QWidget()
    qtbot.addWidget(owner)
    made = LinkQuestion("https://example.org/a?b=c", owner)
    made.open()
    yield made
    owner.close()


def press(question: LinkQuestion, words: str) -> None:
    next(button for button in question.buttons() if words in button.text()).click()


def test_the_whole_address_is_shown_and_staying_is_the_default(question, browser):
    assert question.informativeText() == "https://example.org/a?b=c"
    assert "example.org" in question.text()
    assert question.defaultButton() is question.button(QMessageBox.StandardButton.Cancel)
    question.button(QMessageBox.StandardButton.Cancel).click()
    assert browser.opened == []


def test_it_opens_when_a_person_says_so(question, browser):
    press(question, "Open")
    assert browser.opened == ["https://example.org/a?b=c"]


def test_the_address_can_be_copied_instead(question, browser):
    press(question, "Copy")
    assert QGuiApplication.clipboard().text() == "https://example.org/a?b=c"
    assert browser.opened == []


@pytest.mark.parametrize("address", ["file:///etc/passwd", "javascript:alert(1)", "x"])
def test_other_addresses_are_refused(qtbot, address):
    owner = QWidget()
    qtbot.addWidget(owner)
    with pytest.raises(ValueError, match="neither"):
        LinkQuestion(address, owner)
