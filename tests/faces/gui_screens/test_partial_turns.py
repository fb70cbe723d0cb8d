"""A turn that was cut and is asked for again: what streams then stands alone, not behind what came before."""

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from disputatio.app.actions.debates import STOP_NOW
from disputatio.debate.log.events import TurnDrafted
from disputatio.faces.gui.start.preparation import LIVE

QUESTION = "Should the event log stay in SQLite, or move to a server of its own?"


async def cut(gui):
    """Stop in the middle of a turn. Returns its path and what had come of it."""
    await gui.rehearse(QUESTION, LIVE)
    await gui.until(lambda: any(len(turn.text) > 40 for turn in gui.pane.live.transcript.turns.values()))
    gui.pane.act(STOP_NOW)
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


async def test_after_a_restart_the_new_stream_is_not_glued_to_the_old_partial(loop, opened):
    async with opened() as gui:
        path, before = await cut(gui)
        id = gui.pane.live.id
    async with opened() as gui:
        gui.window.open_debate(id)
        await gui.until(lambda: gui.window.debates.pane() is not None)
        await gui.rested()
        assert gui.pane.feed.states[path] == "partial"
        await begins_anew(gui, path, before)


async def test_after_a_kill_the_new_stream_is_not_glued_to_what_was_saved(loop, opened):
    async with opened() as gui:
        path, before = await cut(gui)
        events = [record.event for record in gui.pane.live.history]
        asked = next(place for place, event in enumerate(events) if getattr(event, "path", "") == path)
        saved = TurnDrafted(path=path, start=0, text=before)
        await gui.app.log.append("killed", [*events[: asked + 1], saved])
        gui.window.open_debate("killed")
        await gui.until(lambda: gui.window.debates.current == "killed")
        await gui.rested()
        assert gui.debate.status == "paused"
        await begins_anew(gui, path, before)
