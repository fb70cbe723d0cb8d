"""The inspectors of the board as pictures: `show_board.py FOLDER [light|dark] [WIDTHxHEIGHT]`. Not a test."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["DISPUTATIO_HOME"] = tempfile.mkdtemp(prefix="disputatio-look-")

from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QScrollArea, QWidget
from scripted_board import config, learn, says

from disputatio.app.actions.debates import CONTINUE
from disputatio.app.application import Application
from disputatio.app.bootstrap import assemble
from disputatio.app.paths import Paths
from disputatio.app.settings import Settings
from disputatio.faces.gui.actions import ShowInspector
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import DARK, LIGHT
from disputatio.faces.gui.memory.insights import MemoryState
from disputatio.faces.gui.shell.event_loop import EventLoop
from disputatio.faces.gui.shell.factory import ScreenFactory
from disputatio.faces.gui.shell.window import Window
from disputatio.library.workspace import Project
from disputatio.secrets.keyring import Masking
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


async def show(folder: Path, look: str, size: tuple[int, int]) -> None:
    paths = Paths.from_environment(os.environ)
    paths.create()
    settings = Settings.load(paths.settings_file)
    bridge = Bridge()
    bridge.crashed.connect(lambda error: sys.excepthook(type(error), error, error.__traceback__))
    window = Window(bridge, settings)
    window.resize(*size)
    window.show()
    app = await assemble(os.environ, Masking(), settings)
    await window.adopt(app, ScreenFactory(app, bridge, window))
    app.registry.add(ScriptedProvider(says))

    async def keep(name: str) -> None:
        await asyncio.sleep(0.5)
        shown = next(
            (each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()), None
        )
        if shown is not None:
            shown.grab().save(str(folder / f"{name}-dialog-{look}-{size[0]}.png"))
        window.grab().save(str(folder / f"{name}-{look}-{size[0]}.png"))

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
    await bridge.close()
    window.hide()
    window.debates.stop()
    await app.close()


def main() -> None:
    folder, look = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "light"
    width, _, height = (sys.argv[3] if len(sys.argv) > 3 else "1480x920").partition("x")
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    theme.apply(app, DARK if look == "dark" else LIGHT)
    with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
        runner.run(show(folder, look, (int(width), int(height))))


if __name__ == "__main__":
    main()
