"""Exporting in the window: one dialog with every format, for one debate or several."""

import asyncio
import os

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog, QMenu
from tests.faces.gui_screens.test_main_job import QUESTION, finished

from disputatio.app import debate_files
from disputatio.app.actions.debates import EXPORT
from disputatio.exporting.formats import EXPORTS, KINDS
from disputatio.faces.gui.library.exports import ExportDialog


async def dialog_of(gui):
    gui.pane.act(EXPORT)
    await gui.until(lambda: found(gui) is not None)
    return found(gui)


def found(gui):
    return next(
        (child for child in gui.window.children() if isinstance(child, ExportDialog) and child.isVisible()), None
    )


def chooser_of(dialog):
    return next((each for each in dialog.findChildren(QFileDialog) if each.isVisible()), None)


async def another(gui):
    """One more debate in the library."""
    id = await gui.app.fork(gui.pane.live.id, 0)
    await gui.app.catalogue.rename(id, "Should the pump be replaced?")


async def choose(gui, dialog, place):
    dialog.save.click()
    await gui.until(lambda: chooser_of(dialog) is not None)
    chooser = chooser_of(dialog)
    chooser.filesSelected.emit([str(place)])
    chooser.done(1)


async def test_each_format_is_offered_and_one_debate_goes_to_a_file(loop, opened, tmp_path, read):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await finished(gui)
        told = []
        gui.window.errands.said.connect(lambda words, undo: told.append(words))
        for kind in KINDS:
            dialog = await dialog_of(gui)
            assert list(dialog.kinds) == list(KINDS)
            assert all(each.about[1:] in read(dialog) for each in EXPORTS.values())
            assert "A backup of everything is made in the settings" in read(dialog)
            assert "1 debate chosen" in read(dialog)
            dialog.kinds[kind].setChecked(True)
            file = tmp_path / f"{kind}{EXPORTS[kind].ending}"
            await choose(gui, dialog, file)
            await gui.until(lambda at=kind: len(told) == KINDS.index(at) + 1)
            assert told[-1] == f"Exported to {file}. {EXPORTS[kind].use}"
            assert await asyncio.to_thread(os.path.getsize, file) > 100
            await gui.until(lambda: found(gui) is None)


async def test_several_debates_go_into_a_folder(loop, opened, tmp_path, read):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await finished(gui)
        await another(gui)
        told = []
        gui.window.errands.said.connect(lambda words, undo: told.append(words))
        dialog = await dialog_of(gui)
        await gui.until(lambda: dialog.debates.count() == 2)
        assert [title for _, title in dialog.chosen] == [QUESTION]
        dialog.debates.item(0).setCheckState(Qt.CheckState.Unchecked)
        assert not dialog.save.isEnabled()
        assert "Choose a debate" in read(dialog)
        for row in range(2):
            dialog.debates.item(row).setCheckState(Qt.CheckState.Checked)
        dialog.field.setText("event log")
        assert [dialog.debates.item(row).isHidden() for row in range(2)] == [False, False], "what is chosen stays"
        dialog.field.clear()
        dialog.kinds["markdown"].setChecked(True)
        own = tmp_path / "should-the-pump-be-replaced.md"
        await asyncio.to_thread(own.write_text, "mine", "utf-8")
        await choose(gui, dialog, tmp_path)
        await gui.until(lambda: told)
        assert told == [f"2 debates exported as Markdown to {tmp_path}."]
        assert sorted(await asyncio.to_thread(os.listdir, tmp_path)) == [
            "should-the-event-log-stay-in-sqlite.md",
            "should-the-pump-be-replaced-2.md",
            "should-the-pump-be-replaced.md",
        ]
        assert await asyncio.to_thread(own.read_text) == "mine"


def refuse(content, path):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("several", [False, True])
async def test_what_cannot_be_written_is_told_in_the_dialog_which_stays(
    loop, opened, tmp_path, read, several, monkeypatch
):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await finished(gui)
        if several:
            await another(gui)
        dialog = await dialog_of(gui)
        await gui.until(lambda: dialog.debates.count() == 1 + several)
        for row in range(dialog.debates.count()):
            dialog.debates.item(row).setCheckState(Qt.CheckState.Checked)
        folder = tmp_path / "full"
        await asyncio.to_thread(folder.mkdir)
        monkeypatch.setattr(debate_files, "_put", refuse)
        await choose(gui, dialog, folder if several else folder / "debate.html")
        await gui.until(lambda: "cannot be written" in dialog.fault.text())
        assert dialog.isVisible()
        assert dialog.save.isEnabled()
        assert ("2 of 2 debates could not be exported" in dialog.fault.text()) is several
        dialog.reject()
        assert found(gui) is None


async def test_a_debate_of_a_list_is_exported_from_its_menu(loop, opened):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await finished(gui)
        id = gui.pane.live.id
        gui.window.new_debate()
        gui.window.errands.menu(id, QPoint(10, 10), deleted=False)
        menu = gui.window.findChildren(QMenu)[-1]
        next(each for each in menu.actions() if each.text() == "Export…").trigger()
        menu.close()
        await gui.until(lambda: found(gui) is not None)
        assert found(gui).chosen == [(id, QUESTION)]
        found(gui).reject()
