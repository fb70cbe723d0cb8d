"""The doors of the window through which data could leave: each asks, and where the person says no, nothing is sent."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from tests.faces.conftest import question

from disputatio.app import debate_files
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.log.commands import Continue, Pause
from disputatio.debate.log.events import DebateOpened, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import SeatChoice
from disputatio.faces.gui.kit.question import Confirm
from disputatio.faces.gui.start.model_picker import ModelPicker
from disputatio.testing.loopback import LoopbackServer
from disputatio.testing.repositories import commit

pytestmark = pytest.mark.may_block("the HTTP library imports parts of itself in the middle of a call")
MODEL = "openai:gpt-5.2"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    commit(tmp_path / "shop", {"retry.py": "def again():\n    return 3\n", "README.md": "# Shop\n"}, "First")
    return tmp_path / "shop"


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers of this machine count as being elsewhere."""
    monkeypatch.setattr("disputatio.app.privacy.sendings.local", lambda url: False)


def key(server: LoopbackServer) -> dict[str, str]:
    return {"OPENAI_API_KEY": "sk-test-0123456789abcdef", "OPENAI_BASE_URL": server.openai_url}


def rehearsal(shop: Path) -> DebateConfig:
    seats = tuple(SeatChoice(seat=seat, model="rehearsal:quick") for seat in ("analyst", "critic"))
    return DebateConfig(
        question="Is the retry sound?",
        seats=seats,
        services={"clerk": "", "synthesis": "rehearsal:quick"},
        context=ContextChoice(kind="repository", ref=str(shop)),
        options={"auto_continue": True, "rounds": 1},
    )


def words(dialog: Confirm) -> str:
    return " ".join(label.text() for label in dialog.findChildren(QLabel))


async def debating(gui, shop: Path):
    id = await gui.app.start(await gui.app.prepare(rehearsal(shop)))
    gui.window.open_debate(id, begun=True)
    await gui.until(lambda: gui.window.debates.pane() is not None)
    await gui.until(lambda: gui.debate.over and not gui.pane.live.streaming)
    return gui.pane


@pytest.mark.usefixtures("far")
async def test_a_model_that_is_swapped_in_the_window_gets_the_repository_only_once_that_is_agreed(loop, opened, shop):
    async with LoopbackServer() as server, opened(key(server)) as gui:
        pane = await debating(gui, shop)
        for agree in (False, True):
            swapping = asyncio.create_task(gui.window.errands.swap(pane, "critic"))
            await gui.until(lambda: any(found.isVisible() for found in gui.window.findChildren(ModelPicker)))
            picker = next(found for found in gui.window.findChildren(ModelPicker) if found.isVisible())
            picker.chosen = MODEL
            picker.accept()
            await gui.until(lambda: question(gui.window))
            dialog = question(gui.window)
            assert f"This would go to openai ({server.openai_url}): repository {shop}" in words(dialog)
            assert "for about $" in words(dialog) or "at an unknown price" in words(dialog)
            (dialog.go if agree else dialog.stay).click()
            assert await swapping is agree
            assert gui.debate.seats["critic"].model == (MODEL if agree else "rehearsal:quick")
        assert [each.provider for each in await gui.app.privacy.all()] == ["openai"]
        assert server.requests == []


@pytest.mark.usefixtures("far")
async def test_an_imported_debate_goes_on_only_once_that_is_agreed(loop, opened, shop, tmp_path):
    async with LoopbackServer() as server, opened(key(server)) as gui:
        app = gui.app
        begun = (await app.preview(rehearsal(shop))).opening
        seats = tuple(replace(seat, model=MODEL) for seat in begun.seats)
        assert isinstance(begun, DebateOpened)
        await app.log.append("far", [replace(begun, seats=seats)])
        await app.sessions.deliver("far", Pause(why="to be exported"))
        text = await debate_files.export(app, "far", "json")
        await app.catalogue.delete("far")
        await app.catalogue.purge(["far"])
        taken = await debate_files.take_in(app, text)
        gui.window.open_debate(taken.id)
        await gui.until(lambda: gui.window.debates.pane() is not None)
        gui.pane.command(Continue())
        await gui.until(lambda: question(gui.window))
        assert "This would go to" in words(question(gui.window))
        question(gui.window).stay.click()
        await gui.until(lambda: question(gui.window) is None)
        assert gui.debate.status == "paused"
        assert server.requests == []
        gui.pane.command(Continue())
        await gui.until(lambda: question(gui.window))
        question(gui.window).go.click()
        await gui.until(lambda: server.requests)
        gui.pane.command(Pause(why="enough", now=True))
        await gui.until(lambda: gui.debate.status in ("paused", "error"))


@pytest.mark.usefixtures("far")
async def test_index_now_sends_nothing_unless_that_is_agreed(loop, opened, shop):
    async with LoopbackServer() as server, opened(key(server)) as gui:
        gui.window.places.show_page("repository")
        page = gui.window.places.pages["repository"]
        page.show_repository(str(shop))
        await gui.until(lambda: page.status is not None and page.view.past.list.rows())
        assert f"all of its text would go to openai ({server.openai_url})" in page.view.index.index.text()
        page.view.index.run.click()
        await gui.until(lambda: question(gui.window))
        assert f"the whole repository {shop}" in words(question(gui.window))
        question(gui.window).stay.click()
        await gui.until(lambda: "Found by words only" in page.view.index.said.text())
        assert server.embeddings == []
        assert await gui.app.privacy.all() == []
        page.view.index.run.click()
        await gui.until(lambda: question(gui.window))
        question(gui.window).go.click()
        await gui.until(lambda: server.embeddings)
        await gui.until(lambda: page.status.index.agreed)
        assert [each.kind for each in await gui.app.privacy.all()] == ["index"]


async def test_with_a_model_on_this_computer_the_page_says_that_nothing_leaves(loop, opened, shop):
    async with LoopbackServer() as server, opened(key(server)) as gui:
        gui.window.places.show_page("repository")
        page = gui.window.places.pages["repository"]
        page.show_repository(str(shop))
        await gui.until(lambda: page.status is not None and page.view.past.list.rows())
        assert "This happens on this computer, and nothing leaves it." in page.view.index.index.text()
        page.view.index.run.click()
        await gui.until(lambda: page.status.index.at)
        assert question(gui.window) is None


@pytest.mark.usefixtures("far")
async def test_a_debate_that_waits_for_a_consent_has_a_card_and_sends_nothing_before(loop, opened, shop):
    async with LoopbackServer() as server, opened(key(server)) as gui:
        begun = (await gui.app.preview(rehearsal(shop))).opening
        seats = tuple(replace(seat, model=MODEL) for seat in begun.seats)
        await gui.app.log.append("far", [replace(begun, seats=seats)])
        gui.window.open_debate("far", begun=True)
        await gui.until(lambda: gui.window.debates.pane() is not None)
        card = gui.pane.approvals.card
        await gui.until(lambda: card.question is not None)
        assert card.title.text() == "May this be sent?"
        assert f"This would go to openai ({server.openai_url}): repository {shop}" in card.said.text()
        await gui.until(lambda: [row.debate for row in gui.window.needs.rows] == ["far"])
        assert server.requests == []
        await gui.until(lambda: card.approve.isEnabled())
        card.approve.click()
        await gui.until(lambda: server.requests)
        await gui.until(lambda: card.question is None)
        assert question(gui.window) is None, "it is asked once, in one place"
        await gui.until(lambda: gui.debate.status != "debating" and not gui.pane.live.streaming)


async def test_a_branch_of_a_debate_from_elsewhere_is_written_once_that_is_agreed(loop, opened, shop, read):
    async with opened() as gui:
        config = rehearsal(shop)
        begun = (await gui.app.prepare(replace(config, options={**config.options, "branch": True}))).opening
        for id, agree in (("first", True), ("second", False)):
            await gui.app.log.append(id, [replace(begun, options={**begun.options, "gates": ["critique"]})])
            gui.window.open_debate(id, begun=True)
            await gui.until(lambda id=id: gui.window.debates.current == id and gui.pane.approvals.waiting)
            card = gui.pane.approvals.card
            await gui.until(lambda card=card: card.approve.isEnabled())
            card.approve.click()
            gui.window.needing.refresh()
            pane = gui.pane
            await gui.until(lambda card=card: card.question is not None and card.question.key == "write")
            assert "debate/" in " ".join(sentence for _, sentence in card.question.facts)
            assert not (await gui.app.branches.view(id)).tip
            await gui.until(lambda card=card: card.approve.isEnabled())
            (card.approve if agree else card.reject).click()
            await gui.until(lambda card=card: card.question is None)
            await gui.until(lambda pane=pane: pane.live.debate.over)
            assert bool((await gui.app.branches.view(id)).tip) is agree
        text = "So.\n```diff\n--- a/none.py\n+++ b/none.py\n@@ -1 +1 @@\n-a\n+b\n```"
        asked = TurnAsked(path="x", seat="clerk", model="m:x", task="x", gives="synthesis", heard="all", sees=())
        await gui.app.log.append("first", [asked, TurnCompleted(path="x", text=text, model="m:x")])
        await gui.app.branches.commit("first")
        gui.window.needing.refresh()
        banner = gui.window.debates.panes["first"].banner
        await gui.until(lambda: "belongs on the branch and is not there: There is no file none.py" in read(banner))
