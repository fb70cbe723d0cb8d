"""Controls that stay put: Pause and Stop in their places, what continuing costs, and nothing that is paid unasked."""

import asyncio

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from tests.faces.conftest import question

from disputatio.app.actions.debates import CONTINUE, PAUSE, STOP_NOW, Fork
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.log.events import TurnAsked
from disputatio.faces.gui.debate import header as controls
from disputatio.testing.scripted import Hold

QUESTION = "Should the event log stay in SQLite?"


def place(gui, widget):
    return widget.mapTo(gui.pane.header, QPoint(widget.width(), 0)).x()


async def test_pause_and_stop_keep_their_places_and_continue_takes_no_click_meant_for_pause(loop, opened):
    async with opened() as gui:
        gui.window.resize(1480, 920)
        held = Hold(asyncio.Event())
        await gui.converse(QUESTION, held)
        header = gui.pane.header
        pause, stop = header.buttons[PAUSE.id], header.buttons[STOP_NOW.id]
        await gui.until(lambda: pause.isVisible() and stop.isVisible())
        assert (pause.text(), stop.text(), pause.width(), stop.width()) == ("Pause", "Stop", 92, 92)
        places = place(gui, pause), place(gui, stop)
        held.event.set()
        await gui.rested()
        assert header.main.isVisible()
        assert not stop.isVisible()
        # What goes on stands where Pause was, once the header is laid out.
        await gui.until(lambda: place(gui, header.main) == places[0])
        assert header.main.geometry().right() < stop.parentWidget().x()
        QTest.mouseClick(header.main, Qt.MouseButton.LeftButton)
        await asyncio.sleep(0.05)
        assert gui.debate.status == "paused", "that click was meant for Pause"
        header._since -= controls.ARMING
        before = len(gui.pane.live.history)
        QTest.mouseClick(header.main, Qt.MouseButton.LeftButton)
        await gui.until(lambda: len(gui.pane.live.history) > before)
        await gui.rested()


async def test_how_it_stands_is_said_once(loop, opened, read):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await gui.rested()
        for _ in range(3):
            if gui.debate.over:
                break
            rounds = len(gui.pane.live.history)
            gui.pane.act(CONTINUE)
            await gui.until(lambda rounds=rounds: len(gui.pane.live.history) > rounds)
            await gui.rested()
        gui.pane.show_view("transcript")
        said = gui.pane.header.status.text()
        assert said == "Consensus: all 2 assessed points are agreed"
        assert said not in read(gui.pane.banner)
        assert said not in [item.text for item in gui.pane.transcript.store]


async def test_why_it_rested_is_history_once_something_follows(loop, opened):
    async with opened() as gui:
        held = Hold(asyncio.Event())
        await gui.converse(QUESTION, held)
        await gui.until(lambda: gui.pane.header.buttons[PAUSE.id].isVisible())
        gui.pane.act(PAUSE)
        held.event.set()
        await gui.rested()
        assert (gui.debate.status, gui.pane.header.status.text()) == ("paused", "Paused by you")
        assert "Paused by you" not in [item.text for item in gui.pane.transcript.store]
        gui.pane.act(CONTINUE)
        await gui.until(lambda: [item.text for item in gui.pane.transcript.store].count("Paused by you") == 1)
        await gui.rested()


async def test_other_formats_run_on_and_the_dual_debate_rests(loop, opened):
    async with opened() as gui:
        for name, goes_on in (("dual", False), ("delphi", True), ("council", True), ("socratic", True)):
            opening = (await gui.app.preview(DebateConfig(question=QUESTION, format=name))).opening
            assert opening.options.get("auto_continue") is goes_on, name


async def test_a_fork_asks_nobody_until_it_is_continued(loop, opened):
    async with opened() as gui:
        provider = await gui.converse(QUESTION)
        await gui.rested()
        turn = next(path for path, entry in gui.pane.live.transcript.turns.items() if entry.message)
        asked, origin = len(provider.requests), gui.window.debates.current
        await gui.window.errands.carry_out(origin, Fork(turn=turn))
        await gui.until(lambda: gui.window.debates.current not in ("", origin))
        await gui.rested()
        await asyncio.sleep(0.1)
        assert len(provider.requests) == asked
        assert "nothing was asked yet" in gui.pane.header.status.text()
        gui.pane.act(CONTINUE)
        await gui.until(lambda: len(provider.requests) > asked)
        await gui.rested()


async def test_closing_asks_about_debates_that_run_and_the_next_opening_pays_nothing(loop, opened):
    async with opened() as gui:
        held, closed = Hold(asyncio.Event()), []
        provider = await gui.converse(QUESTION, held)
        await gui.until(lambda: provider.requests)
        gui.window.closing.connect(lambda: closed.append(True))
        gui.window.close()
        await gui.until(lambda: question(gui.window) is not None)
        assert not closed
        dialog = question(gui.window)
        assert dialog.windowTitle() == "1 debate is running"
        dialog.stay.click()
        await asyncio.sleep(0.05)
        assert not closed
        assert gui.debate.status == "debating"
        gui.window.close()
        await gui.until(lambda: question(gui.window) is not None)
        question(gui.window).go.click()
        await gui.until(lambda: closed)
        assert (gui.debate.status, gui.debate.why) == ("paused", "the window was closed")


async def test_a_debate_whose_process_was_killed_rests_when_it_is_opened(loop, opened):
    async with opened() as gui:
        opening = (await gui.app.prepare(DebateConfig(question=QUESTION), rehearse=True)).opening
        await gui.app.log.append("left", [opening])
        gui.window.listing.refresh()
        gui.window.open_debate("left")
        await gui.until(lambda: gui.window.debates.pane() is not None)
        await gui.rested()
        assert gui.debate.status == "paused"
        assert not any(isinstance(record.event, TurnAsked) for record in gui.pane.live.history)
        assert gui.pane.header.main.isVisible()
