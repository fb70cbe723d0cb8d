"""What somebody meets in the first quarter of an hour, with the pointer in the hand: no notice over
what is read, and a box that says why nothing can be said in it."""

import asyncio

from PySide6.QtCore import QPoint, QRect
from tests.faces.gui_screens.test_by_keyboard import active
from tests.faces.gui_screens.test_charts import example

from disputatio.app.actions.debates import CONTINUE, EXTEND
from disputatio.debate.views.gate_view import GateView
from disputatio.faces.gui.debate.gate_questions import gate_question
from disputatio.faces.gui.window_actions import ShowView
from disputatio.testing.scripted import Hold


async def test_a_notice_on_the_result_leaves_title_and_views_free(loop, opened):
    async with opened() as gui:
        await active(gui)
        await example(gui, "fourteen-repositories")
        gui.pane.carry_out(ShowView(view="result"))
        await gui.until(lambda: gui.pane.page("result").bar.isVisible())
        toast = gui.window.toast
        toast.say("Exported.")
        for widget in (gui.pane.header, gui.pane.page("result").bar):
            taken = QRect(widget.mapTo(gui.window, QPoint()), widget.size())
            assert not taken.intersects(toast.geometry())


async def test_the_box_of_a_debate_that_is_over_says_why_nothing_can_be_said(loop, opened):
    async with opened() as gui:
        provider = await gui.converse("Is it so?")
        await gui.rested()
        gui.pane.act(CONTINUE)
        await gui.until(lambda: gui.debate.over)
        await gui.rested()
        box = gui.pane.speaking.composer
        await gui.until(lambda: box.text.placeholderText().startswith("It is over. Extend"))
        box.set_draft("But wait.")
        assert not box.button.isEnabled()
        held, said = Hold(asyncio.Event()), provider.script
        provider.script = lambda request: [held, said(request)]
        gui.pane.act(EXTEND)
        await gui.until(lambda: box.text.placeholderText().startswith("Interject"))
        assert box.button.isEnabled()
        held.event.set()
        await gui.rested()


def facts(*models, cost=None):
    return dict(gate_question(GateView(path="g", phase="round 2", why="", models=models, cost=cost), []).facts)


def test_the_gate_of_a_rehearsal_costs_nothing_and_names_no_internal_models():
    found = facts("rehearsal:live", "rehearsal:quick")
    assert found["Asks"] == "Rehearsal"
    assert found["Cost"] == "Nothing: no AI model is asked."
    mixed = facts("rehearsal:live", "openai:gpt-5.2")
    assert mixed["Asks"] == "Rehearsal, gpt-5.2"
    assert mixed["Cost"] == "The cost cannot be known in advance."
