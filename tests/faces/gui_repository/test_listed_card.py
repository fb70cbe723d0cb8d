"""Cards of ways on: debates, commits, discussions."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from disputatio.faces.gui.kit.lists import ListedCard, Row


@pytest.mark.parametrize(
    ("reason", "marked"),
    [(Qt.FocusReason.TabFocusReason, ""), (Qt.FocusReason.ActiveWindowFocusReason, "one")],
)
def test_no_row_stays_marked_when_the_keyboard_goes_elsewhere(qtbot, reason, marked):
    page = QWidget()
    qtbot.addWidget(page)
    card, button = ListedCard("Commits", "Newest commits", 5), QPushButton("Elsewhere")
    column = QVBoxLayout(page)
    column.addWidget(card)
    column.addWidget(button)
    card.show_rows([Row(key="one", title="First"), Row(key="two", title="Second")])
    page.show()
    page.activateWindow()
    card.list.setFocus(Qt.FocusReason.TabFocusReason)
    card.list.setCurrentRow(0)
    qtbot.waitUntil(card.list.hasFocus)
    button.setFocus(reason)
    assert card.list.key() == marked
