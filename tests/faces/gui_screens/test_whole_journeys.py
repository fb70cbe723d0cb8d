"""Whole ways through the window, as somebody takes them: from a repository to a note that is found again, and nothing
that flashes on the way."""

import asyncio

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QMainWindow, QMenu, QWidget
from tests.faces.gui_screens.conftest import said
from tests.faces.gui_screens.test_by_keyboard import active
from tests.faces.gui_screens.test_gates_in_the_window import approve, click, gates
from tests.faces.gui_screens.test_main_job import _dialog

from disputatio.app.starting.configuration import ContextChoice
from disputatio.debate.log.events import TurnAsked
from disputatio.faces.gui.window_actions import PAGES, ShowInspector, ShowView
from disputatio.library.workspace import Note
from disputatio.testing.repositories import commit
from disputatio.testing.scripted import ScriptedProvider

QUESTION, ONE = "Should the prices stay in one file?", "scripted:one"


async def begun_about(gui, repository):
    """Begin a debate about a repository that waits before its critique, with mouse and keyboard."""
    gui.app.registry.add(ScriptedProvider(said))
    start = gui.start
    gui.window.new_debate(ContextChoice(kind="repository", ref=str(repository)))
    await gui.until(lambda: start.preparing.prepared is not None)
    await gui.until(lambda: start.preparing.prepared.opening.context.kind == "repository")
    click(start.unfold)
    start.options.auto.setChecked(True)
    (critique,) = [each for each in start.options.gates.menu.actions() if each.data() == "critique"]
    critique.setChecked(True)
    QTest.keyClicks(start.composer.text, QUESTION)
    start.rehearse()
    start.seating.choices = start.choices.__class__(
        models=dict.fromkeys(start.choices.models, ONE), services={"clerk": ONE, "synthesis": ONE}
    )
    QTest.keyClick(start.composer.text, Qt.Key.Key_Return)
    await gui.until(lambda: start.consent.isVisible() or gui.window.debates.pane() is not None)
    if start.consent.isVisible():
        assert gui.window.debates.pane() is None, "nothing leaves before it is agreed"
        await gui.until(start.consent.approve.isEnabled)
        click(start.consent.approve)
    await gui.until(lambda: gui.window.debates.pane() is not None)


async def test_from_a_repository_over_a_rejected_gate_to_a_note_that_is_found(loop, opened, tmp_path):
    shop = tmp_path / "shop"
    await asyncio.to_thread(commit, shop, {"shop.py": "PRICES = {'apple': 30}\n"})
    async with opened() as gui:
        await active(gui)
        await begun_about(gui, shop)
        card = gui.pane.approvals.card
        await gui.until(lambda: gui.pane.approvals.waiting)
        await gui.until(lambda: card.question is not None)
        assert not any("/critique[" in e.event.path for e in gui.pane.live.history if isinstance(e.event, TurnAsked))
        click(card.reject)
        QTest.keyClicks(card.reason, "Name the file.")
        click(card.back)
        await gui.until(lambda: card.question is not None and "gate-2" in card.question.key)
        assert len(gates(gui)) == 1
        while not gui.debate.over:
            if gui.pane.approvals.waiting and card.question is not None:
                await approve(gui)
            await asyncio.sleep(0.01)
        assert gui.debate.status == "consensus"
        await gui.until(lambda: gui.pane.view == "result")
        assert gui.pane.isAncestorOf(gui.window.focusWidget()), "the keyboard stays in the debate"
        await gui.until(lambda: gui.pane.header.kept["save-note"].isVisible())
        click(gui.pane.header.kept["save-note"])
        await gui.until(lambda: _dialog(gui) is not None and _dialog(gui).save.isEnabled())
        click(_dialog(gui).save)
        await gui.until(lambda: _dialog(gui) is None or _dialog(gui).stored is not None)
        (note,) = await gui.app.library.all(Note)
        gui.window.sidebar.search()
        QTest.keyClicks(gui.window.sidebar.field, "stay in one file")
        QTest.keyClick(gui.window.sidebar.field, Qt.Key.Key_Return)
        await gui.until(lambda: "debates" in gui.window.places.pages)
        page = gui.window.places.pages["debates"]
        await gui.until(lambda: [row.key for row in page.kept.rows()] == [f"note:{note.id}"])


class Flashes(QObject):
    """Notes every widget that is shown as a window of its own and is none."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.Show
            and isinstance(watched, QWidget)
            and watched.isWindow()
            and not isinstance(watched, (QMainWindow, QDialog, QMenu))
        ):
            self.found.append(f"{type(watched).__name__} {watched.accessibleName()}")
        return False


async def test_nothing_flashes_as_a_window_of_its_own(loop, opened, qapp):
    """What is shown before it has its place is one for a moment, and takes the keyboard away."""
    flashes = Flashes()
    qapp.installEventFilter(flashes)
    try:
        async with opened() as gui:
            await active(gui)
            await gui.converse(QUESTION)
            await gui.rested()
            for view in ("columns", "charts", "result", "record", "transcript"):
                gui.pane.carry_out(ShowView(view=view))
                await asyncio.sleep(0.05)
            for name in gui.window.aside.panel.offered():
                gui.window.aside.show(ShowInspector(name=name))
                await asyncio.sleep(0.05)
            assert gui.window.isActiveWindow()
            for page in PAGES:
                gui.window.places.show_page(page.name)
                await asyncio.sleep(0.05)
            gui.window.overlays.settings()
            await gui.until(lambda: any(hasattr(each, "pages") for each in gui.window.findChildren(QDialog)))
            (settings,) = [each for each in gui.window.findChildren(QDialog) if hasattr(each, "pages")]
            for key in settings.pages:
                settings.open_at(key)
                await asyncio.sleep(0.05)
            settings.reject()
    finally:
        qapp.removeEventFilter(flashes)
    assert flashes.found == []
