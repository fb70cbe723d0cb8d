"""Whole ways through the window, as somebody takes them: from a key to a debate, from a repository to a note that is
found again, from an export to another computer; and nothing that flashes on the way."""

import asyncio

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit, QMainWindow, QMenu, QWidget
from tests.faces.gui_screens.conftest import said
from tests.faces.gui_screens.keyboard import chord
from tests.faces.gui_screens.test_by_keyboard import active, front, pick, taken
from tests.faces.gui_screens.test_exporting import found as exporting
from tests.faces.gui_screens.test_gates_in_the_window import approve, click, gates
from tests.faces.gui_screens.test_main_job import _dialog

from disputatio.debate.log.events import TurnAsked
from disputatio.faces.gui.start.first_run import Way
from disputatio.faces.gui.start.model_picker import ModelPicker
from disputatio.faces.gui.window_actions import PAGES, ShowInspector, ShowView
from disputatio.library.workspace import Note
from disputatio.secrets.keyring import Keys
from disputatio.testing.fake_keyring import FakeKeyring
from disputatio.testing.loopback import LoopbackServer, Script
from disputatio.testing.repositories import commit
from disputatio.testing.scripted import ScriptedProvider

QUESTION, ONE, GPT = "Should the prices stay in one file?", "scripted:one", "openai:gpt-5.2"


async def chosen_file(gui, over, path):
    """Type a path into the dialog that asks for a file or folder over a widget. Without a desktop it is Qt's own."""
    shown = lambda: next((each for each in over.findChildren(QFileDialog) if each.isVisible()), None)  # noqa: E731
    await gui.until(lambda: shown() is not None)
    shown().activateWindow()  # as a desktop does by itself
    field = shown().findChild(QLineEdit, "fileNameEdit")
    await gui.until(field.hasFocus)
    field.selectAll()
    QTest.keyClicks(field, str(path))
    QTest.keyClick(QApplication.activePopupWidget() or field, Qt.Key.Key_Return)  # what begins so may be offered there
    await gui.until(lambda: shown() is None)


async def model_chosen(gui, seat, model):
    """Choose the model of a seat: press its button, type the name, press Enter."""
    row = gui.start.seats.rows[seat]
    click(row.model)
    shown = lambda: next((each for each in gui.window.findChildren(ModelPicker) if each.isVisible()), None)  # noqa: E731
    await gui.until(lambda: shown() is not None)
    QTest.keyClicks(shown().field, model)
    QTest.keyClick(shown().field, Qt.Key.Key_Return)
    await gui.until(lambda: shown() is None and model in row.model.accessibleName())


async def begun_about(gui, repository):
    """Begin a debate about a repository that waits before its critique, with mouse and keyboard."""
    gui.app.registry.add(ScriptedProvider(said))
    start = gui.start
    click(start.context)
    pick("Open a repository folder")
    await chosen_file(gui, gui.window, repository)
    await gui.until(lambda: start.preparing.prepared.opening.context.ref == str(repository))
    await gui.until(lambda: start.seats.rehearse.isVisible())
    click(start.seats.rehearse)
    await gui.until(lambda: "clerk" in start.seats.rows)
    for seat in ("analyst", "critic", "synthesis", "clerk"):
        await model_chosen(gui, seat, ONE)
    click(start.unfold)
    click(start.options.auto)
    steps = start.options.gates.steps
    click(steps)
    pick("Critique")
    assert start.options.auto.isChecked()
    await gui.until(lambda: steps.text() == "steps (1)")
    QTest.keyClicks(start.composer.text, QUESTION)
    QTest.keyClick(start.composer.text, Qt.Key.Key_Return)
    await agreed(gui)


async def agreed(gui):
    """Agree to what is sent, if that is asked, and wait for the debate."""
    consent = gui.start.consent
    await gui.until(lambda: consent.isVisible() or gui.window.debates.pane() is not None)
    if consent.isVisible():
        assert gui.window.debates.pane() is None, "nothing leaves before it is agreed"
        await gui.until(consent.approve.isEnabled)
        click(consent.approve)
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


KEY = "sk-test-0123456789abcdef"


@pytest.mark.may_block("the SDK is loaded at its first call")
async def test_from_a_key_over_its_test_to_a_debate_of_the_real_sdk(loop, opened):
    async with LoopbackServer() as server, opened({"OPENAI_BASE_URL": server.openai_url}) as gui:
        server.always("openai", Script(text="1. One file is easy to back up."))
        keyring = FakeKeyring("working")
        gui.app.keys = Keys({}, backend=lambda: keyring)
        await active(gui)
        click(gui.start.first_run.buttons[Way.CONNECT])
        await gui.until(lambda: gui.window.overlays.preferences.isVisible())
        dialog = gui.window.overlays.preferences
        await gui.until(lambda: "openai" in dialog.providers.cards)
        card = dialog.providers.cards["openai"]
        click(card.fold)
        assert not card.test.isEnabled()
        QTest.keyClicks(card.key.field, KEY)
        click(card.test)
        await gui.until(lambda: card.checks.rows)
        assert all(row.ok for row in card.checks.rows)
        assert server.requests == [], "no model was asked"
        click(card.key.save)
        await gui.until(lambda: card.chip.text() == "Key in the keyring")
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await gui.until(lambda: not dialog.isVisible())
        await gui.until(lambda: "clerk" in gui.start.seats.rows)
        for seat in ("analyst", "critic", "synthesis", "clerk"):
            await model_chosen(gui, seat, GPT)
        QTest.keyClicks(gui.start.composer.text, QUESTION)
        QTest.keyClick(gui.start.composer.text, Qt.Key.Key_Return)
        await agreed(gui)
        await gui.rested()
        assert {seen.model for seen in server.requests} == {"gpt-5.2"}
        said = [turn for turn in gui.pane.live.transcript.turns.values() if turn.message and turn.status == "done"]
        assert [turn.text for turn in said[:2]] == ["1. One file is easy to back up."] * 2
        assert gui.pane.header.cost.text().startswith("$0.")


async def test_an_export_is_taken_in_on_another_computer(loop, opened, tmp_path):
    file = tmp_path / "debate.json"
    async with opened() as gui:
        await active(gui)
        await taken(gui)
        gui.pane.focus().setFocus()
        chord("Ctrl+Shift+E")
        await gui.until(lambda: exporting(gui) is not None)
        dialog = exporting(gui)
        click(dialog.kinds["json"])
        click(dialog.save)
        await chosen_file(gui, dialog, file)
        await gui.until(lambda: exporting(gui) is None)
        id, rows = gui.pane.live.id, [row.hash for row in await gui.app.log.rows(gui.pane.live.id)]
    async with opened({"DISPUTATIO_HOME": str(tmp_path / "elsewhere")}) as gui:
        await active(gui)
        chord("Ctrl+Shift+I")
        await chosen_file(gui, gui.window, file)
        await gui.until(lambda: gui.window.debates.current == id)
        await gui.rested()
        assert gui.debate.over
        assert gui.pane.view == "result", "what it came to is what somebody opens it for"
        page = gui.pane.page("result")
        await gui.until(page.gauge.isVisible)
        await front(gui)
        click(page.read)
        assert gui.pane.view == "transcript"
        chord("Alt+9")
        assert gui.pane.view == "result"
        chord("Alt+0")
        assert gui.pane.view == "transcript"
        assert [row.hash for row in await gui.app.log.rows(id)] == rows
        await gui.until(lambda: gui.window.sidebar.rows["debates"].count == 1)


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
