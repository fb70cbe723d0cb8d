"""What stands below the gauge, and what a click on it opens."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

QUESTION = "Should the event log stay in SQLite?"


async def test_a_click_on_the_gauge_says_what_its_parts_mean_and_folds_it_away_again(loop, opened):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await gui.rested()
        gui.pane.show_view("transcript")
        card = gui.overview
        shown = {label.accessibleName() for label in card.layers.findChildren(QLabel)}
        assert "Contested: 1" in shown
        assert "95% interval" in card.figures.text()
        assert card.meaning.isHidden()
        QTest.mouseClick(card.gauge, Qt.MouseButton.LeftButton)
        assert not card.meaning.isHidden()
        for words in ("(50 percent, mixed", "Earned:", "Not earned:", "Assumptions", "who judged it"):
            assert words in card.meaning.text()
        QTest.keyClick(card.gauge, Qt.Key.Key_Return)
        assert card.meaning.isHidden()
