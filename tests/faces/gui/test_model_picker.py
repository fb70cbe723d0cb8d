"""The list of models: headings that cannot be chosen, names, and prices apart from them."""

import pytest
from PySide6.QtCore import QObject, Qt, Signal

from disputatio.engine.ports import ModelInfo
from disputatio.faces.gui.kit.lists import HINT
from disputatio.faces.gui.start.model_picker import ModelPicker


class Shelf(QObject):
    """What providers have told of their models."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.found = {
            "openai": [ModelInfo(provider="openai", name="gpt", prompt_price=250_000, completion_price=2_000_000)]
        }
        self.recent: list[str] = []
        self.asking: list[str] = []
        self.faults: dict[str, str] = {}

    def title(self, name: str) -> str:
        return name.title()

    def refresh(self) -> None:
        """Nothing is asked."""

    def note_use(self, model: str) -> None:
        self.recent.append(model)


@pytest.fixture
def picker(qtbot):
    shown = ModelPicker(Shelf(), "", human=True)  # type: ignore[arg-type]
    qtbot.addWidget(shown)
    return shown


def rows(picker):
    return [picker.list.item(number) for number in range(picker.list.count())]


def test_a_row_is_a_name_with_its_price_at_the_end(picker):
    found = {row.text(): row for row in rows(picker)}
    assert found["gpt"].data(HINT) == "$0.25 / $2.00 per million tokens"
    assert found["gpt"].data(Qt.ItemDataRole.AccessibleTextRole) == "gpt, $0.25 / $2.00 per million tokens"
    assert not found["Openai"].flags() & Qt.ItemFlag.ItemIsEnabled, "a heading"


def test_what_is_chosen_is_not_said_to_have_been_used(qtbot):
    shelf = Shelf()
    shelf.recent = ["openai:gpt", "openai:gpt-mini"]
    shown = ModelPicker(shelf, "openai:gpt")  # type: ignore[arg-type]
    qtbot.addWidget(shown)
    assert [row.text() for row in rows(shown)][:4] == ["Chosen now", "gpt", "Recently used", "gpt-mini"]


def test_the_arrows_pass_over_headings_and_enter_takes_the_row(picker, qtbot):
    assert picker.list.currentItem().text() == "gpt", "to sit there oneself is chosen on purpose"
    qtbot.keyClick(picker.field, Qt.Key.Key_Up)
    assert picker.list.currentItem().text() == "You: take this seat yourself"
    qtbot.keyClick(picker.field, Qt.Key.Key_Down)
    assert picker.list.currentItem().text() == "gpt"
    with qtbot.waitSignal(picker.picked) as taken:
        qtbot.keyClick(picker.field, Qt.Key.Key_Return)
    assert taken.args == ["openai:gpt"]


def test_a_heading_is_drawn_unlike_a_name(picker, qtbot):
    picker.show()
    qtbot.waitExposed(picker)
    lines = {row.text(): picker.list.visualItemRect(row) for row in rows(picker)}
    picture = picker.list.viewport().grab().toImage()

    def inks(name):
        box = lines[name]
        return {
            picture.pixelColor(x, y).name()
            for x in range(box.left(), box.left() + 60)
            for y in range(box.top(), box.bottom())
        }

    assert inks("Openai") != inks("gpt")
