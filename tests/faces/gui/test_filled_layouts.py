"""What is added to a place that is seen is laid out once, however much it is."""

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from disputatio.debate.views.participants import Participant
from disputatio.debate.views.statements import Cell, ClaimItem
from disputatio.faces.gui.board.claims import LedgerDetail
from disputatio.faces.gui.kit import layouts

LINES = 20


class Neighbour(QLabel):
    """Counts how often it is put elsewhere."""

    moves = 0

    def moveEvent(self, event):
        self.moves += 1


@pytest.fixture
def place(qtbot):
    """A column that is seen, with some lines, above a neighbour."""
    window = QWidget()
    qtbot.addWidget(window)
    whole, column, neighbour = QVBoxLayout(window), QVBoxLayout(), Neighbour("below")
    for number in range(3):
        column.addWidget(QLabel(f"before {number}"))
    whole.addLayout(column)
    whole.addWidget(neighbour)
    whole.addStretch()
    window.show()
    settle()
    neighbour.moves = 0
    yield column, neighbour  # the window lives as long
    window.close()


def settle():
    for _ in range(3):
        QCoreApplication.sendPostedEvents()
        QCoreApplication.processEvents()


def lines(column):
    return [column.itemAt(place).widget() for place in range(column.count())]


def test_many_lines_move_their_neighbours_once(place):
    column, neighbour = place
    with layouts.added(column):
        for number in range(LINES):
            column.addWidget(QLabel(f"line {number}"))
    settle()
    assert neighbour.moves == 1
    assert all(line.isVisible() for line in lines(column))
    assert neighbour.y() > lines(column)[-1].geometry().bottom()


def test_other_lines_take_the_place_of_those_before(place):
    column, neighbour = place
    with layouts.refilled(column):
        for number in range(LINES):
            column.addLayout(layouts.row(QLabel("a"), QLabel("b")))  # a row of a column is part of it
            column.addWidget(QLabel(f"line {number}"))
    settle()
    assert neighbour.moves == 1
    assert all(label.isVisible() for label in neighbour.window().findChildren(QLabel) if "before" not in label.text())
    assert "before 0" not in [line.text() for line in lines(column) if line is not None]


def test_what_was_hidden_stays_so(place):
    column, _ = place
    lines(column)[0].hide()
    kept = QLabel("on demand")
    kept.hide()
    with layouts.added(column):
        column.addWidget(kept)
        column.addWidget(QLabel("more"))
    settle()
    assert [line.isVisible() for line in lines(column)] == [False, True, True, False, True]


def test_a_place_that_is_not_seen_is_filled_all_the_same(place):
    column, neighbour = place
    neighbour.window().hide()
    with layouts.refilled(column):
        column.addWidget(QLabel("later"))
    settle()
    neighbour.window().show()
    settle()
    assert [line.isVisible() for line in lines(column)] == [True]


def test_a_claim_that_many_hold_moves_what_is_below_it_once(place):
    column, neighbour = place
    with layouts.refilled(column):
        detail = LedgerDetail()
        column.addWidget(detail)
    settle()
    neighbour.moves = 0
    people = tuple(Participant(seat=f"s{number}", name=f"Person {number}") for number in range(LINES))
    cells = tuple(Cell(hold="holds", since="round 1", path="p") for _ in people)
    detail.show_item(ClaimItem(key="P99", text="What everybody holds", cells=cells), people)
    settle()
    assert neighbour.moves < 5, "a few times for the card, not again for each of its lines"
