"""The inspectors of the board as pictures: `show_board.py FOLDER [light|dark] [WIDTHxHEIGHT]`. Not a test."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from pictures import Album, take
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QScrollArea, QWidget
from scripted_board import config, learn, says

from disputatio.app.actions.debates import CONTINUE
from disputatio.app.application import Application
from disputatio.faces.gui.memory.insights import MemoryState
from disputatio.faces.gui.shell.window import Window
from disputatio.faces.gui.window_actions import ShowInspector
from disputatio.library.workspace import Project
from disputatio.testing.scripted import ScriptedProvider

INSPECTORS = ("ledger", "claims", "cards", "reflections")


async def fill_memory(app: Application) -> None:
    project = await app.library.create(Project(name="Storage engine"))
    await learn(
        app,
        "debate-one",
        "Is event sourcing worth it for the ledger?",
        "An append-only log explains every balance at a past instant.",
        "Snapshots every 500 events keep the cold start below 40 ms.",
        ref=project.id,
    )
    await learn(
        app, "debate-two", "Where do we keep the events?", "One file is enough.", kind="decision", ref=project.id
    )
    await learn(app, "debate-three", "What does a hosted database cost?", "It rains in November.", kind="finding")
    await app.memory.recall("project", project.id, "Does an append-only log explain every balance?")
    for each in await app.insights.all():
        if "rains" in each.text:
            await app.insights.edit(each.id, status="disputed", why="It was measured in another country.")


def press(widget: QWidget, words: str) -> None:
    next(button for button in widget.findChildren(QPushButton) if button.text() == words).click()


async def show_memory(window: Window, app: Application, keep: Callable[[str], Awaitable[None]]) -> None:
    window.places.show_page("memory")
    await keep("memory-empty")
    await fill_memory(app)
    page = window.places.pages["memory"]
    page.refresh()
    await keep("memory-list")
    page.shelf.field.setText("append-only log balance")
    await asyncio.sleep(0.5)
    await keep("memory-search")
    press(page.sheet, "Dispute…")
    await keep("memory-dispute")
    press(page.sheet, "Cancel")
    press(page.sheet, "Forget")
    await keep("memory-forgotten")
    page.shelf.field.setText("")
    await asyncio.sleep(0.5)
    page.state.show_state(
        MemoryState(
            words="Found by words and by meaning: local:minilm",
            detail="640 of 2,000 embedded",
            share=0.32,
            ready=True,
        )
    )
    page.sheet.merge_wanted.emit(page.shelf.list.key())
    await keep("memory-embedding")
    for each in QApplication.topLevelWidgets():
        if isinstance(each, QDialog) and each.isVisible():
            each.reject()


async def show(window: Window, app: Application, album: Album, files: list[Path]) -> None:
    app.registry.add(ScriptedProvider(says))

    async def keep(name: str) -> None:
        await asyncio.sleep(0.5)
        shown = next(
            (each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()), None
        )
        if shown is not None:
            album.keep(f"{name}-dialog", shown)
        album.keep(name, window)

    prepared = await app.preview(config())
    id = await app.start(prepared)
    window.open_debate(id, begun=True)
    await asyncio.sleep(0.3)
    aside = window.aside
    aside.show(ShowInspector(name="ledger"))
    await keep("board-first")
    live = window.debates.panes[id].live
    for _ in range(400):
        if live.debate.over:
            break
        if live.debate.status == "paused":
            window.debates.panes[id].act(CONTINUE)
        await asyncio.sleep(0.05)
    for name in INSPECTORS:
        aside.panel.open(name)
        await keep(f"board-{name}")
        view = aside.panel.views[name]
        bar = view.findChild(QScrollArea).verticalScrollBar()
        for part in range(1, 4):
            if bar.maximum() > (part - 1) * bar.pageStep() and bar.maximum():
                bar.setValue(part * bar.pageStep())
                await keep(f"board-{name}-{part + 1}")
        bar.setValue(0)
    pane = window.debates.panes[id]
    rooms = [entry.path for entry in live.transcript.turns.values() if "crux" in entry.path]
    if rooms:
        pane.go_to(rooms[0])
        await keep("board-room")
    pane.go_to("aspect[cost]/miniround[2]/reply[personas-3]")
    await keep("board-shift")
    await show_memory(window, app, keep)


if __name__ == "__main__":
    take(show)
