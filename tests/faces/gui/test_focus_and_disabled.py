"""What has the focus, and what is disabled, is seen: in both themes."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QCheckBox, QLineEdit, QRadioButton, QVBoxLayout, QWidget

from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import DARK, LIGHT


@pytest.fixture(params=[QCheckBox, QRadioButton])
def boxes(qtbot, qapp, request):
    """A window with two boxes of one size, each for itself; the first can have the focus."""
    room = QWidget()
    qtbot.addWidget(room)
    column = QVBoxLayout(room)
    made = [request.param("In use"), request.param("In use")]
    for each in made:
        each.setAutoExclusive(False)
        column.addWidget(each)
    room.show()
    room.activateWindow()
    qtbot.waitUntil(room.isActiveWindow)
    yield made
    theme.apply(qapp, LIGHT)


@pytest.mark.parametrize("look", [LIGHT, DARK])
@pytest.mark.parametrize("checked", [False, True])
def test_a_box_with_the_focus_looks_different_and_its_words_do_not(boxes, qapp, qtbot, look, checked):
    theme.apply(qapp, look)
    first, second = boxes
    for each in boxes:
        each.setChecked(checked)
    first.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(first.hasFocus)
    one, two = first.grab().toImage(), second.grab().toImage()
    mark = 18  # pixels of the box with its border
    ring = QColor(look.text if checked else look.accent).rgb()
    assert ring in tones_of(one.copy(0, 0, mark, one.height()))
    assert ring not in tones_of(two.copy(0, 0, mark, two.height()))
    rest = one.width() - mark - 4
    assert one.copy(mark + 4, 0, rest, one.height()) == two.copy(mark + 4, 0, rest, two.height())


@pytest.mark.parametrize("look", [LIGHT, DARK])
def test_the_words_of_a_disabled_field_are_dim(qapp, qtbot, look):
    theme.apply(qapp, look)
    field = QLineEdit("gpt-5-mini")
    qtbot.addWidget(field)
    field.setEnabled(False)
    field.show()
    image = field.grab().toImage()
    assert QColor(look.text).rgb() not in tones_of(image)
    theme.apply(qapp, LIGHT)


def tones_of(image):
    return {image.pixelColor(x, y).rgb() for x in range(image.width()) for y in range(image.height())}
