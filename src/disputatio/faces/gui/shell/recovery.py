"""The application cannot be opened: why, and a backup in place of data that cannot be read."""

from __future__ import annotations

import asyncio
import importlib
import os
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from disputatio.app.paths import Paths
from disputatio.debate.errors import DisputatioError
from disputatio.engine.errors import StorageDamaged
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.empty_state import EmptyState


# ---- the screen for an application that cannot open -------------------------------------------------------------
class Trouble(QWidget):
    chosen = Signal(str)
    """ "again", "quit", or "restore" where the file itself is broken."""

    def __init__(self, error: DisputatioError, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        page = EmptyState(error.what, error.remedy, icon="error")
        page.add_button("again", "Try again", icon="retry", primary=True)
        if isinstance(error, StorageDamaged):
            page.add_button("restore", "Restore a backup…", icon="import")
        page.add_button("quit", "Quit")
        page.chosen.connect(self.chosen)
        column = QVBoxLayout(self)
        column.addWidget(page)


ZIP = "Backups of Disputatio (*.zip)"


class Restoration(QObject):
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
        keeping = await asyncio.to_thread(importlib.import_module, "disputatio.app.exchange")
        done = await asyncio.to_thread(keeping.restore, archive, os.environ)
        before = f" What was there before is in {done.replaced}." if done.replaced else ""
        self.restored.emit(f"Restored {archive.name}.{before}")
