"""Whether participants may look things up is chosen on the start screen, and grey with the reason where it means
nothing."""

import pygit2
import pytest

from disputatio.app.actions.debates import STOP_NOW
from disputatio.app.starting.configuration import ContextChoice
from disputatio.faces.gui.start.preparation import QUICK
from disputatio.testing.repositories import commit


@pytest.fixture
def shop(tmp_path):
    folder = tmp_path / "shop"
    commit(folder, {"README.md": "# Shop\nOrders are retried.\n"})
    return folder


def box(gui):
    return gui.start.options.tools


async def about(gui, choice):
    gui.start.begin(choice)
    await gui.until(lambda: gui.start.preparing.prepared is not None)
    await gui.until(lambda: gui.start.preparing.prepared.opening.context.kind == choice.kind)


async def test_without_a_repository_it_is_grey_and_says_why(loop, opened):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        assert not box(gui).isEnabled()
        assert not box(gui).isChecked()
        assert box(gui).text() == "Look things up (no tools)"
        assert "choose a context" in box(gui).toolTip()
        assert "choose a context" in box(gui).accessibleDescription()
        assert "tools" not in gui.start.options.chosen_options()


async def test_what_is_chosen_holds_for_the_debate_and_for_it_alone(loop, opened, shop):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        gui.start.rehearse()
        await about(gui, ContextChoice(kind="repository", ref=str(shop)))
        await gui.until(lambda: box(gui).isEnabled())
        assert box(gui).isChecked(), "as the settings say"
        assert "up to 8 look-ups" in box(gui).toolTip()
        box(gui).click()
        await gui.until(lambda: gui.start.preparing.prepared.opening.options["tools"] is False)
        assert not box(gui).isChecked()
        assert "look up" not in gui.start.forecast.text()
        await about(gui, ContextChoice())
        await gui.until(lambda: not box(gui).isEnabled())
        await about(gui, ContextChoice(kind="repository", ref=str(shop)))
        await gui.until(lambda: box(gui).isEnabled())
        assert not box(gui).isChecked(), "what was chosen stays while another context is tried"
        gui.start.composer.set_draft("Is the retry sound?")
        gui.start.composer.submit()
        await gui.until(lambda: gui.window.debates.pane() is not None)
        assert gui.debate.options["tools"] is False
        assert gui.app.settings.get("debates.tools") is True
        gui.pane.act(STOP_NOW)


async def test_models_that_take_no_tools_are_named(loop, opened, shop):
    async with opened() as gui:
        await about(gui, ContextChoice(kind="repository", ref=str(shop)))
        choices = gui.start.choices.with_model("analyst", "perplexity:sonar").with_model("critic", "perplexity:sonar")
        gui.start.seating.take(choices)
        await gui.until(lambda: not box(gui).isEnabled())
        assert box(gui).text() == "Look things up (no model takes tools)"
        assert "perplexity:sonar cannot use tools" in box(gui).toolTip()
        gui.start.seating.take(choices.with_model("critic", QUICK))
        await gui.until(lambda: box(gui).isEnabled())
        assert "perplexity:sonar cannot use tools, and answers from what it is given" in box(gui).toolTip()


async def test_an_empty_repository_has_nothing_to_look_up(loop, opened, tmp_path):
    pygit2.init_repository(str(tmp_path / "empty"))
    async with opened() as gui:
        await about(gui, ContextChoice(kind="repository", ref=str(tmp_path / "empty")))
        await gui.until(lambda: "no commit" in box(gui).text())
        assert not box(gui).isEnabled()


async def test_nothing_is_called_told_of_a_folder_that_is_no_repository(loop, opened, shop, tmp_path):
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        gui.start.begin(ContextChoice(kind="repository", ref=str(shop)))
        await gui.until(lambda: gui.start.told.isVisibleTo(gui.start))
        gui.start.begin(ContextChoice(kind="repository", ref=str(tmp_path)))
        await gui.until(lambda: gui.start.banner.isVisible())
        assert not gui.start.told.isVisibleTo(gui.start), "it told of the repository before"
        assert not box(gui).isEnabled(), "it was about the repository before"
        assert not box(gui).isChecked()
        assert "has been read" in box(gui).toolTip()
        gui.start.begin(ContextChoice(kind="repository", ref=str(shop)))
        await gui.until(lambda: box(gui).isEnabled())
        assert box(gui).isChecked(), "nothing was decided: the settings say so"
