"""What has the focus, and what is disabled, is seen: in both themes."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QCheckBox,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QSpinBox,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import DARK, GRAPHICS, LIGHT, ratio
from disputatio.faces.gui.kit.composer import Composer
from disputatio.faces.gui.kit.inputs import DropDown


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
@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, DropDown, lambda: Composer("Say")])
def test_the_border_of_a_field_is_seen_and_is_twice_as_wide_with_the_focus(qapp, qtbot, look, kind):
    """WCAG 1.4.11: what shows where a field is has a contrast of 3 to 1 with what it stands on."""
    theme.apply(qapp, look)
    room = QWidget()
    qtbot.addWidget(room)
    field, other = kind(), QLineEdit()
    column = QVBoxLayout(room)
    column.addWidget(other)
    column.addWidget(field)
    room.show()
    room.activateWindow()
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    before, inside = edge_of(field), field.contentsRect()
    assert ratio(before[0], look.surface) >= GRAPHICS
    assert ratio(before[0], look.window) >= GRAPHICS
    assert before[1] != before[0]
    (field.findChild(QPlainTextEdit) or field).setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: edge_of(field)[0] != before[0])
    assert edge_of(field) == [look.accent, look.accent]
    assert field.contentsRect() == inside, "nothing in it moves"
    theme.apply(qapp, LIGHT)


def edge_of(field):
    """The colours of the two outermost pixels at the left of a field, half way down."""
    image = field.grab().toImage()
    return [image.pixelColor(x, image.height() // 2).name().upper() for x in (0, 1)]


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
