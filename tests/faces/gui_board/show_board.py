"""The inspectors of the board as pictures: `show_board.py FOLDER [light|dark] [WIDTHxHEIGHT]`. Not a test."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["DISPUTATIO_HOME"] = tempfile.mkdtemp(prefix="disputatio-look-")

from PySide6.QtWidgets import QApplication
from scripted_board import says

from disputatio.app.configuration import DebateConfig
from disputatio.app.paths import Paths
from disputatio.app.settings import Settings
from disputatio.debate.opening import SeatChoice
from disputatio.faces.gui import theme
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.desk import Desk
from disputatio.faces.gui.event_loop import EventLoop
from disputatio.faces.gui.later import Making
from disputatio.faces.gui.tokens import DARK, LIGHT
from disputatio.faces.gui.window import Window
from disputatio.secrets.masking import Masking
from disputatio.testing.scripted import ScriptedProvider

NAMES = ("Ada", "Ben", "Cyd")
INSPECTORS = ("ledger", "claims", "cards", "reflections")


def config() -> DebateConfig:
    seats = tuple(
        SeatChoice(seat="personas" if not number else f"personas-{number + 1}", model="scripted:one", name=name)
        for number, name in enumerate(NAMES)
    )
    return DebateConfig(
        question="Is event sourcing worth it for a ledger that three people maintain?",
        format="dialogue",
        seats=seats,
        services={"clerk": "scripted:one"},
        options={"aspects": ["cost", "recovery"], "minirounds": 2},
    )


async def show(folder: Path, look: str, size: tuple[int, int]) -> None:
    paths = Paths.from_environment(os.environ)
    paths.create()
    settings = Settings.load(paths.settings_file)
    bridge = Bridge()
    bridge.crashed.connect(lambda error: sys.excepthook(type(error), error, error.__traceback__))
    window = Window(bridge, settings)
    window.resize(*size)
    window.show()
    desk = await Desk.open(os.environ, Masking(), settings)
    await window.adopt(desk, Making(desk, bridge, window))
    desk.app.registry._others["scripted"] = ScriptedProvider(says)

    async def keep(name: str) -> None:
        await asyncio.sleep(0.5)
        window.grab().save(str(folder / f"{name}-{look}-{size[0]}.png"))

    prepared = await desk.app.preview(config())
    id = await desk.start(prepared)
    window.open_debate(id)
    await asyncio.sleep(0.3)
    aside = window.aside
    aside.open("ledger")
    if not aside.shown:
        aside.open("ledger")
    await keep("board-first")
    live = window.debates.panes[id].live
    for _ in range(400):
        if live.debate.over:
            break
        if live.debate.status == "paused":
            window.debates.panes[id].act("continue")
        await asyncio.sleep(0.05)
    for name in INSPECTORS:
        aside.panel.open(name)
        await keep(f"board-{name}")
        view = aside.panel.views[name]
        bar = view._scroll.verticalScrollBar()
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
    await bridge.close()
    window.hide()
    window.debates.stop()
    await desk.close()


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
