"""A debate from a file: chosen, taken in, shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from disputatio.app.exchange import take_in_file
from disputatio.faces.gui.bridge import Bridge

if TYPE_CHECKING:
    from disputatio.app.application import Application

EXPORTS: Final = "Debates exported as JSON (*.json);;All files (*)"


class Importing(QObject):
    taken = Signal(str, str)
    """A debate is here now: its id, and how that came about."""

    def __init__(self, app: Application, bridge: Bridge, window: QWidget) -> None:
        super().__init__(window)
        self._app, self._bridge, self._window = app, bridge, window

    def choose(self) -> None:
        """Which file: the person is asked."""
        chooser = QFileDialog(self._window, "Import a debate", "", EXPORTS)
        chooser.setFileMode(QFileDialog.FileMode.ExistingFile)
        chooser.fileSelected.connect(lambda name: self.take_in(Path(name)))
        chooser.finished.connect(chooser.deleteLater)
        chooser.open()

    def take_in(self, path: Path) -> None:
        self._bridge.start(self._take_in(path))

    async def _take_in(self, path: Path) -> None:
        done = await take_in_file(self._app, path)
        self.taken.emit(done.id, done.said)
