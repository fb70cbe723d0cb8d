"""Whom seats play is chosen on the start screen: a combo for each seat, and the debate keeps it."""

from __future__ import annotations

from dataclasses import replace

from disputatio.app.actions.debates import STOP_NOW
from disputatio.debate.log.seats import Seat
from disputatio.faces.gui.start.persona_choice import NOBODY
from disputatio.faces.gui.start.preparation import Choices
from disputatio.library.persona import Persona

SEATS = [Seat(id=id, part="table") for id in ("table", "table-2", "table-3")]


def test_whom_seats_play_is_part_of_what_was_chosen() -> None:
    chosen = Choices(format="socratic").with_persona("table", "a1").with_persona("table-2", "example/newcomer")
    assert [(each.seat, each.persona) for each in chosen.config("?").seats] == [
        ("table", "a1"),
        ("table-2", "example/newcomer"),
    ]
    assert chosen.with_persona("table", "").personas == {"table-2": "example/newcomer"}


def test_who_sits_behind_a_seat_that_goes_moves_up_with_their_persona() -> None:
    chosen = replace(Choices(format="socratic"), seats={"table": 3}).with_persona("table-3", "a1")
    assert chosen.without_seat("table-2", SEATS).personas == {"table-2": "a1"}
    assert chosen.without_seat("table-3", SEATS).personas == {}


async def test_a_seat_is_given_a_persona_in_the_window_and_is_called_as_it(loop, opened):
    async with opened() as gui:
        start = gui.start
        await gui.until(lambda: "analyst" in start.seats.rows and start.seats.rows["analyst"].persona.count() > 6)
        combo = start.seats.rows["analyst"].persona
        assert combo.accessibleName() == "Persona of Analyst"
        newcomer = combo.findText("Newcomer to the code")
        combo.setCurrentIndex(newcomer)
        combo.activated.emit(newcomer)
        await gui.until(lambda: start.seats.rows["analyst"].name.text() == "Newcomer to the code")
        start.rehearse()
        start.composer.set_draft("Should the event log stay in SQLite?")
        start.composer.submit()
        await gui.until(lambda: gui.window.debates.pane() is not None)
        await gui.until(lambda: gui.pane.live.transcript.turns)
        gui.pane.act(STOP_NOW)
        await gui.rested()
        assert gui.debate.personas["analyst"].name == "Newcomer to the code"
        assert "critic" not in gui.debate.personas
        authors = {turn.name for turn in gui.pane.live.transcript.turns.values()}
        assert "Newcomer to the code" in authors, "the transcript shows who spoke"


async def test_a_persona_that_was_deleted_is_played_no_longer(loop, opened):
    async with opened() as gui:
        personas = gui.window.app.personas
        ada = await personas.save(Persona(name="Ada"))
        await gui.start.offer_personas()
        await gui.until(lambda: "critic" in gui.start.seats.rows)
        combo = gui.start.seats.rows["critic"].persona
        await gui.until(lambda: combo.findText("Ada") > 0)
        combo.activated.emit(combo.findText("Ada"))
        await gui.until(lambda: gui.start.choices.personas == {"critic": ada.id})
        gui.window.places.show_page("personas")
        await personas.delete(ada)
        gui.window.new_debate()
        await gui.until(lambda: gui.start.choices.personas == {})
        await gui.until(lambda: combo.findText("Ada") < 0)
        assert combo.currentText() == NOBODY
