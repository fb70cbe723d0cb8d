"""A seat of another chat in the window: the request is copied from its card, and the reply is pasted below."""

from dataclasses import replace

from PySide6.QtGui import QGuiApplication

from disputatio.faces.gui.start.preparation import QUICK
from disputatio.faces.gui.transcript.message_items import ActOn, MessageAction

QUESTION = "Should the event log stay in SQLite?"
REPLY = "1. One file is easy to back up.\n2. One writer is enough for one person."


async def begin(gui) -> None:
    """A rehearsal whose analyst is asked elsewhere."""
    await gui.until(lambda: gui.start.preparing.prepared is not None)
    gui.start.rehearse()
    models = {**dict.fromkeys(gui.start.choices.models, QUICK), "analyst": "clipboard:chatgpt"}
    gui.start.seating.choices = replace(gui.start.choices, models=models, services={"clerk": QUICK, "synthesis": QUICK})
    gui.start.composer.set_draft(QUESTION)
    gui.start.composer.submit()
    await gui.until(lambda: gui.window.debates.pane() is not None)
    await gui.until(lambda: gui.pane.live.turn_waiting() is not None)


def waiting_card(gui):
    turn = gui.pane.live.turn_waiting()
    assert turn is not None
    return shown(gui, turn.path)


def shown(gui, path):
    """The card of a turn."""
    store = gui.pane.transcript.store
    return store[store.row_of(path)]


async def test_the_request_is_copied_and_the_reply_goes_on(loop, opened):
    async with opened() as gui:
        await begin(gui)
        card = waiting_card(gui)
        assert card.state == "waiting"
        assert card.remedies == (MessageAction.COPY_REQUEST, MessageAction.CHANGE_MODEL, MessageAction.SKIP)
        assert "Copy the request into chatgpt" in card.notice
        box = gui.pane.speaking.composer
        assert box.button.accessibleName() == "Use this reply"
        assert "Paste the reply of chatgpt as Analyst" in box.text.placeholderText()
        QGuiApplication.clipboard().clear()
        gui.pane.transcript.action.emit(ActOn(key=card.key, action=MessageAction.COPY_REQUEST))
        await gui.until(lambda: QUESTION in QGuiApplication.clipboard().text())
        assert "# What is asked of you now" in QGuiApplication.clipboard().text()
        box.set_draft(REPLY)
        box.submit()
        turn = gui.pane.live.transcript.turns[card.key]
        await gui.until(lambda: turn.status == "done")
        assert turn.text == REPLY
        assert (turn.by, turn.model) == ("model", "clipboard:chatgpt")
        await gui.until(lambda: "not paid here" in shown(gui, turn.path).footer)
        await gui.until(lambda: box.draft() == "")


async def test_the_same_request_waits_after_a_restart_and_can_be_skipped(loop, opened):
    async with opened() as gui:
        await begin(gui)
        id, key = gui.pane.live.id, waiting_card(gui).key
        before = await gui.pane.live.session.request(key)
    async with opened() as gui:
        gui.window.open_debate(id)
        await gui.until(lambda: gui.window.debates.pane() is not None)
        await gui.until(lambda: gui.pane.live.turn_waiting() is not None)
        assert waiting_card(gui).key == key
        assert await gui.pane.live.session.request(key) == before
        gui.pane.transcript.action.emit(ActOn(key=key, action=MessageAction.SKIP))
        await gui.until(lambda: gui.pane.live.transcript.turns[key].status == "absent")
