"""The settings dialog: groups on the left, fields on the right, everything saved at once."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QWidget

from disputatio.app.application import Application
from disputatio.faces.gui.bridge import Bridge


class SettingsDialog(QDialog):
    """Open it with `open()` or `show()`."""

    appearance_changed = Signal()
    """Theme, zoom or what the window shows was changed and saved."""

    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._bridge = bridge
        self.setWindowTitle("Settings")
