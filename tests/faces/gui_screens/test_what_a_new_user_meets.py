"""What somebody meets in the first quarter of an hour, with the pointer in the hand: no frame around whole pages, no
notice over what is read, and a box that says why nothing can be said in it."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.faces.gui_screens.test_by_keyboard import active
from tests.faces.gui_screens.test_charts import example

from disputatio.app.actions.debates import EXTEND
from disputatio.debate.views.gate_view import GateView
from disputatio.faces.gui.debate.gate_card import gate_question
from disputatio.faces.gui.window_actions import ShowView

LEFT = Qt.MouseButton.LeftButton


def press(gui, widget):
    """Press and let go where a person would, through the window's system, which tells the pointer from the keys."""
    QTest.mouseClick(gui.window.windowHandle(), LEFT, pos=widget.mapTo(gui.window, widget.rect().center()))


async def test_who_points_sees_no_frame_around_what_gets_the_keyboard_and_who_types_does(loop, opened):
    async with opened() as gui:
        await active(gui)
        charts = await example(gui, "fourteen-repositories")
        ring = gui.window.ring
        press(gui, gui.window.sidebar)
        gui.pane.carry_out(ShowView(view="result"))
        gui.pane.carry_out(ShowView(view="charts"))
        await gui.until(lambda: QApplication.focusWidget() is charts.page)
        assert ring.widget() is None
        QTest.keyClick(gui.window.windowHandle(), Qt.Key.Key_Shift)
        assert ring.widget() is None, "that goes nowhere"
        QTest.keyClick(gui.window.windowHandle(), Qt.Key.Key_Down)
        await gui.until(lambda: ring.widget() is not None)


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
        await gui.rehearse("Is it so?")
        await gui.until(lambda: gui.debate.over)
        box = gui.pane.speaking.composer
        await gui.until(lambda: box.text.placeholderText().startswith("This debate is over"))
        box.set_draft("But wait.")
        assert not box.button.isEnabled()
        gui.pane.act(EXTEND)
        await gui.until(lambda: not gui.debate.over)
        await gui.until(lambda: box.text.placeholderText().startswith("Interject"))
        assert box.button.isEnabled()
        await gui.rested()


def facts(*models, cost=None):
    return dict(gate_question(GateView(path="g", phase="round 2", why="", models=models, cost=cost), []).facts)


def test_the_gate_of_a_rehearsal_costs_nothing_and_names_no_internal_models():
    found = facts("rehearsal:live", "rehearsal:quick")
    assert found["Asks"] == "Rehearsal"
    assert found["Cost"] == "Nothing: no AI model is asked."
    mixed = facts("rehearsal:live", "openai:gpt-5.2")
    assert mixed["Asks"] == "Rehearsal, gpt-5.2"
    assert mixed["Cost"] == "Nobody knows beforehand what it costs."
