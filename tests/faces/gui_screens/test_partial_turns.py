"""A turn that was cut and is asked for again: what streams then stands alone, not behind what came before."""

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListView

from disputatio.debate.log.events import TurnDrafted
from disputatio.faces.gui.kit.lists import Role
from disputatio.faces.gui.start.first_run import Way

QUESTION = "Should the event log stay in SQLite, or move to a server of its own?"


async def cut(gui):
    """Stop in the middle of a turn. Returns its path and what had come of it."""
    await gui.until(gui.start.first_run.isVisible)
    QTest.keyClicks(gui.start.composer.text, QUESTION)
    QTest.mouseClick(gui.start.first_run.buttons[Way.REHEARSE], Qt.MouseButton.LeftButton)
    await gui.until(lambda: gui.window.debates.pane() is not None)
    await gui.until(lambda: any(len(turn.text) > 40 for turn in gui.pane.live.transcript.turns.values()))
    QTest.keyClick(gui.pane.focus(), Qt.Key.Key_Escape)
    await gui.until(lambda: gui.debate.status == "paused")
    await gui.rested()
    path = next(path for path, state in gui.pane.feed.states.items() if state == "partial")
    return path, gui.pane.transcript.text(path)


def streamed(gui, path):
    return gui.pane.transcript.text(path) if gui.pane.feed.states.get(path) == "streaming" else ""


async def begins_anew(gui, path, before):
    seen = []
    while gui.debate.status == "paused":  # what has just appeared takes no click
        QTest.mouseClick(gui.pane.header.main, Qt.MouseButton.LeftButton)
        await asyncio.sleep(0.02)
    while gui.pane.feed.states.get(path) != "done":
        if text := streamed(gui, path):
            seen.append(text)
        await asyncio.sleep(0.01)
    whole = gui.pane.live.transcript.turns[path].text
    assert seen
    assert all(text.count(before[:30]) <= 1 for text in seen), "the old partial is not in it"
    assert len(max(seen, key=len)) <= len(whole)


async def test_after_a_stop_the_new_stream_is_not_glued_to_the_old_partial(loop, opened):
    async with opened() as gui:
        path, before = await cut(gui)
        await begins_anew(gui, path, before)


async def test_after_a_restart_and_a_kill_the_new_stream_is_not_glued_to_what_was_saved(loop, opened):
    async with opened() as gui:
        path, before = await cut(gui)
        stopped = gui.pane.live.id
        events = [record.event for record in gui.pane.live.history]
        asked = next(place for place, event in enumerate(events) if getattr(event, "path", "") == path)
        saved = TurnDrafted(path=path, start=0, text=before)
        await gui.app.log.append("killed", [*events[: asked + 1], saved])
    async with opened() as gui:
        gui.window.resize(1000, 700)
        for id in (stopped, "killed"):
            await opened_from_the_sidebar(gui, id)
            await gui.rested()
            assert (gui.debate.status, gui.pane.feed.states[path]) == ("paused", "partial")
            await begins_anew(gui, path, before)
            QTest.keyClick(gui.pane.focus(), Qt.Key.Key_Escape)


async def opened_from_the_sidebar(gui, id):
    """Click the row of a debate, as soon as it is there."""

    def rows():
        for listed in gui.window.sidebar.findChildren(QListView):
            places = (listed.model().index(row, 0) for row in range(listed.model().rowCount()))
            yield from ((listed, listed.visualRect(place)) for place in places if place.data(Role.KEY) == id)

    await gui.until(lambda: any(listed.isVisible() and not box.isEmpty() for listed, box in rows()))
    listed, box = next(rows())
    QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    await gui.until(lambda: gui.window.debates.current == id)
