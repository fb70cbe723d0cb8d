"""Whether a window can be opened here: there must be a display (without one Qt ends the process without a word), and
no window yet. Each data folder has one window process: a second start raises its window and passes on what it was
asked."""

from __future__ import annotations

import ctypes
import hashlib
import json
import logging
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from PySide6.QtCore import QLibraryInfo, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from disputatio.app.display import has_display

# ---- the display ----------------------------------------------------------------------------------------------------
ANSWER: Final = 2.0
"""Seconds for a display to take the connection."""
WAY_OUT = "Everything also works in a terminal: disputatio --help."


def display_problem(environment: Mapping[str, str]) -> str:
    """Say why no window can be shown, and what to do; "" where one can."""
    wanted = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if wanted in ("offscreen", "minimal", "vnc") or not sys.platform.startswith("linux"):
        return ""
    if not has_display(environment):
        return (
            f"There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set. Start Disputatio on a desktop. {WAY_OUT}"
        )
    if _wayland(environment) and wanted in ("", "wayland"):
        return ""
    if not _x11(environment.get("DISPLAY", "")):
        name = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY", "")
        return f"The display {name} does not answer. Check DISPLAY, or start it on a desktop. {WAY_OUT}"
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
        return f"A system library of the window is missing: {error}. Run ./run, which names its package. {WAY_OUT}"
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
