"""What is painted stands where one begins to read: at the left, or at the right."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage

from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.layouts import from_the_side
from disputatio.faces.gui.kit.lists import Row, RowList


@pytest.fixture
def from_the_right(qapp):
    before = qapp.layoutDirection()
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(before)


PART, WHOLE = QRectF(12, 3, 20, 5), QRectF(10, 0, 100, 40)


def test_a_part_keeps_its_distance_from_the_left(qapp):
    assert from_the_side(PART, WHOLE) == PART


def test_a_part_keeps_its_distance_from_the_right(from_the_right):
    found = from_the_side(PART, WHOLE)
    assert (WHOLE.right() - found.right(), found.top(), found.size()) == (2, 3, PART.size())
    assert from_the_side(found, WHOLE) == PART


def _side(picture: QImage, colour: QColor) -> str:
    """Return in which half of a picture a colour is."""
    half, found = picture.width() // 2, set()
    for x in range(picture.width()):
        for y in range(picture.height()):
            if picture.pixelColor(x, y) == colour:
                found.add("left" if x < half else "right")
    return " and ".join(sorted(found))


def _drawn(qtbot) -> str:
    view = RowList("Rows")
    qtbot.addWidget(view)
    view.resize(QSize(300, 60))
    view.show_rows([Row(key="note:1", title="A", dot="orange")])
    view.show()
    return _side(view.grab().toImage(), QColor(theme.identity("orange", theme.current()).accent))


def test_the_sign_of_a_row_stands_at_the_left(qtbot):
    assert _drawn(qtbot) == "left"


def test_the_sign_of_a_row_stands_at_the_right_where_one_begins_there(qtbot, from_the_right):
    assert _drawn(qtbot) == "right"
