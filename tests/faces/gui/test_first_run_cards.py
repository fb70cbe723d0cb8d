"""The three ways on of a first start."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from disputatio.faces.gui.screens.start.first_run import FirstRun


def test_the_cards_are_as_high_as_they_need_to_be(qtbot):
    room, ways = QWidget(), FirstRun()
    qtbot.addWidget(room)
    column = QVBoxLayout(room)
    column.addWidget(ways)
    column.addStretch()
    room.resize(720, 900)
    room.show()
    qtbot.waitExposed(room)
    needed = ways.layout().heightForWidth(ways.width())
    assert 0 < ways.height() <= needed
