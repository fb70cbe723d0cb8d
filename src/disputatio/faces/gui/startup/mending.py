"""A backup in place of data that cannot be opened."""

from __future__ import annotations

import asyncio
import importlib
import os
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from disputatio.app.paths import Paths
from disputatio.faces.gui.bridge import Bridge

ZIP = "Backups of Disputatio (*.zip)"


class Mending(QObject):
    restored = Signal(str)
    """A backup took the place of the data: start again. What was done, in words."""

    def __init__(self, bridge: Bridge, window: QWidget) -> None:
        super().__init__(window)
        self._bridge, self._window = bridge, window

    def choose(self) -> None:
        """Which backup: the person is asked."""
        folder = str(Paths.from_environment(os.environ).backups)
        chooser = QFileDialog(self._window, "Restore a backup", folder, ZIP)
        chooser.setFileMode(QFileDialog.FileMode.ExistingFile)
        chooser.fileSelected.connect(lambda name: self.restore(Path(name)))
        chooser.finished.connect(chooser.deleteLater)
        chooser.open()

    def restore(self, archive: Path) -> None:
        self._bridge.start(self._restore(archive))

    async def _restore(self, archive: Path) -> None:
        """What is replaced is kept beside it. Raises Refused."""
        keeping = await asyncio.to_thread(importlib.import_module, "disputatio.app.keeping")
        done = await asyncio.to_thread(keeping.restore, archive, os.environ)
        before = f" What was there before is in {done.replaced}." if done.replaced else ""
        self.restored.emit(f"Restored {archive.name}.{before}")
