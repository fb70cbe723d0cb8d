"""What exactly was sent to the model of a turn, from the menu of its message: request by request."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from disputatio.app.actions.debates import STOP_NOW
from disputatio.app.debates.requests import sent_requests
from disputatio.app.starting.configuration import ContextChoice
from disputatio.faces.gui.debate.sent_dialog import SentDialog
from disputatio.faces.gui.transcript import items_from_entries
from disputatio.faces.gui.transcript.message_items import ActOn, MessageAction
from disputatio.testing.repositories import commit


@pytest.fixture
def shop(tmp_path):
    folder = tmp_path / "shop"
    commit(folder, {"orders.py": "def retry(order):\n    return order\n"})
    return folder


def dialogs():
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, SentDialog) and each.isVisible()]


async def rehearsed(gui, shop):
    await gui.until(lambda: gui.start.preparing.prepared is not None)
    gui.start.rehearse()
    gui.start.begin(ContextChoice(kind="repository", ref=str(shop)))
    await gui.until(lambda: gui.start.preparing.prepared.opening.context.kind == "repository")
    gui.start.composer.set_draft("Is the retry of orders sound?")
    gui.start.composer.submit()
    await gui.until(lambda: gui.window.debates.pane() is not None)
    turns = gui.pane.live.transcript.turns
    await gui.until(lambda: any(turn.tools and turn.status == "done" for turn in turns.values()))
    return next(turn for turn in turns.values() if turn.tools and turn.status == "done")


async def test_each_request_of_a_turn_that_looked_something_up_is_read_whole(loop, opened, shop):
    async with opened() as gui:
        turn = await rehearsed(gui, shop)
        assert MessageAction.SHOW_SENT in items_from_entries.message(turn, gui.debate.seats).offers
        gui.pane.transcript.carry_out(ActOn(key=turn.path, action=MessageAction.SHOW_SENT))
        await gui.until(lambda: bool(dialogs()))
        (dialog,) = dialogs()
        await gui.until(lambda: "──── system ────" in dialog.text.toPlainText())
        assert [row.title for row in dialog.list.rows()] == ["The turn begins", "With look-up results"]
        assert "Is the retry of orders sound?" in dialog.text.toPlainText()
        assert "may call read_file" in dialog.line.text()
        assert "result of" not in dialog.text.toPlainText()
        dialog.list.setCurrentRow(1)
        await gui.until(lambda: "──── result of " in dialog.text.toPlainText())
        assert "assistant calls" in dialog.text.toPlainText()
        dialog.accept()
        gui.pane.act(STOP_NOW)


async def test_what_is_not_kept_is_said(loop, opened, shop):
    async with opened() as gui:
        turn = await rehearsed(gui, shop)
        requests = sent_requests(gui.pane.live.history, turn.path)
        lost = SentDialog(gui.app, gui.window.bridge, [replace(requests[0], hash="0" * 64)], "Analyst")
        await gui.until(lambda: "not stored in full" in lost.line.text())
        none = SentDialog(gui.app, gui.window.bridge, [], "Analyst")
        assert "No request is stored for this turn" in none.text.placeholderText()
        for dialog in (lost, none):
            dialog.deleteLater()
        gui.pane.act(STOP_NOW)
