"""Recorded debates in the window: offered on the first screen, played, sped up, and labelled as what they are."""

import asyncio

from disputatio.app.actions.action import EXAMPLES
from disputatio.app.actions.debates import CONTINUE, STOP_NOW
from disputatio.faces.gui.debate.strips import PlayingStrip
from disputatio.providers.replay import AT_ONCE


async def began(gui) -> str:
    """Press the first button of the row; returns the name of the example."""
    await gui.until(lambda: gui.start.recordings.buttons)
    name, button = next(iter(gui.start.recordings.buttons.items()))
    button.click()
    await gui.until(lambda: gui.window.debates.pane() is not None)
    return str(name)


async def test_an_example_is_watched_from_the_first_screen(opened, loop, read) -> None:
    async with opened() as gui:
        name = await began(gui)
        example, _ = await gui.app.examples.get(name)
        strip = gui.pane.findChild(PlayingStrip)
        await gui.until(lambda: example.answered in strip.words.text())
        assert example.took in strip.words.text()
        assert strip.buttons[1.0].isChecked()
        strip.buttons[AT_ONCE].click()
        assert gui.app.examples.provider.speed(gui.pane.live.id) == AT_ONCE
        await gui.rested()
        assert gui.debate.over
        assert gui.pane.header.title.label.text() == f"Example: {example.title}"
        assert gui.pane.header.cost.text() == "Example"
        assert example.answered_by in gui.pane.header.subtitle.accessibleName(), "whole, however little room there is"
        assert "fork it at one of its turns" in strip.words.text()
        assert not strip.buttons[AT_ONCE].isVisibleTo(strip), "what is over cannot be sped up"


async def test_an_example_is_stopped_and_goes_on(opened, loop) -> None:
    async with opened() as gui:
        await began(gui)
        await gui.until(lambda: gui.debate.asked)
        gui.pane.act(STOP_NOW)
        await gui.until(lambda: gui.debate.status == "paused")
        gui.app.examples.provider.set_speed(gui.pane.live.id, AT_ONCE)
        gui.pane.act(CONTINUE)
        await gui.until(lambda: gui.debate.over)


async def test_the_palette_leads_to_the_examples(opened, loop) -> None:
    async with opened() as gui:
        await gui.until(lambda: gui.start.recordings.buttons)
        gui.window.commands.carry_out(EXAMPLES.does)
        await asyncio.sleep(0)
        assert gui.window.places.stack.currentWidget() is gui.start
        assert gui.window.sidebar.empty.isVisibleTo(gui.window.sidebar)
