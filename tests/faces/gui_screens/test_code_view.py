"""The versions of code in the window: chart and list, one version against another, and ways back to it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygit2
import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog
from tests.faces.conftest import question, until

from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.views.code_quality import Metrics
from disputatio.faces.gui.board.code_view import CodeCard, CodeView
from disputatio.faces.gui.board.version_reader import VersionReader
from disputatio.faces.gui.library.exports import KeepingDialog
from disputatio.faces.gui.shell.event_loop import EventLoop
from disputatio.faces.gui.window_actions import ShowView
from disputatio.library.workspace import Document
from disputatio.testing.merging_intervals import smith
from disputatio.testing.repositories import commit
from disputatio.testing.scripted import ScriptedProvider

CODED = DebateConfig(question="Merge intervals, all that overlap or touch", format="eight-phase",
                     options={"rounds": 1, "auto_continue": True}, seed=1)  # fmt: skip


async def shown(window: Any, app: Any, config: DebateConfig = CODED) -> tuple[Any, CodeView]:
    app.registry.add(ScriptedProvider(smith()))
    session = await app.open_and_run(await app.prepare(config, rehearse=True))
    await session.wait_for_rest()
    window.open_debate(session.id)
    await until(lambda: window.debates.current == session.id)
    pane = window.debates.panes[session.id]
    await until(lambda: pane.live.caught_up)
    pane.carry_out(ShowView(view="code"))
    return pane, pane.page("code")


async def read(view: CodeView) -> VersionReader:
    """The part that shows a version, once it shows one."""
    await until(lambda: view.reader.version is not None)
    return view.reader


async def test_versions_are_shown_measured_and_compared(loop: EventLoop, started: Any, lexers: None) -> None:
    async with started(size=(1480, 920)) as (window, app, _):
        pane, view = await shown(window, app)
        reader = await read(view)
        await until(lambda: reader.version is not None and reader.version.metrics is not None)
        assert pane.header.switch.buttons["code"].isVisible()
        assert [row.key for row in view.card.list.rows()] == ["2", "1"]
        assert [key for key, _ in view.card.versions_chart.parts()] == ["1", "2"]
        assert view.card.versions_chart.lines()[1].startswith("v2: Proposer, draft, follows v1")
        assert reader.head.text() == "v2 · Proposer, draft"
        assert "follows v1" in reader.facts.text()
        for way in ("beside", "difference"):
            reader.ways[way].click()
            await until(lambda: reader.stack.currentWidget() is reader.same)
            assert reader.same.title.text() == "v1 and v2 are the same."
        reader.ways["program"].click()
        await until(lambda: reader.stack.currentWidget() is reader.program)
        assert reader.program.toPlainText().startswith("TASK = ")
        view.card.list.opened.emit("1")
        assert reader.version is not None
        assert reader.version.number == 1
        reader.ways["measures"].click()
        await until(lambda: reader.stack.currentWidget() is reader.told)
        assert "Complexity: at most 2 paths" in reader.measures.text()
        assert "What was not measured does not count." in reader.measures.text()
        view.card.copy_text()
        assert "v1: Proposer, draft; tests: not run" in QGuiApplication.clipboard().text()
        view.deeds["Copy"].click()
        assert QGuiApplication.clipboard().text().startswith("TASK = ")


async def test_programs_that_differ_stand_side_by_side_and_stay_while_they_are_measured(
    loop: EventLoop, started: Any, lexers: None
) -> None:
    async with started(size=(1480, 920)) as (window, app, _):
        _, view = await shown(window, app)
        reader = await read(view)
        await until(lambda: reader.version is not None and reader.version.metrics is not None)
        assert reader.version is not None
        long = "\n".join(f"line_{at} = {at}" for at in range(300))
        one = replace(reader.version, number=3, code=long)
        other = replace(one, number=4, code=f"{long}\nlast = 1", follows=3)
        reader.show_version(other, [one, other])
        reader.ways["beside"].click()
        await until(lambda: reader.stack.currentWidget() is reader.beside)
        before, after = reader.beside.panes
        await until(lambda: after.complete and "last = 1" in after.toPlainText())
        assert "last = 1" not in before.toPlainText()
        bar = after.verticalScrollBar()
        bar.setValue(bar.maximum())
        assert before.verticalScrollBar().value() == bar.maximum() > 0
        reader.show_version(replace(other, metrics=Metrics(complexity=7)), [one, other])
        reader.ways["measures"].click()
        await until(lambda: "at most 7 paths" in reader.measures.text())
        assert bar.value() > bar.maximum() // 2, "who reads is not taken back to the top"
        reader.ways["difference"].click()
        await until(lambda: "+last = 1" in reader.diff.toPlainText())
        diff = "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-x = 1\n+x = 2"
        reader.show_version(replace(other, number=5, code=diff, language="diff"), [one, other])
        await until(lambda: "+x = 2" in reader.diff.toPlainText())
        assert "last = 1" not in reader.diff.toPlainText(), "a change is itself what is different"
        assert not reader.against.isVisible()
        reader.ways["beside"].click()
        await until(lambda: reader.stack.currentWidget() is reader.beside and reader.against.isVisible())


async def test_a_version_is_written_kept_and_forked_from(
    loop: EventLoop, started: Any, lexers: None, tmp_path: Path
) -> None:
    async with started(size=(1000, 700)) as (window, app, _):
        pane, view = await shown(window, app)
        reader = await read(view)
        assert "Commit" not in view.deeds, "it is about no repository"
        told: list[str] = []
        view.said.connect(told.append)
        view.choose(1)
        view.deeds["Save as file"].click()
        await until(lambda: _dialog(window, QFileDialog))
        chooser = _dialog(window, QFileDialog)
        assert chooser.selectedFiles()[0].endswith("version-1.py")
        chooser.setDirectory(str(tmp_path))
        chooser.selectFile("merge.py")
        chooser.accept()
        await until(lambda: told == ["v1 saved as merge.py."])
        assert reader.version is not None
        assert await asyncio.to_thread((tmp_path / "merge.py").read_bytes) == reader.version.content
        view.deeds["Go to turn"].click()
        assert pane.view == "transcript"
        view.deeds["Save as document"].click()
        await until(lambda: _dialog(window, KeepingDialog))
        _dialog(window, KeepingDialog).save.click()
        await until(lambda: not _dialog(window, KeepingDialog))
        async with asyncio.timeout(20):
            while not (kept := await app.library.all(Document, debate=pane.live.id)):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        assert kept[0].title.endswith(", code v1")
        assert "```python\nTASK" in kept[0].text
        view.deeds["Fork"].click()
        await until(lambda: window.debates.current != pane.live.id)


@pytest.fixture
def shop(tmp_path: Path) -> pygit2.Repository:
    commit(tmp_path / "shop", {"README.md": "# Shop\n"})
    return pygit2.Repository(str(tmp_path / "shop"))


async def test_a_version_is_committed_once_the_person_has_agreed(
    loop: EventLoop, started: Any, lexers: None, shop: pygit2.Repository
) -> None:
    config = replace(CODED, context=ContextChoice(kind="repository", ref=shop.workdir))
    async with started(size=(1480, 920)) as (window, app, _):
        pane, view = await shown(window, app, config)
        await read(view)
        for agreed in (False, True):
            view.deeds["Commit"].click()
            await until(lambda: question(window))
            asked = question(window)
            (asked.go if agreed else asked.stay).click()
            await until(lambda: not question(window))
        name = f"debate/{pane.live.id}"
        await until(lambda: name in shop.branches)
        tree = shop.branches[name].peel(pygit2.Tree)
        assert tree[f"debates/{pane.live.id}/code/version-2.py"].data.startswith(b"TASK = ")
        assert (shop.head.shorthand, shop.status()) == ("main", {})


def _dialog(window: Any, kind: type[QDialog]) -> Any:
    return next((one for one in window.findChildren(kind) if one.isVisible()), None)


async def test_a_debate_without_code_says_so_and_offers_no_view(loop: EventLoop, started: Any) -> None:
    async with started(size=(1000, 700)) as (window, app, _):
        plain = DebateConfig(question="Is the sky blue, or is it air?", options={"rounds": 1, "auto_continue": True})
        pane, view = await shown(window, app, plain)
        await until(view.isVisible)
        assert view.pages.currentWidget() is view.empty
        pane.carry_out(ShowView(view="transcript"))
        assert not pane.header.switch.buttons["code"].isVisible()


async def test_the_card_stands_in_any_other_view(loop: EventLoop, started: Any) -> None:
    async with started(size=(1000, 700)) as (window, app, _):
        _, view = await shown(window, app)
        await read(view)
        card = CodeCard(view.feed, view._bridge)
        chosen: list[int] = []
        card.chosen.connect(chosen.append)
        assert [row.key for row in card.list.rows()] == ["2", "1"]
        card.versions_chart.resize(300, 170)
        card.versions_chart.choose(0)
        card.versions_chart.opened.emit("1")
        assert chosen == [1]
        assert card.points().startswith(b"\x89PNG")
        card.deleteLater()
