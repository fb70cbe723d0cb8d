"""The height of a flow follows what is in it, also where it is a row of another layout."""

import pytest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from disputatio.faces.gui.kit.layouts import FlowLayout

WIDTH = 220


@pytest.fixture
def parts(qtbot):
    """A flow of three buttons, one to a line, below another widget; the widget that holds it, and the buttons."""
    holder = QWidget()
    qtbot.addWidget(holder)
    column = QVBoxLayout(holder)
    flow = FlowLayout()
    buttons = [QPushButton("a good many words") for _ in range(3)]
    for button in buttons:
        button.setFixedSize(150, 30)
        flow.addWidget(button)
    column.addLayout(flow)
    holder.resize(WIDTH, 300)
    holder.show()
    return holder, flow, buttons


def test_what_is_hidden_takes_no_line(parts):
    holder, flow, buttons = parts
    whole, least = flow.heightForWidth(WIDTH), holder.layout().heightForWidth(WIDTH)
    buttons[1].hide()
    holder.layout().activate()
    assert flow.heightForWidth(WIDTH) < whole
    assert holder.layout().heightForWidth(WIDTH) < least
    buttons[1].show()
    holder.layout().activate()
    assert (flow.heightForWidth(WIDTH), holder.layout().heightForWidth(WIDTH)) == (whole, least)


def test_smaller_widgets_share_a_line(parts):
    holder, flow, buttons = parts
    whole = flow.heightForWidth(WIDTH)
    for button in buttons:
        button.setFixedSize(60, 30)
    holder.layout().activate()
    assert flow.heightForWidth(WIDTH) < whole
    assert flow.heightForWidth(WIDTH) < flow.heightForWidth(70)


def test_another_widget_takes_another_line(parts):
    holder, flow, _ = parts
    whole = flow.heightForWidth(WIDTH)
    more = QPushButton("more")
    more.setFixedSize(150, 30)
    flow.insert(0, more)
    more.show()
    assert flow.heightForWidth(WIDTH) > whole
    flow.removeWidget(more)
    more.hide()
    holder.layout().activate()
    assert flow.heightForWidth(WIDTH) == whole


def test_margins_lie_around_all_lines(parts):
    holder, flow, buttons = parts
    whole, hint = flow.heightForWidth(WIDTH), flow.sizeHint()
    flow.setContentsMargins(3, 4, 5, 6)
    flow.invalidate()
    holder.layout().activate()
    assert flow.heightForWidth(WIDTH) == whole + 4 + 6
    assert (flow.sizeHint().width(), flow.sizeHint().height()) == (hint.width() + 3 + 5, hint.height() + 4 + 6)
    space = flow.geometry()
    assert (buttons[0].x() - space.x(), buttons[0].y() - space.y()) == (3, 4)
