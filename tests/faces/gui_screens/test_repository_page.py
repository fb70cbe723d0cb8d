"""The page of a repository in the window: how it is known, what is open on GitHub, its commits, long files."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from disputatio.app.settings import declarations
from disputatio.app.starting.configuration import ContextChoice
from disputatio.debate.citations.evidence import Item
from disputatio.debate.context import Context
from disputatio.faces.gui.kit.question import Confirm
from disputatio.faces.gui.repository.discussion import IssueDialog
from disputatio.faces.gui.repository.runs import CloneDialog
from disputatio.faces.gui.sources import code_pane
from disputatio.faces.gui.sources.source_reader import Passage, of_citation
from disputatio.testing.loopback.github import TOKEN, GitHubServer
from disputatio.testing.repositories import commit, running_git

pytestmark = [
    pytest.mark.usefixtures("lexers"),
    pytest.mark.may_block("the HTTP library imports parts of itself in the middle of a call"),
]
LINES = 3_000


@pytest.fixture
def shop(tmp_path) -> Path:
    folder = tmp_path / "R&D shop"
    texts = {
        "cart.py": "".join(f"def step_{n}():\n    return {n}\n\n" for n in range(LINES // 3)),
        "notes.txt": "one\r\ntwo\r\n",
    }
    commit(folder, texts, "<b>First</b> step", origin="https://github.com/acme/shop.git")
    return folder


def page_of(gui):
    gui.window.places.show_page("repository")
    return gui.window.places.pages["repository"]


async def shown(gui, shop):
    page = page_of(gui)
    page.show_repository(str(shop))
    await gui.until(lambda: page.status is not None and page.view.past.list.rows())
    return page


async def test_a_repository_that_a_question_is_about_is_listed_until_it_is_forgotten(loop, opened, shop):
    async with opened() as gui:
        gui.window.called([str(shop)])
        await gui.until(lambda: gui.app.settings.get(declarations.RECENT_REPOSITORIES))
        assert gui.start.context.text() == "R&&D shop", "an ampersand is no shortcut"
        page = page_of(gui)
        await gui.until(lambda: [row.key for row in page.shelf.list.rows()] == [f"{shop}"])
        await gui.until(lambda: page.current == f"{shop}")
        await gui.app.forget_repository(str(shop))
        assert gui.app.settings.get(declarations.RECENT_REPOSITORIES) == ()
        page.go("", "")
        await gui.until(lambda: not page.shelf.list.rows())


async def test_what_is_open_on_github_is_shown_read_and_debated(loop, opened, shop):
    async with GitHubServer() as hub, opened({"GITHUB_TOKEN": TOKEN}) as gui:
        hub.issue("acme/shop", 7, "Carts <i>are</i> lost", "Now and *then*.", comments=["Me too."])
        hub.issue("acme/shop", 9, "Keep carts", pull=True)
        await asyncio.to_thread(gui.app.settings.set, "github.address", hub.root)
        page = await shown(gui, shop)
        card = page.view.github
        await gui.until(lambda: [row.key for row in card.list.rows()] == ["7", "9"])
        assert card.isVisibleTo(page)
        card.list.opened.emit("7")
        dialog = page.window().findChild(IssueDialog)
        await gui.until(dialog.debate.isEnabled)
        assert "Carts <i>are</i> lost" in dialog.title.text()
        assert "Me too." in dialog.text.body.document().toPlainText()
        dialog.debate.click()
        assert gui.start.context.choice == ContextChoice(kind="repository", ref=str(shop), issue=7)
        preparing = gui.start.preparing
        await gui.until(lambda: preparing.prepared is not None)
        await gui.until(lambda: any("#7" in part.title for part in preparing.prepared.opening.context.sections))


async def test_github_fails_softly_and_says_why(loop, opened, shop, read):
    async with GitHubServer() as hub, opened() as gui:
        hub.repository("acme/shop")
        await asyncio.to_thread(gui.app.settings.set, "github.address", hub.root)
        page = await shown(gui, shop)
        card, asked = page.view.github, []
        await gui.until(lambda: card.isVisibleTo(page))
        assert "no token" in read(card.none)
        page.settings_wanted.connect(asked.append)
        card.settings.click()
        assert asked == ["github"]
        gui.window.overlays.preferences.close()
        gui.app.keys.remember("github", TOKEN)
        hub.trouble(502, times=9)
        gui.window.providers_changed()
        await gui.until(lambda: "in trouble" in read(card.none))
        await asyncio.to_thread(gui.app.settings.set, "github.ask", False)
        gui.window.providers_changed()
        await gui.until(lambda: "switched off" in read(card.none))


async def test_the_first_commit_tells_who_made_it_and_what_it_brought(loop, opened, shop):
    async with opened() as gui:
        page = await shown(gui, shop)
        page.view.past.list.opened.emit(page.view.past.list.rows()[0].key)
        source = gui.window.places.pages["source"]
        await gui.until(lambda: source.stack.currentWidget() is source.diff)
        assert source.bar.title.text() == "<b>First</b> step"
        assert "Ada · 2023-11-14 · 2 files changed" in source.bar.subtitle.text()
        assert "+def step_0():" in source.diff.toPlainText()


async def test_a_long_file_is_coloured_where_it_is_read(loop, opened, shop, monkeypatch):
    monkeypatch.setattr("disputatio.faces.gui.sources.source_reader.LONG", 1_000)
    async with opened() as gui:
        page = await shown(gui, shop)
        wanted = Passage(ref=str(shop), pin=page.status.commit, name="shop", path="cart.py", first=2_500, last=2_500)
        gui.window.places.show_source(wanted)
        pane = gui.window.places.pages["source"].source
        await gui.until(lambda: pane.runs_by_line.get(2_499) is not None)
        await gui.until(lambda: pane.document().findBlockByNumber(2_499).layout().formats())
        assert 0 not in pane.runs_by_line, "only what is in sight"
        pane.verticalScrollBar().setValue(0)
        await gui.until(lambda: pane.document().findBlockByNumber(0).layout().formats())
        assert code_pane.coloured_lines("cart.py", ["def step_0():"])[0] == pane.runs_by_line[0]


async def test_a_file_says_how_its_lines_end(loop, opened, shop):
    async with opened() as gui:
        page = await shown(gui, shop)
        page.view.search.opened.emit("notes.txt", 0, 0)
        source = gui.window.places.pages["source"]
        await gui.until(lambda: "2 lines" in source.bar.subtitle.text())
        assert "CRLF" in source.bar.subtitle.text()


async def test_a_file_that_is_not_there_offers_those_of_its_name(loop, opened, shop, read):
    async with opened() as gui:
        page = await shown(gui, shop)
        page.view.search.opened.emit("lib/cart.py", 3, 3)
        source = gui.window.places.pages["source"]
        rows = source.absence.others.list
        await gui.until(lambda: [row.title for row in rows.rows()] == ["cart.py"])
        assert "There is no file lib/cart.py" in read(source.state)
        assert not source.bar.blame.isVisibleTo(source), "nobody wrote it"
        rows.opened.emit(rows.rows()[0].key)
        await gui.until(lambda: source.stack.currentWidget() is source.source)
        assert source.source.ground(3), "at the line that was wanted"


def test_a_quotation_that_stands_nowhere_leads_to_the_lines_that_it_names():
    item = Item(citation="src/cart.py:12-14", status="misquoted", path="src/cart.py", pin="1" * 40, kind="lines")
    context = Context(kind="repository", ref="/shop", pin="1" * 40, title="shop")
    wanted = of_citation(item, "Analyst, round 1", context, "d1")
    assert (wanted.path, wanted.first, wanted.last) == ("src/cart.py", 12, 14)
    elsewhere = of_citation(replace(item, first=40, last=41), "Analyst, round 1", context, "d1")
    assert (elsewhere.first, elsewhere.last) == (40, 41)


async def test_a_repository_is_cloned_by_its_address_shown_and_erased_with_its_copy(loop, opened, shop):
    with running_git(shop) as server:
        async with opened() as gui:
            page = page_of(gui)
            page.cloning.click()
            dialog = gui.window.findChild(CloneDialog)
            assert not dialog.go.isEnabled()
            dialog.field.setText("git@example.org:a/b.git")
            dialog.go.click()
            await gui.until(lambda: "not an address to fetch from" in dialog.said.text())
            dialog.field.setText(server.address)
            dialog.go.click()
            await gui.until(lambda: page.status is not None and page.view.past.list.rows())
            copy = Path(page.current)
            assert (copy.name, copy.parent) == ("shop.git", gui.app.paths.repositories)
            assert page.status.bare
            page.view.forget.click()
            await gui.until(lambda: gui.window.findChild(Confirm) is not None)
            gui.window.findChild(Confirm).go.click()
            await gui.until(lambda: not page.shelf.list.rows())
            await gui.until(lambda: not gui.window.bridge.busy)  # the row goes before the copy does
            assert not await asyncio.to_thread(copy.exists)
        assert await asyncio.to_thread(shop.exists)


async def test_a_clone_that_is_left_keeps_nothing(loop, opened, shop):
    with running_git(shop, held=True) as server:
        async with opened() as gui:
            page = page_of(gui)
            page.cloning.click()
            dialog = gui.window.findChild(CloneDialog)
            dialog.field.setText(server.address)
            dialog.go.click()
            await gui.until(lambda: len(server.requests) == 2, "the objects are asked for")
            dialog.reject()
            server.hold.set()
            folder = gui.app.paths.repositories
            await gui.until(lambda: not gui.window.bridge.busy)
            assert await asyncio.to_thread(lambda: list(folder.iterdir())) == []
            assert page.current == ""
