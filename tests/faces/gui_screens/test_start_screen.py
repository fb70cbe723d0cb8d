"""The question box: who sits at the table, which rules hold, and a first start without a key."""

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea

from disputatio.app.actions.debates import STOP_NOW
from disputatio.app.application import Application
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.log.seats import HUMAN, Seat
from disputatio.engine.errors import StorageHeld
from disputatio.faces.gui.debate import speech
from disputatio.faces.gui.kit.focus import stops
from disputatio.faces.gui.start.first_run import Way
from disputatio.faces.gui.start.preparation import LIVE, Choices

TABLE = tuple(Seat(id="table" if n == 1 else f"table-{n}", part="table", model=f"m:{n}") for n in (1, 2, 3))


def seats_of(config: DebateConfig) -> dict[str, tuple[str, str]]:
    return {each.seat: (each.model, each.name) for each in config.seats}


def test_a_seat_that_goes_makes_the_later_ones_move_up() -> None:
    chosen = Choices(models={"table": "a:1", "table-3": "c:3"}, names={"table-2": "Ada", "table-3": "Cleo"})
    left = chosen.without_seat("table-2", TABLE)
    assert (left.models, left.names, left.seats) == (
        {"table": "a:1", "table-2": "c:3"},
        {"table-2": "Cleo"},
        {"table": 2},
    )
    assert seats_of(left.config("?")) == {"table": ("a:1", ""), "table-2": ("c:3", "Cleo")}


def test_a_seat_more_is_named_even_if_nothing_is_chosen_for_it() -> None:
    more = Choices().with_seat("table", TABLE)
    assert seats_of(more.config("?")) == {"table-4": ("", "")}
    assert seats_of(more.without_seat("table-4", (*TABLE, replace(TABLE[0], id="table-4"))).config("?")) == {
        "table-3": ("", "")
    }


def test_who_comes_to_a_rehearsal_rehearses_and_a_person_keeps_the_seat() -> None:
    seats = (TABLE[0], replace(TABLE[1], model=HUMAN))
    rehearsed = Choices().with_rehearsal(seats)
    assert rehearsed.models == {"table": LIVE, "table-2": HUMAN}
    assert rehearsed.rehearsed
    assert rehearsed.with_seat("table", seats).models["table-3"] == LIVE
    assert rehearsed.config("?").services == {"clerk": "rehearsal:quick", "synthesis": LIVE}


def test_an_empty_name_is_the_default_again() -> None:
    named = Choices().with_name("critic", "Ben")
    assert named.names == {"critic": "Ben"}
    assert named.with_name("critic", "").names == {}


async def chosen(gui, format):
    await gui.until(lambda: gui.start.preparing.prepared is not None)
    gui.start.format.choose(format)
    await gui.until(lambda: format_of(gui) == format and set(ids(gui)) <= set(gui.start.seats.rows))


def format_of(gui):
    prepared = gui.start.preparing.prepared
    return prepared.opening.format.name if prepared else ""


def ids(gui):
    return [seat.id for seat in gui.start.preparing.prepared.opening.seats]


async def test_the_keyboard_goes_through_the_seats_before_what_stands_below_them(loop, opened):
    async with opened() as gui:
        await chosen(gui, "dual")
        seats, met = gui.start.seats, list(stops(gui.start))
        assert met.index(seats.rehearse) < met.index(next(iter(seats.rows.values())).name)
        rows = [each for row in seats.rows.values() for each in (row.name, row.persona, row.model)]
        assert [each for each in met if each in rows] == [each for each in rows if each.isVisible()]


async def test_seats_come_go_and_have_names_and_the_debate_has_them(loop, opened):
    async with opened() as gui:
        await chosen(gui, "collaborative")
        gui.start.rehearse()
        for count in (3, 4):
            gui.start.seats.adders["table"].click()
            await gui.until(lambda wanted=count: len(ids(gui)) == wanted)
        row = gui.start.seats.rows["table-3"]
        row.name.setText("Cleo")
        row.name.editingFinished.emit()
        await gui.until(lambda: gui.start.preparing.prepared.opening.seats[2].name == "Cleo")
        gui.start.seats.rows["table-2"].remove.click()
        await gui.until(lambda: len(ids(gui)) == 3)
        assert [seat.name for seat in gui.start.preparing.prepared.opening.seats][1] == "Cleo"
        assert list(gui.start.seats.rows)[:3] == ["table", "table-2", "table-3"]
        gui.start.composer.set_draft("Who builds on whom?")
        gui.start.composer.submit()
        await gui.until(lambda: gui.window.debates.pane() is not None)
        seats = gui.debate.seats
        assert [seat.name for seat in seats.values()] == ["Participant 1", "Cleo", "Participant 3"]
        assert {seat.model for seat in seats.values()} == {LIVE}
        gui.pane.act(STOP_NOW)


async def test_a_format_keeps_its_least_and_its_most_seats(loop, opened):
    async with opened() as gui:
        await chosen(gui, "collaborative")
        assert not any(row.remove.isEnabled() for row in gui.start.seats.rows.values())
        for count in range(3, 13):
            gui.start.seats.adders["table"].click()
            await gui.until(lambda wanted=count: len(ids(gui)) == wanted)
        await gui.until(lambda: not gui.start.seats.adders["table"].isEnabled())
        assert "2 to 12 seats" in gui.start.seats.adders["table"].toolTip()
        await chosen(gui, "dual")
        assert gui.start.seats.adders == {}


async def test_a_person_takes_a_seat_and_is_waited_for(loop, opened):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        gui.start.rehearse()
        gui.start.seating.take(gui.start.choices.with_model("critic", HUMAN))
        await gui.until(lambda: gui.start.seats.rows["critic"].model.text() == "you")
        assert "costs nothing" in gui.start.forecast.text()
        gui.start.composer.set_draft("Am I asked?")
        gui.start.composer.submit()
        await gui.until(lambda: gui.window.debates.pane() is not None)
        await gui.until(lambda: gui.pane.live.turn_waiting() is not None)
        assert gui.pane.speaking.composer.text.placeholderText() == "Your answer as Critic…"
        form = gui.pane.speaking.form
        await gui.until(lambda: not form.isHidden())  # the points are found in a thread
        assert "Agree, Disagree and Unverifiable" in form.text()
        assert all(point.id in form.text() for point in gui.pane.live.progress.points)
        first = gui.pane.live.progress.points[0].id
        gui.pane.speaking.composer.set_draft(f"Agree\n- {first}: so it is asked\n\nDisagree\nNone")
        gui.pane.speaking.composer.submit()
        await gui.until(lambda: {point.id: point.status for point in gui.pane.live.progress.points}[first] == "agreed")


async def test_aspects_are_typed_where_a_format_goes_through_them(loop, opened):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        assert gui.start.options.aspects.isHidden()
        await chosen(gui, "dialogue")
        options = gui.start.options
        assert not options.aspects.isHidden()
        assert not options.auto.isHidden(), "a dialogue pauses after its minirounds"
        assert options.chosen_options()["aspects"] == [], "proposed by a model"
        gui.start.rehearse()
        options.aspects.setText(" cost,, safety  of data ")
        assert options.chosen_options()["minirounds"] == 3, "as the format has it"
        options.rounds.setValue(2)
        gui.start.composer.set_draft("Is it ready?")
        gui.start.composer.submit()
        await gui.until(lambda: gui.window.debates.pane() is not None)
        assert gui.debate.options["aspects"] == ["cost", "safety of data"]
        assert gui.debate.options["minirounds"] == 2
        await gui.until(lambda: gui.overview.gauge.score().rehearsed)
        gui.pane.act(STOP_NOW)


async def test_effort_is_chosen_beside_the_budget(loop, opened):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        options = gui.start.options
        assert options.chosen_options()["effort"] == "normal"
        options.effort.setCurrentIndex(options.effort.findData("thorough"))
        await gui.until(lambda: gui.start.preparing.prepared.opening.options["effort"] == "thorough")
        assert options.chosen_options()["effort"] == "thorough"


def test_how_an_assessment_is_written_is_said_with_the_points_that_are_open() -> None:
    assert speech.form("assessment", ["P1", "P4"]).endswith("Points: P1, P4.")
    assert "Points" not in speech.form("assessment", [])
    assert speech.form("analysis", ["P1"]) == ""


@pytest.mark.parametrize(("question", "starts"), [("Is it ready?", True), ("", False)])
async def test_rehearse_now_starts_a_question_that_was_typed(loop, opened, question, starts):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        gui.start.composer.set_draft(question)
        primary = [gui.start.first_run.buttons[Way.REHEARSE], gui.start.composer.button]
        assert [each.property("kind") for each in primary] == ["primary", ""], "without a key one of them works"
        gui.start.first_run.buttons[Way.REHEARSE].click()
        if starts:
            await gui.until(lambda: gui.window.debates.pane() is not None)
            assert gui.debate.question == question
            assert {seat.model for seat in gui.debate.seats.values()} == {LIVE}
            gui.pane.act(STOP_NOW)
        else:
            await gui.until(lambda: gui.start.composer.draft())
            assert gui.window.debates.pane() is None
            gui.window.resize(740, 460)
            await asyncio.sleep(0)
            bar = gui.start.findChildren(QScrollArea)[0].verticalScrollBar()
            await gui.until(lambda: bar.maximum() > 200)
            bar.setValue(bar.maximum())
            gui.window.new_debate()
            seen = gui.start.composer.text.visibleRegion().boundingRect()
            assert seen.height() == gui.start.composer.text.height(), "where one types is there again"


async def test_rules_are_switched_for_one_debate_and_their_state_is_shown(loop, opened, read):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        boxes = gui.start.rules.boxes
        assert (boxes["sealed"].isChecked(), boxes["hidden"].isChecked(), boxes["ledger"].isChecked()) == (
            False,
            True,
            True,
        )
        boxes["sealed"].click()
        boxes["hidden"].click()
        boxes["ledger"].click()
        assert gui.start.rules.chosen_options()["ledger"] == "off"
        boxes["ledger"].click()
        await gui.rehearse("Which rules hold?")
        assert [gui.debate.options[name] for name in ("sealed", "hidden", "ledger")] == [True, False, "round"]
        await gui.rested()
        shown = read(gui.overview.rules)
        assert "Sealed first answers: on, 2 written" in shown
        assert "Hidden confidence: off" in shown


async def test_why_a_debate_was_not_started_is_not_wiped_away_by_the_forecast(loop, opened, monkeypatch, read):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)

        async def full(self, prepared, agreed=()):
            raise StorageHeld("The disk is full.", "Make room.")

        monkeypatch.setattr(Application, "start", full)
        gui.start.composer.set_draft("Is it said?")
        gui.start.first_run.buttons[Way.REHEARSE].click()
        await gui.until(lambda: "The disk is full" in read(gui.start.banner))
        gui.start.preview()
        await gui.until(lambda: "costs nothing" in gui.start.forecast.text())
        assert gui.start.banner.isVisible()
        assert gui.start.composer.draft() == "Is it said?"
        gui.start.rules.boxes["hidden"].click()
        await gui.until(lambda: gui.start.banner.isHidden())


async def test_what_is_chosen_while_the_forecast_is_made_is_not_undone_by_it(loop, opened, monkeypatch):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        found, preview, may_come = [], Application.preview, asyncio.Event()

        async def late(self, config):
            found.append(await preview(self, config))
            await may_come.wait()
            return found[-1]

        monkeypatch.setattr(Application, "preview", late)
        gui.start.preview()
        await gui.until(lambda: found)
        gui.start.rules.boxes["sealed"].click()
        may_come.set()
        await gui.until(lambda: len(found) == 2)
        await gui.until(lambda: gui.start.preparing.prepared is found[1])
        assert gui.start.rules.boxes["sealed"].isChecked()
        assert found[1].opening.options["sealed"] is True


async def test_a_warning_moves_no_button_from_under_the_pointer(loop, opened):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None and gui.start.seats.isVisible())
        gui.start.banner.quiet()
        await asyncio.sleep(0.05)
        buttons = (gui.start.seats.rehearse, *gui.start.first_run.buttons.values())
        before = [button.mapTo(gui.window, QPoint(0, 0)) for button in buttons]
        gui.start.banner.say("caution", "No key for OpenAI.")
        await asyncio.sleep(0.05)
        assert gui.start.banner.isVisible()
        assert [button.mapTo(gui.window, QPoint(0, 0)) for button in buttons] == before


async def test_what_is_too_long_to_be_pasted_is_refused_in_words(loop, opened):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        QApplication.clipboard().setText("x" * 1_000_000)
        gui.start.composer.text.paste()
        assert gui.start.composer.draft() == ""
        assert any("too many for this box" in each.text() for each in gui.start.banner.findChildren(QLabel))
        assert gui.start.banner.isVisible()
