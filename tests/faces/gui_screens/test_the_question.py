"""The first card of a transcript: the whole question, what the participants know besides, and where a fork is from."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from disputatio.app.actions.debates import Fork
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.transcript.head_and_foot import Parts, placed_badges
from disputatio.faces.gui.transcript.items_from_entries import QUESTION
from disputatio.faces.gui.transcript.message_card import MARGIN
from disputatio.faces.gui.window_actions import ShowDebate

LONG = "Twelve people keep one monolith for forty customers. " * 30 + "\n\nShould they offer a self-hosted edition?"


def card(gui):
    return gui.pane.transcript.live_cards()[QUESTION]


async def to_the_top(gui):
    gui.pane.show_view("transcript")
    gui.pane.transcript.go_to(QUESTION)
    await gui.until(lambda: QUESTION in gui.pane.transcript.live_cards())


@pytest.fixture
def file(tmp_path):
    made = tmp_path / "figures.md"
    made.write_text("# Revenue\n3.1 M\n", "utf-8")
    return made


@pytest.mark.may_block("whether a file that is added is one is looked at when it is")
async def test_the_whole_question_is_the_first_card_and_a_long_one_unfolds(loop, opened, file):
    async with opened() as gui:
        gui.start.context.add_files([str(file)])
        await gui.rehearse(LONG)
        await gui.rested()
        await to_the_top(gui)
        first = gui.pane.transcript.store[0]
        assert (first.key, first.state, first.text) == (QUESTION, "question", LONG)
        assert [badge.text for badge in first.badges] == ["No context", "1 file"]
        assert first.badges[1].hint == "figures.md"
        shown = card(gui)
        folded = shown.body.height()
        line = shown.body.fontMetrics().lineSpacing()
        assert folded < 12 * line < shown.body.document().size().height()
        assert shown.more.text() == "Show all"
        QTest.mouseClick(shown.more, Qt.MouseButton.LeftButton)
        await gui.until(lambda: card(gui).body.height() > 2 * folded)
        assert card(gui).body.height() >= card(gui).body.document().size().height()
        assert not card(gui).more.isVisible()


async def test_a_word_that_is_folded_away_is_found_and_shown(loop, opened):
    async with opened() as gui:
        await gui.rehearse(LONG)
        await gui.rested()
        await to_the_top(gui)
        assert card(gui).cut
        gui.pane.transcript.search.start("self-hosted edition?")
        gui.pane.transcript.search.next()
        await gui.until(lambda: not card(gui).cut)


async def test_a_short_question_has_nothing_to_unfold(loop, opened):
    async with opened() as gui:
        await gui.rehearse("Should the event log stay in SQLite?")
        await gui.rested()
        await to_the_top(gui)
        assert not card(gui).cut
        assert card(gui).more is None or not card(gui).more.isVisible()
        assert not [each for each in card(gui).findChildren(TextButton) if each.isVisible()]


async def test_a_fork_leads_back_to_the_debate_that_it_came_from(loop, opened):
    async with opened() as gui:
        await gui.rehearse("Should the event log stay in SQLite?")
        await gui.rested()
        origin = gui.window.debates.current
        await gui.window.errands.carry_out(origin, Fork())
        await gui.until(lambda: gui.window.debates.current not in ("", origin))
        await gui.until(lambda: len(gui.pane.transcript.store))
        await to_the_top(gui)
        shown = card(gui)
        badge = next(each for each in shown.item.badges if isinstance(each.opens, ShowDebate))
        assert badge.opens.id == origin
        box = shown.rect().toRectF().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        placed = placed_badges(box, Parts(item=shown.item, zoom=gui.pane.transcript.zoom()))
        where = next(room for each, room in placed if each is badge)
        QTest.mouseClick(shown, Qt.MouseButton.LeftButton, pos=QPointF(where.center()).toPoint())
        await gui.until(lambda: gui.window.debates.current == origin)
