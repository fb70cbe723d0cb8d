"""The style sheet reaches the widgets wherever the program is installed (an unexpected word of Qt's fails a test)."""

import shutil

import pytest
from PySide6.QtCore import QDir
from PySide6.QtWidgets import QCheckBox, QStyle, QStyleOptionButton, QStyleOptionFrame, QWidget

from disputatio.app import paths
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import DARK, LIGHT
from disputatio.faces.gui.kit.inputs import DropDown, LineField


@pytest.mark.parametrize("folder", ["plain", "mein Ordner (2) – 'ü' [x]", 'a;b "c" #d%20 e'])
@pytest.mark.parametrize("look", [LIGHT, DARK])
def test_the_tick_is_drawn_from_a_folder_of_any_name(qtbot, tmp_path, monkeypatch, folder, look):
    away = tmp_path / folder
    shutil.copytree(paths.root() / "icons" / "chrome", away / "icons" / "chrome")
    monkeypatch.setattr(theme, "resource", lambda *parts: away.joinpath(*parts))
    box = QCheckBox("Rule")
    qtbot.addWidget(box)
    box.setStyleSheet(theme.style_sheet(look))
    box.setChecked(True)
    box.resize(box.sizeHint())
    shown = box.grab().toImage()

    QDir.setSearchPaths("chrome", [str(tmp_path / "nowhere")])
    box.setStyleSheet(theme.style_sheet(look) + "QCheckBox::indicator:checked { image: none; }")
    assert shown != box.grab().toImage(), "the tick is missing"
    colours = {shown.pixelColor(x, y).name() for x in range(24) for y in range(shown.height())}
    assert look.fill.lower() in colours, "the box of the tick has the colour of the sheet"


def test_what_is_typed_into_a_list_of_choices_has_its_whole_height(qtbot):
    combo, line = DropDown(), LineField()
    qtbot.addWidget(combo)
    combo.setLineEdit(line)
    combo.setStyleSheet(theme.style_sheet(LIGHT))
    combo.show()
    option = QStyleOptionFrame()
    line.initStyleOption(option)
    inside = line.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, line)
    assert inside.height() >= line.fontMetrics().height(), "else only a part of each letter is seen"


def test_a_box_is_as_wide_with_the_keyboard_on_it(qtbot):
    """Else its words move when somebody clicks it."""
    room = QWidget()
    qtbot.addWidget(room)
    room.setStyleSheet(theme.style_sheet(LIGHT))
    box = QCheckBox("Rule", room)
    room.show()

    def words():
        option = QStyleOptionButton()
        box.initStyleOption(option)
        return box.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, box).left()

    before = words()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    assert words() == before
