"""A debate as a file, from the start screen: what was chosen stands in it, and every key can be added."""

import asyncio

from disputatio.app.starting.configuration import parse
from disputatio.faces.gui.start.configuration_dialog import ConfigurationDialog


def dialog(gui):
    return next((each for each in gui.window.findChildren(ConfigurationDialog) if each.isVisible()), None)


async def shown(gui):
    gui.start.as_text.click()
    await gui.until(lambda: dialog(gui))
    return dialog(gui)


async def test_what_was_chosen_stands_in_it_and_it_starts_a_debate(loop, opened, tmp_path):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        gui.start.rehearse()
        await gui.until(lambda: gui.start.choices.rehearsed)
        gui.start.composer.set_draft("Is the retry sound?")
        box = await shown(gui)
        config = parse(box.text.toPlainText(), "debate.toml")
        assert config.question == "Is the retry sound?"
        assert {seat.model for seat in config.seats} == {"rehearsal:live"}
        text = box.text.toPlainText().replace("rehearsal:live", "rehearsal:quick")
        text = text.replace('seat = "critic"', 'seat = "critic"\nrole = "Lawyer"')
        box.text.setPlainText(f"sedd = 7\n{text}")
        box.go.click()
        assert "Did you mean 'seed'?" in box.fault.text()
        assert box.isVisible()
        box.text.setPlainText(f"seed = 7\n{text}")
        assert not box.fault.isVisible()
        file = tmp_path / "mine.toml"
        await box.write(file)
        box.text.setPlainText("")
        await box.read(file)
        box.go.click()
        await gui.until(lambda: gui.window.debates.pane() is not None)
        assert gui.debate.seed == 7
        assert gui.debate.seats["critic"].role == "Lawyer"


async def test_a_debate_that_cannot_be_started_says_why_on_the_start_screen(loop, opened):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        box = await shown(gui)
        box.text.setPlainText('question = "Is it so?"\ntopology = "star"')
        box.go.click()
        await gui.until(lambda: "does not use topology" in gui.start.banner._text.text())


async def test_a_file_that_is_none_is_refused(loop, opened, tmp_path):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        box = await shown(gui)
        await asyncio.to_thread((tmp_path / "picture.toml").write_bytes, b"\xff\xfe\x00")
        for name in ("picture.toml", "nothing.toml"):
            gui.window.bridge.start(box.read(tmp_path / name), box.fault.explain)
            await gui.until(lambda: box.fault.isVisible())
            assert "Choose a TOML or JSON file" in box.fault.text()
            box.fault.hide()
