"""What the scripts that take pictures of the window share: its own data folder, the window, and the arguments
`FOLDER [light|dark] [WIDTHxHEIGHT] [FILE …]`. Not a test."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["DISPUTATIO_HOME"] = tempfile.mkdtemp(prefix="disputatio-look-")

from PySide6.QtWidgets import QApplication, QWidget

from disputatio.app.application import Application
from disputatio.app.bootstrap import assemble
from disputatio.app.paths import Paths
from disputatio.app.settings import Settings
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import DARK, LIGHT
from disputatio.faces.gui.shell.event_loop import EventLoop
from disputatio.faces.gui.shell.factory import ScreenFactory
from disputatio.faces.gui.shell.window import Window
from disputatio.secrets.keyring import Masking


@dataclass
class Album:
    """The folder of the pictures, and what their names say of how they were taken."""

    folder: Path
    look: str
    width: int

    def keep(self, name: str, widget: QWidget) -> None:
        widget.grab().save(str(self.folder / f"{name}-{self.look}-{self.width}.png"))


Show = Callable[[Window, Application, Album, list[Path]], Awaitable[None]]


async def _show(show: Show, album: Album, height: int, files: list[Path]) -> None:
    paths = Paths.from_environment(os.environ)
    paths.create()
    settings = Settings.load(paths.settings_file)
    bridge = Bridge()
    bridge.crashed.connect(lambda error: sys.excepthook(type(error), error, error.__traceback__))
    window = Window(bridge, settings)
    window.resize(album.width, height)
    window.show()
    app = await assemble(os.environ, Masking(), settings)
    await window.adopt(app, ScreenFactory(app, bridge, window))
    await show(window, app, album, files)
    await bridge.close()
    window.hide()
    window.debates.stop()
    await app.close()


def take(show: Show) -> None:
    """Open the window as the arguments say, and let `show` take its pictures."""
    folder, look = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "light"
    folder.mkdir(parents=True, exist_ok=True)  # Qt saves nothing, and says nothing, where there is no folder
    width, _, height = (sys.argv[3] if len(sys.argv) > 3 else "1480x920").partition("x")
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    theme.apply(app, DARK if look == "dark" else LIGHT)
    with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
        files = [Path(name) for name in sys.argv[4:]]
        runner.run(_show(show, Album(folder, look, int(width)), int(height), files))
