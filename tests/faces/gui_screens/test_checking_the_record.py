"""The record of a debate is checked from its menu: what the terminal says of it, and tables made anew."""

from tests.faces.gui_screens.test_main_job import QUESTION, finished

from disputatio.app.actions.debates import CHECK_RECORD
from disputatio.app.audit import INTACT, audit
from disputatio.faces.gui.kit.question import Confirm
from disputatio.storage.sqlite import raw

SAME = "This debate's tables were rebuilt from its log."


def question_of(gui):
    return next((each for each in gui.window.findChildren(Confirm) if each.isVisible()), None)


async def change(gui, sql):
    await gui.app.database.write(lambda connection: raw(connection).execute(sql) and None)


async def test_an_intact_one_is_said_so_and_tables_that_differ_are_made_anew(loop, opened, read):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await finished(gui)
        told = []
        gui.window.errands.said.connect(lambda words, undo: told.append(words))
        gui.pane.act(CHECK_RECORD)
        await gui.until(lambda: bool(told))
        assert told == [INTACT]
        await change(gui, "UPDATE debate_turns SET content = 'I agree.'")
        gui.pane.act(CHECK_RECORD)
        await gui.until(lambda: question_of(gui) is not None)
        dialog = question_of(gui)
        assert "debate_turns differs from the log" in read(dialog)
        dialog.go.click()
        await gui.until(lambda: told[-1] == SAME)
        assert (await audit(gui.app, gui.pane.live.id)).intact


async def test_a_log_that_was_changed_is_said_and_nothing_is_made_of_it(loop, opened, read):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await finished(gui)
        await change(gui, "UPDATE events SET body = replace(body, 'the', 'no') WHERE seq = 1")
        gui.pane.act(CHECK_RECORD)
        await gui.until(lambda: question_of(gui) is not None)
        dialog = question_of(gui)
        assert "was changed after it was recorded" in read(dialog)
        assert not dialog.go.isVisible()
        dialog.stay.click()
        await gui.until(lambda: question_of(gui) is None)
