"""The window's process, from the first line to the last.

There must be a display (without one Qt ends the process without a word), and no window yet: each data folder has one
window process, and a second start raises its window and passes on what it was asked.

The first paint comes before everything that takes long: database, providers, prices. They are imported in a thread
while the window is already there.
"""

from __future__ import annotations

import asyncio
import ctypes
import hashlib
import importlib
import json
import logging
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QLibraryInfo, QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QApplication

from disputatio.app.errors import Exit, crash_report, is_bug
from disputatio.app.logs import Logging
from disputatio.app.paths import FolderUnusable, Paths
from disputatio.app.process import end_when_told, has_display, leave_when_told, names_packages
from disputatio.app.settings import Settings, SettingsNotSaved, declarations
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import tr
from disputatio.faces.gui import language
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import icons, layouts, theme
from disputatio.faces.gui.shell.event_loop import Collector, EventLoop, Interrupted
from disputatio.faces.gui.shell.trouble import Hooks, ReportDialog, Restoration
from disputatio.faces.gui.shell.window import Window
from disputatio.secrets.keyring import Masking

if TYPE_CHECKING:
    from disputatio.app.application import Application

# ---- the display ----------------------------------------------------------------------------------------------------
ANSWER: Final = 2.0
"""Seconds for a display to take the connection."""
WAY_OUT = tr("Everything also works in a terminal: disputatio --help.")


def display_problem(environment: Mapping[str, str]) -> str:
    """Say why no window can be shown, and what to do; "" where one can."""
    wanted = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if wanted in ("offscreen", "minimal", "vnc") or not sys.platform.startswith("linux"):
        return ""
    if not has_display(environment):
        return tr(
            "There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set. Start Disputatio on a desktop. {way_out}"
        ).format(way_out=WAY_OUT)
    if _wayland(environment) and wanted in ("", "wayland"):
        return ""
    if not _x11(environment.get("DISPLAY", "")):
        name = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY", "")
        return tr("The display {name} does not answer. Check DISPLAY, or start it on a desktop. {way_out}").format(
            name=name, way_out=WAY_OUT
        )
    return _missing_library()


def _wayland(environment: Mapping[str, str]) -> bool:
    name = environment.get("WAYLAND_DISPLAY", "")
    path = Path(environment.get("XDG_RUNTIME_DIR", "/"), name)
    return bool(name) and _answers(socket.AF_UNIX, str(path))


def _x11(display: str) -> bool:
    host, _, rest = display.rpartition(":")
    number = rest.partition(".")[0]
    if not number.isdigit():
        return False
    local = host in ("", "unix")
    path = f"/tmp/.X11-unix/X{number}"
    if local and (_answers(socket.AF_UNIX, path) or _answers(socket.AF_UNIX, "\0" + path)):
        return True
    return _answers(socket.AF_INET, (host or "127.0.0.1", 6000 + int(number)))


def _answers(family: socket.AddressFamily, address: str | tuple[str, int]) -> bool:
    with closing(socket.socket(family, socket.SOCK_STREAM)) as tried:
        tried.settimeout(ANSWER)
        try:
            tried.connect(address)
        except OSError:
            return False
        return True


def _missing_library() -> str:
    plugin = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath), "platforms", "libqxcb.so")
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return tr("A system library of the window is missing: {error}. {names_packages} {way_out}").format(
            error=error, names_packages=names_packages(), way_out=WAY_OUT
        )
    return ""


LOG = logging.getLogger(__name__)
PATIENCE: Final = 1_000
"""Milliseconds."""
LONGEST: Final = 100_000
"""Bytes of one message."""


def name_of(folder: Path) -> str:
    """Return the name of the socket: each data folder has its own."""
    return "disputatio-" + hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:20]


def forward(name: str, words: Sequence[str]) -> bool:
    """Hand these arguments to the window that is open already. False: none is."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(PATIENCE):
        return False
    socket.write(json.dumps(list(words)).encode() + b"\n")
    socket.flush()
    answered = socket.waitForReadyRead(PATIENCE)
    socket.disconnectFromServer()
    return answered


class Instance(QObject):
    """The first process listens, under the name of its data folder."""

    called = Signal(list)
    """Somebody started the program again: its arguments."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._take)
        if not self._server.listen(name):
            QLocalServer.removeServer(name)  # nobody answered: it was left by a process that died
            if not self._server.listen(name):
                LOG.info("Other starts cannot be heard: %s", self._server.errorString())

    def close(self) -> None:
        self._server.close()

    def _take(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(lambda one=socket: self._read(one))
            socket.disconnected.connect(socket.deleteLater)
            if socket.bytesAvailable():
                self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            return
        line = bytes(socket.readLine(LONGEST).data())
        socket.write(b"ok\n")
        socket.flush()
        try:
            words = json.loads(line)
        except ValueError:
            return
        if isinstance(words, list):
            self.called.emit([str(word) for word in words])


# ---- What the window is made of beyond its first picture, imported piece by piece.
#      All at once would stop the window for 0.12 s. It cannot be done in a thread: a class of Qt is made when it is
#      first named, and the window's own thread may name the same one at the same time.
PIECES: Final = (
    "transcript.view",
    "debate.pane",
    "board.ledger",
    "shell.inspectors",
    "library.library_page",
    "repository.repository_page",
    "settings.settings_dialog",
    "board.result_page",
    "board.code_view",
    "shell.factory",
)
"""Each takes 10 to 20 ms, once those before it are there."""


async def arrive() -> ModuleType:
    """Import them, the window painting and answering in between. Returns the last, which makes screens of them."""
    for name in PIECES:
        module = importlib.import_module(f"disputatio.faces.gui.{name}")
        await asyncio.sleep(0)
    return module


ID: Final = "io.github.disputatio.Disputatio"
"""The name of the desktop entry (`packaging/linux`), by which a desktop finds the window's name and icon."""
LOST = tr("""The display is gone, so the window had to close. Everything that was said in your debates is saved.
Start Disputatio again once there is a display; turns that were under way go on then.
""")


def run(argv: Sequence[str] = ()) -> int:
    """Show the window until it is closed. `argv` begins with the program's name; a folder among the rest is the
    repository of a new question. Returns the exit code of the process."""
    if problem := display_problem(os.environ):
        return _say(problem)
    try:
        paths = Paths.from_environment(os.environ)
        paths.create()
        settings = Settings.load(paths.settings_file)
    except (FolderUnusable, SettingsNotSaved) as error:
        return _say(error.user_message)
    scale_everything(settings.get(declarations.SCALE))
    app = application()
    words = [word if word.startswith("-") else os.path.abspath(word) for word in argv[1:]]
    name = name_of(paths.data)
    if forward(name, words):
        return Exit.FINISHED
    masking = Masking()
    logging = Logging(masking)
    begin_logging(logging, paths, settings)
    theme.choose(app, settings.get(declarations.THEME))  # type: ignore[arg-type]
    try:
        with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
            code = runner.run(Process(name, settings, masking, logging).live(words))
            leave_when_told()
            return code
    except Interrupted:
        sys.stderr.write(LOST)
        return Exit.STOPPED
    finally:
        logging.stop()


def scale_everything(percent: object) -> None:
    """Have Qt draw everything in the size that was chosen. It asks for that once, before there is a QApplication; a
    size that stands in the environment wins."""
    if isinstance(percent, int) and percent != 100:
        os.environ.setdefault("QT_SCALE_FACTOR", f"{percent / 100:g}")


def begin_logging(logging: Logging, paths: Paths, settings: Settings) -> None:
    logging.start(paths.logs, settings.get(declarations.LOG_LEVEL))  # type: ignore[arg-type]


def application() -> QApplication:
    """Return the one QApplication of this process."""
    os.environ["QT_API"] = "pyside6"
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(["disputatio"])
    app.setApplicationName("Disputatio")
    language.adapt(app)
    app.setDesktopFileName(ID)
    app.setWindowIcon(icons.app_icon())
    app.setQuitOnLastWindowClosed(False)
    return app


def _say(problem: str) -> int:
    sys.stderr.write(f"{problem}\n")
    return Exit.BAD_INPUT


class FirstPaint(QObject):
    """Knows when a widget was painted for the first time."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.done = asyncio.get_running_loop().create_future()
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self.done.done():
            QTimer.singleShot(0, self._tell)
        return False

    def _tell(self) -> None:
        if not self.done.done():
            self.done.set_result(None)


def collector_of(window: Window) -> Collector:
    """Return what collects the garbage of the process whose window this is."""
    made = Collector(window, window.debates.busy)
    window.debates.loaded.connect(made.keep)
    window.debates.closed.connect(made.want)
    return made


class Process:
    """One life of the window: open, adopt the application, run, put everything away. `name` is what other starts look
    for (`name_of`); `said` is what the life before it leaves to say."""

    def __init__(self, name: str, settings: Settings, masking: Masking, logging: Logging, said: str = "") -> None:
        self._name, self._settings, self._masking, self._logging, self._said = name, settings, masking, logging, said
        self._news = ""
        self.app: Application | None = None
        self.window: Window | None = None
        self._collector: Collector | None = None

    async def live(self, words: Sequence[str]) -> int:
        loop = asyncio.get_running_loop()
        self._over: asyncio.Future[str] = loop.create_future()
        bridge = Bridge()
        hooks = Hooks(loop, self.report)
        bridge.crashed.connect(self.report)
        window = self.window = Window(bridge, self._settings)
        window.closing.connect(lambda: self._end("closed"))
        window.restored.connect(self._restored)
        window.erasing.connect(lambda: self._end("erase"))
        mending = Restoration(bridge, window)
        mending.restored.connect(self._restored)
        window.mending.connect(mending.choose)
        first = Instance(self._name, window)
        first.called.connect(window.called)
        end_when_told(loop, lambda: self._end("told"))  # as by a desktop that logs out: what was said is kept
        painted = FirstPaint(window)
        window.show()
        await painted.done
        bridge.start(self._open(bridge, window, words), window.show_trouble)
        try:
            why = await self._over
        finally:
            first.close()
            await self._put_away(bridge, window)
            hooks.remove()
        if why in ("closed", "told"):
            return Exit.FINISHED if why == "closed" else Exit.STOPPED
        return await self._again(words, await self._erase() if why == "erase" else self._news)

    async def _erase(self) -> str:
        """Delete everything, now that it is closed; what became of it, in words."""
        assert self.app is not None, "only an open application can be asked to"
        paths = self.app.paths
        self._logging.stop()
        try:
            return await self.app.erase()
        except DisputatioError as error:
            return error.user_message
        finally:
            await asyncio.to_thread(paths.create)
            await asyncio.to_thread(begin_logging, self._logging, paths, self._settings)

    async def _again(self, words: Sequence[str], said: str) -> int:
        """Begin another life of the window, in which everything is read anew: the data are others."""
        await asyncio.to_thread(self._settings.reload)
        return await type(self)(self._name, self._settings, self._masking, self._logging, said).live(words)

    async def _open(self, bridge: Bridge, window: Window, words: Sequence[str]) -> None:
        """Raises what keeps the application from opening, for the window to show."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, EventLoop), "the loop of a window"
        with loop.collection_pause():
            module = await asyncio.to_thread(importlib.import_module, "disputatio.app.bootstrap")
            self.app = await module.assemble(os.environ, self._masking, self._settings, window.toast.say)
            assert self.app is not None, "made in the line above"
            factory = await arrive()
            await window.adopt(self.app, factory.ScreenFactory(self.app, bridge, window))
            self.app.attend(bridge.crashed.emit)
            self._collector = collector_of(window)
        if self._said:
            window.start_screen.tell(self._said)
        if words:
            window.called(words)
        else:
            window.show_last()

    async def _put_away(self, bridge: Bridge, window: Window) -> None:
        """Close everything. Turns in flight are cut and kept; they go on at the next start."""
        with suppress(DisputatioError):  # where the window stood is not worth keeping it open
            await window.finish()
            await asyncio.to_thread(self._save, layouts.saved_place(window), window.layout_state())
        window.hide()
        window.debates.stop()
        await bridge.close()
        if self.app is not None:
            await self.app.close()
        if self._collector is not None:
            self._collector.stop()
        window.deleteLater()

    def _save(self, place: str, layout: str) -> None:
        self._settings.set(declarations.WINDOW_GEOMETRY, place)
        self._settings.set(declarations.WINDOW_LAYOUT, layout)

    def _end(self, why: str) -> None:
        if not self._over.done():
            self._over.set_result(why)

    def _restored(self, said: str) -> None:
        self._news = said
        self._end("again")

    def report(self, error: BaseException) -> None:
        """Show all of a bug; first what is damaged in the database, if that is why."""
        said = crash_report(error, self._masking)
        if self.app is not None and is_bug(error) and (damaged := self.app.database.strange_rows()) is not None:
            said = f"{damaged.user_message}\n\n{said}"
        dialog = ReportDialog(said, self.window)
        dialog.show()
