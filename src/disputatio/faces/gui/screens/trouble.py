"""The application cannot be opened: why, and what to do."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from disputatio.debate.errors import DisputatioError
from disputatio.engine.errors import StorageDamaged
from disputatio.faces.gui.widgets.empty_state import EmptyState


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
