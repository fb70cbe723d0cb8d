"""What is typed survives, faults are reported, and whoever leaves takes everything along."""

import asyncio
import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from disputatio.app import data
from disputatio.app.actions.action import SETTINGS
from disputatio.app.actions.debates import CONTINUE
from disputatio.app.logs import Logging
from disputatio.app.paths import Paths
from disputatio.app.settings import Settings
from disputatio.engine.errors import Unauthorised
from disputatio.faces.gui.settings.data_page import WORD, EraseDialog
from disputatio.faces.gui.shell.process import Process
from disputatio.faces.gui.shell.trouble import Restoration, Trouble
from disputatio.faces.gui.shell.window import Window
from disputatio.secrets.keyring import Masking


async def until(true):
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110  whatever it is, nothing tells of it
            await asyncio.sleep(0.01)


async def test_drafts_of_the_question_and_of_a_debate_survive_a_restart(loop, opened):
    async with opened() as gui:
        await gui.converse("Is it kept?", Unauthorised("No.", "Look."))
        await gui.rested()
        id = gui.pane.live.id
        gui.pane.speaking.composer.set_draft("One more thing")
        gui.window.new_debate()
        gui.start.composer.set_draft("And what about")
        await gui.window.finish()
    async with opened() as gui:
        assert gui.start.composer.draft() == "And what about"
        gui.window.open_debate(id)
        await gui.until(lambda: gui.window.debates.pane() is not None)
        assert gui.pane.speaking.composer.draft() == "One more thing"


async def test_a_question_that_was_sent_is_no_draft_any_more(loop, opened):
    async with opened() as gui:
        await gui.rehearse("Is it sent?")
        await gui.rested()
        await gui.window.finish()
    async with opened() as gui:
        assert gui.start.composer.draft() == ""


async def test_a_fault_of_the_program_in_a_debate_is_reported(loop, opened, expected_logs):
    expected_logs("stopped by a fault of the program")
    async with opened() as gui:
        gui.app.attend(gui.crashes.append)
        provider = await gui.converse("Is it told?")
        await gui.rested()
        provider.script = lambda request: 1 / 0
        gui.pane.act(CONTINUE)
        await until(lambda: gui.crashes)
        assert [type(fault) for fault in gui.crashes] == [ZeroDivisionError]
        gui.crashes.clear()


def test_enter_deletes_nothing_and_the_word_has_to_be_typed(qapp):
    dialog = EraseDialog("/somewhere", ["all debates"], ["the program"])
    dialog.show()
    assert not dialog.go.isEnabled()
    for text in ("delete", "yes", "delete everythin"):
        dialog.field.setText(text)
        assert not dialog.go.isEnabled()
    dialog.field.setText("  Delete   EVERYTHING ")
    assert dialog.go.isEnabled()
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    assert dialog.result() == EraseDialog.DialogCode.Rejected


async def test_deleting_everything_starts_again_with_nothing_and_says_what_is_left(loop, read):
    paths = Paths.from_environment(os.environ)
    await asyncio.to_thread(paths.create)
    settings, masking = await asyncio.to_thread(Settings.load, paths.settings_file), Masking()
    await asyncio.to_thread((paths.data / "holiday.jpg").write_text, "x")
    lives: list[Process] = []

    class Watched(Process):
        def __init__(self, *given):
            super().__init__(*given)
            lives.append(self)

    process = Watched(f"disputatio-test-{os.getpid()}-3", settings, masking, Logging(masking))
    living = asyncio.create_task(process.live([]))

    async def ready(count):
        await until(lambda: living.done() or (len(lives) == count and lives[-1].window and lives[-1].window.drafting))
        assert not living.done(), living.exception()
        return lives[-1].window

    window = await ready(1)
    window.start_screen.composer.set_draft("nobody's business")
    window.commands.act(SETTINGS)
    dialog = window.overlays.preferences
    dialog.open_at("data")
    dialog.pages["data"].buttons["erase"].click()
    await until(lambda: dialog.findChildren(EraseDialog))
    asked = dialog.findChildren(EraseDialog)[0]
    asked.field.setText(WORD)
    asked.go.click()
    window = await ready(2)
    await until(lambda: window.start_screen.notice.isVisibleTo(window))
    assert "Everything was deleted" in read(window.start_screen.notice)
    assert window.start_screen.composer.draft() == ""
    assert await lives[-1].app.catalogue.all() == []
    assert await asyncio.to_thread((paths.data / "holiday.jpg").exists)
    window.close()
    assert await living == 0


@pytest.mark.may_block("the fonts and icons of a second life")
async def test_a_damaged_database_is_said_and_a_backup_takes_its_place(loop, opened, tmp_path, read):
    async with opened() as gui:
        await gui.rehearse("Is it restored?")
        await gui.rested()
        await data.backup(gui.app.database, gui.app.paths, tmp_path / "kept.zip", gui.app.clock)
    paths = Paths.from_environment(os.environ)
    await asyncio.to_thread(_damage, paths.database)
    settings, masking = await asyncio.to_thread(Settings.load, paths.settings_file), Masking()
    process = Process(f"disputatio-test-{os.getpid()}-4", settings, masking, Logging(masking))
    living = asyncio.create_task(process.live([]))

    def trouble():
        return process.window.findChildren(Trouble) if process.window else []

    await until(lambda: living.done() or trouble())
    buttons = {each.text(): each for each in trouble()[0].findChildren(QAbstractButton)}
    assert set(buttons) == {"Try again", "Restore a backup…", "Quit"}
    assert not process.window.sidebar.empty.isVisible(), "what cannot be read is not nothing"
    said = []
    process.window.bridge.explained.connect(lambda error: said.append(error.user_message))
    mending = process.window.findChild(Restoration)
    mending.restore(tmp_path / "none.zip")
    await until(lambda: said)
    mending.restore(tmp_path / "kept.zip")
    windows = QApplication.topLevelWidgets
    await until(lambda: any(isinstance(each, Window) and each.drafting is not None for each in windows()))
    again = next(each for each in windows() if isinstance(each, Window) and each.drafting is not None)
    assert [entry.topic for entry in await again.app.catalogue.all()] == ["Is it restored?"]
    await until(lambda: "Restored kept.zip." in read(again.start_screen.notice))
    again.close()
    async with asyncio.timeout(30):
        await living


def _damage(database):
    for beside in database.parent.glob("*.db-*"):
        beside.unlink()
    with database.open("r+b") as file:
        file.seek(100)
        file.write(b"nonsense" * 4096)
