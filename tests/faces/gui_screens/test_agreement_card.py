"""What stands below the gauge, and what a click on it opens."""

import asyncio
import json

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from disputatio.app.debate_files import take_in
from disputatio.app.paths import resource

QUESTION = "Should the event log stay in SQLite?"


async def test_a_click_on_the_gauge_says_what_its_parts_mean_and_folds_it_away_again(loop, opened):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await gui.rested()
        gui.pane.show_view("transcript")
        card = gui.overview
        shown = {label.accessibleName() for label in card.layers.findChildren(QLabel)}
        assert "Contested: 1" in shown
        assert "on which others took a side" in card.figures.text(), "what the share is a share of"
        assert "95% interval" in card.figures.text()
        assert card.meaning.isHidden()
        QTest.mouseClick(card.gauge, Qt.MouseButton.LeftButton)
        assert not card.meaning.isHidden()
        for words in ("(50 percent, mixed", "Earned:", "Not earned:", "Assumptions", "who judged it"):
            assert words in card.meaning.text()
        QTest.keyClick(card.gauge, Qt.Key.Key_Return)
        assert card.meaning.isHidden()
        text = await asyncio.to_thread(lambda: resource("examples", "one-tired-maintainer.json").read_text("utf-8"))
        council = (await take_in(gui.app, json.dumps(json.loads(text)["debate"]))).id
        gui.window.open_debate(council)
        await gui.until(lambda: gui.window.debates.current == council and not card.tallies.isHidden())
        assert card.gauge.isHidden(), "an empty gauge beside a share that the rounds tell would deny it"
        assert "First answers, before anybody had read another" in card.tallies.text()
