"""Which role a seat has is chosen on the start screen, and the debate keeps it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from disputatio.app.actions.debates import STOP_NOW
from disputatio.debate.log.seats import Seat
from disputatio.faces.gui.start.persona_choice import USUAL
from disputatio.faces.gui.start.preparation import Choices

SEATS = [Seat(id=id, part="table") for id in ("table", "table-2", "table-3")]
OWN = 'id = "dba"\ntitle = "Database reviewer"\nfocus = "You look at indexes."\ntools = []\n'


def test_roles_are_part_of_what_was_chosen_and_move_with_their_seats() -> None:
    chosen = replace(Choices(format="collaborative"), seats={"table": 3}).with_role("table-3", "dba")
    assert next((each.seat, each.role) for each in chosen.config("?").seats) == ("table-3", "dba")
    assert chosen.without_seat("table-2", SEATS).roles == {"table-2": "dba"}
    assert chosen.without_seat("table-3", SEATS).roles == {}
    assert chosen.with_role("table-3", "").roles == {}


async def test_a_seat_is_given_a_role_in_the_window_until_it_is_deleted(loop, opened):
    async with opened() as gui:
        start, app = gui.start, gui.window.app
        for name, text in (("dba", OWN), ("broken", "id = [")):
            await asyncio.to_thread((app.paths.roles / f"{name}.toml").write_text, text)
        await start.offer_roles()
        await gui.until(lambda: "critic" in start.seats.rows and start.seats.rows["critic"].role.count() > 20)
        combo = start.seats.rows["critic"].role
        assert combo.accessibleName() == "Role of Critic"
        assert combo.findText("broken") < 0
        assert combo.findText("Phase critic") > combo.findText("Built-in") > combo.findText("Database reviewer") > 0
        combo.activated.emit(combo.findText("Database reviewer"))
        await gui.until(lambda: start.seats.rows["critic"].name.text() == "Database reviewer")
        await gui.until(lambda: combo.currentText() == "Database reviewer")
        start.rehearse()
        start.composer.set_draft("Should the event log stay in SQLite?")
        start.composer.submit()
        await gui.until(lambda: gui.window.debates.pane() is not None)
        await gui.until(lambda: gui.pane.live.transcript.turns)
        gui.pane.act(STOP_NOW)
        await gui.rested()
        assert {id: role.focus for id, role in gui.debate.roles.items()} == {"critic": "You look at indexes."}
        await asyncio.to_thread(app.roles.remove, "dba")
        gui.window.new_debate()
        await gui.until(lambda: start.choices.roles == {})
        assert start.seats.rows["critic"].role.currentText() == USUAL
