"""Finding one's way: the page of all debates, the search in what was said, and the tabs beside a debate."""

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.context import Context
from disputatio.faces.gui.library.debates_page import PART
from disputatio.providers.replay import AT_ONCE

QUESTION = "Should the event log stay in SQLite?"


def page(gui):
    return gui.window.places.pages["debates"]


async def many(gui, count):
    """Debates that were opened and never begun."""
    opening = (await gui.app.prepare(DebateConfig(question=QUESTION), rehearse=True)).opening
    for number in range(count):
        about = {0: Context(kind="project", ref="p1", title="Shop"), 1: Context(kind="repository", ref="/r", title="r")}
        await gui.app.log.append(f"d{number:04}", [replace(opening, context=about.get(number, opening.context))])


async def test_every_debate_is_reached_by_scrolling_and_their_number_is_said(loop, opened):
    count = 2 * PART + 30
    async with opened() as gui:
        await many(gui, count)
        gui.window.listing.refresh()
        gui.window.sidebar.rows["debates"].click()
        await gui.until(lambda: page(gui).model.rowCount() == PART)
        assert page(gui).heading.text() == f"{count} debates"
        await gui.until(lambda: gui.window.sidebar.all.words == f"All {count} debates")
        assert gui.window.sidebar.rows["debates"].accessibleDescription() == "You are here"
        bar = page(gui).list.verticalScrollBar()

        def at_the_end():  # a list that has just grown is laid out a moment later
            bar.setValue(bar.maximum())
            return page(gui).model.rowCount()

        await gui.until(lambda: at_the_end() >= 2 * PART)
        await gui.until(lambda: at_the_end() == count)
        assert len({item.key for item in page(gui).model.items}) == count
        for choice, ref, other, id in (
            (page(gui).project, "p1", page(gui).repository, "d0000"),
            (page(gui).repository, "/r", page(gui).project, "d0001"),
        ):
            choice.setCurrentIndex(choice.findData(ref))
            await gui.until(lambda wanted=[id]: [item.key for item in page(gui).model.items] == wanted)
            assert page(gui).heading.text() == "1 debate"
            assert other.currentData() == "", "a debate is about one thing"
        page(gui).state.setCurrentIndex(page(gui).state.findData("completed"))
        await gui.until(lambda: page(gui).heading.text() == "0 debates")
        assert page(gui).empty.isVisible()


@pytest.mark.may_block("the format of the example is read again when it is played")
async def test_a_search_shows_who_says_it_where_and_leads_there(loop, opened):
    async with opened() as gui:
        id = await gui.app.play("fourteen-repositories")
        gui.app.examples.provider.set_speed(id, AT_ONCE)
        gui.window.open_debate(id, begun=True)
        await gui.until(lambda: gui.window.debates.pane() is not None)
        await gui.until(lambda: gui.debate.over)
        gui.window.sidebar.search()
        QTest.keyClicks(gui.window.sidebar.field, "average")
        QTest.keyClick(gui.window.sidebar.field, Qt.Key.Key_Return)
        await gui.until(lambda: "debates" in gui.window.places.pages and page(gui).cards)
        assert page(gui).heading.text() == "2 places in 1 debate"
        card = page(gui).cards[id]
        row = card.rows[0]
        assert (row.mention.who.name, row.mention.place) == ("Critic", "round 1")
        assert not any(mark in row.mention.snippet for mark in '{}"*')
        assert gui.window.sidebar.field.hasFocus() or not gui.window.isActiveWindow()
        QTest.mouseClick(row, Qt.MouseButton.LeftButton)
        await gui.until(lambda: gui.window.debates.current == id and gui.pane.view == "transcript")
        await gui.until(lambda: gui.pane.transcript.search.passage is not None)
        where, words = gui.pane.transcript.search.passage
        assert where == row.mention.path
        assert "average" in words


async def test_escape_leads_back_from_the_search_to_where_the_person_was(loop, opened):
    async with opened() as gui:
        await gui.rehearse(QUESTION)
        await gui.rested()
        here = gui.window.debates.current
        gui.window.sidebar.field.setText("SQLite")
        QTest.keyClick(gui.window.sidebar.field, Qt.Key.Key_Return)
        await gui.until(lambda: gui.window.places.page() == "debates" and page(gui).cards)
        QTest.keyClick(gui.window.sidebar.field, Qt.Key.Key_Escape)
        await gui.until(lambda: gui.window.debates.current == here)
        assert gui.window.sidebar.field.text() == ""


async def test_the_tabs_beside_a_debate_are_words_and_absent_where_its_format_has_nothing(loop, opened):
    async with opened() as gui:
        await gui.rehearse(QUESTION)
        await gui.rested()
        panel = gui.window.aside.panel
        gui.pane.show_view("transcript")
        shown = [panel.tabs.tabText(place) for place in range(panel.tabs.count()) if panel.tabs.isTabVisible(place)]
        assert shown == ["Agreement", "Ledger", "Sources", "Run"]
        gui.window.resize(1480, 920)
        here, there = (lambda each, y: each.mapTo(gui.window, QPoint(0, y)).y()), gui.pane.header.bar
        await gui.until(lambda: here(panel.head, panel.head.height() - 1) == here(there, 0), "their lines meet")
        panel.tabs.setCurrentIndex(1)
        assert panel.current == "ledger"
        assert not panel.parts.isVisible(), "a dual debate has no claims, rooms or reflections"
        panel.tabs.setCurrentIndex(2)
        await asyncio.sleep(0)
        parts = [button.text() for button in panel.buttons.values() if button.isVisibleTo(panel.parts)]
        assert parts == ["Evidence", "Context", "Memory"]
        panel.buttons["context"].click()
        assert panel.current == "context"


async def two_at_rest(gui):
    ids = [await gui.app.play(name) for name in ("fourteen-repositories", "artificial-turf")]
    for id in ids:
        await gui.app.sessions.rest(await gui.app.catalogue.get(id))
    return ids


@pytest.mark.may_block("a debate is opened")
async def test_a_new_debate_that_is_asked_for_while_another_one_opens_stays(loop, opened):
    async with opened() as gui:
        id, _ = await two_at_rest(gui)
        loaded = []
        gui.window.debates.loaded.connect(loaded.append)
        gui.window.debates.made.connect(gui.window.sidebar.new.click)  # while it is being opened
        gui.window.sidebar.opened.emit(id)
        await gui.until(lambda: loaded == [id])
        assert gui.window.debates.current == ""
        assert gui.window.places.stack.currentWidget() is gui.start
        gui.window.sidebar.opened.emit(id)
        await gui.until(lambda: gui.window.debates.current == id)
        assert gui.window.places.stack.currentWidget() is gui.pane


@pytest.mark.may_block("a debate is opened")
async def test_of_two_debates_the_one_that_was_clicked_last_is_shown(loop, opened):
    async with opened() as gui:
        one, two = await two_at_rest(gui)
        loaded, shown = [], []
        gui.window.debates.loaded.connect(loaded.append)
        gui.window.debates.shown.connect(shown.append)
        gui.window.sidebar.opened.emit(one)
        gui.window.sidebar.opened.emit(two)
        await gui.until(lambda: set(loaded) == {one, two})
        assert shown == [two]
        assert gui.window.debates.current == two


@pytest.mark.may_block("a debate is opened")
async def test_a_debate_asked_for_again_while_it_opens_is_shown(loop, opened):
    async with opened() as gui:
        id, _ = await two_at_rest(gui)

        def elsewhere_and_back(_):
            gui.window.sidebar.new.click()
            gui.window.sidebar.opened.emit(id)

        gui.window.debates.made.connect(elsewhere_and_back)
        gui.window.sidebar.opened.emit(id)
        await gui.until(lambda: gui.window.debates.current == id)


@pytest.mark.may_block("a debate is opened")
async def test_a_debate_that_begins_when_the_person_is_elsewhere_runs_in_the_background(loop, opened, read):
    async with opened() as gui:
        id = await gui.app.play("fourteen-repositories")
        gui.window.sidebar.rows["library"].click()
        await gui.until(lambda: gui.window.places.page() == "library")
        gui.start.started.emit(id)
        await gui.until(lambda: id in gui.window.debates.panes)
        pane = gui.window.debates.panes[id]
        await gui.until(lambda: pane.live.session.runner is not None)
        assert gui.window.places.page() == "library"
        assert "begun" in read(gui.window.toast)
