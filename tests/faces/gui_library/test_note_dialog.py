"""Saving a debate's text as a note."""

import asyncio
import os

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget
from tests.faces.conftest import until

from disputatio.app.bootstrap import application
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.library.exports import KeepingDialog
from disputatio.library.workspace import PURPLE, TAG, Note, Project, from_debate


def suggestion(project: str = "") -> Note:
    return from_debate(
        debate="abc",
        question="Is event sourcing worth it for a ledger on one machine?",
        body="## Answer\nYes.",
        author="Analyst, Critic",
        kind="project",
        context="Ledger",
        project=project,
    )


async def test_the_note_is_stored_in_the_project_that_was_chosen(loop, home):
    async with application(os.environ) as app:
        bridge, over = Bridge(), QWidget()
        project = await app.library.create(Project(name="Ledger"))
        dialog = KeepingDialog(app, bridge, suggestion(), over)
        waiting = asyncio.ensure_future(answer(dialog))
        await until(lambda: dialog.fields.project.count() == 2)
        dialog.fields.project.setCurrentIndex(dialog.fields.project.findData(project.id))
        dialog.title.setText("What we believe")
        dialog.save.click()
        assert await waiting
        (stored,) = await app.library.all(Note)
        assert dialog.stored == stored
        assert (stored.title, stored.project, stored.debate) == ("What we believe", project.id, "abc")
        assert (stored.tags, stored.colour, stored.author) == ((TAG, "project"), PURPLE, "Analyst, Critic")
        await tidy(bridge, over)


async def test_nothing_is_stored_when_the_person_changes_their_mind(loop, home):
    async with application(os.environ) as app:
        bridge, over = Bridge(), QWidget()
        dialog = KeepingDialog(app, bridge, suggestion(), over)
        waiting = asyncio.ensure_future(answer(dialog))
        await asyncio.sleep(0)
        dialog.cancel.click()
        assert not await waiting
        assert dialog.stored is None
        assert await app.library.all(Note) == []
        await tidy(bridge, over)


async def test_without_a_title_it_cannot_be_saved_and_a_fault_keeps_the_text(loop, home):
    async with application(os.environ) as app:
        bridge, over = Bridge(), QWidget()
        dialog = KeepingDialog(app, bridge, suggestion(project="gone"), over)
        dialog.open()
        await until(lambda: not bridge.busy)  # the projects there are
        dialog.title.setText("  ")
        assert not dialog.save.isEnabled()
        dialog.title.setText("Title")
        dialog.fields.project.addItem("Gone", "gone")
        dialog.fields.project.setCurrentIndex(dialog.fields.project.findData("gone"))
        dialog.save.click()
        await until(lambda: not dialog.fault.isHidden())
        assert dialog.isVisible()
        assert dialog.body.text() == "## Answer\nYes."
        assert dialog.save.isEnabled()
        dialog.reject()
        await tidy(bridge, over)


class Late:
    """Answers of a library, held until they may come."""

    def __init__(self, answer) -> None:
        self.answer, self.asked, self.may_come = answer, asyncio.Event(), asyncio.Event()

    async def __call__(self, *given):
        self.asked.set()
        await self.may_come.wait()
        return await self.answer(*given)


async def test_who_leaves_before_the_projects_are_known_leaves_no_fault_behind(loop, home, monkeypatch):
    async with application(os.environ) as app:
        bridge, over, crashes = Bridge(), QWidget(), []
        bridge.crashed.connect(crashes.append)
        await app.library.create(Project(name="Ledger"))
        late = Late(app.library.all)
        monkeypatch.setattr(app.library, "all", late)
        dialog = KeepingDialog(app, bridge, suggestion(), over)
        waiting = asyncio.ensure_future(answer(dialog))
        await late.asked.wait()
        dialog.cancel.click()
        assert not await waiting
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        late.may_come.set()
        await until(lambda: not bridge.busy)
        assert crashes == []
        await tidy(bridge, over)


async def test_nobody_leaves_while_the_note_is_being_stored(loop, home, monkeypatch):
    async with application(os.environ) as app:
        bridge, over = Bridge(), QWidget()
        late = Late(app.library.create)
        monkeypatch.setattr(app.library, "create", late)
        dialog = KeepingDialog(app, bridge, suggestion(), over)
        waiting = asyncio.ensure_future(answer(dialog))
        await until(dialog.isVisible)
        dialog.save.click()
        await late.asked.wait()
        dialog.reject()
        assert dialog.isVisible()
        late.may_come.set()
        assert await waiting, "it is kept, and that is said"
        assert dialog.stored is not None
        await tidy(bridge, over)


async def tidy(bridge: Bridge, over: QWidget) -> None:
    await bridge.close()
    over.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
