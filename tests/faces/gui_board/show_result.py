"""The page of the result over debates that were exported, as pictures:
`show_result.py FOLDER [light|dark] [WIDTHxHEIGHT] [FILE …]`. Not a test."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["DISPUTATIO_HOME"] = tempfile.mkdtemp(prefix="disputatio-look-")

from PySide6.QtWidgets import QApplication

from disputatio.app.bootstrap import assemble
from disputatio.app.exchange import take_in_file
from disputatio.app.paths import Paths
from disputatio.app.settings import Settings
from disputatio.faces.gui.actions import ShowView
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import DARK, LIGHT
from disputatio.faces.gui.shell.event_loop import EventLoop
from disputatio.faces.gui.shell.factory import ScreenFactory
from disputatio.faces.gui.shell.window import Window
from disputatio.secrets.keyring import Masking


async def show(folder: Path, look: str, size: tuple[int, int], files: list[Path]) -> None:
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
    for file in files:
        taken = await take_in_file(app, file)
        window.open_debate(taken.id)
        await asyncio.sleep(1)
        pane = window.debates.panes[taken.id]
        pane.carry_out(ShowView(view="result"))
        await asyncio.sleep(1.5)
        bar, page = pane.page.area.verticalScrollBar(), 0
        while True:
            window.grab().save(str(folder / f"{file.stem}-{look}-{size[0]}-{page}.png"))
            if bar.value() >= bar.maximum() or page > 3:
                break
            page += 1
            bar.setValue(bar.value() + bar.pageStep() - 60)
            await asyncio.sleep(0.3)
        pane.carry_out(ShowView(view="transcript"))
        await asyncio.sleep(0.5)
        window.grab().save(str(folder / f"{file.stem}-{look}-{size[0]}-transcript.png"))
    await bridge.close()
    window.hide()
    window.debates.stop()
    await app.close()


def main() -> None:
    folder, look = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "light"
    folder.mkdir(parents=True, exist_ok=True)  # Qt saves nothing, and says nothing, where there is no folder
    width, _, height = (sys.argv[3] if len(sys.argv) > 3 else "1480x920").partition("x")
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    theme.apply(app, DARK if look == "dark" else LIGHT)
    with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
        runner.run(show(folder, look, (int(width), int(height)), [Path(name) for name in sys.argv[4:]]))


if __name__ == "__main__":
    main()
