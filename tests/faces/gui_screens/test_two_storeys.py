"""The start screen in two storeys: question, format and price first; every option of the format one click below."""

import asyncio
import os
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from disputatio.debate.decide.options import reads
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.start.first_run import Way
from disputatio.faces.gui.start.gallery import FIRST, PAD, PICTURE, FormatFacts
from disputatio.faces.gui.start.more_options import ELSEWHERE
from disputatio.testing.loopback import LoopbackServer

QUESTION = "Should the event log stay in SQLite?"


HEARING = """
name = "hearing"
title = "Hearing"
do = ["vote"]
[options]
vote = "fitting"
choices = []
[cast.jury]
role = "Juror"
seats = [3, 3]
[step.vote]
ask = "voters"
order = "together"
sees = ["nothing", "figure options"]
gives = "ballot"
"""


async def ready(gui):
    await gui.until(lambda: gui.start.preparing.prepared is not None and gui.start.format.cards)


async def chosen(gui, name):
    gui.start.format.choose(name)
    await gui.until(lambda: gui.start.preparing.prepared is not None and opened_as(gui).format.name == name)


def opened_as(gui):
    return gui.start.preparing.prepared.opening


async def test_a_card_shows_who_speaks_when_and_what_it_takes(loop, opened):
    async with opened() as gui:
        await ready(gui)
        cards = gui.start.format.cards
        assert [name for name, card in cards.items() if card.isVisible()] == list(FIRST)
        await gui.until(lambda: all(cards[name].facts.calls for name in FIRST))
        seats = [[who.name for who in moment] for moment in cards["dual"].facts.moments[:3]]
        assert seats == [["Analyst"], ["Critic"], ["Analyst"]]
        assert len(cards["delphi"].facts.moments[0]) == 3, "they speak at the same time"
        assert cards["dual"].takes.startswith("2 seats, 11 calls, ≈ $")
        gui.window.resize(1480, 920)
        await gui.until(lambda: gui.start.format.width() >= 860)
        high = cards["dual"].height()
        gui.window.resize(1000, 700)
        await gui.until(
            lambda: cards["dual"].height() < high, "wider cards have fewer lines, and no gap in place of them"
        )
        assert {card.height() for card in cards.values() if card.isVisible()} == {cards["dual"].height()}
        gui.start.format.all.click()
        assert all(card.isVisible() for card in cards.values())
        assert "calls" in cards["council"].accessibleDescription()


async def test_a_click_on_a_card_chooses_its_format_alone(loop, opened):
    async with opened() as gui:
        await ready(gui)
        QTest.mouseClick(gui.start.format.cards["council"], Qt.MouseButton.LeftButton)
        await gui.until(lambda: gui.start.preparing.prepared and opened_as(gui).format.name == "council")
        assert [name for name, card in gui.start.format.cards.items() if card.isChecked()] == ["council"]


async def test_the_price_stands_beside_the_button_that_spends_it(loop, opened):
    async with opened() as gui:
        await ready(gui)
        await gui.until(lambda: "calls" in gui.start.forecast.text())
        price, button = gui.start.forecast, gui.start.composer.button
        tops = [each.mapTo(gui.window, QPoint(0, each.height() // 2)).y() for each in (price, button)]
        assert abs(tops[0] - tops[1]) < 8
        assert button.text() == "Start debate"


async def test_every_option_of_a_format_can_be_chosen_and_is_what_is_started(loop, opened):
    async with opened() as gui:
        await ready(gui)
        assert not gui.start.panel.isVisible()
        await chosen(gui, "eight-phase")
        gui.start.unfold.click()
        assert gui.start.panel.isVisible()
        await gui.until(lambda: gui.start.panel.visibleRegion().boundingRect().height() > 200, "it is scrolled to")
        assert not gui.start.unfold.visibleRegion().isEmpty()
        more, opening = gui.start.more, opened_as(gui)
        missing = {
            name
            for name, value in opening.options.items()
            if name not in ELSEWHERE and name not in more.fields and reads(opening.format, name)
        }
        assert missing <= {"branch", "rounds"}, "a branch belongs to a repository"
        more.fields["adversarial"].click()
        more.fields["topology"].setCurrentIndex(more.fields["topology"].findData("star"))
        more.fields["threshold"].setValue(70)
        more.fields["max_turns"].setValue(0)
        assert more.fields["complexity"].accessibleName() == "How complex the task is"
        more.fields["complexity"].setCurrentIndex(more.fields["complexity"].findData("simple"))
        await gui.until(lambda: opened_as(gui).options["topology"] == "star")
        await gui.until(lambda: opened_as(gui).options["threshold"] == 70)
        await gui.until(lambda: opened_as(gui).options["complexity"] == "simple")
        options = opened_as(gui).options
        assert (options["adversarial"], options["max_turns"]) == (True, None)


async def test_what_is_voted_on_is_typed_in_where_a_format_of_ones_own_asks_for_it(loop, opened, home):
    await asyncio.to_thread((home / "formats").mkdir, parents=True, exist_ok=True)
    await asyncio.to_thread((home / "formats" / "hearing.toml").write_text, HEARING, "utf-8")
    async with opened() as gui:
        await ready(gui)
        await chosen(gui, "hearing")
        gui.start.unfold.click()
        more = gui.start.more
        assert more.fields["choices"].accessibleName() == "What is voted on"
        more.fields["choices"].setText("Build it;  Buy it ; ")
        more.fields["vote"].setCurrentIndex(more.fields["vote"].findData("schulze"))
        await gui.until(lambda: opened_as(gui).options["vote"] == "schulze")
        assert opened_as(gui).options["choices"] == ["Build it", "Buy it"]
        assert more.fields["choices"].text() == "Build it; Buy it"


async def test_what_is_left_alone_starts_as_the_format_says(loop, opened):
    async with opened() as gui:
        await ready(gui)
        for name in ("dual", "delphi", "eight-phase", "council"):
            await chosen(gui, name)
            plain = (await gui.app.preview(gui.start.choices.config(QUESTION))).opening.options
            asked = gui.start._chosen()
            assert (await gui.app.preview(asked.config(QUESTION))).opening.options == plain, name


async def test_any_chat_can_sit_on_every_seat_without_a_key(loop, opened, read):
    async with opened() as gui:
        await ready(gui)
        await gui.until(lambda: gui.start.first_run.isVisibleTo(gui.start))
        gui.start.first_run.buttons[Way.CHAT].click()
        await gui.until(lambda: {seat.model for seat in opened_as(gui).seats} == {"clipboard:chat"})
        assert "paste its reply" in read(gui.start.first_run)
        await gui.until(lambda: "No key for" not in read(gui.start.banner))
        await gui.until(lambda: gui.start.forecast.text().startswith("No provider is asked or paid"))
        gui.start.composer.set_draft(QUESTION)
        gui.start.composer.submit()
        await gui.until(lambda: gui.window.debates.pane() is not None)
        await gui.until(lambda: gui.pane.live.turn_waiting() is not None)


async def test_a_local_server_that_was_found_is_told_and_kept_for_other_formats_and_the_next_start(loop, opened, read):
    def models(gui):
        return {seat.model for seat in opened_as(gui).seats}

    async with LoopbackServer() as server:
        home = Path(os.environ["DISPUTATIO_HOME"])
        await asyncio.to_thread(home.mkdir, exist_ok=True)
        text = f'[providers.lmstudio]\nbase_url = "{server.openai_url}"\n'
        await asyncio.to_thread((home / "settings.toml").write_text, text)
        async with opened() as gui:
            await ready(gui)
            await gui.until(lambda: gui.start.first_run.isVisibleTo(gui.start))
            gui.start.first_run.buttons[Way.LOCAL].click()
            await gui.until(lambda: "Found LM Studio" in read(gui.start.first_run))
            await gui.until(lambda: {model.partition(":")[0] for model in models(gui)} == {"lmstudio"})
            found = models(gui)
            assert "Found LM Studio" in read(gui.start.first_run), "what was found stays to be read"
            assert "No provider has a key yet" not in read(gui.window.sidebar)
            assert "LM Studio on this computer" in read(gui.window.sidebar)
            cards = gui.start.format.cards
            await gui.until(lambda: cards["delphi"].facts.price == cards["dual"].facts.price == "free")
            await chosen(gui, "council")  # whose chair needs no Synthesizer
            await gui.until(lambda: models(gui) == found)
            gui.start.rehearse()
            await gui.until(lambda: models(gui) == {"rehearsal:live"})
            assert not gui.start.banner.isVisible(), "nothing is in the way"
        asked = len(server.requests)
        async with opened() as gui:
            await ready(gui)
            await gui.until(lambda: models(gui) == found)
            assert len(server.requests) == asked, "nobody looked for it unasked"


async def test_an_expert_panel_asks_of_what_each_is_an_expert(loop, opened):
    async with opened() as gui:
        await ready(gui)
        await chosen(gui, "expert-panel")
        await gui.until(lambda: "experts-2" in gui.start.seats.rows)
        second = gui.start.seats.rows["experts-2"].name
        assert (second.text(), second.placeholderText()) == ("", "Expert 2: which expertise?")
        second.setText("Lawyer")
        second.editingFinished.emit()
        await gui.until(lambda: [seat.name for seat in opened_as(gui).seats][1:] == ["Lawyer"])
        assert gui.start.seats.rows["experts-2"].name.text() == "Lawyer"


async def test_a_card_is_not_empty_while_nobody_knows_who_speaks_when(loop, opened):
    async with opened() as gui:
        card = gui.start.format.cards["dual"]
        await gui.until(lambda: card.facts.moments, "worked out")
        card.show_facts(FormatFacts())
        drawn = card.grab(QRect(PAD, 14, card.width() - 2 * PAD, PICTURE)).toImage()
        tones = {drawn.pixel(x, y) for x in range(drawn.width()) for y in range(drawn.height())}
        assert {QColor(theme.current().border).rgb(), QColor(theme.current().surface).rgb()} <= tones
