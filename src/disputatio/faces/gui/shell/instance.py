"""One window process for each data folder: a second start raises the first window and passes on what it was asked."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

LOG = logging.getLogger(__name__)
PATIENCE: Final = 1_000
"""Milliseconds."""
LONGEST: Final = 100_000
"""Bytes of one message."""


def name_of(folder: Path) -> str:
    """The name of the socket: one for each data folder."""
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
