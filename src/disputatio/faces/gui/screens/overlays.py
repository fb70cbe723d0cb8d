"""What is shown over the window: palette, help, keyboard shortcuts, settings, the question before a link is opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from disputatio.app.actions.action import Action
from disputatio.faces.gui.dialogs.link import LinkDialog
from disputatio.faces.gui.dialogs.palette import Entry, Palette
from disputatio.faces.gui.dialogs.shortcuts import ShortcutsDialog

if TYPE_CHECKING:
    from disputatio.faces.gui.screens.making import Makers
    from disputatio.faces.gui.screens.settings.dialog import SettingsDialog


class Overlays(QObject):
    appearance_changed = Signal()
    settings_closed = Signal()
    """Keys or addresses may be different."""
    restored = Signal(str)
    """A backup took the place of the data: start again."""
    erasing = Signal()
    """Everything is to be deleted."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._makers: Makers | None = None
        self._preferences: SettingsDialog | None = None

    def adopt(self, makers: Makers) -> None:
        self._makers = makers

    def ask_link(self, address: str) -> None:
        self._open(LinkDialog(address, self._window))

    def palette(self, entries: Sequence[Entry]) -> None:
        self._open(Palette(entries, self._window))

    def shortcuts(self, actions: Sequence[Action[object]]) -> None:
        self._show(ShortcutsDialog(actions, self._window))

    def help(self) -> None:
        if self._makers is not None:
            self._show(self._makers.help())

    def settings(self, page: str = "") -> None:
        """The settings, at a page if one is named."""
        if self._makers is None:
            return
        if self._preferences is None:
            made = self._preferences = self._makers.settings()
            made.appearance_changed.connect(self.appearance_changed)
            made.finished.connect(self.settings_closed)
            made.restored.connect(self.restored)
            made.erasing.connect(self.erasing)
        if page:
            self._preferences.open_at(page)
        self._preferences.show()
        self._preferences.raise_()
        self._preferences.activateWindow()

    def _open(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _show(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()
