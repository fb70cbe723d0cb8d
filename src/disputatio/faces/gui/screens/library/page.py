"""The library page: workspaces and projects on the left, what belongs to the chosen one on the right."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from disputatio.app.application import Application
from disputatio.faces.gui.bridge import Bridge


class LibraryPage(QWidget):
    """List, create, edit, search and delete what debates can take as context."""

    debate_opened = Signal(str)
    """The id of a debate that the person wants to see."""
    question_wanted = Signal(object)
    """The context of a debate that the person wants to start (ContextChoice)."""

    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._bridge = bridge
