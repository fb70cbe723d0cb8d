"""The instructor of the eight-phase protocol is the person at the window: one field a question."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from tests.faces.gui_screens.keyboard import focus, go, press, told, typed

from disputatio.app.debates.replies import PutQuestion
from disputatio.debate.log.seats import HUMAN
from disputatio.faces.gui.debate.question_form import FIELD, QuestionForm
from disputatio.faces.gui.start.preparation import QUICK

TASK = "Design a cache and migrate the store; secure it, and integrate both with the old protocol."


async def begin(gui) -> None:
    """A rehearsal of a complex task, with the person as the instructor."""
    await gui.until(lambda: gui.start.preparing.prepared is not None)
    gui.start.format.choose("eight-phase")
    await gui.until(lambda: "instructor" in gui.start.seats.rows)
    gui.start.rehearse()
    choices = gui.start.choices
    models = {**dict.fromkeys(choices.models, QUICK), "instructor": HUMAN}
    services = {"clerk": QUICK, "synthesis": QUICK}
    gui.start.seating.choices = replace(choices, models=models, services=services)
    gui.start.composer.set_draft(TASK)
    gui.start.composer.submit()
    await gui.until(lambda: gui.window.debates.pane() is not None)
    await gui.until(lambda: gui.pane.live.turn_waiting() is not None)


async def test_each_question_has_a_field_and_the_answers_go_on(loop, opened):
    async with opened() as gui:
        gui.window.activateWindow()
        await gui.until(gui.window.isActiveWindow)
        await begin(gui)
        form = gui.pane.speaking.questions
        await gui.until(lambda: form.isVisible())
        assert not gui.pane.speaking.composer.isVisible()
        assert "Q1" in form.fields
        assert gui.window.focusWidget() is form.fields["Q1"]
        assert not form.send.isEnabled()
        path = gui.pane.live.turn_waiting().path
        typed("It never ends.")
        assert form.send.isEnabled()
        low = form.fields["Q1"].height()
        typed(" It goes on and on." * 12)
        assert form.fields["Q1"].height() > low, "what is written is seen"
        await gui.until(lambda: not form.fields["Q1"].verticalScrollBar().isVisible())
        go(form.left)
        typed("time zones")
        assert not form.clear.isChecked(), "who names something unclear does not call all of it clear"
        go(form.clear)
        press(Qt.Key.Key_Space)
        go(form.send)
        press(Qt.Key.Key_Return)
        turn = gui.pane.live.transcript.turns[path]
        await gui.until(lambda: turn.status == "done")
        assert turn.by == "person"
        assert "It never ends." in turn.text
        assert "confidence" not in turn.data, "who calls all of it clear gives no figure"
        assert turn.data["ambiguities"] == ["time zones"]
        await gui.until(lambda: not form.isVisible())
        assert gui.pane.speaking.composer.isVisibleTo(gui.pane)
        assert gui.pane.isAncestorOf(focus()), f"{told(focus())} has the keyboard"


async def test_one_text_can_be_written_instead(loop, opened):
    async with opened() as gui:
        await begin(gui)
        form, speaking = gui.pane.speaking.questions, gui.pane.speaking
        await gui.until(lambda: form.isVisible())
        form.instead.click()
        assert not form.isVisible()
        assert gui.window.focusWidget() is speaking.composer.text
        assert "Confidence" in speaking.form.text()
        path = gui.pane.live.turn_waiting().path
        speaking.composer.set_draft("Whatever you like.\n\nConfidence: 0.95")
        speaking.composer.submit()
        await gui.until(lambda: gui.pane.live.transcript.turns[path].status == "done")
        assert gui.pane.live.transcript.turns[path].data["confidence"] == 0.95


@pytest.mark.parametrize("size", [(1480, 920), (1000, 700), (740, 460)])
async def test_the_buttons_stand_below_the_questions_however_little_room_there_is(loop, opened, size):
    async with opened() as gui:
        await begin(gui)
        form = gui.pane.speaking.questions
        await gui.until(lambda: form.isVisible())
        gui.window.resize(*size)
        if not gui.window.aside.shown:
            gui.window.aside.toggle()
        buttons = (form.send, form.instead)

        def apart():
            boxes = [each.geometry() for each in (form.area, *buttons)]
            overlap = any(one.intersects(other) for one, other in combinations(boxes, 2))
            return not overlap and all(form.rect().contains(box) for box in boxes)

        await asyncio.sleep(0.5)  # what is laid out now may be laid out anew
        await gui.until(apart)
        assert form.area.height() >= FIELD
        assert form.area.isAncestorOf(form.clear)


async def test_an_attack_is_answered_with_what_closes_it_picked(loop):
    """Nothing is declared that the person did not say: until they pick how far it is closed, it cannot be sent."""
    picks = {"kind": ("patch", "hardening"), "closes": ("yes", "in part", "no")}
    form, sent = QuestionForm(), []
    form.replied.connect(sent.append)
    form.ask("Blue defender", [PutQuestion(id=id, text="It leaks.", about="high", picks=picks) for id in ("A1", "A2")])
    form.show()
    assert form.title.text() == "Open attacks, for you to answer as Blue defender"
    assert not form.clear.isVisible(), "nothing is to be cleared up"
    form.left.setPlainText("```diff\n-a\n+b\n```")
    assert not form.send.isEnabled(), "a change alone answers no attack"
    form.fields["A2"].setPlainText("Lock it.")
    assert form.send.toolTip() == "Pick whether your defence closes A2."
    form.picks["A2"]["closes"].setCurrentIndex(2)
    assert form.send.isEnabled()
    form.send.click()
    [given] = sent
    assert given.said["A2"] == "Lock it."
    assert given.picked["A2"] == {"kind": "", "closes": "in part"}
    assert given.left.startswith("```diff")
    form.ask("Teacher", [PutQuestion(id="Q1", text="Why?")])
    assert form.picks == {}
    assert form.clear.isVisible()
    form.deleteLater()
