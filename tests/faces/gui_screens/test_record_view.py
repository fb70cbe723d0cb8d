"""The record of a debate as a view: its lines, filters, what was sent, run again, saved as a file."""

import asyncio
import json

from tests.faces.gui_screens.test_main_job import QUESTION, finished

from disputatio.app.audit import INTACT
from disputatio.debate.views.trail import ONE_AND_ALL, trail_of
from disputatio.faces.gui.debate.debate_actions import RECORD
from disputatio.faces.gui.debate.record_view import RecordView
from disputatio.faces.gui.kit.buttons import TextButton


async def shown(gui):
    await gui.converse(QUESTION)
    await finished(gui)
    gui.pane.act(RECORD)
    view = gui.pane.page("record")
    assert isinstance(view, RecordView)
    await gui.until(lambda: bool(view.rows))
    return view


def choose(box, words):
    box.setCurrentIndex(box.findText(words))


async def test_every_event_is_a_line_and_filters_leave_some(loop, opened, read):
    async with opened() as gui:
        view = await shown(gui)
        assert view.rows == trail_of(gui.pane.live.history)
        assert view.list.count() == len(view.rows)
        choose(view.kinds, ONE_AND_ALL["response"][1])
        assert {row.kind for row in view.listed} == {"response"}
        assert f"{len(view.listed)} lines of {len(view.rows)}" == view.count.text()
        choose(view.people, "Critic")
        assert view.listed
        assert {row.who for row in view.listed} == {"Critic"}
        view.words.setText("no such words anywhere")
        assert view.list.count() == 0
        assert view.line.text() == "No lines match."
        await gui.until(gui.pane.header.switch.buttons["record"].isVisible)
        gui.pane.show_view("transcript")
        await gui.until(lambda: not gui.pane.header.switch.buttons["record"].isVisible())


async def test_a_prompt_shows_what_was_sent_and_a_response_what_was_said(loop, opened, read):
    async with opened() as gui:
        view = await shown(gui)
        choose(view.kinds, "Prompts")
        await gui.until(lambda: QUESTION in view.text.toPlainText())
        assert "──── system ────" in view.text.toPlainText()
        choose(view.kinds, "Responses")
        row = next(row for row in view.listed if row.who == "Analyst")
        view.list.setCurrentRow(view.listed.index(row))
        assert row.text in view.text.toPlainText()
        assert f"event {row.seq} · " in view.line.text()
        assert f"checksum {row.hash[:12]}" in view.line.text()


async def test_it_is_checked_run_again_and_saved(loop, opened, tmp_path):
    async with opened() as gui:
        view = await shown(gui)
        told, errands = [], []
        view.said.connect(told.append)
        gui.window.errands.said.connect(lambda words, undo: errands.append(words))
        buttons = {button.text(): button for button in view.findChildren(TextButton)}
        buttons["Check"].click()
        await gui.until(lambda: errands == [INTACT])
        buttons["Run again"].click()
        await gui.until(lambda: bool(told))
        assert told[0].startswith("The result is the same: ")
        choose(view.kinds, "Responses")
        await view.write(tmp_path / "record.json")
        kept = json.loads(await asyncio.to_thread((tmp_path / "record.json").read_text))
        assert [line["seq"] for line in kept] == [row.seq for row in view.listed]
        assert all(line["kind"] == "response" and line["text"] and line["hash"] for line in kept)
        assert told[1] == f"{len(kept)} lines saved as record.json."


async def test_long_records_are_listed_bit_by_bit(loop, opened, monkeypatch):
    monkeypatch.setattr("disputatio.faces.gui.debate.record_view.AT_ONCE", 5)
    async with opened() as gui:
        view = await shown(gui)
        view._narrow()
        assert view.list.count() == 5
        assert view.more.text() == "Show 5 more"
        view.more.click()
        assert view.list.count() == 10
